//! Who is who in a text: names of any script and length, made safe to stand in a line.

use super::Names;
use crate::i18n::{self, Args, isolate};
use crate::people::{Lang, PersonId};
use crate::referee::Player;

/// The longest name in a text, in characters; the rest is cut.
const LONGEST: usize = 24;

/// A language and the names of the people spoken of.
#[derive(Copy, Clone)]
pub(super) struct Voice<'a> {
    pub names: &'a dyn Names,
    pub lang: Lang,
}

impl Voice<'_> {
    /// Plain text.
    pub fn text(self, key: &str, args: &Args) -> String {
        i18n::text(self.lang, key, args)
    }

    /// HTML: the locale file's tags are kept, plain arguments escaped.
    pub fn markup(self, key: &str, args: &Args) -> String {
        i18n::markup(self.lang, key, args)
    }

    /// A text without arguments.
    pub fn word(self, key: &str) -> String {
        self.text(key, &Args::new())
    }

    /// A person's name as plain text.
    pub fn person(self, id: PersonId) -> String {
        if id == PersonId::FORGOTTEN {
            return self.word("person-forgotten");
        }
        let name = match self.names.name(id).as_deref().map(tidy) {
            None => self.text("person-unknown", &Args::new().word("number", id.to_string())),
            Some(name) if name.is_empty() => self.word("person-nameless"),
            Some(name) => name,
        };
        isolate(&name)
    }

    /// A person's name in bold, as HTML.
    pub fn bold(self, id: PersonId) -> String {
        format!("<b>{}</b>", i18n::escape(&self.person(id)))
    }

    /// A person's name that notifies them, as HTML.
    pub fn mention(self, id: PersonId) -> String {
        if id == PersonId::FORGOTTEN {
            return self.bold(id);
        }
        format!(r#"<a href="tg://user?id={id}">{}</a>"#, i18n::escape(&self.person(id)))
    }

    /// A player's name in bold, as HTML.
    pub fn player(self, player: Player) -> String {
        match player {
            Player::Person(id) => self.bold(id),
            Player::Ai(level) => {
                let level = i18n::animal_title(self.lang, level);
                format!("<b>{}</b>", self.markup("player-ai", &Args::new().word("level", level)))
            }
        }
    }
}

/// A text on one line, without controls, direction marks and invisible padding, cut to so many characters.
pub(super) fn shorten(text: &str, longest: usize) -> String {
    let kept = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|&c| !c.is_control() && !steers(c));
    let mut short = String::new();
    for (n, c) in kept.enumerate() {
        if n == longest {
            while short.chars().count() >= longest || short.ends_with(joins) {
                short.pop();
            }
            short.push('…');
            break;
        }
        short.push(c);
    }
    short.trim().to_owned()
}

/// A name on one line; empty if nothing of it can be seen.
pub(super) fn tidy(name: &str) -> String {
    let name = shorten(name, LONGEST);
    if name.chars().all(|c| unseen(c) || joins(c)) { String::new() } else { name }
}

/// The longest name beside that of a team, in characters: both together are shown like one name.
const LONGEST_BESIDE_TEAM: usize = 12;

/// The name of somebody who plays for a team, with the team's; the team's alone if nothing of theirs can be seen.
pub fn of_team(name: &str, team: &str) -> String {
    let name = shorten(&tidy(name), LONGEST_BESIDE_TEAM);
    if name.is_empty() { team.to_owned() } else { format!("{name} · {team}") }
}

/// Characters that change the writing direction of what follows, or mark up nothing.
const fn steers(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Characters that join what stands around them: an emoji must not end in one.
const fn joins(c: char) -> bool {
    matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}

/// Characters that look like nothing.
const fn unseen(c: char) -> bool {
    matches!(
        c,
        ' ' | '\u{ad}'
            | '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{ffa0}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_and_cleaned() {
        let cases = [
            ("Anna", "Anna"),
            ("  two\nlines ", "two lines"),
            ("\u{202e}evil", "evil"),
            ("\u{3164}\u{3164}", ""),
            ("", ""),
            ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrstuvw…"),
            ("abcdefghijklmnopqrstuv\u{1f468}\u{200d}\u{1f469}", "abcdefghijklmnopqrstuv\u{1f468}…"),
        ];
        for (name, tidied) in cases {
            assert_eq!(tidy(name), tidied, "{name:?}");
        }
    }

    #[test]
    fn names_stand_beside_a_team() {
        let cases = [
            ("Mia", "Mia · Otters"),
            ("abcdefghijklmnop", "abcdefghijk… · Otters"),
            ("abcdefghij\u{1f468}\u{200d}\u{1f469}", "abcdefghij\u{1f468}… · Otters"),
            ("\u{3164}", "Otters"),
        ];
        for (name, shown) in cases {
            assert_eq!(of_team(name, "Otters"), shown, "{name:?}");
        }
    }
}
