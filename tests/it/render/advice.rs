//! What the coach shows: how a game went, and moves as arrows.

use doushou::render::{Advice, Arrow, Balance, Renderer, Scene, Theme};
use doushou::rules::{Color, Dice, Move, Orientation, Setup, Variant};

use super::{fault, view};

/// A game of so many plies that goes to and fro, and in the end to the side below.
fn balance(plies: usize, above: Option<Color>, marks: &[usize]) -> Balance {
    let mut dice = Dice(11);
    let mut points = vec![500_i32];
    for ply in 0..plies {
        let drift = if 3 * ply < 2 * plies { 6 } else { -40 };
        let step = (dice.roll() % 161) as i32 - 80 + drift;
        points.push((points[ply] + step).clamp(0, 1000));
    }
    Balance { points: points.into_iter().map(|value| value as u16).collect(), above, marks: marks.to_vec() }
}

#[test]
fn golden_balances() {
    let renderer = Renderer::new();
    let balances = [
        ("balance", balance(60, Some(Color::Red), &[7, 23, 48])),
        ("balance-long", balance(300, None, &[1, 150, 300])),
    ];
    let faults: Vec<String> =
        balances.into_iter().filter_map(|(name, it)| fault(name, &renderer.picture(&it.into()))).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Arrows of every kind: between neighbors, over a river, on and on, and around one square.
#[test]
fn golden_arrows() {
    let renderer = Renderer::new();
    let arrow = |text: &str, advice| Arrow::of(text.parse::<Move>().expect("a move"), advice);
    let jungle = Scene {
        arrows: vec![
            arrow("c3c4", Advice::Better),
            arrow("e5d5", Advice::Played),
            arrow("g1g2", Advice::Played),
            arrow("g9c9", Advice::Better),
            arrow("a7a3", Advice::Played),
        ],
        ..Scene::plain(view("l5t/3d3/T1e2w1/2r4/4R2/6p/2W1E2/1C2P2/6L r"), Orientation::First, Theme::Faces)
    };
    let flip = Scene {
        arrows: vec![arrow("@b2", Advice::Played), arrow("@c3", Advice::Better)],
        ..Scene::plain(Setup::standard(Variant::Flip).start().view(), Orientation::First, Theme::Faces)
    };
    let faults: Vec<String> = [("arrows", jungle), ("arrows-around", flip)]
        .into_iter()
        .filter_map(|(name, scene)| fault(name, &renderer.png(&scene)))
        .collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
