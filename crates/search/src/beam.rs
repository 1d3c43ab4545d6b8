//! Beam search: breadth-first, but only the most promising nodes of each layer are kept.
//!
//! How it works, layer by layer:
//!
//! 1. Every node of the layer is expanded. A child is first looked up by its hash in a *lossy* table of
//!    states met so far (one slot per hash, the newest wins), which drops nearly all transpositions for four
//!    bytes a slot; only a new child is scored.
//! 2. For each child, only its score and the link to its parent are kept. A *counting sort* over the scores
//!    finds the score that just fills the next layer, and only the children that pass are made into nodes.
//! 3. Links are kept so that the path to a goal can be reconstructed. From time to time, those that lead
//!    to no live node are swept out, so that memory is a small multiple of the width, not width times
//!    depth.
//!
//! All edges cost the same, so the first layer that holds a goal holds the shortest path that this beam can
//! find. A caller that wants more than a short path can have the beam continue ([`Control::enough`]).

use std::ops::ControlFlow;

/// A state space with edges of equal cost.
pub trait Space {
    /// A state, as compact as is reasonable: two layers of them are kept.
    type Node: Copy;
    /// What [`Space::expand`] wants to keep from call to call (buffers).
    type Scratch;

    /// A scratch area for one search.
    fn scratch(&self) -> Self::Scratch;

    /// Offers the children of `node`: for each, asks [`Sink::is_new`] with its hash, and if so, scores it and
    /// calls [`Sink::offer`]. A child that cannot lead to a goal soon enough is simply not offered.
    fn expand<S: Sink>(&self, node: &Self::Node, depth: u32, scratch: &mut Self::Scratch, sink: &mut S);

    /// The child that `action` leads to.
    fn child(&self, node: &Self::Node, action: u8) -> Self::Node;
}

/// Takes the children of a node while it is being expanded.
pub trait Sink {
    /// Whether the state with this hash has not been met (lately). Also remembers it. The hash is 64 bits,
    /// well mixed.
    fn is_new(&mut self, hash: u64) -> bool;

    /// A new child. `action` (below 16) tells it from its siblings, a lower `score` (below [`SCORES`]) is
    /// better.
    fn offer(&mut self, action: u8, score: u16);

    /// A child that is a goal.
    fn goal(&mut self, action: u8);
}

/// Scores are below this.
pub const SCORES: usize = 1 << 13;

const ACTION_BITS: u32 = 4;
const SWEEP_EVERY: usize = 6;
const ASK_EVERY: usize = 2048;

/// What a finished beam found.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The ways to the goals of the first layer that holds any (or, if those were not [`Control::enough`], of
    /// the last one that was reached), each as the list of actions. Empty when the beam ran dry or was
    /// stopped before.
    pub ways: Vec<Vec<u8>>,
    /// Nodes that were expanded.
    pub expanded: u64,
    /// Children that were scored.
    pub scored: u64,
    /// Whether the caller stopped it.
    pub stopped: bool,
}

/// The caller's say in a running beam.
pub trait Control {
    /// The number of nodes to keep in the layer at `depth`; zero stops the search. `expanded` counts all
    /// nodes expanded so far.
    fn width(&mut self, depth: u32, expanded: u64) -> usize;

    /// Asked every couple of thousand nodes: whether to go on.
    fn go_on(&mut self, expanded: u64) -> ControlFlow<()>;

    /// Gets the paths to the goals of a layer, and says whether the search is over. If not, it continues
    /// to the next layer that holds goals.
    fn enough(&mut self, _ways: &[Vec<u8>]) -> bool {
        true
    }
}

/// A fixed width, never stopped.
#[derive(Clone, Copy, Debug)]
pub struct Fixed(pub usize);

impl Control for Fixed {
    fn width(&mut self, _depth: u32, _expanded: u64) -> usize {
        self.0
    }

    fn go_on(&mut self, _expanded: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The buffers of a beam, so that the next search need not allocate them again.
#[derive(Debug)]
pub struct Beam<N> {
    layer: Vec<N>,
    next: Vec<N>,
    links: Vec<u32>,
    scores: Vec<u16>,
    counts: Vec<u32>,
    seen: Vec<u32>,
    history: Vec<Vec<u32>>,
    spare: Vec<Vec<u32>>,
}

impl<N> Default for Beam<N> {
    fn default() -> Self {
        Self {
            layer: Vec::new(),
            next: Vec::new(),
            links: Vec::new(),
            scores: Vec::new(),
            counts: vec![0; SCORES],
            seen: Vec::new(),
            history: Vec::new(),
            spare: Vec::new(),
        }
    }
}

/// Makes room for this many items in a list whose items are no longer needed: for a few more, not for twice
/// as many, as a growing list would. Lists as long as a layer are most of the memory.
fn make_room<N>(list: &mut Vec<N>, count: usize) {
    if list.capacity() < count {
        *list = Vec::new();
        list.reserve_exact(count + count / 4);
    }
}

struct Catcher<'a> {
    parent: u32,
    links: &'a mut Vec<u32>,
    scores: &'a mut Vec<u16>,
    counts: &'a mut [u32],
    seen: &'a mut [u32],
    mask: usize,
    goals: Vec<u32>,
    max_goals: usize,
}

impl Sink for Catcher<'_> {
    #[inline]
    fn is_new(&mut self, hash: u64) -> bool {
        let slot = &mut self.seen[hash as usize & self.mask];
        let tag = (hash >> 32) as u32 | 1;
        let new = *slot != tag;
        *slot = tag;
        new
    }

    #[inline]
    fn offer(&mut self, action: u8, score: u16) {
        let score = score.min(SCORES as u16 - 1);
        self.links.push(self.parent | u32::from(action));
        self.scores.push(score);
        self.counts[score as usize] += 1;
    }

    fn goal(&mut self, action: u8) {
        if self.goals.len() < self.max_goals {
            self.goals.push(self.parent | u32::from(action));
        }
    }
}

impl<N: Copy> Beam<N> {
    /// A beam with empty buffers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes that a beam of this width needs at most, about: two layers of nodes, the children's links
    /// and scores (`branching` of them per node), the table of hashes and the history.
    #[must_use]
    pub fn bytes(width: usize, branching: usize) -> usize {
        let table = (width * 8).next_power_of_two() * 4;
        width * (2 * size_of::<N>() + branching * 6 + (SWEEP_EVERY + 8) * 4) + table + SCORES * 4
    }

    /// Searches from `root` through at most `max_depth` layers and gives at most `max_goals` ways to goals.
    /// `table_width` is the width that the table of hashes is made for. `root` itself must not be a goal.
    pub fn search<S, C>(
        &mut self,
        space: &S,
        root: N,
        max_depth: u32,
        table_width: usize,
        max_goals: usize,
        control: &mut C,
    ) -> Outcome
    where
        S: Space<Node = N>,
        C: Control,
    {
        let slots = (table_width * 8).next_power_of_two().max(1 << 10);
        self.seen.clear();
        self.seen.resize(slots, 0);
        self.history.clear();
        make_room(&mut self.layer, table_width);
        make_room(&mut self.next, table_width);
        make_room(&mut self.links, 2 * table_width);
        make_room(&mut self.scores, 2 * table_width);
        self.layer.clear();
        self.layer.push(root);
        let mut scratch = space.scratch();
        let mut outcome = Outcome::default();
        let mut swept = 0;

        for depth in 0..max_depth {
            let width = control.width(depth + 1, outcome.expanded);
            if width == 0 {
                outcome.stopped = true;
                return outcome;
            }
            self.links.clear();
            self.scores.clear();
            self.counts.fill(0);
            let mut catcher = Catcher {
                parent: 0,
                links: &mut self.links,
                scores: &mut self.scores,
                counts: &mut self.counts,
                seen: &mut self.seen,
                mask: slots - 1,
                goals: Vec::new(),
                max_goals,
            };
            for (block, nodes) in self.layer.chunks(ASK_EVERY).enumerate() {
                if control.go_on(outcome.expanded).is_break() {
                    outcome.stopped = true;
                    return outcome;
                }
                for (index, node) in nodes.iter().enumerate() {
                    catcher.parent = ((block * ASK_EVERY + index) as u32) << ACTION_BITS;
                    space.expand(node, depth, &mut scratch, &mut catcher);
                }
                outcome.expanded += nodes.len() as u64;
            }
            let goals = catcher.goals;
            outcome.scored += self.links.len() as u64;
            if !goals.is_empty() {
                outcome.ways = goals.iter().map(|&link| self.way(link)).collect();
                if control.enough(&outcome.ways) {
                    return outcome;
                }
            }
            if self.links.is_empty() {
                return outcome;
            }
            self.select(space, width);
            if self.history.len() >= swept + SWEEP_EVERY {
                self.sweep();
                swept = self.history.len();
            }
        }
        outcome
    }

    /// Makes the best `width` children the next layer.
    fn select<S: Space<Node = N>>(&mut self, space: &S, width: usize) {
        let mut room = width as u32;
        let mut limit = SCORES as u16;
        for (score, &count) in self.counts.iter().enumerate() {
            if count > room {
                limit = score as u16;
                break;
            }
            room -= count;
        }
        let count = self.links.len().min(width);
        let mut kept = self.spare.pop().unwrap_or_default();
        make_room(&mut kept, count);
        kept.clear();
        self.next.clear();
        make_room(&mut self.next, count);
        for (&link, &score) in self.links.iter().zip(&self.scores) {
            let keep = score < limit || (score == limit && room > 0);
            if keep {
                room -= u32::from(score == limit);
                kept.push(link);
                let parent = &self.layer[(link >> ACTION_BITS) as usize];
                self.next.push(space.child(parent, (link & ((1 << ACTION_BITS) - 1)) as u8));
            }
        }
        self.history.push(kept);
        std::mem::swap(&mut self.layer, &mut self.next);
    }

    /// Drops the links that lead to no node of the last layer and renumbers the others.
    fn sweep(&mut self) {
        let mut alive: Vec<bool> = Vec::new();
        let mut renumbered: Vec<u32> = Vec::new();
        for level in (1..self.history.len()).rev() {
            let (before, after) = self.history.split_at_mut(level);
            let (parents, children) = (&mut before[level - 1], &mut after[0]);
            alive.clear();
            alive.resize(parents.len(), false);
            for &link in children.iter() {
                alive[(link >> ACTION_BITS) as usize] = true;
            }
            let mut count = 0;
            renumbered.clear();
            renumbered.extend(alive.iter().map(|&alive| {
                count += u32::from(alive);
                count.wrapping_sub(1)
            }));
            for link in children.iter_mut() {
                let parent = renumbered[(*link >> ACTION_BITS) as usize];
                *link = parent << ACTION_BITS | (*link & ((1 << ACTION_BITS) - 1));
            }
            if count as usize == parents.len() {
                return;
            }
            let mut few = Vec::with_capacity(count as usize);
            few.extend(parents.iter().zip(&alive).filter(|&(_, &alive)| alive).map(|(&link, _)| link));
            // Lists as long as a layer are used again: freed, they would leave holes that few things fit in.
            let many = std::mem::replace(parents, few);
            if many.capacity() >= self.layer.len() {
                self.spare.push(many);
            }
        }
    }

    /// The actions from the root to the child of `link`.
    fn way(&self, link: u32) -> Vec<u8> {
        let action = |link: u32| (link & ((1 << ACTION_BITS) - 1)) as u8;
        let mut way = vec![action(link)];
        let mut index = (link >> ACTION_BITS) as usize;
        for links in self.history.iter().rev() {
            way.push(action(links[index]));
            index = (links[index] >> ACTION_BITS) as usize;
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks on a grid with a wall: from a cell to (0, 0), around the wall.
    struct Grid {
        size: i32,
    }

    impl Grid {
        fn open(&self, x: i32, y: i32) -> bool {
            (0..self.size).contains(&x) && (0..self.size).contains(&y) && !(x == 10 && y < self.size - 1)
        }
    }

    const STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

    impl Space for Grid {
        type Node = (i32, i32);
        type Scratch = ();

        fn scratch(&self) {}

        fn expand<S: Sink>(&self, &(x, y): &(i32, i32), _depth: u32, _scratch: &mut (), sink: &mut S) {
            for (action, (dx, dy)) in STEPS.into_iter().enumerate() {
                let (x, y) = (x + dx, y + dy);
                let hash = ((x * self.size + y) as u64).wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                if self.open(x, y) && sink.is_new(hash ^ hash >> 29) {
                    if (x, y) == (0, 0) {
                        sink.goal(action as u8);
                    } else {
                        sink.offer(action as u8, (x + y) as u16);
                    }
                }
            }
        }

        fn child(&self, &(x, y): &(i32, i32), action: u8) -> (i32, i32) {
            let (dx, dy) = STEPS[action as usize];
            (x + dx, y + dy)
        }
    }

    fn walk(start: (i32, i32), way: &[u8], grid: &Grid) -> (i32, i32) {
        way.iter().fold(start, |node, &action| {
            let (x, y) = grid.child(&node, action);
            assert!(grid.open(x, y));
            (x, y)
        })
    }

    #[test]
    fn a_wide_beam_finds_the_shortest_way_around_a_wall() {
        let grid = Grid { size: 30 };
        let outcome = Beam::new().search(&grid, (20, 0), 1000, 1000, 1, &mut Fixed(1000));
        assert_eq!(outcome.ways.len(), 1);
        assert_eq!(outcome.ways[0].len(), 20 + 2 * 29);
        assert_eq!(walk((20, 0), &outcome.ways[0], &grid), (0, 0));
    }

    #[test]
    fn sweeping_keeps_the_ways_whole() {
        let grid = Grid { size: 200 };
        let mut beam = Beam::new();
        let outcome = beam.search(&grid, (150, 199), 1000, 400, 3, &mut Fixed(40));
        assert_eq!(walk((150, 199), &outcome.ways[0], &grid), (0, 0));
        assert_eq!(outcome.ways[0].len(), 349);
        let links: usize = beam.history.iter().map(Vec::len).sum();
        assert!(links < 40 * 349 / 2, "{links} links left of {}", 40 * 349);
    }

    #[test]
    fn a_beam_that_runs_dry_or_is_stopped_says_so() {
        let grid = Grid { size: 30 };
        let outcome = Beam::new().search(&grid, (20, 0), 10, 100, 1, &mut Fixed(100));
        assert!(outcome.ways.is_empty() && !outcome.stopped);

        struct Brief;
        impl Control for Brief {
            fn width(&mut self, _depth: u32, _expanded: u64) -> usize {
                100
            }
            fn go_on(&mut self, expanded: u64) -> ControlFlow<()> {
                if expanded > 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
        }
        let outcome = Beam::new().search(&grid, (20, 0), 1000, 100, 1, &mut Brief);
        assert!(outcome.ways.is_empty() && outcome.stopped && outcome.expanded < 200);
    }
    #[test]
    fn a_caller_who_has_not_had_enough_gets_longer_ways() {
        /// Goes straight on; at every third step there is a goal beside the way.
        struct Line;
        impl Space for Line {
            type Node = u32;
            type Scratch = ();
            fn scratch(&self) {}
            fn expand<S: Sink>(&self, _node: &u32, depth: u32, _scratch: &mut (), sink: &mut S) {
                if depth % 3 == 2 {
                    sink.goal(1);
                }
                sink.offer(0, 0);
            }
            fn child(&self, node: &u32, _action: u8) -> u32 {
                node + 1
            }
        }
        struct Choosy(usize);
        impl Control for Choosy {
            fn width(&mut self, _depth: u32, _expanded: u64) -> usize {
                4
            }
            fn go_on(&mut self, _expanded: u64) -> ControlFlow<()> {
                ControlFlow::Continue(())
            }
            fn enough(&mut self, ways: &[Vec<u8>]) -> bool {
                ways[0].len() >= self.0
            }
        }
        let length = |least, deepest| {
            Beam::new().search(&Line, 0, deepest, 4, 1, &mut Choosy(least)).ways.first().map(Vec::len)
        };
        assert_eq!([length(1, 50), length(4, 50), length(40, 50)], [Some(3), Some(6), Some(42)]);
        assert_eq!([length(40, 10), length(1, 2)], [Some(9), None]);
    }
}
