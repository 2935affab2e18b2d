// The page's own words, per language of the person a pane belongs to. The bot's words are the bot's.

const ENGLISH = {
  hint: 'New here? Type /challenge, then press Join in the other pane. Alt+B: to the buttons.',
  message: 'Message',
  send: 'Send',
  commands: 'Commands',
  attach: 'Send a file',
  reply: 'Reply',
  stopReply: 'Do not reply',
  language: 'Language of this person',
  start: 'Start',
  closed: 'This topic is closed',
  general: 'General',
  edited: 'edited',
  pinned: 'pinned',
  down: 'To the newest message',
  openPicture: 'Open the picture',
  gone: 'Deleted message',
  inGroup: 'The bot is in this group already.',
  noMessage: 'That message is not here any more.',
  notAllowed: 'That does not work here.',
  bot: 'bot',
  typing: 'is typing…',
  drawing: 'is drawing…',
  joined: (name, whom) => (name === whom ? `${name} joined the group` : `${name} added ${whom}`),
  left: (name, whom) => (name === whom ? `${name} left the group` : `${name} removed ${whom}`),
  topicMade: (name, topic) => `${name} made the topic “${topic}”`,
  upgraded: 'The group became a supergroup',
  service: 'Something changed in this chat',
  emptyGroup: 'Nobody has said anything yet. Try /challenge.',
  emptyPrivate: (bot) => `This is the private chat with ${bot}.`,
};

const CHINESE = {
  hint: '第一次来？输入 /challenge，再到另一个窗口点“应战”。Alt+B：跳到按钮。',
  message: '消息',
  send: '发送',
  commands: '命令',
  attach: '发送文件',
  reply: '回复',
  stopReply: '取消回复',
  language: '此人的语言',
  start: '开始',
  closed: '此话题已关闭',
  general: '综合',
  edited: '已编辑',
  pinned: '已置顶',
  down: '到最新消息',
  openPicture: '查看图片',
  gone: '已删除的消息',
  inGroup: '机器人已经在这个群里了。',
  noMessage: '那条消息已经不在了。',
  notAllowed: '这里不能这样做。',
  bot: '机器人',
  typing: '正在输入…',
  drawing: '正在画棋盘…',
  joined: (name, whom) => (name === whom ? `${name} 加入了群组` : `${name} 添加了 ${whom}`),
  left: (name, whom) => (name === whom ? `${name} 离开了群组` : `${name} 移除了 ${whom}`),
  topicMade: (name, topic) => `${name} 创建了话题“${topic}”`,
  upgraded: '群组已升级为超级群组',
  service: '群里有变动',
  emptyGroup: '还没有人说话。试试 /challenge。',
  emptyPrivate: (bot) => `这是与 ${bot} 的私聊。`,
};

// The languages a person can be given, each in its own words.
export const LANGUAGES = [['en', 'English'], ['zh-hans', '简体中文'], ['de', 'Deutsch'], ['es', 'Español'], ['ru', 'Русский']];

export function wordsFor(language) {
  return (language || '').startsWith('zh') ? CHINESE : ENGLISH;
}
