//! The puzzle as numbers, for programs that learn.

use super::action::Action;
use super::rules::Puzzle;
use super::state::State;
use super::view::View;
use crate::pieces::{SPACES, Space};
use bagatelle_core::Viewer;
use bagatelle_core::encoding::{Encoded, Floats, Part};

impl Encoded for Puzzle {
    const NUMBERING: &'static str = "\
Spaces are numbered in reading order, 0 to 15. The button on space f moves to space t: 16 f + t.";
    const PARTS: &'static [Part] = &[
        Part {
            name: "buttons",
            shape: &[SPACES, SPACES],
            about: "by space (in reading order) and button (white 1 to 8, black 1 to 8): 1 where the button \
                lies",
        },
        Part { name: "goal", shape: &[4], about: "1 for the goal that is played for, 1 to 4" },
        Part { name: "moves", shape: &[], about: "how many moves were made" },
    ];

    fn numbers(&self) -> u32 {
        (SPACES * SPACES) as u32
    }

    fn number(&self, _state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        out.extend(actions.iter().map(|action| (action.from.index() * SPACES + action.to.index()) as u32));
    }

    fn encode(&self, view: &View, _viewer: Viewer, out: &mut Floats<'_>) {
        let buttons = out.part("buttons");
        for space in Space::all() {
            if let Some(button) = view.state.layout().button(space) {
                buttons[space.index() * SPACES + button.index()] = 1.0;
            }
        }
        out.part("goal")[usize::from(view.state.goal().number() - 1)] = 1.0;
        out.part("moves")[0] = view.state.moves() as f32;
    }
}
