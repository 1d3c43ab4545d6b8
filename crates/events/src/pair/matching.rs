//! The heaviest matching of a graph, by Edmonds’ blossoms with dual variables.
//!
//! Source: Zvi Galil, “Efficient algorithms for finding maximum matching in graphs”, 1986. The time is
//! bounded by the cube of the number of vertices. Vertices are counted from 1 here, and 0 is none; numbers
//! above those of the vertices are [blossoms](super::blossoms).

use super::blossoms::{Search, Side};

/// The mate of each vertex in a matching of the largest sum of weights. The weight of a pair stands at its
/// lower vertex; 0 is no edge.
pub(super) fn heaviest(weights: &[Vec<i64>]) -> Vec<Option<usize>> {
    let mut search = Search::new(weights);
    while search.lengthen() {}
    (1..=weights.len()).map(|vertex| search.mate[vertex].checked_sub(1)).collect()
}

impl Search {
    /// Adds one pair to the matching, if that makes it heavier.
    fn lengthen(&mut self) -> bool {
        self.side.fill(Side::Free);
        self.slack.fill(0);
        self.queue.clear();
        for at in 1..=self.top {
            if self.is_outer(at) && self.mate[at] == 0 {
                self.parent[at] = 0;
                self.side[at] = Side::Even;
                self.enqueue(at);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            if self.scan() {
                return true;
            }
            if !self.relax() {
                return false;
            }
            self.queue.clear();
            for at in 1..=self.top {
                let from = self.slack[at];
                if self.is_outer(at) && from != 0 && self.outer[from] != at {
                    let edge = self.edges[from][at];
                    if self.slack_of(edge) == 0 && self.follow(edge) {
                        return true;
                    }
                }
            }
            for blossom in self.vertices + 1..=self.top {
                if self.is_outer(blossom) && self.side[blossom] == Side::Odd && self.label[blossom] == 0 {
                    self.expand_blossom(blossom);
                }
            }
        }
    }

    /// Follows all edges without slack from even vertices; whether the matching has become larger.
    fn scan(&mut self) -> bool {
        while let Some(from) = self.queue.pop_front() {
            if self.side[self.outer[from]] == Side::Odd {
                continue;
            }
            for to in 1..=self.vertices {
                let edge = self.edges[from][to];
                if edge.weight > 0 && self.outer[from] != self.outer[to] {
                    if self.slack_of(edge) > 0 {
                        self.update_slack(from, self.outer[to]);
                    } else if self.follow(edge) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Changes the dual variables until another edge has no slack; false if no pair more is worth it.
    fn relax(&mut self) -> bool {
        let mut step = i64::MAX;
        for at in (1..=self.top).filter(|at| self.is_outer(*at)) {
            if at > self.vertices && self.side[at] == Side::Odd {
                step = step.min(self.label[at] / 2);
            }
            if self.slack[at] != 0 {
                let slack = self.slack_of(self.edges[self.slack[at]][at]);
                match self.side[at] {
                    Side::Free => step = step.min(slack),
                    Side::Even => step = step.min(slack / 2),
                    Side::Odd => (),
                }
            }
        }
        let even = (1..=self.vertices).filter(|at| self.side[self.outer[*at]] == Side::Even);
        if even.into_iter().any(|at| self.label[at] <= step) {
            return false;
        }
        for at in 1..=self.vertices {
            match self.side[self.outer[at]] {
                Side::Even => self.label[at] -= step,
                Side::Odd => self.label[at] += step,
                Side::Free => (),
            }
        }
        for at in self.vertices + 1..=self.top {
            match self.side[at] {
                _ if !self.is_outer(at) => (),
                Side::Even => self.label[at] += step * 2,
                Side::Odd => self.label[at] -= step * 2,
                Side::Free => (),
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::Seed;
    use bagatelle_core::rng::{Rng, Stream};

    /// The largest sum, by trying all: the lowest vertex of `left` stays alone or goes with any other.
    fn slow(weights: &[Vec<i64>], left: u32) -> i64 {
        if left == 0 {
            return 0;
        }
        let first = left.trailing_zeros() as usize;
        let rest = left & !(1 << first);
        let others = (0..weights.len()).filter(|other| rest & 1 << other != 0 && weights[first][*other] > 0);
        let paired = others.map(|other| weights[first][other] + slow(weights, rest & !(1 << other)));
        paired.fold(slow(weights, rest), i64::max)
    }

    #[test]
    fn no_matching_is_heavier() {
        let mut rng = Rng::new(&Seed::from_text("matchings"), Stream::Test);
        for _ in 0..4000 {
            let n = 1 + rng.below(9) as usize;
            let (most, dense) = (1 + rng.below(30), 1 + rng.below(4));
            let mut weights = vec![vec![0; n]; n];
            for (one, row) in weights.iter_mut().enumerate() {
                for weight in &mut row[one + 1..] {
                    *weight = if rng.below(4) < dense { i64::from(rng.below(most)) } else { 0 };
                }
            }
            let mates = heaviest(&weights);
            let mut sum = 0;
            for (one, mate) in mates.iter().enumerate() {
                let Some(other) = *mate else { continue };
                assert_eq!(mates[other], Some(one));
                if one < other {
                    assert!(weights[one][other] > 0);
                    sum += weights[one][other];
                }
            }
            assert_eq!(sum, slow(&weights, (1 << n) - 1), "{weights:?}");
        }
    }
}
