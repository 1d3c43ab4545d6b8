//! The possible orders of the unseen coins, judged by [`count`]: the worst one, and the mean of all.
//!
//! A player who knows the order needs at least its count, and a player who does not know it needs no less.
//! So the worst order bounds the moves that can be guaranteed, and the mean over all orders bounds the
//! average of best play.

use super::count;
use crate::chances::Chances;
use crate::plan::{Node, Plan};
use crate::rules::Burbuja;
use crate::state::State;
use crate::view::{Known, View};
use bagatelle_piecepack::{Rank, Suit};
use std::collections::BTreeMap;

/// What the orders of the unseen coins cost.
pub struct Orders {
    targets: Vec<Target>,
    /// All orders of each suit's unseen coins.
    orders: [Vec<Vec<Rank>>; 4],
    /// The moves that the cheapest target costs in the best order of the coins, and in the worst.
    within: (u32, u32),
}

/// A ring, and what to do with the coin in hand if there is one.
struct Target {
    plan: Plan,
    node: Node,
    /// The moves that it costs in the best order.
    least: u32,
    /// The moves that it costs in the worst order.
    most: u32,
}

impl Orders {
    /// The orders of the coins that are unseen in `view`; `None` if no ring can be built from here.
    #[must_use]
    pub fn of(game: &Burbuja, view: &View) -> Option<Orders> {
        let mut targets: Vec<Target> = Vec::new();
        for (plan, node) in Plan::all(game, view) {
            for (spent, node) in count::ways(&plan, &node) {
                let (least, most) = (spent + node.missing(), spent + count::moves(&plan, &node));
                targets.push(Target { plan: plan.clone(), node, least, most });
            }
        }
        let least = targets.iter().map(|target| target.least).min()?;
        let most = targets.iter().map(|target| target.most).min()?;
        // A ring that costs as much in the best order as another in the worst order is never better.
        targets.retain(|target| target.least < most);
        let orders = Suit::ALL.map(|suit| arrangements(view.piles[suit].unseen.iter().collect()));
        Some(Orders { targets, orders, within: (least, most) })
    }

    /// The most moves that an order costs a player who knows it, and such an order for each suit, from the
    /// top down.
    #[must_use]
    pub fn worst(&self) -> (u32, [Vec<Rank>; 4]) {
        let (least, most) = self.within;
        let found = (least + 1..=most).rev().find_map(|goal| {
            let chosen = self.costing(goal)?;
            Some((goal, chosen))
        });
        let (moves, chosen) = found.unwrap_or((least, [0; 4]));
        (moves, Suit::ALL.map(|suit| self.orders[suit.index()][chosen[suit.index()]].clone()))
    }

    /// The moves that an order costs, on average, a player who knows it, if all orders are equally likely.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let (_, most) = self.within;
        let needs = self.needs(most);
        // How many orders waste each amount for each target; more than is needed counts as what is needed.
        let mut sums = BTreeMap::from([(vec![0; needs.len()], 1.0)]);
        for suit in Suit::ALL {
            let mut of_suit = BTreeMap::<Vec<u32>, f64>::new();
            for order in &self.orders[suit.index()] {
                *of_suit.entry(self.wasted(suit, order)).or_default() += 1.0;
            }
            let mut next = BTreeMap::<Vec<u32>, f64>::new();
            for (sum, ways) in &sums {
                for (waste, more) in &of_suit {
                    let added = sum.iter().zip(waste).zip(&needs).map(|((a, b), need)| (a + b).min(*need));
                    *next.entry(added.collect()).or_default() += ways * more;
                }
            }
            sums = next;
        }
        let total: f64 = sums.values().sum();
        let short = |sum: &Vec<u32>| {
            let less = needs.iter().zip(sum).zip(&self.targets);
            less.map(|((need, sum), target)| (need - sum).min(most - target.least)).max().unwrap_or(0)
        };
        let saved: f64 = sums.iter().map(|(sum, ways)| f64::from(short(sum)) * ways).sum();
        f64::from(most) - saved / total
    }

    /// The moves that must be wasted for each target so that it costs `goal` moves.
    fn needs(&self, goal: u32) -> Vec<u32> {
        let need = |target: &Target| {
            let shared = if let Chances::Shared(left) = target.node.chances { left.into() } else { 0 };
            (goal + shared).saturating_sub(target.least)
        };
        self.targets.iter().map(need).collect()
    }

    /// The moves that an order of a suit's coins wastes for each target. Shared chances are not taken off.
    fn wasted(&self, suit: Suit, order: &[Rank]) -> Vec<u32> {
        let waste = |target: &Target| {
            let known = target.node.piles[suit];
            let returned = order.iter().copied().chain(known.returned.iter()).collect();
            let known = Known { front: known.front, returned, ..Known::default() };
            let chances = match target.node.chances {
                Chances::Each(each) => each[suit.index()].into(),
                Chances::Shared(_) => 0,
            };
            count::blocking(&target.plan, suit, &known).saturating_sub(1 + chances)
        };
        self.targets.iter().map(waste).collect()
    }

    /// An order for each suit, by its number, with which every target costs at least `goal` moves.
    fn costing(&self, goal: u32) -> Option<[usize; 4]> {
        let needs = self.needs(goal);
        // Orders that waste no more than another one are left out.
        let choices = Suit::ALL.map(|suit| {
            let mut best: Choices = Vec::new();
            for (n, order) in self.orders[suit.index()].iter().enumerate() {
                let waste = self.wasted(suit, order);
                let covers = |a: &[u32], b: &[u32]| {
                    a.iter().zip(b).zip(&needs).all(|((a, b), need)| a >= b || a >= need)
                };
                if best.iter().all(|(_, other)| !covers(other, &waste)) {
                    best.retain(|(_, other)| !covers(&waste, other));
                    best.push((n, waste));
                }
            }
            best
        });
        let mut chosen = [0; 4];
        choose(&choices, &needs, &mut chosen).then_some(chosen)
    }
}

/// Orders of a suit, by their numbers, each with what it wastes for each target.
type Choices = Vec<(usize, Vec<u32>)>;

/// Chooses an order for each suit so that what is needed is wasted; `false` if there are none.
fn choose(choices: &[Choices], needs: &[u32], chosen: &mut [usize]) -> bool {
    let ([these, others @ ..], [first, rest @ ..]) = (choices, chosen) else {
        return needs.iter().all(|&need| need == 0);
    };
    // The remaining suits must be able to waste what is needed.
    let most = |n: usize| -> u32 {
        choices.iter().filter_map(|it| it.iter().map(|(_, waste)| waste[n]).max()).sum()
    };
    if needs.iter().enumerate().any(|(n, &need)| need > most(n)) {
        return false;
    }
    these.iter().any(|(order, waste)| {
        let left: Vec<u32> =
            needs.iter().zip(waste).map(|(need, waste)| need.saturating_sub(*waste)).collect();
        *first = *order;
        choose(others, &left, rest)
    })
}

/// All orders of some coins.
fn arrangements(ranks: Vec<Rank>) -> Vec<Vec<Rank>> {
    if ranks.is_empty() {
        return vec![Vec::new()];
    }
    let with_first = |n: usize| {
        let mut rest = ranks.clone();
        let first = rest.remove(n);
        arrangements(rest).into_iter().map(move |mut order| {
            order.insert(0, first);
            order
        })
    };
    (0..ranks.len()).flat_map(with_first).collect()
}

/// The position in which the unseen coins of each suit lie in these orders.
#[must_use]
pub fn arranged(view: &View, orders: &[Vec<Rank>; 4]) -> State {
    view.complete(|suit, unseen| {
        for (place, rank) in unseen.iter_mut().zip(&orders[suit.index()]) {
            *place = *rank;
        }
    })
}
