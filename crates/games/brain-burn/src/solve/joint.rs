//! Tiles and coins at once, for positions in which the coins cost moves: those that are nearly solved.
//!
//! A state is the places of the tiles and of the coins. An action is a slide and one of the swaps it
//! allows, numbered `slide * 4 + swap`, where swap 0 is none and 1 to 3 are the possible partners in the
//! order of [`Direction`].
//!
//! [`JointSpace`] is for the beam; it ranks states by the needs of the tiles, of the coins, and a mixture of
//! the two. [`JointDescent`] is for iterative deepening; its bound is proved: the tiles need what the pattern
//! databases say, and as a move changes the coins of at most two tiles, wrong coins need half their number of
//! moves.

use super::board::{BEHIND, CELLS, HOLE, NOWHERE, NULL, Tiles, inverse, towards};
use super::position::Position;
use super::tables::Tables;
use super::tiles::Keys;
use super::value::{SCALE, Slide, Value};
use crate::action::{Action, Direction};
use bagatelle_search::beam::{Sink, Space};
use bagatelle_search::ida::Descent;
use std::sync::atomic::{AtomicU32, Ordering};

/// Tiles and coins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub tiles: Tiles,
    /// The value of the coin in each cell; [`NO_COIN`] at the hole.
    pub coins: [u8; CELLS],
}

const NO_COIN: u8 = 6;

/// The cell of the swap's partner, now that the moved tile is in `to` and the hole in `from`; [`NOWHERE`] if
/// there is no partner with that number (1 to 3).
#[inline]
fn partner(to: u8, from: u8, swap: u8) -> u8 {
    let mut number = 0;
    for direction in Direction::ALL {
        let cell = towards(to, direction);
        if cell != NOWHERE && cell != from {
            number += 1;
            if number == swap {
                return cell;
            }
        }
    }
    NOWHERE
}

/// The value that a tile's coin should have.
#[inline]
fn wanted(tile: u8) -> u8 {
    if tile < NULL { tile % 5 + 1 } else { 0 }
}

impl Joint {
    /// The tiles and coins of a position.
    pub fn of(position: &Position) -> Self {
        Self { tiles: Tiles::of(position), coins: position.coins().map(|coin| coin.min(NO_COIN)) }
    }

    fn slide(&mut self, action: u8) -> u8 {
        let hole = self.tiles.hole;
        let from = self.tiles.slide(action);
        self.coins.swap(hole as usize, from as usize);
        from
    }

    /// Makes a move.
    pub fn apply(&mut self, action: u8) {
        let to = self.tiles.hole;
        let from = self.slide(action / 4);
        if !action.is_multiple_of(4) {
            self.coins.swap(to as usize, partner(to, from, action % 4) as usize);
        }
    }

    /// Takes it back.
    fn undo(&mut self, action: u8) {
        let from = self.tiles.hole;
        let to = towards(from, Direction::ALL[(action / 4) as usize]);
        if !action.is_multiple_of(4) {
            self.coins.swap(to as usize, partner(to, from, action % 4) as usize);
        }
        self.slide(inverse(action / 4));
    }

    fn wrong_coins(&self) -> u32 {
        let wrong = |(&tile, &coin): (&u8, &u8)| tile != HOLE && wanted(tile) != coin;
        self.tiles.cells.iter().zip(&self.coins).filter(|&pair| wrong(pair)).count() as u32
    }

    fn is_solved(&self) -> bool {
        self.tiles.is_solved() && self.wrong_coins() == 0
    }

    /// How far the coins on wrong tiles are from the nearest tile that wants them, in steps from cell to
    /// cell.
    fn coin_distance(&self) -> u32 {
        let (mut wants, mut lies) = ([0u32; 8], [0u32; 8]);
        for cell in 0..CELLS {
            if self.tiles.cells[cell] != HOLE {
                wants[wanted(self.tiles.cells[cell]) as usize] |= 1 << cell;
                lies[(self.coins[cell] & 7) as usize] |= 1 << cell;
            }
        }
        const LEFT: u32 = 0b00001_00001_00001_00001_00001;
        const RIGHT: u32 = LEFT << 4;
        let mut total = 0;
        for value in 0..6 {
            let mut reach = wants[value] & !lies[value];
            let mut coins = lies[value] & !wants[value];
            while coins != 0 {
                total += coins.count_ones();
                reach |= reach << 5 | reach >> 5 | (reach & !RIGHT) << 1 | (reach & !LEFT) >> 1;
                coins &= !reach;
            }
        }
        total
    }
}

/// The moves of a list of actions.
pub(crate) fn moves(start: &Joint, actions: &[u8]) -> Vec<Action> {
    let mut state = *start;
    let step = |&action: &u8| {
        let to = state.tiles.hole;
        state.apply(action);
        let other = partner(to, state.tiles.hole, action % 4);
        let swap =
            Direction::ALL.into_iter().find(|&direction| action % 4 != 0 && towards(to, direction) == other);
        Action { slide: Direction::ALL[(action / 4) as usize], swap }
    };
    actions.iter().map(step).collect()
}

/// How the needs of tiles and coins are weighed together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mixture {
    /// How many moves a step of a coin counts as.
    pub coin: f32,
    /// What the smaller of the two needs adds to the larger.
    pub smaller: f32,
}

/// The state space for the beam.
pub(crate) struct JointSpace<'a> {
    pub tables: &'a Tables,
    pub value: &'a Value,
    pub keys: &'a Keys,
    pub coin_keys: &'a Keys,
    pub best: &'a AtomicU32,
    pub mixture: Mixture,
}

impl Space for JointSpace<'_> {
    type Node = Joint;
    type Scratch = ();

    fn scratch(&self) {}

    fn expand<S: Sink>(&self, node: &Joint, depth: u32, _scratch: &mut (), sink: &mut S) {
        let Tiles { cells, hole: to } = &node.tiles;
        let to = *to;
        let addresses = self.tables.addresses(cells);
        let sums = self.tables.sums(&addresses);
        let hidden = self.value.hidden(cells);
        let mut hash = self.keys.hash(&node.tiles);
        for (cell, &coin) in node.coins.iter().enumerate() {
            if coin != NO_COIN {
                hash ^= self.coin_keys.key(coin, cell as u8);
            }
        }
        let room = self.best.load(Ordering::Relaxed).saturating_sub(depth + 1);
        for slide in 0..4u8 {
            let from = BEHIND[to as usize][slide as usize];
            if from == NOWHERE {
                continue;
            }
            let tile = cells[from as usize];
            let (plain, mirrored) = self.tables.slid(&addresses, sums, cells, from, to);
            let bound = plain.max(mirrored);
            if bound as u32 >= room {
                continue;
            }
            let mut child = *node;
            child.slide(slide);
            let moved = child.coins[to as usize];
            let hash = hash
                ^ self.keys.key(tile, from)
                ^ self.keys.key(tile, to)
                ^ self.coin_keys.key(moved, from)
                ^ self.coin_keys.key(moved, to);
            let mut need = None;
            for swap in 0..4u8 {
                let mut hash = hash;
                let mut other = to;
                if swap > 0 {
                    other = partner(to, from, swap);
                    if other == NOWHERE || child.coins[other as usize] == moved {
                        continue;
                    }
                    for coin in [moved, child.coins[other as usize]] {
                        hash ^= self.coin_keys.key(coin, to) ^ self.coin_keys.key(coin, other);
                    }
                }
                if !sink.is_new(hash) {
                    continue;
                }
                child.coins.swap(to as usize, other as usize);
                let coins = child.coin_distance();
                let wrong = child.wrong_coins();
                let solved = coins == 0 && child.is_solved();
                child.coins.swap(to as usize, other as usize);
                if solved {
                    sink.goal(slide * 4 + swap);
                    continue;
                }
                if wrong.div_ceil(2) >= room {
                    continue;
                }
                let need = *need.get_or_insert_with(|| {
                    let (bound, other) = (bound as u8, plain.min(mirrored) as u8);
                    let more = self.value.after(&hidden, &Slide { tile, from, to, bound, other }).max(0);
                    f32::from(bound) + more as f32 / SCALE as f32
                });
                let coins = coins as f32 * self.mixture.coin;
                let score = need.max(coins) + need.min(coins) * self.mixture.smaller;
                sink.offer(slide * 4 + swap, (score * SCALE as f32) as u16);
            }
        }
    }

    fn child(&self, node: &Joint, action: u8) -> Joint {
        let mut child = *node;
        child.apply(action);
        child
    }
}

/// The state space for iterative deepening.
pub(crate) struct JointDescent<'a> {
    pub tables: &'a Tables,
}

impl Descent for JointDescent<'_> {
    type State = Joint;

    fn children(&self, state: &Joint, last: Option<u8>, out: &mut [(u8, u32); 16]) -> usize {
        let Tiles { cells, hole: to } = &state.tiles;
        let to = *to;
        let addresses = self.tables.addresses(cells);
        let sums = self.tables.sums(&addresses);
        let mut count = 0;
        for slide in 0..4u8 {
            let from = BEHIND[to as usize][slide as usize];
            if from == NOWHERE {
                continue;
            }
            let (plain, mirrored) = self.tables.slid(&addresses, sums, cells, from, to);
            let tiles = plain.max(mirrored) as u32;
            let mut child = *state;
            child.slide(slide);
            let moved = child.coins[to as usize];
            for swap in 0..4u8 {
                let other = if swap == 0 { to } else { partner(to, from, swap) };
                if other == NOWHERE || (swap > 0 && child.coins[other as usize] == moved) {
                    continue;
                }
                // A slide back without any swap undoes a slide without any swap.
                if swap == 0 && last.is_some_and(|last| last == inverse(slide) * 4) {
                    continue;
                }
                child.coins.swap(to as usize, other as usize);
                out[count] = (slide * 4 + swap, tiles.max(child.wrong_coins().div_ceil(2)));
                child.coins.swap(to as usize, other as usize);
                count += 1;
            }
        }
        count
    }

    fn is_goal(&self, state: &Joint) -> bool {
        state.is_solved()
    }

    fn bound(&self, state: &Joint) -> u32 {
        self.tables.bound(&state.tiles).max(state.wrong_coins().div_ceil(2))
    }

    fn apply(&self, state: &mut Joint, action: u8) {
        state.apply(action);
    }

    fn undo(&self, state: &mut Joint, action: u8) {
        state.undo(action);
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{replay, scrambled};
    use super::*;

    #[test]
    fn moves_can_be_taken_back_and_mean_what_the_rules_say() {
        for seed in 0..40 {
            let position = scrambled(seed, 12);
            let start = Joint::of(&position);
            let mut children = [(0, 0); 16];
            let tables = Tables::shared();
            let descent = JointDescent { tables };
            let count = descent.children(&start, None, &mut children);
            assert!(count >= 2);
            for &(action, bound) in &children[..count] {
                let mut state = start;
                state.apply(action);
                assert_eq!(bound, descent.bound(&state));
                let played = replay(&position, &moves(&start, &[action]));
                assert_eq!(Joint::of(&played).tiles, state.tiles);
                assert_eq!(Joint::of(&played).coins, state.coins);
                state.undo(action);
                assert_eq!((state.tiles, state.coins), (start.tiles, start.coins));
            }
        }
    }
}
