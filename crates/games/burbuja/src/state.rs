//! A position: what lies open, and the piles of coins with their order.

use crate::action::Source;
use crate::board::Cell;
use crate::chances::Chances;
use crate::coins::{Discards, Pile};
use bagatelle_piecepack::{BySuit, Rank, Suit, Tile};

/// How far the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// It goes on.
    Playing,
    /// The ring is complete.
    Won,
    /// No coin is left and there is no ring.
    Spent,
    /// The tile of the coin in hand has nowhere to go and there is no chance to take another coin; or no coin
    /// may be taken.
    Stranded,
}

/// The part of a position that is visible to all, without the piles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Open {
    /// Where each tile lies, by [`Tile::index`].
    pub cells: [Cell; Tile::COUNT],
    /// The second chances that are left.
    pub chances: Chances,
    /// The coin that was picked and not yet used or rejected.
    pub hand: Option<Tile>,
    /// The suit in which the next coin must be picked, after a rejection. Where one rejection a turn is
    /// allowed, it stays until the tile has moved.
    pub confined: Option<Suit>,
    /// The coins used so far.
    pub discards: Discards,
    /// How far the game is.
    pub status: Status,
}

impl Open {
    /// The tile that lies on a cell.
    #[must_use]
    pub fn tile_at(&self, cell: Cell) -> Option<Tile> {
        self.cells.iter().position(|&it| it == cell).and_then(Tile::from_index)
    }

    /// Where `tile` lies.
    #[inline]
    #[must_use]
    pub fn cell(&self, tile: Tile) -> Cell {
        self.cells[tile.index()]
    }
}

/// A position, with the order of the unseen coins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// What is visible to all.
    pub open: Open,
    /// Each suit's coins.
    pub piles: BySuit<Pile>,
}

impl State {
    /// The coin that a pick would take.
    #[inline]
    #[must_use]
    pub fn coin(&self, suit: Suit, source: Source) -> Option<Rank> {
        match source {
            Source::Front => self.piles[suit].front,
            Source::Top => self.piles[suit].stack.top(),
        }
    }
}
