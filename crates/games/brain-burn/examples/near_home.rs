//! How far from shortest are the solutions of nearly solved positions?
//!
//! ```text
//! cargo run --release -p bagatelle-brain-burn --example near_home -- --to 12 --budget 1.0
//! ```
//!
//! For every number of random moves from home, `--from` 1 `--to` 30, takes `--positions` (20), solves each
//! within `--budget` seconds (CPU time of `--workers`, 2, divided by their number) and compares with an
//! exhaustive search over tiles and coins. That search works from both ends: all positions up to `--home` (7:
//! some thirty million, a gigabyte) moves *before* a solved one are listed; then those after the position are
//! gone through, breadth first, until one of the list is met. It shares no code with the solver: two simple
//! counts tell what cannot come home in time any more. Where it would have to hold more than `--states`
//! (2,000,000) at a time it gives up; the shortest solution is then only known to be longer than what it went
//! through, and the solver is compared with its own better one, found in `--long` (10) seconds.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

mod common;

use bagatelle_brain_burn::solve::{Limits, Position, Solution, Solver};
use bagatelle_brain_burn::{Action, Direction};
use bagatelle_core::{Rng, Seed, Stream};
use common::{Arguments, cpu};
use std::collections::HashSet;

/// Random numbers for what lies where: tiles first, then coins.
struct Keys([[u64; 25]; 32]);

const COIN: usize = 24;
const HOLE: u8 = Position::HOLE;

impl Keys {
    fn new() -> Self {
        let mut rng = Rng::new(&Seed::from_text("near home"), Stream::Test);
        Self(std::array::from_fn(|_| std::array::from_fn(|_| rng.next_u64())))
    }
}

/// A position; nulls are all 0. Positions are told apart by a hash of 64 bits: that any of twenty million is
/// taken for one of thirty million others is a matter of one in thirty thousand, and would make a shortest
/// solution seem shorter than it is.
#[derive(Clone, Copy)]
struct Board {
    tiles: [u8; 25],
    coins: [u8; 25],
    hole: usize,
    hash: u64,
}

fn beside(cell: usize) -> impl Iterator<Item = usize> {
    Direction::ALL.into_iter().filter_map(move |side| side.from(cell))
}

impl Board {
    fn new(position: &Position, keys: &Keys) -> Self {
        let tiles = position.tiles().map(|tile| if tile != HOLE && tile % 6 == 0 { 0 } else { tile });
        let mut board = Self { tiles, coins: *position.coins(), hole: position.hole(), hash: 0 };
        for cell in (0..25).filter(|&cell| cell != board.hole) {
            board.hash ^= keys.0[board.tiles[cell] as usize][cell];
            board.hash ^= keys.0[COIN + board.coins[cell] as usize][cell];
        }
        board
    }

    fn slide(&mut self, from: usize, keys: &Keys) {
        let (tile, coin) = (&keys.0[self.tiles[from] as usize], &keys.0[COIN + self.coins[from] as usize]);
        self.hash ^= tile[from] ^ tile[self.hole] ^ coin[from] ^ coin[self.hole];
        self.tiles.swap(from, self.hole);
        self.coins.swap(from, self.hole);
        self.hole = from;
    }

    fn swap(&mut self, one: usize, other: usize, keys: &Keys) {
        let key = |cell: usize| &keys.0[COIN + self.coins[cell] as usize];
        self.hash ^= key(one)[one] ^ key(one)[other] ^ key(other)[one] ^ key(other)[other];
        self.coins.swap(one, other);
    }

    /// The positions after each move.
    fn after(&self, keys: &Keys, mut each: impl FnMut(Board)) {
        for from in beside(self.hole) {
            let mut slid = *self;
            slid.slide(from, keys);
            each(slid);
            for partner in beside(self.hole).filter(|&cell| cell != from) {
                let mut swapped = slid;
                swapped.swap(self.hole, partner, keys);
                each(swapped);
            }
        }
    }

    /// The positions from which a move leads here: the tile that moved is one beside the hole.
    fn before(&self, keys: &Keys, mut each: impl FnMut(Board)) {
        for moved in beside(self.hole) {
            let partners = beside(moved).filter(|&cell| cell != self.hole);
            for partner in std::iter::once(moved).chain(partners) {
                let mut board = *self;
                board.swap(moved, partner, keys);
                board.slide(moved, keys);
                each(board);
            }
        }
    }

    /// Moves that are certainly left. A move brings one tile one cell nearer, and changes the coins of two
    /// tiles.
    fn left(&self) -> usize {
        let (mut far, mut wrong) = (0, 0);
        for (cell, (&tile, &coin)) in self.tiles.iter().zip(&self.coins).enumerate() {
            if tile == HOLE {
                continue;
            }
            wrong += usize::from(tile % 6 != coin);
            if tile != 0 {
                let home = (tile / 6) as usize * 5 + (tile % 6) as usize - 1;
                far += (cell / 5).abs_diff(home / 5) + (cell % 5).abs_diff(home % 5);
            }
        }
        far.max(wrong.div_ceil(2))
    }
}

/// The solved position with the hole in a column of row five.
fn solved(column: usize) -> Position {
    let mut tiles: Vec<u8> = (0..24).filter(|tile| tile % 6 != 0).chain([0, 6, 12, 18]).collect();
    tiles.insert(20 + column, HOLE);
    let coins: Vec<u8> = tiles.iter().map(|&tile| if tile == HOLE { tile } else { tile % 6 }).collect();
    Position::new(tiles.try_into().expect("25 tiles"), coins.try_into().expect("25 coins"))
        .expect("a position")
}

/// A position some random moves from home, none of which takes the tile back that moved before.
fn scrambled(moves: usize, rng: &mut Rng) -> Position {
    let mut position = solved(rng.index(5));
    let mut back = None;
    for _ in 0..moves {
        position = loop {
            let slide = Direction::ALL[rng.index(4)];
            let swap = [None].into_iter().chain(Direction::ALL.map(Some)).nth(rng.index(5)).flatten();
            if back != Some(slide)
                && let Some(next) = position.after(Action { slide, swap })
            {
                back = Some(slide.back());
                break next;
            }
        };
    }
    position
}

/// What an exhaustive search says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shortest {
    Is(usize),
    /// There was no room to go on.
    AtLeast(usize),
}

/// The positions this many moves before a solved one, for each number from none to some.
struct Home {
    keys: Keys,
    layers: Vec<HashSet<u64>>,
}

impl Home {
    fn new(farthest: usize) -> Self {
        let keys = Keys::new();
        let mut boards: Vec<Board> = (0..5).map(|column| Board::new(&solved(column), &keys)).collect();
        let mut layers = vec![boards.iter().map(|board| board.hash).collect::<HashSet<u64>>()];
        for distance in 1..=farthest {
            let (mut layer, mut next) = (HashSet::new(), Vec::new());
            for board in &boards {
                board.before(&keys, |board| {
                    let known = layers.iter().rev().any(|layer| layer.contains(&board.hash));
                    if !known && layer.insert(board.hash) && distance < farthest {
                        next.push(board);
                    }
                });
            }
            layers.push(layer);
            boards = next;
        }
        Self { keys, layers }
    }

    /// The length of the shortest solution, if no layer of the search needs more than this many positions.
    fn shortest(&self, position: &Position, states: usize) -> Shortest {
        let start = Board::new(position, &self.keys);
        if let Some(distance) = self.layers.iter().position(|layer| layer.contains(&start.hash)) {
            return Shortest::Is(distance);
        }
        let (farthest, edge) = (self.layers.len() - 1, &self.layers[self.layers.len() - 1]);
        for length in farthest + 1.. {
            let mut met = HashSet::from([start.hash]);
            let mut layer = vec![start];
            for left in (farthest..length).rev() {
                let (mut next, mut home) = (Vec::new(), false);
                for board in &layer {
                    board.after(&self.keys, |board| {
                        if left == farthest {
                            home |= edge.contains(&board.hash);
                        } else if board.left() <= left && met.insert(board.hash) {
                            next.push(board);
                        }
                    });
                }
                if home {
                    return Shortest::Is(length);
                }
                if next.len() > states {
                    return Shortest::AtLeast(length);
                }
                layer = next;
            }
        }
        unreachable!("every position can be solved")
    }
}

/// Solves within seconds of CPU time for each worker.
fn solve(solver: &Solver, position: &Position, seconds: f64, workers: usize) -> Solution {
    let begun = cpu();
    let spent = |_| (cpu() - begun) / workers as f64 / seconds;
    let limits = Limits { spent: &spent, workers, memory: 400 << 20, proof: 0.15, ..Limits::BASE };
    let solution = solver.solve(position, &limits, &|_| ());
    let end = solution.moves.iter().try_fold(position.clone(), |position, &step| position.after(step));
    assert!(end.is_some_and(|end| end.is_solved()), "{position:?} is not solved");
    solution
}

fn main() {
    let arguments = Arguments::read();
    let number = |name: &str, otherwise: usize| arguments.number(name, otherwise as f64) as usize;
    let (positions, workers) = (number("--positions", 20), number("--workers", 2));
    let (budget, long) = (arguments.number("--budget", 1.0), arguments.number("--long", 10.0));
    let states = number("--states", 2_000_000);
    let solver = arguments.weights().map_or_else(Solver::new, |weights| Solver::with_weights(&weights));
    let home = Home::new(number("--home", 7));
    println!("positions before home: {:?}", home.layers.iter().map(HashSet::len).collect::<Vec<_>>());
    println!(
        "moves | shortest known exactly: of them, mean shortest, mean excess, most | others: at least, mean, \
         mean in the long run"
    );
    for moves in number("--from", 1)..=number("--to", 30) {
        let (mut exact, mut others) = (Vec::new(), Vec::new());
        for place in 0..positions {
            let seed = Seed::from_text(&format!("{moves} moves from home")).nth(place as u64);
            let position = scrambled(moves, &mut Rng::new(&seed, Stream::Test));
            let slides = solve(&solver, &position, budget, workers).moves.len();
            match home.shortest(&position, states) {
                Shortest::Is(shortest) => exact.push((shortest, slides - shortest)),
                Shortest::AtLeast(least) => {
                    let better = solve(&solver, &position, long, workers).moves.len().min(slides);
                    others.push((least, slides, better));
                }
            }
        }
        let mean = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
        println!(
            "{moves:2} | {:2} {:5.2} {:5.2} {:2} | {:2} {:5.2} {:5.2} {:5.2}",
            exact.len(),
            mean(exact.iter().map(|one| one.0).sum(), exact.len()),
            mean(exact.iter().map(|one| one.1).sum(), exact.len()),
            exact.iter().map(|one| one.1).max().unwrap_or(0),
            others.len(),
            mean(others.iter().map(|one| one.0).sum(), others.len()),
            mean(others.iter().map(|one| one.1).sum(), others.len()),
            mean(others.iter().map(|one| one.2).sum(), others.len()),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_near_home_are_solved_in_the_fewest_moves() {
        let (solver, home) = (Solver::new(), Home::new(4));
        for number in 0..24 {
            let mut rng = Rng::new(&Seed::from_text("a test near home").nth(number), Stream::Test);
            let position = scrambled(1 + number as usize % 8, &mut rng);
            let limits = Limits { spent: &|nodes| nodes as f64 / 2e5, proof: 0.5, ..Limits::BASE };
            let slides = solver.solve(&position, &limits, &|_| ()).moves.len();
            match home.shortest(&position, 5_000) {
                Shortest::Is(shortest) => assert_eq!(slides, shortest, "{number}: {position:?}"),
                Shortest::AtLeast(least) => assert!(slides >= least, "{number}: {position:?}"),
            }
        }
    }

    #[test]
    fn both_ends_count_the_same_positions() {
        // A position is this many moves before home if and only if home is met this many moves after it.
        let home = Home::new(3);
        let near = Home { keys: Keys::new(), layers: home.layers[..1].to_vec() };
        for number in 0..20 {
            let mut rng = Rng::new(&Seed::from_text("both ends").nth(number), Stream::Test);
            let position = scrambled(1 + number as usize % 2, &mut rng);
            let (one, other) = (home.shortest(&position, 100_000), near.shortest(&position, 100_000));
            assert_eq!(one, other, "{number}: {position:?}");
        }
    }
}
