//! The pages of `/settings`: what may be chosen, with a check mark at what is.

use super::keyboard::{Rows, grid};
use super::name::Voice;
use super::rulebook::{games, option_name, preset_name, value_name, variant_name};
use super::{Button, MenuAct, Post, Press, SettingsPage, clock};
use crate::i18n::Args;
use crate::people::{BoardPolicy, Chat, ChatKind, CountsFor, Lang, Night, Person, Theme, TimeControl};
use crate::rules::{OptionInForce, Setup, Variant};

/// One page, as a chat's settings are now.
pub(super) fn page(voice: Voice<'_>, chat: &Chat, person: Option<&Person>, page: SettingsPage) -> Post {
    let sheet = Sheet { voice, chat, person };
    match page {
        SettingsPage::Main => sheet.main(),
        SettingsPage::Lang => sheet.lang(),
        SettingsPage::Variant => sheet.variant(),
        SettingsPage::Preset => sheet.preset(),
        SettingsPage::Options { open } => {
            let options = chat.settings.setup.options();
            match open.and_then(|index| options.get(usize::from(index))) {
                Some(option) => sheet.option(option),
                None => sheet.options(&options),
            }
        }
        SettingsPage::Clock => sheet.clock(),
        SettingsPage::Night => sheet.night(),
        SettingsPage::Boards => sheet.boards(),
        SettingsPage::Theme => sheet.theme(),
        SettingsPage::CountsFor => sheet.counts_for(),
    }
}

/// What the pages are made from.
struct Sheet<'a> {
    voice: Voice<'a>,
    chat: &'a Chat,
    person: Option<&'a Person>,
}

impl Sheet<'_> {
    fn main(&self) -> Post {
        let settings = &self.chat.settings;
        let page = |key: &str, value: String, page| {
            let label = self.voice.text(key, &Args::new().word("value", value));
            vec![button(label, MenuAct::Settings { page })]
        };
        let mut rows = vec![
            page("settings-lang", self.voice.word(lang_key(self.chosen_lang())), SettingsPage::Lang),
            page("settings-variant", variant_name(self.voice, settings.setup.variant()), SettingsPage::Variant),
            page("settings-preset", preset_name(self.voice, &settings.setup), SettingsPage::Preset),
        ];
        if !settings.setup.options().is_empty() {
            rows.push(page("settings-options", String::new(), SettingsPage::Options { open: None }));
        }
        if self.chat.kind == ChatKind::Group {
            rows.push(page("settings-clock", clock::control(self.voice, settings.clock), SettingsPage::Clock));
        }
        if self.chat.kind == ChatKind::Private {
            let night = self.person.and_then(|person| person.settings.night);
            rows.push(page("settings-night", self.night_words(night), SettingsPage::Night));
            rows.push(vec![button(self.voice.word("settings-notices"), MenuAct::Notices)]);
        }
        rows.extend([
            page("settings-boards", self.voice.word(policy_key(settings.boards)), SettingsPage::Boards),
            page("settings-theme", self.voice.word(theme_key(settings.theme)), SettingsPage::Theme),
        ]);
        // Alone with the bot nobody plays against another person.
        if self.chat.kind == ChatKind::Group {
            let value = self.voice.word(&format!("stakes-{}", settings.counts_for.name()));
            rows.push(page("settings-stakes", value, SettingsPage::CountsFor));
        }
        let place = match self.chat.kind {
            ChatKind::Private => "private",
            ChatKind::Group => "group",
        };
        let html = self.voice.markup("settings", &Args::new().word("place", place));
        Post::with_buttons(html, rows)
    }

    fn lang(&self) -> Post {
        let choice =
            |lang| self.choice(&self.voice.word(lang_key(lang)), lang == self.chosen_lang(), MenuAct::SetLang { lang });
        self.choices("settings-lang-about", grid(Lang::ALL.map(choice).into()), SettingsPage::Main)
    }

    /// The games there are.
    fn variant(&self) -> Post {
        let choice = |&variant: &Variant| {
            let chosen = variant == self.chat.settings.setup.variant();
            self.choice(&variant_name(self.voice, variant), chosen, MenuAct::SetVariant { variant })
        };
        let rows = grid(Variant::ALL.iter().map(choice).collect());
        let mut post = self.choices("settings-variant-about", rows, SettingsPage::Main);
        post.html = format!("{}\n{}", post.html, games(self.voice));
        post
    }

    fn preset(&self) -> Post {
        let setup = &self.chat.settings.setup;
        let presets = Setup::presets(setup.variant());
        let choice = |name: &&'static str| {
            let label = self.voice.word(&format!("preset-{name}"));
            self.choice(&label, setup.preset_name() == Some(name), MenuAct::SetPreset { preset: (*name).to_owned() })
        };
        let mut post =
            self.choices("settings-preset-about", grid(presets.iter().map(choice).collect()), SettingsPage::Main);
        let about = presets.iter().map(|name| {
            let name_word = self.voice.word(&format!("preset-{name}"));
            let about = self.voice.word(&format!("preset-{name}.about"));
            self.voice.markup("settings-preset-line", &Args::new().word("preset", name_word).word("about", about))
        });
        post.html = std::iter::once(post.html).chain(about).collect::<Vec<_>>().join("\n");
        post
    }

    /// All options of the rules.
    fn options(&self, options: &[OptionInForce]) -> Post {
        let row = |(index, option): (usize, &OptionInForce)| {
            let args = Args::new()
                .word("option", option_name(self.voice, option))
                .word("value", value_name(self.voice, option));
            let open = u8::try_from(index).ok();
            vec![button(
                self.voice.text("option-in-force", &args),
                MenuAct::Settings { page: SettingsPage::Options { open } },
            )]
        };
        self.choices("settings-options-about", options.iter().enumerate().map(row).collect(), SettingsPage::Main)
    }

    /// The values of one option.
    fn option(&self, option: &OptionInForce) -> Post {
        let with = |value: &str| OptionInForce { value: value.to_owned().into(), ..option.clone() };
        let mut values: Vec<&str> = option.values.to_vec();
        if !values.contains(&option.value.as_ref()) {
            values.push(&option.value);
        }
        let choice = |value: &&str| {
            let act = MenuAct::SetOption { name: option.name.to_owned(), value: (*value).to_owned() };
            vec![self.choice(&value_name(self.voice, &with(value)), *value == option.value, act)]
        };
        let rows = values.iter().map(choice).collect();
        let about = format!("option-{}.about", option.name.to_lowercase());
        self.choices(&about, rows, SettingsPage::Options { open: None })
    }

    /// The hours in which no correspondence clock of this person's runs.
    fn night(&self) -> Post {
        let Some(night) = self.person.and_then(|person| person.settings.night) else {
            let usual = Night::new(self.usual_offset(), 23, 8);
            let on = button(self.voice.word("night-on"), MenuAct::SetNight { night: usual });
            return self.choices("settings-night-about", vec![vec![on]], SettingsPage::Main);
        };
        let turn = |key: &str, night: Option<Night>| {
            night.map(|night| button(self.voice.word(key), MenuAct::SetNight { night: Some(night) }))
        };
        let Night { offset, from, hours } = night;
        let rows = [
            [
                turn("night-west", Night::new(offset - 30, from, hours)),
                turn("night-east", Night::new(offset + 30, from, hours)),
            ],
            [
                turn("night-earlier", Night::new(offset, (from + 23) % 24, hours)),
                turn("night-later", Night::new(offset, (from + 1) % 24, hours)),
            ],
            [
                turn("night-shorter", Night::new(offset, from, hours - 1)),
                turn("night-longer", Night::new(offset, from, hours + 1)),
            ],
        ];
        let mut rows: Rows = rows.map(|row| row.into_iter().flatten().collect()).into();
        rows.push(vec![button(self.voice.word("night-off"), MenuAct::SetNight { night: None })]);
        let mut post = self.choices("settings-night-about", rows, SettingsPage::Main);
        post.html = format!("{}\n🌙 {}", post.html, self.night_words(Some(night)));
        post
    }

    /// Where most speakers of the language live, in minutes from UTC: a beginning, to be corrected.
    fn usual_offset(&self) -> i16 {
        match self.voice.lang {
            Lang::En => 0,
            Lang::ZhHans => 8 * 60,
        }
    }

    /// "23:00 to 7:00, UTC+8".
    fn night_words(&self, night: Option<Night>) -> String {
        let Some(Night { offset, from, hours }) = night else { return self.voice.word("night-none") };
        let (sign, minutes) = (if offset < 0 { '−' } else { '+' }, offset.unsigned_abs());
        let half = if minutes % 60 == 0 { String::new() } else { format!(":{:02}", minutes % 60) };
        let args = Args::new()
            .word("from", format!("{from}:00"))
            .word("to", format!("{}:00", (from + hours) % 24))
            .word("zone", format!("UTC{sign}{}{half}", minutes / 60));
        self.voice.text("night-hours", &args)
    }

    fn clock(&self) -> Post {
        let choice = |clock| {
            let label = clock::control_short(self.voice, clock);
            self.choice(&label, clock == self.chat.settings.clock, MenuAct::SetClock { clock })
        };
        self.choices("settings-clock-about", grid(TimeControl::CHOICES.map(choice).into()), SettingsPage::Main)
    }

    fn boards(&self) -> Post {
        let settings = &self.chat.settings;
        let choice = |policy| {
            let label = self.voice.word(policy_key(policy));
            vec![self.choice(&label, policy == settings.boards, MenuAct::SetBoards { policy })]
        };
        let mut rows: Rows = [BoardPolicy::Auto, BoardPolicy::AlwaysNew, BoardPolicy::AlwaysEdit].map(choice).into();
        // Alone with the bot the board is always turned to whoever moves.
        if self.chat.kind == ChatKind::Group {
            let on = !settings.turn_board;
            let label = self.voice.word("settings-turn-board");
            rows.push(vec![self.choice(&label, settings.turn_board, MenuAct::SetTurnBoard { on })]);
        }
        self.choices("settings-boards-about", rows, SettingsPage::Main)
    }

    fn theme(&self) -> Post {
        let choice = |theme| {
            self.choice(
                &self.voice.word(theme_key(theme)),
                theme == self.chat.settings.theme,
                MenuAct::SetTheme { theme },
            )
        };
        self.choices("settings-theme-about", grid(Theme::ALL.map(choice).into()), SettingsPage::Main)
    }

    fn counts_for(&self) -> Post {
        let choice = |counts_for: CountsFor| {
            let label = self.voice.word(&format!("stakes-{}", counts_for.name()));
            let chosen = counts_for == self.chat.settings.counts_for;
            vec![self.choice(&label, chosen, MenuAct::SetCountsFor { counts_for })]
        };
        self.choices("settings-stakes-about", CountsFor::ALL.map(choice).into(), SettingsPage::Main)
    }

    /// The language that is checked: in private the person's, else the chat's, else the one the page is written in.
    fn chosen_lang(&self) -> Lang {
        let own = self.person.filter(|_| self.chat.kind == ChatKind::Private).and_then(|person| person.settings.lang);
        own.or(self.chat.settings.lang).unwrap_or(self.voice.lang)
    }

    fn choice(&self, label: &str, chosen: bool, act: MenuAct) -> Button {
        button(if chosen { format!("✓ {label}") } else { label.to_owned() }, act)
    }

    fn choices(&self, title: &str, mut rows: Rows, back: SettingsPage) -> Post {
        rows.push(vec![button(self.voice.word("button-back"), MenuAct::Settings { page: back })]);
        Post::with_buttons(self.voice.markup(title, &Args::new()), rows)
    }
}

fn button(label: String, act: MenuAct) -> Button {
    Button::press(label, Press::Menu(act))
}

const fn lang_key(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "lang-en",
        Lang::ZhHans => "lang-zh-hans",
    }
}

const fn policy_key(policy: BoardPolicy) -> &'static str {
    match policy {
        BoardPolicy::Auto => "boards-auto",
        BoardPolicy::AlwaysNew => "boards-new",
        BoardPolicy::AlwaysEdit => "boards-edit",
    }
}

const fn theme_key(theme: Theme) -> &'static str {
    match theme {
        Theme::Faces => "theme-faces",
        Theme::Characters => "theme-characters",
    }
}
