//! The moves that every player needs in a position, even one who knows the order of all coins, counted from
//! the rules alone: it knows neither plans nor the search, so it can check a certificate.
//!
//! A tile moves at most once and ends on the ring, so each tile off the ring costs a move, and its coin must
//! come up. A coin that lies above one that must come up leaves the stack first: it waits in front, which
//! has room for one; or it is put back, which spends a chance; or its tile moves.

use crate::board::Cell;
use crate::chances::Chances;
use crate::options::Ring;
use crate::rules::Burbuja;
use crate::state::State;
use bagatelle_core::Game;
use bagatelle_piecepack::{Rank, Suit, Tile};

/// The moves from `state` on without which no ring can be completed; `None` if no ring can be reached.
#[must_use]
pub fn moves(game: &Burbuja, state: &State) -> Option<u32> {
    let mut pieces: Vec<(u32, State)> = Vec::new();
    match state.open.hand {
        None => pieces.push((0, state.clone())),
        Some(tile) => {
            let mut moved = state.clone();
            moved.open.hand = None;
            pieces.push((1, moved));
            if game.may_reject(&state.open, tile.suit) {
                let mut rejected = state.clone();
                game.apply(&mut rejected, crate::action::Action::Reject);
                pieces.push((0, rejected));
            }
        }
    }
    // A ring further away than this touches neither the first square nor any tile that can be beside it.
    let shifts = if game.options().ring == Ring::Any { -6..=6 } else { 0..=0 };
    let centres = shifts.clone().flat_map(|x| shifts.clone().map(move |y| Cell::new(x, y)));
    let spent = |tile: &Tile| state.open.discards.as_slice().contains(tile);
    centres
        .filter(|&centre| Tile::all().filter(spent).all(|tile| state.open.cell(tile).is_on_ring(centre)))
        .flat_map(|centre| pieces.iter().map(move |(before, state)| before + for_ring(state, centre)))
        .min()
}

/// The moves without which the ring around `centre` cannot be completed, with no coin in hand.
fn for_ring(state: &State, centre: Cell) -> u32 {
    let needed = |suit: Suit, rank: Rank| !state.open.cell(Tile::new(suit, rank)).is_on_ring(centre);
    let (mut moves, mut waste) = (0, [0u32; 4]);
    for (suit, pile) in state.piles.iter() {
        let coins: Vec<Rank> = pile.front.into_iter().chain(pile.stack.iter()).collect();
        let Some(last) = coins.iter().rposition(|&rank| needed(suit, rank)) else { continue };
        let above = coins[..last].iter().filter(|&&rank| !needed(suit, rank)).count() as u32;
        moves += coins.iter().filter(|&&rank| needed(suit, rank)).count() as u32;
        waste[suit.index()] = above.saturating_sub(1);
    }
    moves
        + match state.open.chances {
            Chances::Each(each) => {
                waste.iter().zip(each).map(|(waste, chances)| waste.saturating_sub(chances.into())).sum()
            }
            Chances::Shared(left) => waste.iter().sum::<u32>().saturating_sub(left.into()),
        }
}
