//! How long a deal takes. A deal of a length needs exactly that many slides.
//!
//! Earlier versions dealt lengths by how far the tiles are from home: deals near home, made by random moves
//! from there. Their seeds keep their deals.

use crate::action::{Action, CELLS, Direction, SIDE};
use crate::options::{DealOptions, Setup, SetupError};
use crate::rules::BrainBurn;
use crate::solve::{self, Position, Tiles};
use crate::state::{State, solved};
use bagatelle_core::present::{Grade, Grader};
use bagatelle_core::program::Allowance;
use bagatelle_core::{Game, Rng, Seed, Stream};
use bagatelle_piecepack::Rank;
use std::cmp::Ordering;
use std::ops::Range;

/// The lengths, shortest first.
pub const LENGTHS: &[Grade] = &[
    Grade { word: "ten", label: "10 moves" },
    Grade { word: "twentyfive", label: "25 moves" },
    Grade { word: "fifty", label: "50 moves" },
];

/// The slides that deals of each length need, and no fewer.
const SLIDES: [u32; LENGTHS.len()] = [10, 25, 50];

/// The lengths of earlier versions, by the slides that the solver needs for most such deals.
pub const FORMER: &[Grade] = &[
    Grade { word: "few", label: "About 15 moves" },
    Grade { word: "quarter", label: "About 25 moves" },
    Grade { word: "half", label: "About 45 moves" },
];

/// The distances of the deals of each former length.
const DISTANCES: [Range<u32>; FORMER.len()] = [10..15, 18..22, 32..37];

/// One move in this many exchanges coins.
const SWAPS: u32 = 3;

/// The steps that all tiles are from home, up, down and sideways; a null is at home anywhere in row five.
#[must_use]
pub fn distance(state: &State) -> u32 {
    let far = |cell: usize| {
        let Some(tile) = state.tile(cell) else { return 0 };
        let (row, column) = (cell / SIDE, cell % SIDE);
        match tile.rank {
            Rank::Null => row.abs_diff(SIDE - 1),
            rank => row.abs_diff(tile.suit.index()) + column.abs_diff(rank.index() - 1),
        }
    };
    (0..CELLS).map(|cell| far(cell) as u32).sum()
}

/// How often a way from home is begun again.
const TRIES: u32 = 2_000;

/// What one way from home costs, in nodes: it takes as long.
const NODES: u64 = 200;

/// A random move that does not take the last one back, in which coins are exchanged or not.
fn step(
    game: &BrainBurn,
    state: &mut State,
    last: &mut Option<Action>,
    rng: &mut Rng,
    moves: &mut Vec<Action>,
) {
    let swaps = rng.below(SWAPS) == 0;
    game.moves(state, moves);
    moves.retain(|action| {
        last.is_none_or(|last| action.slide != last.slide.back()) && action.swap.is_some() == swaps
    });
    *last = rng.choose(moves).copied();
    last.iter().for_each(|&action| state.take(action));
}

/// Brings the hole to a cell by slides alone.
fn bring_hole(state: &mut State, cell: usize) {
    while state.hole() != cell {
        let ((row, column), (to_row, to_column)) =
            ((state.hole() / SIDE, state.hole() % SIDE), (cell / SIDE, cell % SIDE));
        // The tile slides the other way than the hole goes.
        let slide = match (row.cmp(&to_row), column.cmp(&to_column)) {
            (Ordering::Less, _) => Direction::Up,
            (Ordering::Greater, _) => Direction::Down,
            (_, Ordering::Less) => Direction::Left,
            (_, _) => Direction::Right,
        };
        state.take(Action { slide, swap: None });
    }
}

/// A position that random moves lead to from a solved one, at a distance that is wanted, with the hole where
/// it is wanted.
fn near_home(
    game: &BrainBurn,
    wanted: &Range<u32>,
    hole: Option<usize>,
    rng: &mut Rng,
    allowance: &Allowance<'_>,
) -> Option<State> {
    let mut moves = Vec::new();
    (0..TRIES).take_while(|_| allowance.take(NODES)).find_map(|_| {
        let (mut state, mut last) = (solved(rng.index(SIDE)), None);
        let near = 1 + rng.below(wanted.end);
        while distance(&state) < near {
            step(game, &mut state, &mut last, rng, &mut moves);
        }
        if let Some(hole) = hole {
            bring_hole(&mut state, hole);
        }
        wanted.contains(&distance(&state)).then_some(state)
    })
}

impl Grader<BrainBurn> for BrainBurn {
    /// A position has a length if its tiles need exactly this many slides, and these are enough for as many
    /// swaps as its coins need.
    fn grade(&self, start: &State, allowance: &Allowance<'_>) -> Option<usize> {
        let most = SLIDES.into_iter().max()?;
        let needed = solve::needed(&Tiles::of(&Position::from(start)), most, allowance)?;
        let swaps = u32::from(start.wrong_coins()).div_ceil(2);
        SLIDES.iter().position(|&slides| slides == needed && swaps <= slides)
    }

    fn deal_of(
        &self,
        game: &BrainBurn,
        grade: usize,
        options: &DealOptions,
        seed: &Seed,
        allowance: &Allowance<'_>,
    ) -> Result<Option<Setup>, SetupError> {
        let mut rng = Rng::new(seed, Stream::Deal);
        if let Some(cell) = options.hole.filter(|cell| usize::from(*cell) >= CELLS) {
            return Err(SetupError::HoleCell(cell));
        }
        let hole = options.hole.map(usize::from);
        let state = match (SLIDES.get(grade), DISTANCES.get(grade.wrapping_sub(SLIDES.len()))) {
            (Some(&slides), _) => solve::away(slides, hole, &mut rng, allowance).map(|(state, _)| state),
            (None, Some(wanted)) => near_home(game, wanted, hole, &mut rng, allowance),
            (None, None) => None,
        };
        Ok(state.map(|state| Setup { position: state.to_string() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;

    const HOLES: [Option<u8>; 4] = [None, Some(0), Some(12), Some(24)];

    fn dealt(grade: usize, hole: Option<u8>, n: u64) -> State {
        let game = BrainBurn::new(&Options::default()).unwrap();
        let (seed, allowance) = (Seed::from_text("lengths").nth(n), Allowance::default());
        let setup = game.deal_of(&game, grade, &DealOptions { hole }, &seed, &allowance).unwrap().unwrap();
        let state = game.start(&setup).unwrap();
        assert!(!state.is_solved() && hole.is_none_or(|hole| usize::from(hole) == state.hole()));
        state
    }

    #[test]
    fn each_length_is_dealt() {
        let game = BrainBurn::new(&Options::default()).unwrap();
        for (grade, hole) in (0..LENGTHS.len()).flat_map(|grade| HOLES.map(|hole| (grade, hole))) {
            for n in 0..3 {
                let state = dealt(grade, hole, n);
                assert_eq!(game.grade(&state, &Allowance::default()), Some(grade), "{state}");
            }
        }
        let (none, allowance) = (DealOptions { hole: Some(25) }, Allowance::default());
        assert!(game.deal_of(&game, 0, &none, &Seed::from_text("x"), &allowance).is_err());
    }

    #[test]
    fn each_former_length_is_dealt() {
        for (grade, range) in DISTANCES.iter().enumerate() {
            for (n, hole) in (0..40).flat_map(|n| HOLES.map(|hole| (n, hole))) {
                assert!(range.contains(&distance(&dealt(SLIDES.len() + grade, hole, n))));
            }
        }
        assert_eq!(distance(&solved(2)), 0);
    }

    #[test]
    fn a_full_shuffle_has_no_length() {
        let game = BrainBurn::new(&Options::default()).unwrap();
        let mut rng = Rng::new(&Seed::from_text("full"), Stream::Deal);
        let start = game.start(&game.deal(&DealOptions::default(), &mut rng).unwrap()).unwrap();
        let allowance = Allowance::default();
        assert_eq!(game.grade(&start, &allowance), None);
        assert_eq!(allowance.spent(), 0, "nothing is searched");
    }
}
