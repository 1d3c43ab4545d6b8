//! Words for tiles, places and turns.

use crate::action::{Action, Source};
use crate::board::Cell;
use crate::options::Stacks;
use crate::rules::Burbuja;
use crate::state::{Open, State};
use crate::view::{Seen, View};
use bagatelle_core::present::Value;
use bagatelle_core::present::text::capitalised;
use bagatelle_core::{Game, Seat, Viewer};
use bagatelle_piecepack::{Rank, Suit, Tile};

/// A tile by name, with the look of a value that is not written as a figure: `ace (spiral) of Suns`.
pub fn introduced(tile: Tile) -> impl Value {
    let look = match tile.rank {
        Rank::Null => " (empty circle)",
        Rank::Ace => " (spiral)",
        _ => "",
    };
    (tile.rank.name(), look, " of ", tile.suit.name())
}

/// Where a cell is, seen from a tile beside it other than `moving`: `to the left of the 2 of Suns`. `None`
/// where no tile is beside it.
#[must_use]
pub fn place(open: &Open, moving: Option<Tile>, cell: Cell) -> Option<String> {
    const SIDES: [(i8, i8, &str); 4] =
        [(1, 0, "to the left of"), (-1, 0, "to the right of"), (0, -1, "above"), (0, 1, "below")];
    SIDES.iter().find_map(|&(x, y, side)| {
        let beside = Cell::new(cell.x.checked_add(x)?, cell.y.checked_add(y)?);
        let tile = open.tile_at(beside).filter(|&tile| Some(tile) != moving)?;
        Some(format!("{side} the {tile}"))
    })
}

/// What an action did, in a sentence.
#[must_use]
pub fn tell(before: &View, seen: &Seen) -> String {
    let (Some(coin), turned) = (seen.coin, seen.turned) else {
        return match seen.action {
            Action::Pick(suit, _) => format!("Top coin of {}.", suit.name()),
            Action::Move(_) => "A tile moves.".into(),
            Action::Reject => "Reject the coin.".into(),
        };
    };
    let next = turned.map_or(String::new(), |next| format!("\nNext is the {next}."));
    match (seen.action, turned) {
        (Action::Pick(_, Source::Front), None) => format!("Front coin: the {coin}."),
        (Action::Pick(_, Source::Front), Some(next)) => {
            format!("Front coin: the {coin}. Next is the {next}.")
        }
        (Action::Pick(suit, Source::Top), _) => {
            format!("Top coin of {}: the {}.", suit.name(), coin.rank.name())
        }
        (Action::Move(cell), _) => match place(&before.open, Some(coin), cell) {
            Some(place) => format!("The {coin} moves {place}.{next}"),
            None => format!("The {coin} moves.{next}"),
        },
        (Action::Reject, _) => format!("Rejected: the {coin} goes to the bottom of its stack.{next}"),
    }
}

/// A turn of a finished game: the coins that were taken, and where the last one's tile went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The turn in a sentence; the last turn of a lost game may end without a move.
    pub text: String,
    /// The position after it.
    pub after: State,
}

/// The turns of a game, in words.
#[must_use]
pub fn turns(game: &Burbuja, start: &State, actions: &[Action]) -> Vec<Turn> {
    let mut state = start.clone();
    // What became of each coin that was taken in a turn.
    let (mut turns, mut coins) = (Vec::new(), Vec::<String>::new());
    for &action in actions {
        if game.check(&state, action).is_err() {
            break;
        }
        let before = state.clone();
        game.apply(&mut state, action);
        let seen = game.observe(&before, action, &state, Viewer::Seat(Seat(0)));
        let coin = seen.coin.map(|coin| coin.to_string()).unwrap_or_default();
        match action {
            Action::Pick(_, Source::Front) => coins.push(format!("the {coin}")),
            Action::Pick(_, Source::Top) => coins.push(format!("the {coin} from the top of the stack")),
            Action::Reject => became(&mut coins, "was rejected"),
            Action::Move(cell) => {
                let place = place(&before.open, seen.coin, cell).unwrap_or_default();
                became(&mut coins, &format!("moved {place}"));
                turns.push(Turn { text: sentence(&coins), after: state.clone() });
                coins.clear();
            }
        }
    }
    if !coins.is_empty() {
        turns.push(Turn { text: sentence(&coins), after: state });
    }
    turns
}

/// Says what became of the coin that was taken last.
fn became(coins: &mut [String], what: &str) {
    if let Some(coin) = coins.last_mut() {
        *coin += " ";
        *coin += what;
    }
}

fn sentence(coins: &[String]) -> String {
    format!("{}.", capitalised(&coins.join("; ")))
}

/// Where the coins of a suit are, for a sentence about a coin that is not in hand:
/// `in front of the stack of the Suns`.
#[must_use]
pub fn coin_place(coins: Stacks, view: &View, tile: Tile) -> Option<String> {
    let (suit, known): (Suit, _) = (tile.suit, &view.piles[tile.suit]);
    let stack = format!("the stack of the {}", suit.name());
    if known.front == Some(tile.rank) {
        return Some(if known.stack() == 0 {
            format!("with the {}", suit.name())
        } else {
            format!("in front of {stack}")
        });
    }
    if known.tops().holds(tile.rank) && known.tops().len() == 1 {
        return Some(format!("on top of {stack}"));
    }
    if known.unseen.holds(tile.rank) {
        return Some(format!("face down in {stack}"));
    }
    known.returned.iter().any(|rank| rank == tile.rank).then(|| match coins {
        Stacks::Hidden => format!("at the bottom of {stack}"),
        Stacks::Open => format!("in {stack}"),
    })
}
