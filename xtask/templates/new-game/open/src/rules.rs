//! The rules: two players take one to three stones from a heap in turn, until it is empty.

use crate::action::Action;
use crate::options::{LARGEST, Options, Setup, SetupError};
use crate::state::State;
use crate::view::Seen;
use bagatelle_core::{Game, NoOptions, Outcome, Rng, Seat, Turn, open_game};
use thiserror::Error;

/// The smallest heap that is dealt.
const SMALLEST_DEAL: u8 = 12;

/// Why stones cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The heap is too small.
    #[error("only {0} left in the heap")]
    TooMany(u8),
    /// The heap is empty.
    #[error("the game is over")]
    Over,
}

/// The rules under certain options.
#[derive(Clone, Copy, Debug)]
pub struct ToyGame(Options);

impl Game for ToyGame {
    open_game!(Observation = Seen);
    const ID: &'static str = "toy-game";
    type Options = Options;
    type DealOptions = NoOptions;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Self, SetupError> {
        Ok(ToyGame(*options))
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn deal(&self, _options: &NoOptions, rng: &mut Rng) -> Result<Setup, SetupError> {
        let more = rng.below(u32::from(LARGEST - SMALLEST_DEAL) + 1);
        Ok(Setup { stones: SMALLEST_DEAL + more as u8 })
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        match setup.stones {
            1..=LARGEST => Ok(State { stones: setup.stones, to_move: Seat(0) }),
            stones => Err(SetupError::Stones(stones)),
        }
    }

    fn seats(&self, _state: &State) -> u8 {
        2
    }

    fn turn(&self, state: &State) -> Turn {
        if state.stones == 0 { Turn::Over } else { Turn::Seat(state.to_move) }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        out.extend((1..=state.most()).map(|stones| Action { stones }));
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        match state.stones {
            0 => Err(Illegal::Over),
            stones if action.stones > stones => Err(Illegal::TooMany(stones)),
            _ => Ok(()),
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        state.stones = state.stones.saturating_sub(action.stones);
        state.to_move = state.to_move.next(2);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let (winner, reason) = match self.0.last_loses {
            false => (state.to_move.next(2), "took the last stone"),
            true => (state.to_move, "left the last stone"),
        };
        (state.stones == 0).then(|| Outcome::won(winner, reason))
    }

    fn variants() -> Vec<(Options, NoOptions)> {
        [false, true].map(|last_loses| (Options { last_loses }, NoOptions {})).to_vec()
    }
}
