//! What one sees of a game. Nothing is hidden in baju, so a view is the position and who is looking.

use crate::notation::write_layout;
use crate::rules::duel::DuelState;
use crate::rules::goal::Goal;
use crate::rules::puzzle::PuzzleState;
use crate::things::Colour;
use bagatelle_core::Seat;
use serde::{Serialize, Serializer};

/// What a viewer of a duel knows: everything.
#[derive(Clone, PartialEq, Debug)]
pub struct DuelView {
    /// Who is looking; `None` for a spectator.
    pub seat: Option<Seat>,
    /// The position and what came before it.
    pub state: DuelState,
}

impl Serialize for DuelView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Plain {
            seat: Option<Seat>,
            /// The text form, with side to act and swapped pair.
            position: String,
            /// Values in each supply.
            white_supply: Vec<u8>,
            black_supply: Vec<u8>,
            /// How often this position has occurred; the third time ends the game.
            occurrences: usize,
        }
        let position = self.state.position();
        let supply = |colour| position.layout.supply(colour).map(|button| button.value()).collect();
        Plain {
            seat: self.seat,
            position: position.to_string(),
            white_supply: supply(Colour::White),
            black_supply: supply(Colour::Black),
            occurrences: self.state.occurrences(),
        }
        .serialize(serializer)
    }
}

/// What a viewer of a puzzle knows: everything.
#[derive(Clone, PartialEq, Debug)]
pub struct PuzzleView {
    /// Who is looking; `None` for a spectator.
    pub seat: Option<Seat>,
    /// What is played for.
    pub goal: Goal,
    /// The position.
    pub state: PuzzleState,
}

impl Serialize for PuzzleView {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Plain {
            seat: Option<Seat>,
            goal: u8,
            position: String,
            moves: u32,
            solved: bool,
        }
        Plain {
            seat: self.seat,
            goal: self.goal.number(),
            position: write_layout(self.state.layout()),
            moves: self.state.moves(),
            solved: self.state.is_solved(),
        }
        .serialize(serializer)
    }
}
