// The local chat: one pane per person. The server has all the state; this shows it and sends what people do.

import { avatar, element, fullName } from './message.js';
import { Pane } from './pane.js';
import { LANGUAGES, wordsFor } from './words.js';

const WAIT_MS = 25_000;
const RETRY_MS = 1_000;

const byId = (id) => document.getElementById(id);
const panes = new Map();

// What the server last said.
const world = { version: 0, bot: null, people: new Map(), chats: new Map() };

// Does something to the world, as a person. Answers what the server says; throws its sentence.
async function act(what) {
  const response = await fetch('/control', {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(what),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

async function listen() {
  for (;;) {
    try {
      const response = await fetch(`/control/view?since=${world.version}&wait_ms=${world.version ? WAIT_MS : 0}`);
      const view = await response.json();
      byId('offline').hidden = true;
      // A lower version is another world: the program was started anew.
      if (view.version < world.version) window.location.reload();
      take(view);
    } catch (error) {
      console.warn(error);
      byId('offline').hidden = false;
      await new Promise((resolve) => { setTimeout(resolve, RETRY_MS); });
    }
  }
}

// Takes in what has changed and shows it.
function take(view) {
  const first = world.version === 0;
  world.version = view.version;
  world.bot = view.bot;
  view.people.forEach((person) => world.people.set(person.id, person));
  const changed = view.chats.map((news) => {
    const chat = world.chats.get(news.id) ?? { messages: new Map() };
    const { messages, gone, ...facts } = news;
    Object.assign(chat, facts);
    messages.forEach((message) => chat.messages.set(message.message_id, message));
    gone.forEach((id) => chat.messages.delete(id));
    world.chats.set(chat.id, chat);
    return { chat, messages, gone };
  });
  for (const person of world.people.values()) {
    if (!person.is_bot && !panes.has(person.id)) addPane(person);
  }
  panes.forEach((pane) => pane.update(changed));
  if (!first) view.toasts.forEach((toast) => panes.get(toast.person)?.answer(toast));
  const [someone] = world.people.values();
  byId('hint').textContent = wordsFor(someone?.language_code).hint;
}

function addPane(person) {
  const pane = new Pane(person.id, world, act, () => showBadges());
  const tab = element('button', 'person', avatar(person, world.bot), element('span', 'label'), element('span', 'badge'));
  tab.type = 'button';
  tab.role = 'tab';
  tab.addEventListener('click', () => choose(person.id));
  tab.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const ids = [...panes.keys()];
    const next = ids[(ids.indexOf(person.id) + step + ids.length) % ids.length];
    choose(next);
    panes.get(next).tab.focus();
  });
  pane.tab = tab;
  panes.set(person.id, pane);
  byId('people').append(tab);
  byId('panes').append(pane.root);
  const remembered = Number(localStorage.getItem('person'));
  if (panes.size === 1 || person.id === remembered) choose(person.id);
}

// On a narrow screen one pane is shown: this one.
function choose(id) {
  localStorage.setItem('person', id);
  // Whoever is not here yet is chosen on arrival.
  if (!panes.has(id)) return;
  panes.forEach((pane, other) => {
    pane.root.classList.toggle('chosen', other === id);
    pane.tab.setAttribute('aria-selected', String(other === id));
    pane.tab.tabIndex = other === id ? 0 : -1;
  });
  panes.get(id).tab.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  panes.get(id).seen();
}

function showBadges() {
  panes.forEach((pane) => {
    const [label, badge] = [pane.tab.querySelector('.label'), pane.tab.querySelector('.badge')];
    const name = pane.me.first_name;
    label.textContent = name;
    badge.textContent = pane.unread() || '';
    pane.tab.setAttribute('aria-label', pane.unread() ? `${name}, ${pane.unread()}` : fullName(pane.me));
  });
}

const newPerson = byId('new-person');
newPerson.querySelector('select').append(...LANGUAGES.map(([code, name]) => new Option(name, code)));
byId('add').addEventListener('click', () => newPerson.showModal());
// Not a submit button: Enter in the form joins.
byId('nobody').addEventListener('click', () => newPerson.close());
newPerson.addEventListener('close', async () => {
  const form = newPerson.querySelector('form');
  const data = new FormData(form);
  const joins = newPerson.returnValue === 'add';
  form.reset();
  newPerson.returnValue = '';
  if (!joins) return;
  const made = { first_name: data.get('name').trim(), language_code: data.get('language') };
  try {
    const { person } = await act({ act: 'add_person', person: made });
    const groups = [...world.chats.values()].filter((chat) => chat.kind !== 'private' && !chat.migrated_to);
    const group = groups.sort((one, other) => other.id - one.id)[0];
    if (group) {
      // The number may have been somebody's in another world: what they had open last is not this person's.
      Pane.remember(person, group.id);
      await act({ act: 'set_standing', chat: group.id, person, standing: { status: 'member' } });
    }
    choose(person);
  } catch (error) {
    console.warn(error);
  }
});
byId('photo').addEventListener('click', () => byId('photo').close());

// Alt+B: to the newest buttons of the pane one is in.
document.addEventListener('keydown', (event) => {
  // By its place on the keyboard: with Alt, some systems type another letter.
  if (!event.altKey || event.ctrlKey || event.metaKey || event.code !== 'KeyB' || document.querySelector('dialog[open]')) return;
  event.preventDefault();
  const all = [...panes.values()];
  const pane = all.find(({ root }) => root.contains(document.activeElement)) ?? all.find(({ root }) => root.classList.contains('chosen'));
  pane?.toButtons();
});

listen();
