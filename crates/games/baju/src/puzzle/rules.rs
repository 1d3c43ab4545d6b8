//! The rules of the puzzle: swap buttons until a goal is met.

use super::action::Action;
use super::goal::Goal;
use super::notation::read_arrangement;
use super::options::{Options, Setup};
use super::state::State;
use super::view::{Seen, View};
use crate::board::Board;
use crate::guide::bridges;
use crate::layout::Layout;
use crate::notation::{read_way, write_layout};
use crate::options::{SetupError, board};
use crate::pieces::{Button, Space};
use bagatelle_core::present::text::counted;
use bagatelle_core::{FullView, Game, NoOptions, Outcome, ParseError, Rng, Seat, Turn, Viewer, open_game};
use thiserror::Error;

/// The puzzle on one board with one goal.
#[derive(Clone, Debug)]
pub struct Puzzle {
    options: Options,
    board: Board,
    goal: Goal,
}

/// Why a move of the puzzle is not legal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// The puzzle is solved.
    #[error("the puzzle is solved")]
    Over,
    /// No way of the right length leads there.
    #[error("no path of exactly {} leads there without visiting a space twice", bridges(*.button))]
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

    fn each_action(&self, layout: &Layout, mut each: impl FnMut(Action)) {
        for from in Space::all() {
            Space::of_mask(layout.targets(&self.board, from)).for_each(|to| each(Action { from, to }));
        }
    }
}

impl Game for Puzzle {
    open_game!(View = View, Observation = Seen);
    const ID: &'static str = "baju-puzzle";
    type Options = Options;
    type DealOptions = NoOptions;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Puzzle, SetupError> {
        let goal = Goal::from_number(options.goal).ok_or(SetupError::Goal(options.goal))?;
        Ok(Puzzle { board: board(&options.board)?, goal, options: options.clone() })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn deal(&self, _options: &NoOptions, rng: &mut Rng) -> Result<Setup, SetupError> {
        loop {
            let mut buttons: Vec<Button> = Button::all().collect();
            rng.shuffle(&mut buttons);
            let mut layout = Layout::default();
            Space::all().zip(buttons).for_each(|(space, button)| layout.place(button, space));
            // At most one deal in some thousands is solved already: the buttons are drawn again.
            if !self.goal.is_met(&layout) {
                return Ok(Setup { position: write_layout(&layout) });
            }
        }
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        Ok(State::new(read_arrangement(&setup.position)?, self.goal))
    }

    fn seats(&self, _state: &State) -> u8 {
        1
    }

    fn turn(&self, state: &State) -> Turn {
        let can_move = || Space::all().any(|from| state.layout().targets(&self.board, from) != 0);
        if state.is_solved() || !can_move() { Turn::Over } else { Turn::Seat(Seat(0)) }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if !state.is_solved() {
            self.each_action(state.layout(), |action| out.push(action));
        }
    }

    fn count_legal(&self, state: &State) -> usize {
        if state.is_solved() {
            return 0;
        }
        Space::all().map(|from| state.layout().targets(&self.board, from).count_ones() as usize).sum()
    }

    fn check(&self, state: &State, Action { from, to }: Action) -> Result<(), Illegal> {
        if state.is_solved() {
            return Err(Illegal::Over);
        }
        match state.layout().button(from) {
            Some(button) if state.layout().targets(&self.board, from) & to.bit() == 0 => {
                Err(Illegal::NoWay { button, from, to })
            }
            _ => Ok(()),
        }
    }

    fn apply(&self, state: &mut State, action: Action) {
        state.take(action);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        if state.is_solved() {
            let moves = counted(state.moves() as usize, "move");
            return Some(Outcome::won(Seat(0), format!("solved in {moves}")));
        }
        (self.turn(state) == Turn::Over).then(|| Outcome::without_winner("no button can move on this board"))
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, ParseError> {
        match read_way(&self.board, state.layout(), text)? {
            Some((from, to)) => Ok(Action { from, to }),
            None => text.parse(),
        }
    }

    fn variants() -> Vec<(Options, NoOptions)> {
        let on = |board: &str, goal| (Options { board: board.into(), goal }, NoOptions {});
        vec![
            on("twin-loops", 1),
            on("red-ring", 2),
            on("frame", 3),
            on("twin-loops", 4),
            on("baju-board 1\nname No way\n", 1),
            on("random:laws", 2),
        ]
    }
}

impl FullView<Puzzle> for View {
    fn of(_game: &Puzzle, state: &State, viewer: Viewer) -> View {
        View { seat: viewer.seat(), state: *state }
    }

    fn state(&self) -> State {
        self.state
    }
}
