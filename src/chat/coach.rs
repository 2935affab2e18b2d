//! What the coach says: a hint under the board, and a game looked at again, page by page.

use super::board::{side_name, told};
use super::keyboard::{Rows, TableButtons, grid};
use super::name::Voice;
use super::post::LONGEST_CAPTION;
use super::{Names, Post, TableAct, orientation};
use crate::coach::{Analysis, Chances, Grade, Hint, Judged, Reason, Tables, TurningPoint};
use crate::i18n::{self, Args};
use crate::people::{ChatSettings, Lang};
use crate::referee::{Game, Stage, Table};
use crate::render::{Advice, Arrow, Balance, Picture, Scene};
use crate::rules::{Fact, Move, Orientation, Ply, Seat, State};

/// How far a game has been looked at again, and what the message shows.
#[derive(Clone, Copy, Debug)]
pub enum Review<'a> {
    /// Another game comes first.
    Waiting,
    /// So much is done, in hundredths.
    Working {
        percent: u32,
    },
    Failed,
    /// Page 0 is the whole game, page 1 the first turning point.
    Done {
        analysis: &'a Analysis,
        page: u8,
    },
}

/// The message of a game that is looked at again.
pub fn review(table: &Table, review: Review<'_>, names: &dyn Names, lang: Lang, settings: &ChatSettings) -> Post {
    let voice = Voice { names, lang };
    let words = |html| Post::words(html);
    let Stage::Game(game) = &table.stage else { return words(voice.word("review-failed")) };
    match review {
        Review::Waiting => words(voice.word("review-waiting")),
        Review::Working { percent } => words(voice.markup("review-working", &Args::new().number("percent", percent))),
        Review::Failed => words(voice.word("review-failed")),
        Review::Done { analysis, page } => {
            let look = Look { voice, table, game, analysis, settings };
            let turn = usize::from(page).checked_sub(1).and_then(|n| analysis.turning.get(n));
            let (html, scene) = match turn {
                Some(turn) => look.turning_point(turn),
                None => look.whole_game(),
            };
            Post { html, scene: Some(scene), in_words: None, buttons: look.buttons(turn) }
        }
    }
}

/// A hint in words: "💡 Tiger e3–e7: takes the wolf."
pub(super) fn hint(voice: Voice<'_>, state: &State, hint: &Hint) -> String {
    let args = Args::new().word("move", brief(voice, state, hint.mv)).word("reasons", reasons(voice, &hint.reasons));
    voice.markup("hint", &args)
}

/// A legal move in short: "Tiger e3–e7".
fn brief(voice: Voice<'_>, state: &State, mv: Move) -> String {
    let account = state.foresee(mv);
    let Some(piece) = account.piece else {
        return voice.text("coach-card", &Args::new().word("to", account.to.to_string()));
    };
    let args = Args::new()
        .word("animal", i18n::animal_title(voice.lang, piece.animal))
        .word("from", account.from.to_string())
        .word("to", account.to.to_string());
    voice.text(if account.from == account.to { "coach-there" } else { "coach-go" }, &args)
}

fn reasons(voice: Voice<'_>, reasons: &[Reason]) -> String {
    let said = reasons
        .iter()
        .map(|&reason| voice.text(&format!("reason-{}", reason.key()), &i18n::fact_args(voice.lang, &facts(reason))));
    said.collect::<Vec<_>>().join(&voice.word("reason-gap"))
}

fn facts(reason: Reason) -> Vec<(&'static str, Fact)> {
    match reason {
        Reason::Run { plies } | Reason::Forced { plies } => vec![("count", Fact::Number(plies))],
        Reason::Takes { piece } | Reason::Guards { piece } | Reason::Attacks { piece } => {
            vec![("piece", Fact::Piece(piece))]
        }
        Reason::Escapes { piece, hunter } | Reason::Saves { piece, hunter } => {
            vec![("piece", Fact::Piece(piece)), ("hunter", Fact::Piece(hunter))]
        }
        Reason::Den
        | Reason::Wins
        | Reason::Promised
        | Reason::Nearer
        | Reason::Turns
        | Reason::Delays
        | Reason::Quiet => Vec::new(),
    }
}

/// A finished game and what was found in it.
struct Look<'a> {
    voice: Voice<'a>,
    table: &'a Table,
    game: &'a Game,
    analysis: &'a Analysis,
    settings: &'a ChatSettings,
}

impl Look<'_> {
    fn name(&self, seat: Seat) -> String {
        side_name(self.voice, self.game, seat)
    }

    /// The line of the game, and how both sides played.
    fn whole_game(&self) -> (String, Picture) {
        let [first, second] = Seat::BOTH.map(|seat| self.name(seat));
        let both = Args::new().html("first", first).html("second", second);
        let mut paragraphs = vec![self.voice.markup("review-title", &both)];
        paragraphs.push(Seat::BOTH.map(|seat| self.side(seat)).join("\n"));
        paragraphs.push(self.voice.markup("review-graph", &both));
        paragraphs.push(self.turns());
        paragraphs.extend(self.analysis.tables.as_ref().map(|tables| self.tables(tables)));
        let balance = Balance {
            points: self.analysis.graph.iter().map(|&Chances(thousandths)| thousandths).collect(),
            above: self.game.state.color_of(Seat::First),
            marks: self.analysis.turning.iter().map(|turn| turn.ply + 1).collect(),
        };
        (paragraphs.join("\n\n"), balance.into())
    }

    /// "🔴 Anna: accuracy 83 %", and how many moves were what.
    fn side(&self, seat: Seat) -> String {
        let tally = self.analysis.tallies[seat.index()];
        let args = Args::new().html("name", self.name(seat));
        let Some(accuracy) = tally.accuracy else { return self.voice.markup("review-side-idle", &args) };
        let counts = Grade::ALL.into_iter().zip(tally.counts).filter(|(_, count)| *count > 0);
        let count = |(grade, count): (Grade, u32)| {
            self.voice.text(&format!("review-count-{}", grade.name()), &Args::new().number("count", count))
        };
        let counts = counts.map(count).collect::<Vec<_>>().join(&self.voice.word("review-count-gap"));
        format!("{}\n{counts}", self.voice.markup("review-side", &args.number("accuracy", accuracy)))
    }

    fn turns(&self) -> String {
        let turning = &self.analysis.turning;
        if turning.is_empty() {
            return self.voice.word("review-no-turns");
        }
        let plies: Vec<String> = turning.iter().map(|turn| (turn.ply + 1).to_string()).collect();
        let args = Args::new().number("count", turning.len() as u32);
        self.voice.markup("review-turns", &args.word("plies", plies.join(&self.voice.word("list-gap"))))
    }

    fn tables(&self, tables: &Tables) -> String {
        let result = match (tables.winner, tables.plies) {
            (None, _) => "draw",
            (Some(_), Some(_)) => "win",
            (Some(_), None) => "won",
        };
        let args = Args::new()
            .number("ply", tables.ply as u32)
            .word("result", result)
            .html("winner", tables.winner.map(|winner| self.name(winner)).unwrap_or_default())
            .number("plies", tables.plies.unwrap_or_default());
        let known = self.voice.markup("review-tables", &args);
        let warning = tables.hint_only.then(|| self.voice.word("review-tables-hint"));
        [known].into_iter().chain(warning).collect::<Vec<_>>().join(&self.voice.word("sentence-gap"))
    }

    /// The position before a move that changed the game, with the move and a better one; as much in words as fits.
    fn turning_point(&self, turn: &TurningPoint) -> (String, Picture) {
        let (judged, state) = (&self.analysis.moves[turn.ply], self.before(turn.ply));
        let name = self.name(judged.seat);
        let title = Args::new()
            .number("ply", turn.ply as u32 + 1)
            .html("name", &name)
            .word("grade", judged.grade.unwrap_or(Grade::Fine).name());
        let mut lines = vec![self.voice.markup("turn-title", &title), String::new()];
        lines.push(self.played(&state, judged, turn));
        if let [better, then @ ..] = &turn.line[..] {
            let args = Args::new()
                .word("move", brief(self.voice, &state, *better))
                .word("reasons", reasons(self.voice, &turn.reasons));
            lines.push(self.voice.markup("turn-better", &args));
            lines.extend(self.line(&state, *better, then));
        }
        let chances = Args::new()
            .html("name", &name)
            .number("before", judged.before.percent())
            .number("after", judged.after.percent());
        lines.push(self.voice.markup("turn-chances", &chances));
        // The line goes first, then the chances.
        while lines.len() > 4 && lines.join("\n").encode_utf16().count() > LONGEST_CAPTION {
            lines.remove(4);
        }
        (lines.join("\n"), self.scene(&state, judged, turn).into())
    }

    /// What was played, and the best answer to it.
    fn played(&self, state: &State, judged: &Judged, turn: &TurningPoint) -> String {
        let mut next = state.clone();
        // It was accepted once, so it is now.
        let account = next.replay(judged.ply).unwrap_or_else(|_| state.foresee(judged.ply.mv));
        let told = told(self.voice, &next, &account);
        let played = self.voice.markup("turn-played", &Args::new().html("told", told));
        let answer = turn.answer.filter(|answer| next.legal_moves().contains(answer)).map(|answer| {
            self.voice.markup("turn-answer", &Args::new().word("move", brief(self.voice, &next, answer)))
        });
        [played].into_iter().chain(answer).collect::<Vec<_>>().join(&self.voice.word("sentence-gap"))
    }

    /// How it might have gone on after the better move.
    fn line(&self, state: &State, better: Move, then: &[Move]) -> Option<String> {
        let mut state = state.clone();
        let mut told = Vec::new();
        let mut last = better;
        for &mv in then {
            state.replay(Ply { mv: last, revealed: None }).ok()?;
            told.push(brief(self.voice, &state, mv));
            last = mv;
        }
        let moves = told.join(&self.voice.word("list-gap"));
        (!told.is_empty()).then(|| self.voice.markup("turn-line", &Args::new().word("moves", moves)))
    }

    fn scene(&self, state: &State, judged: &Judged, turn: &TurningPoint) -> Scene {
        let shown = if self.game.on_one_phone() { Orientation::First } else { orientation(self.table, self.settings) };
        let played = Arrow::of(judged.ply.mv, Advice::Played);
        let better = turn.line.first().map(|&mv| Arrow::of(mv, Advice::Better));
        let arrows = [played].into_iter().chain(better).collect();
        Scene { arrows, ..Scene::plain(state.view(), shown, self.settings.theme) }
    }

    /// The state before a ply.
    fn before(&self, ply: usize) -> State {
        // The plies were accepted by these rules once.
        Game::replay(self.game.setup, &self.game.plies[..ply]).unwrap_or_else(|_| self.game.setup.start())
    }

    /// A button for each turning point, and one back to the whole game.
    fn buttons(&self, shown: Option<&TurningPoint>) -> Rows {
        let table = TableButtons::of(self.table);
        let turning = &self.analysis.turning;
        let numbers = turning.iter().enumerate().map(|(n, turn)| {
            let key = if shown == Some(turn) { "button-turn-shown" } else { "button-turn" };
            let label = self.voice.text(key, &Args::new().number("ply", turn.ply as u32 + 1));
            table.button(label, TableAct::Review { page: n as u8 + 1 })
        });
        let mut rows = if turning.is_empty() { Rows::new() } else { grid(numbers.collect()) };
        if shown.is_some() {
            rows.push(vec![table.button(self.voice.word("button-graph"), TableAct::Review { page: 0 })]);
        }
        rows
    }
}
