//! Laws of time: whatever happens in whatever order, nobody loses the same moment twice, and a flag falls once.

use doushou::book::TimeControl;
use doushou::people::{Limits, PersonId, Time};
use doushou::referee::{
    Actor, Command, Draft, Event, Finish, Game, Moment, OfferId, OfferKind, Player, Refusal, Stage, Table,
};
use doushou::rules::{Chance, EndReason, Seat, Setup};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::script::{ID, PLACE};

const PEOPLE: [PersonId; 2] = [PersonId(1), PersonId(2)];

#[derive(Clone, Debug)]
enum Step {
    /// Time goes by.
    Wait(i64),
    /// The side to move plays.
    Move(Index),
    /// The timer rings, whether something is due or not.
    Tick,
    /// The bot dies, and comes back after so long.
    Down(i64),
    /// The side not to move asks for its last move, and gets it.
    TakeBack,
    /// A referee stops the clock for so long.
    Pause(i64),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let millis = || prop_oneof![3 => 0..900i64, 1 => 0..20_000i64];
    vec(
        prop_oneof![
            4 => millis().prop_map(Step::Wait),
            4 => any::<Index>().prop_map(Step::Move),
            3 => Just(Step::Tick),
            2 => millis().prop_map(Step::Down),
            1 => Just(Step::TakeBack),
            1 => millis().prop_map(Step::Pause),
        ],
        1..120,
    )
}

fn controls() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        (1..20_000i64, 0..2_000i64).prop_map(|(base, increment)| TimeControl::Total { base, increment }),
        (1..5_000i64).prop_map(|each| TimeControl::PerMove { each }),
    ]
}

/// What a second bookkeeper writes down, who counts every millisecond in which somebody was to move and could.
struct Book {
    control: TimeControl,
    left: [i64; 2],
}

impl Book {
    fn goes_by(&mut self, seat: Seat, millis: i64) {
        self.left[seat.index()] -= millis;
    }

    fn moved(&mut self, seat: Seat) {
        if let TimeControl::Total { increment, .. } = self.control {
            self.left[seat.index()] += increment;
        }
    }

    fn turns_to(&mut self, seat: Seat) {
        if let TimeControl::PerMove { each } = self.control {
            self.left[seat.index()] = each;
        }
    }
}

fn game(table: &mut Table) -> &mut Game {
    match &mut table.stage {
        Stage::Game(game) => game,
        _ => panic!("a game stays one"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nobody_loses_time_twice_and_a_flag_falls_once(
        control in controls(),
        preset in prop::sample::select(vec!["standard", "hall", "flip"]),
        steps in steps(),
    ) {
        let limits = Limits::default();
        let setup = Setup::named(preset).unwrap_or_default();
        let draft = Draft { clock: control, ..Draft::new(setup, PEOPLE.map(Player::Person)) };
        let mut now = Time(1_000_000);
        let mut table = Table::game(ID, PLACE, draft, now);
        let mut book = Book { control, left: [control.full(); 2] };
        let mut late = [0; 2];
        let mut flags = 0;
        for step in steps {
            let seat = game(&mut table).state.to_move();
            let actor = |seat: Seat| Actor::Person { id: PEOPLE[seat.index()], username: None, admin: false };
            let ask = |table: &Table, actor: &Actor, command, now| {
                table.handle(actor, command, Moment::new(now, Chance(7), &limits))
            };
            match step {
                Step::Wait(millis) => {
                    now = now.plus(millis);
                    book.goes_by(seat, millis);
                }
                Step::Down(millis) => {
                    let alive = now;
                    now = now.plus(millis);
                    game(&mut table).credit(alive, now);
                }
                Step::Pause(millis) => {
                    if let Some(clock) = &mut game(&mut table).clock {
                        clock.stop(seat, now);
                        now = now.plus(millis);
                        prop_assert_eq!(clock.deadline(seat), None);
                        clock.resume(now);
                    }
                }
                Step::Move(which) => {
                    let state = &game(&mut table).state;
                    let legal = state.legal_moves();
                    let mut harmless = legal.clone();
                    harmless.retain(|&mv| {
                        let mut next = state.clone();
                        next.play(mv, Chance(7)).is_ok() && next.end().is_none()
                    });
                    if harmless.is_empty() {
                        return Ok(());
                    }
                    let turn = game(&mut table).turn();
                    let play = Command::Play { turn, mv: *which.get(&harmless), sure: true };
                    match ask(&table, &actor(seat), play, now) {
                        Ok(progress) => {
                            prop_assert!(book.left[seat.index()] >= 0, "a move after the deadline");
                            table = progress.table;
                            book.moved(seat);
                            book.turns_to(seat.other());
                        }
                        Err(refusal) => {
                            prop_assert_eq!(refusal, Refusal::TimeIsOver);
                            prop_assert!(book.left[seat.index()] < 0, "a move before the deadline");
                        }
                    }
                }
                Step::TakeBack => {
                    let asked = ask(&table, &actor(seat.other()), Command::Offer(OfferKind::Takeback), now);
                    let Ok(progress) = asked else { continue };
                    let number = game(&mut table).offers_made + 1;
                    let answer = Command::Answer { offer: OfferId(number), accept: true };
                    if let Ok(progress) = ask(&progress.table, &actor(seat), answer, now) {
                        table = progress.table;
                        book.turns_to(game(&mut table).state.to_move());
                    }
                }
                Step::Tick => match ask(&table, &Actor::Clock, Command::Expire, now) {
                    Ok(progress) => {
                        table = progress.table;
                        let over = book.left[seat.index()] <= -limits.flag_millis;
                        for event in &progress.events {
                            match event {
                                Event::TimeOut { seat: who, count } => {
                                    prop_assert!(over && *who == seat);
                                    late[seat.index()] += 1;
                                    prop_assert_eq!(*count, late[seat.index()]);
                                    prop_assert!(*count <= 3);
                                    book.turns_to(seat.other());
                                }
                                Event::Ended(end) if end.reason == EndReason::Clock => {
                                    prop_assert!(over && end.outcome.winner() == Some(seat.other()));
                                    flags += 1;
                                }
                                _ => {}
                            }
                        }
                        prop_assert!(!progress.events.is_empty());
                    }
                    Err(refusal) => {
                        prop_assert_eq!(refusal, Refusal::NotDue);
                        prop_assert!(book.left[seat.index()] > -limits.flag_millis, "the flag did not fall");
                    }
                },
            }
            let after = game(&mut table);
            if after.finish.is_some() {
                let again = ask(&table, &Actor::Clock, Command::Expire, now.plus(1_000_000));
                prop_assert_eq!(again.err(), Some(Refusal::Over));
                let by_clock = matches!(game(&mut table).finish, Some(Finish::End(end)) if end.reason == EndReason::Clock);
                prop_assert_eq!(usize::from(by_clock), flags);
                return Ok(());
            }
            prop_assert_eq!(after.thought.len(), after.plies.len());
            let to_move = after.state.to_move();
            let clock = after.clock.as_ref().expect("a clock");
            for seat in Seat::BOTH {
                let shown = clock.left(seat, seat == to_move, now);
                // A time for each move means something only in one's own turn.
                if seat == to_move || matches!(control, TimeControl::Total { .. }) {
                    prop_assert_eq!(shown, book.left[seat.index()].max(0), "{:?}", seat);
                }
            }
            prop_assert_eq!(flags, 0);
        }
    }
}
