//! The rules of Bulbous under certain options.
//!
//! [`legal`](Illegal) says which actions are legal, `flow` what follows from them, `reveals` what can be
//! taken back.

mod flow;
mod legal;
mod reveals;

pub use flow::Bulbous;
pub(crate) use flow::{begin_turn, settle, strength};
pub use legal::Illegal;

use crate::action::Action;
use crate::card::Colour;
use crate::notation;
use crate::options::{Bluff, DealOptions, FullHand, Last, Majority, Options, Preset, Setup, SetupError};
use crate::public::Public;
use crate::sample;
use crate::score;
use crate::state::State;
use crate::view::{Seen, View};
use bagatelle_core::{Game, Outcome, ParseError, Rng, Seat, Turn, Viewer};

impl Game for Bulbous {
    const ID: &'static str = "bulbous";
    const HIDDEN: bool = true;
    type Options = Options;
    type DealOptions = DealOptions;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type View = View;
    type Observation = Seen;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Bulbous, SetupError> {
        options.check()?;
        Ok(Bulbous(options.clone()))
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn deal(&self, deal: &DealOptions, rng: &mut Rng) -> Result<Setup, SetupError> {
        Setup::random(&self.0, deal, rng)
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let checked = setup.check(&self.0)?;
        if let Some(cut) = &self.0.cut {
            return Ok(self.cut_start(cut, &checked.deck));
        }
        Ok(self.deal_out(&checked.colours, checked.first, &checked.deck))
    }

    fn seats(&self, state: &State) -> u8 {
        state.public.seats
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.public.turn()
    }

    fn ahead(&self, state: &State, seat: Seat) -> Option<State> {
        let public = &state.public;
        let may = public.turn() != Turn::Seat(seat) && public.asked().any(|other| other == seat);
        may.then(|| State { public: Public { ahead: seat.0, ..public.clone() }, ..state.clone() })
    }

    fn has_answered(&self, state: &State, seat: Seat) -> bool {
        state.public.has_answered(seat)
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        self.list(state, out);
    }

    fn count_legal(&self, state: &State) -> usize {
        self.count(state)
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        self.refuse(state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        self.take(state, action);
    }

    fn sample_chance(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        Some(self.shuffle(state, rng))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.public.turn() == Turn::Over).then(|| score::outcome(&state.public, &self.0))
    }

    fn view(&self, state: &State, viewer: Viewer) -> View {
        View::new(state, &self.0, viewer)
    }

    fn sample(&self, view: &View, rng: &mut Rng) -> State {
        sample::sample(view, rng)
    }

    fn read(&self, _state: &State, text: &str) -> Result<Action, ParseError> {
        notation::lenient(text)
    }

    fn observe(&self, before: &State, action: Action, after: &State, viewer: Viewer) -> Seen {
        Seen::of(before, action, after, viewer)
    }

    fn reveals(&self, before: &State, action: Action) -> bool {
        self.turns_up(before, action)
    }

    fn check_wishes(&self, deal: &DealOptions) -> Result<(), SetupError> {
        self.0.check_wishes(deal)
    }

    fn variants() -> Vec<(Options, DealOptions)> {
        let page = Options::default();
        let newer = Options { preset: Preset::Rules2026, ..Options::default() };
        let mut variants: Vec<(Options, DealOptions)> =
            [4, 3, 2].into_iter().map(|seats| (page.clone(), DealOptions::of(seats))).collect();
        variants.extend([
            (newer.clone(), DealOptions::of(2)),
            (newer.clone(), DealOptions::of(4)),
            (Options { teams: true, ..newer.clone() }, DealOptions::of(4)),
            (Options { full_deck: true, declared: true, ..page.clone() }, DealOptions::of(3)),
            (Options { bluff: Bluff::Counted, max_rounds: 3, ..page.clone() }, DealOptions::of(3)),
            (page.clone(), DealOptions { without: Colour::Red, ..DealOptions::of(3) }),
            (Options { cut: "five".parse().ok(), ..page.clone() }, DealOptions::of(2)),
            (
                Options { end_at_fourth: Last::OfColour, bluff: Bluff::Any, ..page.clone() },
                DealOptions::of(2),
            ),
            (Options { end_at_fourth: Last::Fourth, ..page.clone() }, DealOptions::of(2)),
            (Options { majority: Majority::Half, ..page.clone() }, DealOptions::of(4)),
            (Options { majority: Majority::Half, ..page.clone() }, DealOptions::of(3)),
            (Options { full_hand: FullHand::Discard, ..page.clone() }, DealOptions::of(4)),
            (Options { full_hand: FullHand::Discard, ..page }, DealOptions::of(3)),
            (Options { full_hand: FullHand::Discard, ..newer }, DealOptions::of(2)),
        ]);
        variants
    }
}
