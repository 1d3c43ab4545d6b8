//! The choice that looks best one step ahead, for positions in which nothing is proven.

use crate::action::Action;
use crate::plan::{Node, Plan, RING, Step, bits};
use crate::rules::Burbuja;
use crate::view::View;
use bagatelle_piecepack::{Suit, Tile};

/// What it costs to have a tile in hand that can neither move nor be rejected: the game.
pub const LOSS: u32 = 10_000;

/// How bad a position is for a plan: tiles that must still come, insecure tiles, tiles that cannot move.
fn badness(plan: &Plan, node: &Node) -> u32 {
    let stuck = Suit::ALL
        .into_iter()
        .flat_map(|suit| node.piles[suit].left().iter().map(move |rank| Tile::new(suit, rank)))
        .filter(|&tile| plan.home(tile) & RING == 0 && plan.landings(node.taken, tile) == 0)
        .count();
    6 * node.missing() + plan.shaky(node.taken, node.fixed) + 20 * stuck as u32
}

/// The steps from a node, each with how bad its expected result is.
fn judged(plan: &Plan, node: &Node) -> Vec<(u32, Step)> {
    let Some(tile) = node.hand else {
        let picks = node.picks().map(|(suit, source)| {
            let results: Vec<u32> = node.after_pick(suit, source).map(|next| in_hand(plan, &next)).collect();
            let mean = results.iter().sum::<u32>() / results.len().max(1) as u32;
            (mean, Step::Pick(suit, source))
        });
        return picks.collect();
    };
    let home = plan.home(tile);
    let moves = bits(plan.landings(node.taken, tile))
        .map(|place| (badness(plan, &node.moved(home, place)), Step::Move(place)));
    let reject = (node.may_reject(tile.suit)).then(|| (rejecting(plan, node), Step::Reject));
    moves.chain(reject).collect()
}

/// How bad it is to reject the coin in hand: the position stays as it is, and a chance is gone.
fn rejecting(plan: &Plan, node: &Node) -> u32 {
    badness(plan, &node.rejected()) + 25
}

/// How bad a node with a coin in hand is after the best choice.
fn in_hand(plan: &Plan, node: &Node) -> u32 {
    let Some(tile) = node.hand else { return LOSS };
    let home = plan.home(tile);
    let moved = |place| badness(plan, &node.moved(home, place));
    let best = bits(plan.landings(node.taken, tile)).map(moved).min();
    let reject = (node.may_reject(tile.suit)).then(|| rejecting(plan, node));
    best.into_iter().chain(reject).min().unwrap_or(LOSS)
}

/// All steps of the first `rings` plans, the best first. `plans` holds the plans that the steps refer to.
#[must_use]
pub fn ranked<'a>(
    game: &Burbuja,
    view: &View,
    rings: usize,
    plans: &'a mut Vec<(Plan, Node)>,
) -> Vec<(u32, Step, &'a (Plan, Node))> {
    *plans = Plan::all(game, view);
    plans.truncate(rings);
    let mut steps: Vec<_> = plans
        .iter()
        .flat_map(|pair| judged(&pair.0, &pair.1).into_iter().map(move |(bad, step)| (bad, step, pair)))
        .collect();
    steps.sort_by_key(|(bad, ..)| *bad);
    steps
}

/// The choice where no plan offers a step, because the game is lost but goes on.
///
/// # Panics
/// If `legal` is empty.
#[must_use]
pub fn anything(legal: &[Action]) -> Action {
    legal.iter().copied().find(|action| *action != Action::Reject).unwrap_or(legal[0])
}

/// The best of `legal` for the first plan, and the number of steps that were judged.
///
/// # Panics
/// If `legal` is empty.
#[must_use]
pub fn choose(game: &Burbuja, view: &View, legal: &[Action]) -> (Action, usize) {
    let mut plans = Vec::new();
    let steps = ranked(game, view, 1, &mut plans);
    let best =
        steps.iter().map(|(_, step, (plan, _))| plan.action(*step)).find(|action| legal.contains(action));
    (best.unwrap_or_else(|| anything(legal)), steps.len())
}
