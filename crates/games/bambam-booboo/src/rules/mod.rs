//! The rules of Bambam Booboo.
//!
//! `board` says where tiles may go, all places at once, on the bit boards of `grid`, and `slides` where a
//! tile may be slid; `legal` and `illegal` say which actions are allowed and why others are not;
//! `opening` makes the first position.

pub(crate) mod board;
pub(crate) mod grid;
mod illegal;
pub(crate) mod legal;
mod opening;
pub(crate) mod places;
mod slides;

pub use illegal::Illegal;

use crate::action::Action;
use crate::notation;
use crate::options::{Contact, Crafted, Entry, FEWEST, Options, Reconnect, Setup, SetupError, Slides};
use crate::state::heap::each_slot;
use crate::state::{End, State};
use crate::view::Seen;
use bagatelle_core::{Game, NoOptions, Outcome, ParseError, Rng, Seat, Turn, open_game};

/// The rules under certain options.
#[derive(Clone, Copy, Debug)]
pub struct BambamBooboo {
    options: Options,
}

/// What is stored of a win.
pub(crate) const FORM: &str = "a winning form of four tiles";

impl Game for BambamBooboo {
    open_game!(Observation = Seen);
    const ID: &'static str = "bambam-booboo";
    type Options = Options;
    type DealOptions = NoOptions;
    type Setup = Setup;
    type State = State;
    type Action = Action;
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

    fn begun_by(&self, seat: Seat) -> Option<Setup> {
        let dark = Crafted { to_act: seat.0, ..Crafted::default() };
        Some(if seat == Seat(0) { Setup::default() } else { Setup(Some(dark)) })
    }

    fn check_wishes(&self, _deal: &NoOptions) -> Result<(), SetupError> {
        if self.options.tiles < FEWEST { Err(SetupError::TooFew(self.options.tiles)) } else { Ok(()) }
    }

    fn deal(&self, _options: &NoOptions, _rng: &mut Rng) -> Result<Setup, SetupError> {
        Ok(Setup::default())
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let mut state = opening::open(setup, &self.options)?;
        if self.options.repetition > 0 {
            state.remember();
        }
        Ok(state)
    }

    fn seats(&self, _state: &State) -> u8 {
        2
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.end().is_some() { Turn::Over } else { Turn::Seat(state.to_act()) }
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        legal::list(&self.options, state, out);
    }

    fn count_legal(&self, state: &State) -> usize {
        legal::count(&self.options, state)
    }

    fn random_legal(&self, state: &State, rng: &mut Rng, buffer: &mut Vec<Action>) -> Option<Action> {
        legal::random(&self.options, state, rng, buffer)
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        illegal::check(&self.options, state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        state.act(action, self.options.repetition);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        // Records and databases hold these sentences.
        Some(match state.end()? {
            End::Won(seat, _) => Outcome::won(seat, FORM),
            End::Repeated => Outcome::without_winner("a draw: the position occurred for the third time"),
        })
    }

    fn read(&self, state: &State, text: &str) -> Result<Action, ParseError> {
        Ok(named(self, state, notation::read_typed(text)?))
    }

    fn variants() -> Vec<(Options, NoOptions)> {
        let short = Options { tiles: 5, ..Options::default() };
        [
            Options::default(),
            short,
            Options { contact: Contact::Side, ..short },
            Options { reconnect: Reconnect::Straight, tiles: 8, ..short },
            Options { repetition: 0, tiles: 2, ..short },
            Options { entry: Entry::Around, tiles: 9, ..short },
            Options { slides: Slides::Any, repetition: 0, ..short },
        ]
        .map(|options| (options, NoOptions {}))
        .to_vec()
    }
}

/// The action with the group that stays called by its own name, where a player has named it by another tile
/// of it.
fn named(game: &BambamBooboo, state: &State, action: Action) -> Action {
    let (Action::Slide { from, to, keep: Some(tile) }, Err(Illegal::NotAGroup(_))) =
        (action, game.check(state, action))
    else {
        return action;
    };
    let Some(slot) = state.heap().find(from) else { return action };
    let place = |other: usize| if other == slot { to } else { state.heap().tile(other) };
    let groups = state.largest_after(slot, to);
    let meant = groups.into_iter().find(|group| each_slot(*group).any(|other| place(other) == tile));
    match meant.and_then(|group| each_slot(group).map(place).min()) {
        Some(name) => Action::Slide { from, to, keep: Some(name) },
        None => action,
    }
}
