//! The proof that a number of moves cannot be guaranteed, whatever the player does and whichever ring is
//! built in the end.
//!
//! The rings that can still be reached in time are followed side by side, with the full rules of landing,
//! until the tiles that have landed leave only one ring. The loosened game ([`Loose`]), which is kinder to
//! the player, decides about that ring.

use super::limit::Limit;
use super::loose::Loose;
use crate::board::Cell;
use crate::plan::{Node, Plan, bits};
use bagatelle_piecepack::{Rank, Tile};
use std::collections::BTreeMap;

/// A ring, and the position as a part of its plan.
pub struct Target<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The position.
    pub root: Node,
    /// What is known of the loosened game.
    pub loose: Loose<'a>,
}

/// A position in which several rings are possible: the number of each, with its node. What is known of the
/// coins is the same in all.
type Open = Vec<(usize, Node)>;

/// Whether the player cannot win for certain in `moves` moves. `targets` are all rings that can be reached in
/// that many.
///
/// # Errors
/// When `limit` positions were looked at in one of the loosened games, or the budget is spent.
pub fn is_refuted(targets: &mut [&mut Target<'_>], moves: u32, limit: u64) -> Result<bool, Limit> {
    let open = targets.iter().enumerate().map(|(n, target)| (n, target.root)).collect();
    refuted(targets, open, moves, limit)
}

fn refuted(targets: &mut [&mut Target<'_>], mut open: Open, moves: u32, limit: u64) -> Result<bool, Limit> {
    open.retain(|(_, node)| node.missing() <= moves);
    let Some(&(first, node)) = open.first() else { return Ok(true) };
    if node.won() {
        return Ok(false);
    }
    if open.len() == 1 {
        return Ok(!targets[first].loose.may_win(&node, moves, limit)?);
    }
    match node.hand {
        Some(tile) => {
            for after in landed(targets, &open, tile) {
                if moves > 0 && !refuted(targets, after, moves - 1, limit)? {
                    return Ok(false);
                }
            }
            let rejected = || open.iter().map(|&(n, node)| (n, node.rejected())).collect();
            Ok(!node.may_reject(tile.suit) || refuted(targets, rejected(), moves, limit)?)
        }
        None => {
            'picks: for (suit, source) in node.picks() {
                let mut coins: Vec<Option<Rank>> = node.piles[suit].tops().iter().map(Some).collect();
                if coins.is_empty() {
                    coins.push(None);
                }
                // A coin that is of no use for most rings is the likeliest to spoil the pick.
                let useless =
                    |rank: Rank| open.iter().filter(|it| targets[it.0].plan.idle(suit).holds(rank)).count();
                coins.sort_by_key(|coin| std::cmp::Reverse(coin.map(useless)));
                for coin in coins {
                    let after = open.iter().map(|&(n, node)| (n, node.picked(suit, source, coin))).collect();
                    if refuted(targets, after, moves, limit)? {
                        continue 'picks;
                    }
                }
                return Ok(false);
            }
            Ok(true)
        }
    }
}

/// The positions after the tile in hand has landed on a cell of a possible ring.
fn landed(targets: &[&mut Target<'_>], open: &Open, tile: Tile) -> Vec<Open> {
    let mut after = BTreeMap::<Cell, Open>::new();
    for &(n, node) in open {
        let plan = targets[n].plan;
        for place in bits(plan.landings(node.taken, tile)) {
            after.entry(plan.cell(place)).or_default().push((n, node.moved(plan.home(tile), place)));
        }
    }
    after.into_values().collect()
}
