//! The rules: 24 tiles and a hole in a 5x5 square, a coin on every tile.
//!
//! A move slides a tile next to the hole into it, with its coin; then the coin *may* be exchanged with the
//! coin of one tile next to the moved tile's new place. The goal: rows one to four are Suns, Moons, Crowns
//! and Arms, each ace, 2, 3, 4, 5; the nulls and the hole share row five in any order; every tile carries a
//! coin of its own value or, by an option, of its own suit and value.

use crate::action::{Action, CELLS, Direction};
use crate::notation;
use crate::options::{DealOptions, Match, Options, Setup, SetupError};
use crate::state::State;
use crate::view::Seen;
use bagatelle_core::{Game, Outcome, Rng, Seat, Turn, open_game};
use bagatelle_piecepack::Tile;
use thiserror::Error;

/// Why a move is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// No tile on that side of the hole.
    #[error("there’s no tile {} the hole, so none can slide {}", beside(.0.back()), .0.word())]
    NoTile(Direction),
    /// The swap partner would be off the board or in the cell just left.
    #[error("there’s no tile {} the one that moved, so it can’t swap coins that way", beside(*.0))]
    NoPartner(Direction),
    /// The puzzle is solved.
    #[error("the puzzle is solved")]
    Solved,
}

fn beside(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "above",
        Direction::Down => "below",
        Direction::Left => "to the left of",
        Direction::Right => "to the right of",
    }
}

/// The legal actions for each cell of the hole: slides in the order U D L R, each first alone, then with its
/// swaps.
static ACTIONS: [([Action; 16], usize); CELLS] = actions();

/// What can be moved, whether the goal is reached or not.
#[inline]
fn possible(state: &State) -> &'static [Action] {
    let (actions, count) = &ACTIONS[state.hole()];
    &actions[..*count]
}

const fn actions() -> [([Action; 16], usize); CELLS] {
    let none = Action { slide: Direction::Up, swap: None };
    let mut table = [([none; 16], 0); CELLS];
    let mut hole = 0;
    while hole < CELLS {
        let mut s = 0;
        while s < 4 {
            let slide = Direction::ALL[s];
            if slide.back().from(hole).is_some() {
                table[hole].0[table[hole].1] = Action { slide, swap: None };
                table[hole].1 += 1;
                let mut p = 0;
                while p < 4 {
                    let side = Direction::ALL[p];
                    if side.from(hole).is_some() && p != slide.back() as usize {
                        table[hole].0[table[hole].1] = Action { slide, swap: Some(side) };
                        table[hole].1 += 1;
                    }
                    p += 1;
                }
            }
            s += 1;
        }
        hole += 1;
    }
    table
}

/// The rules of Brain Burn.
#[derive(Clone, Copy, Debug)]
pub struct BrainBurn(Options);

impl Game for BrainBurn {
    open_game!(Observation = Seen);
    const ID: &'static str = "brain-burn";
    type Options = Options;
    type DealOptions = DealOptions;
    type Setup = Setup;
    type State = State;
    type Action = Action;
    type SetupError = SetupError;
    type Illegal = Illegal;

    fn new(options: &Options) -> Result<Self, SetupError> {
        Ok(BrainBurn(*options))
    }

    fn options(&self) -> &Options {
        &self.0
    }

    /// Tiles, coins and hole are drawn in this order, so a choice of the hole leaves the order of the tiles
    /// as it is.
    fn deal(&self, options: &DealOptions, rng: &mut Rng) -> Result<Setup, SetupError> {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        let mut coins = tiles.clone();
        rng.shuffle(&mut tiles);
        rng.shuffle(&mut coins);
        let any = rng.below(CELLS as u32) as u8;
        let hole = options.hole.unwrap_or(any);
        if usize::from(hole) >= CELLS {
            return Err(SetupError::HoleCell(hole));
        }
        let spread = |pieces: Vec<Tile>| {
            let mut pieces = pieces.into_iter();
            std::array::from_fn(|cell| if cell == usize::from(hole) { None } else { pieces.next() })
        };
        Ok(Setup { position: State::new(spread(tiles), spread(coins)).matched(self.0.coins).to_string() })
    }

    fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        notation::position(&setup.position, self.0.coins)
    }

    fn seats(&self, _state: &State) -> u8 {
        1
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        if state.is_solved() { Turn::Over } else { Turn::Seat(Seat(0)) }
    }

    #[inline]
    fn legal(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        if !state.is_solved() {
            self.moves(state, out);
        }
    }

    #[inline]
    fn count_legal(&self, state: &State) -> usize {
        if state.is_solved() { 0 } else { self.count_moves(state) }
    }

    #[inline]
    fn random_legal(&self, state: &State, rng: &mut Rng, _buffer: &mut Vec<Action>) -> Option<Action> {
        if state.is_solved() { None } else { rng.choose(possible(state)).copied() }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Vec<Action>) {
        out.clear();
        out.extend_from_slice(possible(state));
    }

    #[inline]
    fn count_moves(&self, state: &State) -> usize {
        possible(state).len()
    }

    fn check(&self, state: &State, action: Action) -> Result<(), Illegal> {
        match (state.is_solved(), state.cells_of(action), action.swap) {
            (true, ..) => Err(Illegal::Solved),
            (_, (None, _), _) => Err(Illegal::NoTile(action.slide)),
            (_, (_, None), Some(side)) => Err(Illegal::NoPartner(side)),
            _ => Ok(()),
        }
    }

    #[inline]
    fn apply(&self, state: &mut State, action: Action) {
        state.take(action);
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        state.is_solved().then(|| Outcome::won(Seat(0), "solved"))
    }

    fn variants() -> Vec<(Options, DealOptions)> {
        let suits = Options { coins: Match::Suit };
        let usual =
            [None, Some(0), Some(12), Some(22)].map(|hole| (Options::default(), DealOptions { hole }));
        usual.into_iter().chain([(suits, DealOptions::default())]).collect()
    }
}
