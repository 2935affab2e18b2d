//! What running out of time means (rule 2.16).

use super::TimeControl;
use crate::rules::{Setup, Variant};

/// What it means that a side's time has run out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum TimeOut {
    /// The side has lost.
    Loses,
    /// The referee passes its turn, or draws a lot where passing would not do, and counts: the fourth time it has lost.
    Passes,
}

impl TimeOut {
    /// The presets whose players are passed over (family A: the game hall's, and the face-down games that come with them).
    const PASSING: &'static [(Variant, &'static str)] = &[
        (Variant::Jungle, "hall"),
        (Variant::Jungle, "fox"),
        (Variant::Flip, "standard"),
        (Variant::Dalian, "standard"),
    ];

    /// What it means under this rule set. Whose time for all moves is over has none left to go on with: they lose in any case.
    pub fn of(setup: &Setup, control: TimeControl) -> TimeOut {
        let preset = setup.preset_name().map(|name| (setup.variant(), name));
        match control {
            TimeControl::PerMove { .. } if preset.is_some_and(|preset| TimeOut::PASSING.contains(&preset)) => {
                TimeOut::Passes
            }
            TimeControl::Unlimited | TimeControl::Total { .. } | TimeControl::PerMove { .. } => TimeOut::Loses,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_running_out_means_is_the_presets() {
        let each = TimeControl::PerMove { each: 60_000 };
        let total = TimeControl::Total { base: 1_200_000, increment: 0 };
        for &variant in Variant::ALL {
            for name in Setup::presets(variant) {
                let setup = Setup::preset(variant, name).expect("a listed preset");
                let passes = TimeOut::PASSING.contains(&(variant, name));
                let expected = if passes { TimeOut::Passes } else { TimeOut::Loses };
                assert_eq!(TimeOut::of(&setup, each), expected, "{variant} {name}");
                assert_eq!(TimeOut::of(&setup, total), TimeOut::Loses, "{variant} {name}");
            }
        }
        for &(variant, name) in TimeOut::PASSING {
            assert!(Setup::preset(variant, name).is_ok(), "{variant} {name}");
        }
        let mut own = Setup::preset(Variant::Jungle, "hall").expect("a listed preset");
        own.set("Equal", "both").expect("an option");
        assert_eq!(TimeOut::of(&own, each), TimeOut::Loses, "rules of one's own");
    }
}
