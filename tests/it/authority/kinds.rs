//! Every kind of thing that can be asked for. Something new does not compile before it stands here, and what stands here has to be
//! tried by [`super::deeds`].

use std::collections::BTreeSet;

use doushou::chat::{CupAct, CupWish, Intent, MenuAct, Press, TableAct};

/// A name for every variant, and the list of all names.
macro_rules! kinds {
    ($name:ident, $all:ident, $of:ty: $($pattern:pat => $word:literal,)+) => {
        const $all: &[&str] = &[$($word),+];

        const fn $name(of: &$of) -> &'static str {
            match of {
                $($pattern => $word,)+
            }
        }
    };
}

kinds! { command, COMMANDS, Intent:
    Intent::Start { .. } => "/start",
    Intent::Help => "/help",
    Intent::Rules { .. } => "/rules",
    Intent::Challenge(_) => "/challenge",
    Intent::Ai { .. } => "/ai",
    Intent::Move { .. } => "/move",
    Intent::Talk { .. } => "talk in private",
    Intent::Board { .. } => "/board",
    Intent::Draw => "/draw",
    Intent::Resign => "/resign",
    Intent::Notify => "/notify",
    Intent::Leave => "/leave",
    Intent::Takeback => "/takeback",
    Intent::Rematch => "/rematch",
    Intent::Hint => "/hint",
    Intent::Analyse { .. } => "/analyse",
    Intent::Games => "/games",
    Intent::Replay { .. } => "/replay",
    Intent::Game { .. } => "/game",
    Intent::Export { .. } => "/export",
    Intent::History { .. } => "/history",
    Intent::Verify => "/verify",
    Intent::Cancel => "/cancel",
    Intent::Top { .. } => "/top",
    Intent::Stats { .. } => "/stats",
    Intent::Versus { .. } => "/versus",
    Intent::Cup(_) => "/cup",
    Intent::Settings => "/settings",
    Intent::Privacy => "/privacy",
    Intent::Forget => "/forget",
    Intent::Press(_) => "a button",
    Intent::UnknownButton => "a button nobody made",
    Intent::Unknown { .. } => "an unknown command",
    Intent::BadWord { .. } => "a command with an unknown word",
    Intent::Ignore => "nothing for the bot",
}

kinds! { wish, WISHES, CupWish:
    CupWish::Show => "/cup show",
    CupWish::Open(_) => "/cup open",
    CupWish::Text => "/cup text",
    CupWish::Log => "/cup log",
    CupWish::Join { .. } => "/cup join",
    CupWish::Leave => "/cup leave",
    CupWish::Start => "/cup start",
    CupWish::Board { .. } => "/cup board",
    CupWish::Rule { .. } => "/cup rule",
    CupWish::Forfeit { .. } => "/cup forfeit",
    CupWish::Withdraw { .. } => "/cup withdraw",
    CupWish::Replace { .. } => "/cup replace",
    CupWish::Clock { .. } => "/cup clock",
    CupWish::Pause { .. } => "/cup pause",
    CupWish::Resume { .. } => "/cup resume",
    CupWish::TakeOver => "/cup take",
    CupWish::CallOff { .. } => "/cup off",
}

kinds! { press, PRESSES, Press:
    Press::Table { .. } => "a table's button",
    Press::Cup { .. } => "a cup's button",
    Press::Menu(_) => "a menu's button",
    Press::Leaf { .. } => "leaf",
    Press::Open { .. } => "open a copy",
    Press::Film { .. } => "film",
    Press::History { .. } => "page of a history",
}

kinds! { table, TABLE, TableAct:
    TableAct::Join => "join",
    TableAct::Decline => "decline",
    TableAct::Withdraw => "withdraw",
    TableAct::NextSides => "next sides",
    TableAct::NextPreset => "next preset",
    TableAct::NextClock => "next clock",
    TableAct::Games => "games",
    TableAct::SetGame { .. } => "set game",
    TableAct::Pick { .. } => "pick",
    TableAct::Play { sure: false, .. } => "play",
    TableAct::Play { sure: true, .. } => "play, sure",
    TableAct::Meant { .. } => "what was meant",
    TableAct::WhyNot { .. } => "why not",
    TableAct::OfferDraw => "offer draw",
    TableAct::OfferTakeback => "offer takeback",
    TableAct::OfferRematch => "offer rematch",
    TableAct::Answer { accept: true, .. } => "accept",
    TableAct::Answer { accept: false, .. } => "refuse",
    TableAct::Retract { .. } => "retract",
    TableAct::Resign => "resign",
    TableAct::ReallyResign => "really resign",
    TableAct::KeepPlaying => "keep playing",
    TableAct::Hint => "hint",
    TableAct::Analyse => "analyse",
    TableAct::Review { .. } => "page of an analysis",
}

kinds! { cup, CUP, CupAct:
    CupAct::Join => "join a cup",
    CupAct::JoinTeam { .. } => "join a team",
    CupAct::Leave => "leave a cup",
    CupAct::Start => "start a cup",
    CupAct::Text => "a cup in words",
    CupAct::Log => "a cup's log",
}

kinds! { menu, MENU, MenuAct:
    MenuAct::Help => "help",
    MenuAct::Rules => "rules",
    MenuAct::Levels { .. } => "levels",
    MenuAct::Variants { .. } => "variants",
    MenuAct::Ai { .. } => "play the AI",
    MenuAct::Challenge => "challenge",
    MenuAct::Here => "one phone",
    MenuAct::Settings { .. } => "settings",
    MenuAct::SetLang { .. } => "set language",
    MenuAct::SetVariant { .. } => "set variant",
    MenuAct::SetPreset { .. } => "set preset",
    MenuAct::SetOption { .. } => "set option",
    MenuAct::Notify { .. } => "notify",
    MenuAct::Quiet { .. } => "quiet",
    MenuAct::Notices => "notices",
    MenuAct::SetNight { .. } => "set night",
    MenuAct::SetClock { .. } => "set clock",
    MenuAct::SetBoards { .. } => "set boards",
    MenuAct::SetTurnBoard { .. } => "set turned board",
    MenuAct::SetTheme { .. } => "set theme",
    MenuAct::SetCountsFor { .. } => "set what counts",
    MenuAct::Top { .. } => "top",
    MenuAct::Forget { sure: false, .. } => "forget?",
    MenuAct::Forget { sure: true, .. } => "forget!",
}

/// What kinds this is: a button of a table is a button, too.
pub fn of(intent: &Intent) -> Vec<&'static str> {
    let within = match intent {
        Intent::Cup(asked) => vec![wish(asked)],
        Intent::Press(pressed) => {
            let within = match pressed {
                Press::Table { act, .. } => Some(table(act)),
                Press::Cup { act, .. } => Some(cup(act)),
                Press::Menu(act) => Some(menu(act)),
                Press::Leaf { .. } | Press::Open { .. } | Press::Film { .. } | Press::History { .. } => None,
            };
            [press(pressed)].into_iter().chain(within).collect()
        }
        _ => Vec::new(),
    };
    [command(intent)].into_iter().chain(within).collect()
}

pub fn all() -> BTreeSet<&'static str> {
    [COMMANDS, WISHES, PRESSES, TABLE, CUP, MENU].into_iter().flatten().copied().collect()
}
