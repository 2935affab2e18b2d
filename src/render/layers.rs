//! What lies on which square of a scene, over the empty board, and in which tray.

use super::art::Art;
use super::piece::{Look, Token};
use super::scene::{Scene, Target};
use super::sprites::Sprite;
use crate::rules::{Cell, Color, Piece, Seat, Square, Terrain};

/// The sprites with their squares, lowest first: who controls what, the last move, the choice, cards and pieces, ways and
/// destinations, prohibitions.
///
/// Yellow is history, white with ink is what may be done now, and every mark differs by its shape as well as its color.
pub fn layers(scene: &Scene) -> Vec<(Square, Sprite)> {
    let mut layers = Vec::new();
    let mut put = |square, art| layers.push((square, Sprite::Art(art)));
    for color in Color::BOTH {
        let tint = Art::of(color, Art::ControlRed, Art::ControlBlue);
        scene.view.control[color.index()].into_iter().for_each(|square| put(square, tint));
    }
    if let Some((from, to)) = scene.last {
        // What was turned or put down came from nowhere.
        let from = (from != to).then_some((from, Art::Paw));
        for (square, figure) in from.into_iter().chain([(to, Art::Corners)]) {
            put(square, Art::Last);
            // A destination's mark has the square to itself.
            if !is_target(scene, square) {
                put(square, figure);
            }
        }
    }
    let victor = victor(scene);
    if let Some(square) = victor {
        put(square, Art::Rays);
    }
    if let Some(square) = scene.chosen {
        put(square, Art::Chosen);
    }
    scene.view.face_down.into_iter().for_each(|square| put(square, Art::Card));
    layers.extend(pieces(scene));
    if let Some(square) = victor {
        layers.push((square, Sprite::Art(Art::Crown)));
    }
    layers.extend(scene.targets.iter().flat_map(|target| way(scene, target)));
    layers.extend(scene.forbidden.iter().map(|&square| {
        // A cross over a face would hide it: on a piece it goes into a corner.
        let art = if is_covered(scene, square) { Art::ForbiddenPiece } else { Art::Forbidden };
        (square, Sprite::Art(art))
    }));
    layers
}

/// What lies in this seat's tray: the pouch with the mark of its color, if that is decided, and the sprites of every animal.
pub fn in_tray(scene: &Scene, seat: Seat) -> (Sprite, Vec<Vec<Sprite>>) {
    let color = scene.view.colors[seat.index()];
    let pouch = color.map_or(Art::Pouch, |color| Art::of(color, Art::PouchRed, Art::PouchBlue));
    let hand = scene.view.hands.as_ref().map_or(&[][..], |hands| &hands[seat.index()]);
    // Of several alike one is marked.
    let held = hand.iter().position(|&piece| scene.held == Some((seat, piece)));
    let sprites = |(n, &piece): (usize, &Piece)| {
        let chosen = (held == Some(n)).then_some(Sprite::Art(Art::Chosen));
        let token = Token { piece, owner: color.unwrap_or(piece.color), theme: scene.theme };
        chosen.into_iter().chain([Sprite::Token(token)]).collect()
    };
    (Sprite::Art(pouch), hand.iter().enumerate().map(sprites).collect())
}

fn is_target(scene: &Scene, square: Square) -> bool {
    scene.targets.iter().any(|target| target.square == square)
}

/// A piece of the side whose piece is being picked stands there: one to be helped, not taken.
fn is_friend(scene: &Scene, square: Square) -> bool {
    let owner = |square| scene.view.cell(square).map(|cell| cell.owner);
    scene.chosen.is_some_and(|chosen| owner(chosen) == owner(square))
}

/// A piece stands there, or a card lies there.
fn is_covered(scene: &Scene, square: Square) -> bool {
    scene.view.cell(square).is_some() || scene.view.face_down.contains(square)
}

/// An animal in the enemy's den has won the game.
fn victor(scene: &Scene) -> Option<Square> {
    let view = &scene.view;
    view.squares().find(|&square| match (view.cell(square), view.terrain(square)) {
        (Some(cell), Terrain::Den(owner)) => cell.owner != owner,
        _ => false,
    })
}

fn pieces(scene: &Scene) -> impl Iterator<Item = (Square, Sprite)> + '_ {
    scene.view.squares().filter_map(|square| {
        let Cell { piece, owner, strength, weakened, machine } = scene.view.cell(square)?;
        let target = is_target(scene, square) && !is_friend(scene, square);
        let theme = scene.theme;
        Some((square, Sprite::Piece(Look { piece, owner, theme, strength, weakened, machine, target })))
    })
}

/// The marks of a destination: dots on the squares a jump crosses, and what awaits at the end. A piece that is taken is ringed
/// already, there or on the way.
fn way(scene: &Scene, target: &Target) -> Vec<(Square, Sprite)> {
    let to = target.square;
    let mut marks = Vec::new();
    if let (true, Some(from)) = (target.jump, scene.chosen) {
        marks.extend(path(from, to).filter(|&(square, _)| !is_target(scene, square)));
    }
    let mark = match scene.view.cell(to) {
        None => Some(if target.jump { Art::Jump } else { Art::Step }),
        Some(_) => is_friend(scene, to).then_some(Art::StepPiece),
    };
    marks.extend(mark.map(|art| (to, Sprite::Art(art))));
    marks
}

/// Dots on the squares strictly between two of one file, rank or diagonal.
fn path(from: Square, to: Square) -> impl Iterator<Item = (Square, Sprite)> {
    let (files, ranks) = (to.file() as i8 - from.file() as i8, to.rank() as i8 - from.rank() as i8);
    // The drawing shows a way up, turned clockwise for the others. Half a turn of the board changes none of them.
    let eighths = match (files.signum(), ranks.signum()) {
        (0, _) => 0,
        (_, 0) => 2,
        (right, up) if right == up => 1,
        _ => 3,
    };
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let steps = if straight { files.abs().max(ranks.abs()) } else { 0 };
    let square = move |n: i8| from.offset(files.signum() * n, ranks.signum() * n);
    (1..steps).filter_map(square).map(move |square| (square, Sprite::Turned(Art::JumpPath, eighths)))
}
