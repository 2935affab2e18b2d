//! What somebody wants, read from a text or a press. Syntax only: whether it is allowed is the referee's to say.

use super::CupWish;
use super::incoming::PersonRef;
use crate::book::CupId;
use crate::people::{BoardPolicy, ChatId, CountsFor, Lang, Night, Occasion, PersonId, Theme, TimeControl};
use crate::referee::{GameId, OfferId, Sides};
use crate::rules::{Animal, Move, Setup, Variant};

/// A wish, with everything the text or button says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// `/start`, with what a link carried.
    Start {
        payload: String,
    },
    Help,
    /// `/rules`: of this preset, else of the table answered, else of the chat.
    Rules {
        setup: Option<Setup>,
    },
    /// `/challenge`, `/play`.
    Challenge(ChallengeWish),
    /// `/ai`: `level` is `None` when the person is to choose by button.
    Ai {
        level: Option<Animal>,
        sides: Sides,
        setup: Option<Setup>,
        /// `None`: without a clock.
        clock: Option<TimeControl>,
    },
    /// `/move`, `/m`, or a text that answers a board and looks like a move.
    Move {
        text: String,
    },
    /// Any other text in a private chat: a move if a game is being played there.
    Talk {
        text: String,
    },
    /// `/board`; with `text`, the board in words.
    Board {
        text: bool,
    },
    Draw,
    Resign,
    /// `/notify`: what to be told in private.
    Notify,
    /// `/leave`: give the game up for good.
    Leave,
    Takeback,
    Rematch,
    /// `/hint`: a good move in one's own game against the AI.
    Hint,
    /// `/analyse`: a finished game looked at again.
    Analyse {
        game: Option<GameId>,
    },
    Games,
    /// `/replay`, `/game`, `/export`: of the game with this number, else of the one answered or one's own last.
    Replay {
        game: Option<GameId>,
    },
    Game {
        game: Option<GameId>,
    },
    Export {
        game: Option<GameId>,
    },
    /// `/history`: of everybody here, or of this `@name`, without the `@`, lower case.
    History {
        of: Option<String>,
    },
    /// `/verify`: the record that is answered, sent along or written behind it.
    Verify,
    Cancel,
    /// `/top`: of this game, or of points; `None`: whatever the chat plays for.
    Top {
        of: Option<TopOf>,
    },
    /// `/stats`: of oneself, or of somebody else.
    Stats {
        who: Option<Whom>,
    },
    /// `/versus`: oneself against somebody; `None`: nobody was named.
    Versus {
        who: Option<Whom>,
    },
    /// `/cup …`.
    Cup(CupWish),
    Settings,
    /// What is kept about people.
    Privacy,
    /// To be forgotten: asked once more.
    Forget,
    Press(Press),
    /// A press whose data is nobody's, or of another version.
    UnknownButton,
    /// A command word nobody knows, without the slash.
    Unknown {
        command: String,
    },
    /// A command that is known, with words behind it that are not: the word, and the command for the help line.
    BadWord {
        command: &'static str,
        word: String,
    },
    /// Nothing for the bot: talk, another bot's command, an edited message.
    Ignore,
}

/// What a `/challenge` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChallengeWish {
    pub to: Opponent,
    pub sides: Sides,
    /// `None`: the chat's setting.
    pub setup: Option<Setup>,
    /// `None`: the chat's setting, or no clock on one phone. Whether it makes sense has not been looked at.
    pub clock: Option<TimeControl>,
}

/// Whom a challenge is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Opponent {
    Anybody,
    /// The author of the message answered.
    Person(PersonRef),
    /// `@name`, without the `@`, lower case.
    Username(String),
    /// Both sides on this phone.
    Here,
}

/// Somebody who is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// The author of the message answered.
    Person(PersonRef),
    /// `@name`, without the `@`, lower case.
    Username(String),
}

/// What a table of the best is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum TopOf {
    /// Points, over all games.
    Points,
    /// Ratings in this game.
    Game(Variant),
}

/// A pressed button. `Display` writes its data (at most 64 bytes), `FromStr` reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Something about a table, as its message showed it: at a game's [turn](crate::referee::Game::turn), or a challenge so often
    /// [arranged](crate::referee::Challenge::arranged).
    Table { id: GameId, turn: u32, act: TableAct },
    /// A button of a cup's message.
    Cup { id: CupId, act: CupAct },
    /// A button of a menu.
    Menu(MenuAct),
    /// Leaf to this ply in a copy of a game, which is this person's; anybody's if there is none.
    Leaf { id: GameId, ply: u32, owner: Option<PersonId> },
    /// Post a copy of this game to leaf through.
    Open { id: GameId },
    /// Show this game as a film.
    Film { id: GameId },
    /// Turn to this page of the games that have ended, of this person or of all here.
    History { of: Option<PersonId>, page: u32 },
}

/// Buttons of a cup's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CupAct {
    Join,
    /// The team of this captain.
    JoinTeam {
        captain: PersonId,
    },
    Leave,
    Start,
    /// The standings in words.
    Text,
    Log,
}

/// Buttons of a table's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableAct {
    Join,
    Decline,
    Withdraw,
    /// The author turns the sides: lot, Red, Blue.
    NextSides,
    /// The author turns the preset.
    NextPreset,
    /// The author turns the clock.
    NextClock,
    /// The author looks at the games there are.
    Games,
    /// The author chooses another game.
    SetGame {
        variant: Variant,
    },
    /// Choose what is named by this prefix of a move's notation; empty: back to the first step.
    Pick {
        prefix: String,
    },
    Play {
        mv: Move,
        sure: bool,
    },
    /// Play what was perhaps meant by a text: under the answer to it, which shows no table.
    Meant {
        mv: Move,
    },
    /// A move shown as forbidden: tell why.
    WhyNot {
        mv: Move,
    },
    OfferDraw,
    OfferTakeback,
    OfferRematch,
    Answer {
        offer: OfferId,
        accept: bool,
    },
    Retract {
        offer: OfferId,
    },
    /// Ask "Really resign?".
    Resign,
    /// The answer to that.
    ReallyResign,
    KeepPlaying,
    /// A good move, told on the board.
    Hint,
    /// Look at the finished game again.
    Analyse,
    /// Show a page of that: 0 is the whole game, 1 the first turning point.
    Review {
        page: u8,
    },
}

impl Press {
    /// Whether it turns the message it stands under into another page, or takes its buttons away.
    pub const fn turns_its_message(&self) -> bool {
        match self {
            Press::Leaf { .. } | Press::History { .. } => true,
            Press::Table { act, .. } => matches!(act, TableAct::Review { .. }),
            Press::Cup { .. } | Press::Open { .. } | Press::Film { .. } => false,
            Press::Menu(act) => match act {
                MenuAct::Settings { .. }
                | MenuAct::SetLang { .. }
                | MenuAct::SetVariant { .. }
                | MenuAct::SetPreset { .. }
                | MenuAct::SetOption { .. }
                | MenuAct::SetNight { .. }
                | MenuAct::SetClock { .. }
                | MenuAct::SetBoards { .. }
                | MenuAct::SetTurnBoard { .. }
                | MenuAct::SetTheme { .. }
                | MenuAct::SetCountsFor { .. }
                | MenuAct::Quiet { .. }
                | MenuAct::Top { .. }
                | MenuAct::Forget { .. } => true,
                MenuAct::Help
                | MenuAct::Rules
                | MenuAct::Levels { .. }
                | MenuAct::Variants { .. }
                | MenuAct::Ai { .. }
                | MenuAct::Challenge
                | MenuAct::Here
                | MenuAct::Notify { .. }
                | MenuAct::Notices => false,
            },
        }
    }
}

impl TableAct {
    /// Whether its button stands under the message that shows the table, in contrast to one about it.
    pub const fn is_on_board(&self) -> bool {
        !matches!(self, TableAct::Meant { .. } | TableAct::Review { .. })
    }
}

/// Buttons of menus: help, the AI's levels, settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuAct {
    Help,
    Rules,
    /// Show the AI's levels; `game`: for this variant or preset instead of the chat's.
    Levels {
        sides: Sides,
        game: Option<String>,
    },
    /// Show the games there are, to play one of them against the AI.
    Variants {
        sides: Sides,
    },
    /// Start a game against the AI at this level; `game`: this variant or preset instead of the chat's.
    Ai {
        level: Animal,
        sides: Sides,
        game: Option<String>,
    },
    /// Open a challenge to anybody in this chat.
    Challenge,
    /// Both sides on this phone.
    Here,
    /// Show the settings, or one page of them.
    Settings {
        page: SettingsPage,
    },
    SetLang {
        lang: Lang,
    },
    SetVariant {
        variant: Variant,
    },
    SetPreset {
        preset: String,
    },
    SetOption {
        name: String,
        value: String,
    },
    /// Be told of this in private about this chat, or not any more.
    Notify {
        occasion: Occasion,
    },
    /// Not to be told of this about that chat any more.
    Quiet {
        occasion: Occasion,
        chat: ChatId,
    },
    /// What one is told in private.
    Notices,
    SetNight {
        night: Option<Night>,
    },
    SetClock {
        clock: TimeControl,
    },
    SetBoards {
        policy: BoardPolicy,
    },
    SetTurnBoard {
        on: bool,
    },
    SetTheme {
        theme: Theme,
    },
    SetCountsFor {
        counts_for: CountsFor,
    },
    /// Show a page of a table of the best, counted from 0.
    Top {
        of: TopOf,
        page: u16,
    },
    /// The answer to "Really forget you?", asked of this person alone.
    Forget {
        who: PersonId,
        sure: bool,
    },
}

/// A page of `/settings`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SettingsPage {
    Main,
    Lang,
    Variant,
    Preset,
    /// The options of the rules; the index of the one being changed, if any.
    Options {
        open: Option<u8>,
    },
    Clock,
    Night,
    Boards,
    Theme,
    CountsFor,
}
