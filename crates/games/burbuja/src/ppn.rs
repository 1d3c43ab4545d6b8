//! Games in Portable Piecepack Notation. Its coordinates have no sign, so the origin is moved far enough; the
//! coins lie left of the tiles, a row for each suit: the stack, the front coin, the discards. The coin in
//! hand has a row of its own.

use crate::action::{Action, Source};
use crate::board::Cell;
use crate::rules::Burbuja;
use crate::state::State;
use bagatelle_core::present::PiecepackNotation;
use bagatelle_piecepack::{Lettering, Suit, Tile};
use std::fmt;

/// How far the origin is from that of the notation. Tiles stay within 26 cells of it.
const FAR: i32 = 30;
/// Where the coin in hand lies.
const HAND: &str = "(2,5)";

/// Where the coins of a suit lie.
#[derive(Clone, Copy)]
enum Coins {
    Stack = 1,
    Front = 2,
    Discards = 3,
}

fn at(cell: Cell) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "({},{})", i32::from(cell.x) + FAR, i32::from(cell.y) + FAR))
}

fn coins(suit: Suit, which: Coins) -> String {
    let row = Suit::ALL.iter().position(|it| *it == suit).unwrap_or(0) + 1;
    format!("({},{row})", which as u8)
}

fn name(tile: Tile) -> impl fmt::Display {
    tile.text(Lettering::Small)
}

/// The front coin of a suit comes from the stack and is turned up.
fn refilled(state: &State, suit: Suit) -> Option<String> {
    let coin = Tile::new(suit, state.piles[suit].front?);
    Some(format!("?c{}-{} +?c{}", name(coin), coins(suit, Coins::Front), name(coin)))
}

impl PiecepackNotation<Burbuja> for Burbuja {
    fn layout(&self, start: &State) -> String {
        let tiles = Tile::all().map(|tile| format!("t{}@{}", name(tile), at(start.open.cell(tile))));
        let piles = start.piles.iter().flat_map(|(suit, pile)| {
            // The lowest coin is laid first.
            let mut stack: Vec<_> = pile.stack.iter().map(|rank| (rank, 'b', Coins::Stack)).collect();
            stack.reverse();
            let front = pile.front.map(|rank| (rank, 'f', Coins::Front));
            let write = move |(rank, side, which)| {
                format!("c{}{side}@{}", name(Tile::new(suit, rank)), coins(suit, which))
            };
            stack.into_iter().chain(front).map(write).collect::<Vec<_>>()
        });
        tiles.chain(piles).collect::<Vec<_>>().join(" ")
    }

    fn moves(&self, before: &State, action: Action, after: &State) -> String {
        let parts: [Option<String>; 2] = match (action, before.open.hand, after.open.hand) {
            (Action::Pick(suit, Source::Front), _, Some(coin)) => {
                [Some(format!("?c{}-{HAND}", name(coin))), refilled(after, suit)]
            }
            (Action::Pick(_, Source::Top), _, Some(coin)) => {
                [Some(format!("?c{}-{HAND} +?c{}", name(coin), name(coin))), None]
            }
            (Action::Move(cell), Some(coin), _) => {
                let used = coins(coin.suit, Coins::Discards);
                let waited = before.piles[coin.suit].front.is_none();
                [
                    Some(format!("?t{}-{} ?c{}-{used}", name(coin), at(cell), name(coin))),
                    if waited { refilled(after, coin.suit) } else { None },
                ]
            }
            (Action::Reject, Some(coin), _) => {
                let back = format!("+?c{} ?c{}_{}", name(coin), name(coin), coins(coin.suit, Coins::Stack));
                let empty = before.piles[coin.suit].front.is_none();
                [Some(back), if empty { refilled(after, coin.suit) } else { None }]
            }
            _ => [None, None],
        };
        parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}
