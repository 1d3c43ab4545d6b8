//! Positions that need exactly this many slides, proved.
//!
//! A way is walked from home, and every slide of it leads to tiles that need one slide more than before. So
//! the way back is a shortest one for the tiles; coins never make a solution shorter, and those exchanged
//! along the way come home on it. What is proved depends on the rules alone: a better bound or another order
//! of the search makes a walk faster, but leads to the same place.

use super::answer::SOLVER;
use super::board::{BEHIND, HOLE, NOWHERE, NULL, Tiles, inverse};
use super::bound::TileDescent;
use super::position::Position;
use crate::action::{Action, CELLS, Direction, SIDE};
use crate::state::{State, solved};
use bagatelle_core::Rng;
use bagatelle_core::program::Allowance;
use bagatelle_piecepack::Tile;
use bagatelle_search::ida;

/// One slide in this many exchanges coins of different values.
const SWAPS: u32 = 2;

/// At most this many slides more are needed than the steps that the tiles are from home. With more, the last
/// proofs of fifty slides take seconds.
const DETOURS: u32 = 8;

/// A walk that has tried this many slides for each that it needs is begun again.
const TRIES: u32 = 3;

/// What a slide of a walk costs in nodes besides the proofs.
const NODES: u64 = 100;

/// A position that needs exactly `length` slides, with the hole in a cell if one is given, and the moves that
/// solve it; `None` if the allowance does not suffice.
pub(crate) fn away(
    length: u32,
    hole: Option<usize>,
    rng: &mut Rng,
    allowance: &Allowance<'_>,
) -> Option<(State, Vec<Action>)> {
    let columns: Vec<usize> = (0..SIDE)
        .filter(|column| {
            hole.is_none_or(|hole| {
                let steps = steps(CELLS - SIDE + column, hole);
                steps <= length && steps % 2 == length % 2
            })
        })
        .collect();
    while !allowance.is_spent() {
        let home = solved(*rng.choose(&columns)?);
        let mut walk = Walk { length, hole, rng, allowance, way: Vec::new(), left: TRIES * length };
        if walk.go_on(&mut Tiles::of(&Position::from(&home))) {
            let way = walk.way;
            return Some(exchanged(&home, &way, rng));
        }
    }
    None
}

/// The slides that tiles need, if they are at most `most` and are found within the allowance.
pub(crate) fn needed(tiles: &Tiles, most: u32, allowance: &Allowance<'_>) -> Option<u32> {
    let way = proof(tiles, None, most + 1, allowance)?.way?;
    Some(way.len() as u32)
}

/// What is known about the slides that tiles need, up to `enough`, if no way begins with `barred`; `None` if
/// the allowance does not suffice.
fn proof(tiles: &Tiles, barred: Option<u8>, enough: u32, allowance: &Allowance<'_>) -> Option<ida::Proof> {
    let left = allowance.left();
    let space = TileDescent { tables: &SOLVER.tables, barred };
    let proof = ida::search(&space, tiles, enough, 1, &|nodes| nodes >= left);
    let is_whole = proof.way.is_some() || proof.lower_bound >= enough;
    (allowance.take(proof.nodes) && is_whole).then_some(proof)
}

/// How many slides bring the hole from one cell to another.
fn steps(one: usize, other: usize) -> u32 {
    ((one / SIDE).abs_diff(other / SIDE) + (one % SIDE).abs_diff(other % SIDE)) as u32
}

/// The steps that all tiles are from home; a null is at home anywhere in row five.
fn apart(tiles: &Tiles) -> u32 {
    let far = |(cell, &tile): (usize, &u8)| match tile {
        HOLE => 0,
        NULL => (SIDE - 1 - cell / SIDE) as u32,
        tile => steps(cell, usize::from(tile)),
    };
    tiles.cells.iter().enumerate().map(far).sum()
}

/// A walk from home.
struct Walk<'a> {
    length: u32,
    hole: Option<usize>,
    rng: &'a mut Rng,
    allowance: &'a Allowance<'a>,
    /// The slides so far.
    way: Vec<u8>,
    /// How many slides may still be tried.
    left: u32,
}

impl Walk<'_> {
    /// Goes on to the end, back and forth. `false` if no end is reached from here, or not within what is
    /// left.
    fn go_on(&mut self, tiles: &mut Tiles) -> bool {
        let far = self.way.len() as u32;
        if far == self.length {
            return true;
        }
        let mut slides = [0, 1, 2, 3];
        self.rng.shuffle(&mut slides);
        for slide in slides {
            let to = BEHIND[usize::from(tiles.hole)][usize::from(slide)];
            let is_near = |to: usize| self.hole.is_none_or(|hole| steps(to, hole) < self.length - far);
            if to == NOWHERE || self.way.last() == Some(&inverse(slide)) || !is_near(usize::from(to)) {
                continue;
            }
            tiles.slide(slide);
            self.way.push(slide);
            self.left = self.left.saturating_sub(1);
            let has_ended = self.allowance.take(NODES) && self.is_farther(tiles) && self.go_on(tiles);
            if has_ended || self.left == 0 || self.allowance.is_spent() {
                return has_ended;
            }
            self.way.pop();
            tiles.slide(inverse(slide));
        }
        false
    }

    /// Whether tiles need as many slides as led here. A way that takes the last one back is no shorter, since
    /// each slide before it led to tiles that need as many.
    fn is_farther(&self, tiles: &Tiles) -> bool {
        let far = self.way.len() as u32;
        let back = self.way.last().map(|&last| inverse(last));
        if far > apart(tiles) + DETOURS {
            return false;
        }
        proof(tiles, back, far, self.allowance).is_some_and(|proof| proof.lower_bound >= far)
    }
}

/// Where a way from home leads if coins are exchanged along it, and the moves back.
fn exchanged(home: &State, way: &[u8], rng: &mut Rng) -> (State, Vec<Action>) {
    let mut tiles: [Option<Tile>; CELLS] = std::array::from_fn(|cell| home.tile(cell));
    let mut coins: [Option<Tile>; CELLS] = std::array::from_fn(|cell| home.coin(cell));
    let mut hole = home.hole();
    let mut moves = Vec::with_capacity(way.len());
    for &slide in way {
        let tile = usize::from(BEHIND[hole][usize::from(slide)]);
        let value = |cell: usize| coins[cell].map(|coin| coin.rank);
        // On the way back the tile has just left the hole and lies here.
        let sides: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|side| side.from(tile).is_some_and(|cell| cell != hole && value(cell) != value(tile)))
            .collect();
        let swap = if rng.below(SWAPS) == 0 { rng.choose(&sides).copied() } else { None };
        if let Some(other) = swap.and_then(|side| side.from(tile)) {
            coins.swap(tile, other);
        }
        moves.push(Action { slide: Direction::ALL[usize::from(inverse(slide))], swap });
        tiles.swap(tile, hole);
        coins.swap(tile, hole);
        hole = tile;
    }
    moves.reverse();
    (State::new(tiles, coins), moves)
}

#[cfg(test)]
mod tests {
    use super::super::search::Limits;
    use super::*;
    use bagatelle_core::{Seed, Stream};

    fn walked(length: u32, hole: Option<usize>, n: u64) -> (State, Vec<Action>) {
        let mut rng = Rng::new(&Seed::from_text("away").nth(n), Stream::Deal);
        away(length, hole, &mut rng, &Allowance::default()).unwrap()
    }

    #[test]
    fn the_way_back_is_a_solution_and_none_is_shorter() {
        for (length, count) in [(1, 10), (10, 30), (25, 20), (50, 4)] {
            for n in 0..count {
                let (start, moves) = walked(length, None, n);
                assert_eq!(moves.len() as u32, length);
                let mut state = start;
                for &action in &moves {
                    assert!(!state.is_solved());
                    assert!(matches!(state.cells_of(action), (Some(_), partner) if partner.is_some()
                        == action.swap.is_some()));
                    state.take(action);
                }
                assert!(state.is_solved(), "{start:?}");
                let limits = Limits { spent: &|_| 0.0, ..Limits::BASE };
                let bound = SOLVER.lower_bound(&Position::from(&start), length, &limits);
                assert_eq!(bound, length, "{start:?}");
            }
        }
    }

    #[test]
    fn the_hole_ends_where_it_is_wanted() {
        for hole in 0..CELLS {
            let (start, _) = walked(10, Some(hole), hole as u64);
            assert_eq!(start.hole(), hole);
        }
    }

    #[test]
    fn a_walk_ends_with_its_allowance() {
        let allowance = Allowance::default();
        allowance.take(Allowance::NODES - 500);
        let mut rng = Rng::new(&Seed::from_text("away"), Stream::Deal);
        assert_eq!(away(50, None, &mut rng, &allowance), None);
    }
}
