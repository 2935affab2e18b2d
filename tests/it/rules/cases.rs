//! The rules case by case, from tables.

use std::fmt::{Debug, Display};

use doushou::rules::{
    Account, Caution, Chance, Choice, ChoiceKind, End, Fact, FenError, Illegal, Manner, Move, Orientation, Outcome,
    Piece, Ply, ReadMoveError, Setup, State, Variant,
};

use super::table;

#[test]
fn positions() {
    let answers = table::check("positions", |columns| {
        let &[_, fen, mv, options, _] = columns else { panic!("not five columns: {columns:?}") };
        match setup(options).from_fen(fen) {
            Err(error) => format!("invalid {}", faults(&error)),
            Ok(mut state) => play(&mut state, mv),
        }
    });
    for key in Illegal::KEYS.iter().filter(|key| !key.starts_with("ban-")) {
        let told = format!("illegal {key}");
        assert!(answers.iter().any(|answer| answer.starts_with(&told)), "no case of {told}");
    }
}

#[test]
fn sessions() {
    let answers = table::check("sessions", |columns| {
        let &[_, options, fen, moves, ask] = columns else { panic!("not five columns: {columns:?}") };
        let setup = setup(options);
        let found = if fen == "start" { Ok(setup.start()) } else { setup.from_fen(fen) };
        let mut state = match found {
            Ok(state) => state,
            Err(error) => return format!("invalid {}", faults(&error)),
        };
        for mv in unrolled(moves) {
            if let Err(why) = played(&mut state, mv) {
                return format!("{mv} {}", refusal(&why));
            }
        }
        answer(&mut state, ask)
    });
    for key in Caution::KEYS {
        assert!(answers.iter().any(|answer| answer.contains(&format!("{key} "))), "no case of {key}");
    }
}

/// Red repeats one pattern and Blue another until a move of Red's is refused.
#[test]
fn runs() {
    const PATIENCE: usize = 60;
    table::check("runs", |columns| {
        let &[_, options, fen, red, blue] = columns else { panic!("not five columns: {columns:?}") };
        let mut state = setup(options).from_fen(fen).expect(fen);
        let replies = endless(blue);
        for (n, (mv, reply)) in endless(red).zip(replies).enumerate().take(PATIENCE) {
            if let Err(why) = state.play(parsed(mv), Chance(0)) {
                return format!("own move {}, {mv}: {}", n + 1, refusal(&why));
            }
            state.play(parsed(reply), Chance(0)).expect(reply);
        }
        "never".to_owned()
    });
}

#[test]
fn typed_moves() {
    let answers = table::check("typed", |columns| {
        let (rules, fen, shown, text) = match *columns {
            [fen, shown, text] => ("", fen, shown, text),
            [rules, fen, shown, text] => (rules, fen, shown, text),
            _ => panic!("neither three columns nor four: {columns:?}"),
        };
        let shown = if shown == "second" { Orientation::Second } else { Orientation::First };
        match setup(rules).from_fen(fen).expect(fen).read_move(text, shown) {
            Ok(mv) => mv.to_string(),
            Err(ReadMoveError::Ambiguous(moves)) => format!("ambiguous {}", joined(sorted(moves))),
            Err(error) => told(error.key(), &error.facts()),
        }
    });
    for key in ReadMoveError::KEYS {
        assert!(answers.iter().any(|answer| answer.starts_with(key)), "no case of {key}");
    }
}

#[test]
fn boards_in_fen() {
    table::check("fen", |columns| {
        let &[options, fen] = columns else { panic!("not two columns: {columns:?}") };
        match setup(options).from_fen(fen) {
            Err(error) => faults(&error),
            Ok(state) => format!("{}, {}", state.fen(), outcome(&state)),
        }
    });
}

#[test]
fn options() {
    table::check("options", |columns| {
        let &[text] = columns else { panic!("not one column: {columns:?}") };
        text.parse::<Setup>().map_or_else(
            |error| error.to_string(),
            |setup| format!("{setup} ({})", setup.preset_name().unwrap_or("no preset")),
        )
    });
}

/// What a question to a state is answered.
fn answer(state: &mut State, ask: &str) -> String {
    match ask.split_once(' ').unwrap_or((ask, "")) {
        ("end", _) => outcome(state),
        ("fen", _) => state.fen(),
        ("legal", _) => joined(sorted(state.legal_moves().to_vec())),
        ("play", mv) => play(state, mv),
        ("hazard", mv) => {
            state.hazard(parsed(mv)).map_or("none".to_owned(), |caution| told(caution.key, &caution.facts))
        }
        ("cautions", _) => {
            let cautions = state.cautions();
            let cautions: Vec<String> = cautions.iter().map(|caution| told(caution.key, &caution.facts)).collect();
            if cautions.is_empty() { "none".to_owned() } else { cautions.join(", ") }
        }
        ("choices", prefix) => state.choices(prefix).iter().map(choice).collect::<Vec<_>>().join(", "),
        ("weakened", _) => {
            joined(state.view().squares().filter(|&square| state.view().cell(square).is_some_and(|cell| cell.weakened)))
        }
        _ => panic!("nobody knows how to answer '{ask}'"),
    }
}

/// Plays a move and tells what it did, or why it may not be played.
fn play(state: &mut State, mv: &str) -> String {
    match played(state, mv) {
        Err(why) => refusal(&why),
        Ok(account) if state.end().is_some() => format!("{}, {}", event(&account), outcome(state)),
        Ok(account) => event(&account),
    }
}

/// Plays a move, or what has happened (`@b2=w`).
fn played(state: &mut State, mv: &str) -> Result<Account, Illegal> {
    match mv.parse::<Ply>() {
        Ok(ply) if ply.revealed.is_some() => state.replay(ply),
        _ => state.play(parsed(mv), Chance(0)),
    }
}

fn event(account: &Account) -> String {
    let removed = account.removed.iter().map(|gone| format!(", {} off {}", gone.piece.letter(), gone.square));
    let changed = account
        .changed
        .iter()
        .map(|changed| format!(", {} on {} {:+}", changed.piece.letter(), changed.square, changed.points));
    let revealed = account.ply.revealed.map(|piece| format!(" {}", piece.letter()));
    let effects: String = revealed.into_iter().chain(removed).chain(changed).collect();
    format!("{}{effects}{}", account.manner.name(), if account.den { ", den" } else { "" })
}

fn choice(choice: &Choice) -> String {
    let letter = choice.piece.map_or('?', Piece::letter);
    let square = choice.square.map_or("@".to_owned(), |square| square.to_string());
    match &choice.kind {
        ChoiceKind::More => format!("{letter}{square}"),
        ChoiceKind::Play(account) => {
            let sign = if account.manner == Manner::Jump { "^" } else { "" };
            let takes: String = account.removed.iter().map(|gone| gone.piece.letter()).collect();
            format!("{sign}{square}{}{takes}", if takes.is_empty() { "" } else { "x" })
        }
        ChoiceKind::Forbidden { why, .. } => format!("!{square} {}", why.key()),
    }
}

fn outcome(state: &State) -> String {
    match state.end() {
        None => "ongoing".to_owned(),
        Some(End { outcome: Outcome::Draw, reason }) => format!("draw {reason}"),
        Some(End { outcome: Outcome::Win(seat), reason }) => {
            format!("{} {reason}", state.color_of(seat).expect("a color before the end"))
        }
    }
}

fn refusal(why: &Illegal) -> String {
    assert!(Illegal::KEYS.contains(&why.key()));
    format!("illegal {}", told(why.key(), &why.facts()))
}

fn told(key: &str, facts: &[(&str, Fact)]) -> String {
    assert!(facts.len() <= 5);
    let fact = |&(name, fact): &(&str, Fact)| match fact {
        Fact::Square(square) => format!(" {name}={square}"),
        Fact::Piece(piece) => format!(" {name}={}", piece.letter()),
        Fact::Number(number) => format!(" {name}={number}"),
    };
    format!("{key}{}", facts.iter().map(fact).collect::<String>())
}

fn faults(error: &FenError) -> String {
    error.0.join("; ")
}

/// A preset, a variant with or without options (`flip Equal=none`), or options of the standard game.
fn setup(options: &str) -> Setup {
    let named = Setup::named(options).or_else(|| options.parse().ok());
    named.unwrap_or_else(|| format!("{} {options}", Variant::Jungle).parse().expect(options))
}

fn parsed(mv: &str) -> Move {
    mv.parse().expect(mv)
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

fn joined(list: impl IntoIterator<Item = impl Display + Debug>) -> String {
    list.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// `a b 3( c d )` is a, b and three times c, d.
fn unrolled(moves: &str) -> Vec<&str> {
    let (mut out, mut group) = (Vec::new(), None);
    for word in moves.split_whitespace() {
        if let Some(times) = word.strip_suffix('(') {
            group = Some((times.parse::<usize>().expect(word), out.len()));
        } else if word == ")" {
            let (times, start) = group.take().expect("an open group");
            let once = out[start..].to_vec();
            (1..times).for_each(|_| out.extend(once.iter().copied()));
        } else {
            out.push(word);
        }
    }
    out
}

/// The moves in order, those after `:` again and again.
fn endless(moves: &str) -> impl Iterator<Item = &str> {
    let (first, again) = moves.split_once(':').unwrap_or(("", moves));
    first.split_whitespace().chain(again.split_whitespace().cycle())
}
