//! `doushou render`: a picture of a position.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use super::rule_set::PositionArgs;
use super::{EXIT_START, fail};
use crate::render::{Advice, Arrow, Renderer, Scene, Target, Theme};
use crate::rules::{ChoiceKind, Move, Orientation, Square};

#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// The move just made, such as a3a4
    #[arg(long, value_name = "MOVE")]
    last: Option<Move>,
    /// The animal to pick: marks its square and where it may go
    #[arg(long, value_name = "SQUARE")]
    select: Option<Square>,
    /// A move to mark as played (yellow, dashed)
    #[arg(long, value_name = "MOVE")]
    played: Option<Move>,
    /// A move to mark as better (white)
    #[arg(long, value_name = "MOVE")]
    better: Option<Move>,
    /// Whose side is at the bottom: first or second
    #[arg(long, default_value = "first", value_parser = orientation)]
    orientation: Orientation,
    /// The look of the pieces: faces or characters
    #[arg(long, default_value = "faces", value_parser = theme)]
    theme: Theme,
    /// The PNG file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub fn run(args: Args) -> ExitCode {
    let scene = match scene(&args) {
        Ok(scene) => scene,
        Err(error) => return fail(EXIT_START, &error),
    };
    let png = Renderer::new().png(&scene);
    match fs::write(&args.output, &png) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(1, &format!("the picture could not be written to {}: {error}", args.output.display())),
    }
}

/// What the picture shows, or a sentence that says what is wrong.
fn scene(args: &Args) -> Result<Scene, String> {
    let state = args.position.state()?;
    let mut scene = Scene::plain(state.view(), args.orientation, args.theme);
    scene.last = args.last.map(|mv| (mv.origin().unwrap_or(mv.goal()), mv.goal()));
    let advised = [(args.played, Advice::Played), (args.better, Advice::Better)];
    scene.arrows = advised.into_iter().filter_map(|(mv, advice)| Some(Arrow::of(mv?, advice))).collect();
    if let Some(square) = args.select {
        let first = state.choices("");
        let chosen = first.iter().find(|choice| choice.square == Some(square));
        let chosen = chosen.ok_or_else(|| format!("no animal of the side to move can go from {square}"))?;
        let choices = state.choices(&chosen.prefix);
        let forbidden = choices.iter().filter(|choice| matches!(choice.kind, ChoiceKind::Forbidden { .. }));
        scene.chosen = Some(square);
        scene.targets = choices.iter().flat_map(Target::of).collect();
        scene.forbidden = forbidden.filter_map(|choice| choice.square).collect();
    }
    Ok(scene)
}

pub(super) fn orientation(word: &str) -> Result<Orientation, String> {
    match word {
        "first" => Ok(Orientation::First),
        "second" => Ok(Orientation::Second),
        _ => Err("it takes: first, second".to_owned()),
    }
}

pub(super) fn theme(word: &str) -> Result<Theme, String> {
    Theme::from_name(word).ok_or_else(|| format!("it takes: {}", Theme::ALL.map(Theme::name).join(", ")))
}
