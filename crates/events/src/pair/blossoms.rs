//! The blossoms of a [matching](super::matching): odd cycles that are treated as one vertex.

use std::collections::VecDeque;

/// An edge with the vertices at which it ends, which may lie deep inside blossoms.
#[derive(Clone, Copy, Default)]
pub(super) struct Edge {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: i64,
}

/// What a vertex or blossom is in the search for a longer path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Free,
    Even,
    Odd,
}

/// The state of the search for a heavier matching.
pub(super) struct Search {
    pub(super) vertices: usize,
    /// The highest number in use.
    pub(super) top: usize,
    pub(super) edges: Vec<Vec<Edge>>,
    /// The dual variables, doubled.
    pub(super) label: Vec<i64>,
    pub(super) mate: Vec<usize>,
    /// The vertex from which the least slack edge to each outer vertex comes.
    pub(super) slack: Vec<usize>,
    /// The outermost blossom of each vertex.
    pub(super) outer: Vec<usize>,
    pub(super) parent: Vec<usize>,
    pub(super) side: Vec<Side>,
    pub(super) seen: Vec<usize>,
    pub(super) time: usize,
    /// The members of each blossom, in the order of its cycle, the base first.
    pub(super) cycle: Vec<Vec<usize>>,
    /// The member of a blossom in which a vertex lies.
    pub(super) member: Vec<Vec<usize>>,
    pub(super) queue: VecDeque<usize>,
}

impl Search {
    pub(super) fn new(weights: &[Vec<i64>]) -> Search {
        let n = weights.len();
        let size = 2 * n + 1;
        let mut edges = vec![vec![Edge::default(); size]; size];
        let mut member = vec![vec![0; n + 1]; size];
        let mut most = 0;
        for (from, row) in edges.iter_mut().enumerate().take(n + 1).skip(1) {
            member[from][from] = from;
            for (to, edge) in row.iter_mut().enumerate().take(n + 1).skip(1) {
                let weight = if from == to { 0 } else { weights[from.min(to) - 1][from.max(to) - 1] };
                *edge = Edge { from, to, weight };
                most = most.max(weight);
            }
        }
        Search {
            vertices: n,
            top: n,
            edges,
            label: (0..size).map(|vertex| if vertex <= n { most } else { 0 }).collect(),
            mate: vec![0; size],
            slack: vec![0; size],
            outer: (0..size).map(|vertex| if vertex <= n { vertex } else { 0 }).collect(),
            parent: vec![0; size],
            side: vec![Side::Free; size],
            seen: vec![0; size],
            time: 0,
            cycle: vec![Vec::new(); size],
            member,
            queue: VecDeque::new(),
        }
    }

    pub(super) fn slack_of(&self, edge: Edge) -> i64 {
        self.label[edge.from] + self.label[edge.to] - 2 * self.edges[edge.from][edge.to].weight
    }

    pub(super) fn update_slack(&mut self, from: usize, to: usize) {
        let known = self.slack[to];
        if known == 0 || self.slack_of(self.edges[from][to]) < self.slack_of(self.edges[known][to]) {
            self.slack[to] = from;
        }
    }

    fn set_slack(&mut self, to: usize) {
        self.slack[to] = 0;
        for from in 1..=self.vertices {
            let outer = self.outer[from];
            if self.edges[from][to].weight > 0 && outer != to && self.side[outer] == Side::Even {
                self.update_slack(from, to);
            }
        }
    }

    pub(super) fn enqueue(&mut self, at: usize) {
        if at <= self.vertices {
            self.queue.push_back(at);
        } else {
            self.cycle[at].clone().into_iter().for_each(|inner| self.enqueue(inner));
        }
    }

    fn set_outer(&mut self, at: usize, blossom: usize) {
        self.outer[at] = blossom;
        if at > self.vertices {
            self.cycle[at].clone().into_iter().for_each(|inner| self.set_outer(inner, blossom));
        }
    }

    /// The place of a member in its blossom, at an even distance from the base; the cycle may be turned
    /// round.
    fn place(&mut self, blossom: usize, member: usize) -> usize {
        let cycle = &mut self.cycle[blossom];
        let at = cycle.iter().position(|inner| *inner == member).expect("a blossom has its members");
        if at % 2 == 0 {
            return at;
        }
        cycle[1..].reverse();
        cycle.len() - at
    }

    fn set_mate(&mut self, at: usize, other: usize) {
        let edge = self.edges[at][other];
        self.mate[at] = edge.to;
        if at <= self.vertices {
            return;
        }
        let member = self.member[at][edge.from];
        let place = self.place(at, member);
        for n in 0..place {
            let (one, two) = (self.cycle[at][n], self.cycle[at][n ^ 1]);
            self.set_mate(one, two);
        }
        self.set_mate(member, other);
        self.cycle[at].rotate_left(place);
    }

    fn augment(&mut self, mut at: usize, mut other: usize) {
        loop {
            let next = self.outer[self.mate[at]];
            self.set_mate(at, other);
            if next == 0 {
                return;
            }
            let parent = self.outer[self.parent[next]];
            self.set_mate(next, parent);
            (at, other) = (parent, next);
        }
    }

    /// Where the paths of two even vertices to their roots meet; 0 if they do not.
    fn meeting(&mut self, mut one: usize, mut other: usize) -> usize {
        self.time += 1;
        while one != 0 || other != 0 {
            if one != 0 {
                if self.seen[one] == self.time {
                    return one;
                }
                self.seen[one] = self.time;
                one = self.outer[self.mate[one]];
                if one != 0 {
                    one = self.outer[self.parent[one]];
                }
            }
            (one, other) = (other, one);
        }
        0
    }

    fn add_blossom(&mut self, one: usize, base: usize, other: usize) {
        let unused = (self.vertices + 1..=self.top).find(|blossom| self.outer[*blossom] == 0);
        let blossom = unused.unwrap_or(self.top + 1);
        self.top = self.top.max(blossom);
        self.label[blossom] = 0;
        self.side[blossom] = Side::Even;
        self.mate[blossom] = self.mate[base];
        self.cycle[blossom] = vec![base];
        for (n, mut at) in [one, other].into_iter().enumerate() {
            while at != base {
                let mate = self.outer[self.mate[at]];
                self.cycle[blossom].extend([at, mate]);
                self.enqueue(mate);
                at = self.outer[self.parent[mate]];
            }
            if n == 0 {
                self.cycle[blossom][1..].reverse();
            }
        }
        self.set_outer(blossom, blossom);
        for at in 1..=self.top {
            self.edges[blossom][at].weight = 0;
            self.edges[at][blossom].weight = 0;
        }
        self.member[blossom].fill(0);
        for inner in self.cycle[blossom].clone() {
            for at in 1..=self.top {
                let edge = self.edges[inner][at];
                let known = self.edges[blossom][at];
                let better = known.weight == 0 || self.slack_of(edge) < self.slack_of(known);
                if edge.weight > 0 && better {
                    self.edges[blossom][at] = edge;
                    self.edges[at][blossom] = self.edges[at][inner];
                }
            }
            for vertex in 1..=self.vertices {
                if self.member[inner][vertex] != 0 {
                    self.member[blossom][vertex] = inner;
                }
            }
        }
        self.set_slack(blossom);
    }

    pub(super) fn expand_blossom(&mut self, blossom: usize) {
        let cycle = self.cycle[blossom].clone();
        cycle.iter().for_each(|inner| self.set_outer(*inner, *inner));
        let entered = self.edges[blossom][self.parent[blossom]].from;
        let entry = self.member[blossom][entered];
        let place = self.place(blossom, entry);
        let cycle = self.cycle[blossom].clone();
        for pair in cycle[..place].chunks(2) {
            let (odd, even) = (pair[0], pair[1]);
            self.parent[odd] = self.edges[even][odd].from;
            (self.side[odd], self.side[even]) = (Side::Odd, Side::Even);
            self.slack[odd] = 0;
            self.set_slack(even);
            self.enqueue(even);
        }
        self.side[entry] = Side::Odd;
        self.parent[entry] = self.parent[blossom];
        for &inner in &cycle[place + 1..] {
            self.side[inner] = Side::Free;
            self.set_slack(inner);
        }
        self.outer[blossom] = 0;
    }

    /// Follows an edge without slack; whether the matching has become larger.
    pub(super) fn follow(&mut self, edge: Edge) -> bool {
        let (from, to) = (self.outer[edge.from], self.outer[edge.to]);
        match self.side[to] {
            Side::Free => {
                self.parent[to] = edge.from;
                self.side[to] = Side::Odd;
                let mate = self.outer[self.mate[to]];
                (self.slack[to], self.slack[mate]) = (0, 0);
                self.side[mate] = Side::Even;
                self.enqueue(mate);
            }
            Side::Even => {
                let base = self.meeting(from, to);
                if base == 0 {
                    self.augment(from, to);
                    self.augment(to, from);
                    return true;
                }
                self.add_blossom(from, base, to);
            }
            Side::Odd => (),
        }
        false
    }

    /// Whether this is a vertex or blossom that lies in no other one.
    pub(super) fn is_outer(&self, at: usize) -> bool {
        self.outer[at] == at
    }
}
