//! What the game tells its players: what wins, what is asked, what happened, and why something cannot be
//! done. All of it follows from what the reader may know.

use crate::action::CARDS;
use crate::options::Options;
use crate::rules::ToyGame;
use crate::view::{Seen, View};
use bagatelle_core::Seat;
use bagatelle_core::present::player;

/// What a seat is called where its player has no name.
#[must_use]
pub fn side(seat: Seat) -> &'static str {
    if seat == Seat(0) { "First" } else { "Second" }
}

/// What wins.
#[must_use]
pub fn goal(options: &Options) -> String {
    let card = if options.low_wins { "lower" } else { "higher" };
    format!("Win three of five tricks: the {card} card wins.")
}

/// What is asked of the seat to act.
#[must_use]
pub fn status(view: &View) -> String {
    match view.led {
        None => "Lead a card.".into(),
        Some(led) => format!("Play a card against the {led}."),
    }
}

/// Why nothing can be done with the last of `picks`, which is a name in the drawing or a key.
#[must_use]
pub fn why_not(view: &View, picks: &[&str]) -> Option<String> {
    let picked = *picks.last()?;
    if picked.starts_with("back-") {
        return Some("This card is in the other hand.".into());
    }
    let card: u8 = picked.strip_prefix("card-").unwrap_or(picked).parse().ok()?;
    let is_played = view.led == Some(card) || view.tricks.as_flattened().contains(&card);
    Some(match card {
        _ if is_played => format!("The {card} has been played."),
        1..=CARDS => format!("The {card} isn’t in your hand."),
        _ => format!("There is no {card}: the cards are numbered from 1 to {CARDS}."),
    })
}

/// What an action did, in a sentence or two.
#[must_use]
pub fn tell(game: &ToyGame, seen: &Seen) -> String {
    let (who, card) = (player(seen.by), seen.card);
    let Some(trick) = seen.trick else { return format!("{who} leads the {card}.") };
    let winner = game.winner(trick);
    let (won, lost) = (trick[winner.index()], trick[winner.next(2).index()]);
    let told = format!("{who} plays the {card}: {} wins the trick, {won} against {lost}.", player(winner));
    match seen.drew {
        Some(drew) => format!("{told} You draw the {drew}."),
        None => told,
    }
}
