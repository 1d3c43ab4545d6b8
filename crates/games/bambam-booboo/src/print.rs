//! What is printed: the tiles of both players, and cards with the winning blocks.

use crate::draw::bamboo;
use crate::options::{Contact, Entry, Slides};
use crate::rulepage;
use crate::rules::BambamBooboo;
use bagatelle_core::printed::{Backs, Ink, Outline, PieceSet, Printed, PrintedPiece, Prints, Side};
use bagatelle_core::{Game, Seat};
use maud::{Markup, html};

/// A tile in millimetres, twice as long as wide.
const TILE: (f64, f64) = (50.0, 25.0);
/// Its area in the units of the drawing.
const AREA: [f64; 4] = [-40.0, -20.0, 80.0, 40.0];

impl Printed for BambamBooboo {
    const ASKED: &'static [&'static str] = &["contact", "tiles", "slides", "entry", "repetition"];

    fn prints(&self, ink: Ink) -> Prints {
        let count = usize::from(self.options().tiles);
        let tiles = |seat: Seat, name, making| {
            let art = || if ink == Ink::Low { outlined(seat) } else { painted(seat) };
            let piece = PrintedPiece::drawn("tile".to_owned(), count, AREA, art(), Some(art()));
            PieceSet {
                name,
                making,
                size: TILE,
                outline: Outline::Rectangle,
                folds: &[],
                backs: Backs::Ornament,
                pieces: vec![piece],
            }
        };
        let card = PrintedPiece {
            name: "winning blocks".to_owned(),
            count: 2,
            front: Side::Words(html! {
                (rulepage::shapes())
                h2 { "Winning blocks" }
                (rulepage::forms())
                p { "Whole tiles of your own colour, either way round." }
            }),
            back: None,
        };
        let cards = PieceSet {
            name: "Form cards",
            making: "One for each player.",
            size: (85.0, 75.0),
            outline: Outline::Rectangle,
            folds: &[],
            backs: Backs::Ornament,
            pieces: vec![card],
        };
        let sets = vec![
            tiles(
                Seat(0),
                "Light tiles",
                "Glue the sheet onto thick card, then cut. The tiles have to slide easily.",
            ),
            tiles(
                Seat(1),
                "Dark tiles",
                "Glue the sheet onto thick card, then cut. The tiles have to slide easily.",
            ),
            cards,
        ];
        Prints { sets, card: self.card() }
    }
}

/// A tile with its paint, beyond its edges.
fn painted(seat: Seat) -> Markup {
    let (fill, grain, edge) = if seat.0 == 0 {
        ("url(#bb-light)", "#bb-grain-0", "#a9854a")
    } else {
        ("url(#bb-dark)", "#bb-grain-1", "#c99a6a")
    };
    html! {
        (bamboo::defs())
        rect x="-52" y="-32" width="104" height="64" fill=(fill) {}
        use href=(grain) transform="scale(1.38)" {}
        rect x="-37.500" y="-17.500" width="75" height="35" rx="2" fill="none" stroke=(edge)
            stroke-opacity=".5"
            stroke-width=".8" {}
    }
}

/// A tile in outlines: laths with their nodes, or two bands and short fibres.
fn outlined(seat: Seat) -> Markup {
    html! {
        g fill="none" stroke="#161412" {
            @if seat.0 == 0 {
                path d="M-37 -6H37M-37 6H37" stroke-width=".7" {}
                path d="M-18 -16Q-16 -11 -18 -6.500M14 -5.500Q16 0 14 5.500M-5 6.500Q-3 11 -5 16"
                    stroke-width="1.600"
                    stroke-linecap="round" {}
            } @else {
                path d="M-22 -17V17M22 -17V17" stroke-width="5" {}
                path d="M-35 -11H-26M-33 -4H-26M-35 3H-26M-33 10H-26M26 -11H35M26 -4H33M26 3H35M26 10H33M-17 \
                    -9H17M-14 0H14M-17 9H17"
                    stroke-width=".8" stroke-dasharray="5 3" {}
            }
            rect x="-37" y="-17" width="74" height="34" rx="2" stroke-width=".6" {}
        }
    }
}

impl BambamBooboo {
    fn card(&self) -> Markup {
        let options = self.options();
        let touching = match options.contact {
            Contact::Aligned => "Two tiles touch if they meet along their sides and share a corner.",
            Contact::Side => "Two tiles touch if they meet along their sides.",
        };
        let entry = match options.entry {
            Entry::Straight => "Slide it in from outside in one straight line until it touches a tile.",
            Entry::Around => {
                "Slide it from any place outside, where it touches nothing, until it touches a \
                tile."
            }
        };
        let slide = match options.slides {
            Slides::Own => "Empty hand: slide one of your tiles ",
            Slides::Any => "Empty hand: slide any tile on the table ",
        };
        html! {
            (rulepage::shapes())
            h2 { "Winning blocks" }
            (rulepage::forms())
            h2 { "Your turn" }
            ul {
                li { strong { "Tiles in hand: place one. " } (entry) " It may rub along others but not push \
                    them." }
                li { strong { (slide) } "to another place where it touches a \
                    tile: in one straight slide, or in two if it comes loose in between. A loose tile may be \
                    rotated and set down anywhere in the same area before its second slide." }
                li { "If you can do neither, pass." }
            }
            h2 { "Touching" }
            p { (touching) }
            (rulepage::contacts())
            h2 { "Groups that come apart" }
            ul {
                li { "After a slide only the largest group stays. All other tiles go back to their owners’ \
                    hands." }
                li { "If several groups tie for the largest, the player who moved chooses." }
                li { "A winning block counts before any group is taken away." }
            }
            @if options.repetition > 0 {
                h2 { "Draws" }
                p { "The game is a draw when a position occurs for the third time." }
            }
        }
    }
}
