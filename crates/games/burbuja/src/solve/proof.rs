//! The proof that a position can be won for certain, whatever the order of the unseen coins.
//!
//! Whether a [`Search`] finds a strategy depends on luck with the first decisions, so each search is
//! short, and others follow for other rings and with the choices in another order.
//!
//! A proof stays valid as long as its advice is followed, within the same number of nodes: a search that
//! begins at a later position of a strategy finds the rest of it and takes no longer, and every search that
//! finds nothing counts as if it had used all its nodes, so earlier ones never count for more.
//!
//! [`Found::NotProven`] means only that nothing was found; [`Found::Lost`] means that everything was tried,
//! for every ring.

use super::search::{Flavour, Search, Strategy};
use crate::plan::{Node, NodeMap, Plan, bits};
use crate::rules::Burbuja;
use crate::state::Status;
use crate::view::View;
use bagatelle_core::program::Budget;
use bagatelle_piecepack::Tile;

/// One round of searches.
struct Round {
    /// How many rings are tried.
    rings: usize,
    /// How many nodes each may cost.
    limit: u64,
    flavour: Flavour,
}

const fn round(rings: usize, limit: u64, width: usize, variant: u32) -> Round {
    let backwards = variant % 2 == 1;
    Round {
        rings,
        limit,
        flavour: Flavour { width, first_suit: variant, backwards, start: 0, sparing: false },
    }
}

/// The rounds, from those that mostly succeed to those that are seldom needed. The numbers are measured.
const ROUNDS: [Round; 10] = [
    round(5, 1_500, 1, 0),
    round(5, 1_500, 1, 1),
    round(5, 1_500, 1, 2),
    round(5, 1_500, 1, 3),
    round(169, 1_500, 1, 0),
    round(169, 1_500, 1, 1),
    round(169, 1_500, 1, 2),
    round(169, 1_500, 1, 3),
    round(5, 5_000, 2, 0),
    round(5, 5_000, 2, 1),
];

/// How often to try again with other choices first, if the rounds have found nothing.
const AGAIN: u32 = 96;

/// The rounds that follow: a few rings, filled from every place and in both directions.
fn again(n: u32) -> Round {
    let limit = 10_000 << (2 * n / AGAIN) << (n % 3);
    let width = [1, 2, 24][(n % 3) as usize];
    let flavour = Flavour {
        width,
        first_suit: n % 4,
        backwards: n / 4 % 2 == 1,
        start: n * 7 % 24,
        sparing: n % 5 == 4,
    };
    Round { rings: 4, limit, flavour }
}

/// The rounds before the search for a proof that all is lost.
const BEFORE_LOST: usize = 4;

/// How many nodes may be spent on each ring to find out whether it is lost.
const LOST_LIMIT: u64 = 20_000;

/// What a search found.
#[derive(Clone, Debug)]
pub enum Found {
    /// The game is won already.
    Won,
    /// A strategy that is sure to win.
    Sure(Box<Strategy>),
    /// No strategy within the limit.
    NotProven,
    /// Whatever the order of the coins and the play, the game can no longer be won.
    Lost,
}

/// Looks for a strategy that wins from `view` for certain. Returns what it found and the number of nodes that
/// it took.
#[must_use]
pub fn prove(game: &Burbuja, view: &View, budget: &Budget<'_>) -> (Found, u64) {
    match view.open.status {
        Status::Playing => {}
        Status::Won => return (Found::Won, 0),
        Status::Spent | Status::Stranded => return (Found::Lost, 0),
    }
    let mut plans = Plan::all(game, view);
    // The order of the rings must not change while the game goes on.
    plans.sort_by_key(|(plan, _)| (plan.unlikely(), plan.centre));
    let mut nodes = 0;
    let left = |nodes: u64, limit: u64| {
        let left = budget.nodes.map_or(limit, |all| all.saturating_sub(nodes).min(limit));
        if (budget.stop)() { 0 } else { left }
    };
    if plans.is_empty() {
        return (Found::Lost, nodes);
    }
    for (n, round) in ROUNDS.into_iter().chain((0..AGAIN).map(again)).enumerate() {
        // Where little is left, trying everything is cheap and may show that all is lost.
        let few = view.open.discards.len() >= 12 || plans.len() < 5;
        if n == BEFORE_LOST && few {
            let is_lost = |(plan, root): &(Plan, Node)| {
                let limit = left(0, LOST_LIMIT);
                let mut search = Exhaust { plan, limit, nodes: 0, budget, failed: NodeMap::default() };
                search.may_win(*root) == Some(false)
            };
            if plans.iter().all(is_lost) {
                return (Found::Lost, nodes);
            }
        }
        for (plan, root) in plans.iter().take(round.rings) {
            let limit = left(nodes, round.limit);
            if limit == 0 {
                return (Found::NotProven, nodes);
            }
            let search = Search::new(plan, round.flavour, limit, budget);
            let (strategy, searched) = search.strategy(*root, Tile::COUNT as u32);
            if let Some(strategy) = strategy {
                return (Found::Sure(Box::new(strategy)), nodes + searched);
            }
            nodes += limit;
        }
    }
    (Found::NotProven, nodes)
}

/// Tries everything for one ring.
struct Exhaust<'a> {
    plan: &'a Plan,
    limit: u64,
    nodes: u64,
    budget: &'a Budget<'a>,
    /// Positions that cannot be won.
    failed: NodeMap<()>,
}

impl Exhaust<'_> {
    /// Whether the ring can still be completed if the coins come in the order that is wanted; `None` when the
    /// limit is reached.
    fn may_win(&mut self, node: Node) -> Option<bool> {
        if node.won() {
            return Some(true);
        }
        if self.failed.contains_key(&node.key()) {
            return Some(false);
        }
        self.nodes += 1;
        if self.nodes > self.limit || self.nodes & 255 == 0 && (self.budget.stop)() {
            return None;
        }
        if let Some(tile) = node.hand {
            let home = self.plan.home(tile);
            for place in bits(self.plan.landings(node.taken, tile)) {
                if self.may_win(node.moved(home, place))? {
                    return Some(true);
                }
            }
            if node.may_reject(tile.suit) && self.may_win(node.rejected())? {
                return Some(true);
            }
        } else {
            for (suit, source) in node.picks() {
                for next in node.after_pick(suit, source) {
                    if self.may_win(next)? {
                        return Some(true);
                    }
                }
            }
        }
        self.failed.insert(node.key(), ());
        Some(false)
    }
}
