//! The pieces as SVG: four strange plants, the charm cards, bulbs, numerals. All are drawn once into `<defs>`
//! and used by reference, so that a table stays small. Numerals are strokes, not letters: pictures need no
//! fonts.
//!
//! A colour is told four ways: by its paint, by its plant, by the plant's emblem (tooth, bell, star, coil),
//! and by its symbol together with the others of its kind.

use crate::card::{Card, Colour, Face, Symbol};
use bagatelle_core::present::{Value, Written, rounded, written};
use maud::{Markup, Render, html};
use std::sync::LazyLock;

/// The light paper of cards.
pub(crate) const PAPER: &str = "#f6efe0";
/// The ink of fine lines.
pub(crate) const INK: &str = "#33302b";
/// What lies on the dark mat.
pub(crate) const CREAM: &str = "#efe6d2";

/// The mat on which everything lies.
pub(crate) const MAT: &str = "#4c5a54";

/// The width and height of a card.
pub(crate) const CARD: (f64, f64) = (104.0, 152.0);

/// The paint of a colour, and its shade.
pub(crate) fn paint(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Red => ("#b8503f", "#8d3428"),
        Colour::Blue => ("#4c7ba6", "#2f567c"),
        Colour::Yellow => ("#d3a23a", "#9a7015"),
        Colour::Green => ("#6a944f", "#456a30"),
    }
}

/// The paint and shade of both colours of a symbol together.
pub(crate) fn pair_paint(symbol: Symbol) -> (&'static str, &'static str) {
    match symbol {
        Symbol::Triangle => ("#c67a3c", "#8f4c1d"),
        Symbol::Circle => ("#548a80", "#30605a"),
    }
}

/// The name by which `<use>` refers to a drawing of [`Defs`].
pub(crate) fn href<V: Value>(kind: &'static str, what: V) -> Written<impl Value + use<V>> {
    Written(('#', id(kind, what)))
}

/// The id of a drawing of [`Defs`].
fn id<V: Value>(kind: &'static str, what: V) -> impl Value + use<V> {
    ("bulbous-", kind, '-', what)
}

const DIGITS: [&str; 10] = [
    "M6 1C2.500 1 1 5 1 9s1.500 8 5 8 5-4 5-8-1.500-8-5-8Z",
    "M2.500 4.500 7 1v16",
    "M1.500 5C1.500 2.500 3.500 1 6 1s4.500 1.600 4.500 4.200C10.500 8.500 6 11 1.200 17H11",
    "M1.500 3.200C2.500 1.800 4 1 6 1c2.700 0 4.300 1.600 4.300 3.800S8.500 8.500 5.500 8.500c3.500 0 5.300 \
     1.800 5.300 4.100C10.800 15.300 8.700 17 6 17c-2.200 0-4-.9-5-2.600",
    "M8.500 17V1L1 12h10.500",
    "M10 1H3L2.200 8C3.200 7.200 4.500 6.800 6 6.800c2.900 0 4.900 2 4.900 5S8.900 17 6 17c-2.100 \
     0-3.900-.9-4.900-2.500",
    "M9.500 1.500C5 2 1.200 6.500 1.200 11.500 1.200 15 3.200 17 6 17s4.800-2.100 4.800-5S8.800 7.200 6.200 \
     7.200 1.600 9 1.300 11.500",
    "M1 1h10L4.500 17",
    "M6 1C3.600 1 2 2.500 2 4.700s1.600 3.700 4 3.700 4-1.500 4-3.700S8.400 1 6 1ZM6 8.400c-3 0-4.900 \
     1.800-4.900 4.300S3 17 6 17s4.900-1.800 4.900-4.300S9 8.400 6 8.400Z",
    "M2.500 16.500C7 16 10.800 11.500 10.800 6.500 10.800 3 8.800 1 6 1S1.200 3.100 1.200 6s2 4.800 4.600 \
     4.800 4.600-1.800 4.900-4.300",
];

/// A number whose digits are `height` high, with its middle at `(x, y)`.
pub(crate) fn number(n: i32, x: f64, y: f64, height: f64, ink: &str) -> Markup {
    let digits = written(n.unsigned_abs());
    let scale = height / 18.0;
    let left = x - digits.len() as f64 * 7.5 * scale + 1.5 * scale;
    let place = ("translate(", rounded(left, 1), ' ', rounded(y - height / 2.0, 1));
    html! {
        g transform=(Written((place, ") scale(", rounded(scale, 3), ")"))) fill="none"
            stroke=(ink) stroke-width="2.300" stroke-linecap="round" stroke-linejoin="round" {
            @for (k, digit) in digits.bytes().enumerate() {
                path d=(Written(DIGITS[usize::from(digit - b'0')]))
                    transform=[(k > 0).then(|| Written(("translate(", 15 * k, " 0)")))] {}
            }
        }
    }
}

/// A small eye at `(x, y)`: these plants look back.
fn eye(x: f64, y: f64, r: f64) -> Markup {
    html! {
        circle cx=(x) cy=(y) r=(r) fill="#fbf8ef" stroke=(INK) stroke-width="1" {}
        circle class="pupil" cx=(x + r * 0.25) cy=(y + r * 0.15) r=(r * 0.5) fill=(INK) {}
    }
}

/// The plant of a colour, about 80 wide and 100 high around the origin.
fn plant(colour: Colour) -> Markup {
    let (light, dark) = paint(colour);
    html! {
        g stroke-linejoin="round" stroke-linecap="round" {
            @match colour {
                Colour::Red => {
                    path d="M0 50C4 36-3 28 0 16" fill="none" stroke="#5b7346" stroke-width="5" {}
                    path d="M-1 46C-14 46-26 40-30 29-16 28-4 34-1 46ZM1 42C12 42 24 35 27 24 14 24 3 30 1 \
                        42Z" fill="#6f8a55" {}
                    path d="M-35 2C-28 16-14 20 0 20S28 16 35 2Z" fill="#5f2119" {}
                    path d="M-36-4C-42-34-20-49 0-49S42-34 36-4L27-1 20-12 12 0 4-11-4 0-12-11-20 0-28-11Z"
                        fill=(light) stroke=(dark) stroke-width="1.500" {}
                    path d="M-36 3 -28 1-20 12-12 2-4 13 4 2 12 13 20 2 28 12 36 3C32 25 16 29 0 29S-32 \
                        25-36 3Z" fill=(light) stroke=(dark) stroke-width="1.500" {}
                    path d="M-27-28C-20-38-8-42 2-42" fill="none" stroke="#d98a77" stroke-width="3" {}
                    (eye(-11.0, -27.0, 6.0)) (eye(10.0, -28.0, 7.5))
                }
                Colour::Blue => {
                    path d="M2 46C12 52 30 50 33 38 35 29 25 26 23 33" fill="none" stroke="#5b7346"
                        stroke-width="4" {}
                    path d="M-22-20C-27 12-19 42 0 47 19 42 27 12 22-20Z" fill=(light) stroke=(dark)
                        stroke-width="1.500" {}
                    path d="M-13-8C-15 14-11 32-4 40" fill="none" stroke="#83a9c9" stroke-width="4" {}
                    path d="M10-6v30M3 30v6M14 28v3" fill="none" stroke=(dark) stroke-width="2.500"
                        opacity=".55" {}
                    ellipse cx="0" cy="-20" rx="25" ry="8.500" fill="#23405c" stroke=(dark)
                        stroke-width="4" {}
                    path d="M-24-24C-26-46 10-58 33-38 22-33 2-37-16-25Z" fill=(light) stroke=(dark)
                        stroke-width="1.500" {}
                    (eye(-7.0, 6.0, 6.5)) (eye(9.0, 4.0, 6.5))
                    path d="M-3 19Q3 23 8 18" fill="none" stroke=(dark) stroke-width="2.500" {}
                }
                Colour::Yellow => {
                    path d="M0 50C-2 40 2 32 0 20" fill="none" stroke="#5b7346" stroke-width="5" {}
                    path d="M0 47C-10 40-24 42-30 49-18 55-6 54 0 47ZM1 42C10 33 24 34 30 41 19 48 7 48 1 \
                        42Z" fill="#6f8a55" {}
                    path d="M0-51 8-34 24-44 23-25 42-22 28-9 39 7 20 6 16 24 0 14-16 24-20 6-39 \
                        7-28-9-42-22-23-25-24-44-8-34Z" fill=(light) stroke=(dark) stroke-width="1.500" {}
                    circle cx="0" cy="-12" r="20" fill="#edcb77" stroke=(dark) stroke-width="1.500" {}
                    (eye(0.0, -14.0, 11.0))
                    path d="M-15-20Q0-33 15-20" fill="none" stroke=(dark) stroke-width="3" {}
                    path d="M-6 3Q0 0 6 3" fill="none" stroke="#6d3f12" stroke-width="2.500" {}
                }
                Colour::Green => {
                    path d="M-6 50C-16 24-30 6-22-18-14-44 24-46 28-18 31 6-2 10-5-9-6-22 10-25 12-14"
                        fill="none" stroke=(dark) stroke-width="15" {}
                    path d="M-6 50C-16 24-30 6-22-18-14-44 24-46 28-18 31 6-2 10-5-9-6-22 10-25 12-14"
                        fill="none" stroke=(light) stroke-width="11.500" {}
                    path d="M-10 48C4 44 18 32 19 18 5 18-6 30-10 48ZM-14 38C-24 34-36 24-37 12-26 14-17 \
                        24-14 38Z" fill="#557b3e" {}
                    path d="M-20-20C-14-36 6-40 17-30" fill="none" stroke="#9dbf82" stroke-width="3" {}
                    (eye(12.0, -13.0, 6.5))
                    path d="M-21 8h5M-17 18h6M-12 28h6" fill="none" stroke=(dark) stroke-width="2.500" {}
                }
            }
        }
    }
}

/// The emblem of a colour, a filled shape within 10 of the origin.
pub(super) fn emblem(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "M-9-7H9L6 9 3-1 0 9-3-1-6 9Z",
        Colour::Blue => "M0-10C5-10 6-4 6 0 6 4 8 5 10 7H-10C-8 5-6 4-6 0-6-4-5-10 0-10ZM-3 8A3 3 0 0 0 3 8Z",
        Colour::Yellow => {
            "M0-10 2.600-3.600 9.500-3.100 4.200 1.400 5.900 8.100 0 4.500-5.900 8.100-4.200 \
             1.400-9.500-3.100-2.600-3.600Z"
        }
        Colour::Green => {
            "M-9 8C-10-4-6-10 1-10 7-10 10-6 10-1 10 4 6 7 2 7-2 7-4 4-4 1-4-2-2-4 1-4 3-4 4-2.500 \
             4-1H1C-1-1-1 4 2 4 5 4 7 2 7-1 7-4 5-7 1-7-4-7-7-3-5.500 8Z"
        }
    }
}

/// The outline of a symbol, within 10 of the origin.
pub(super) fn symbol(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Triangle => "M0-9 9.500 8H-9.500Z",
        Symbol::Circle => "M0-9A9 9 0 1 1 0 9 9 9 0 1 1 0-9Z",
    }
}

/// A bulb of 30 by 36 around the origin, in a seat's paint.
fn bulb((light, dark): (&str, &str), mark: &str) -> Markup {
    html! {
        path d="M0-19C2-12 4-10 8-6 18 3 14 17 0 17S-18 3-8-6C-4-10-2-12 0-19Z" fill=(light) stroke=(dark)
            stroke-width="1.500" stroke-linejoin="round" {}
        path d="M-4-4C-11 3-9 11-5 14M5-3C11 3 9 11 5 14" fill="none" stroke=(dark) stroke-width="1"
            opacity=".5" {}
        path d=(Written(mark)) transform="translate(0 5) scale(.72)" fill="#fbf4e2" {}
        path d="M-4 18l-1 3M0 18v3M4 18l1 3" stroke=(dark) stroke-width="1.200" stroke-linecap="round" {}
    }
}

/// The sign of a Wild, around (18.5, 25.5).
pub(super) const STAR: &str =
    "M18.500 9 21.500 22 33 25.500 21.500 29 18.500 42 15.500 29 4 25.500 15.500 22Z";

/// What a card is worth, as it stands at its head: a numeral, a times two, a star; around (18.5, 26).
fn head(card: Card) -> Markup {
    html! {
        @match card.face() {
            Face::Number(n) => (number(i32::from(n), 18.5, 26.0, 27.0, "#fffaf0")),
            Face::Double => {
                path d="M7 22l9 10M16 22l-9 10" stroke="#fffaf0" stroke-width="3.200"
                    stroke-linecap="round" {}
                (number(2, 26.0, 26.0, 23.0, "#fffaf0"))
            }
            Face::Wild => path d=(STAR) fill="#fffaf0" {}
        }
    }
}

/// How far from the corner a card that lies face down is bent up for its owner.
const BENT: f64 = 60.0;

/// A card that lies face down, as its owner sees it: a corner is bent up and shows what it is.
pub(crate) fn peeked(card: Card) -> Markup {
    let (light, dark) = card_paint(card);
    html! {
        use href="#bulbous-back" {}
        path d=(format!("M-1-1H{BENT}L-1 {BENT}Z")) fill=(MAT) {}
        path d=(format!("M{BENT} 0V{0}A8 8 0 0 1 {0} {BENT}H0Z", BENT - 8.0)) fill=(light) stroke=(dark)
            stroke-linejoin="round" {}
        g transform="translate(24.500 20) scale(.88)" { (head(card)) }
    }
}

/// The paint of a card, and its shade; a Wild has that of both colours of its symbol.
pub(super) fn card_paint(card: Card) -> (&'static str, &'static str) {
    card.colour().map_or_else(|| pair_paint(card.symbol()), paint)
}

/// The face of a card, its corner at the origin. What all cards of a colour share is drawn once.
fn face(card: Card) -> Markup {
    html! {
        @match card.colour() {
            Some(colour) => use href=(href("suit", colour.letter())) {},
            None => (blank(card))
        }
        (head(card))
        (plants(card))
    }
}

/// A card without what stands at its head, and without its plants.
fn blank(card: Card) -> Markup {
    let (light, _) = card_paint(card);
    html! {
        rect width="104" height="152" rx="10" fill=(PAPER) stroke="#cdbf9f" {}
        path d="M10.500 1H36V150H10.500A9.500 9.500 0 0 1 1 140.500V10.500A9.500 9.500 0 0 1 10.500 1Z"
            fill=(light) {}
        (signs(card))
    }
}

/// What stands on the face of a card.
pub(super) fn marks(card: Card) -> Markup {
    html! { (head(card)) (plants(card)) (signs(card)) }
}

/// The plants of a card: the larger, the more it is worth; two of a Double, one of each colour of a Wild.
fn plants(card: Card) -> Markup {
    html! {
        @match (card.colour(), card.face()) {
            (Some(colour), Face::Number(n)) => {
                use href=(href("plant", colour.letter())) transform=(Written(("translate(70 70) scale(",
                    rounded(0.56 + f64::from(n) * 0.022, 2), ")"))) {}
            }
            (Some(colour), _) => {
                use href=(href("plant", colour.letter())) transform="translate(62 48) scale(.5)" {}
                use href=(href("plant", colour.letter())) transform="translate(77 98) scale(.5)" {}
            }
            (None, _) => {
                @for (k, colour) in Colour::ALL.into_iter().filter(|c| c.symbol() ==
                    card.symbol()).enumerate() {
                    use href=(href("plant", colour.letter())) transform=(Written(("translate(", 62 + 16 * k,
                        ' ', 44 + 52 * k, ") scale(.5)"))) {}
                }
            }
        }
    }
}

/// The emblem of a card's colour, and the sign of its pair of colours twice.
fn signs(card: Card) -> Markup {
    let (_, dark) = card_paint(card);
    let sign = symbol(card.symbol());
    html! {
        @if let Some(colour) = card.colour() {
            path d=(emblem(colour)) transform="translate(18.500 62) scale(1.100)" fill="#fffaf0" {}
        }
        path d=(sign) transform="translate(18.500 130)" fill="none" stroke="#fffaf0" stroke-width="2.600"
            stroke-linejoin="round" {}
        path d=(sign) transform="translate(88 136) scale(.7)" fill=(dark) opacity=".55" {}
    }
}

/// The back of a card, its corner at the origin.
fn back() -> Markup {
    html! {
        rect width="104" height="152" rx="10" fill="#6d5a6b" stroke="#4b3d4a" {}
        rect x="7" y="7" width="90" height="138" rx="6" fill="none" stroke="#cdb9a4" stroke-width="1.500"
            opacity=".7" {}
        path d="M52 44C56 60 62 64 70 72 90 92 80 118 52 118S14 92 34 72C42 64 48 60 52 44Z" fill="#84708a"
            stroke="#cdb9a4" stroke-width="2" {}
        path d="M52 46C42 40 42 30 48 24M52 46C60 38 70 38 74 44" fill="none" stroke="#cdb9a4"
            stroke-width="2.500" stroke-linecap="round" {}
        path d="M44 78C32 90 36 106 44 112M60 78C72 90 68 106 60 112" fill="none" stroke="#cdb9a4"
            stroke-width="1.500" opacity=".6" {}
    }
}

/// The drawings that are the same in all pictures: plants, cards of each colour, and the back of a card.
pub(crate) static PLANTS: LazyLock<Markup> = LazyLock::new(|| {
    html! {
        defs {
            @for colour in Colour::ALL {
                g id=(Written(id("plant", colour.letter()))) { (plant(colour)) }
            }
            @for card in Card::all().filter(|card| card.face() == Face::Double) {
                @if let Some(colour) = card.colour() {
                    g id=(Written(id("suit", colour.letter()))) { (blank(card)) }
                }
            }
            g id="bulbous-back" { (back()) }
        }
    }
});

/// The face of each card.
static FACES: LazyLock<Vec<Markup>> = LazyLock::new(|| {
    Card::all().map(|card| html! { g id=(Written(id("card", card.letters()))) { (face(card)) } }).collect()
});

/// All drawings that others refer to.
pub(crate) struct Defs<'a> {
    /// The cards that the picture shows face up.
    pub(crate) cards: &'a [Card],
    /// The paints and marks of the seats.
    pub(crate) seats: &'a [((&'static str, &'static str), Mark)],
    /// Whether the drawings are among them that are the same in all pictures.
    pub(crate) plants: bool,
}

impl Render for Defs<'_> {
    fn render_to(&self, out: &mut String) {
        if self.plants {
            PLANTS.render_to(out);
        }
        out.push_str("<defs>");
        self.cards.iter().for_each(|card| FACES[card.index()].render_to(out));
        for (paint, mark) in self.seats {
            html! { g id=(Written(id("bulb", mark.key()))) { (bulb(*paint, mark.path())) } }.render_to(out);
        }
        out.push_str("</defs>");
    }
}

/// What tells the things of a seat apart by shape.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mark {
    /// The emblem of the seat's colour.
    Emblem(Colour),
    /// The symbol of a seat that owns both its colours.
    Symbol(Symbol),
}

impl Mark {
    /// The mark in names of drawings: pictures of several tables may stand on one page.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Mark::Emblem(colour) => colour.name(),
            Mark::Symbol(sign) => sign.name(),
        }
    }

    /// The mark's outline, within 10 of the origin.
    pub(crate) fn path(self) -> &'static str {
        match self {
            Mark::Emblem(colour) => emblem(colour),
            Mark::Symbol(sign) => symbol(sign),
        }
    }
}
