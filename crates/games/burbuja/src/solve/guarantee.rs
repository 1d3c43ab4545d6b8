//! The fewest moves that a player can guarantee from what is seen: the worst order of the unseen coins, met
//! with the best play.
//!
//! The upper bound is a strategy that never takes more ([`Search`]). The lower bounds are an order of the
//! unseen coins in which even a player who knows it needs as many ([`Orders::worst`]), and refutation
//! ([`is_refuted`]). If they meet, the number is exact.

use super::count;
use super::loose::Loose;
use super::orders::Orders;
use super::refute::{Target, is_refuted};
use super::search::{Flavour, Search, Strategy};
use crate::plan::{Node, Plan};
use crate::rules::Burbuja;
use crate::view::View;
use bagatelle_core::program::Budget;
use bagatelle_piecepack::{Rank, Tile};

/// Bounds of the moves that can be guaranteed from a position on.
#[derive(Clone, Debug)]
pub struct Guarantee {
    /// No player can guarantee fewer.
    pub at_least: u32,
    /// An order of each suit's unseen coins, from the top down, in which even a player who knows it needs
    /// many moves.
    pub order: [Vec<Rank>; 4],
    /// A strategy that takes [`Strategy::most`] moves at most.
    pub strategy: Strategy,
    /// The moves that any play takes on average, at least, if all orders are equally likely.
    pub mean_at_least: f64,
    /// How many positions were searched.
    pub nodes: u64,
}

impl Guarantee {
    /// Whether fewer moves are known to be impossible.
    #[must_use]
    pub fn exact(&self) -> bool {
        self.strategy.most == self.at_least
    }
}

/// How many positions may be searched for one question, round by round.
const ROUNDS: [u64; 7] = [2_000, 10_000, 40_000, 150_000, 600_000, 2_500_000, 10_000_000];

/// How many rings are tried for each number of moves.
const RINGS: usize = 16;

/// How many numbers of moves are tried, from the fewest on.
const LEVELS: u32 = 2;

/// The largest round in which rings are also tried without a guide, and how many.
const QUICK: u64 = 10_000;
const QUICK_RINGS: usize = 8;

/// Searches for the fewest moves that can be guaranteed from `view`, which `strategy` is sure to win. `None`
/// if no ring can be built from here.
#[must_use]
pub fn guarantee(game: &Burbuja, view: &View, strategy: Strategy, budget: &Budget<'_>) -> Option<Guarantee> {
    let orders = Orders::of(game, view)?;
    let (at_least, order) = orders.worst();
    let mut best = Guarantee { at_least, order, strategy, mean_at_least: orders.mean(), nodes: 0 };
    let plans = Plan::all(game, view);
    let mut rings: Vec<Ring<'_>> = plans.iter().map(|(plan, root)| Ring::new(plan, *root, budget)).collect();
    rings.sort_by_key(|ring| (ring.least, ring.target.root.missing()));
    for limit in ROUNDS {
        if limit <= QUICK && best.strategy.most > best.at_least + LEVELS {
            quickly(&mut best, &rings, limit, budget);
        }
        better(&mut best, &mut rings, limit, budget);
        worse(&mut best, &mut rings, limit, budget);
        if best.exact() || left(&best, budget) == 0 {
            break;
        }
    }
    Some(best)
}

/// How many more positions may be searched.
fn left(best: &Guarantee, budget: &Budget<'_>) -> u64 {
    let left = budget.nodes.map_or(u64::MAX, |all| all.saturating_sub(best.nodes));
    if (budget.stop)() { 0 } else { left }
}

/// A ring that may be built.
struct Ring<'a> {
    target: Target<'a>,
    /// A strategy for it takes at least this many moves.
    least: u32,
}

impl<'a> Ring<'a> {
    fn new(plan: &'a Plan, root: Node, budget: &'a Budget<'a>) -> Ring<'a> {
        Ring {
            target: Target { plan, root, loose: Loose::new(plan, budget) },
            least: count::moves(plan, &root),
        }
    }
}

/// Improves the first strategy by searches without a guide: the fewer moves are left, the sooner they fail.
fn quickly<'a>(best: &mut Guarantee, rings: &[Ring<'a>], limit: u64, budget: &'a Budget<'a>) {
    for moves in best.at_least..best.strategy.most {
        for ring in rings.iter().filter(|ring| ring.least <= moves).take(QUICK_RINGS) {
            for variant in 0..4 {
                let limit = limit.min(left(best, budget));
                let backwards = variant % 2 == 1;
                let flavour = Flavour { width: 1, first_suit: variant, backwards, start: 0, sparing: true };
                let search = Search::new(ring.target.plan, flavour, limit, budget);
                let (strategy, nodes) = search.strategy(ring.target.root, moves);
                best.nodes += nodes;
                if let Some(strategy) = strategy {
                    best.strategy = strategy;
                    return;
                }
            }
        }
    }
}

/// Looks for strategies of fewer moves.
fn better<'a>(best: &mut Guarantee, rings: &mut [Ring<'a>], limit: u64, budget: &'a Budget<'a>) {
    let mut moves = best.at_least;
    while moves < best.strategy.most.min(best.at_least + LEVELS) {
        for ring in rings.iter_mut().filter(|ring| ring.least <= moves).take(RINGS) {
            let limit = limit.min(left(best, budget));
            if limit == 0 {
                return;
            }
            let Target { plan, root, loose } = &mut ring.target;
            let plan: &'a Plan = plan;
            let before = loose.nodes;
            let may_win = loose.may_win(root, moves, limit);
            best.nodes += loose.nodes - before;
            match may_win {
                Ok(true) => {}
                Ok(false) => {
                    ring.least = moves + 1;
                    continue;
                }
                Err(_) => continue,
            }
            for backwards in [false, true] {
                let before = loose.nodes;
                let flavour =
                    Flavour { width: Tile::COUNT, first_suit: 0, backwards, start: 0, sparing: true };
                let search = Search::new(plan, flavour, limit, budget).guided(loose);
                let (strategy, nodes) = search.strategy(*root, moves);
                best.nodes += nodes + loose.nodes - before;
                if let Some(strategy) = strategy {
                    best.strategy = strategy;
                    return;
                }
            }
        }
        moves += 1;
    }
}

/// Looks for a proof that more moves are needed.
fn worse(best: &mut Guarantee, rings: &mut [Ring<'_>], limit: u64, budget: &Budget<'_>) {
    while best.at_least < best.strategy.most && left(best, budget) > 0 {
        let mut targets: Vec<&mut Target<'_>> = rings
            .iter_mut()
            .map(|ring| &mut ring.target)
            .filter(|it| it.root.missing() <= best.at_least)
            .collect();
        let before: u64 = targets.iter().map(|target| target.loose.nodes).sum();
        let refuted = is_refuted(&mut targets, best.at_least, limit);
        best.nodes += targets.iter().map(|target| target.loose.nodes).sum::<u64>() - before;
        if !matches!(refuted, Ok(true)) {
            return;
        }
        best.at_least += 1;
    }
}
