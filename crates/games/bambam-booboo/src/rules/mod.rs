//! The rules of Bambam Booboo.
//!
//! Read [`tile`] (places and contacts), [`table`] (tiles, groups), [`position`] (a turn's consequences) and [`board`]
//! (where tiles may go, all places at once), in this order. [`legal`] and [`refusal`] say what may be done and why not.

pub(crate) mod board;
pub mod forms;
pub(crate) mod grid;
mod legal;
pub mod position;
pub mod refusal;
pub mod route;
pub mod setup;
pub mod table;
pub mod tile;

pub(crate) use legal::list as legal_of;

use crate::notation::{self, Action};
use bagatelle_core::game::Nothing;
use bagatelle_core::{Game, Outcome, ParseError, Rng, Turn, Viewer};
use position::{End, State};
use refusal::Illegal;
use setup::{Contact, SetupError, Options, Reconnect, Setup};

/// The rules under certain options.
#[derive(Clone, Copy, Debug)]
pub struct BambamBooboo {
    options: Options,
}

impl Game for BambamBooboo {
    const ID: &'static str = "bambam-booboo";
    const HIDDEN: bool = false;
    type Options = Options;
    type Wish = Nothing;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type View = State;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Self, SetupError> {
        options.check()?;
        Ok(BambamBooboo { options: *options })
    }

    fn options(&self) -> &Options {
        &self.options
    }

    fn fixed_setup(&self) -> Option<Setup> {
        Some(Setup::default())
    }

    fn deal(&self, _wish: &Nothing, _rng: &mut Rng) -> Result<Setup, SetupError> {
        Ok(Setup::default())
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let mut position = setup.open(&self.options)?;
        if self.options.repetition > 0 {
            position.remember();
        }
        Ok(position)
    }

    fn seats(&self, _state: &State) -> u8 {
        2
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.end.is_some() { Turn::Over } else { Turn::Seat(state.to_act) }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        legal::list(&self.options, state, out);
    }

    fn count_legal(&self, state: &State) -> usize {
        legal::count(&self.options, state)
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        refusal::check(&self.options, state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        state.act(action, self.options.repetition);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        Some(match state.end? {
            End::Won(seat, _) => Outcome::won(seat, "a winning form of four tiles"),
            End::Repeated => Outcome::nobody("a draw: the position stood for the third time"),
        })
    }

    fn view(&self, state: &State, _viewer: Viewer) -> State {
        state.clone()
    }

    fn sample(&self, view: &State, _rng: &mut Rng) -> State {
        view.clone()
    }

    fn read(&self, _state: &State, text: &str) -> Result<Action, ParseError> {
        notation::read_kindly(text)
    }

    fn variants() -> Vec<(Options, Nothing)> {
        let short = Options { tiles: 5, ..Options::default() };
        [
            Options::default(),
            short,
            Options { contact: Contact::Side, ..short },
            Options { reconnect: Reconnect::Straight, tiles: 8, ..short },
            Options { repetition: 0, tiles: 2, ..short },
        ]
        .map(|options| (options, Nothing {}))
        .to_vec()
    }
}
