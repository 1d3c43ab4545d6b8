//! How a position is laid by hand: each tile at its left or lower cell, and whose turn it is.

use crate::draw::bamboo;
use crate::notation::with_owner;
use crate::options::{Crafted, Setup};
use crate::rules::BambamBooboo;
use crate::state::State;
use crate::state::heap::owner;
use crate::tile::{Tile, Way};
use bagatelle_core::laid::{Group, Laid, LaidOut, Piece, Place, Spot};
use bagatelle_core::{Game, Seat};
use maud::{Markup, html};

/// The rows and columns of the part of the table on which tiles can be laid.
const SIDE: i32 = 24;
/// The group of the tiles.
const TABLE: usize = 0;
/// Whose turn it is; that of the first player if nothing is said.
const TURN: Place = Place { group: 1, spot: 0 };
/// How much larger than a cell of a picture a place is.
const SCALE: f32 = 2.5;
/// How much larger a tile is drawn by itself than in a picture.
const ALONE: f32 = 1.15;

/// The tiles that look different: owner and way.
fn kinds() -> impl Iterator<Item = (Seat, Way)> {
    Seat::all(2).flat_map(|seat| Way::BOTH.map(|way| (seat, way)))
}

/// The place at a cell, whose rows are counted from below.
fn place(x: i32, y: i32) -> Option<Place> {
    let on_table = (0..SIDE).contains(&x) && (0..SIDE).contains(&y);
    on_table.then(|| Place { group: TABLE, spot: ((SIDE - 1 - y) * SIDE + x) as usize })
}

/// The tile with its smaller cell at a place.
fn tile_at(spot: usize, way: Way) -> Tile {
    Tile::new(spot as i32 % SIDE, SIDE - 1 - spot as i32 / SIDE, way)
}

fn colour(seat: Seat) -> &'static str {
    if seat.0 == 0 { "light" } else { "dark" }
}

fn picture(seat: Seat, way: Way) -> Markup {
    html! { g transform={ "scale(" (ALONE) ")" } { use href=(bamboo::href(seat, way)) {} } }
}

/// The tiles that lie.
fn tiles(laid: &Laid) -> impl Iterator<Item = (Tile, Seat)> + '_ {
    let tile = |at: Place| {
        let (seat, way) = kinds().nth(laid.piece(at)?)?;
        Some((tile_at(at.spot, way), seat))
    };
    laid.places().filter(|at| at.group == TABLE).filter_map(tile)
}

impl LaidOut for BambamBooboo {
    const OPEN: &'static str = "Tap the left cell of a horizontal tile or the lower cell of a vertical one. \
        Tiles that aren’t on the table are in hand.";
    const FILLS: bool = false;
    const WINDOW: Option<i32> = Some(8);

    fn groups(&self) -> Vec<Group> {
        let tile = |(seat, way): (Seat, Way)| Piece {
            id: format!("{}{}", if seat.0 == 0 { 'l' } else { 'd' }, if way == Way::H { 'h' } else { 'v' }),
            name: format!("{} {} tile", colour(seat), way.word()),
            count: self.options().tiles.into(),
            art: picture(seat, way),
            seat: match way {
                Way::H => (50.0, 0.0, SCALE / ALONE),
                Way::V => (0.0, -50.0, SCALE / ALONE),
            },
        };
        let spot = |n: i32| Spot {
            name: format!("row {}, column {}", n / SIDE + 1, n % SIDE + 1),
            column: n % SIDE,
            row: n / SIDE,
            optional: true,
            ghost: None,
        };
        let table = Group {
            name: "Tiles".into(),
            sheet: "Tiles",
            pieces: kinds().map(tile).collect(),
            spots: (0..SIDE * SIDE).map(spot).collect(),
            under: None,
            ways: Way::BOTH.len(),
            ground: None,
        };
        let player = |seat: Seat| Piece {
            id: if seat.0 == 0 { "l" } else { "d" }.into(),
            name: colour(seat).to_owned(),
            count: 1,
            art: picture(seat, Way::H),
            seat: Piece::CENTRED,
        };
        let spot = Spot { name: "who moves next".into(), column: 0, row: 0, optional: true, ghost: None };
        let turn = Group {
            name: "Turn".into(),
            sheet: "Turn",
            pieces: Seat::all(2).map(player).collect(),
            spots: vec![spot],
            under: None,
            ways: 1,
            ground: None,
        };
        vec![table, turn]
    }

    fn shapes(&self) -> Markup {
        bamboo::defs()
    }

    /// The second cell of a tile is closed.
    fn is_closed(&self, laid: &Laid, at: Place) -> bool {
        let reaches = |dx: i32, dy: i32, way: Way| {
            let Tile { x, y, .. } = tile_at(at.spot, way);
            let piece = place(x - dx, y - dy).and_then(|at| laid.piece(at));
            piece.and_then(|piece| kinds().nth(piece)).is_some_and(|(_, lies)| lies == way)
        };
        at.group == TABLE && (reaches(1, 0, Way::H) || reaches(0, 1, Way::V))
    }

    fn set_up(&self, _groups: &[Group], laid: &Laid) -> Result<Setup, String> {
        let cells: Vec<(i32, i32)> = tiles(laid).flat_map(|(tile, _)| tile.cells()).collect();
        if cells.iter().any(|&(x, y)| place(x, y).is_none()) {
            return Err("A tile lies beyond the edge of this table: lay all tiles further in.".into());
        }
        if let Some(&(x, y)) =
            cells.iter().enumerate().find_map(|(n, cell)| cells[..n].contains(cell).then_some(cell))
        {
            return Err(format!("Two tiles overlap in row {}, column {}.", SIDE - y, x + 1));
        }
        let to_act = laid.piece(TURN).unwrap_or_default() as u8;
        let tiles = tiles(laid).map(|(tile, seat)| {
            // The middle of the table is the origin.
            with_owner(tile.shifted(-SIDE / 2, -SIDE / 2), seat)
        });
        Ok(Setup(Some(Crafted { tiles: tiles.collect(), hands: None, to_act })))
    }

    fn lies(&self, groups: &[Group], view: &State) -> Option<Laid> {
        let mut laid = Laid::nothing(groups);
        if let Some((x0, y0, x1, y1)) = view.heap().bounds() {
            let shift = |low: i32, high: i32| (SIDE - 1 - high - low).div_euclid(2);
            for (slot, tile) in view.heap().tiles() {
                let [(x, y), far] = tile.shifted(shift(x0, x1), shift(y0, y1)).cells();
                place(far.0, far.1)?;
                let kind = kinds().position(|kind| kind == (owner(slot), tile.way));
                laid.put(place(x, y)?, kind);
            }
        }
        laid.put(TURN, Some(view.to_act().index()));
        Some(laid)
    }
}
