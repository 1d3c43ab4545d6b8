//! The minimum number of moves for a ring, by counting coins alone.
//!
//! A tile that lies off the ring costs a move. A tile that lies on it is *idle*: its coin is useless, but
//! it may lie above one that is needed. In each suit one idle coin can wait in front and each second chance
//! puts one underneath; all others that lie above the last needed coin must be used up, a move each. If the
//! order of the coins is unknown, the worst one turns up idle coins first.

use crate::chances::Chances;
use crate::plan::{Node, Plan};
use crate::rules::Burbuja;
use crate::state::State;
use crate::view::{Known, View};
use bagatelle_core::{Game, Seat, Viewer};
use bagatelle_piecepack::{BySuit, Suit};

/// The moves that a player who builds the ring of `plan` cannot avoid if the unseen coins come in the worst
/// order. A player who may ignore where tiles can land needs no more.
#[inline]
#[must_use]
pub fn moves(plan: &Plan, node: &Node) -> u32 {
    // With a coin in hand the piles are incomplete: count the tiles only.
    if node.hand.is_some() {
        return node.missing();
    }
    let spare = |suit: Suit| blocking(plan, suit, &node.piles[suit]).saturating_sub(1);
    let wasted: u32 = match node.chances {
        Chances::Each(each) => {
            Suit::ALL.iter().map(|&suit| spare(suit).saturating_sub(each[suit.index()].into())).sum()
        }
        Chances::Shared(left) => {
            Suit::ALL.iter().map(|&suit| spare(suit)).sum::<u32>().saturating_sub(left.into())
        }
    };
    node.missing() + wasted
}

/// How many idle coins of a suit lie above the last one that is needed, in the worst order.
#[inline]
pub(super) fn blocking(plan: &Plan, suit: Suit, known: &Known) -> u32 {
    let idle = plan.idle(suit);
    let mut above = known.front.is_some_and(|rank| idle.holds(rank)).into();
    let mut blocking = 0;
    let unseen = known.unseen.bits();
    above += (unseen & idle.bits()).count_ones();
    if unseen & !idle.bits() != 0 {
        blocking = above;
    }
    for rank in known.returned.iter() {
        if idle.holds(rank) {
            above += 1;
        } else {
            blocking = above;
        }
    }
    blocking
}

/// The view of `state`, with every coin counted as seen.
#[must_use]
pub fn all_known(game: &Burbuja, state: &State) -> View {
    let view = game.view(state, Viewer::Seat(Seat(0)));
    let piles = BySuit::from_fn(|suit| {
        let pile = state.piles[suit];
        Known { front: pile.front, returned: pile.stack, ..Known::default() }
    });
    View { piles, ..view }
}

/// The next nodes without a coin in hand, and the moves that lead there. Where a tile lands is left open: it
/// counts as if it stayed.
pub(super) fn ways(plan: &Plan, node: &Node) -> impl Iterator<Item = (u32, Node)> {
    let moved = node.hand.map(|tile| {
        let needed = !plan.idle(tile.suit).holds(tile.rank);
        // The tile still counts as missing if it lies off the ring.
        (u32::from(!needed), node.laid_down())
    });
    let rejected = node.hand.filter(|tile| node.may_reject(tile.suit)).map(|_| (0, node.rejected()));
    let waiting = node.hand.is_none().then_some((0, *node));
    waiting.into_iter().chain(moved).chain(rejected)
}
