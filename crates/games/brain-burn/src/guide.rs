//! What the game tells its player: the task, and why something is not allowed.

use crate::action::{CELLS, Direction};
use crate::draw::tile_id;
use crate::options::Match;
use crate::rules::Illegal;
use crate::state::State;
use crate::view::Seen;
use bagatelle_core::present::text::capitalised;
use bagatelle_piecepack::{Lettering, Tile};

/// What wins.
pub(crate) fn goal(matching: Match) -> &'static str {
    match matching {
        Match::Value => {
            "Give each suit its own row, ace (spiral) to 5, with the nulls (empty circles) in the last row \
             and a coin of its own value on every tile."
        }
        Match::Suit => {
            "Give each suit its own row, ace (spiral) to 5, with the nulls (empty circles) in the last row \
             and the coin of its own suit and value on every tile."
        }
    }
}

/// What is asked now, after these picks.
#[must_use]
pub fn status(picks: &[&str]) -> String {
    match picks.last().and_then(|name| tile_of(name)) {
        None => "Slide a tile into the hole. Then you may swap its coin with one framed in dashes.".into(),
        Some(tile) => format!("Choose the neighbour to swap coins with the {tile}."),
    }
}

/// Why nothing can be done with the last of `picks`.
#[must_use]
pub fn why_not(state: &State, picks: &[&str]) -> Option<String> {
    let picked = *picks.last()?;
    if state.is_solved() {
        return Some(sentence(Illegal::Solved));
    }
    if let Some(arrow) = picked.strip_prefix("Shift+") {
        return direction(arrow).map(|side| sentence(Illegal::NoPartner(side)));
    }
    if let Some(slide) = direction(picked) {
        return Some(sentence(Illegal::NoTile(slide)));
    }
    if picked.starts_with("cell-") {
        return Some("This is the hole: slide a tile next to it.".into());
    }
    let tile = tile_of(picked)?;
    let first =
        picks[..picks.len() - 1].first().and_then(|name| tile_of(name)).filter(|&first| first != tile);
    Some(match first {
        Some(first) if is_beside_hole(state, first) => {
            format!("The {tile} isn’t next to the {first} after the slide: only neighbours swap coins.")
        }
        _ => format!(
            "The {tile} isn’t next to the hole. Only tiles next to it can slide, and only the tile that \
             just moved can swap coins, with a neighbour."
        ),
    })
}

fn sentence(illegal: Illegal) -> String {
    capitalised(&illegal.to_string()) + "."
}

/// The direction of an arrow key.
fn direction(key: &str) -> Option<Direction> {
    Direction::ALL.into_iter().find(|&direction| arrow(direction) == key)
}

/// The arrow key of a direction.
#[must_use]
pub fn arrow(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "ArrowUp",
        Direction::Down => "ArrowDown",
        Direction::Left => "ArrowLeft",
        Direction::Right => "ArrowRight",
    }
}

/// The tile that is picked by a name.
fn tile_of(name: &str) -> Option<Tile> {
    Tile::parse(name.strip_prefix("tile-")?, Lettering::Capital).ok()
}

fn is_beside_hole(state: &State, tile: Tile) -> bool {
    let cell = (0..CELLS).find(|&cell| state.tile(cell) == Some(tile));
    Direction::ALL.iter().any(|side| cell.is_some() && side.from(state.hole()) == cell)
}

/// What a move did, in a sentence.
#[must_use]
pub fn tell(seen: &Seen) -> String {
    let Some((tile, coin)) = seen.slid else { return "No tile moves.".into() };
    let slide = format!("The {tile} slides {}", seen.action.slide.word());
    match seen.partner {
        Some((other, theirs)) => {
            format!("{slide} and swaps its coin, {}, for the {} on the {other}.", coin.name(), theirs.name())
        }
        None => slide + ".",
    }
}

/// The same as advice.
#[must_use]
pub fn advise(seen: &Seen) -> String {
    let Some((tile, coin)) = seen.slid else { return tell(seen) };
    let slide = format!("Slide the {tile} {}", seen.action.slide.word());
    match seen.partner {
        Some((other, theirs)) => {
            format!("{slide} and swap its coin, {}, for the {} on the {other}.", coin.name(), theirs.name())
        }
        None => slide + ".",
    }
}

/// The tiles that the sentence about a move is about.
#[must_use]
pub fn lights(seen: &Seen) -> Vec<String> {
    [seen.slid, seen.partner].into_iter().flatten().map(|(tile, _)| tile_id(tile)).collect()
}
