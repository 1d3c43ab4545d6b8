//! The game as numbers, for programs that learn.

use crate::action::{Action, CELLS, Direction};
use crate::rules::BrainBurn;
use crate::state::State;
use bagatelle_core::Viewer;
use bagatelle_core::encoding::{Encoded, Floats, Part};
use bagatelle_piecepack::{Rank, Tile};

/// No swap, or one on each side.
const SWAPS: u32 = 1 + Direction::ALL.len() as u32;

impl Encoded for BrainBurn {
    const NUMBERING: &'static str = "\
The number of an action is 5 times its slide (0 up, 1 down, 2 left, 3 right), plus 0 without a swap, or 1 to \
4 for a swap with the tile above,
below, to the left or to the right of the one that moved.";
    const PARTS: &'static [Part] = &[
        Part {
            name: "tiles",
            shape: &[CELLS, Tile::COUNT],
            about: "by cell (row by row from the top left) and tile (suit by suit, null to five): 1 where \
                the tile lies",
        },
        Part {
            name: "coins",
            shape: &[CELLS, Rank::ALL.len()],
            about: "by cell and value (null to five): 1 for the value of the coin on the tile there; where \
                suits count, 1 to 4 by its suit (Suns, Moons, Crowns, Arms)",
        },
    ];

    fn numbers(&self) -> u32 {
        Direction::ALL.len() as u32 * SWAPS
    }

    fn number(&self, _state: &State, actions: &[Action], out: &mut Vec<u32>) {
        out.clear();
        let swap = |action: &Action| action.swap.map_or(0, |side| side as u32 + 1);
        out.extend(actions.iter().map(|action| action.slide as u32 * SWAPS + swap(action)));
    }

    fn encode(&self, view: &State, _viewer: Viewer, out: &mut Floats<'_>) {
        let tiles = out.part("tiles");
        let coins = out.part("coins");
        for cell in 0..CELLS {
            if let Some((tile, coin)) = view.tile(cell).zip(view.shown(cell)) {
                tiles[cell * Tile::COUNT + tile.index()] = 1.0;
                let suit = coin.suit.map_or(0, |suit| suit.index() as u8);
                coins[cell * Rank::ALL.len() + coin.rank.index()] = f32::from(1 + suit);
            }
        }
    }
}
