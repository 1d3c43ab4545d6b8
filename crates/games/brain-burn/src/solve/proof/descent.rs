//! The descent: positions with their sums, and the search below one of them within a number of slides.

use super::super::board::{BEHIND, CELLS, HOLE, MIRROR, NOWHERE, Tiles, inverse};
use super::patterns::{Class, Patterns, VIEWS, seen};
use bagatelle_search::region_pdb::RegionPdb;

/// The tiles of one pattern in one view.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The cells in which they are.
    mask: u32,
    /// Their order in these cells.
    word: u16,
    /// The moves that they need.
    left: u8,
}

/// A position with what its tiles need.
#[derive(Clone, Debug)]
pub(crate) struct Node<const G: usize> {
    pub tiles: Tiles,
    lines: [[Line; G]; VIEWS],
    /// The sum of each view.
    sums: [u8; VIEWS],
}

impl<const G: usize> Node<G> {
    /// The slides that are certainly needed.
    pub(crate) fn bound(&self) -> u32 {
        u32::from(self.sums.into_iter().max().unwrap_or(0))
    }
}

/// What a slide changes in one view.
#[derive(Clone, Copy, Default)]
struct Change {
    group: u8,
    line: Line,
    sum: u8,
}

impl Change {
    #[inline(always)]
    fn make<const G: usize>(self, node: &mut Node<G>, view: usize) {
        node.lines[view][self.group as usize] = self.line;
        node.sums[view] = self.sum;
    }
}

/// The tables for one class of solutions.
pub(crate) struct Guide<'a, const G: usize> {
    patterns: &'a Patterns<G>,
    tables: [RegionPdb<'a>; G],
    /// The group of each tile in each view.
    groups: [[u8; 32]; VIEWS],
    class: Class,
}

impl<'a, const G: usize> Guide<'a, G> {
    pub(crate) fn new(patterns: &'a Patterns<G>, class: Class) -> Self {
        let groups = std::array::from_fn(|view| {
            std::array::from_fn(|tile| if tile <= 20 { patterns.place(view, tile as u8).0 as u8 } else { 0 })
        });
        Self { patterns, tables: std::array::from_fn(|group| patterns.table(group, class)), groups, class }
    }

    /// A position at which a search begins.
    pub(crate) fn root(&self, tiles: &Tiles) -> Node<G> {
        let mut node = Node { tiles: *tiles, lines: [[Line::default(); G]; VIEWS], sums: [0; VIEWS] };
        for view in 0..VIEWS {
            for group in 0..G {
                let occupied = tiles.cells.iter().zip(0..).filter(|&(&tile, _)| tile != HOLE);
                let placed =
                    occupied.map(|(&tile, cell)| (self.patterns.place(view, tile), seen(view, cell)));
                let own = placed.filter(|&((of, _), _)| of == group).map(|((_, label), cell)| (label, cell));
                let own: Vec<(u8, u8)> = own.collect();
                let table = &self.tables[group];
                let (mask, word) = table.words.read(&own);
                let left = table.moves(&own, seen(view, tiles.hole), &self.patterns.homes(group, self.class));
                node.lines[view][group] = Line { mask, word, left };
                node.sums[view] += left;
            }
        }
        node
    }

    /// What the slide of a tile between two cells changes.
    #[inline(always)]
    fn change(&self, node: &Node<G>, view: usize, tile: u8, from: u8, to: u8) -> Change {
        let (from, to) = if view == 1 { (MIRROR[from as usize], MIRROR[to as usize]) } else { (from, to) };
        let group = self.groups[view][tile as usize & 31];
        let line = node.lines[view][group as usize];
        let table = &self.tables[group as usize];
        let rest = line.mask & !(1 << from);
        let mask = rest | 1 << to;
        let mut word = line.word;
        // A slide along a row passes no tile; one along a column passes those in the four cells between.
        if rest & 0b1111 << (from.min(to) + 1) != 0 && from.abs_diff(to) == 5 {
            let before = |cell: u8| (rest & ((1 << cell) - 1)).count_ones() as usize;
            word = table.words.moved(word, before(from), before(to));
        }
        let left = RegionPdb::step(line.left, table.bit(mask, word, from));
        Change { group, line: Line { mask, word, left }, sum: node.sums[view] + left - line.left }
    }

    /// Gives each position that is one slide further and may still be solved in `room` slides from here,
    /// except after slides whose bit is in `but`.
    pub(crate) fn children(&self, node: &Node<G>, room: u32, but: u8, mut take: impl FnMut(u8, Node<G>)) {
        for action in (0..4).filter(|action| but >> action & 1 == 0) {
            let hole = node.tiles.hole;
            let from = BEHIND[hole as usize][action as usize];
            if from == NOWHERE {
                continue;
            }
            let tile = node.tiles.cells[from as usize];
            let mut child = node.clone();
            for view in 0..VIEWS {
                self.change(node, view, tile, from, hole).make(&mut child, view);
            }
            if child.bound() < room {
                child.tiles.slide(action);
                take(action, child);
            }
        }
    }
}

/// How the hole has turned.
#[derive(Clone, Copy)]
pub(crate) struct Turns {
    /// The last slide, if there was one.
    last: Option<u8>,
    /// How many times in a row it turned right; less than zero: left.
    run: i8,
}

impl Turns {
    /// At the start.
    pub(crate) const NONE: Self = Self { last: None, run: 0 };

    /// After another slide; `None` if a way that is no longer leads to the same position. That way takes the
    /// last slide back, or goes around a square of four cells the other way: six slides to the left around it
    /// are six to the right, seven to the right five to the left.
    #[inline]
    fn then(self, action: u8) -> Option<Self> {
        // The right turn after up, down, left, right.
        const RIGHT: [u8; 4] = [3, 2, 0, 1];
        let Some(last) = self.last else { return Some(Self { last: Some(action), run: 0 }) };
        if action == inverse(last) {
            return None;
        }
        let run = if action == last {
            0
        } else if action == RIGHT[last as usize] {
            self.run.max(0) + 1
        } else {
            self.run.min(0) - 1
        };
        (run < 6 && run > -5).then_some(Self { last: Some(action), run })
    }
}

/// A slide that is tried.
#[derive(Clone, Copy)]
struct Slide {
    action: u8,
    turns: Turns,
    changes: [Change; VIEWS],
}

/// How many nodes are visited between two checks whether to stop.
pub(crate) const ASK_EVERY: u64 = 1 << 15;

/// The search of one worker.
pub(crate) struct Descent<'a, 'b, const G: usize> {
    pub guide: &'b Guide<'a, G>,
    /// The slides so far.
    pub way: Vec<u8>,
    pub nodes: u64,
    /// Whether to stop; checked after each [`ASK_EVERY`] nodes.
    pub stop: &'b dyn Fn() -> bool,
}

impl<const G: usize> Descent<'_, '_, G> {
    /// Looks for a way home in `room` slides. Returns whether it ended early: it found a way, which is then
    /// in `way`, or it had to stop.
    pub(crate) fn descend(&mut self, node: &mut Node<G>, room: u32, turns: Turns, but: u8) -> bool {
        self.nodes += 1;
        if self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)() {
            return true;
        }
        let hole = node.tiles.hole;
        // All slides are looked up before one is followed, so that the processor waits for all entries at
        // once.
        let mut slides = [Slide { action: 0, turns: Turns::NONE, changes: [Change::default(); VIEWS] }; 4];
        let mut count = 0;
        for action in 0..4u8 {
            let from = BEHIND[hole as usize][action as usize];
            if from == NOWHERE || but >> action & 1 == 1 {
                continue;
            }
            let Some(turns) = turns.then(action) else { continue };
            let tile = node.tiles.cells[from as usize];
            let changes = std::array::from_fn(|view| self.guide.change(node, view, tile, from, hole));
            slides[count] = Slide { action, turns, changes };
            count += 1;
        }
        for &Slide { action, turns, changes } in &slides[..count] {
            if changes.iter().any(|change| u32::from(change.sum) >= room) {
                continue;
            }
            let before: [Change; VIEWS] = std::array::from_fn(|view| {
                let group = changes[view].group;
                Change { group, line: node.lines[view][group as usize], sum: node.sums[view] }
            });
            for (view, change) in changes.into_iter().enumerate() {
                change.make(node, view);
            }
            node.tiles.slide(action);
            self.way.push(action);
            if changes[0].sum == 0 && node.tiles.is_solved() || self.descend(node, room - 1, turns, 0) {
                return true;
            }
            self.way.pop();
            node.tiles.slide(inverse(action));
            for (view, change) in before.into_iter().enumerate() {
                change.make(node, view);
            }
        }
        false
    }
}

/// The tiles as a number.
pub(crate) fn key(tiles: &Tiles) -> u128 {
    tiles.cells.iter().fold(0, |key, &tile| key << 5 | u128::from(tile))
}

const _: () = assert!(CELLS * 5 <= 128);
