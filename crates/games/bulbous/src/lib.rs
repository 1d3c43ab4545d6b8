//! Bulbous: two to four players bid with hidden charm cards for places on strange plants.
//!
//! Read [`card`], [`cards`] and [`table`] first (the words), then `legal` and `rules` (what may be done and what follows). [`view`] is what one
//! viewer may know, `sample` fills in the rest, [`news`] says what happened. The rules know neither drawing nor programs.
//!
//! The game is by its authors and publisher, credited on the rule page; its rules are told here in our own words.

pub mod analysis;
mod art;
mod bids;
pub mod card;
pub mod cards;
mod draw;
mod garden;
pub mod guide;
mod hands;
mod legal;
pub mod news;
pub mod notation;
mod open;
pub mod options;
mod play;
pub mod programs;
pub mod review;
mod rulepage;
mod rules;
mod sample;
pub mod score;
pub mod table;
pub mod view;

pub use card::{Card, Colour};
pub use cards::Cards;
pub use legal::Refusal;
pub use notation::Action;
pub use options::{Fault, Options, Preset, Setup, Wish};
pub use rules::Bulbous;
pub use table::{Specimen, State, Table};
pub use view::View;

use bagatelle_core::{Game, Outcome, ParseError, Rng, Turn, Viewer};

impl Game for Bulbous {
    const ID: &'static str = "bulbous";
    const HIDDEN: bool = true;
    type Options = Options;
    type Wish = Wish;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type View = View;
    type Fault = Fault;
    type Refusal = Refusal;

    fn new(options: &Options) -> Result<Bulbous, Fault> {
        options.check()?;
        Ok(Bulbous(options.clone()))
    }

    fn options(&self) -> &Options {
        &self.0
    }

    fn deal(&self, wish: &Wish, rng: &mut Rng) -> Result<Setup, Fault> {
        Setup::random(&self.0, wish, rng)
    }

    fn start(&self, setup: &Setup) -> Result<State, Fault> {
        let checked = setup.check(&self.0)?;
        Ok(self.deal_out(&checked.colours, checked.first, &checked.deck))
    }

    fn seats(&self, state: &State) -> u8 {
        state.table.seats
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.table.turn()
    }

    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        self.list(state, out);
    }

    fn count_legal(&self, state: &State) -> usize {
        self.count(state)
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Refusal> {
        self.refuse(state, action)
    }

    fn apply(&self, state: &mut State, action: Action) {
        self.take(state, action);
    }

    fn sample_chance(&self, state: &State, rng: &mut Rng) -> Option<Action> {
        Some(self.shuffle(state, rng))
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        (state.table.turn() == Turn::Over).then(|| score::outcome(&state.table, &self.0))
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

    fn seen(&self, before: &State, action: Action, viewer: Viewer) -> String {
        news::seen(self, before, action, viewer)
    }

    fn variants() -> Vec<(Options, Wish)> {
        let page = Options::default();
        let newer = Options { preset: Preset::Rules2026, ..Options::default() };
        let mut variants: Vec<(Options, Wish)> =
            [4, 3, 2].into_iter().map(|seats| (page.clone(), Wish { seats })).collect();
        variants.extend([
            (newer.clone(), Wish { seats: 2 }),
            (newer.clone(), Wish { seats: 4 }),
            (Options { teams: true, ..newer }, Wish { seats: 4 }),
            (Options { full_deck: true, declared: true, ..page.clone() }, Wish { seats: 3 }),
            (Options { bluff: true, max_rounds: 3, ..page.clone() }, Wish { seats: 3 }),
            (Options { end_at_fourth: true, bluff: true, ..page }, Wish { seats: 2 }),
        ]);
        variants
    }
}
