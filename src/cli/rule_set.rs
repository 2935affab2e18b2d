//! The rule set, as the protocol and the command line name it: a variant, a preset, and options.

use crate::rules::{Setup, SetupError, Variant};

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

/// A rule set from `--variant` and `--option name=value`.
pub fn from_args(variant: Option<&str>, options: &[String]) -> Result<Setup, SetupError> {
    let mut setup = match variant {
        Some(variant) => Setup::standard(variant.parse::<Variant>()?),
        None => Setup::default(),
    };
    for option in options {
        let (name, value) = option.split_once('=').ok_or_else(|| SetupError::NotAPair(option.clone()))?;
        set(&mut setup, name.trim(), value.trim())?;
    }
    Ok(setup)
}
