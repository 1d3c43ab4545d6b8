//! Small games with hidden information worked out: an equilibrium by CFR+, and what a player who knows a
//! strategy wins against it.
//!
//! [`Tree`] lists a whole game of two seats in which one seat wins what the other loses. Positions that a
//! seat cannot tell apart, from everything it has seen since the start, are one *information set*.
//! [`Solver`] runs CFR+ (Tammelin 2014, "Solving Large Imperfect Information Games Using CFR+"): regrets
//! that never fall below zero, the seats in turn, and an average in which later rounds weigh more.
//! [`Tree::exploitability`] computes exactly how far any strategy is from an equilibrium, by a best
//! response to it.

use bagatelle_core::{Game, Seat, Turn, Viewer};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The chance actions of a position with their probabilities.
pub type Chances<'a, G> = &'a dyn Fn(&<G as Game>::State) -> Vec<(<G as Game>::Action, f64)>;

/// What a finished game is worth to seat 0.
pub type Worth<'a, G> = &'a dyn Fn(&<G as Game>::State) -> f64;

/// What a seat to act cannot tell apart.
#[derive(Debug)]
pub struct Set<G: Game> {
    /// The seat to act.
    pub seat: Seat,
    /// What it sees.
    pub view: G::View,
    /// What it may do.
    pub legal: Vec<G::Action>,
    /// Where its probabilities begin in a strategy.
    first: usize,
    /// The place of the seat's last action before this set.
    before: Option<usize>,
}

impl<G: Game> Set<G> {
    /// The places of the set's actions in a strategy.
    #[must_use]
    pub fn places(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.legal.len()
    }
}

/// A probability for each action of each information set, one set after the other ([`Set::places`]).
pub type Strategy = Vec<f64>;

enum Node {
    End(f64),
    Chance(Vec<(u32, f64)>),
    /// The information set, and the first of as many children in a row in `children`.
    Seat(u32, u32),
}

/// A whole game. It is worked out in memory: some 100 bytes a position.
pub struct Tree<G: Game> {
    nodes: Vec<Node>,
    children: Vec<u32>,
    sets: Vec<Set<G>>,
    /// The numbers of probabilities in a strategy.
    places: usize,
}

/// What is needed while a tree grows.
struct Growth<'a, G: Game> {
    game: &'a G,
    chances: Chances<'a, G>,
    worth: Worth<'a, G>,
    known: HashMap<(u8, u64), u32>,
}

/// What a seat has seen, put together into one number.
fn seen(before: u64, text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (before, text).hash(&mut hasher);
    hasher.finish()
}

impl<G: Game> Tree<G> {
    /// Lists the game that begins at one of `starts`, each with its probability.
    ///
    /// # Panics
    /// When the game is not one for two seats, or has more than four billion positions.
    #[must_use]
    pub fn new(
        game: &G,
        starts: &[(G::State, f64)],
        chances: Chances<'_, G>,
        worth: Worth<'_, G>,
    ) -> Tree<G> {
        let mut tree =
            Tree { nodes: vec![Node::Chance(Vec::new())], children: Vec::new(), sets: Vec::new(), places: 0 };
        let mut growth = Growth { game, chances, worth, known: HashMap::new() };
        let mut first = Vec::with_capacity(starts.len());
        for (state, probability) in starts {
            assert_eq!(game.seats(state), 2, "a game with two seats");
            let keys = [0, 1].map(|seat| {
                let view = game.view(state, Viewer::Seat(Seat(seat)));
                seen(0, &format!("{view:?}"))
            });
            first.push((tree.grow(&mut growth, state, keys, [None; 2]), *probability));
        }
        tree.nodes[0] = Node::Chance(first);
        tree
    }

    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).expect("fewer than four billion positions")
    }

    /// Adds a position and all that follows. `keys` stand for what each seat has seen, `last` are the places
    /// of their last actions.
    fn grow(
        &mut self,
        growth: &mut Growth<'_, G>,
        state: &G::State,
        keys: [u64; 2],
        last: [Option<usize>; 2],
    ) -> u32 {
        let game = growth.game;
        let after = |action: G::Action| {
            let mut next = state.clone();
            game.apply(&mut next, action);
            let keys = [0u8, 1].map(|seat| {
                let seen_now = game.observe(state, action, &next, Viewer::Seat(Seat(seat)));
                seen(keys[usize::from(seat)], &seen_now.to_string())
            });
            (next, keys)
        };
        match game.turn(state) {
            Turn::Over => {
                let worth = (growth.worth)(state);
                self.add(Node::End(worth))
            }
            Turn::Chance => {
                let mut list = Vec::new();
                for (action, probability) in (growth.chances)(state) {
                    let (next, keys) = after(action);
                    list.push((self.grow(growth, &next, keys, last), probability));
                }
                self.add(Node::Chance(list))
            }
            Turn::Seat(seat) => {
                let key = (seat.0, keys[seat.index()]);
                let set = *growth.known.entry(key).or_insert_with(|| {
                    let mut legal = Vec::new();
                    game.legal(state, &mut legal);
                    let view = game.view(state, Viewer::Seat(seat));
                    let first = self.places;
                    self.places += legal.len();
                    self.sets.push(Set { seat, view, legal, first, before: last[seat.index()] });
                    (self.sets.len() - 1) as u32
                });
                let (legal, first) = (self.sets[set as usize].legal.clone(), self.sets[set as usize].first);
                let list: Vec<u32> = legal
                    .into_iter()
                    .enumerate()
                    .map(|(n, action)| {
                        let (next, keys) = after(action);
                        let mut last = last;
                        last[seat.index()] = Some(first + n);
                        self.grow(growth, &next, keys, last)
                    })
                    .collect();
                let first = self.children.len() as u32;
                self.children.extend(list);
                self.add(Node::Seat(set, first))
            }
        }
    }

    /// The information sets.
    #[must_use]
    pub fn sets(&self) -> &[Set<G>] {
        &self.sets
    }

    /// How many positions there are, by all the ways that lead to them.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.nodes.len()
    }

    /// The strategy that takes every action equally often.
    #[must_use]
    pub fn uniform(&self) -> Strategy {
        let of = |set: &Set<G>| vec![1.0 / set.legal.len() as f64; set.legal.len()];
        self.sets.iter().flat_map(of).collect()
    }

    /// The children of a node of an information set.
    fn choices(&self, set: u32, first: u32) -> &[u32] {
        &self.children[first as usize..first as usize + self.sets[set as usize].legal.len()]
    }

    /// The strategy of a player of either seat: `ask` tells the probabilities of the legal actions at an
    /// information set. It is asked where the player itself may come by its own actions, whatever the other
    /// seat does; elsewhere every action is equally likely.
    #[must_use]
    pub fn strategy(&self, ask: &mut dyn FnMut(&Set<G>) -> Vec<f64>) -> Strategy {
        let mut strategy = self.uniform();
        let mut asked = vec![false; self.sets.len()];
        for seat in [Seat(0), Seat(1)] {
            self.ask(0, seat, ask, &mut asked, &mut strategy);
        }
        strategy
    }

    fn ask(
        &self,
        node: u32,
        seat: Seat,
        ask: &mut dyn FnMut(&Set<G>) -> Vec<f64>,
        asked: &mut [bool],
        strategy: &mut Strategy,
    ) {
        match &self.nodes[node as usize] {
            Node::End(_) => (),
            Node::Chance(list) => {
                list.iter().for_each(|(child, _)| self.ask(*child, seat, ask, asked, strategy));
            }
            Node::Seat(number, first) => {
                let set = &self.sets[*number as usize];
                let own = set.seat == seat;
                if own && !std::mem::replace(&mut asked[*number as usize], true) {
                    strategy[set.places()].copy_from_slice(&ask(set));
                }
                for (child, place) in self.choices(*number, *first).iter().zip(set.places()) {
                    if !own || strategy[place] > 0.0 {
                        self.ask(*child, seat, ask, asked, strategy);
                    }
                }
            }
        }
    }

    /// What the game is worth to seat 0 if both seats follow `strategy`.
    #[must_use]
    pub fn value(&self, strategy: &[f64]) -> f64 {
        self.value_at(0, strategy)
    }

    fn value_at(&self, node: u32, strategy: &[f64]) -> f64 {
        match &self.nodes[node as usize] {
            Node::End(worth) => *worth,
            Node::Chance(list) => list.iter().map(|(child, p)| p * self.value_at(*child, strategy)).sum(),
            Node::Seat(set, first) => {
                let ways =
                    self.choices(*set, *first).iter().zip(&strategy[self.sets[*set as usize].places()]);
                ways.filter(|(_, p)| **p > 0.0).map(|(child, p)| p * self.value_at(*child, strategy)).sum()
            }
        }
    }

    /// What `seat` wins on average with a best response to `strategy`.
    #[must_use]
    pub fn best_response(&self, strategy: &[f64], seat: Seat) -> f64 {
        let mut response = Response {
            tree: self,
            strategy,
            seat,
            members: vec![Vec::new(); self.sets.len()],
            chosen: vec![None; self.sets.len()],
            values: vec![f64::NAN; self.nodes.len()],
        };
        response.reach(0, 1.0);
        response.value(0)
    }

    /// How much a player of `strategy` loses to an opponent who knows it, compared with an
    /// equilibrium: the mean of what best responses of the two seats win. It is 0 for an equilibrium.
    #[must_use]
    pub fn exploitability(&self, strategy: &[f64]) -> f64 {
        (self.best_response(strategy, Seat(0)) + self.best_response(strategy, Seat(1))) / 2.0
    }
}

/// A best response while it is found.
struct Response<'a, G: Game> {
    tree: &'a Tree<G>,
    strategy: &'a [f64],
    seat: Seat,
    /// The positions of each own set, with the probability that all others lead there.
    members: Vec<Vec<(u32, f64)>>,
    /// The best action of each own set, once known.
    chosen: Vec<Option<u32>>,
    /// What a position is worth to the seat; not a number until known.
    values: Vec<f64>,
}

impl<G: Game> Response<'_, G> {
    fn reach(&mut self, node: u32, probability: f64) {
        let tree = self.tree;
        match &tree.nodes[node as usize] {
            Node::End(_) => (),
            Node::Chance(list) => list.iter().for_each(|(child, p)| self.reach(*child, probability * p)),
            Node::Seat(set, first) => {
                let own = tree.sets[*set as usize].seat == self.seat;
                if own {
                    self.members[*set as usize].push((node, probability));
                }
                let places = tree.sets[*set as usize].places();
                for (child, p) in tree.choices(*set, *first).iter().zip(&self.strategy[places]) {
                    self.reach(*child, if own { probability } else { probability * p });
                }
            }
        }
    }

    fn choice(&mut self, set: u32) -> u32 {
        if let Some(known) = self.chosen[set as usize] {
            return known;
        }
        let tree = self.tree;
        let mut sums = vec![0.0; tree.sets[set as usize].legal.len()];
        for (node, probability) in std::mem::take(&mut self.members[set as usize]) {
            if probability > 0.0
                && let Node::Seat(_, first) = tree.nodes[node as usize]
            {
                for (sum, child) in sums.iter_mut().zip(tree.choices(set, first)) {
                    *sum += probability * self.value(*child);
                }
            }
        }
        let best = (0..sums.len()).max_by(|a, b| sums[*a].total_cmp(&sums[*b])).unwrap_or(0) as u32;
        self.chosen[set as usize] = Some(best);
        best
    }

    fn value(&mut self, node: u32) -> f64 {
        let known = self.values[node as usize];
        if !known.is_nan() {
            return known;
        }
        let tree = self.tree;
        let value = match &tree.nodes[node as usize] {
            Node::End(worth) if self.seat == Seat(0) => *worth,
            Node::End(worth) => -worth,
            Node::Chance(list) => list.iter().map(|(child, p)| p * self.value(*child)).sum(),
            Node::Seat(set, first) if tree.sets[*set as usize].seat == self.seat => {
                let best = self.choice(*set) as usize;
                self.value(tree.choices(*set, *first)[best])
            }
            Node::Seat(set, first) => {
                let places = tree.sets[*set as usize].places();
                let ways = tree.choices(*set, *first).iter().zip(&self.strategy[places]);
                ways.filter(|(_, p)| **p > 0.0).map(|(child, p)| p * self.value(*child)).sum()
            }
        };
        self.values[node as usize] = value;
        value
    }
}

/// CFR+ on a tree.
pub struct Solver<'a, G: Game> {
    tree: &'a Tree<G>,
    regrets: Vec<f64>,
    /// What is added to the regrets at the end of a pass.
    gains: Vec<f64>,
    /// How likely the own actions up to each place are.
    reach: Vec<f64>,
    sums: Vec<f64>,
    strategy: Strategy,
    rounds: u64,
}

impl<'a, G: Game> Solver<'a, G> {
    /// Begins with the uniform strategy.
    #[must_use]
    pub fn new(tree: &'a Tree<G>) -> Solver<'a, G> {
        let zeros = || vec![0.0; tree.places];
        Solver {
            tree,
            regrets: zeros(),
            gains: zeros(),
            reach: zeros(),
            sums: zeros(),
            strategy: tree.uniform(),
            rounds: 0,
        }
    }

    /// Runs one round: a pass for each seat.
    pub fn round(&mut self) {
        self.rounds += 1;
        for seat in [Seat(0), Seat(1)] {
            self.walk(0, seat, 1.0);
            // A set is listed after those through which its seat comes to it.
            for set in self.tree.sets.iter().filter(|set| set.seat == seat) {
                let reach = set.before.map_or(1.0, |place| self.reach[place]);
                for place in set.places() {
                    self.reach[place] = reach * self.strategy[place];
                    self.sums[place] += self.rounds as f64 * self.reach[place];
                }
                for place in set.places() {
                    self.regrets[place] =
                        (self.regrets[place] + std::mem::take(&mut self.gains[place])).max(0.0);
                }
                let sum: f64 = self.regrets[set.places()].iter().sum();
                for place in set.places() {
                    let even = 1.0 / set.legal.len() as f64;
                    self.strategy[place] = if sum > 0.0 { self.regrets[place] / sum } else { even };
                }
            }
        }
    }

    /// What the position is worth to `seat`; `others` is the probability that all others play to get there.
    fn walk(&mut self, node: u32, seat: Seat, others: f64) -> f64 {
        let tree = self.tree;
        match &tree.nodes[node as usize] {
            Node::End(worth) if seat == Seat(0) => *worth,
            Node::End(worth) => -worth,
            Node::Chance(list) => list.iter().map(|(child, p)| p * self.walk(*child, seat, others * p)).sum(),
            Node::Seat(set, first) => {
                let set_of = &tree.sets[*set as usize];
                let choices = tree.choices(*set, *first);
                if set_of.seat != seat {
                    let places = set_of.places();
                    return choices
                        .iter()
                        .zip(places)
                        .map(|(child, place)| {
                            let p = self.strategy[place];
                            if p > 0.0 { p * self.walk(*child, seat, others * p) } else { 0.0 }
                        })
                        .sum();
                }
                let mut mean = 0.0;
                for (child, place) in choices.iter().zip(set_of.places()) {
                    let p = self.strategy[place];
                    let value = self.walk(*child, seat, others);
                    self.gains[place] += others * value;
                    mean += p * value;
                }
                for place in set_of.places() {
                    self.gains[place] -= others * mean;
                }
                mean
            }
        }
    }

    /// The average strategy so far, which approaches an equilibrium.
    #[must_use]
    pub fn average(&self) -> Strategy {
        let mut average = self.tree.uniform();
        for set in &self.tree.sets {
            let sum: f64 = self.sums[set.places()].iter().sum();
            if sum > 0.0 {
                set.places().for_each(|place| average[place] = self.sums[place] / sum);
            }
        }
        average
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::NoOptions;
    use bagatelle_toys::kuhn::{Action, Kuhn};

    fn kuhn() -> Tree<Kuhn> {
        let game = Kuhn::new(&NoOptions {}).unwrap();
        let start = game.start(&NoOptions {}).unwrap();
        let chances = |_: &<Kuhn as Game>::State| Kuhn::deals().map(|deal| (deal, 1.0 / 6.0)).collect();
        let worth = |state: &<Kuhn as Game>::State| {
            game.outcome(state).and_then(|o| o.scores).map_or(0.0, |scores| f64::from(scores[0]))
        };
        Tree::new(&game, &[(start, 1.0)], &chances, &worth)
    }

    #[test]
    fn kuhn_poker_has_its_known_value() {
        let tree = kuhn();
        assert_eq!(tree.sets().len(), 12);
        let mut solver = Solver::new(&tree);
        (0..2000).for_each(|_| solver.round());
        let average = solver.average();
        let (value, loss) = (tree.value(&average), tree.exploitability(&average));
        assert!((value + 1.0 / 18.0).abs() < 1e-4, "{value}");
        assert!((0.0..1e-3).contains(&loss), "{loss}");
        // The first player bets a king three times as often as a jack, and never a queen.
        let bets = |view: &str| {
            let set =
                tree.sets().iter().find(|s| serde_json::to_string(&s.view).unwrap().contains(view)).unwrap();
            let place = set.legal.iter().position(|a| *a == Action::Bet).unwrap();
            average[set.places()][place]
        };
        let first = |card: &str| bets(&format!("\"viewer\":0,\"dealt\":true,\"own\":\"{card}\",\"bets\":[]"));
        assert!((first("K") - 3.0 * first("J")).abs() < 0.02, "{} {}", first("K"), first("J"));
        assert!(first("Q") < 0.01);
    }

    #[test]
    fn a_best_response_to_even_play_is_as_published() {
        // OpenSpiel tells 0.4583 for the uniform strategy of Kuhn poker.
        let tree = kuhn();
        let loss = tree.exploitability(&tree.uniform());
        assert!((loss - 11.0 / 24.0).abs() < 1e-9, "{loss}");
    }
}
