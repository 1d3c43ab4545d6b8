//! What the game tells its players: what wins, what is asked, what happened, and why something cannot be
//! done.

use crate::action::MOST;
use crate::options::Options;
use crate::state::State;
use crate::view::Seen;
use bagatelle_core::Seat;
use bagatelle_core::present::player;
use bagatelle_core::present::text::counted;

/// What a seat is called where its player has no name.
#[must_use]
pub fn side(seat: Seat) -> &'static str {
    if seat == Seat(0) { "First" } else { "Second" }
}

/// What wins.
#[must_use]
pub fn goal(options: &Options) -> &'static str {
    if options.last_loses { "Leave the last stone to the other player." } else { "Take the last stone." }
}

/// What is asked of the seat to act.
#[must_use]
pub fn status(state: &State) -> String {
    match state.most() {
        1 => "Take the last stone.".into(),
        most => format!("Take up to {most} stones."),
    }
}

/// Why nothing can be done with the last of `picks`, which is a name in the drawing or a key.
#[must_use]
pub fn why_not(state: &State, picks: &[&str]) -> Option<String> {
    let picked = *picks.last()?;
    let taken = match picked.strip_prefix("stone-") {
        Some(stone) => (state.stones + 1).checked_sub(stone.parse().ok()?)?,
        None => picked.parse().ok()?,
    };
    match taken {
        0 => Some("At least one stone is taken.".into()),
        _ if taken > MOST => Some(format!("No more than {MOST} stones are taken at once.")),
        _ if taken > state.stones => Some(format!("Only {} left.", counted(state.stones.into(), "stone"))),
        _ => None,
    }
}

/// What an action did, in a sentence.
#[must_use]
pub fn tell(seen: &Seen) -> String {
    let Seen { by, taken, left } = *seen;
    format!("{} takes {}; {left} left.", player(by), counted(taken.into(), "stone"))
}
