// One message as elements. Whatever a text says is put in as text, never as HTML.

export function element(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function icon(path) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

export function fullName(user) {
  return [user?.first_name, user?.last_name].filter(Boolean).join(' ');
}

// A stable color for somebody, as a hue.
export function hueOf(id) {
  return (Math.abs(Number(id)) * 137 + 20) % 360;
}

export function avatar(user, bot) {
  if (user?.id === bot.id) {
    const picture = element('img', 'avatar');
    picture.src = '/icon.svg';
    picture.alt = '';
    return picture;
  }
  const made = element('span', 'avatar', [...(user?.first_name || '?')][0]);
  made.setAttribute('aria-hidden', 'true');
  made.style.setProperty('--hue', hueOf(user?.id ?? 0));
  return made;
}

const SIMPLE = {
  bold: 'strong', italic: 'em', underline: 'u', strikethrough: 's', code: 'code', pre: 'pre',
  blockquote: 'blockquote', expandable_blockquote: 'blockquote',
};

// Text with its entities; offsets are UTF-16 units, as a string's indexes are. `act` gets clicks on commands and links.
export function richText(text, entities, act) {
  const sorted = [...(entities || [])].sort((a, b) => a.offset - b.offset || b.length - a.length);
  const render = (from, to, inner) => {
    const parts = [];
    let at = from;
    for (let i = 0; i < inner.length; i += 1) {
      const entity = inner[i];
      const begin = Math.max(entity.offset, at);
      const end = Math.min(entity.offset + entity.length, to);
      if (begin >= end) continue;
      if (begin > at) parts.push(text.slice(at, begin));
      const children = inner.slice(i + 1).filter((other) => other.offset < end);
      parts.push(marked(entity, text.slice(begin, end), render(begin, end, children), act));
      at = end;
    }
    if (at < to) parts.push(text.slice(at, to));
    return parts;
  };
  return render(0, text.length, sorted);
}

function marked(entity, text, children, act) {
  if (SIMPLE[entity.type]) return element(SIMPLE[entity.type], '', ...children);
  switch (entity.type) {
    case 'spoiler': {
      const spoiler = element('button', 'spoiler', ...children);
      spoiler.type = 'button';
      spoiler.addEventListener('click', () => spoiler.classList.add('shown'), { once: true });
      return spoiler;
    }
    case 'bot_command': {
      const command = element('button', 'link', ...children);
      command.type = 'button';
      command.addEventListener('click', () => act.command(text));
      return command;
    }
    case 'url':
    case 'text_link': {
      const link = element('a', 'link', ...children);
      link.href = entity.type === 'url' ? text : entity.url;
      link.rel = 'noopener noreferrer';
      link.target = '_blank';
      link.addEventListener('click', (event) => {
        if (act.link(link.href)) event.preventDefault();
      });
      return link;
    }
    case 'mention':
    case 'text_mention': {
      const me = entity.user?.id === act.me.id || text.slice(1).toLowerCase() === act.me.username?.toLowerCase();
      return element('span', me ? 'mention me' : 'mention', ...children);
    }
    default:
      return element('span', '', ...children);
  }
}

// One line that says what a message is about, for quotes.
export function summary(message, words) {
  const text = message.text || message.caption || (message.photo ? '🖼' : message.document ? '📎' : '');
  return text || serviceText(message, words);
}

export function serviceText(message, words) {
  const name = fullName(message.from);
  if (message.new_chat_members) return message.new_chat_members.map((user) => words.joined(name, fullName(user))).join('. ');
  if (message.left_chat_member) return words.left(name, fullName(message.left_chat_member));
  if (message.forum_topic_created) return words.topicMade(name, message.forum_topic_created.name);
  if (message.migrate_to_chat_id || message.migrate_from_chat_id) return words.upgraded;
  return words.service;
}

function isService(message) {
  return message.text === undefined && !message.photo && !message.document && !message.animation;
}

// The list item of a message. `refresh(message)` brings it up to date in place, so that pictures do not flicker.
export function messageItem(first, act, words) {
  const item = element('li', 'message');
  item.dataset.id = first.message_id;
  if (isService(first)) {
    item.classList.add('service');
    item.append(element('span', '', serviceText(first, words)));
    item.refresh = () => {};
    item.fit = () => {};
    return item;
  }
  const own = first.from?.id === act.me.id && !first.sender_chat;
  const sender = first.sender_chat ?? first.from;
  item.classList.add(own ? 'own' : 'other');
  const bubble = element('div', 'bubble');
  const body = element('div', 'body');
  const keyboard = element('div', 'keyboard');
  keyboard.addEventListener('keydown', moveFocus);
  const column = element('div', 'column', bubble, keyboard);
  if (!own) {
    item.append(avatar(sender, act.bot));
    const name = element('span', 'author', first.sender_chat?.title ?? fullName(first.from));
    name.style.setProperty('--hue', hueOf(sender.id));
    if (first.from?.is_bot) name.append(element('small', '', act.words.bot));
    bubble.append(name);
  }
  const answered = first.reply_to_message;
  if (answered && !answered.forum_topic_created) bubble.append(quote(answered, act, words));
  bubble.append(body);
  item.append(column, replyButton(first, act));
  item.refresh = (message) => {
    refreshBody(body, message, act);
    refreshKeyboard(keyboard, message, act);
    column.classList.toggle('wide', Boolean(message.photo || message.animation || message.reply_markup));
  };
  item.fit = (width) => fitPicture(item, body.querySelector('.picture img'), width);
  item.refresh(first);
  return item;
}

// Tells the style sheet how much of the height is not the picture's, so that a board and its buttons can be seen together.
// The most there has been at this width counts: a board keeps its size between the two taps of a move.
function fitPicture(item, picture, width) {
  if (!picture || !picture.clientHeight) return;
  const before = item.dataset.width === String(width) ? parseFloat(item.style.getPropertyValue('--rest')) : 0;
  item.dataset.width = width;
  item.style.setProperty('--rest', `${Math.max(before || 0, item.offsetHeight - picture.clientHeight)}px`);
}

function quote(answered, act, words) {
  const made = element('button', 'quote', element('strong', '', answered.sender_chat?.title ?? fullName(answered.from)),
    element('span', '', summary(answered, words)));
  made.type = 'button';
  made.addEventListener('click', () => act.show(answered.message_id));
  return made;
}

function replyButton(message, act) {
  const reply = element('button', 'reply', icon('M10 9V5l-7 7 7 7v-4.1c5 0 8.5 1.6 11 5.1-1-5-4-10-11-11z'));
  reply.type = 'button';
  reply.title = act.words.reply;
  reply.setAttribute('aria-label', act.words.reply);
  reply.addEventListener('click', () => act.reply(message.message_id));
  return reply;
}

function refreshBody(body, message, act) {
  const state = JSON.stringify([message.photo, message.text, message.caption, message.entities, message.caption_entities,
    message.edit_date, message.reactions, message.pinned]);
  if (body.dataset.state === state) return;
  body.dataset.state = state;
  let picture = body.querySelector('.picture');
  // A GIF plays by itself, in the same place as a photo.
  const shown = message.photo?.at(-1) ?? message.animation;
  if (shown) {
    if (!picture) picture = pictureButton(act);
    loadPicture(picture, shown, message.caption || '');
  } else if (message.document) {
    picture = element('a', 'file', `📎 ${message.document.file_name}`);
    picture.href = `/control/file/${message.document.file_id}`;
    picture.download = message.document.file_name;
  } else {
    picture = null;
  }
  const text = element('div', 'text', ...richText(message.text ?? message.caption ?? '',
    message.entities ?? message.caption_entities, act));
  text.append(meta(message, act));
  const parts = [picture, text];
  if (message.reactions.length) parts.push(element('div', 'reactions', ...message.reactions));
  body.replaceChildren(...parts.filter(Boolean));
}

function meta(message, act) {
  const time = new Date((message.edit_date ?? message.date) * 1000);
  const shown = time.toLocaleTimeString(act.me.language_code, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const marks = [message.pinned && `📌 `, message.edit_date && `${act.words.edited} `, shown].filter(Boolean);
  return element('span', 'meta', marks.join(''));
}

function pictureButton(act) {
  const picture = element('button', 'picture', element('img'));
  picture.type = 'button';
  picture.setAttribute('aria-label', act.words.openPicture);
  picture.addEventListener('click', () => act.zoom(picture.querySelector('img')));
  return picture;
}

// Shows a photo; the old one stays until the new one can be shown.
function loadPicture(picture, size, caption) {
  const address = `/control/file/${size.file_id}`;
  const shown = picture.querySelector('img');
  shown.alt = caption;
  if (picture.dataset.address === address) return;
  picture.dataset.address = address;
  const next = element('img');
  next.alt = caption;
  next.width = size.width;
  next.height = size.height;
  next.src = address;
  if (!shown.src) {
    picture.replaceChildren(next);
    return;
  }
  const swap = () => {
    if (picture.dataset.address === address) picture.replaceChildren(next);
  };
  next.decode().then(swap, swap);
}

function refreshKeyboard(keyboard, message, act) {
  const rows = message.reply_markup?.inline_keyboard ?? [];
  const state = JSON.stringify(rows);
  if (keyboard.dataset.state === state) return;
  keyboard.dataset.state = state;
  const focused = keyboard.contains(document.activeElement) ? document.activeElement.textContent : null;
  keyboard.replaceChildren(...rows.map((row, y) => element('div', 'keys', ...row.map((button, x) => key(message, button, [y, x], act)))));
  if (focused === null) return;
  // Never onto another button, which the next Enter would press unread.
  const same = [...keyboard.querySelectorAll('.key')].find((made) => made.textContent === focused);
  (same ?? keyboard.closest('.log')).focus({ preventScroll: true });
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// The arrow keys go from button to button; at the edge they stay.
function moveFocus(event) {
  const step = ARROWS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const rows = [...event.currentTarget.children].map((row) => [...row.children]);
  const y = rows.findIndex((row) => row.includes(event.target));
  const row = rows[y + step[0]] ?? rows[y];
  const x = rows[y].indexOf(event.target) + step[1];
  row[Math.max(0, Math.min(x, row.length - 1))].focus();
}

function key(message, button, place, act) {
  const made = element('button', 'key', element('span', '', button.text));
  made.type = 'button';
  if (['danger', 'success', 'primary'].includes(button.style)) made.classList.add(button.style);
  if (button.url) {
    made.classList.add('opens');
    made.append(icon('M8 16L16 8M9 8h7v7'));
    made.addEventListener('click', () => {
      if (!act.link(button.url)) window.open(button.url, '_blank', 'noopener');
    });
  } else if (button.copy_text) {
    made.addEventListener('click', () => navigator.clipboard?.writeText(button.copy_text.text));
  } else if (button.callback_data !== undefined) {
    made.addEventListener('click', () => act.press(message.message_id, place, made));
  } else {
    made.disabled = true;
  }
  return made;
}
