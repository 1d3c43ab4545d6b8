//! The path that a slid tile took, with the points at which it turned.

use crate::options::Reconnect;
use crate::state::State;
use crate::state::heap::{Heap, each_slot};
use crate::tile::{DIRECTIONS, Tile, Way};

/// A moment of a slide: the tile's way and the middle of the tile, in half cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Twice the middle's column.
    pub x: i32,
    /// Twice the middle's row.
    pub y: i32,
}

impl Moment {
    /// A tile at rest.
    #[must_use]
    pub fn at(tile: Tile) -> Moment {
        let (w, h) = if tile.way == Way::H { (2, 1) } else { (1, 2) };
        Moment { x: 2 * tile.x + w, y: 2 * tile.y + h }
    }
}

/// The turning points between `from` and the place where the tile that was moved last rests now: none for a
/// straight slide, else the moment at which it came loose, and the moment at which it was set down again (in
/// the same place if one point serves both).
#[must_use]
pub fn route(position: &State, from: Tile, reconnect: Reconnect) -> Vec<Moment> {
    let Some(slot) = position.moved() else { return Vec::new() };
    let to = position.heap().tile(slot);
    let mut others = position.heap().clone();
    each_slot(position.gone()).for_each(|gone| others.put(gone, position.heap().tile(gone)));
    others.take(1 << slot);
    if straight(&others, from, to) {
        return Vec::new();
    }
    let out =
        DIRECTIONS.iter().filter_map(|&d| loose_moment(&others, from, d)).min_by_key(|(_, steps)| *steps);
    let far = |tile: Tile, d| reconnect == Reconnect::Area || clear_way(&others, tile, d);
    let ways = DIRECTIONS.iter().filter(|&&d| far(to, d)).chain(&DIRECTIONS);
    let back = ways.filter_map(|&d| loose_moment(&others, to, d)).min_by_key(|(_, steps)| *steps);
    let mut points: Vec<Moment> = [out, back].into_iter().flatten().map(|(moment, _)| moment).collect();
    points.dedup();
    points
}

fn free(others: &Heap, tile: Tile) -> bool {
    !others.tiles().any(|(_, t)| t.overlaps(tile))
}

/// Whether one straight slide leads from one place to the other.
fn straight(others: &Heap, from: Tile, to: Tile) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (sx, sy) = (dx.signum(), dy.signum());
    from.way == to.way
        && (dx == 0 || dy == 0)
        && (1..=dx.abs().max(dy.abs())).all(|k| free(others, from.shifted(sx * k, sy * k)))
}

/// Whether a slide in this direction leads beyond all tiles.
fn clear_way(others: &Heap, tile: Tile, (dx, dy): (i32, i32)) -> bool {
    (1..=reach(others, tile)).all(|k| free(others, tile.shifted(dx * k, dy * k)))
}

/// More steps than lead from a tile beyond all others.
fn reach(others: &Heap, tile: Tile) -> i32 {
    let (x0, y0, x1, y1) = others.bounds().unwrap_or((tile.x, tile.y, tile.x, tile.y));
    (x1 - x0).max(y1 - y0) + 4
}

/// The first moment without side contact of a slide in one direction, and how many half steps lead there.
fn loose_moment(others: &Heap, tile: Tile, (dx, dy): (i32, i32)) -> Option<(Moment, i32)> {
    let flank_free = |t: Tile| {
        let sides = [t.shifted(dy, dx), t.shifted(-dy, -dx)];
        // Across its length a tile's flanks are its ends, one cell farther on one side.
        sides
            .iter()
            .flat_map(|s| s.cells())
            .all(|cell| t.cells().contains(&cell) || !others.tiles().any(|(_, o)| o.cells().contains(&cell)))
    };
    let start = Moment::at(tile);
    for k in 0..reach(others, tile) {
        let (here, next) = (tile.shifted(dx * k, dy * k), tile.shifted(dx * (k + 1), dy * (k + 1)));
        if !free(others, next) {
            return None;
        }
        let half = |steps: i32| (Moment { x: start.x + dx * steps, y: start.y + dy * steps }, steps);
        if flank_free(here) && flank_free(next) {
            return Some(half(2 * k + 1));
        }
        if others.neighbours(next) == 0 {
            return Some(half(2 * k + 2));
        }
    }
    None
}
