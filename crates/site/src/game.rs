//! The page of a game: how it is begun.

use bagatelle_pages::new_game::{Choice, Way};

/// What is chosen when the page opens: as the game was begun last (`kept`, as the host keeps it), but for the
/// `way` that the address asks for.
#[must_use]
pub fn choice(kept: Option<&str>, way: &str) -> Choice {
    let kept = kept.map_or_else(Choice::default, Choice::read);
    Choice { way: Way::read(way).or(kept.way), ..kept }
}
