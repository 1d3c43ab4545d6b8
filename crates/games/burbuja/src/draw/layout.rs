//! Where things lie in the picture, and the names by which they are picked.

use crate::action::{Action, Source};
use crate::board::Cell;
use crate::chances::Chances;
use bagatelle_core::present::svg::steady;
use bagatelle_core::present::{Value, rounded, written};
use bagatelle_piecepack::{Lettering, Suit, Tile};
use std::cell::OnceCell;

/// The width of the picture.
pub(super) const WIDTH: f32 = 1000.0;
/// The side of the cloth.
pub(super) const CLOTH: f32 = 960.0;
/// How far the cloth is from the edge.
pub(super) const INSET: f32 = 20.0;
/// Where the rail with the coins begins.
pub(super) const RAIL: f32 = 1008.0;
/// The height of the rail: what lies on it, and a margin.
pub(super) const RAIL_HEIGHT: f32 = 316.0;
/// The height of the picture.
pub(super) const HEIGHT: f32 = RAIL + RAIL_HEIGHT + 20.0;
/// The distance from one suit's column to the next.
pub(super) const COLUMN: f32 = 232.0;
/// The size of the coins that can be picked.
pub(super) const COIN: f32 = 2.2;
/// The size of the coins that were used.
pub(super) const SMALL_COIN: f32 = 0.92;

/// Where the stack is, from the middle of the column.
pub(super) const STACK_X: f32 = -55.0;
/// Where the front coin is, from the middle of the column.
pub(super) const FRONT_X: f32 = 55.0;
/// Where both are, from the top of the rail: the highest stack has a margin, too.
pub(super) const COIN_Y: f32 = 98.0;
/// Where what is known of a stack is shown, from the top of the rail: between the stack and the used coins.
pub(super) const KNOWN_Y: f32 = 172.0;
/// Where the middle of the used coins and the chances is, from the top of the rail.
pub(super) const USED_Y: f32 = 239.0;
/// The distance from one used coin to the next, both ways.
const USED_PITCH: f32 = 50.0;

/// The name by which an action is picked.
#[must_use]
pub fn action_name(action: Action) -> String {
    match action {
        Action::Pick(suit, source) => pick_name(suit, source),
        Action::Move(cell) => cell_name(cell),
        Action::Reject => "reject".into(),
    }
}

/// The name by which a pick is picked.
#[must_use]
pub fn pick_name(suit: Suit, source: Source) -> String {
    let kind = match source {
        Source::Front => "front-",
        Source::Top => "top-",
    };
    written((kind, suit.letter()))
}

/// The name by which a cell is picked.
#[must_use]
pub fn cell_name(cell: Cell) -> String {
    format!("cell-{cell}")
}

/// The cell that is picked by a name, if it is the name of a cell.
#[must_use]
pub fn cell_of(name: &str) -> Option<Cell> {
    let cell = name.strip_prefix("cell-")?;
    match format!("move:{cell}").parse() {
        Ok(Action::Move(cell)) => Some(cell),
        _ => None,
    }
}

/// The id of a tile.
#[must_use]
pub fn tile_id(tile: Tile) -> String {
    written(id("tile", tile))
}

/// The id of a coin whose value is known.
#[must_use]
pub fn coin_id(coin: Tile) -> String {
    written(id("coin", coin))
}

/// The id of a tile or coin.
pub(super) fn id(kind: &'static str, tile: Tile) -> impl Value {
    (kind, '-', tile.suit.letter(), tile.rank.letter(Lettering::Capital))
}

/// The number, rounded to tenths.
pub(super) fn tenths(at: f32) -> f32 {
    (at * 10.0).round() / 10.0
}

/// How the cells of the grid lie on the cloth.
pub(super) struct Window {
    /// The side of a cell.
    pub(super) pitch: f32,
    /// The middle of what is shown, in cells.
    middle: (f32, f32),
    /// The cell at the top left of all tiles.
    corner: (i8, i8),
    scale: OnceCell<String>,
}

impl Window {
    /// The window on tiles in these cells, with a cell round them. It rests until they leave no room in it.
    pub(super) fn of(cells: &[Cell]) -> Window {
        let span = |at: fn(&Cell) -> i8| {
            let least = cells.iter().map(at).min().unwrap_or(0);
            let most = cells.iter().map(at).max().unwrap_or(0);
            (least, most)
        };
        let (columns, rows) = (span(|cell| cell.x), span(|cell| cell.y));
        let corner = (columns.0, rows.1);
        let mut half = 4;
        let middle = loop {
            let across = |(least, most)| steady(i32::from(least) - 1, i32::from(most) + 1, half, 2);
            if let Some(middle) = across(columns).zip(across(rows)) {
                break middle;
            }
            half += 1;
        };
        Window {
            pitch: CLOTH / (2 * half + 1) as f32,
            middle: (middle.0 as f32, middle.1 as f32),
            corner,
            scale: OnceCell::new(),
        }
    }

    /// Where a point of the grid is in the picture.
    pub(super) fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let centre = INSET + CLOTH / 2.0;
        (centre + (x - self.middle.0) * self.pitch, centre - (y - self.middle.1) * self.pitch)
    }

    /// Where the middle of a cell is in the picture.
    pub(super) fn place(&self, cell: Cell) -> (f32, f32) {
        let (x, y) = self.at(cell.x.into(), cell.y.into());
        (tenths(x), tenths(y))
    }

    /// The row and the column of a cell, counted from the top left of all tiles.
    pub(super) fn row_and_column(&self, cell: Cell) -> (u8, u8) {
        (self.corner.1.abs_diff(cell.y) + 1, cell.x.abs_diff(self.corner.0) + 1)
    }

    /// The scale of a tile.
    pub(super) fn scale(&self) -> &str {
        self.scale.get_or_init(|| written(("scale(", rounded(f64::from(self.pitch / 102.0), 3), ")")))
    }
}

/// Where the coin of a suit's `n`th move lies: to the right of its own chances, or in the middle of the
/// column.
pub(super) fn used_at(chances: Chances, suit: Suit, n: usize) -> (f32, f32) {
    let middle = match chances {
        Chances::Each(_) => column(suit) + 34.0,
        Chances::Shared(_) => column(suit),
    };
    let x = middle + USED_PITCH * ((n % 3) as f32 - 1.0);
    let y = RAIL + USED_Y + USED_PITCH * ((n / 3) as f32 - 0.5);
    (tenths(x), tenths(y))
}

/// The middle of a suit's column.
pub(super) fn column(suit: Suit) -> f32 {
    WIDTH / 2.0 + COLUMN * (suit.index() as f32 - 1.5)
}
