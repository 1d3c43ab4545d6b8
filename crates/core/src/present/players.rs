//! The players in the texts of a game.
//!
//! A game knows seats, not people. In a sentence about a player, the game writes [`player`], and [`named`]
//! replaces it with the name. If no names are known, as in a lesson, it becomes the name of the seat
//! ([`Playable::side`](super::Playable::side)).

use crate::seat::Seat;

/// Stands before the letter of a seat: a noncharacter, which no text for people holds.
const SIGN: char = '\u{fdd0}';
/// The letter of the first seat, for the name alone, and for the name with the side.
const NAME: u8 = b'a';
const WITH_SIDE: u8 = b'A';

/// How a text names the player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Naming {
    /// `Hugo`.
    Name,
    /// `Hugo (Red)`.
    WithSide,
}

/// The placeholder for the name of the player on a seat: `Hugo`, or `Red` if no name is known.
#[must_use]
pub fn player(seat: Seat) -> String {
    String::from_iter([SIGN, char::from(NAME + seat.0 % 26)])
}

/// As [`player`], with what the seat is called after its name: `Hugo (Red)`.
#[must_use]
pub fn player_with_side(seat: Seat) -> String {
    String::from_iter([SIGN, char::from(WITH_SIDE + seat.0 % 26)])
}

/// The text with the names of players in it.
#[must_use]
pub fn named(text: String, name: impl Fn(Seat, Naming) -> String) -> String {
    if !text.contains(SIGN) {
        return text;
    }
    let mut parts = text.split(SIGN);
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let seat = part.bytes().next().and_then(|letter| match letter {
            b'a'..=b'z' => Some((Seat(letter - NAME), Naming::Name)),
            b'A'..=b'Z' => Some((Seat(letter - WITH_SIDE), Naming::WithSide)),
            _ => None,
        });
        match seat {
            Some((seat, naming)) => {
                named.push_str(&name(seat, naming));
                named.push_str(&part[1..]);
            }
            None => named.push_str(part),
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_take_the_places_of_seats() {
        let name = |seat: Seat, naming| match naming {
            Naming::Name => ["Ann", "Bob"][seat.index()].to_owned(),
            Naming::WithSide => format!("{} (Red)", ["Ann", "Bob"][seat.index()]),
        };
        let text = format!("{} beats {}’s bet.", player(Seat(1)), player_with_side(Seat(0)));
        assert_eq!(named(text, name), "Bob beats Ann (Red)’s bet.");
        assert_eq!(named("No one wins.".into(), name), "No one wins.");
        assert_eq!(named(format!("{SIGN}"), name), "", "a sign alone names no player");
    }
}
