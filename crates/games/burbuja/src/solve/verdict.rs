//! How a position stands, and what to do, in words.

use crate::action::{Action, Source};
use crate::board::{Cell, ring_of};
use crate::view::View;
use crate::words;
use bagatelle_piecepack::{Suit, Tile};

/// What can be said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a strategy that wins whatever the order of the unseen coins.
    SureWin,
    /// None was found within the limit.
    NotProven,
    /// The game can no longer be won, whatever the order of the coins.
    Lost,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 3] = [Verdict::SureWin, Verdict::NotProven, Verdict::Lost];

    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::SureWin => "sure-win",
            Verdict::NotProven => "not-proven",
            Verdict::Lost => "lost",
        }
    }

    /// The verdict of a word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Verdict> {
        Verdict::ALL.into_iter().find(|verdict| verdict.word() == word)
    }

    /// How the game stands, in a sentence.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
        match self {
            Verdict::SureWin => "You can win from here, whatever order the unseen coins come in.",
            Verdict::NotProven => "No sure win found, but with luck you may still win.",
            Verdict::Lost => {
                "This position is lost: whatever coins come, the ring can no longer be completed."
            }
        }
    }
}

/// Why a move that wins is the one to make.
const WINS: &str = "that completes the ring and wins";

/// What to do, and why. `then` is where the tile of the taken coin should go, if that is settled.
#[must_use]
pub fn advice(view: &View, verdict: Verdict, action: Action, then: Option<Cell>) -> String {
    let wins = wins(view, action, then);
    let reason = |suit: Suit| match view.piles[suit].unseen.len() {
        _ if wins => WINS,
        _ if verdict != Verdict::SureWin => "it keeps the tiles together best",
        0 => "it turns up nothing unknown",
        1 => "only one coin can turn up",
        2 => "you’re safe whichever of the two coins turns up",
        3 => "you’re safe whichever of the three coins turns up",
        4 => "you’re safe whichever of the four coins turns up",
        _ => "you’re safe whichever of the five coins turns up",
    };
    let tile_to = |tile, cell| words::place(&view.open, tile, cell).unwrap_or_default();
    match action {
        Action::Pick(suit, source) => {
            let coin = view.coin(suit, source);
            let which = match (source, coin) {
                (Source::Front, Some(coin)) => format!("the {coin} in front"),
                (Source::Front, None) => format!("the front coin of the {}", suit.name()),
                (Source::Top, _) => {
                    format!("the top coin of the {}, and keep the front one for later", suit.name())
                }
            };
            let next = then.map_or(String::new(), |cell| match source {
                Source::Front => format!(" and put its tile {}", tile_to(coin, cell)),
                Source::Top => format!("; its tile goes {}", tile_to(coin, cell)),
            });
            format!("Take {which}{next}: {}.", reason(suit))
        }
        Action::Move(cell) => {
            let tile = view.open.hand.map(|tile| tile.to_string()).unwrap_or_default();
            let place = tile_to(view.open.hand, cell);
            let reason = if wins { WINS } else { "it fills a place in the ring and strands no tile" };
            format!("Put the {tile} {place}: {reason}.")
        }
        Action::Reject => "Reject the coin: it’s better to move its tile later.".into(),
    }
}

/// Whether an action, with the move that is to follow it, completes the ring.
fn wins(view: &View, action: Action, then: Option<Cell>) -> bool {
    let moved = match (action, then) {
        (Action::Move(cell), _) => view.open.hand.map(|tile| (tile, cell)),
        (Action::Pick(suit, Source::Front), Some(cell)) => {
            view.piles[suit].front.map(|rank| (Tile::new(suit, rank), cell))
        }
        _ => None,
    };
    moved.is_some_and(|(tile, cell)| {
        let mut cells = view.open.cells;
        cells[tile.index()] = cell;
        ring_of(&cells).is_some()
    })
}
