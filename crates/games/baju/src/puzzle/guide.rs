//! What the player of the puzzle is asked, and why something cannot be done.

use super::rules::Puzzle;
use super::state::State;
use crate::guide::{Named, ask_move, in_hand, no_move, no_path};

/// What is asked after these picks.
pub(super) fn status(picks: &[&str]) -> String {
    in_hand(picks).map_or_else(|| "Choose a button to swap.".into(), ask_move)
}

/// Why nothing can be done with the last of the picks.
pub(super) fn why_not(puzzle: &Puzzle, state: &State, picks: &[&str]) -> Option<String> {
    let (last, before) = picks.split_last()?;
    let (named, layout) = (Named::read(last)?, state.layout());
    let to = named.space(layout)?;
    if state.is_solved() {
        return None;
    }
    if let Some(held) = in_hand(before) {
        let from = layout.space(held)?;
        let reached = from == to || layout.targets(puzzle.board(), from) & to.bit() != 0;
        return (!reached).then(|| no_path(held));
    }
    match named.button(layout) {
        Some(button) => (layout.targets(puzzle.board(), to) == 0).then(|| no_move(button)),
        None => Some("Choose a button first.".into()),
    }
}

/// The section of the rules that matters now.
pub(super) fn topic(state: &State) -> &'static str {
    if state.moves() == 0 || state.is_solved() { "goal" } else { "moving" }
}
