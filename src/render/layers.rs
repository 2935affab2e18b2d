//! What lies on which square of a scene, over the empty board.

use super::art::Art;
use super::scene::{Scene, Target};
use super::sprites::{Look, Sprite};
use crate::rules::{Bitboard, Cell, Square, Terrain};

/// The sprites with their squares, lowest first: the last move, the choice, pieces, ways and destinations, prohibitions.
///
/// Yellow is history, white with ink is what may be done now, and every mark differs by its shape as well as its color.
pub fn layers(scene: &Scene) -> Vec<(Square, Sprite)> {
    let mut layers = Vec::new();
    let mut put = |square, art| layers.push((square, Sprite::Art(art)));
    if let Some((from, to)) = scene.last {
        for (square, figure) in [(from, Art::Paw), (to, Art::Corners)] {
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
    layers.extend(pieces(scene));
    if let Some(square) = victor {
        layers.push((square, Sprite::Art(Art::Crown)));
    }
    layers.extend(scene.targets.iter().flat_map(|target| way(scene, target)));
    layers.extend(scene.forbidden.iter().map(|&square| {
        // A cross over a face would hide it: on a piece it goes into a corner.
        let art = if scene.view.cell(square).is_some() { Art::ForbiddenPiece } else { Art::Forbidden };
        (square, Sprite::Art(art))
    }));
    layers
}

fn is_target(scene: &Scene, square: Square) -> bool {
    scene.targets.iter().any(|target| target.square == square)
}

/// An animal in the enemy's den has won the game.
fn victor(scene: &Scene) -> Option<Square> {
    let view = &scene.view;
    view.squares().find(|&square| match (view.cell(square), view.terrain(square)) {
        (Some(cell), Terrain::Den(owner)) => cell.piece.color != owner,
        _ => false,
    })
}

fn pieces(scene: &Scene) -> impl Iterator<Item = (Square, Sprite)> + '_ {
    scene.view.squares().filter_map(|square| {
        let Cell { piece, strength, weakened, .. } = scene.view.cell(square)?;
        let target = is_target(scene, square);
        Some((square, Sprite::Piece(Look { piece, theme: scene.theme, strength, weakened, target })))
    })
}

/// The marks of a destination: dots on the squares a jump crosses, and what awaits at the end. A piece there is ringed already.
fn way(scene: &Scene, target: &Target) -> Vec<(Square, Sprite)> {
    let to = target.square;
    let mut marks = Vec::new();
    if let (true, Some(from)) = (target.jump, scene.chosen) {
        let level = from.rank() == to.rank();
        let path = Sprite::Turned(Art::JumpPath, u8::from(level));
        marks.extend(Bitboard::between(from, to).into_iter().map(|square| (square, path)));
    }
    if scene.view.cell(to).is_none() {
        marks.push((to, Sprite::Art(if target.jump { Art::Jump } else { Art::Step })));
    }
    marks
}
