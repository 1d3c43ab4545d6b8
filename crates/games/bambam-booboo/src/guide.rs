//! What a newcomer is told: what wins, what to do now, and why something cannot be picked.

use crate::draw::{Named, named};
use crate::options::Slides;
use crate::state::heap::{owner, slots_of};
use crate::state::{Phase, State};

/// What wins.
pub(crate) const GOAL: &str = "Build a 2 × 4 block from four of your tiles. At least two of them must lie \
    across its length.";

/// What is asked of the seat to act after these picks. `passes` says that it can only pass.
pub(crate) fn status(slides: Slides, view: &State, picks: &[&str], passes: bool) -> &'static str {
    let came_home = view.gone() & slots_of(view.to_act()) != 0;
    match (view.phase(), picks) {
        (Phase::Over, _) => "The game is over.",
        (Phase::First, _) => "Lay the first tile on the mark.",
        (Phase::Place, _) if came_home => {
            "Some tiles are back in your hand. Place one, horizontally or vertically."
        }
        (Phase::Place, _) => "Place a tile, horizontally or vertically.",
        (Phase::Slide, []) => match (slides, passes) {
            (Slides::Own, true) => "None of your tiles can slide: pass.",
            (Slides::Own, false) => "Choose one of your tiles to slide.",
            (Slides::Any, true) => "No tile can slide: pass.",
            (Slides::Any, false) => "Choose a tile to slide, yours or your opponent’s.",
        },
        (Phase::Slide, [_]) => "Choose its new place; you can rotate it.",
        (Phase::Slide, _) => "Choose the group that stays. The other tiles go back to their owners’ hands.",
    }
}

/// Why nothing can be done with the last pick; `None` where there is nothing to say. `stuck` says of a slot
/// that its tile has no slide.
pub(crate) fn why_not(
    slides: Slides,
    view: &State,
    picks: &[&str],
    stuck: impl Fn(usize) -> bool,
) -> Option<String> {
    let slidable = view.heap().slidable(slides, view.to_act());
    let (last, before) = picks.split_last()?;
    let (seat_is_own, on_table) = match named(last) {
        Some(Named::Slot(slot)) => {
            let on_table = view.heap().on() & 1 << slot != 0;
            if slidable & 1 << slot != 0 && view.phase() == Phase::Slide && before.is_empty() {
                return stuck(slot).then(|| "This tile can’t slide anywhere.".to_owned());
            }
            (owner(slot) == view.to_act(), on_table)
        }
        Some(Named::Target(_)) => return None,
        None => (last.strip_prefix("felt-")? == view.to_act().to_string(), false),
    };
    let in_hand = view.hands()[view.to_act().index()];
    Some(match (view.phase(), seat_is_own, on_table) {
        (Phase::Over, ..) => "The game is over.".to_owned(),
        (Phase::Slide, false, true) if slides == Slides::Any => return None,
        (_, false, true) => "This tile is your opponent’s.".to_owned(),
        (_, false, false) => "These tiles are your opponent’s.".to_owned(),
        (Phase::First | Phase::Place, true, true) => match in_hand {
            1 => "You slide once your hand is empty: place your last tile first.".to_owned(),
            n => format!("You slide once your hand is empty: place your {n} tiles first."),
        },
        (Phase::First | Phase::Place, true, false) => {
            "Your next tile comes from here. Choose its place on the table.".to_owned()
        }
        (Phase::Slide, true, false) => "You have no tile in hand. Slide one on the table.".to_owned(),
        (Phase::Slide, true, true) => return None,
    })
}

/// The id of the section of the rules that matters now.
pub(crate) fn topic(view: &State) -> &'static str {
    match view.phase() {
        Phase::First | Phase::Place if view.gone() != 0 => "groups",
        Phase::First | Phase::Place => "placing",
        Phase::Slide => "sliding",
        Phase::Over => "forms",
    }
}
