//! The catalogue of commands: what they are called, and where they are listed.

use super::CommandScope;
use crate::i18n::{self, Args};
use crate::people::Lang;

/// What a command asks for, before its words are read.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    Start,
    Help,
    Rules,
    Challenge,
    Ai,
    Move,
    Board,
    Draw,
    Resign,
    Leave,
    Notify,
    Takeback,
    Rematch,
    Hint,
    Analyse,
    Games,
    Replay,
    Game,
    Export,
    History,
    Verify,
    Cancel,
    Top,
    Stats,
    Versus,
    Cup,
    Settings,
    Privacy,
    Forget,
}

/// One command.
pub(super) struct Command {
    pub verb: Verb,
    /// As it is registered and listed.
    pub name: &'static str,
    /// Other words for it, lower case.
    aliases: &'static [&'static str],
    listed: Listed,
}

/// In whose menu a command stands.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Listed {
    Everywhere,
    /// Groups only.
    Groups,
    /// Private chats, and groups for their admins.
    WhoeverDecides,
    /// Private chats only.
    Private,
    /// It works, but stands in no menu.
    Nowhere,
}

/// In the order of the menus.
const COMMANDS: [Command; 29] = [
    Command {
        verb: Verb::Challenge,
        name: "challenge",
        aliases: &["play", "挑战", "对战"],
        listed: Listed::Everywhere,
    },
    Command { verb: Verb::Ai, name: "ai", aliases: &["bot", "computer", "人机"], listed: Listed::Everywhere },
    Command { verb: Verb::Move, name: "move", aliases: &["m", "走"], listed: Listed::Everywhere },
    Command { verb: Verb::Board, name: "board", aliases: &["棋盘"], listed: Listed::Everywhere },
    Command { verb: Verb::Draw, name: "draw", aliases: &["提和", "和棋"], listed: Listed::Everywhere },
    Command { verb: Verb::Takeback, name: "takeback", aliases: &["undo", "悔棋"], listed: Listed::Everywhere },
    Command { verb: Verb::Resign, name: "resign", aliases: &["认输"], listed: Listed::Everywhere },
    Command { verb: Verb::Leave, name: "leave", aliases: &["离开", "逃跑"], listed: Listed::Everywhere },
    Command { verb: Verb::Rematch, name: "rematch", aliases: &["再来"], listed: Listed::Everywhere },
    Command { verb: Verb::Hint, name: "hint", aliases: &["提示"], listed: Listed::Everywhere },
    Command {
        verb: Verb::Analyse,
        name: "analyse",
        aliases: &["analyze", "analysis", "review", "复盘"],
        listed: Listed::Everywhere,
    },
    Command { verb: Verb::Games, name: "games", aliases: &["对局"], listed: Listed::Everywhere },
    Command { verb: Verb::Replay, name: "replay", aliases: &["回放"], listed: Listed::Everywhere },
    Command { verb: Verb::Game, name: "game", aliases: &["棋谱", "看棋"], listed: Listed::Everywhere },
    Command { verb: Verb::History, name: "history", aliases: &["历史"], listed: Listed::Everywhere },
    Command { verb: Verb::Export, name: "export", aliases: &["record", "导出"], listed: Listed::Everywhere },
    Command { verb: Verb::Verify, name: "verify", aliases: &["核对"], listed: Listed::Everywhere },
    Command {
        verb: Verb::Top,
        name: "top",
        aliases: &["ranking", "ratings", "排行", "排行榜"],
        listed: Listed::Groups,
    },
    Command { verb: Verb::Stats, name: "stats", aliases: &["rating", "战绩"], listed: Listed::Everywhere },
    Command { verb: Verb::Versus, name: "versus", aliases: &["vs", "交手"], listed: Listed::Everywhere },
    Command { verb: Verb::Cancel, name: "cancel", aliases: &["withdraw", "取消"], listed: Listed::Groups },
    Command { verb: Verb::Cup, name: "cup", aliases: &["tournament", "杯赛", "比赛"], listed: Listed::Groups },
    Command { verb: Verb::Rules, name: "rules", aliases: &["规则"], listed: Listed::Everywhere },
    Command { verb: Verb::Settings, name: "settings", aliases: &["设置"], listed: Listed::WhoeverDecides },
    Command { verb: Verb::Notify, name: "notify", aliases: &["提醒", "通知"], listed: Listed::Everywhere },
    Command { verb: Verb::Help, name: "help", aliases: &["帮助"], listed: Listed::Everywhere },
    Command { verb: Verb::Privacy, name: "privacy", aliases: &["隐私"], listed: Listed::Private },
    Command { verb: Verb::Forget, name: "forget", aliases: &["forgetme", "忘记我"], listed: Listed::Private },
    Command { verb: Verb::Start, name: "start", aliases: &["开始"], listed: Listed::Nowhere },
];

/// The command with this name, in any case, without the slash.
pub(super) fn command(word: &str) -> Option<&'static Command> {
    let word = word.to_lowercase();
    COMMANDS.iter().find(|command| command.name == word || command.aliases.contains(&word.as_str()))
}

/// The commands to register: name and description, for a private chat, a group, or a group's admins.
pub fn commands(scope: CommandScope, lang: Lang) -> Vec<(&'static str, String)> {
    let listed = |command: &&Command| match command.listed {
        Listed::Everywhere => true,
        Listed::Groups => scope != CommandScope::Private,
        Listed::WhoeverDecides => matches!(scope, CommandScope::Private | CommandScope::GroupAdmins),
        Listed::Private => scope == CommandScope::Private,
        Listed::Nowhere => false,
    };
    let description = |command: &Command| i18n::text(lang, &format!("command-{}", command.name), &Args::new());
    COMMANDS.iter().filter(listed).map(|command| (command.name, description(command))).collect()
}
