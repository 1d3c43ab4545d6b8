//! The picture of a position: a shallow wooden tray with 25 wells, 24 tiles and 24 coins.
//!
//! Pure drawing. It is told what lies where and knows nothing of moves. What it does know is where each tile belongs,
//! because the tray's frame says so: a suit for each of the first four rows, a rank for each column.
//!
//! Ids: `cell-0` to `cell-24` are the wells, row by row; `tile-S3` is a tile (nulls `tile-S0`, aces `tile-SA`); `coin-7` is a coin.
//! What can be picked has a `data-pick` with its id. The coins let the pointer through to the tile below.
//! Tiles and coins come in an order that does not depend on the position, so that a page that is brought up to date
//! only has to change their `transform`.

use bagatelle_piecepack::draw::{self as pieces, COIN_RADIUS, COIN_SEAT, Face};
use bagatelle_piecepack::{Lettering, Rank, Suit, Tile};
use maud::{Markup, html};

/// A tile with the coin on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The tile.
    pub tile: Tile,
    /// The value of the coin on it.
    pub coin: Rank,
    /// Which of the 24 coins it is, so that coins of the same value can be told apart when they move. 0 to 23.
    pub coin_id: usize,
}

/// What lies in the 25 wells, row by row from the top left. The empty one is the hole.
///
/// With all wells empty it is the tray from which a player chooses the hole before the deal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Scene {
    /// The wells; the index is 5 * row + column.
    pub cells: [Option<Piece>; 25],
}

/// The distance from the middle of a well to the middle of the next.
const PITCH: usize = 102;
/// The width of the frame.
const FRAME: usize = 34;
/// How far the picture goes on beyond the tray, for its shadow.
const MARGIN: usize = 5;
/// Where the wells begin.
const INSET: usize = MARGIN + FRAME;
/// The width of the whole picture.
const WIDTH: usize = 2 * INSET + 5 * PITCH;
/// The height of the whole picture: below the tray its front can be seen.
const HEIGHT: usize = WIDTH + 10;

/// Draws a position as a complete SVG document.
pub fn scene(scene: &Scene) -> String {
    let mut placed: Vec<(usize, Piece)> =
        scene.cells.iter().enumerate().filter_map(|(cell, piece)| Some((cell, (*piece)?))).collect();
    placed.sort_by_key(|(_, piece)| piece.tile);
    let mut coins = placed.clone();
    coins.sort_by_key(|(_, piece)| piece.coin_id);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) }
            role="group" aria-label=(label(scene)) {
            (pieces::defs())
            (tray(scene))
            @for (cell, piece) in &placed { (tile(*cell, *piece)) }
            @for (cell, piece) in &coins { (coin(*cell, *piece)) }
        }
    }
    .into_string()
}

/// What the picture shows, in a few words.
fn label(scene: &Scene) -> String {
    let mut holes = (0..25).filter(|&cell| scene.cells[cell].is_none());
    match (holes.next(), holes.next()) {
        (Some(hole), None) => format!("Brain Burn board, hole in {}", place(hole)),
        _ => "Brain Burn board, five rows of five".into(),
    }
}

/// A cell in words.
fn place(cell: usize) -> String {
    format!("row {}, column {}", cell / 5 + 1, cell % 5 + 1)
}

/// The middle of a cell.
fn middle(cell: usize) -> (f32, f32) {
    let at = |step: usize| (INSET + PITCH / 2 + PITCH * step) as f32;
    (at(cell % 5), at(cell / 5))
}

/// Puts a drawing somewhere.
fn translate((x, y): (f32, f32)) -> String {
    format!("translate({x} {y})")
}

/// The suit and rank that belong in a cell, which in the last row is any null.
fn home(cell: usize) -> Option<(Suit, Rank)> {
    Some((Suit::from_index(cell / 5)?, Rank::from_index(cell % 5 + 1)?))
}

/// Whether a tile lies where it belongs.
fn is_home(tile: Tile, cell: usize) -> bool {
    match home(cell) {
        Some((suit, rank)) => tile == Tile::new(suit, rank),
        None => tile.rank == Rank::Null,
    }
}

/// The frame with its marks, and the floor with the wells.
fn tray(scene: &Scene) -> Markup {
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
                path d="M10.7-17.2H19.3M10.7-12.8H19.3M17.4-20.2 12.6-9.8" stroke="#33200f" stroke-width="2" {}
            }
        }
        g class="tray" {
            rect x=(MARGIN - 1) y=(MARGIN + 10) width=(outer + 2) height=(outer + 4) rx="20" fill="#000" opacity=".12" {}
            rect x=(MARGIN) y=(MARGIN + 8) width=(outer) height=(outer + 3) rx="19" fill="#000" opacity=".2" {}
            rect x=(MARGIN) y=(MARGIN) width=(outer) height=(outer + 8) rx="18" fill="#442616" {}
            rect x=(MARGIN) y=(MARGIN) width=(outer) height=(outer) rx="18" fill="url(#bb-frame)" {}
            (grain(outer))
            rect x=(MARGIN + 1) y=(MARGIN + 1) width=(outer - 2) height=(outer - 2) rx="17" fill="none"
                stroke="url(#pp-rim)" stroke-width="2" {}
            rect x=(INSET - 5) y=(INSET - 5) width=(floor + 10) height=(floor + 10) rx="13" fill="#2b1a10" {}
            rect x=(INSET - 3) y=(INSET - 3) width=(floor + 6) height=(floor + 7) rx="11" fill="#46584e" {}
            rect x=(INSET - 3) y=(INSET - 3) width=(floor + 6) height="22" rx="11" fill="url(#bb-shade)" {}
            path d={ "M" (INSET + 8) " " (INSET + floor + 5) "h" (floor - 16) } stroke="#fff" stroke-opacity=".16" {}
            @for (fill, opacity, down) in [("#fff", ".22", 1.0), ("#2e190c", ".85", 0.0)] {
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
        @for cell in 0..25 { (well(cell, scene.cells[cell].is_none())) }
    }
}
/// A few lines of grain along each side of the frame.
fn grain(outer: usize) -> Markup {
    let far = MARGIN + outer;
    html! {
        path fill="none" stroke="#2e190c" stroke-opacity=".16" d={
            "M" (MARGIN + 14) " 13C190 8 330 19 " (far - 16) " 12"
            "M" (MARGIN + 24) " 30C150 34 420 25 " (far - 26) " 31"
            "M" (MARGIN + 14) " " (far - 9) "C240 " (far - 4) " 400 " (far - 15) " " (far - 16) " " (far - 8)
            "M" (MARGIN + 24) " " (far - 25) "C170 " (far - 29) " 390 " (far - 20) " " (far - 26) " " (far - 26)
        } {}
    }
}

/// A well, with a faint print of what belongs in it.
fn well(cell: usize, empty: bool) -> Markup {
    let id = format!("cell-{cell}");
    html! {
        g id=(id) class="well" data-pick=[empty.then_some(&id)] transform=(translate(middle(cell))) {
            @if empty { title { (place(cell)) ", empty" } }
            use href="#bb-well" {}
            g transform="scale(.8)" fill="#fff" stroke="#fff" opacity=".1" {
                @if let Some((suit, rank)) = home(cell) {
                    (pieces::rank_glyph(rank, -23.0, 0.0))
                    (pieces::suit_glyph(suit, 25.0, 0.0))
                } @else {
                    (pieces::rank_glyph(Rank::Null, 0.0, 0.0))
                }
            }
        }
    }
}

/// A tile where it lies, with the mark that says that it belongs elsewhere.
fn tile(cell: usize, piece: Piece) -> Markup {
    let id = format!("tile-{}", piece.tile.text(Lettering::Capital));
    html! {
        g id=(id) class="tile" data-pick=(id) transform=(translate(middle(cell))) {
            title { (piece.tile) " with coin " (piece.coin.name()) ", " (place(cell)) }
            (pieces::tile(piece.tile, Face::Seat))
            rect class="halo" x="-47" y="-47" width="94" height="94" rx="11" fill="none" stroke-width="5" display="none" {}
            @if !is_home(piece.tile, cell) {
                use class="mark mark-tiles" display="none" href="#bb-astray" {}
            }
        }
    }
}

/// A coin where it lies, with the mark that says that its value is not the tile's.
fn coin(cell: usize, piece: Piece) -> Markup {
    let (x, y) = middle(cell);
    let at = (x + COIN_SEAT.0, y + COIN_SEAT.1);
    html! {
        g id={ "coin-" (piece.coin_id) } class="coin" pointer-events="none" aria-hidden="true" transform=(translate(at)) {
            (pieces::coin_face(piece.coin))
            @if piece.coin != piece.tile.rank {
                use class="mark mark-coins" display="none" href="#bb-unequal" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The solved position with the hole in the middle of the last row.
    fn solved() -> Scene {
        let mut nulls = Suit::ALL.into_iter();
        let mut scene = Scene::default();
        for cell in (0..25).filter(|&cell| cell != 22) {
            let tile = match home(cell) {
                Some((suit, rank)) => Tile::new(suit, rank),
                None => Tile::new(nulls.next().unwrap(), Rank::Null),
            };
            scene.cells[cell] = Some(Piece { tile, coin: tile.rank, coin_id: tile.index() });
        }
        scene
    }

    #[test]
    fn a_solved_board_has_no_marks() {
        assert!(!draw_of(&solved()).contains("class=\"mark"));
    }

    #[test]
    fn marks_show_what_is_out_of_place() {
        let mut board = solved();
        board.cells.swap(0, 1);
        let drawn = draw_of(&board);
        assert_eq!(drawn.matches("mark-tiles").count(), 2);
        assert_eq!(drawn.matches("mark-coins").count(), 0);
        // Nulls are at home anywhere in the last row.
        let mut board = solved();
        board.cells.swap(20, 22);
        assert!(!draw_of(&board).contains("class=\"mark"));
        // Two coins exchanged.
        let mut board = solved();
        let (one, two) = (board.cells[0].unwrap(), board.cells[1].unwrap());
        board.cells[0] = Some(Piece { tile: one.tile, ..two });
        board.cells[1] = Some(Piece { tile: two.tile, ..one });
        let drawn = draw_of(&board);
        assert_eq!(drawn.matches("mark-tiles").count(), 0);
        assert_eq!(drawn.matches("mark-coins").count(), 2);
    }

    #[test]
    fn only_empty_wells_and_tiles_can_be_picked() {
        let drawn = draw_of(&solved());
        assert_eq!(drawn.matches("data-pick=").count(), 25);
        assert!(drawn.contains("data-pick=\"cell-22\"") && drawn.contains("data-pick=\"tile-S0\""));
        assert_eq!(draw_of(&Scene::default()).matches("data-pick=\"cell-").count(), 25);
    }

    #[test]
    fn a_slide_changes_no_order() {
        let ids = |drawn: &str| -> Vec<String> {
            drawn.split(" id=\"").skip(1).map(|rest| rest[..rest.find('"').unwrap()].to_owned()).collect()
        };
        let before = solved();
        let mut after = before.clone();
        after.cells.swap(17, 22);
        assert_eq!(ids(&draw_of(&before)), ids(&draw_of(&after)));
    }

    #[test]
    fn a_board_looks_as_before() {
        let mut board = Scene::default();
        let tile = Tile::new(Suit::Suns, Rank::Three);
        board.cells[8] = Some(Piece { tile, coin: Rank::Five, coin_id: 7 });
        let drawn = draw_of(&board);
        let (_, after_defs) = drawn.split_once("<g class=\"tray\">").unwrap();
        insta::assert_snapshot!(after_defs.replace("><", ">\n<"));
    }

    fn draw_of(board: &Scene) -> String {
        let drawn = scene(board);
        assert!(drawn.len() < 40_000, "{} bytes", drawn.len());
        drawn
    }
}
