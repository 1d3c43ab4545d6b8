//! Coins: given the slides, which swaps bring every coin home?
//!
//! With the slides fixed, each step offers at most three swaps (the tile that moved with one of its
//! neighbours) or none. First, backwards, `left[k][tile][value]`: the fewest swaps that bring a coin of this
//! value, on this tile after `k` slides, to some tile of its value, as if it were the only coin. Then,
//! forwards, a beam over the layouts of coins: a layout from which one coin can no longer get home is
//! dropped, and as a swap moves two coins, twice the swaps made plus the sum of `left` ranks the others.

use super::board::{BEHIND, CELLS, NOWHERE, towards};
use super::position::Position;
use crate::action::{Action, Direction};
use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::{BuildHasherDefault, Hasher};

/// Tiles, each told from all others.
const TOKENS: usize = 24;
/// A coin that cannot get home.
const NEVER: u8 = 200;

/// One slide: the tile that moves, and those that it may swap coins with.
#[derive(Clone, Copy, Debug)]
struct Step {
    moved: u8,
    partners: [(u8, u8); 3],
    count: u8,
}

/// The coins' values, three bits for each tile.
type Layout = u128;

fn coin(layout: Layout, token: u8) -> u8 {
    (layout >> (3 * token) & 7) as u8
}

fn swapped(layout: Layout, one: u8, other: u8) -> Layout {
    let difference = Layout::from(coin(layout, one) ^ coin(layout, other));
    layout ^ difference << (3 * one) ^ difference << (3 * other)
}

/// The slides of a solution, seen as chances to swap coins.
#[derive(Clone, Debug)]
pub(crate) struct Swaps {
    slides: Vec<u8>,
    forward: Chances,
    /// The same read from the end, for what comes out wrong there.
    backward: Chances,
}

/// A row of steps that lead from one layout to another.
#[derive(Clone, Debug)]
struct Chances {
    steps: Vec<Step>,
    left: Vec<[[u8; 6]; TOKENS]>,
    start: Layout,
}

/// How to look for a plan.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    width: usize,
    /// How much a swap that was made counts against swaps still to make. Two leads to few swaps; less, to
    /// early ones.
    swap: u16,
    backward: bool,
}

/// The settings that are tried in turn. The first is enough for most ways.
pub(crate) const EFFORTS: [Effort; 8] = [
    Effort { width: 60, swap: 2, backward: false },
    Effort { width: 60, swap: 2, backward: true },
    Effort { width: 200, swap: 1, backward: false },
    Effort { width: 200, swap: 1, backward: true },
    Effort { width: 600, swap: 0, backward: false },
    Effort { width: 600, swap: 0, backward: true },
    Effort { width: 2000, swap: 1, backward: false },
    Effort { width: 2000, swap: 1, backward: true },
];

#[derive(Clone, Copy, Debug)]
struct Node {
    layout: Layout,
    rank: u16,
    swaps: u16,
    parent: u32,
    partner: u8,
}

impl Swaps {
    /// Looks at the slides (actions, see [`super::board::Tiles::slide`]) from a position.
    pub fn new(position: &Position, slides: &[u8]) -> Self {
        let mut tokens = [NOWHERE; CELLS];
        let (mut start, mut goal) = (0, 0);
        let occupied = (0..CELLS).filter(|&cell| position.tiles()[cell] != Position::HOLE);
        for (token, cell) in occupied.enumerate() {
            tokens[cell] = token as u8;
            goal |= Layout::from(position.tiles()[cell] % 6) << (3 * token);
            start |= Layout::from(position.coins()[cell]) << (3 * token);
        }
        let mut hole = position.hole() as u8;
        let mut steps = Vec::with_capacity(slides.len());
        for &action in slides {
            let from = BEHIND[hole as usize][action as usize];
            let moved = tokens[from as usize];
            tokens.swap(hole as usize, from as usize);
            let mut step = Step { moved, partners: [(0, 0); 3], count: 0 };
            for direction in Direction::ALL {
                let partner = towards(hole, direction);
                if partner != NOWHERE && partner != from {
                    step.partners[step.count as usize] = (direction as u8, tokens[partner as usize]);
                    step.count += 1;
                }
            }
            steps.push(step);
            hole = from;
        }

        let reversed = steps.iter().rev().copied().collect();
        Self {
            slides: slides.to_vec(),
            forward: Chances::new(steps, start, goal),
            backward: Chances::new(reversed, goal, start),
        }
    }

    /// Whether each coin could get home along these slides if it were the only one.
    pub fn may_do(&self) -> bool {
        let Chances { left, start, .. } = &self.forward;
        (0..TOKENS).all(|token| left[0][token][coin(*start, token as u8) as usize] < NEVER)
    }

    /// The moves with their swaps, if this much effort finds them.
    pub fn plan(&self, effort: Effort) -> Option<Vec<Action>> {
        let mut swaps = if effort.backward { &self.backward } else { &self.forward }.plan(effort)?;
        if effort.backward {
            swaps.reverse();
        }
        let step =
            |(&slide, swap): (&u8, Option<Direction>)| Action { slide: Direction::ALL[slide as usize], swap };
        Some(self.slides.iter().zip(swaps).map(step).collect())
    }
}

/// Keeps a number of nodes: those of the lowest ranks and, of the highest rank that is kept, the first ones.
/// The order stays.
fn keep_best(nodes: &mut Vec<Node>, width: usize) {
    if nodes.len() <= width {
        return;
    }
    let mut counts = vec![0; nodes.iter().map(|node| node.rank as usize + 1).max().unwrap_or(0)];
    for node in &*nodes {
        counts[node.rank as usize] += 1;
    }
    let (mut highest, mut room) = (0, width);
    while counts[highest] <= room {
        room -= counts[highest];
        highest += 1;
    }
    nodes.retain(|node| match (node.rank as usize).cmp(&highest) {
        Ordering::Less => true,
        Ordering::Equal => {
            let kept = room > 0;
            room = room.saturating_sub(1);
            kept
        }
        Ordering::Greater => false,
    });
}

/// A hash of a layout: both halves are multiplied, and the upper bits of the product are folded into the
/// lower ones.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u128(byte.into()));
    }
    fn write_u128(&mut self, layout: u128) {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = (layout as u64 ^ self.0).wrapping_mul(ODD)
            ^ ((layout >> 64) as u64).wrapping_mul(ODD.rotate_left(32));
        self.0 = (mixed ^ mixed >> 32).wrapping_mul(ODD);
    }
}

impl Chances {
    fn new(steps: Vec<Step>, start: Layout, goal: Layout) -> Self {
        let mut left = vec![[[NEVER; 6]; TOKENS]; steps.len() + 1];
        for token in 0..TOKENS {
            left[steps.len()][token][coin(goal, token as u8) as usize] = 0;
        }
        for (k, step) in steps.iter().enumerate().rev() {
            let after = left[k + 1];
            let mut before = after;
            for &(_, partner) in &step.partners[..step.count as usize] {
                for value in 0..6 {
                    let (one, other) = (step.moved as usize, partner as usize);
                    before[one][value] = before[one][value].min(after[other][value] + 1).min(NEVER);
                    before[other][value] = before[other][value].min(after[one][value] + 1).min(NEVER);
                }
            }
            left[k] = before;
        }
        Self { steps, left, start }
    }

    fn left(&self, k: usize, layout: Layout, token: u8) -> u16 {
        u16::from(self.left[k][token as usize][coin(layout, token) as usize])
    }

    /// The swap after each slide, by a beam.
    fn plan(&self, Effort { width, swap, .. }: Effort) -> Option<Vec<Option<Direction>>> {
        let sum = (0..TOKENS as u8).map(|token| self.left(0, self.start, token)).sum();
        let mut layers = vec![vec![Node { layout: self.start, rank: sum, swaps: 0, parent: 0, partner: 3 }]];
        let mut children: Vec<Node> = Vec::new();
        let mut known: HashMap<Layout, usize, BuildHasherDefault<Mixed>> = HashMap::default();
        for (k, step) in self.steps.iter().enumerate() {
            let partners = &step.partners[..step.count as usize];
            children.clear();
            known.clear();
            for (parent, node) in layers[k].iter().enumerate() {
                let touched = |k: usize, layout: Layout| {
                    let others: u16 =
                        partners.iter().map(|&(_, partner)| self.left(k, layout, partner)).sum();
                    others + self.left(k, layout, step.moved)
                };
                let rest = node.rank - touched(k, node.layout);
                let mut offer = |layout: Layout, partner: u8, swaps: u16| {
                    let rank = rest + touched(k + 1, layout) + swap * (swaps - node.swaps);
                    if rank >= u16::from(NEVER) + swap * swaps {
                        return;
                    }
                    let node = Node { layout, rank, swaps, parent: parent as u32, partner };
                    match known.entry(layout) {
                        Entry::Vacant(place) => {
                            place.insert(children.len());
                            children.push(node);
                        }
                        Entry::Occupied(place) => {
                            let other = &mut children[*place.get()];
                            if rank < other.rank {
                                *other = node;
                            }
                        }
                    }
                };
                offer(node.layout, 3, node.swaps);
                for (number, &(_, partner)) in partners.iter().enumerate() {
                    if coin(node.layout, step.moved) != coin(node.layout, partner) {
                        offer(swapped(node.layout, step.moved, partner), number as u8, node.swaps + 1);
                    }
                }
            }
            keep_best(&mut children, width);
            if children.is_empty() {
                return None;
            }
            layers.push(children.clone());
        }

        let last = layers.last()?;
        let mut index = (0..last.len()).min_by_key(|&index| last[index].swaps)?;
        let mut plan = Vec::with_capacity(self.steps.len());
        for (k, step) in self.steps.iter().enumerate().rev() {
            let node = layers[k + 1][index];
            let swap = step.partners[..step.count as usize].get(node.partner as usize);
            plan.push(swap.map(|&(direction, _)| Direction::ALL[direction as usize]));
            index = node.parent as usize;
        }
        plan.reverse();
        Some(plan)
    }
}
