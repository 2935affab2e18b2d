//! A board's message: who plays, what has just happened, whose turn it is, what is offered, and how it ended.

use super::coach;
use super::keyboard::{Rows, TableButtons};
use super::name::Voice;
use super::picker::Step;
use super::post::LONGEST_CAPTION;
use super::say::kind_word;
use super::text_board::{seat_name, with_words};
use super::{Button, Post, Press, TableAct, TableView, clock, orientation, ranking, rulebook, stats};
use crate::book::{MOST_TIME_OUTS, Unrated, Why};
use crate::i18n::{self, Args};
use crate::referee::{Event, Finish, Game, Offer, OfferKind, Player};
use crate::render::{Advice, Arrow, Scene};
use crate::rules::{Account, Caution, Color, Counter, Machine, Manner, Outcome, Piece, Seat, Setup, State, Terrain};

/// Most cautions in one caption: the nearest first, the rest when they come nearer.
const MOST_CAUTIONS: usize = 3;

/// The message of a game that is being played or has ended.
pub(super) fn post(view: &TableView<'_>, voice: Voice<'_>, game: &Game) -> Post {
    let board = Board { view, voice, game, step: Step::of(view, game), last: game.last_account() };
    let (html, shown) = (board.caption(), orientation(view.table, view.settings));
    let in_words = Some(with_words(&html, &game.state, shown, view.lang));
    Post { html, scene: Some(board.scene().into()), in_words, buttons: board.buttons() }
}

/// Who is who, and by which rules.
pub(super) fn who_plays(view: &TableView<'_>, voice: Voice<'_>, game: &Game) -> Vec<String> {
    Board { view, voice, game, step: Step::Nothing, last: None }.header()
}

/// A game as it stood: who plays, the last move, and how it ended, in paragraphs; and the picture.
pub(super) fn as_it_stood(view: &TableView<'_>, voice: Voice<'_>, game: &Game) -> ([Vec<String>; 3], Scene) {
    let board = Board { view, voice, game, step: Step::Nothing, last: game.last_account() };
    let end = game.finish.map(|finish| board.ending(finish, false)).unwrap_or_default();
    ([board.header(), board.last_move().into_iter().collect(), end], board.scene())
}

/// What the parts of the message are made from.
struct Board<'a> {
    view: &'a TableView<'a>,
    voice: Voice<'a>,
    game: &'a Game,
    step: Step,
    last: Option<Account>,
}

impl Board<'_> {
    /// As many cautions as fit; everything else is short enough to be said always.
    fn caption(&self) -> String {
        let captions = (0..=MOST_CAUTIONS).rev().map(|cautions| self.caption_with(cautions));
        let mut captions = captions.skip_while(|html| html.encode_utf16().count() > LONGEST_CAPTION);
        captions.next().unwrap_or_else(|| self.caption_with(0))
    }

    fn caption_with(&self, cautions: usize) -> String {
        let now = match self.game.finish {
            Some(finish) => self.ending(finish, true),
            None => self.situation(cautions),
        };
        let paragraphs = [self.header(), self.last_move().into_iter().collect(), now];
        let paragraphs = paragraphs.iter().filter(|lines| !lines.is_empty()).map(|lines| lines.join("\n"));
        paragraphs.collect::<Vec<_>>().join("\n\n")
    }

    /// Who is who, and by which rules.
    fn header(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.game.on_one_phone() {
            lines.push(self.voice.word("board-one-phone"));
        } else {
            lines.extend(Seat::BOTH.map(|seat| {
                let player = self.game.players[seat.index()];
                // Both are told when the board of a cup is opened.
                let opens = self.view.mention && self.game.cup.is_some() && self.game.plies.is_empty();
                let name = match player {
                    Player::Person(id) if opens && seat != self.game.state.to_move() => self.voice.mention(id),
                    player => self.voice.player(player),
                };
                let line = self.voice.markup("board-side", &self.side_args(seat).html("name", name));
                match clock::of_side(self.voice, self.game, seat, self.view.now) {
                    Some(clock) => format!("{line} {clock}"),
                    None => line,
                }
            }));
        }
        if let Some(at) = self.game.cup {
            let args = Args::new().number("round", at.round.into()).number("board", at.board.into());
            lines.push(self.voice.markup("board-cup", &args));
        }
        if self.game.setup != Setup::default() {
            lines.push(rulebook::preset_line(self.voice, &self.game.setup));
        }
        lines.extend(self.scores());
        lines
    }

    /// What each side has reached, where a game counts it: "⚔️ Taken: 🔴 3, 🔷 2; 7 win."
    fn scores(&self) -> Vec<String> {
        let counters = self.game.state.view().counters;
        let of = |key, seat| counters.iter().find(|counter| counter.key == key && counter.seat == Some(seat));
        let first = counters.iter().filter(|counter| counter.seat == Some(Seat::First));
        let score = |first: &Counter| {
            let second = of(first.key, Seat::Second).map_or(0, |second| second.value);
            let mark = |seat| self.game.state.color_of(seat).map_or("", i18n::mark);
            let args = Args::new()
                .word("first-mark", mark(Seat::First))
                .word("second-mark", mark(Seat::Second))
                .number("first", first.value)
                .number("second", second)
                .number("limit", first.limit.unwrap_or_default());
            self.voice.markup(&format!("score-{}", first.key), &args)
        };
        first.map(score).collect()
    }

    /// The last move in words.
    fn last_move(&self) -> Option<String> {
        Some(told(self.voice, &self.game.state, self.last.as_ref()?))
    }

    /// Whose turn it is, and everything they should know.
    fn situation(&self, most_cautions: usize) -> Vec<String> {
        let to_move = self.game.state.to_move();
        let mut lines = vec![self.turn(to_move)];
        match &self.step {
            Step::Next { chosen, .. } => {
                lines.extend(chosen.piece.map(|piece| {
                    let args = Args::new()
                        .word("emoji", i18n::emoji(piece.animal))
                        .word("animal", i18n::animal_title(self.voice.lang, piece.animal))
                        .word("square", chosen.square.map(|square| square.to_string()).unwrap_or_default());
                    self.voice.markup(if chosen.square.is_some() { "board-where-to" } else { "board-put-where" }, &args)
                }));
                lines.extend(
                    chosen
                        .piece
                        .filter(|piece| piece.animal.is_machine())
                        .map(|piece| self.voice.word(&format!("machine-{}", piece.animal.name()))),
                );
                let cell = chosen.square.and_then(|square| self.game.state.view().cell(square));
                lines.extend(cell.and_then(|cell| cell.machine).and_then(|machine| self.machine(machine)));
            }
            Step::First(choices) if !choices.is_empty() && choices.iter().all(|choice| choice.square.is_none()) => {
                lines.push(self.voice.word("board-put-which"));
            }
            Step::Confirm { caution, .. } => {
                lines.push(self.caution(caution));
            }
            Step::Nothing | Step::First(_) => {}
        }
        if !matches!(self.step, Step::Confirm { .. }) {
            let cautions = self.game.state.cautions();
            let cautions = cautions.iter().take(most_cautions);
            lines.extend(cautions.map(|caution| self.caution(caution)));
        }
        lines.extend(self.view.news.iter().filter_map(|event| self.news(event)));
        lines.extend(self.game.offers.iter().map(|offer| self.offer(offer)));
        if let Some(asked) = self.game.resigning {
            let args = Args::new().html("name", self.asked_name(asked.seat));
            let key = if asked.leaves { "board-really-leave" } else { "board-really-resign" };
            lines.push(self.voice.markup(key, &args));
        }
        lines.extend(self.view.hint.map(|hint| coach::hint(self.voice, &self.game.state, hint)));
        lines
    }

    /// How a machine is doing, unless it is as good as new.
    fn machine(&self, Machine { health, full, pause, strengthened }: Machine) -> Option<String> {
        let args = Args::new()
            .number("health", u32::from(health))
            .number("full", u32::from(full))
            .number("pause", u32::from(pause))
            .word("strengthened", if strengthened { "yes" } else { "no" });
        let fresh = health == full && pause == 0 && !strengthened;
        (!fresh).then(|| self.voice.markup("machine-state", &args))
    }

    fn turn(&self, seat: Seat) -> String {
        if self.game.on_one_phone() {
            return self.voice.markup("board-turn-one-phone", &self.side_args(seat));
        }
        let Some(person) = self.game.person_on(seat) else {
            let key = if self.view.thinking { "board-thinking" } else { "board-turn-ai" };
            return self.voice.markup(key, &self.named_args(seat));
        };
        // Whoever has to answer something is mentioned there, and nobody else.
        let is_asked = self.game.offers.is_empty() && self.game.resigning.is_none();
        let mention = self.view.mention && is_asked;
        let name = if mention { self.voice.mention(person) } else { self.voice.bold(person) };
        self.voice.markup("board-turn", &self.side_args(seat).html("name", name))
    }

    fn caution(&self, caution: &Caution) -> String {
        let words =
            self.voice.markup(&format!("caution-{}", caution.key), &i18n::fact_args(self.voice.lang, &caution.facts));
        self.voice.markup("board-caution", &Args::new().html("words", words))
    }

    /// What has just happened that the board does not show by itself.
    fn news(&self, event: &Event) -> Option<String> {
        match event {
            Event::Declined(offer) => {
                let args = self.named_args(offer.by.other()).word("kind", kind_word(offer.kind));
                Some(self.voice.markup("news-declined", &args))
            }
            Event::Retracted(offer) => {
                let args = self.named_args(offer.by).word("kind", kind_word(offer.kind));
                Some(self.voice.markup("news-retracted", &args))
            }
            Event::TakenBack { plies } => {
                Some(self.voice.markup("news-taken-back", &Args::new().number("plies", *plies)))
            }
            Event::TimeOut { seat, count } => {
                let passed = self.last.as_ref().is_some_and(|account| account.way().is_none());
                let args = self.named_args(*seat).number("count", u32::from(*count));
                let args =
                    args.number("most", u32::from(MOST_TIME_OUTS)).word("how", if passed { "pass" } else { "lot" });
                Some(self.voice.markup("news-time-out", &args))
            }
            _ => None,
        }
    }

    /// What is offered, and to whom: they are mentioned in a new message.
    fn offer(&self, offer: &Offer) -> String {
        let args = self.named_args(offer.by).html("to", self.asked_name(offer.by.other()));
        match offer.kind {
            OfferKind::Draw => self.voice.markup("offer-draw", &args),
            OfferKind::Rematch => self.voice.markup("offer-rematch", &args),
            OfferKind::Takeback => {
                let plies = self.game.plies_to_take_back(offer.by).unwrap_or_default();
                match self.game.last_accounts(plies).as_slice() {
                    [] => self.voice.markup("offer-takeback", &args),
                    [own] => self.voice.markup("offer-takeback-one", &args.word("move", self.brief(own))),
                    [own, reply, ..] => {
                        let args = args.word("move", self.brief(own)).word("reply", self.brief(reply));
                        self.voice.markup("offer-takeback-two", &args)
                    }
                }
            }
        }
    }

    /// A ply in short: "leopard d3–d4".
    fn brief(&self, account: &Account) -> String {
        let animal = account.piece.map(|piece| i18n::animal(self.voice.lang, piece.animal)).unwrap_or_default();
        let args = Args::new()
            .word("animal", animal)
            .word("from", account.from.to_string())
            .word("to", account.to.to_string());
        if account.way().is_none() {
            return self.voice.word("told-brief-pass");
        }
        self.voice.text(if account.from == account.to { "told-brief-there" } else { "told-brief" }, &args)
    }

    /// A player who has to answer: mentioned in a new message, so that it reaches them.
    fn asked_name(&self, seat: Seat) -> String {
        match self.game.person_on(seat) {
            Some(person) if self.view.mention && !self.game.on_one_phone() => {
                self.voice.markup("side-named", &self.side_args(seat).html("name", self.voice.mention(person)))
            }
            _ => self.side_name(seat),
        }
    }

    /// Who won, and why; the number of the game, if that is not said elsewhere; and whether there will be another game.
    fn ending(&self, finish: Finish, numbered: bool) -> Vec<String> {
        let result = match finish {
            Finish::Void { by } => {
                let by = by.map_or_else(|| self.voice.word("admin-nameless"), |by| self.voice.bold(by));
                self.voice.markup("end-void", &Args::new().html("by", by))
            }
            Finish::Forgotten => self.voice.word("end-forgotten"),
            Finish::End(end) => {
                let winner = end.outcome.winner();
                let name = |seat: Option<Seat>| seat.map(|seat| self.side_name(seat)).unwrap_or_default();
                let args = Args::new()
                    .word("game", self.game.setup.variant().name())
                    .word("outcome", if end.outcome == Outcome::Draw { "draw" } else { "win" })
                    .html("winner", name(winner))
                    .html("loser", name(winner.map(Seat::other)));
                self.voice.markup(&format!("end-{}", end.reason), &args)
            }
        };
        let number = Args::new().word("number", self.view.table.id.written());
        let number = numbered.then(|| self.voice.markup("end-number", &number));
        let booked = self.booked();
        let news = self.view.news.iter().filter_map(|event| self.news(event));
        let offers = self.game.offers.iter().map(|offer| self.offer(offer));
        [result].into_iter().chain(booked).chain(number).chain(news).chain(offers).collect()
    }

    /// How ratings and points have moved, a line each.
    fn booked(&self) -> Vec<String> {
        let of = |seat: Seat| self.view.booked.iter().find(|line| line.seat == seat);
        let (Some(first), Some(second)) = (of(Seat::First), of(Seat::Second)) else { return Vec::new() };
        let names =
            || Args::new().html("first", self.side_name(Seat::First)).html("second", self.side_name(Seat::Second));
        let rating = match (&first.rating, &second.rating) {
            (Ok(one), Ok(other)) => {
                let args = [("first", one), ("second", other)].into_iter().fold(names(), |args, (who, change)| {
                    args.word(format!("{who}-rating"), stats::rating_word_of(change))
                        .word(format!("{who}-change"), stats::change_word(change.here[1] - change.here[0]))
                });
                Some(self.voice.markup("end-rating", &args))
            }
            (Err(Unrated::Enough), _) => Some(self.voice.word("end-rating-enough")),
            _ => None,
        };
        let points = first.points.zip(second.points).map(|(one, other)| {
            if [one, other].iter().all(|points| points.why == Why::Short) {
                return self.voice.word("end-points-short");
            }
            let args = [("first", one), ("second", other)].into_iter().fold(names(), |args, (who, points)| {
                args.word(format!("{who}-change"), stats::change_word(points.why.delta()))
                    .word(format!("{who}-total"), ranking::number_word(points.total))
            });
            self.voice.markup("end-points", &args)
        });
        rating.into_iter().chain(points).collect()
    }

    /// `$mark` and `$side` of a seat: 🔴, Red.
    fn side_args(&self, seat: Seat) -> Args {
        side_args(self.voice, &self.game.state, seat)
    }

    /// `$name`: who sits there, with their mark.
    fn named_args(&self, seat: Seat) -> Args {
        Args::new().html("name", self.side_name(seat))
    }

    fn side_name(&self, seat: Seat) -> String {
        side_name(self.voice, self.game, seat)
    }

    fn scene(&self) -> Scene {
        Scene {
            view: self.game.state.view(),
            orientation: orientation(self.view.table, self.view.settings),
            theme: self.view.settings.theme,
            last: self.last.as_ref().and_then(Account::way),
            chosen: self.step.chosen(),
            held: self.step.held().map(|piece| (self.game.state.to_move(), piece)),
            targets: self.step.targets(),
            forbidden: self.step.forbidden(),
            arrows: self.view.hint.map(|hint| Arrow::of(hint.mv, Advice::Better)).into_iter().collect(),
        }
    }

    /// What can be pressed. No two different confirmations ever stand in the same place, counted from above or from below:
    /// answers to offers come first, a takeback's yes on the left and a draw's on the right; "really resign" is below them on the
    /// left, where "Resign" is not; a hazard's yes is on the right, below everything else.
    fn buttons(&self) -> Rows {
        let table = TableButtons::of(self.view.table);
        if self.game.finish.is_some() {
            return self.final_buttons(table);
        }
        let shown = orientation(self.view.table, self.view.settings);
        let picking = self.step.buttons(self.voice, table, &self.game.state.view(), shown);
        let answers = [OfferKind::Takeback, OfferKind::Draw].into_iter().filter_map(|kind| self.answers(table, kind));
        let hazard = self.step.answers(self.voice, table);
        answers.chain(picking).chain([self.actions(table)]).chain(hazard).collect()
    }

    /// Yes and no to the opponent's offer. The AI answers for itself.
    fn answers(&self, table: TableButtons, kind: OfferKind) -> Option<Vec<Button>> {
        let offer = self.game.offers.iter().find(|offer| offer.kind == kind)?;
        self.game.person_on(offer.by.other())?;
        let (yes, no) = match kind {
            OfferKind::Draw => ("button-accept-draw", "button-decline-draw"),
            OfferKind::Takeback => ("button-accept-takeback", "button-decline-takeback"),
            OfferKind::Rematch => ("button-accept-rematch", "button-decline-rematch"),
        };
        let answer =
            |key: &str, accept| table.button(self.voice.word(key), TableAct::Answer { offer: offer.id, accept });
        let mut buttons = vec![answer(yes, true), answer(no, false)];
        if kind == OfferKind::Draw {
            buttons.reverse();
        }
        Some(buttons)
    }

    /// What a player may do beside moving.
    fn actions(&self, table: TableButtons) -> Vec<Button> {
        let button = |key: &str, act| table.button(self.voice.word(key), act);
        if let Some(asked) = self.game.resigning {
            let sure = if asked.leaves { "button-really-leave" } else { "button-really-resign" };
            return vec![button(sure, TableAct::ReallyResign), button("button-keep-playing", TableAct::KeepPlaying)];
        }
        let mut buttons = Vec::new();
        // On one phone a draw would need nobody's yes: too easily pressed, so it takes the command.
        if !self.game.on_one_phone() {
            buttons.push(self.offer_button(table, OfferKind::Draw));
        }
        if self.game.can_take_back() {
            buttons.push(self.offer_button(table, OfferKind::Takeback));
        }
        if self.game.against_ai() {
            buttons.push(button("button-hint", TableAct::Hint));
        }
        buttons.push(button("button-resign", TableAct::Resign));
        buttons
    }

    /// Offers, or takes the standing offer back.
    fn offer_button(&self, table: TableButtons, kind: OfferKind) -> Button {
        let (offer, retract, act) = match kind {
            OfferKind::Draw => ("button-draw", "button-retract-draw", TableAct::OfferDraw),
            OfferKind::Takeback => ("button-takeback", "button-retract-takeback", TableAct::OfferTakeback),
            OfferKind::Rematch => ("button-rematch", "button-retract-rematch", TableAct::OfferRematch),
        };
        match self.game.offers.iter().find(|offer| offer.kind == kind) {
            Some(standing) => table.button(self.voice.word(retract), TableAct::Retract { offer: standing.id }),
            None => table.button(self.voice.word(offer), act),
        }
    }

    /// Another game? Yes stands where the question stood: both mean the same. And how was this one?
    fn final_buttons(&self, table: TableButtons) -> Rows {
        let mut rows = self.rematch_buttons(table);
        if !self.game.plies.is_empty() {
            let film = Button::press(self.voice.word("button-replay"), Press::Film { id: self.view.table.id });
            rows.push(vec![film, table.button(self.voice.word("button-analyse"), TableAct::Analyse)]);
        }
        rows
    }

    fn rematch_buttons(&self, table: TableButtons) -> Rows {
        if self.game.rematch_made || matches!(self.game.finish, Some(Finish::Void { .. } | Finish::Forgotten)) {
            return Rows::new();
        }
        let ask = self.offer_button(table, OfferKind::Rematch);
        match self.answers(table, OfferKind::Rematch) {
            Some(mut answers) => {
                answers.push(ask);
                let others = answers.split_off(1);
                vec![answers, others]
            }
            None => vec![vec![ask]],
        }
    }
}

/// `$mark` and `$side` of a seat: 🔴, Red.
fn side_args(voice: Voice<'_>, state: &State, seat: Seat) -> Args {
    match state.color_of(seat) {
        Some(color) => Args::new().word("mark", i18n::mark(color)).word("side", i18n::color(voice.lang, color)),
        // Colors that are not given out yet: no mark, the seat's number for a name.
        None => Args::new().word("mark", "⚪").word("side", seat_name(voice, state, seat)),
    }
}

/// A player by mark and name; on one phone by mark and side.
pub(super) fn side_name(voice: Voice<'_>, game: &Game, seat: Seat) -> String {
    let args = side_args(voice, &game.state, seat);
    if game.on_one_phone() {
        voice.markup("side-alone", &args)
    } else {
        let name = voice.player(game.players[seat.index()]);
        voice.markup("side-named", &args.html("name", name))
    }
}

/// A move in words: "🔷 Tiger e3 jumps to e7 and takes the wolf." The state is one of the game, before the move or after it.
pub(super) fn told(voice: Voice<'_>, state: &State, account: &Account) -> String {
    let color = state.color_of(account.seat);
    let taken = |own: bool| {
        let taken = account.removed.iter().filter(|removed| removed.own == own);
        taken.map(|removed| i18n::animal(voice.lang, removed.piece.animal)).collect::<Vec<_>>()
    };
    let (own, enemy) = (taken(true), taken(false));
    let key = match (account.manner, own.is_empty(), enemy.is_empty()) {
        (Manner::Pass, ..) => "told-pass",
        (Manner::Flip, ..) => "told-flip",
        (Manner::Drop, ..) => "told-drop",
        (Manner::Trade, ..) => "told-swap",
        (Manner::Strengthen, ..) => "told-strengthen",
        (Manner::Repair, ..) if account.from == account.to => "told-mend",
        (Manner::Repair, ..) => "told-repair",
        (Manner::Strike, true, _) => "told-strike",
        (Manner::Strike, false, _) => "told-strike-lost",
        _ if account.den => "told-den",
        (_, true, true) => "told-go",
        (_, true, false) if account.piece.is_some_and(|piece| piece.animal.is_machine()) => "told-destroy",
        (_, true, false) => "told-take",
        (_, false, false) => "told-trade",
        (_, false, true) => "told-fall",
    };
    let terrain = state.view().terrain(account.to);
    let how = match account.manner {
        Manner::Step if terrain == Terrain::Water => "swim",
        manner => manner.name(),
    };
    // Where something was hit or mended: how much, what it is, and what came back.
    let points = |own: bool| {
        let changed = account.changed.iter().find(|changed| changed.own == own);
        changed.map_or(0, |changed| u32::from(changed.points.unsigned_abs()))
    };
    let other = account.changed.iter().find(|changed| changed.square == account.to);
    let title = |piece: Piece| i18n::animal_title(voice.lang, piece.animal);
    let args = Args::new()
        .word("mark", color.map_or("⚪", i18n::mark))
        .word("animal", account.piece.map(title).unwrap_or_default())
        .word("piece", account.piece.map(|piece| i18n::piece(voice.lang, piece)).unwrap_or_default())
        .word("from", account.from.to_string())
        .word("to", account.to.to_string())
        .word("how", how)
        .word("kind", account.piece.map_or("", |piece| piece.animal.name()))
        .word("into", into_word(terrain, color))
        .word("taken", enemy.join(&voice.word("list-gap")))
        .word("target", other.map(|other| i18n::animal(voice.lang, other.piece.animal)).unwrap_or_default())
        .number("points", if account.manner == Manner::Repair { points(true) } else { points(false) })
        .number("back", points(true));
    voice.markup(key, &args)
}

/// `$into`: `trap` if an animal of this color loses its strength there, else `open`; texts choose by it.
pub(super) fn into_word(terrain: Terrain, mover: Option<Color>) -> &'static str {
    match terrain {
        Terrain::Trap(owner) if Some(owner) != mover => "trap",
        _ => "open",
    }
}
