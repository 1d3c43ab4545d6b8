//! The names of seats, and which of them belong together.

use crate::card::{Colour, Symbol};
use crate::public::Public;
use bagatelle_core::Seat;
use bagatelle_core::present::named;
use bagatelle_core::present::text::capitalised;

/// What a seat is called: by the colour (the symbol, with two players) that it owns, as `Red` or `Circle`. In
/// sentences its player has a name ([`player`](bagatelle_core::present::player)).
#[must_use]
pub(crate) fn title(public: &Public, seat: Seat) -> String {
    let name = if public.seats() == 2 {
        team(public, seat).map(|symbol| symbol.name())
    } else {
        public.colours(seat).next().map(Colour::name)
    };
    capitalised(name.unwrap_or("no colour"))
}

/// A text about an example, in which players have no names.
pub(crate) fn by_colours(text: String, public: &Public) -> String {
    named(text, |seat, _| title(public, seat))
}

/// What the seats of a table of this size are called by [`title`]. Of three, it depends on the colour that is
/// left out, which is chosen beside it: they have no names before.
pub(crate) fn sides(seats: u8) -> &'static [&'static str] {
    match seats {
        2 => &["Triangle", "Circle"],
        3 => &[],
        _ => &["Red", "Blue", "Yellow", "Green"],
    }
}

/// The team of a seat: the symbol of its first colour.
pub(crate) fn team(public: &Public, seat: Seat) -> Option<Symbol> {
    public.colours(seat).next().map(Colour::symbol)
}
