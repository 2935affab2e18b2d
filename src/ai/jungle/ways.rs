//! How far it is to each door of a den: eight bytes in one number, so that all doors are compared at once.

/// Farther than any way on the board.
pub const FAR: u8 = 60;

/// Steps to each door, a byte each; [`FAR`] where there is no such door or no way.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Ways(u64);

/// The most doors.
pub const DOORS: usize = size_of::<Ways>();

/// The highest bit of each byte: no byte comes near it.
const HIGH: u64 = of(0x80);

impl Ways {
    pub const FAR: Ways = Ways(of(FAR));

    /// The ways of so many steps, at most [`FAR`] each.
    pub const fn new(steps: [u8; DOORS]) -> Ways {
        Ways(u64::from_ne_bytes(steps))
    }

    /// To each door the shorter way of two.
    pub const fn or_shorter(self, other: Ways) -> Ways {
        self.unless(not_less(self.0, other.0), other)
    }

    /// The ways of raiders that no guard closes in time to take the raider on the door, and [`FAR`] for the others; `ahead` is 1
    /// if the raiders are to move, 0 if the guards are.
    pub const fn unless_guarded(self, guards: Ways, ahead: u8) -> Ways {
        Ways::FAR.unless(not_less(guards.0 + of(ahead), self.0 + of(2)), self)
    }

    /// The steps of the shortest.
    pub const fn shortest(self) -> u8 {
        let halves = self.or_shorter(Ways(self.0.rotate_right(32)));
        let quarters = halves.or_shorter(Ways(halves.0.rotate_right(16)));
        quarters.or_shorter(Ways(quarters.0.rotate_right(8))).0 as u8
    }

    /// These ways, the other ones where the bytes of a mask are full.
    const fn unless(self, mask: u64, other: Ways) -> Ways {
        Ways(self.0 & !mask | other.0 & mask)
    }
}

/// The same byte eight times.
const fn of(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; DOORS])
}

/// A full byte wherever a byte is not less than another one.
const fn not_less(bytes: u64, others: u64) -> u64 {
    // The bit lent to each byte is there still where the difference did not need it, and keeps it from borrowing elsewhere.
    ((((bytes | HIGH) - others) & HIGH) >> 7) * 0xff
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Dice;

    #[test]
    fn all_doors_are_compared_as_each_would_be() {
        let mut dice = Dice(1);
        let mut steps = || [(); DOORS].map(|()| [0, 1, 2, 3, 4, 5, 59, FAR][(dice.roll() % 8) as usize]);
        let mut differing = 0;
        for _ in 0..10_000 {
            let (a, b) = (steps(), steps());
            let each = |choose: &dyn Fn(u8, u8) -> u8| Ways::new(std::array::from_fn(|door| choose(a[door], b[door])));
            let free = |ahead: u8| each(&|raider, guard| if guard + ahead > raider + 1 { raider } else { FAR });
            assert_eq!(Ways::new(a).or_shorter(Ways::new(b)), each(&u8::min), "{a:?} {b:?}");
            assert_eq!(Ways::new(a).unless_guarded(Ways::new(b), 0), free(0), "{a:?} {b:?}");
            assert_eq!(Ways::new(a).unless_guarded(Ways::new(b), 1), free(1), "{a:?} {b:?}");
            assert_eq!(Some(Ways::new(a).shortest()), a.into_iter().min(), "{a:?}");
            differing += u32::from(free(0) != free(1));
        }
        assert!(differing > 1_000, "the move matters: {differing}");
    }
}
