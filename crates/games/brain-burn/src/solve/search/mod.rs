//! The order of the methods, within the caller's budget.
//!
//! 1. A very narrow beam over tiles, with swaps planned along it, gives a solution within milliseconds; if
//!    either fails, the fallback never does.
//! 2. *Far* from home, every worker then runs one beam that is as wide as the budget allows; if there is time
//!    left, it runs again with noise. Swaps are planned along every path found. Workers differ by searching
//!    the mirror image and by noise.
//! 3. *Near* home, or if no swaps could be planned, tiles and coins are searched together, by iterative
//!    deepening for a part of the budget, then by beams that get wider and wider.
//! 4. The rest of the budget goes into proving a lower bound.

use super::board::{Tiles, mix};
use super::bound::TileDescent;
use super::fallback;
use super::joint::{Joint, JointDescent, JointSpace, Mixture, moves};
use super::large::LargeTables;
use super::pace::{Budget, Pace};
use super::position::Position;
use super::proof::{Resources, Stage};
use super::solver::Solver;
use super::swaps::{EFFORTS, Swaps};
use super::tiles::{Node, TileSpace, mirrored};
use crate::action::{Action, Direction};
use bagatelle_search::beam::{Beam, Fixed};
use bagatelle_search::ida;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, AtomicUsize, Ordering};

/// What a search may use.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// The share of the budget that is spent, 0 to 1, given the number of nodes expanded so far; at 1 or more
    /// the search ends. Usually elapsed time divided by allowed time; nodes divided by allowed nodes makes
    /// the search repeatable (with one worker). The search paces itself by it. A function that says 0 until
    /// the caller has had enough works too: the search then doubles its efforts again and again, and ends by
    /// itself only when nothing is left to try.
    pub spent: &'a (dyn Fn(u64) -> f64 + Sync),
    /// Threads to work with, at least 1.
    pub workers: usize,
    /// About how many bytes the search may take. Fewer than two million make no sense.
    pub memory: usize,
    /// The share of the budget that is kept for proving the lower bound, 0 to 1.
    pub proof: f64,
    /// Decides the noise of reruns, which is all that is random.
    pub seed: u64,
    /// The large tables, for better bounds far from home.
    pub large: Option<&'a LargeTables>,
    /// Called now and then while they are used, from any worker.
    pub told: &'a (dyn Fn(&Stage) + Sync),
}

impl Limits<'static> {
    /// One worker, 50 MB, no proof, and no end but that of `spent`, which is to be given.
    pub const BASE: Self = Self {
        spent: &|_| 0.0,
        workers: 1,
        memory: 50 << 20,
        proof: 0.0,
        seed: 1,
        large: None,
        told: &|_| (),
    };
}

/// A solution, and what is known about how good it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// The moves that solve the position.
    pub moves: Vec<Action>,
    /// No solution has fewer slides than this: proved.
    pub lower_bound: u32,
}

impl Solution {
    /// The number of slides, which is what a solution costs.
    #[must_use]
    pub fn slides(&self) -> u32 {
        self.moves.len() as u32
    }

    /// The number of swaps.
    #[must_use]
    pub fn swaps(&self) -> u32 {
        self.moves.iter().filter(|step| step.swap.is_some()).count() as u32
    }

    /// Whether there is no shorter one: proved.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.slides() <= self.lower_bound
    }
}

/// Width of the first beam over tiles.
const FIRST_WIDTH: usize = 48;
/// The length to beat before any solution is known.
const NO_SOLUTION: u32 = 10_000;
/// No beam goes deeper than this.
const DEEPEST: u32 = 250;
/// In solutions shorter than this, the coins may cost moves.
const NEAR: usize = 66;
/// Beams end when this share of their part is spent, so that the planning of swaps still fits.
const MARGIN: f64 = 0.96;
/// Swaps are planned along at most this many equally short ways of the tiles.
const WAYS: usize = 30;
/// A rerun needs at least this share.
const WORTH_A_RUN: f64 = 0.08;
/// Tiles and coins together: how their needs are weighed, and the nodes that iterative deepening may take
/// without a clock.
const MIXTURES: [Mixture; 4] = [
    Mixture { coin: 1.4, smaller: 1.0 },
    Mixture { coin: 1.0, smaller: 0.7 },
    Mixture { coin: 0.8, smaller: 0.8 },
    Mixture { coin: 1.2, smaller: 1.0 },
];
const DEEPENING_NODES: u64 = 1_000_000;

impl Solver {
    /// Solves a position. Never fails: if the budget is spent at once, the solution is merely long. `report`
    /// is called, from any worker, with every better solution and every better bound.
    #[must_use]
    pub fn solve(
        &self,
        position: &Position,
        limits: &Limits<'_>,
        report: &(dyn Fn(&Solution) + Sync),
    ) -> Solution {
        if position.is_solved() {
            return Solution::default();
        }
        let start = Joint::of(position);
        let run = Run {
            solver: self,
            position,
            start,
            limits,
            budget: Budget { spent: limits.spent, nodes: AtomicU64::new(0) },
            best: AtomicU32::new(NO_SOLUTION),
            known: Mutex::new(Solution {
                moves: Vec::new(),
                lower_bound: ida::Descent::bound(&JointDescent { tables: &self.tables }, &start),
            }),
            report,
        };
        let (length, cost) = run.first();
        let near = length < NEAR;
        let end = 1.0 - limits.proof.clamp(0.0, 1.0);
        if near {
            run.near(end);
        } else {
            run.far(end * MARGIN, length as u32, cost);
        }
        if limits.proof > 0.0 {
            run.prove(near);
        }
        run.known.into_inner().expect("no worker panics")
    }

    /// Slides that bring the tiles home, by one beam within the budget, whatever the coins are: what a value
    /// network is trained on. The limit on memory, the workers and the share for a proof do not matter here.
    #[must_use]
    pub fn solve_tiles(&self, position: &Position, limits: &Limits<'_>) -> Vec<Direction> {
        let tiles = Tiles::of(position);
        if tiles.is_solved() {
            return Vec::new();
        }
        let best = AtomicU32::new(NO_SOLUTION);
        let Self { tables, value, keys, .. } = self;
        let space = TileSpace { tables, value, keys, best: &best, noise: 0, salt: 0 };
        let budget = Budget { spent: limits.spent, nodes: AtomicU64::new(0) };
        let root = space.root(&tiles);
        let first = Beam::new().search(&space, root, DEEPEST, FIRST_WIDTH, 1, &mut Fixed(FIRST_WIDTH));
        budget.nodes.fetch_add(first.expanded, Ordering::Relaxed);
        let mut slides = first.ways.into_iter().next().unwrap_or_else(|| fallback::slides(&tiles));
        best.store(slides.len() as u32, Ordering::Relaxed);
        let cost = (budget.share(), first.expanded);
        let mut pace = Pace::new(&budget, 1.0, slides.len() as u32, cost, FIRST_WIDTH, 1 << 20);
        let width = pace.first_width();
        if let Some(way) = Beam::new().search(&space, root, DEEPEST, width, 1, &mut pace).ways.pop() {
            slides = way;
        }
        slides.into_iter().map(|slide| Direction::ALL[slide as usize]).collect()
    }

    /// The two sums of the pattern databases for the tiles of a position; both are lower bounds.
    #[must_use]
    pub fn sums(&self, position: &Position) -> [u8; 2] {
        let tiles = Tiles::of(position);
        let (plain, mirrored) = self.tables.sums(&self.tables.addresses(&tiles.cells));
        [plain as u8, mirrored as u8]
    }

    /// Raises the proved lower bound on the slides of a position until it reaches `enough` (say, the length
    /// of a known solution) or the budget is spent.
    #[must_use]
    pub fn lower_bound(&self, position: &Position, enough: u32, limits: &Limits<'_>) -> u32 {
        let tiles = Tiles::of(position);
        let stop = |nodes| (limits.spent)(nodes) >= 1.0;
        let descent = TileDescent { tables: &self.tables, barred: None };
        let proof = ida::search(&descent, &tiles, enough, limits.workers.max(1), &stop);
        let joint = ida::Descent::bound(&JointDescent { tables: &self.tables }, &Joint::of(position));
        proof.lower_bound.max(joint)
    }
}

/// One search.
struct Run<'a> {
    solver: &'a Solver,
    position: &'a Position,
    start: Joint,
    limits: &'a Limits<'a>,
    budget: Budget<'a>,
    /// Length of the best solution.
    best: AtomicU32,
    known: Mutex<Solution>,
    report: &'a (dyn Fn(&Solution) + Sync),
}

impl Run<'_> {
    /// Keeps a solution if it is better.
    fn offer(&self, moves: Vec<Action>) {
        let mut known = self.known.lock().expect("no worker panics");
        let offered = Solution { moves, lower_bound: known.lower_bound };
        let better = (offered.slides(), offered.swaps()) < (known.slides(), known.swaps());
        if known.moves.is_empty() || better {
            *known = offered;
            self.best.store(known.slides(), Ordering::Relaxed);
            (self.report)(&known);
        }
    }

    /// Keeps a proved bound if it is better.
    fn bound(&self, lower_bound: u32) {
        let mut known = self.known.lock().expect("no worker panics");
        if lower_bound > known.lower_bound {
            known.lower_bound = lower_bound;
            (self.report)(&known);
        }
    }

    /// Plans swaps along one of several equally short ways to bring the tiles home: with little effort along
    /// each of them first. Returns whether it could.
    fn accept(&self, ways: &[Vec<u8>]) -> bool {
        let mut ways: Vec<Swaps> = ways.iter().map(|way| Swaps::new(self.position, way)).collect();
        ways.retain(Swaps::may_do);
        for effort in EFFORTS {
            for way in &ways {
                if let Some(moves) = way.plan(effort) {
                    self.offer(moves);
                    return true;
                }
                // Once the budget is spent, the first way has to be good enough.
                if self.budget.share() >= 1.0 {
                    break;
                }
            }
        }
        false
    }

    fn done(&self, end: f64) -> bool {
        self.budget.share() >= end || self.known.lock().expect("no worker panics").is_optimal()
    }

    fn tile_space(&self, noise: u64, number: u64) -> TileSpace<'_> {
        let Solver { tables, value, keys, .. } = self.solver;
        TileSpace { tables, value, keys, best: &self.best, noise, salt: mix(self.limits.seed ^ mix(number)) }
    }

    /// A first solution. Returns how many slides the tiles took, and the share of the budget that a number of
    /// nodes took.
    fn first(&self) -> (usize, (f64, u64)) {
        let begun = self.budget.share();
        let mut slides = Vec::new();
        let mut expanded = 0;
        if !self.start.tiles.is_solved() {
            let space = self.tile_space(0, 0);
            let root = space.root(&self.start.tiles);
            let mut fixed = Fixed(FIRST_WIDTH);
            let outcome = Beam::new().search(&space, root, DEEPEST, FIRST_WIDTH, 1, &mut fixed);
            self.budget.nodes.fetch_add(outcome.expanded, Ordering::Relaxed);
            expanded = outcome.expanded;
            slides = outcome.ways.into_iter().next().unwrap_or_else(|| fallback::slides(&self.start.tiles));
        }
        let cost = (self.budget.share() - begun, expanded);
        let planned = self.accept(std::slice::from_ref(&slides));
        if !planned {
            let mut position = self.position.clone();
            let mut moves: Vec<Action> = Vec::new();
            for &action in &slides {
                let step = Action { slide: Direction::ALL[action as usize], swap: None };
                position = position.after(step).expect("the slides are possible");
                moves.push(step);
            }
            moves.extend(fallback::coins(&position));
            self.offer(moves);
        }
        (slides.len(), cost)
    }

    /// The widest beam that memory allows.
    fn widest<N: Copy>(&self, branching: usize) -> usize {
        let each = self.limits.memory / self.limits.workers.max(1);
        let mut width = 64;
        while Beam::<N>::bytes(width * 5 / 4, branching) < each && width < 1 << 26 {
            width = width * 5 / 4;
        }
        width
    }

    fn with_workers(&self, work: impl Fn(usize) + Sync) {
        if self.limits.workers <= 1 {
            // Some platforms have no threads at all.
            work(0);
            return;
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "the caller’s Budget says how many workers share the search"
        )]
        std::thread::scope(|scope| {
            for worker in 1..self.limits.workers {
                let work = &work;
                scope.spawn(move || work(worker));
            }
            work(0);
        });
    }

    fn far(&self, end: f64, length: u32, cost: (f64, u64)) {
        let widest = self.widest::<Node>(3);
        self.with_workers(|worker| {
            let mut beam = Beam::new();
            for run in 0.. {
                let otherwise = (FIRST_WIDTH << (2 * run + 2).min(24)).min(widest);
                let layers = if run == 0 { length * 23 / 25 } else { self.best.load(Ordering::Relaxed) };
                let noise = if run == 0 && worker < 2 { 0 } else { 15 };
                let turned = (worker + run) % 2 == 1;
                let tiles = if turned { self.start.tiles.mirrored() } else { self.start.tiles };
                let accept = |ways: &[Vec<u8>]| {
                    let mut ways = ways.to_vec();
                    if turned {
                        ways.iter_mut().flatten().for_each(|action| *action = mirrored(*action));
                    }
                    self.accept(&ways)
                };
                let mut pace = Pace::new(&self.budget, end, layers, cost, otherwise, widest).until(&accept);
                let width = pace.first_width();
                let space = self.tile_space(noise, (worker as u64) << 32 | run as u64);
                beam.search(&space, space.root(&tiles), DEEPEST, width, WAYS, &mut pace);
                if self.done(end - WORTH_A_RUN) || (cost.0 <= 0.0 && otherwise == widest) {
                    return;
                }
            }
        });
    }

    fn near(&self, end: f64) {
        let Solver { tables, value, keys, coin_keys } = self.solver;
        let (best, start) = (&self.best, self.start);
        let widest = self.widest::<Joint>(10).min(1 << 20);
        let beam = |buffers: &mut Beam<Joint>, mixture: Mixture, width: usize| {
            let space = JointSpace { tables, value, keys, coin_keys, best, mixture };
            let mut pace = Pace::new(&self.budget, end, 1, (0.0, 0), width, widest);
            let outcome = buffers.search(&space, start, DEEPEST, width, 1, &mut pace);
            if let Some(way) = outcome.ways.first() {
                self.offer(moves(&start, way));
            }
        };
        beam(&mut Beam::new(), MIXTURES[0], 100);

        let begun = self.budget.share();
        let before = self.budget.nodes.load(Ordering::Relaxed);
        let pause = begun + (end - begun) * 0.2;
        let stop = |nodes| {
            let share = (self.limits.spent)(before + nodes);
            share >= pause || (share <= 0.0 && nodes >= DEEPENING_NODES)
        };
        let workers = self.limits.workers.max(1);
        let proof =
            ida::search(&JointDescent { tables }, &start, best.load(Ordering::Relaxed), workers, &stop);
        self.budget.nodes.fetch_add(proof.nodes, Ordering::Relaxed);
        if let Some(way) = proof.way {
            self.offer(moves(&start, &way));
        }
        self.bound(proof.lower_bound);

        let next = AtomicUsize::new(0);
        self.with_workers(|worker| {
            let mut buffers = Beam::new();
            let mut tile_beam = Beam::new();
            while !self.done(end) {
                let task = next.fetch_add(1, Ordering::Relaxed);
                let round = task / (MIXTURES.len() + 1);
                let width = 200 << (2 * round).min(40);
                if width > widest {
                    return;
                }
                if let Some(&mixture) = MIXTURES.get(task % (MIXTURES.len() + 1)) {
                    beam(&mut buffers, mixture, width);
                } else if !start.tiles.is_solved() {
                    let noise = if worker == 0 { 0 } else { 15 };
                    let mut pace = Pace::new(&self.budget, end, 1, (0.0, 0), width, widest);
                    let space = self.tile_space(noise, task as u64);
                    let root = space.root(&start.tiles);
                    let outcome = tile_beam.search(&space, root, DEEPEST, width, WAYS, &mut pace);
                    self.accept(&outcome.ways);
                }
            }
        });
    }

    /// Spends what is left on the lower bound: that of the tiles, and near home then that of tiles and coins
    /// together, which takes far longer to prove as much.
    fn prove(&self, near: bool) {
        let mut before = self.budget.nodes.load(Ordering::Relaxed);
        let tables = &self.solver.tables;
        let best = self.best.load(Ordering::Relaxed);
        let workers = self.limits.workers.max(1);
        if near {
            let half = (self.limits.spent)(before).midpoint(1.0);
            let stop = |nodes| (self.limits.spent)(before + nodes) >= half;
            let tiles = TileDescent { tables, barred: None };
            let proof = ida::search(&tiles, &self.start.tiles, best, workers, &stop);
            self.bound(proof.lower_bound);
            if proof.lower_bound >= best {
                return;
            }
            before += proof.nodes;
        }
        let stop = |nodes| (self.limits.spent)(before + nodes) >= 1.0;
        if near {
            let proof = ida::search(&JointDescent { tables }, &self.start, best, workers, &stop);
            if let Some(way) = &proof.way {
                self.offer(moves(&self.start, way));
            }
            self.bound(proof.lower_bound);
        } else {
            let tiles = &self.start.tiles;
            let proof = match self.limits.large {
                Some(large) => {
                    let resources = Resources { workers, memory: self.limits.memory };
                    let told = |stage: &Stage| {
                        self.bound(stage.bound);
                        (self.limits.told)(stage);
                    };
                    large.0.prove(tiles, best, resources, &stop, &told)
                }
                None => ida::search(&TileDescent { tables, barred: None }, tiles, best, workers, &stop),
            };
            if let Some(way) = &proof.way {
                self.accept(std::slice::from_ref(way));
            }
            self.bound(proof.lower_bound);
        }
    }
}

#[cfg(test)]
mod tests;
