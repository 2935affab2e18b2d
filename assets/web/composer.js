// The field one writes in, and the menu of the bot's commands above it.

import { element } from './message.js';

const MAX_HEIGHT = 140;

export class Composer {
  // `say` sends a text, `send` a file with what is typed as its caption; `where` tells the person and the chat whose commands are offered.
  constructor(root, say, send, where) {
    this.say = say;
    this.where = where;
    this.commands = [];
    this.form = root.querySelector('.composer');
    this.input = root.querySelector('textarea');
    this.menu = root.querySelector('.menu');
    this.form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.submit(this.input.value);
    });
    this.input.addEventListener('input', () => {
      this.resize();
      this.offerCommands();
    });
    this.input.addEventListener('focus', () => this.loadCommands());
    this.input.addEventListener('blur', () => this.closeMenu());
    this.input.addEventListener('keydown', (event) => this.onKey(event));
    const files = root.querySelector('.files');
    root.querySelector('.attach').addEventListener('click', () => files.click());
    files.addEventListener('change', async () => {
      const [file] = files.files;
      if (file) send(file.name, await file.text(), this.input.value);
      this.input.value = '';
      files.value = '';
    });
    const slash = root.querySelector('.slash');
    // The field keeps the focus, whose loss would close the menu.
    slash.addEventListener('mousedown', (event) => event.preventDefault());
    slash.addEventListener('click', () => this.toggleMenu());
  }

  get isOffering() {
    return !this.menu.hidden;
  }

  submit(text) {
    if (!text.trim()) return;
    this.input.value = '';
    this.resize();
    this.closeMenu();
    this.say(text);
  }

  resize() {
    this.input.style.height = 'auto';
    this.input.style.height = `${Math.min(this.input.scrollHeight, MAX_HEIGHT)}px`;
  }

  onKey(event) {
    const options = [...this.menu.children];
    const at = options.findIndex((option) => option.getAttribute('aria-selected') === 'true');
    if (this.isOffering && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const from = at < 0 && step < 0 ? 0 : at;
      this.select(options, (from + step + options.length) % options.length);
    } else if (this.isOffering && event.key === 'Tab' && at >= 0) {
      event.preventDefault();
      this.input.value = `/${options[at].dataset.command} `;
      this.closeMenu();
    } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.submit(this.isOffering && at >= 0 ? `/${options[at].dataset.command}` : this.input.value);
    }
  }

  async toggleMenu() {
    if (this.isOffering) {
      this.closeMenu();
      return;
    }
    await this.loadCommands();
    if (!this.input.value) this.input.value = '/';
    this.input.focus();
    this.offerCommands();
  }

  async loadCommands() {
    const { person, chat } = this.where();
    const response = await fetch(`/control/commands?person=${person}&chat=${chat}`);
    this.commands = response.ok ? await response.json() : [];
  }

  // Offers the commands that begin with what is typed.
  offerCommands() {
    const typed = /^\/(\w*)$/.exec(this.input.value);
    const fitting = typed ? this.commands.filter(({ command }) => command.startsWith(typed[1].toLowerCase())) : [];
    this.menu.hidden = !fitting.length;
    this.menu.replaceChildren(...fitting.map((command) => this.option(command)));
    // A typed name chooses; the bare slash only offers.
    if (fitting.length && typed[1]) this.select([...this.menu.children], 0);
  }

  option({ command, description }) {
    const option = element('li', '', element('strong', '', `/${command}`), element('span', '', description));
    option.role = 'option';
    option.dataset.command = command;
    option.addEventListener('mousedown', (event) => event.preventDefault());
    option.addEventListener('click', () => this.submit(`/${command}`));
    return option;
  }

  select(options, chosen) {
    options.forEach((option, place) => option.setAttribute('aria-selected', String(place === chosen)));
    options[chosen].scrollIntoView({ block: 'nearest' });
  }

  closeMenu() {
    this.menu.hidden = true;
  }
}
