//! The game as numbers, for programs that learn.

use crate::action::{Action, CARDS};
use crate::rules::ToyGame;
use crate::state::State;
use crate::view::View;
use bagatelle_core::encoding::{Encoded, Floats, Part, flag};
use bagatelle_core::{Seat, Turn, Viewer};

const ALL: usize = CARDS as usize;

/// Writes 1 for each of these cards.
fn mark(floats: &mut [f32], cards: impl IntoIterator<Item = u8>) {
    cards.into_iter().for_each(|card| floats[usize::from(card) - 1] = 1.0);
}

impl Encoded for ToyGame {
    const NUMBERING: &'static str = "The number of an action is that of the card less one.";
    const PARTS: &'static [Part] = &[
        Part { name: "hand", shape: &[ALL], about: "by card: 1 for those in the viewer's hand" },
        Part { name: "led", shape: &[ALL], about: "by card: 1 for the one that was led" },
        Part { name: "unseen", shape: &[ALL], about: "by card: 1 for those that the viewer has not seen" },
        Part {
            name: "won",
            shape: &[2],
            about: "how many tricks the viewer (the first seat for a spectator) and the other seat have won",
        },
        Part { name: "to_act", shape: &[], about: "1 if the viewer (the first seat for a spectator) is to \
            act" },
    ];

    fn numbers(&self) -> u32 {
        CARDS.into()
    }

    fn number(&self, _state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        out.extend(actions.iter().map(|action| u32::from(action.card) - 1));
    }

    fn encode(&self, view: &View, viewer: Viewer, out: &mut Floats<'_>) {
        let own = viewer.seat().unwrap_or(Seat(0));
        mark(out.part("hand"), view.hand.iter().copied());
        mark(out.part("led"), view.led);
        mark(out.part("unseen"), view.unseen());
        let won = [own, own.next(2)].map(|seat| self.won(&view.tricks, seat) as f32);
        out.part("won").copy_from_slice(&won);
        out.part("to_act")[0] = flag(self.to_act(&view.tricks, view.led) == Turn::Seat(own));
    }
}
