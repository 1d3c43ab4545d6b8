//! The tray: its frame with the marks, the wells, and the definitions that the picture refers to.

use super::layout::{FRAME, INSET, MARGIN, PITCH, WIDTH, home, middle, place};
use bagatelle_core::present::Piece;
use bagatelle_piecepack::draw::{self as pieces, COIN_RADIUS, Still};
use bagatelle_piecepack::{Rank, Suit};
use maud::{Markup, PreEscaped, Render, html};
use std::sync::LazyLock;

/// The definitions, the frame with its marks, and the floor.
pub(super) fn tray() -> Still {
    static TRAY: LazyLock<String> = LazyLock::new(|| draw_tray().into_string());
    PreEscaped(&TRAY)
}

/// A well, with a faint print of what belongs in it.
pub(super) fn well(cell: usize, empty: bool) -> Still {
    static WELLS: LazyLock<Vec<[String; 2]>> = LazyLock::new(|| {
        let both = |cell| [false, true].map(|empty| draw_well(cell, empty).render().into_string());
        (0..25).map(both).collect()
    });
    PreEscaped(&WELLS[cell][usize::from(empty)])
}

fn draw_tray() -> Markup {
    let outer = WIDTH - 2 * MARGIN;
    let floor = 5 * PITCH;
    let mid_frame = (MARGIN + FRAME / 2) as f32;
    html! {
        defs {
            linearGradient id="bb-frame" x1="0" y1="0" x2=".4" y2="1" {
                stop stop-color="#8a5b3b" {}
                stop offset="1" stop-color="#6d4329" {}
            }
            linearGradient id="bb-shade" x1="0" y1="0" x2="0" y2="1" {
                stop stop-opacity=".5" {}
                stop offset="1" stop-opacity="0" {}
            }
            rect id="bb-well" x="-46" y="-46" width="92" height="92" rx="9" fill="#fff" fill-opacity=".05"
                stroke="#000" stroke-opacity=".14" {}
            // A corner turned up, with a cross in it: not this tile's place.
            g id="bb-astray" stroke="#fff6e2" stroke-linejoin="round" stroke-linecap="round" {
                path d="M-47.5 13V37.5A6 6 0 0 0-41.5 43.5H-17Z" fill="#7d1f57" stroke-width="2" {}
                path d="M-43 28.5-34 37.5M-34 28.5-43 37.5" stroke-width="4" {}
            }
            // A broken rim and an unequals sign: not this coin's tile.
            g id="bb-unequal" fill="none" stroke="#ffc552" {
                circle cy="-.8" r=(COIN_RADIUS - 1.4) stroke-width="2.8" stroke-dasharray="6.2 4.1" {}
                circle cx="15" cy="-15" r="8.6" fill="#ffc552" stroke="#33200f" stroke-width="1.4" {}
                path d="M10.7-17.2H19.3M10.7-12.8H19.3M17.4-20.2 12.6-9.8" stroke="#33200f"
                    stroke-width="2" {}
            }
        }
        g class="tray" {
            rect x=(MARGIN - 1) y=(MARGIN + 10) width=(outer + 2) height=(outer + 4) rx="20" fill="#000"
                opacity=".12" {}
            rect x=(MARGIN) y=(MARGIN + 8) width=(outer) height=(outer + 3) rx="19" fill="#000"
                opacity=".2" {}
            rect x=(MARGIN) y=(MARGIN) width=(outer) height=(outer + 8) rx="18" fill="#442616" {}
            rect x=(MARGIN) y=(MARGIN) width=(outer) height=(outer) rx="18" fill="url(#bb-frame)" {}
            (grain(outer))
            rect x=(MARGIN + 1) y=(MARGIN + 1) width=(outer - 2) height=(outer - 2) rx="17" fill="none"
                stroke="url(#pp-rim)" stroke-width="2" {}
            rect x=(INSET - 5) y=(INSET - 5) width=(floor + 10) height=(floor + 10) rx="13" fill="#2b1a10" {}
            rect x=(INSET - 3) y=(INSET - 3) width=(floor + 6) height=(floor + 7) rx="11" fill="#46584e" {}
            rect x=(INSET - 3) y=(INSET - 3) width=(floor + 6) height="22" rx="11" fill="url(#bb-shade)" {}
            path d={ "M" (INSET + 8) " " (INSET + floor + 5) "h" (floor - 16) } stroke="#fff"
                stroke-opacity=".16" {}
            // Inlays, each in a groove.
            @for (fill, opacity, down) in [("#1c0f07", ".6", -1.0), ("#f0dcb4", ".85", 0.0)] {
                g fill=(fill) stroke=(fill) opacity=(opacity) {
                    @for step in 0..5 {
                        @let (along, _) = middle(step);
                        @if let Some(suit) = Suit::from_index(step) {
                            g transform={ (translate((mid_frame, along + down))) "scale(.54)" } {
                                (pieces::suit_glyph(suit, 0.0, 0.0))
                            }
                        }
                        @if let Some((_, rank)) = home(step) {
                            g transform={ (translate((along, mid_frame + down))) "scale(.42)" } {
                                (pieces::rank_glyph(rank, 0.0, 0.0))
                            }
                        }
                    }
                    g transform={ (translate((mid_frame, middle(20).1 + down))) "scale(.42)" } {
                        (pieces::rank_glyph(Rank::Null, 0.0, 0.0))
                    }
                }
            }
        }
    }
}

/// Puts a drawing somewhere.
fn translate((x, y): (f32, f32)) -> String {
    format!("translate({x} {y})")
}

/// A few lines of grain along each side of the frame.
fn grain(outer: usize) -> Markup {
    let far = MARGIN + outer;
    html! {
        path fill="none" stroke="#2e190c" stroke-opacity=".16" d={
            "M" (MARGIN + 14) " 13C190 8 330 19 " (far - 16) " 12"
            "M" (MARGIN + 24) " 30C150 34 420 25 " (far - 26) " 31"
            "M" (MARGIN + 14) " " (far - 9) "C240 " (far - 4) " 400 " (far - 15) " " (far - 16) " " (far - 8)
            "M" (MARGIN + 24) " " (far - 25) "C170 " (far - 29) " 390 " (far - 20) " " (far - 26) " "
                (far - 26)
        } {}
    }
}

fn draw_well(cell: usize, empty: bool) -> Piece {
    let (x, y) = middle(cell);
    let well = Piece::new(format!("cell-{cell}")).class("well").pick_if(empty).at(x, y);
    let well = if empty { well.title((place(cell), ", empty")) } else { well };
    well.body(html! {
        use href="#bb-well" {}
        g transform="scale(.8)" fill="#fff" stroke="#fff" opacity=".1" {
            @if let Some((suit, rank)) = home(cell) {
                (pieces::rank_glyph(rank, -23.0, 0.0))
                (pieces::suit_glyph(suit, 25.0, 0.0))
            } @else {
                (pieces::rank_glyph(Rank::Null, 0.0, 0.0))
            }
        }
    })
}
