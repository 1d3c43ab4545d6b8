//! Iterative-deepening A* (Korf 1985, "Depth-first iterative-deepening: an optimal admissible tree search").
//!
//! Depth-first search within a threshold on the steps made plus a lower bound on the steps still needed; the
//! threshold rises until a goal is met. Each threshold that is exhausted without a goal *proves* that the
//! path is longer; this gives the lower bounds of a puzzle. Memory grows only with the depth of the tree.
//!
//! With several workers the tree is cut a few levels down and the pieces are taken one after another. What is
//! found and proved does not depend on the number of workers (unless the search is stopped); only the choice
//! among equally short paths does.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// A state space with edges of cost one, a bound on the steps left, and moves that can be taken
/// back.
pub trait Descent: Sync {
    /// A state; only a few hundred are kept at a time.
    type State: Clone + Send + Sync;

    /// Fills `out` with the actions that make sense after `last` (so not its inverse), each with the
    /// admissible bound on the steps that are needed after it, and gives their number.
    fn children(&self, state: &Self::State, last: Option<u8>, out: &mut [(u8, u32); 16]) -> usize;

    /// Whether nothing is left to do.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// The admissible bound on the steps that are needed from here.
    fn bound(&self, state: &Self::State) -> u32;

    /// Makes a move.
    fn apply(&self, state: &mut Self::State, action: u8);

    /// Takes it back.
    fn undo(&self, state: &mut Self::State, action: u8);
}

/// What was proved, and what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// No way is shorter than this.
    pub lower_bound: u32,
    /// A shortest way, if the search got that far. Its length is then the lower bound.
    pub way: Option<Vec<u8>>,
    /// Nodes visited.
    pub nodes: u64,
}

struct Piece<S> {
    state: S,
    way: Vec<u8>,
}

struct Shared<'a> {
    threshold: u32,
    /// The least sum above the threshold: the next one.
    beyond: AtomicU32,
    nodes: AtomicU64,
    halted: AtomicBool,
    found: Mutex<Option<Vec<u8>>>,
    stop: &'a (dyn Fn(u64) -> bool + Sync),
    nodes_before: u64,
}

/// How many nodes a worker visits between two questions to the caller.
const ASK_EVERY: u64 = 1 << 14;
/// The tree is cut into about this many pieces.
const PIECES: usize = 512;

struct Worker<'a, D: Descent> {
    space: &'a D,
    shared: &'a Shared<'a>,
    way: Vec<u8>,
    nodes: u64,
    beyond: u32,
}

impl<D: Descent> Worker<'_, D> {
    /// Whether to end the search (a goal was met, or the caller stopped it).
    fn descend(&mut self, state: &mut D::State, depth: u32, last: Option<u8>) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK_EVERY) {
            let total = self.shared.nodes.fetch_add(ASK_EVERY, Ordering::Relaxed) + ASK_EVERY;
            if (self.shared.stop)(self.shared.nodes_before + total) {
                self.shared.halted.store(true, Ordering::Relaxed);
            }
            if self.shared.halted.load(Ordering::Relaxed) {
                return true;
            }
        }
        if self.space.is_goal(state) {
            let mut found = self.shared.found.lock().expect("no worker panics");
            found.get_or_insert_with(|| self.way.clone());
            self.shared.halted.store(true, Ordering::Relaxed);
            return true;
        }
        let mut children = [(0, 0); 16];
        let count = self.space.children(state, last, &mut children);
        for &(action, bound) in &children[..count] {
            let sum = depth + 1 + bound;
            if sum > self.shared.threshold {
                self.beyond = self.beyond.min(sum);
                continue;
            }
            self.space.apply(state, action);
            self.way.push(action);
            let end = self.descend(state, depth + 1, Some(action));
            self.way.pop();
            self.space.undo(state, action);
            if end {
                return true;
            }
        }
        false
    }
}

/// Raises the proved bound from `start` until a goal is met, `enough` is proved (pass the length of a known
/// path: the search is done once no shorter one can exist), or `stop` (which gets the number of nodes so
/// far) says so.
pub fn search<D: Descent>(
    space: &D,
    start: &D::State,
    enough: u32,
    workers: usize,
    stop: &(dyn Fn(u64) -> bool + Sync),
) -> Proof {
    let mut proof = Proof { lower_bound: space.bound(start), way: None, nodes: 0 };
    if space.is_goal(start) {
        proof.way = Some(Vec::new());
        return proof;
    }
    while proof.lower_bound < enough {
        let shared = Shared {
            threshold: proof.lower_bound,
            beyond: AtomicU32::new(u32::MAX),
            nodes: AtomicU64::new(0),
            halted: AtomicBool::new(stop(proof.nodes)),
            found: Mutex::new(None),
            stop,
            nodes_before: proof.nodes,
        };
        if shared.halted.load(Ordering::Relaxed) {
            break;
        }
        let pieces = cut(space, start, &shared);
        let taken = AtomicUsize::new(0);
        let work = || {
            let mut worker = Worker { space, shared: &shared, way: Vec::new(), nodes: 0, beyond: u32::MAX };
            while let Some(piece) = pieces.get(taken.fetch_add(1, Ordering::Relaxed)) {
                worker.way.clone_from(&piece.way);
                let mut state = piece.state.clone();
                if worker.descend(&mut state, piece.way.len() as u32, piece.way.last().copied()) {
                    break;
                }
            }
            shared.beyond.fetch_min(worker.beyond, Ordering::Relaxed);
            shared.nodes.fetch_add(worker.nodes % ASK_EVERY, Ordering::Relaxed);
        };
        if workers <= 1 {
            // Some platforms have no threads at all.
            work();
        } else {
            #[expect(
                clippy::disallowed_methods,
                reason = "the caller’s Budget says how many workers share the search"
            )]
            std::thread::scope(|scope| {
                for _ in 1..workers {
                    scope.spawn(work);
                }
                work();
            });
        }
        proof.nodes += shared.nodes.load(Ordering::Relaxed);
        if let Some(way) = shared.found.into_inner().expect("no worker panics") {
            proof.way = Some(way);
            break;
        }
        if shared.halted.load(Ordering::Relaxed) {
            break;
        }
        proof.lower_bound = shared.beyond.load(Ordering::Relaxed).min(enough);
    }
    proof
}

/// The tree below `start` within the threshold, cut breadth-first into pieces. A goal met on the way stays a
/// piece.
fn cut<D: Descent>(space: &D, start: &D::State, shared: &Shared) -> Vec<Piece<D::State>> {
    let mut pieces = vec![Piece { state: start.clone(), way: Vec::new() }];
    let mut beyond = u32::MAX;
    while !pieces.is_empty()
        && pieces.len() < PIECES
        && !pieces.iter().any(|piece| space.is_goal(&piece.state))
    {
        let mut next = Vec::with_capacity(pieces.len() * 3);
        shared.nodes.fetch_add(pieces.len() as u64, Ordering::Relaxed);
        for piece in &pieces {
            let mut children = [(0, 0); 16];
            let count = space.children(&piece.state, piece.way.last().copied(), &mut children);
            for &(action, bound) in &children[..count] {
                let sum = piece.way.len() as u32 + 1 + bound;
                if sum > shared.threshold {
                    beyond = beyond.min(sum);
                    continue;
                }
                let mut state = piece.state.clone();
                space.apply(&mut state, action);
                let mut way = piece.way.clone();
                way.push(action);
                next.push(Piece { state, way });
            }
        }
        pieces = next;
    }
    shared.beyond.fetch_min(beyond, Ordering::Relaxed);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The 8-puzzle with the sum of the tiles' distances.
    struct Eight;

    fn distance(tile: u8, cell: usize) -> u32 {
        let (tile, cell) = (tile as usize, cell);
        (tile / 3).abs_diff(cell / 3) as u32 + (tile % 3).abs_diff(cell % 3) as u32
    }

    fn target(state: &[u8; 9], action: u8) -> Option<(usize, usize)> {
        let hole = state.iter().position(|&tile| tile == 8).unwrap();
        let (row, col) = (hole / 3, hole % 3);
        let other = match action {
            0 if row > 0 => hole - 3,
            1 if row < 2 => hole + 3,
            2 if col > 0 => hole - 1,
            3 if col < 2 => hole + 1,
            _ => return None,
        };
        Some((hole, other))
    }

    impl Descent for Eight {
        type State = [u8; 9];

        fn children(&self, state: &[u8; 9], last: Option<u8>, out: &mut [(u8, u32); 16]) -> usize {
            let mut count = 0;
            for action in 0..4 {
                if last == Some(action ^ 1) {
                    continue;
                }
                if let Some((hole, other)) = target(state, action) {
                    let mut child = *state;
                    child.swap(hole, other);
                    out[count] = (action, self.bound(&child));
                    count += 1;
                }
            }
            count
        }

        fn is_goal(&self, state: &[u8; 9]) -> bool {
            *state == [0, 1, 2, 3, 4, 5, 6, 7, 8]
        }

        fn bound(&self, state: &[u8; 9]) -> u32 {
            state
                .iter()
                .enumerate()
                .filter(|&(_, &tile)| tile != 8)
                .map(|(cell, &tile)| distance(tile, cell))
                .sum()
        }

        fn apply(&self, state: &mut [u8; 9], action: u8) {
            let (hole, other) = target(state, action).unwrap();
            state.swap(hole, other);
        }

        fn undo(&self, state: &mut [u8; 9], action: u8) {
            self.apply(state, action ^ 1);
        }
    }

    /// One of the two positions that need 31 moves, the most of all (Reinefeld 1993).
    const HARDEST: [u8; 9] = [7, 5, 6, 1, 4, 3, 2, 8, 0];

    #[test]
    fn finds_and_proves_a_shortest_way() {
        for workers in [1, 3] {
            let mut state = [8, 7, 6, 5, 4, 3, 2, 1, 0];
            let proof = search(&Eight, &state, u32::MAX, workers, &|_| false);
            let way = proof.way.unwrap();
            assert_eq!(way.len() as u32, proof.lower_bound);
            for action in way {
                Eight.apply(&mut state, action);
            }
            assert!(Eight.is_goal(&state));
        }
    }

    #[test]
    fn the_proof_does_not_depend_on_the_workers() {
        let one = search(&Eight, &HARDEST, u32::MAX, 1, &|_| false);
        let three = search(&Eight, &HARDEST, u32::MAX, 3, &|_| false);
        assert_eq!(one.lower_bound, three.lower_bound);
        assert_eq!(one.way.unwrap().len(), three.way.unwrap().len());
    }

    #[test]
    fn stops_when_enough_is_proved_or_the_caller_has_had_enough() {
        let full = search(&Eight, &HARDEST, u32::MAX, 1, &|_| false);
        let enough = search(&Eight, &HARDEST, full.lower_bound - 4, 1, &|_| false);
        assert_eq!((enough.lower_bound, enough.way), (full.lower_bound - 4, None));
        let brief = search(&Eight, &HARDEST, u32::MAX, 1, &|nodes| nodes > 0);
        assert!(brief.way.is_none() && brief.lower_bound < full.lower_bound);
    }
}
