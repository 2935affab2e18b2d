//! The options of the 7×9 family, and the presets made of them.

use crate::rules::{OptionInForce, SetupError};

/// The rule set in force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options;

impl Options {
    pub const STANDARD: Options = Options;
    pub const PRESET_NAMES: &'static [&'static str] = &["standard", "platform", "hall", "fox", "wiki", "leaflet"];

    pub fn preset(name: &str) -> Option<Options> {
        let _ = name;
        todo!()
    }

    pub fn preset_name(&self) -> Option<&'static str> {
        todo!()
    }

    pub fn list(&self) -> Vec<OptionInForce> {
        todo!()
    }

    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetupError> {
        let _ = (name, value);
        todo!()
    }
}
