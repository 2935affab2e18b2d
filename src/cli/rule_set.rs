//! The rule set, as the protocol and the command line name it: a variant, a preset, and options.

use crate::rules::{Setup, SetupError, State};

/// The option that names the variant.
pub const VARIANT: &str = "UCI_Variant";
/// The option that names a preset.
pub const PRESET: &str = "Preset";

/// Sets the variant, a preset or one option; names and values are compared without regard to case.
pub fn set(setup: &mut Setup, name: &str, value: &str) -> Result<(), SetupError> {
    if name.eq_ignore_ascii_case(VARIANT) {
        *setup = Setup::standard(value.parse()?);
    } else if name.eq_ignore_ascii_case(PRESET) {
        *setup = Setup::preset(setup.variant(), value)?;
    } else {
        setup.set(name, value)?;
    }
    Ok(())
}

/// A position on the command line.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArgs {
    /// The position, instead of the starting one
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    #[command(flatten)]
    rules: RuleArgs,
}

/// A rule set on the command line.
#[derive(Clone, Debug, clap::Args)]
pub struct RuleArgs {
    /// The game, such as jungle
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// A rule, such as Order=dog or Preset=hall; may be given several times
    #[arg(long, value_name = "NAME=VALUE")]
    option: Vec<String>,
}

impl PositionArgs {
    /// The position meant, or a sentence that says what is wrong.
    pub fn state(&self) -> Result<State, String> {
        let setup = self.rules.setup().map_err(|error| error.to_string())?;
        match &self.fen {
            Some(fen) => setup.from_fen(fen).map_err(|error| error.to_string()),
            None => Ok(setup.start()),
        }
    }
}

impl RuleArgs {
    /// The rule set meant.
    pub fn setup(&self) -> Result<Setup, SetupError> {
        let mut setup = Setup::default();
        if let Some(variant) = &self.variant {
            set(&mut setup, VARIANT, variant)?;
        }
        for option in &self.option {
            let (name, value) = option.split_once('=').ok_or_else(|| SetupError::NotAPair(option.clone()))?;
            set(&mut setup, name.trim(), value.trim())?;
        }
        Ok(setup)
    }
}
