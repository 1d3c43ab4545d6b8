//! How long a deal takes, judged by how far its tiles are from home. Deals near home are made by random
//! moves from there.

use crate::action::{Action, CELLS, Direction, SIDE};
use crate::options::{DealOptions, Setup, SetupError};
use crate::rules::BrainBurn;
use crate::state::{State, solved};
use bagatelle_core::present::{Grade, Grader};
use bagatelle_core::program::Allowance;
use bagatelle_core::{Game, Rng, Seed, Stream};
use bagatelle_piecepack::Rank;
use std::cmp::Ordering;
use std::ops::Range;

/// The lengths, shortest first, by the slides that the solver needs for most such deals. A deal that is
/// longer is a full shuffle.
pub const LENGTHS: &[Grade] = &[
    Grade { word: "few", label: "About 15 slides" },
    Grade { word: "quarter", label: "About 25 slides" },
    Grade { word: "half", label: "About 45 slides" },
];

/// The distances of the deals of each length; those between belong to the longer one.
const DISTANCES: [Range<u32>; LENGTHS.len()] = [10..15, 18..22, 32..37];

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
    fn grade(&self, start: &State, _effort: &Allowance<'_>) -> Option<usize> {
        let far = distance(start);
        DISTANCES.iter().position(|range| far < range.end)
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
        let Some(wanted) = DISTANCES.get(grade) else { return Ok(None) };
        let hole = options.hole.map(usize::from);
        if let Some(cell) = options.hole.filter(|cell| usize::from(*cell) >= CELLS) {
            return Err(SetupError::HoleCell(cell));
        }
        let state = near_home(game, wanted, hole, &mut rng, allowance);
        Ok(state.map(|state| Setup { position: state.to_string() }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::NoOptions;

    #[test]
    fn each_length_is_dealt() {
        let game = BrainBurn::new(&NoOptions {}).unwrap();
        for n in 0..40 {
            for (grade, range) in DISTANCES.iter().enumerate() {
                for hole in [None, Some(0), Some(12), Some(24)] {
                    let seed = Seed::from_text("lengths").nth(n);
                    let (options, allowance) = (DealOptions { hole }, Allowance::default());
                    let setup = game.deal_of(&game, grade, &options, &seed, &allowance).unwrap().unwrap();
                    let state = game.start(&setup).unwrap();
                    assert!(range.contains(&distance(&state)) && !state.is_solved());
                    assert_eq!(game.grade(&state, &allowance), Some(grade));
                    assert!(hole.is_none_or(|hole| usize::from(hole) == state.hole()));
                }
            }
        }
        let (none, allowance) = (DealOptions { hole: Some(25) }, Allowance::default());
        assert!(game.deal_of(&game, 0, &none, &Seed::from_text("x"), &allowance).is_err());
        assert_eq!(distance(&solved(2)), 0);
    }
}
