// One person's pane: their chats, what is in them, and what they can do there.

import { Composer } from './composer.js';
import { element, fullName, hueOf, messageItem, summary } from './message.js';
import { LANGUAGES, wordsFor } from './words.js';

const NEAR_END = 90;
const TOAST_MS = 3_500;
const PRESS_MS = 15_000;
const ACTION_MS = 5_000;

export class Pane {
  constructor(id, world, send, onUnread) {
    this.id = id;
    this.world = world;
    this.send = send;
    this.onUnread = onUnread;
    this.root = document.getElementById('pane').content.firstElementChild.cloneNode(true);
    this.chat = null;
    this.topic = null;
    this.chosen = false;
    this.following = true;
    // The message pressed last, and until when what the bot does is taken for the answer.
    this.expects = null;
    this.items = new Map();
    this.read = new Map();
    this.pressed = new Map();
    this.replyTo = null;
    const part = (selector) => this.root.querySelector(selector);
    this.log = part('.log');
    this.input = part('textarea');
    this.down = part('.down');
    this.buildHeader();
    this.composer = new Composer(
      this.root,
      (text) => this.say(text, true),
      (name, content, caption) => this.sendFile(name, content, caption),
      () => ({ person: this.id, chat: this.chat }),
    );
    this.log.addEventListener('scroll', () => this.onScroll(), { passive: true });
    // Whoever looks at the newest message goes on doing so when pictures load and keyboards open.
    this.sizes = new ResizeObserver((entries) => {
      entries.forEach(({ target }) => target.fit?.(this.log.clientWidth));
      if (this.following) this.toEnd('instant');
    });
    this.sizes.observe(this.log);
    this.down.addEventListener('click', () => this.toEnd('smooth'));
    part('.answering button').addEventListener('click', () => this.setReply(null));
    part('.start').addEventListener('click', () => this.do({ act: 'start', person: this.id }));
    part('.alert button').addEventListener('click', () => this.closeAlert());
    this.root.addEventListener('keydown', (event) => this.onEscape(event));
  }

  get me() {
    return this.world.people.get(this.id);
  }

  get words() {
    return wordsFor(this.me.language_code);
  }

  get current() {
    return this.world.chats.get(this.chat);
  }

  get visible() {
    return this.root.offsetParent !== null && !document.hidden;
  }

  // The chats this person is in: groups, then the private chat with the bot.
  chats() {
    const all = [...this.world.chats.values()].filter((chat) => !chat.migrated_to);
    const groups = all.filter((chat) => chat.kind !== 'private' && chat.members.some((member) => member.id === this.id));
    // The numbers of groups fall: the oldest first.
    groups.sort((one, other) => other.id - one.id);
    return [...groups, ...all.filter((chat) => chat.id === this.id)];
  }

  // Takes in what has changed: a list of {chat, messages, gone}.
  update(changed) {
    this.showPerson();
    const chats = this.chats();
    // What was opened last, else the first; but what is open stays open.
    if (!chats.some((chat) => chat.id === this.chat && this.chosen)) {
      const remembered = Number(localStorage.getItem(`chat ${this.id}`));
      const wanted = (chats.find((chat) => chat.id === remembered) ?? chats[0])?.id;
      if (wanted !== this.chat) this.open(wanted, null);
    }
    const news = changed.find(({ chat }) => chat.id === this.chat);
    if (news) this.showNews(news);
    for (const { chat } of changed) {
      if (!this.read.has(chat.id)) this.read.set(chat.id, lastOf(chat));
    }
    if (this.visible && this.atEnd()) this.seen();
    this.showTabs();
    this.showComposer();
    this.onUnread();
  }

  // Opens a chat or a topic because this person wants it.
  choose(chat, topic) {
    this.chosen = true;
    Pane.remember(this.id, chat);
    this.open(chat, topic);
  }

  // Lets a person begin in a chat the next time.
  static remember(person, chat) {
    localStorage.setItem(`chat ${person}`, chat);
  }

  open(chat, topic) {
    if (chat === undefined) return;
    this.chat = chat;
    this.topic = topic;
    this.setReply(null);
    this.composer.closeMenu();
    this.items.forEach((item) => this.sizes.unobserve(item));
    this.items.clear();
    this.log.replaceChildren();
    this.showMessages([...this.current.messages.values()]);
    this.toEnd('instant');
    this.seen();
    this.showTabs();
    this.showComposer();
    this.composer.loadCommands();
  }

  showNews({ chat, messages, gone }) {
    const answered = messages.some((message) => this.isExpected(message, chat));
    if (answered) this.expects = null;
    const stick = this.following || answered;
    gone.forEach((id) => {
      if (id === this.replyTo) this.setReply(null);
      const item = this.items.get(id);
      if (!item) return;
      this.sizes.unobserve(item);
      if (item.contains(document.activeElement)) this.log.focus({ preventScroll: true });
      item.remove();
      this.items.delete(id);
    });
    this.showMessages(messages);
    if (stick || messages.some((message) => message.from?.id === this.id && message.message_id === lastOf(chat))) {
      this.toEnd('instant');
    }
    this.showAction(chat);
  }

  // Whether a message of the bot answers this person's press: a new one, or the pressed one if it is the newest.
  isExpected(message, chat) {
    if (!this.expects || performance.now() > this.expects.until || message.from?.id !== this.world.bot.id) return false;
    const id = message.message_id;
    return !this.items.has(id) || (id === this.expects.message && id === lastOf(chat));
  }

  showMessages(messages) {
    for (const message of messages) {
      if (this.current.is_forum && (message.is_topic_message ? message.message_thread_id : null) !== this.topic) continue;
      const shown = this.items.get(message.message_id);
      if (shown) {
        shown.refresh(message);
        continue;
      }
      const item = messageItem(message, this.acts(), this.words);
      this.items.set(message.message_id, item);
      this.sizes.observe(item);
      const later = [...this.items.keys()].filter((id) => id > message.message_id);
      this.log.insertBefore(item, later.length ? this.items.get(Math.min(...later)) : null);
    }
    this.log.querySelector('.empty')?.remove();
    if (!this.items.size) this.log.append(element('li', 'empty', this.emptyText()));
    this.groupAuthors();
  }

  emptyText() {
    return this.current.kind === 'private' ? this.words.emptyPrivate(this.world.bot.first_name) : this.words.emptyGroup;
  }

  // Consecutive messages of one author belong together.
  groupAuthors() {
    let before = null;
    for (const item of this.log.children) {
      const message = this.current.messages.get(Number(item.dataset.id));
      const author = message && !item.classList.contains('service') ? (message.sender_chat ?? message.from)?.id : null;
      item.classList.toggle('follows', author !== null && author === before);
      before = author;
    }
  }

  // What a message's elements can make happen.
  acts() {
    return {
      me: this.me,
      bot: this.world.bot,
      words: this.words,
      command: (text) => this.say(text),
      link: (address) => this.follow(address),
      press: (message, place, button) => this.press(message, place, button),
      reply: (message) => this.setReply(message),
      show: (message) => this.showMessage(message),
      zoom: (picture) => zoom(picture),
    };
  }

  async do(what) {
    try {
      return await this.send(what);
    } catch (error) {
      this.toast(error.message);
      return null;
    }
  }

  // Says something. What was typed, and what it answers, comes back if that fails.
  async say(text, typed = false) {
    const { chat, topic, replyTo } = this;
    this.setReply(null);
    const said = await this.do({ act: 'say', person: this.id, chat, text, reply_to: replyTo, topic });
    if (said) return;
    if (this.chat === chat && this.topic === topic && this.current.messages.has(replyTo)) this.setReply(replyTo);
    if (typed) {
      this.input.value = [text, this.input.value].filter(Boolean).join('\n');
      this.composer.resize();
    }
  }

  // Sends a file that is a text.
  async sendFile(name, content, caption) {
    const { chat, topic, replyTo } = this;
    this.setReply(null);
    await this.do({ act: 'send_file', person: this.id, chat, name, content, caption, reply_to: replyTo, topic });
  }

  async press(message, place, button) {
    if (button.classList.contains('waiting')) return;
    button.classList.add('waiting');
    this.expects = { message, until: performance.now() + PRESS_MS };
    const done = () => button.classList.remove('waiting');
    const made = await this.do({ act: 'press', person: this.id, chat: this.chat, message, button: { at: place } });
    if (!made?.press) {
      done();
      return;
    }
    // The answer may have come first.
    if (this.pressed.get(made.press) === 'answered') {
      this.pressed.delete(made.press);
      done();
      return;
    }
    this.pressed.set(made.press, done);
    setTimeout(() => {
      this.pressed.delete(made.press);
      done();
    }, PRESS_MS);
  }

  // The bot's answer to a press.
  answer(toast) {
    const done = this.pressed.get(toast.press);
    if (typeof done === 'function') {
      done();
      this.pressed.delete(toast.press);
    } else {
      this.pressed.set(toast.press, 'answered');
    }
    if (toast.url) this.follow(toast.url);
    if (!toast.text) return;
    if (toast.alert) this.alert(toast.text);
    else this.toast(toast.text);
  }

  // Follows a link of Telegram within this page. False if it leads elsewhere.
  follow(address) {
    const url = new URL(address, window.location.href);
    if (!/^(www\.)?t\.me$/.test(url.hostname)) return false;
    const path = url.pathname.split('/').filter(Boolean);
    if (path[0] === 'c') {
      const chat = Number(`-100${path[1]}`);
      if (this.chats().some((known) => known.id === chat) && chat !== this.chat) this.choose(chat, null);
      this.showMessage(Number(path.at(-1)));
    } else if (path[0]?.toLowerCase() !== this.world.bot.username.toLowerCase()) {
      return false;
    } else if (url.searchParams.has('startgroup')) {
      this.toast(this.words.inGroup);
    } else {
      this.choose(this.id, null);
      if (url.searchParams.has('start')) this.do({ act: 'start', person: this.id, payload: url.searchParams.get('start') || null });
    }
    return true;
  }

  showMessage(id) {
    const message = this.current?.messages.get(id);
    if (message && this.current.is_forum && !this.items.has(id)) {
      this.open(this.chat, message.is_topic_message ? message.message_thread_id : null);
    }
    const item = this.items.get(id);
    if (!item) {
      this.toast(this.words.noMessage);
      return;
    }
    item.scrollIntoView({ block: 'center', behavior: 'smooth' });
    item.classList.remove('found');
    requestAnimationFrame(() => item.classList.add('found'));
  }

  // Who this is.
  buildHeader() {
    this.language = this.root.querySelector('.language');
    this.language.append(...LANGUAGES.map(([code, name]) => new Option(name, code)));
    this.language.addEventListener('change', async () => {
      await this.do({ act: 'change_person', person: this.id, language_code: this.language.value });
      this.open(this.chat, this.topic);
    });
  }

  showPerson() {
    const { me, words } = this;
    const shown = JSON.stringify(me);
    if (shown === this.shownPerson) return;
    this.shownPerson = shown;
    const part = (selector) => this.root.querySelector(selector);
    this.root.setAttribute('aria-label', fullName(me));
    part('.who .avatar').textContent = [...me.first_name][0];
    part('.who .avatar').style.setProperty('--hue', hueOf(me.id));
    part('.who .name').textContent = fullName(me);
    part('.who .handle').textContent = me.username ? `@${me.username}` : '';
    if (![...this.language.options].some((option) => option.value === me.language_code)) {
      this.language.append(new Option(me.language_code ?? '?', me.language_code ?? ''));
    }
    this.language.value = me.language_code ?? '';
    this.language.setAttribute('aria-label', words.language);
    this.input.placeholder = words.message;
    this.input.setAttribute('aria-label', words.message);
    label(part('.send'), words.send);
    label(part('.slash'), words.commands);
    label(part('.attach'), words.attach);
    label(part('.down'), words.down);
    label(part('.answering button'), words.stopReply);
    part('.start').textContent = words.start;
    part('.menu').setAttribute('aria-label', words.commands);
  }

  showTabs() {
    const chats = this.chats();
    const tabs = chats.map((chat) => {
      const name = chat.kind === 'private' ? this.world.bot.first_name : chat.title;
      const count = this.unreadIn(chat);
      const tab = element('button', 'chat', element('span', '', name), element('span', 'badge', count ? String(count) : ''));
      tab.type = 'button';
      tab.role = 'tab';
      tab.setAttribute('aria-selected', String(chat.id === this.chat));
      tab.addEventListener('click', () => this.choose(chat.id, null));
      return tab;
    });
    replaceIfChanged(this.root.querySelector('.chats'), tabs);
    const topics = this.current?.is_forum ? [{ id: null, name: this.words.general }, ...this.current.topics] : [];
    const chips = topics.map((topic) => {
      const chip = element('button', 'topic', topic.name);
      chip.type = 'button';
      chip.setAttribute('aria-pressed', String(topic.id === this.topic));
      chip.addEventListener('click', () => this.choose(this.chat, topic.id));
      return chip;
    });
    const nav = this.root.querySelector('.topics');
    nav.hidden = !chips.length;
    replaceIfChanged(nav, chips);
  }

  // Unread messages, in a chat and in all.
  unreadIn(chat) {
    const read = this.read.get(chat.id) ?? lastOf(chat);
    return [...chat.messages.values()].filter((message) => message.message_id > read && message.from?.id !== this.id).length;
  }

  unread() {
    return this.chats().reduce((sum, chat) => sum + this.unreadIn(chat), 0);
  }

  seen() {
    if (this.current) this.read.set(this.chat, lastOf(this.current));
    this.showTabs();
    this.onUnread();
  }

  // Scrolling.
  atEnd() {
    return this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < NEAR_END;
  }

  toEnd(behavior) {
    this.following = true;
    this.log.scrollTo({ top: this.log.scrollHeight, behavior });
    this.extent = this.measure();
    this.down.hidden = true;
  }

  measure() {
    const { clientWidth, clientHeight, scrollHeight } = this.log;
    return [clientWidth, clientHeight, scrollHeight].join();
  }

  onScroll() {
    const extent = this.measure();
    // Another size has moved the messages, not the person.
    if (this.following && extent !== this.extent) {
      this.toEnd('instant');
      return;
    }
    this.extent = extent;
    this.following = this.atEnd();
    this.down.hidden = this.following;
    this.down.querySelector('span').textContent = (this.current && this.unreadIn(this.current)) || '';
    if (this.atEnd() && this.visible && this.current && this.unreadIn(this.current)) this.seen();
  }

  // Puts the focus on the newest message's buttons that has some.
  toButtons() {
    const newest = [...this.log.querySelectorAll('.keyboard')].reverse().find((keyboard) => keyboard.querySelector('.key:enabled'));
    (newest?.querySelector('.key:enabled') ?? this.log).focus();
  }

  showAction(chat) {
    const line = this.root.querySelector('.action');
    line.hidden = !chat.action;
    if (!chat.action) return;
    line.textContent = `${this.world.bot.first_name} ${chat.action === 'typing' ? this.words.typing : this.words.drawing}`;
    clearTimeout(this.actionTimer);
    this.actionTimer = setTimeout(() => { line.hidden = true; }, ACTION_MS);
  }

  toast(text) {
    const shown = this.root.querySelector('.toast');
    shown.textContent = text;
    shown.classList.add('shown');
    clearTimeout(this.toastTimer);
    this.toastTimer = setTimeout(() => shown.classList.remove('shown'), TOAST_MS + 40 * text.length);
  }

  alert(text) {
    const box = this.root.querySelector('.alert');
    box.querySelector('p').textContent = text;
    box.setAttribute('aria-label', text);
    box.hidden = false;
    this.beforeAlert = document.activeElement;
    box.querySelector('button').focus();
  }

  closeAlert() {
    this.root.querySelector('.alert').hidden = true;
    this.beforeAlert?.focus?.();
  }

  // Writing.
  setReply(id) {
    this.replyTo = id;
    const bar = this.root.querySelector('.answering');
    bar.hidden = id === null;
    if (id === null) return;
    const message = this.current.messages.get(id);
    bar.querySelector('strong').textContent = fullName(message.from);
    bar.querySelector('span').textContent = summary(message, this.words);
    this.input.focus();
  }

  showComposer() {
    if (!this.current) return;
    const privately = this.current.kind === 'private';
    const start = privately && !this.me.started;
    const topic = this.current.topics.find((known) => known.id === this.topic);
    const member = this.current.members.find((known) => known.id === this.id);
    const closed = this.current.is_forum && !member?.admin && (topic ? topic.closed : this.current.general_closed);
    this.root.querySelector('.start').hidden = !start;
    this.root.querySelector('.composer').hidden = start;
    this.input.disabled = closed;
    this.input.placeholder = closed ? this.words.closed : this.words.message;
  }

  onEscape(event) {
    if (event.key !== 'Escape') return;
    if (!this.root.querySelector('.alert').hidden) this.closeAlert();
    else if (this.composer.isOffering) this.composer.closeMenu();
    else this.setReply(null);
  }
}

function lastOf(chat) {
  return Math.max(0, ...chat.messages.keys());
}

function label(button, text) {
  button.setAttribute('aria-label', text);
  button.title = text;
}

// Keeps elements, and the focus on them, while nothing has changed.
function replaceIfChanged(parent, children) {
  const state = children.map((child) => child.outerHTML).join('');
  if (parent.dataset.state === state) return;
  parent.dataset.state = state;
  const focused = [...parent.children].indexOf(document.activeElement);
  parent.replaceChildren(...children);
  parent.children[focused]?.focus();
}

function zoom(picture) {
  const dialog = document.getElementById('photo');
  const shown = dialog.querySelector('img');
  shown.src = picture.src;
  shown.alt = picture.alt;
  dialog.showModal();
}
