//! The pictures of the pieces, as fragments of SVG.
//!
//! A piece is drawn about its own origin: the middle of the piece is at `0 0` and a tile fills the square
//! from -50 to 50. A picture holds [`defs`] once and then, for each piece, a group of its own:
//!
//! ```
//! use bagatelle_piecepack::{Rank, Suit, Tile, draw};
//! use maud::html;
//!
//! let tile = Tile::new(Suit::Suns, Rank::Three);
//! let picture = html! {
//!     svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" {
//!         (draw::defs())
//!         g id="tile-S3" transform="translate(60 60)" { (draw::tile(tile, draw::Face::Open)) }
//!     }
//! };
//! assert!(picture.into_string().contains("#pp-r3"));
//! ```
//!
//! Keep these groups siblings, each with a plain `translate` in the coordinates of the whole picture: the
//! page moves a thing by comparing its old and its new `transform`. To draw a piece smaller, put the `scale`
//! on a group inside.
//!
//! The art itself is in `defs.svg` beside this file. A fragment here is little more than a few `<use>` of its
//! parts, so that a whole board stays small. Everything is presentation attributes and paths, with no style
//! sheet, no filter and no text, so that it is the same in a browser and in a renderer that has no fonts. All
//! ids begin with `pp-`. The figures are drawn with a broad pen: each is a line along the middle of the
//! stroke, given too tall and then flattened by its `transform`, which makes upright strokes thick and level
//! ones thin.

use crate::{Rank, Suit, Tile};
use maud::{Markup, PreEscaped, html};
use std::sync::LazyLock;

/// Half the width of a tile's square; tiles on a grid need a little more than twice this from middle to
/// middle.
pub const TILE_HALF: f32 = 50.0;

/// Where the middle of a coin goes on a tile drawn with [`Face::Seat`], from the middle of the tile.
pub const COIN_SEAT: (f32, f32) = (23.5, 20.0);

/// The radius of a coin.
pub const COIN_RADIUS: f32 = 21.0;

/// The cream of the inlays in dark wood and enamel.
pub const CREAM: &str = "#f8ecd0";

/// How the marks are laid out on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Face {
    /// Large and balanced, for tiles that carry nothing.
    Open,
    /// Out of the way of a coin, which rests in a shallow ring at [`COIN_SEAT`].
    Seat,
}

/// The colour of a suit, dark enough to be read on the light wood of the tiles.
pub const fn ink(suit: Suit) -> &'static str {
    match suit {
        Suit::Suns => "#b2301d",
        Suit::Moons => "#2b292b",
        Suit::Crowns => "#2c6a3b",
        Suit::Arms => "#244d8e",
    }
}

/// A drawing that is always the same, made once.
pub type Still = PreEscaped<&'static str>;

/// The shapes and colours that all other drawings refer to. A page or picture needs them once.
pub fn defs() -> Still {
    static ART: LazyLock<String> = LazyLock::new(|| include_str!("defs.svg").lines().collect());
    PreEscaped(&ART)
}

/// A tile, face up.
pub fn tile(tile: Tile, face: Face) -> Still {
    static TILES: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
        let both = |tile| [Face::Open, Face::Seat].map(|face| draw_tile(tile, face).into_string());
        Tile::all().map(both).collect()
    });
    PreEscaped(&TILES[tile.index()][face as usize])
}

fn draw_tile(tile: Tile, face: Face) -> Markup {
    // Neighbouring ranks and suits are cut from different planks.
    let plank = (tile.rank.index() + 2 * tile.suit.index()) % 3;
    let (rank_at, _) = places(face);
    html! {
        use href={ "#pp-tile" (plank) } {}
        @if face == Face::Seat { use href="#pp-seat" {} }
        // A line of light along the lower edge of the figure presses it into the wood.
        g stroke="#fff" opacity=".55" { (rank_glyph(tile.rank, rank_at.0, rank_at.1 + 1.2)) }
        g fill=(ink(tile.suit)) stroke=(ink(tile.suit)) { (marks(tile, face)) }
    }
}

/// Where the marks of a rank and of a suit are on a tile.
const fn places(face: Face) -> ((f32, f32), (f32, f32)) {
    match face {
        Face::Open => ((-20.5, -15.5), (22.0, 17.5)),
        Face::Seat => ((-22.0, -7.0), (23.5, -24.5)),
    }
}

/// The marks of a tile, in the `fill` and `stroke` of the group around them.
pub(crate) fn marks(tile: Tile, face: Face) -> Markup {
    let (rank_at, suit_at) = places(face);
    html! {
        (rank_glyph(tile.rank, rank_at.0, rank_at.1))
        (suit_glyph(tile.suit, suit_at.0, suit_at.1))
    }
}

/// A tile, face down: bare wood with the cross that divides it into four squares.
pub fn tile_back() -> Markup {
    html! {
        use href="#pp-tile0" {}
        path d="M0-48V43M-47-2.5H47" stroke="#6b4517" stroke-opacity=".4" stroke-width="1.6" {}
    }
}

/// A coin with its value up: dark wood with a light inlay. Which suit it belongs to cannot be seen.
pub fn coin_face(rank: Rank) -> Still {
    static COINS: LazyLock<[String; 6]> =
        LazyLock::new(|| Rank::ALL.map(|rank| draw_coin(rank).into_string()));
    PreEscaped(&COINS[rank.index()])
}

fn draw_coin(rank: Rank) -> Markup {
    html! {
        use href="#pp-coin" {}
        g transform={ "translate(0-.8)scale(" (small(rank)) ")" } stroke=(CREAM) { (rank_glyph(rank, 0.0,
            0.0)) }
    }
}

/// A coin with its suit up: enamel in the colour of the suit, set in dark wood. Its value cannot be seen.
pub fn coin_back(suit: Suit) -> Still {
    static BACKS: LazyLock<[String; 4]> =
        LazyLock::new(|| Suit::ALL.map(|suit| draw_back(suit).into_string()));
    PreEscaped(&BACKS[suit.index()])
}

fn draw_back(suit: Suit) -> Markup {
    html! {
        use href="#pp-back" fill=(ink(suit)) {}
        g transform="translate(0-.8)scale(.58)" fill=(CREAM) { (suit_glyph(suit, 0.0, 0.0)) }
    }
}

/// A pawn in the colour of its suit and with its mark, 44 wide and 80 high.
pub fn pawn(suit: Suit) -> Still {
    static PAWNS: LazyLock<[String; 4]> =
        LazyLock::new(|| Suit::ALL.map(|suit| draw_pawn(suit).into_string()));
    PreEscaped(&PAWNS[suit.index()])
}

fn draw_pawn(suit: Suit) -> Markup {
    html! {
        use href="#pp-pawn" fill=(ink(suit)) {}
        g transform="translate(0 16)scale(.48)" fill=(CREAM) { (suit_glyph(suit, 0.0, 0.0)) }
    }
}

/// A die of a suit, 50 by 54, showing one of its six faces. As on real ones the ace is the mark of the suit,
/// here large; the other faces have it small in a corner.
pub fn die(suit: Suit, shows: Rank) -> Markup {
    html! {
        use href="#pp-die" fill=(ink(suit)) {}
        @if shows == Rank::Ace {
            g transform="translate(0-3)scale(.9)" fill=(CREAM) { (suit_glyph(suit, 0.0, 0.0)) }
        } @else {
            g transform="translate(-5-6)scale(.54)" stroke=(CREAM) { (rank_glyph(shows, 0.0, 0.0)) }
            g transform="translate(14 10)scale(.4)" fill=(CREAM) { (suit_glyph(suit, 0.0, 0.0)) }
        }
    }
}

/// The bare mark of a suit in a square of 42 about the point given, filled with the `fill` of the group
/// around it. Its parts set no stroke, whatever the group says.
pub fn suit_glyph(suit: Suit, x: f32, y: f32) -> Markup {
    html! { use href={ "#pp-s" (suit.index()) } x=[nonzero(x)] y=[nonzero(y)] {} }
}

/// The bare mark of a rank, 54 high and 38 wide about the point given, in the `stroke` of the group around
/// it. The null is an empty circle, the ace a spiral.
pub fn rank_glyph(rank: Rank, x: f32, y: f32) -> Markup {
    html! { use href={ "#pp-r" (rank.index()) } x=[nonzero(x)] y=[nonzero(y)] {} }
}

/// How much a rank's mark shrinks to fit a coin; the two that are not figures are lower and may be larger.
pub(crate) fn small(rank: Rank) -> f32 {
    if rank <= Rank::Ace { 0.6 } else { 0.51 }
}

/// A coordinate, left out where it is zero.
fn nonzero(at: f32) -> Option<f32> {
    (at != 0.0).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ids that a drawing refers to.
    fn references(svg: &str) -> impl Iterator<Item = &str> {
        let until = |end| move |rest: &str| rest.find(end).unwrap_or(rest.len());
        let used = svg.split("href=\"#").skip(1).map(move |rest| &rest[..until('"')(rest)]);
        used.chain(svg.split("url(#").skip(1).map(move |rest| &rest[..until(')')(rest)]))
    }

    /// One of every piece.
    fn everything() -> String {
        let tiles = Tile::all().map(|it| html! { (tile(it, Face::Open)) (tile(it, Face::Seat)) });
        let ranks =
            Rank::ALL.map(|rank| html! { (coin_face(rank)) @for suit in Suit::ALL { (die(suit, rank)) } });
        let suits = Suit::ALL.map(|suit| html! { (coin_back(suit)) (pawn(suit)) });
        tiles.chain(ranks).chain(suits).chain([tile_back()]).map(Markup::into_string).collect()
    }

    #[test]
    fn all_that_is_referred_to_is_defined() {
        let defs = defs().into_string();
        let drawn = everything() + &defs;
        for id in references(&drawn) {
            assert!(id.starts_with("pp-"), "{id} lacks the prefix");
            assert_eq!(defs.matches(&format!("id=\"{id}\"")).count(), 1, "{id} is not defined once");
        }
    }

    #[test]
    fn drawings_use_neither_styles_nor_text_nor_filters() {
        let drawn = everything() + &defs().into_string();
        for unwanted in ["style", "<text", "filter", "script", "<image"] {
            assert!(!drawn.contains(unwanted), "{unwanted}");
        }
    }

    #[test]
    fn a_full_set_stays_small() {
        let tiles = Tile::all().map(|it| tile(it, Face::Seat).into_string());
        let coins = Tile::all().map(|it| coin_face(it.rank).into_string());
        let bytes =
            tiles.chain(coins).chain([defs().into_string()]).map(|drawing| drawing.len()).sum::<usize>();
        assert!(bytes < 30_000, "{bytes} bytes");
    }

    #[test]
    fn pieces_look_as_before() {
        let three = Tile::new(Suit::Suns, Rank::Three);
        insta::assert_snapshot!("tile", tile(three, Face::Seat).into_string().replace("><", ">\n<"));
        let others = [
            draw_coin(Rank::Ace),
            draw_back(Suit::Arms),
            draw_pawn(Suit::Moons),
            die(Suit::Crowns, Rank::Ace),
        ];
        let others: String = others.into_iter().map(Markup::into_string).collect();
        insta::assert_snapshot!("other-pieces", others.replace("><", ">\n<"));
    }
}
