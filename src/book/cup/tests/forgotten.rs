//! Whoever is forgotten is out of a cup, and it goes on.

use super::*;

fn forgets(cup: &mut Cup, who: PersonId) -> Vec<Event> {
    cup.does(Actor::Person { id: who, admin: false }, Command::Forget, 1)
}

/// Nobody is asked to play against an empty place: every board that waits for a table has somebody on both sides.
fn assert_no_ghosts(cup: &Cup) {
    for (at, game, board) in cup.boards().filter(|(_, _, board)| board.verdict.is_none()) {
        for crew in cup.crews(game, board) {
            assert!(!crew.is_empty() && !crew.contains(&PersonId::FORGOTTEN), "{at:?} waits for nobody");
        }
    }
}

#[test]
fn before_the_start_they_are_off_the_list_and_the_next_is_organizer() {
    let mut cup = open(Field::Singles, Form::League { legs: 1 });
    for person in [ORGANIZER.0, 1, 2] {
        cup.does(player(person), Command::Join(Seek::Alone), 0);
    }
    assert_eq!(forgets(&mut cup, ORGANIZER), [Event::Unlisted, Event::TookOver]);
    assert_eq!((cup.entries.len(), cup.organizer), (2, PersonId(1)));
    assert_eq!(forgets(&mut cup, ORGANIZER), [], "once more, after a crash");
    cup.does(player(1), Command::Start, 0);

    // Where nobody is on the list, nobody has a cup to take over.
    let mut empty = open(Field::Singles, Form::Knockout);
    assert_eq!(forgets(&mut empty, ORGANIZER), [Event::CalledOff]);
}

#[test]
fn in_the_middle_they_have_left() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 4);
    cup.seat_all();
    let leaver = cup.entries[0].members[0];
    let left = cup.handle(Actor::Person { id: leaver, admin: false }, Command::Leave, at(1)).expect("they may leave");
    assert_eq!(forgets(&mut cup, leaver), left.events);
    assert_eq!(forgets(&mut cup, leaver), [], "once more, after a crash");
    cup.play(|cup, _| {
        assert_no_ghosts(cup);
        Outcome::Draw
    });
    assert_eq!(cup.standings().iter().map(|row| row.points).sum::<u32>(), 2 * 3, "three are left");
}

#[test]
fn an_organizer_who_plays_leaves_the_cup_to_somebody_who_is_there() {
    let mut cup = started(Field::Singles, Form::League { legs: 1 }, 4);
    cup.does(Actor::Person { id: cup.entries[0].members[0], admin: true }, Command::TakeOver, 1);
    let gone = cup.entries[1].members[0];
    cup.does(Actor::Person { id: gone, admin: false }, Command::Leave, 1);
    let organizer = cup.organizer;
    forgets(&mut cup, organizer);
    assert_eq!(cup.organizer, cup.entries[2].members[0], "the first who has not left");
    cup.does(Actor::Person { id: cup.organizer, admin: false }, Command::Pause { why: String::new() }, 1);
    // Paused, it does not end by itself with one player left: but when the last of them goes too.
    for entry in [2, 3] {
        assert!(cup.is_live());
        let who = cup.entries[entry].members[0];
        forgets(&mut cup, who);
    }
    assert_eq!(cup.stage, Stage::CalledOff);
}

#[test]
fn a_team_plays_on_without_a_member() {
    let mut cup = started(Field::Boards, Form::League { legs: 2 }, 3);
    cup.seat_all();
    let (_, first, _) = cup.boards().next().expect("a board");
    let team = first.home;
    let captain = cup.entries[team].members[0];
    let events = forgets(&mut cup, captain);
    assert!(events.contains(&Event::Vacated { entry: team }));
    assert_eq!(cup.entries[team].left, None);
    let (_, game, board) = cup.boards().next().expect("a board");
    assert_eq!(board.verdict.map(|verdict| (verdict.score, verdict.how)), Some((Score::Away, How::Forfeit)));
    assert!(game.boards[1..].iter().all(|board| board.verdict.is_none()), "the others play on");
    assert_eq!(forgets(&mut cup, captain), [], "once more, after a crash");

    // The next of the team speaks for it, and a referee may let somebody else have the empty place.
    let next = cup.entries[team].members[1];
    let last = Actor::Person { id: cup.entries[team].members[2], admin: false };
    assert_eq!(cup.refuses(last, Command::Leave), Refusal::CaptainOnly { captain: next });
    let mut replaced = cup.clone();
    let by = PersonId(555);
    replaced.does(organizer(), Command::Replace { entry: team, member: 0, by, why: String::new() }, 1);
    replaced.play(|cup, _| {
        assert_no_ghosts(cup);
        Outcome::Win(Seat::First)
    });
    let played = replaced.boards().filter(|(_, game, board)| replaced.crews(game, board).concat().contains(&by));
    assert!(played.filter(|(_, _, board)| board.verdict.is_some_and(|verdict| verdict.how == How::Played)).count() > 1);

    cup.play(|cup, _| {
        assert_no_ghosts(cup);
        Outcome::Win(Seat::First)
    });
    let lost = |(_, game, board): &(At, &Match, &Board)| {
        let verdict = board.verdict.expect("it is over");
        let side = if game.home == team { Score::Away } else { Score::Home };
        board.member == 0 && verdict.how == How::Forfeit && verdict.score == side
    };
    assert_eq!(cup.boards().filter(lost).count(), 4, "their board of every match");
}

#[test]
fn a_team_of_which_nobody_is_left_has_left() {
    for field in [Field::Boards, Field::Consultation] {
        let mut cup = started(field, Form::League { legs: 1 }, 2);
        cup.seat_all();
        let members = cup.entries[0].members.clone();
        for member in &members[..2] {
            forgets(&mut cup, *member);
            assert_no_ghosts(&cup);
        }
        let (_, game, board) = cup.boards().next().expect("a board");
        if field == Field::Consultation {
            let crews = cup.crews(game, board);
            assert!(crews.contains(&vec![members[2]]), "{crews:?}");
        }
        assert!(cup.is_live());
        let events = forgets(&mut cup, members[2]);
        assert!(matches!(events[0], Event::Left { entry: 0, .. }), "{events:?}");
        assert_eq!(cup.stage, Stage::Over);
    }
}
