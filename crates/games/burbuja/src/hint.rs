//! Hints: at strength 1 the state of the game and where to look, from 2 on the move.

use crate::action::Action;
use crate::board::Cell;
use crate::draw::{action_name, cell_name, tile_id};
use crate::guide::picks_of;
use crate::rules::Burbuja;
use crate::solve::verdict::{Verdict, advice};
use crate::view::View;
use bagatelle_core::present::{Hint, Solved};
use bagatelle_piecepack::Suit;

/// The hint from what the solver found.
#[must_use]
pub fn hint(game: &Burbuja, view: &View, solved: &Solved<Action>, strength: u8) -> Hint {
    let verdict = solved.json["verdict"].as_str().and_then(Verdict::from_word).unwrap_or(Verdict::NotProven);
    let Some(&action) = solved.line.first() else {
        return Hint { text: solved.text.clone(), marks: Vec::new() };
    };
    let standing = match verdict {
        Verdict::SureWin if view.piles.iter().all(|(_, pile)| pile.unseen.is_empty()) => {
            "You can win from here."
        }
        verdict => verdict.sentence(),
    };
    let hand = view.open.hand.map(tile_id);
    if strength <= 1 {
        let (text, marks) = match action {
            Action::Pick(suit, _) => look_at(game, view, suit),
            Action::Move(cell) => (side(&ring(solved), cell), hand.into_iter().collect()),
            Action::Reject => ("This tile can wait.".to_owned(), hand.into_iter().collect()),
        };
        return Hint { text, marks };
    }
    let then = match solved.line.get(1) {
        Some(&next) => cell_of(next),
        _ => solved.json["then"].as_str().and_then(|text| text.parse().ok()).and_then(cell_of),
    };
    let (moves, to) = match action {
        Action::Pick(suit, source) => (view.coin(suit, source).map(tile_id), then.map(cell_name)),
        Action::Move(_) | Action::Reject => (hand, None),
    };
    Hint {
        text: format!("{standing} {}", advice(view, verdict, action, then)),
        marks: [action_name(action)].into_iter().chain(moves).chain(to).collect(),
    }
}

/// The suit of which to take a coin, and its coins; with those of another suit where one coin alone would
/// give the move away.
fn look_at(game: &Burbuja, view: &View, suit: Suit) -> (String, Vec<String>) {
    let picks = picks_of(game, view, suit);
    let alone = picks.len() == 1 && view.open.confined.is_none();
    let others = Suit::ALL.into_iter().filter(|other| alone && *other != suit);
    let others = others.map(|other| (other, picks_of(game, view, other)));
    let other = others.filter(|(_, picks)| !picks.is_empty()).take(1);
    let mut suits: Vec<_> = [(suit, picks)].into_iter().chain(other).collect();
    suits.sort_unstable_by_key(|(suit, _)| suit.index());
    let names: Vec<_> = suits.iter().map(|(suit, _)| suit.name()).collect();
    let marks = suits.into_iter().flat_map(|(_, picks)| picks).collect();
    (format!("Take one of the {}.", names.join(" or ")), marks)
}

/// Where an action puts a tile.
fn cell_of(action: Action) -> Option<Cell> {
    match action {
        Action::Move(cell) => Some(cell),
        Action::Pick(..) | Action::Reject => None,
    }
}

/// The middle of the ring that is built, where that is settled.
fn ring(solved: &Solved<Action>) -> Option<Cell> {
    let at = |n: usize| i8::try_from(solved.json["ring"][n].as_i64()?).ok();
    Some(Cell::new(at(0)?, at(1)?))
}

/// On which side of the ring a tile is to go.
fn side(ring: &Option<Cell>, cell: Cell) -> String {
    let Some(centre) = ring else { return "Move the tile; don’t reject its coin.".into() };
    let side = match (cell.x - centre.x, cell.y - centre.y) {
        (_, 3) => "at the top",
        (_, -3) => "at the bottom",
        (-3, _) => "on the left side",
        _ => "on the right side",
    };
    format!("Move the tile: it belongs {side} of the ring.")
}
