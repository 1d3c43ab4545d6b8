//! The puzzle: swap buttons until a goal is met.

use super::goal::Goal;
use super::{Fault, Layout, board};
use crate::board::Board;
use crate::boardfile::STAND_INS;
use crate::notation;
use crate::things::{Button, Space};
use crate::view::PuzzleView;
use bagatelle_core::game::Nothing;
use bagatelle_core::{Game, Outcome, ParseError, Rng, Seat, Turn, Viewer};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The puzzle on one board with one goal.
#[derive(Clone, Debug)]
pub struct Puzzle {
    options: PuzzleOptions,
    board: Board,
    goal: Goal,
}

/// The variant of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PuzzleOptions {
    /// The id of a stand-in board, or the text of a board file.
    pub board: String,
    /// 1 to 4.
    pub goal: u8,
}

impl Default for PuzzleOptions {
    fn default() -> PuzzleOptions {
        PuzzleOptions { board: STAND_INS[0].id.into(), goal: 1 }
    }
}

/// How the buttons were drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleSetup {
    /// Four rows from the top, for example `W7W1B4B2/W3B8W5B1/B3W2B6W6/W4B7W8B5`.
    pub position: String,
}

/// A position of the puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PuzzleState {
    layout: Layout,
    moves: u32,
    solved: bool,
}

impl PuzzleState {
    /// The buttons on the board.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// How many moves were made.
    #[must_use]
    pub fn moves(&self) -> u32 {
        self.moves
    }

    /// Whether the goal is met.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.solved
    }
}

/// The button on one space goes to another and swaps places with the button there: `b3c4`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Swap {
    /// Where the button is that moves.
    pub from: Space,
    /// Where it goes.
    pub to: Space,
}

/// Why a move of the puzzle is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PuzzleRefusal {
    /// The puzzle is solved.
    #[error("the puzzle is solved")]
    Over,
    /// No way of the right length leads there.
    #[error("{button} on {from} cannot reach {to}: no way crosses exactly {value} of its bridges without coming back to a space", value = button.value())]
    NoWay {
        /// The button.
        button: Button,
        /// Where it is.
        from: Space,
        /// Where it should go.
        to: Space,
    },
}

impl Puzzle {
    /// The board that is played on.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The goal that is played for.
    #[must_use]
    pub fn goal(&self) -> Goal {
        self.goal
    }

    fn each_swap(&self, layout: &Layout, mut each: impl FnMut(Swap)) {
        for from in Space::all() {
            Space::of_mask(layout.targets(&self.board, from)).for_each(|to| each(Swap { from, to }));
        }
    }
}

impl Game for Puzzle {
    const ID: &'static str = "baju-puzzle";
    const HIDDEN: bool = false;
    type Options = PuzzleOptions;
    type Wish = Nothing;
    type Setup = PuzzleSetup;
    type State = PuzzleState;
    type Action = Swap;
    type View = PuzzleView;
    type Fault = Fault;
    type Refusal = PuzzleRefusal;

    fn new(options: &PuzzleOptions) -> Result<Puzzle, Fault> {
        let goal = Goal::from_number(options.goal).ok_or(Fault::Goal(options.goal))?;
        Ok(Puzzle { board: board(&options.board)?, goal, options: options.clone() })
    }

    fn options(&self) -> &PuzzleOptions {
        &self.options
    }

    fn deal(&self, _wish: &Nothing, rng: &mut Rng) -> Result<PuzzleSetup, Fault> {
        loop {
            let mut buttons: Vec<Button> = Button::all().collect();
            rng.shuffle(&mut buttons);
            let mut layout = Layout::default();
            Space::all().zip(buttons).for_each(|(space, button)| layout.place(button, space));
            // Solved already, one deal in some thousands or fewer: the bag is drawn again.
            if !self.goal.is_met(&layout) {
                return Ok(PuzzleSetup { position: notation::write_layout(&layout) });
            }
        }
    }

    fn start(&self, setup: &PuzzleSetup) -> Result<PuzzleState, Fault> {
        let layout = notation::read_arrangement(&setup.position)?;
        Ok(PuzzleState { layout, moves: 0, solved: self.goal.is_met(&layout) })
    }

    fn seats(&self, _state: &PuzzleState) -> u8 {
        1
    }

    fn turn(&self, state: &PuzzleState) -> Turn {
        let can_move = || Space::all().any(|from| state.layout.targets(&self.board, from) != 0);
        if state.solved || !can_move() { Turn::Over } else { Turn::Seat(Seat(0)) }
    }

    fn legal(&self, state: &PuzzleState, out: &mut Vec<Swap>) {
        out.clear();
        if !state.solved {
            self.each_swap(&state.layout, |swap| out.push(swap));
        }
    }

    fn count_legal(&self, state: &PuzzleState) -> usize {
        if state.solved {
            return 0;
        }
        Space::all().map(|from| state.layout.targets(&self.board, from).count_ones() as usize).sum()
    }

    fn check(&self, state: &PuzzleState, Swap { from, to }: Swap) -> Result<(), PuzzleRefusal> {
        if state.solved {
            return Err(PuzzleRefusal::Over);
        }
        match state.layout.button(from) {
            Some(button) if state.layout.targets(&self.board, from) & to.bit() == 0 => {
                Err(PuzzleRefusal::NoWay { button, from, to })
            }
            _ => Ok(()),
        }
    }

    fn apply(&self, state: &mut PuzzleState, Swap { from, to }: Swap) {
        state.layout.exchange(from, to);
        state.moves = state.moves.saturating_add(1);
        state.solved = self.goal.is_met(&state.layout);
    }

    fn outcome(&self, state: &PuzzleState) -> Option<Outcome> {
        if state.solved {
            let (moves, plural) = (state.moves, if state.moves == 1 { "" } else { "s" });
            return Some(Outcome::won(Seat(0), format!("solved in {moves} move{plural}")));
        }
        (self.turn(state) == Turn::Over).then(|| Outcome::nobody("no button can move on this board"))
    }

    fn view(&self, state: &PuzzleState, viewer: Viewer) -> PuzzleView {
        PuzzleView { seat: viewer.seat(), goal: self.goal, state: *state }
    }

    fn sample(&self, view: &PuzzleView, _rng: &mut Rng) -> PuzzleState {
        view.state
    }

    fn read(&self, state: &PuzzleState, text: &str) -> Result<Swap, ParseError> {
        match notation::read_way(&self.board, &state.layout, text)? {
            Some((from, to)) => Ok(Swap { from, to }),
            None => text.parse(),
        }
    }

    fn variants() -> Vec<(PuzzleOptions, Nothing)> {
        let on = |board: &str, goal| (PuzzleOptions { board: board.into(), goal }, Nothing {});
        vec![
            on("twin-loops", 1),
            on("red-ring", 2),
            on("frame", 3),
            on("twin-loops", 4),
            on("baju-board 1\nname No way\n", 1),
        ]
    }
}
