//! What is printed: tiles, coins, and a frame that holds them, with the marks of rows and columns.

use crate::options::Match;
use crate::rulepage;
use crate::rules::BrainBurn;
use bagatelle_core::Game;
use bagatelle_core::printed::{Backs, Ink, Outline, PieceSet, Printed, PrintedPiece, Prints};
use bagatelle_piecepack::draw::{self as pieces, CREAM, Face};
use bagatelle_piecepack::{Rank, Suit, Tile, paper};
use maud::{Markup, html};

/// The distance between the middles of neighbouring tiles in millimetres: they slide.
const PITCH: f64 = paper::TILE_SIZE + 0.5;
/// The width of the frame.
const WIDTH: f64 = 20.0;

impl Printed for BrainBurn {
    const ASKED: &'static [&'static str] = &["coins"];

    fn prints(&self, ink: Ink) -> Prints {
        let low = ink == Ink::Low;
        let tile = |tile: Tile| {
            let (front, back) = (paper::tile(tile, Face::Seat, low), paper::tile_back(low));
            PrintedPiece::drawn(tile.to_string(), 1, paper::TILE, front, Some(back))
        };
        let coin = |tile: Tile| {
            let (front, back) = (paper::coin(tile.rank, low), paper::coin_back(tile.suit, low));
            PrintedPiece::drawn(format!("coin: {}", tile.rank.name()), 1, paper::COIN, front, Some(back))
        };
        let set = |name, making, size, outline, pieces| PieceSet {
            name,
            making,
            size,
            outline,
            folds: &[],
            backs: Backs::Ornament,
            pieces,
        };
        let square = (paper::TILE_SIZE, paper::TILE_SIZE);
        let round = (paper::COIN_SIZE, paper::COIN_SIZE);
        let strips = |name, making, cells: usize, corner: bool| {
            let length = PITCH * cells as f64 + if corner { WIDTH } else { 0.0 };
            let of = |upper| strip(cells, corner, upper, low);
            set(name, making, (length, WIDTH), Outline::Rectangle, [true, false].map(of).into())
        };
        let sets = vec![
            set(
                "Tiles",
                "Glue the sheet onto card, then cut.",
                square,
                Outline::Rectangle,
                Tile::all().map(tile).collect(),
            ),
            strips(
                "Frame",
                "The long sides, three columns each: glue all eight strips onto a board, around the tiles.",
                3,
                true,
            ),
            strips("Frame", "The long sides, two columns each.", 2, true),
            strips("Frame", "The left and right sides, three rows each.", 3, false),
            strips("Frame", "The left and right sides, two rows each.", 2, false),
            set(
                "Coins",
                match self.options().coins {
                    Match::Value => "Only their values count here.",
                    Match::Suit => {
                        "Their suits count, too, so print the backs. You may look at them at any time."
                    }
                },
                round,
                Outline::Round,
                Tile::all().map(coin).collect(),
            ),
        ];
        Prints { sets, card: card(self.options().coins) }
    }
}

/// Half a side of the frame. Three cells are the right half of the upper side or the lower half of the left
/// one; two are the other half. Only the upper and the left side (`marked`) have marks.
fn strip(cells: usize, corner: bool, marked: bool, low: bool) -> PrintedPiece {
    let length = PITCH * cells as f64 + if corner { WIDTH } else { 0.0 };
    let first = if cells == 3 { 2 } else { 0 };
    let mark = if low { "#161412" } else { CREAM };
    // The corner is at the end of the side: on the left of the first two cells, on the right of the last
    // three.
    let begin = if corner && cells == 2 { WIDTH } else { 0.0 };
    let sign = |cell: usize| {
        let (suit, rank) = (Suit::from_index(cell), Rank::from_index(cell + 1));
        html! {
            @if corner {
                @if let Some(rank) = rank { (pieces::rank_glyph(rank, 0.0, 0.0)) }
            } @else {
                @match suit {
                    Some(suit) => (pieces::suit_glyph(suit, 0.0, 0.0)),
                    None => (pieces::rank_glyph(Rank::Null, 0.0, 0.0)),
                }
            }
        }
    };
    let art = html! {
        (pieces::defs())
        @if !low {
            rect x="-8" y="-8" width=(length + 16.0) height="36" fill="url(#pp-walnut)" {}
            path d={ "M-8 4.500Q" (length / 3.0) " 7 " (length + 8.0) " 4M-8 15Q" (length / 2.0) " 12.500 "
                (length + 8.0) " 16" }
                fill="none" stroke="#2e190c" stroke-opacity=".3" stroke-width=".4" {}
        }
        rect x="1.200" y="1.200" width=(length - 2.4) height="17.600" rx="1.500" fill="none" stroke=(mark)
            stroke-opacity=(if low { "1" } else { ".35" }) stroke-width=".25" {}
        @if marked {
            @for n in 0..cells {
                g transform={ "translate(" (begin + PITCH * (n as f64 + 0.5)) " 10)" @if !corner {
                    "rotate(-90)" } "scale(.24)" }
                    fill=(mark) stroke=(mark) { (sign(first + n)) }
            }
        }
    };
    let side = match (corner, marked) {
        (true, true) => "upper",
        (true, false) => "lower",
        (false, true) => "left",
        (false, false) => "right",
    };
    let area = [0.0, 0.0, length, WIDTH];
    PrintedPiece::drawn(format!("{side} side of the frame, {cells} cells"), 1, area, art, None)
}

fn card(matching: Match) -> Markup {
    let coins = match matching {
        Match::Value => "Each tile carries a coin of its own value, of any suit.",
        Match::Suit => "Each tile carries the coin of its own suit and value.",
    };
    html! {
        h2 { "Set-up" }
        ol {
            li { "Shuffle the 24 tiles face down. Lay a five-by-five square with one hole, anywhere, then \
                turn all tiles up." }
            li { "Shuffle the 24 coins without looking and put one on each tile, then turn all coins up." }
        }
        h2 { "A move" }
        ol {
            li { strong { "Slide " } "a neighbouring tile into the hole. Its coin moves with it." }
            li { "If you like, " strong { "swap its coin " } "with the coin on a tile next to it. One swap \
                per slide, and none without a slide." }
        }
        h2 { "The goal" }
        ul {
            li { "Suns in the first row, Moons in the second, Crowns in the third, Arms in the fourth." }
            li { "Each row reads ace, 2, 3, 4, 5 from the left." }
            li { "The four nulls and the hole are in the last row, in any order." }
            li { (coins) }
        }
        (rulepage::goal())
        h2 { "Values and suits" }
        p { "Null is an empty circle, ace a spiral; then 2, 3, 4 and 5. The suits are Suns, Moons, Crowns \
            and Arms (a shield)." }
    }
}
