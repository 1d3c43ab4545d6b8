//! The picture of a position: a shallow wooden tray with 25 wells, 24 tiles and 24 coins.
//!
//! Pure drawing. It gets the places of all pieces and knows nothing about moves. It does know where each tile
//! belongs, because the tray's frame says so: a suit for each of the first four rows, a rank for each column.
//!
//! Ids: `cell-0` to `cell-24` are the wells, row by row; `tile-S3` is a tile (nulls `tile-S0`, aces
//! `tile-SA`); `coin-7` is a coin. What can be picked has a `data-pick` with its id. The coins let the
//! pointer through to the tile below. The order of tiles and coins does not depend on the position, so an
//! update of the page only has to change their `transform`.

mod ground;
mod layout;
mod pieces;

pub(crate) use pieces::coin_art;
pub use pieces::{COINS, Loaded, TILES, coin_to, tile_id, tile_to};

use crate::state::State;
use bagatelle_core::present::{Fixed, Picture, Piece, written};
use bagatelle_piecepack::draw::defs;
pub(crate) use layout::place;
use layout::{HEIGHT, WIDTH};
use maud::Render;

/// What lies in the 25 wells, row by row from the top left. The empty one is the hole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tray {
    /// The wells; the index is 5 * row + column.
    pub cells: [Option<Loaded>; 25],
}

/// Draws a position as a complete SVG document.
#[must_use]
pub fn picture(state: &State, fixed: Fixed) -> String {
    Tray::of(state).drawn(true, fixed)
}

/// The same as a figure in which nothing can be picked.
#[must_use]
pub fn figure(state: &State) -> String {
    Tray::of(state).drawn(false, Fixed::Drawn)
}

impl Tray {
    fn of(state: &State) -> Tray {
        let cells = std::array::from_fn(|cell| {
            let (tile, coin) = state.tile(cell).zip(state.shown(cell))?;
            Some(Loaded { tile, coin, coin_id: state.coin(cell)?.index() })
        });
        Tray { cells }
    }

    /// Draws the tray as a complete SVG document.
    #[must_use]
    pub fn draw(&self) -> String {
        self.drawn(true, Fixed::Drawn)
    }

    /// Draws the tray; its pieces can be picked if `picks`.
    fn drawn(&self, picks: bool, fixed: Fixed) -> String {
        let mut tiles: Vec<(usize, Loaded)> =
            self.cells.iter().enumerate().filter_map(|(cell, loaded)| Some((cell, (*loaded)?))).collect();
        tiles.sort_by_key(|(_, loaded)| loaded.tile);
        let mut coins = tiles.clone();
        let home = tiles.len() == 24 && tiles.iter().all(|(cell, loaded)| loaded.is_home(*cell));
        coins.sort_by_key(|(_, loaded)| loaded.coin_id);
        Picture::new(0, 0, WIDTH, HEIGHT).label(self.label()).draw_with(|out| {
            fixed.part("shapes", defs().0).render_to(out);
            fixed.part("tray", ground::tray().0).render_to(out);
            self.cells
                .iter()
                .enumerate()
                .for_each(|(cell, loaded)| ground::well(cell, loaded.is_none() && picks).render_to(out));
            // A row after another clicks home once all are.
            let staged = |piece: Piece, cell| if home { piece.moment(("home ", cell / 5)) } else { piece };
            tiles.into_iter().for_each(|(cell, loaded)| {
                staged(pieces::tile(cell, loaded, picks), cell).render_to(out);
            });
            coins
                .into_iter()
                .for_each(|(cell, loaded)| staged(pieces::coin(cell, loaded), cell).render_to(out));
        })
    }

    /// What the picture shows, in a few words.
    fn label(&self) -> String {
        let mut holes = (0..25).filter(|&cell| self.cells[cell].is_none());
        match (holes.next(), holes.next()) {
            (Some(hole), None) => written(("Brain Burn board, hole in ", place(hole))),
            _ => "Brain Burn board, five rows of five".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::layout::home;
    use super::*;
    use crate::state::Coin;
    use bagatelle_piecepack::{Rank, Suit, Tile};

    fn of(rank: Rank) -> Coin {
        Coin { rank, suit: None }
    }

    /// The solved position with the hole in the middle of the last row.
    fn solved() -> Tray {
        let mut nulls = Suit::ALL.into_iter();
        let mut tray = Tray::default();
        for cell in (0..25).filter(|&cell| cell != 22) {
            let tile = match home(cell) {
                Some((suit, rank)) => Tile::new(suit, rank),
                None => Tile::new(nulls.next().unwrap(), Rank::Null),
            };
            tray.cells[cell] = Some(Loaded { tile, coin: of(tile.rank), coin_id: tile.index() });
        }
        tray
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
        board.cells[0] = Some(Loaded { tile: one.tile, ..two });
        board.cells[1] = Some(Loaded { tile: two.tile, ..one });
        let drawn = draw_of(&board);
        assert_eq!(drawn.matches("mark-tiles").count(), 0);
        assert_eq!(drawn.matches("mark-coins").count(), 2);
    }

    #[test]
    fn only_empty_wells_and_tiles_can_be_picked() {
        let drawn = draw_of(&solved());
        assert_eq!(drawn.matches("data-pick=").count(), 25);
        assert!(drawn.contains("data-pick=\"cell-22\"") && drawn.contains("data-pick=\"tile-S0\""));
        assert_eq!(draw_of(&Tray::default()).matches("data-pick=\"cell-").count(), 25);
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
        let mut board = Tray::default();
        let tile = Tile::new(Suit::Suns, Rank::Three);
        board.cells[8] = Some(Loaded { tile, coin: of(Rank::Five), coin_id: 7 });
        let drawn = draw_of(&board);
        let (_, after_defs) = drawn.split_once("<g class=\"tray\">").unwrap();
        insta::assert_snapshot!(after_defs.replace("><", ">\n<"));
    }

    fn draw_of(board: &Tray) -> String {
        let drawn = board.draw();
        assert!(drawn.len() < 40_000, "{} bytes", drawn.len());
        drawn
    }
}
