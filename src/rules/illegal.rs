//! Why a move is refused, as data: which rule, which squares, which animals. The words live in the locale files.

use super::piece::Piece;
use super::square::Square;

/// Something a sentence about the rules mentions.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Fact {
    Square(Square),
    Piece(Piece),
    Number(u32),
}

/// The facts of a sentence by name, at most five.
pub type Facts = Vec<(&'static str, Fact)>;

impl From<Square> for Fact {
    fn from(square: Square) -> Fact {
        Fact::Square(square)
    }
}

impl From<Piece> for Fact {
    fn from(piece: Piece) -> Fact {
        Fact::Piece(piece)
    }
}

impl From<u32> for Fact {
    fn from(number: u32) -> Fact {
        Fact::Number(number)
    }
}

#[cfg(test)]
impl From<Fact> for Square {
    fn from(fact: Fact) -> Square {
        let Fact::Square(square) = fact else { panic!("{fact:?} is no square") };
        square
    }
}

#[cfg(test)]
impl From<Fact> for Piece {
    fn from(fact: Fact) -> Piece {
        let Fact::Piece(piece) = fact else { panic!("{fact:?} is no piece") };
        piece
    }
}

#[cfg(test)]
impl From<Fact> for u32 {
    fn from(fact: Fact) -> u32 {
        let Fact::Number(number) = fact else { panic!("{fact:?} is no number") };
        number
    }
}

/// Makes the refusals of a list: `Kind = "key" { field: Type, … }` with a sentence before each.
macro_rules! refusals {
    ($($(#[$doc:meta])* $kind:ident = $key:literal { $($field:ident: $type:ty),* })*) => {
        /// A refusal by the rules. Every kind has a key (`illegal-<key>` in the locale files) and the facts its sentence uses:
        /// the fields, by their names.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Illegal {
            $($(#[$doc])* $kind { $($field: $type),* },)*
        }

        impl Illegal {
            /// Every key, so that a test can see that each has its words.
            pub const KEYS: &'static [&'static str] = &[$($key),*];

            /// Which sentence says it.
            pub const fn key(&self) -> &'static str {
                match self {
                    $(Illegal::$kind { .. } => $key,)*
                }
            }

            /// One of each kind, with the facts that `fact` gives by name.
            #[cfg(test)]
            pub fn one_of_each(fact: impl Fn(&'static str) -> Fact) -> Vec<Illegal> {
                vec![$(Illegal::$kind { $($field: fact(stringify!($field)).into()),* }),*]
            }

            /// What the sentence mentions: the fields, by name.
            pub fn facts(&self) -> Facts {
                match *self {
                    $(Illegal::$kind { $($field),* } => vec![$((stringify!($field), Fact::from($field))),*],)*
                }
            }
        }
    };
}

refusals! {
    // In any game.
    /// The game has ended.
    GameOver = "game-over" {}
    /// Nobody stands there.
    EmptySquare = "empty-square" { from: Square }
    /// The animal is the opponent's.
    NotYourPiece = "not-your-piece" { piece: Piece, from: Square }
    /// An animal has to go somewhere.
    Stay = "stay" { piece: Piece, from: Square }
    /// This game knows no such move.
    NotInThisGame = "not-in-this-game" {}
    /// Nobody passes but the referee, when time has run out (rule 2.16).
    Pass = "pass" {}
    /// A flip cannot have turned up a piece that is on show already.
    SeenAlready = "seen-already" { piece: Piece }
    /// The board ends before this square.
    OffBoard = "off-board" { to: Square }

    // In the 7×9 family, and where it fits.
    /// No animal enters its own den (rule 2.9).
    OwnDen = "own-den" { piece: Piece, to: Square }
    /// An animal of one's own stands there.
    OwnPiece = "own-piece" { piece: Piece, target: Piece, to: Square }
    /// Only along files and ranks.
    Diagonal = "diagonal" { piece: Piece, from: Square, to: Square }
    /// One square at a time, and there is no river between to jump.
    TooFar = "too-far" { piece: Piece, from: Square, to: Square }
    /// Only the rat swims, and a jumper does not stop in the water.
    Water = "water" { piece: Piece, to: Square }
    /// No animal of the land takes a rat in the water.
    RatInWater = "rat-in-water" { piece: Piece, target: Piece, to: Square }
    /// Only lion and tiger jump.
    CannotJump = "cannot-jump" { piece: Piece, from: Square, to: Square }
    /// A jump starts on the bank, right beside the water.
    JumpFromBank = "jump-from-bank" { piece: Piece, from: Square, to: Square }
    /// A jump ends on the first square behind the water.
    JumpPastBank = "jump-past-bank" { piece: Piece, from: Square, to: Square }
    /// One river at a time.
    JumpTwoRivers = "jump-two-rivers" { piece: Piece, from: Square, to: Square }
    /// Under these rules a tiger jumps up and down the board only.
    TigerJump = "tiger-jump" { piece: Piece, from: Square, to: Square }
    /// A rat in the water is in the way, at `square`.
    JumpBlocked = "jump-blocked" { piece: Piece, from: Square, to: Square, rat: Piece, square: Square }
    /// The target is stronger.
    TooStrong = "too-strong" { piece: Piece, target: Piece, to: Square }
    /// An elephant does not take a rat (outside its own traps; rule 2.4).
    ElephantRat = "elephant-rat" { piece: Piece, target: Piece, to: Square }
    /// A rat in the water takes nothing on land: it has to step ashore first (rule 2.5).
    RatAshore = "rat-ashore" { piece: Piece, target: Piece, from: Square, to: Square }
    /// Rats do not take each other across the water's edge (rule 2.5).
    RatCross = "rat-cross" { piece: Piece, target: Piece, from: Square, to: Square }
    /// An animal in an enemy's trap takes nothing (rule 2.8).
    TrappedAttack = "trapped-attack" { piece: Piece, target: Piece, from: Square, to: Square }
    /// An animal beside it, the `guard` on `square`, would take the attacker back (rule 3.3).
    Guarded = "guarded" { piece: Piece, target: Piece, to: Square, guard: Piece, square: Square }
    /// Everybody goes one square at a time, and nobody jumps.
    StepsOnly = "steps-only" { piece: Piece, from: Square, to: Square }

    // Where cards lie face down.
    /// A card that is face down is neither entered nor taken (rule 3.1).
    FaceDown = "face-down" { to: Square }
    /// A card that is face down does not move: it is turned.
    TurnFirst = "turn-first" { from: Square }
    /// The card has been turned already.
    FaceUp = "face-up" { piece: Piece, to: Square }
    /// There is no card to turn.
    NoCard = "no-card" { to: Square }
    /// The animal has no move at all.
    Stuck = "stuck" { piece: Piece, from: Square }
    /// By these rules equals do not take each other (rule 3.1).
    Equal = "equal" { piece: Piece, target: Piece, to: Square }

    // In Dalian (rule 3.2).
    /// Equals are not taken but traded.
    TradeInstead = "trade-instead" { piece: Piece, target: Piece, to: Square }
    /// Only equals are traded.
    TradeEquals = "trade-equals" { piece: Piece, target: Piece, to: Square }
    /// Only neighbors are traded.
    TradeBeside = "trade-beside" { piece: Piece, from: Square, to: Square }
    /// Only the leopard takes from afar.
    OnlyLeopardFlies = "only-leopard-flies" { piece: Piece, target: Piece, to: Square }
    /// The leopard flies only to take.
    FlyToTake = "fly-to-take" { piece: Piece, to: Square }
    /// By these rules the leopard flies over exactly one square.
    FlyOverOne = "fly-over-one" { piece: Piece, from: Square, to: Square }
    /// By these rules the leopard flies over empty squares only, and something lies on `square`.
    FlyBlocked = "fly-blocked" { piece: Piece, to: Square, square: Square }
    /// The animal is not in the hand.
    NotInHand = "not-in-hand" { piece: Piece }
    /// An animal from the hand needs an empty square.
    Occupied = "occupied" { piece: Piece, target: Piece, to: Square }

    // In mecha (rule 3.7).
    /// Every machine has to be placed before one moves.
    PlaceFirst = "place-first" {}
    /// Machines are placed on their side's first two ranks.
    PlaceHome = "place-home" { piece: Piece, to: Square }
    /// A machine goes one square straight; only the nimble goes two.
    MachineStep = "machine-step" { piece: Piece, from: Square, to: Square }
    /// Two steps are not enough to get there.
    TwoStepsFar = "two-steps-far" { piece: Piece, from: Square, to: Square }
    /// Whichever way two steps took, somebody is in it.
    TwoStepsBlocked = "two-steps-blocked" { piece: Piece, from: Square, to: Square }
    /// Two steps end on an empty square: an attack is one step.
    TwoStepsAttack = "two-steps-attack" { piece: Piece, target: Piece, from: Square, to: Square }
    /// The machine has used its skill lately; for `count` turns, this one included, it has none.
    SkillPaused = "skill-paused" { piece: Piece, from: Square, count: u32 }
    /// The attacker's next attack is a strong one already.
    SkillInStore = "skill-in-store" { piece: Piece, from: Square }
    /// The machine cannot strengthen itself.
    SkillNone = "skill-none" { piece: Piece, from: Square }
    /// The machine repairs nobody.
    RepairNone = "repair-none" { piece: Piece, from: Square }
    /// The medic does not repair itself.
    RepairItself = "repair-itself" { piece: Piece, from: Square }
    /// Only a machine right beside is repaired.
    RepairBeside = "repair-beside" { piece: Piece, from: Square, to: Square }
    /// No machine of one's own stands there.
    RepairOwn = "repair-own" { piece: Piece, to: Square }
    /// The machine lacks no hit points.
    RepairFull = "repair-full" { target: Piece, to: Square }

    // To and fro, in the 7×9 family.
    /// The animal has entered the square `count` times in its side's last seven moves (rule 2.12).
    Ban73 = "ban-7-3" { piece: Piece, to: Square, count: u32 }
    /// The animal alone has moved seventeen times, within these `count` squares (rule 2.12).
    Ban175 = "ban-17-5" { piece: Piece, to: Square, count: u32 }

    // In primitive (rule 3.4).
    /// Nobody is taken by a step onto it: enemies are jumped.
    JumpToTake = "jump-to-take" { piece: Piece, target: Piece, to: Square }
    /// Neither a step nor a jump over one square leads so far.
    JumpTooFar = "jump-too-far" { piece: Piece, from: Square, to: Square }
    /// Nobody stands on the square jumped over.
    JumpOverNobody = "jump-over-nobody" { piece: Piece, from: Square, to: Square, square: Square }
    /// Only enemies are jumped; on `square` stands the mover's own `target`.
    JumpOverOwn = "jump-over-own" { piece: Piece, target: Piece, from: Square, to: Square, square: Square }
    /// The square behind the enemy `target` on `square` is taken.
    JumpNoRoom = "jump-no-room" { piece: Piece, target: Piece, from: Square, to: Square, square: Square }
    /// A sweep takes all the enemies there are: this one leaves `count`.
    SweepShort = "sweep-short" { piece: Piece, from: Square, count: u32 }
    /// A sweep does not end where it began.
    SweepHome = "sweep-home" { piece: Piece, from: Square }

    // In king (rule 3.8).
    /// Only a king enters the enemy's den.
    KingOnly = "king-only" { piece: Piece, to: Square }
    /// Nobody fights across the water's edge.
    WaterEdge = "water-edge" { piece: Piece, target: Piece, from: Square, to: Square }
    /// Off file and rank the elephant goes exactly two squares diagonally, between the ranks on its own side of the river.
    LeapHome = "leap-home" { piece: Piece, from: Square, to: Square }
    /// On the square between, `square`, stands the `target`.
    LeapBlocked = "leap-blocked" { piece: Piece, target: Piece, from: Square, to: Square, square: Square }
    /// Only elephant, lion and tiger jump the river.
    RiverJumpers = "river-jumpers" { piece: Piece, from: Square, to: Square }
    /// The river is jumped straight toward the enemy only, from the bank on one's own side.
    RiverForward = "river-forward" { piece: Piece, from: Square, to: Square }
    /// Lion and tiger jump over exactly `count` animals in a row, right beside them.
    LineJump = "line-jump" { piece: Piece, from: Square, to: Square, count: u32 }
    /// A jump takes only a weaker enemy.
    JumpWeaker = "jump-weaker" { piece: Piece, target: Piece, to: Square }

    // In pattern (rule 3.5).
    /// An animal in a trap of its own side is not taken.
    Immune = "immune" { piece: Piece, target: Piece, to: Square }
    /// Somebody on `square`, in between, keeps lion or tiger from taking.
    LeapBetween = "leap-between" { piece: Piece, from: Square, to: Square, square: Square }
    /// Somebody stands where leopard or wolf would come down.
    NoLanding = "no-landing" { piece: Piece, target: Piece, from: Square, to: Square }
    /// Somebody on `square` is in the dog's way, which has to be empty.
    RubBlocked = "rub-blocked" { piece: Piece, from: Square, to: Square, square: Square }
    /// A dog goes two squares only past somebody it takes.
    RubNothing = "rub-nothing" { piece: Piece, from: Square, to: Square }
    /// A rub does not pass through a den.
    RubDen = "rub-den" { piece: Piece, from: Square, to: Square }
    /// The bear takes in another way; and so on for the others.
    WayOfBear = "way-bear" { piece: Piece, from: Square, to: Square }
    WayOfElephant = "way-elephant" { piece: Piece, from: Square, to: Square }
    WayOfLion = "way-lion" { piece: Piece, from: Square, to: Square }
    WayOfTiger = "way-tiger" { piece: Piece, from: Square, to: Square }
    WayOfLeopard = "way-leopard" { piece: Piece, from: Square, to: Square }
    WayOfWolf = "way-wolf" { piece: Piece, from: Square, to: Square }
    WayOfDog = "way-dog" { piece: Piece, from: Square, to: Square }
    WayOfSnake = "way-snake" { piece: Piece, from: Square, to: Square }
}
