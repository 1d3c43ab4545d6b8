//! The pieces as they are printed on paper: flat, without shadows, and painted beyond their edges, since no
//! one cuts exactly.
//!
//! The units are those of [`draw`](crate::draw): a tile is [`TILE`] wide and high about its middle. With
//! little ink, grounds stay white and all marks are black.

use crate::draw::{CREAM, Face, defs, ink, marks, rank_glyph, small, suit_glyph};
use crate::{Rank, Suit, Tile};
use maud::{Markup, html};

/// The area of a tile: left, top, width, height.
pub const TILE: [f64; 4] = [-50.0, -50.0, 100.0, 100.0];
/// The area of a coin.
pub const COIN: [f64; 4] = [-21.0, -21.0, 42.0, 42.0];
/// The area of a strip that is folded to a pawn. From the top: a flap, the back upside down, the front, a
/// flap.
pub const PAWN: [f64; 4] = [-26.0, -112.0, 52.0, 224.0];
/// The width and height of a tile in millimetres: two inches, as in most sets.
pub const TILE_SIZE: f64 = 50.8;
/// A coin: three quarters of an inch.
pub const COIN_SIZE: f64 = 19.05;
/// The strip of a pawn in millimetres.
pub const PAWN_SIZE: (f64, f64) = (22.0, PAWN_MM * 224.0);
/// Where the strip is folded, in millimetres from its top.
pub const PAWN_FOLDS: [f64; 3] = [PAWN_MM * 28.0, PAWN_MM * 112.0, PAWN_MM * 196.0];
/// A unit of the strip in millimetres.
const PAWN_MM: f64 = 22.0 / 52.0;

/// The ink of marks where there is little of it.
const BLACK: &str = "#161412";

/// The ink of a suit's marks on light ground.
fn suit_ink(suit: Suit, low: bool) -> &'static str {
    if low { BLACK } else { ink(suit) }
}

/// Light wood, beyond the edges of a tile. Neighbouring ranks and suits are cut from different planks.
fn wood(plank: usize) -> Markup {
    let fill = ["url(#pp-maple)", "url(#pp-honey)", "url(#pp-birch)"][plank % 3];
    let grain = [
        "M-62-40C-30-48 10-33 62-43M-62-15C-38-21-8-10 15-12S46-21 62-17M-62 12C-30 5 5 22 62 11M-62 37C-18 \
            44 23 31 62 41",
        "M-62-50C-15-37 25-52 62-46M-62-30C-35-24-5-36 62-25M-62 3C-13-8 18 11 62 3M-62 25C-35 34 28 18 62 \
            28M-62 45C-28 51 15 44 62 49",
        "M-62-36C-8-45 10-27 62-35M-62-5C-42-11 10-15 23-5S50 1 62-4M-62 22C-35 15 8 31 62 21M-62 47C-10 39 \
            30 51 62 44",
    ][plank % 3];
    html! {
        rect x="-62" y="-62" width="124" height="124" fill=(fill) {}
        path d=(grain) fill="none" stroke="#a0733a" stroke-opacity=".2" {}
    }
}

/// A thin frame inside the edge of a tile.
fn frame(low: bool) -> Markup {
    let (stroke, opacity) = if low { (BLACK, "1") } else { ("#8a6430", ".45") };
    html! {
        rect x="-45.5" y="-45.5" width="91" height="91" rx="6" fill="none" stroke=(stroke)
            stroke-opacity=(opacity) stroke-width=(if low { ".7" } else { "1" }) {}
    }
}

/// The face of a tile.
pub fn tile(tile: Tile, face: Face, low: bool) -> Markup {
    let suit = suit_ink(tile.suit, low);
    html! {
        (defs())
        @if !low { (wood(tile.rank.index() + 2 * tile.suit.index())) }
        (frame(low))
        @if face == Face::Seat {
            circle cx="23.5" cy="20" r="20" fill="none" stroke=(if low { BLACK } else { "#6b4517" })
                stroke-opacity=".5" stroke-width=".8" stroke-dasharray="2.4 2" {}
        }
        g fill=(suit) stroke=(suit) { (marks(tile, face)) }
    }
}

/// The back of a tile: the cross that divides it into four squares.
pub fn tile_back(low: bool) -> Markup {
    html! {
        (defs())
        @if !low { (wood(0)) }
        (frame(low))
        path d="M0-45.5V45.5M-45.5 0H45.5" stroke=(if low { BLACK } else { "#6b4517" })
            stroke-opacity=(if low { "1" } else { ".5" }) stroke-width=(if low { ".7" } else { "1.4" }) {}
    }
}

/// The side of a coin with its value.
pub fn coin(rank: Rank, low: bool) -> Markup {
    let mark = if low { BLACK } else { CREAM };
    html! {
        (defs())
        @if !low { rect x="-28" y="-28" width="56" height="56" fill="url(#pp-walnut)" {} }
        circle r="17.6" fill="none" stroke=(mark) stroke-opacity=(if low { "1" } else { ".45" })
            stroke-width=(if low { ".6" } else { ".9" }) {}
        g transform={ "scale(" (small(rank)) ")" } stroke=(mark) { (rank_glyph(rank, 0.0, 0.0)) }
    }
}

/// The side of a coin with its suit.
pub fn coin_back(suit: Suit, low: bool) -> Markup {
    let mark = if low { BLACK } else { CREAM };
    html! {
        (defs())
        @if !low { rect x="-28" y="-28" width="56" height="56" fill=(ink(suit)) {} }
        circle r="17.6" fill="none" stroke=(mark) stroke-opacity=(if low { "1" } else { ".7" })
            stroke-width=(if low { ".6" } else { ".9" })
            stroke-dasharray=[low.then_some("2 1.4")] {}
        g transform="scale(.6)" fill=(mark) { (suit_glyph(suit, 0.0, 0.0)) }
    }
}

/// The strip of a pawn.
pub fn pawn(suit: Suit, low: bool) -> Markup {
    let body = if low { "#fff" } else { ink(suit) };
    let panel = html! {
        path d="M-34 42H34V35H-34Z" fill=(if low { "#fff" } else { ink(suit) }) {}
        use href="#pp-body" transform="translate(0 -5)" fill=(body) stroke=(if low { BLACK } else { body })
            stroke-width="1.2" {}
        g transform="translate(0 12) scale(.5)" fill=(if low { BLACK } else { CREAM }) {
            (suit_glyph(suit, 0.0, 0.0))
        }
    };
    html! {
        (defs())
        @if !low {
            rect x="-34" y="-122" width="68" height="244" fill="#f6ead0" {}
            rect x="-34" y="-122" width="68" height="38" fill=(ink(suit)) {}
            rect x="-34" y="84" width="68" height="38" fill=(ink(suit)) {}
        }
        g transform="translate(0 42)" { (panel) }
        g transform="translate(0 -42)rotate(180)" { (panel) }
        g fill=(if low { BLACK } else { CREAM }) {
            @for y in [-98.0, 98.0] { g transform={ "translate(0 " (y) ") scale(.4)" } {
                (suit_glyph(suit, 0.0, 0.0)) } }
        }
    }
}

/// The area of a track on which a pawn counts from five to nothing.
pub const TRACK: [f64; 4] = [0.0, -25.0, 300.0, 50.0];
/// The track in millimetres: a pawn stands on each of its six fields.
pub const TRACK_SIZE: (f64, f64) = (150.0, 25.0);

/// A track of a suit, or of all suits, on which a pawn counts from five to nothing.
pub fn track(suit: Option<Suit>, low: bool) -> Markup {
    let mark = if low { BLACK } else { CREAM };
    html! {
        (defs())
        @if !low {
            rect x="-12" y="-37" width="324" height="74" fill=(suit.map_or("#5a4634", ink)) {}
        }
        @for (n, rank) in Rank::ALL.into_iter().rev().enumerate() {
            g transform={ "translate(" (25 + 50 * n) " 0)" } {
                circle r="20" fill="none" stroke=(mark) stroke-width=".9" {}
                g transform="translate(-4 -2) scale(.42)" stroke=(mark) { (rank_glyph(rank, 0.0, 0.0)) }
                @if let Some(suit) = suit {
                    g transform="translate(10 9) scale(.25)" fill=(mark) { (suit_glyph(suit, 0.0, 0.0)) }
                }
            }
        }
    }
}
