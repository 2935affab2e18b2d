//! What a loss of chances is called.

use super::Chances;

/// What a move was like, seen from what was possible.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// None was better.
    Best,
    /// Others were hardly better.
    Fine,
    Slip,
    Blunder,
    /// The enemy's den stood open, one move away.
    MissedDen,
}

/// From which loss of chances on, in thousandths of a game, a move is called so.
///
/// Two searches of like positions differ by one or two hundredths for no reason: less than that tells nothing. A slip gives away a
/// tenth of a game, as much as having the first move a few times over; a blunder a quarter, which is half of what lies between an
/// even game and a lost one: an animal left standing for nothing, mostly.
const FROM: [(u16, Grade); 3] = [(250, Grade::Blunder), (100, Grade::Slip), (20, Grade::Fine)];

/// How fast accuracy falls with the loss of a move: a tenth of a game leaves 65 of 100, a quarter 34. The rate is that of the
/// curve lichess.org publishes (Lichess Accuracy metric), where it is 4.354 for a whole game.
const FALL: f64 = 4.354;

impl Grade {
    /// The best first.
    pub const ALL: [Grade; 5] = [Grade::Best, Grade::Fine, Grade::Slip, Grade::Blunder, Grade::MissedDen];

    /// What is called a slip at least, in thousandths of a game.
    pub(super) const SLIP: u16 = FROM[1].0;

    /// What a move is called that leaves `after` where `before` could be had, both for who moves.
    pub(super) fn of(before: Chances, after: Chances) -> Grade {
        let loss = before.above(after);
        FROM.into_iter().find(|&(from, _)| loss >= from).map_or(Grade::Best, |(_, grade)| grade)
    }

    /// The word of message keys and test data.
    pub const fn name(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Fine => "fine",
            Grade::Slip => "slip",
            Grade::Blunder => "blunder",
            Grade::MissedDen => "missed-den",
        }
    }
}

/// How well somebody played whose graded moves lost so much, in hundredths; `None` if nothing was graded.
pub(super) fn accuracy(losses: impl IntoIterator<Item = u16>) -> Option<u32> {
    let (mut sum, mut count) = (0.0, 0_u32);
    for loss in losses {
        sum += (-FALL * f64::from(loss) / 1000.0).exp();
        count += 1;
    }
    (count > 0).then(|| (100.0 * sum / f64::from(count)).round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_of_losses() {
        let cases = [
            (500, 495, Grade::Best),
            (500, 600, Grade::Best),
            (500, 470, Grade::Fine),
            (500, 401, Grade::Fine),
            (500, 390, Grade::Slip),
            (500, 250, Grade::Blunder),
            (1000, 980, Grade::Fine),
            (20, 0, Grade::Fine),
        ];
        for (before, after, grade) in cases {
            assert_eq!(Grade::of(Chances(before), Chances(after)), grade, "{before} {after}");
        }
        assert_eq!(Grade::of(Chances(Grade::SLIP), Chances(0)), Grade::Slip);
    }

    #[test]
    fn accuracy_is_a_mean() {
        assert_eq!(accuracy([]), None);
        assert_eq!(accuracy([0, 0]), Some(100));
        assert_eq!(accuracy([100]), Some(65));
        assert_eq!(accuracy([0, 1000]), Some(51));
    }
}
