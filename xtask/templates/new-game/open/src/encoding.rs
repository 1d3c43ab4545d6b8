//! The game as numbers, for programs that learn.

use crate::action::{Action, MOST};
use crate::rules::ToyGame;
use crate::state::State;
use bagatelle_core::Viewer;
use bagatelle_core::encoding::{Encoded, Floats, Part, flag};

impl Encoded for ToyGame {
    const NUMBERING: &'static str = "The number of an action is the number of stones less one.";
    const PARTS: &'static [Part] = &[
        Part { name: "stones", shape: &[], about: "how many stones are left" },
        Part { name: "to_act", shape: &[], about: "1 if the viewer (the first seat for a spectator) is to \
            act" },
    ];

    fn numbers(&self) -> u32 {
        u32::from(MOST)
    }

    fn number(&self, _state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        out.extend(actions.iter().map(|action| u32::from(action.stones) - 1));
    }

    fn encode(&self, view: &State, viewer: Viewer, out: &mut Floats<'_>) {
        out.part("stones")[0] = f32::from(view.stones);
        let own = viewer.seat().map_or(0, |seat| seat.0);
        out.part("to_act")[0] = flag(view.stones > 0 && view.to_move.0 == own);
    }
}
