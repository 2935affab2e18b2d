//! The game's own words: animals, colors, and the facts of the rules' sentences.

use super::{Args, text};
use crate::people::Lang;
use crate::rules::{Animal, Color, Fact, Piece};

/// An animal's name inside a sentence: `elephant`, `象`.
pub fn animal(lang: Lang, animal: Animal) -> String {
    text(lang, &format!("animal-{}", animal.name()), &Args::new())
}

/// An animal's name on a button or at the start of a sentence: `Elephant`, `象`.
pub fn animal_title(lang: Lang, animal: Animal) -> String {
    text(lang, &format!("animal-{}.title", animal.name()), &Args::new())
}

/// A color as the name of a side: `Red`, `红方`.
pub fn color(lang: Lang, color: Color) -> String {
    text(lang, &format!("color-{}.side", color.name()), &Args::new())
}

/// A piece inside a sentence: `red elephant`, `红象`.
pub fn piece(lang: Lang, piece: Piece) -> String {
    let color = text(lang, &format!("color-{}", piece.color.name()), &Args::new());
    text(lang, "piece", &Args::new().word("color", color).word("animal", animal(lang, piece.animal)))
}

/// The mark of a color: told apart by shape as well as by hue.
pub const fn mark(color: Color) -> &'static str {
    match color {
        Color::Red => "🔴",
        Color::Blue => "🔷",
    }
}

/// An animal's picture in a line of text.
pub const fn emoji(animal: Animal) -> &'static str {
    match animal {
        Animal::Rat => "🐭",
        Animal::Cat => "🐱",
        Animal::Dog => "🐶",
        Animal::Wolf => "🐺",
        Animal::Leopard => "🐆",
        Animal::Tiger => "🐯",
        Animal::Lion => "🦁",
        Animal::Elephant => "🐘",
        Animal::Fox => "🦊",
        Animal::Bear => "🐻",
        Animal::Snake => "🐍",
        Animal::King => "👑",
        Animal::Attacker => "🗡️",
        Animal::Guardian => "🛡️",
        Animal::Medic => "💊",
        Animal::Nimble => "💨",
        Animal::Universal => "⚙️",
    }
}

/// The facts of a refusal or caution as arguments.
///
/// A square `at` gives `$at` (`c4`), a number `count` gives `$count`; a piece `rat` gives `$rat` (`red rat`),
/// `$rat-animal` (`rat`), `$rat-title` (`Rat`), `$rat-side` (`Red`) and `$rat-color` (`red`: to choose by).
pub fn fact_args(lang: Lang, facts: &[(&'static str, Fact)]) -> Args {
    facts.iter().fold(Args::new(), |args, &(name, fact)| match fact {
        Fact::Square(square) => args.word(name, square.to_string()),
        Fact::Number(number) => args.number(name, number),
        Fact::Piece(it) => args
            .word(name, piece(lang, it))
            .word(format!("{name}-animal"), animal(lang, it.animal))
            .word(format!("{name}-title"), animal_title(lang, it.animal))
            .word(format!("{name}-side"), color(lang, it.color))
            .word(format!("{name}-color"), it.color.name()),
    })
}
