//! Lower bounds with large tables, which prove many deals outright.
//!
//! Iterative deepening as in [`bagatelle_search::ida`], made for this game and for long proofs:
//!
//! * `patterns`: tables of six tiles that know where the hole is, one bit for each entry (65 MB), plain and
//!   mirrored,
//! * `descent`: depth-first search that carries the sums along and looks up only what a slide changes.
//!
//! A threshold is searched for solutions of exactly this length. They end with the hole in columns of one
//! parity ([`patterns::Class`]), and the tables for the nulls are those of these columns.
//!
//! The tree is first cut breadth-first into many pieces, which also finds positions that are reached
//! twice; the pieces are then taken one after another by all workers.

mod descent;
mod patterns;

use super::board::{Tiles, inverse};
use bagatelle_search::ida::Proof;
use descent::{ASK_EVERY, Descent, Guide, Node, Turns, key};
use patterns::{Class, LARGE, Patterns};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// How far a proof has come.
#[derive(Clone, Copy, Debug)]
pub struct Stage {
    /// What is proved: no solution is shorter.
    pub bound: u32,
    /// Nodes visited so far.
    pub nodes: u64,
    /// The share of the current iteration that is done, 0 to 1.
    pub done: f64,
    /// About how many nodes this iteration takes, if earlier ones tell.
    pub expected: Option<u64>,
}

/// What proves lower bounds for the tiles.
pub(crate) trait Prove: Send + Sync {
    /// Raises the bound until a solution is met, `enough` is proved, or `stop`, which is told the nodes so
    /// far, says so. Takes about `memory` bytes besides the tables. `told` is called now and then, from any
    /// worker.
    fn prove(
        &self,
        tiles: &Tiles,
        enough: u32,
        resources: Resources,
        stop: &(dyn Fn(u64) -> bool + Sync),
        told: &(dyn Fn(&Stage) + Sync),
    ) -> Proof;
}

/// What a proof may use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Resources {
    /// Threads, at least 1.
    pub workers: usize,
    /// The memory in bytes, about.
    pub memory: usize,
}

/// The large tables.
pub(crate) struct Prover<const G: usize> {
    patterns: Patterns<G>,
}

/// Builds the large tables; `progress` is told what share is done and ends the work by returning `false`.
pub(crate) fn build(progress: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>> {
    patterns::build(LARGE, progress)
}

impl Prover<4> {
    /// With the tables of [`build`]; `None` if the number of bytes is wrong.
    pub(crate) fn new(tables: Vec<u8>) -> Option<Self> {
        Patterns::new(LARGE, tables).map(|patterns| Self { patterns })
    }
}

impl<const G: usize> Prove for Prover<G> {
    fn prove(
        &self,
        tiles: &Tiles,
        enough: u32,
        resources: Resources,
        stop: &(dyn Fn(u64) -> bool + Sync),
        told: &(dyn Fn(&Stage) + Sync),
    ) -> Proof {
        let guides = Class::ALL.map(|class| Guide::new(&self.patterns, class));
        let roots = guides.each_ref().map(|guide| guide.root(tiles));
        let least = roots.iter().map(Node::bound).min().unwrap_or(0);
        let mut proof = Proof { lower_bound: least, way: None, nodes: 0 };
        if tiles.is_solved() {
            proof.way = Some(Vec::new());
            return proof;
        }
        // The nodes of each iteration.
        let mut sizes: Vec<u64> = Vec::new();
        while proof.lower_bound < enough && !stop(proof.nodes) {
            let class = Class::of(proof.lower_bound, tiles.hole);
            let expected = expected(&sizes);
            let iteration = Iteration {
                guide: &guides[class as usize],
                threshold: proof.lower_bound,
                resources,
                pieces: (expected.unwrap_or(0) / NODES_OF_PIECE) as usize,
                nodes: AtomicU64::new(proof.nodes),
                halted: AtomicBool::new(false),
                stop,
                told: &|nodes, done| told(&Stage { bound: proof.lower_bound, nodes, done, expected }),
            };
            let (end, nodes) = iteration.search(&roots[class as usize]);
            sizes.push(nodes - proof.nodes);
            proof.nodes = nodes;
            match end {
                End::Complete => proof.lower_bound += 1,
                End::Stopped => break,
                End::Found(way) => {
                    proof.way = Some(way);
                    break;
                }
            }
        }
        proof
    }
}

/// How many nodes the next iteration takes, from those before: those of one class grow alike.
fn expected(sizes: &[u64]) -> Option<u64> {
    match *sizes {
        [.., first, _, second, _] if first > 0 => Some((second as f64 * second as f64 / first as f64) as u64),
        _ => None,
    }
}

/// A piece of the tree has about this many nodes.
const NODES_OF_PIECE: u64 = 40;
/// The fewest pieces.
const FEWEST: usize = 512;

/// A position of the part of the tree that is searched breadth-first.
struct Piece<const G: usize> {
    node: Node<G>,
    /// The slides that lead back to where it was reached from.
    back: u8,
    /// The number of one of these positions in its layer.
    parent: u32,
    /// The slide from it.
    by: u8,
}

/// How an iteration ended.
enum End {
    /// There is no solution of this length.
    Complete,
    /// It was stopped.
    Stopped,
    /// There is one.
    Found(Vec<u8>),
}

/// The search of one threshold.
struct Iteration<'a, const G: usize> {
    guide: &'a Guide<'a, G>,
    threshold: u32,
    resources: Resources,
    /// How many pieces make sense.
    pieces: usize,
    nodes: AtomicU64,
    halted: AtomicBool,
    stop: &'a (dyn Fn(u64) -> bool + Sync),
    told: &'a (dyn Fn(u64, f64) + Sync),
}

impl<const G: usize> Iteration<'_, G> {
    /// How the search ended, and the nodes of all iterations.
    fn search(&self, root: &Node<G>) -> (End, u64) {
        if root.bound() > self.threshold {
            return (End::Complete, self.nodes.load(Ordering::Relaxed));
        }
        let (pieces, parents) = self.cut(root);
        let depth = parents.len() as u32;
        let taken = AtomicUsize::new(0);
        let found: Mutex<Option<(usize, Vec<u8>)>> = Mutex::new(None);
        let work = || {
            let stop = || {
                let nodes = self.nodes.fetch_add(ASK_EVERY, Ordering::Relaxed) + ASK_EVERY;
                let done = taken.load(Ordering::Relaxed).min(pieces.len()) as f64 / pieces.len() as f64;
                (self.told)(nodes, done);
                self.halted.fetch_or((self.stop)(nodes), Ordering::Relaxed);
                self.halted.load(Ordering::Relaxed)
            };
            let mut descent = Descent { guide: self.guide, way: Vec::new(), nodes: 0, stop: &stop };
            while !self.halted.load(Ordering::Relaxed) {
                let index = taken.fetch_add(1, Ordering::Relaxed);
                let Some(piece) = pieces.get(index) else { break };
                let mut node = piece.node.clone();
                descent.way.clear();
                let room = self.threshold - depth;
                if node.tiles.is_solved() || descent.descend(&mut node, room, Turns::NONE, piece.back) {
                    self.halted.store(true, Ordering::Relaxed);
                    if node.tiles.is_solved() {
                        let mut found = found.lock().expect("no worker panics");
                        found.get_or_insert((index, descent.way.clone()));
                    }
                }
            }
            self.nodes.fetch_add(descent.nodes % ASK_EVERY, Ordering::Relaxed);
        };
        if self.resources.workers <= 1 {
            work();
        } else {
            #[expect(
                clippy::disallowed_methods,
                reason = "the caller’s Budget says how many workers share the search"
            )]
            std::thread::scope(|scope| {
                for _ in 1..self.resources.workers {
                    scope.spawn(work);
                }
                work();
            });
        }
        let nodes = self.nodes.load(Ordering::Relaxed);
        match found.into_inner().expect("no worker panics") {
            Some((index, rest)) => {
                let mut way = way_to(index, &pieces, &parents);
                way.extend(rest);
                (End::Found(way), nodes)
            }
            None if self.halted.load(Ordering::Relaxed) => (End::Stopped, nodes),
            None => (End::Complete, nodes),
        }
    }

    /// The tree, cut breadth-first: its last layer, and of the layers above it, the parent and the slide of
    /// each position.
    fn cut(&self, root: &Node<G>) -> (Vec<Piece<G>>, Vec<Vec<(u32, u8)>>) {
        // Two layers, the numbers by which one is sorted, and the parents.
        let most = self.resources.memory / (4 * size_of::<Piece<G>>());
        let enough = self.pieces.min(most).max(FEWEST);
        let mut pieces = vec![Piece { node: root.clone(), back: 0, parent: 0, by: 0 }];
        let mut parents = Vec::new();
        while !pieces.is_empty()
            && pieces.len() < enough
            && !pieces.iter().any(|piece| piece.node.tiles.is_solved())
        {
            let room = self.threshold - parents.len() as u32;
            let mut next = Vec::with_capacity(pieces.len() * 2);
            for (parent, piece) in pieces.iter().enumerate() {
                self.guide.children(&piece.node, room, piece.back, |by, node| {
                    next.push(Piece { node, back: 1 << inverse(by), parent: parent as u32, by });
                });
            }
            next.sort_by_cached_key(|piece| key(&piece.node.tiles));
            next.dedup_by(|other, first| {
                let same = other.node.tiles == first.node.tiles;
                first.back |= if same { other.back } else { 0 };
                same
            });
            self.nodes.fetch_add(pieces.len() as u64, Ordering::Relaxed);
            parents.push(pieces.iter().map(|piece| (piece.parent, piece.by)).collect());
            pieces = next;
        }
        (pieces, parents)
    }
}

/// The slides from the root to a piece.
fn way_to<const G: usize>(index: usize, pieces: &[Piece<G>], parents: &[Vec<(u32, u8)>]) -> Vec<u8> {
    let mut way = Vec::with_capacity(parents.len());
    let (mut parent, mut by) = (pieces[index].parent, pieces[index].by);
    for layer in parents.iter().rev() {
        way.push(by);
        (parent, by) = layer[parent as usize];
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests;
