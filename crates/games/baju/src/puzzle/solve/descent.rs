//! Depth-first search within a number of moves.
//!
//! A node keeps the aims that can still be reached in the remaining moves; since no move lowers a distance
//! by more than one, an aim that is out of reach stays out of reach, and the list only grows shorter.
//! Moves that have no space in common can be made in any order: sleep sets (Godefroid 1990) let each set
//! of such moves be tried in one order only.

use super::bounds::{Aim, At, Labels, On, Part, Parts, places};
use crate::board::Board;
use crate::layout::Layout;
use crate::pieces::{Button, SPACES, Space};
use crate::puzzle::action::Action;
use bagatelle_core::program::Budget;

/// How many nodes are visited between two questions to the caller.
const ASK_EVERY: u64 = 1 << 12;
/// Unordered pairs of spaces.
const PAIRS: usize = SPACES * (SPACES - 1) / 2;

/// What a search within a number of moves came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A solution with exactly this many moves.
    Found(Vec<Action>),
    /// There is none.
    None,
    /// There is none, and none with more moves either.
    Impossible,
    /// The budget was used up.
    Halted,
}

/// An aim that can still be reached.
#[derive(Clone, Copy)]
struct Reach {
    aim: u8,
    distance: u32,
}

/// A search from one arrangement.
pub struct Descent<'a> {
    aims: &'a [Aim],
    /// The spaces that each button can reach from each space.
    targets: [[u16; SPACES]; SPACES],
    /// Pairs of spaces by number, and the pairs that have no space in common with each.
    pairs: Vec<(u8, u8)>,
    apart: Vec<u128>,
    number: [[u8; SPACES]; SPACES],
    on: On,
    at: At,
    start: On,
    /// For each depth, the aims still within reach with a move to spare.
    within_reach: Vec<Vec<Reach>>,
    labels: Vec<Vec<Option<Labels>>>,
    way: Vec<Action>,
    budget: Budget<'a>,
    /// The most work that may be done.
    most_work: u64,
    nodes: u64,
    /// Swaps tried to solve a part, and distances of aims worked out: what takes the time.
    tried: u64,
    measured: u64,
    halted: bool,
}

impl<'a> Descent<'a> {
    /// A search from `layout`, which has all buttons on the board.
    #[must_use]
    pub fn new(board: &Board, aims: &'a [Aim], layout: &Layout, budget: &Budget<'a>) -> Descent<'a> {
        let mut targets = [[0; SPACES]; SPACES];
        for button in Button::all() {
            for space in Space::all() {
                targets[button.index()][space.index()] =
                    board.targets(button.colour(), button.value(), space);
            }
        }
        let mut pairs = Vec::with_capacity(PAIRS);
        let mut number = [[0; SPACES]; SPACES];
        for a in 0..SPACES as u8 {
            for b in a + 1..SPACES as u8 {
                number[usize::from(a)][usize::from(b)] = pairs.len() as u8;
                pairs.push((a, b));
            }
        }
        let meets = |p: &(u8, u8), q: &(u8, u8)| p.0 == q.0 || p.0 == q.1 || p.1 == q.0 || p.1 == q.1;
        let others = |p: &(u8, u8)| {
            let apart = pairs.iter().enumerate().filter(|(_, q)| !meets(p, q));
            apart.fold(0u128, |set, (index, _)| set | 1 << index)
        };
        let apart = pairs.iter().map(others).collect();
        let (on, at) = places(layout);
        Descent {
            aims,
            targets,
            apart,
            pairs,
            number,
            on,
            at,
            start: on,
            within_reach: Vec::new(),
            labels: Vec::new(),
            way: Vec::new(),
            budget: *budget,
            most_work: u64::MAX,
            nodes: 0,
            tried: 0,
            measured: 0,
            halted: false,
        }
    }

    /// Positions looked at so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Stops the search once it has done so much [work](Descent::work).
    pub fn limit(&mut self, most_work: u64) {
        self.most_work = most_work;
    }

    /// What was done so far, in units that take about a tenth of a microsecond each, whatever the board and
    /// the goal: a node by itself tells little, because boards with few bridges leave many more aims to be
    /// measured at each (0.07 to 22 at a node were counted).
    #[must_use]
    pub fn work(&self) -> u64 {
        (self.nodes + 3 * self.tried + 4 * self.measured) / 5
    }

    /// Looks for a solution with exactly `moves` moves, none with fewer being known to exist.
    pub fn within(&mut self, moves: u32) -> Outcome {
        if self.is_spent() {
            return Outcome::Halted;
        }
        self.way.clear();
        self.within_reach = vec![Vec::new(); moves as usize + 1];
        self.labels = vec![Vec::new(); moves as usize + 1];
        for index in 0..self.aims.len() {
            let aim = &self.aims[index];
            let distance = aim.distance(&self.on, &self.at);
            if distance == 0 {
                return Outcome::Found(Vec::new());
            }
            let fits = aim.parity(&self.start).is_none_or(|parity| parity == moves % 2);
            if fits && distance <= moves && self.keep(0, index as u8, distance, moves) {
                return Outcome::Found(std::mem::take(&mut self.way));
            }
        }
        if self.swaps() == 0 {
            return Outcome::Impossible;
        }
        if self.visit(moves, 0) {
            return Outcome::Found(self.way.clone());
        }
        if self.halted { Outcome::Halted } else { Outcome::None }
    }

    /// Keeps an aim for a depth if there are moves to spare. If there are none it is reached at once or
    /// never: `true` if it is, with the moves added to the way.
    fn keep(&mut self, depth: usize, aim: u8, distance: u32, left: u32) -> bool {
        if distance == left {
            let mut parts = Parts::default();
            self.aims[usize::from(aim)].parts(&self.on, &self.at, u16::MAX, &mut parts);
            // Two wholly wrong parts could be joined, so they are not solved by themselves.
            if parts.list().iter().filter(|part| part.wrong).count() < 2 {
                return self.finish(aim, parts);
            }
        }
        self.within_reach[depth].push(Reach { aim, distance });
        false
    }

    /// Solves each part by itself without a wasted move. On success the moves are added to the way, else
    /// nothing is changed.
    fn finish(&mut self, aim: u8, mut parts: Parts) -> bool {
        parts.sort();
        let before = self.way.len();
        for part in parts.list() {
            if !self.finish_part(aim, part) {
                self.way.truncate(before);
                return false;
            }
        }
        true
    }

    fn finish_part(&mut self, aim: u8, part: &Part) -> bool {
        self.count();
        let mut todo = self.swaps_among(part.spaces);
        while todo != 0 && !self.halted {
            let (a, b) = self.pairs[todo.trailing_zeros() as usize & 127];
            todo &= todo - 1;
            self.tried += 1;
            self.exchange(a, b);
            let mut parts = Parts::default();
            self.aims[usize::from(aim)].parts(&self.on, &self.at, part.spaces, &mut parts);
            let nearer = parts.list().iter().map(|part| part.need).sum::<u32>() < part.need;
            let length = self.way.len();
            self.way.push(self.swap(a, b));
            let done = nearer && self.finish(aim, parts);
            self.exchange(a, b);
            if done {
                return true;
            }
            self.way.truncate(length);
        }
        false
    }

    /// The swaps that are possible now, as a set of pairs.
    fn swaps(&self) -> u128 {
        self.swaps_among(u16::MAX)
    }

    /// The swaps that are possible now between two spaces of a set.
    fn swaps_among(&self, spaces: u16) -> u128 {
        let mut set = 0u128;
        for from in Space::of_mask(spaces).map(Space::index) {
            let targets = self.targets[usize::from(self.on[from] & 15)][from] & spaces;
            for to in Space::of_mask(targets).map(Space::index) {
                set |= 1 << self.number[from.min(to)][from.max(to)];
            }
        }
        set
    }

    fn exchange(&mut self, a: u8, b: u8) {
        self.on.swap(usize::from(a & 15), usize::from(b & 15));
        for space in [a, b] {
            self.at[usize::from(self.on[usize::from(space & 15)] & 15)] = space;
        }
    }

    /// Counts a node and sees now and then whether to go on.
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK_EVERY) {
            self.halted |= self.is_spent();
        }
    }

    fn is_spent(&self) -> bool {
        self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.work() >= self.most_work
            || (self.budget.stop)()
    }

    /// Whether a solution was found with `left` more moves, none of them beginning with a sleeping one.
    fn visit(&mut self, left: u32, sleeping: u128) -> bool {
        let depth = self.way.len();
        self.count();
        if self.halted || left == 0 {
            return false;
        }
        let mut sleeping = sleeping;
        let mut awake = self.swaps() & !sleeping;
        let here = std::mem::take(&mut self.within_reach[depth]);
        let mut labels = std::mem::take(&mut self.labels[depth]);
        labels.clear();
        labels.extend(here.iter().map(|reach| self.aims[usize::from(reach.aim)].labels(&self.on)));
        let mut found = false;
        while awake != 0 && !self.halted {
            let index = awake.trailing_zeros() as usize;
            awake &= awake - 1;
            let (a, b) = self.pairs[index];
            self.exchange(a, b);
            self.way.push(self.swap(a, b));
            self.within_reach[depth + 1].clear();
            self.measured += here.len() as u64;
            for (Reach { aim, distance }, labels) in here.iter().zip(&labels) {
                let distance = match labels {
                    Some(labels) => distance.saturating_add_signed(labels.change(a, b)),
                    None => self.aims[usize::from(*aim)].distance(&self.on, &self.at),
                };
                if distance < left && self.keep(depth + 1, *aim, distance, left - 1) {
                    found = true;
                    break;
                }
            }
            if !found && !self.within_reach[depth + 1].is_empty() {
                found = self.visit(left - 1, (sleeping & self.apart[index]) | 1 << index);
            }
            self.exchange(a, b);
            if found {
                break;
            }
            self.way.pop();
            sleeping |= 1 << index;
        }
        self.within_reach[depth] = here;
        self.labels[depth] = labels;
        found
    }

    /// The swap of two spaces, as made: the button that can go is the one now on the other space.
    fn swap(&self, a: u8, b: u8) -> Action {
        let mover = self.on[usize::from(b & 15)];
        let forward = self.targets[usize::from(mover & 15)][usize::from(a & 15)] & 1 << b != 0;
        let (from, to) = if forward { (a, b) } else { (b, a) };
        Action { from: Space::at(from), to: Space::at(to) }
    }
}
