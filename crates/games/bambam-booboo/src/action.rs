//! What a player does: place a tile, slide a tile, or pass.

use crate::tile::Tile;

/// What a seat does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Place a tile from the hand.
    Place(Tile),
    /// Slide an own tile.
    Slide {
        /// Where it lies.
        from: Tile,
        /// Where it comes to rest.
        to: Tile,
        /// The smallest tile of the group that stays, given exactly if the largest groups tie.
        keep: Option<Tile>,
    },
    /// Do nothing, where nothing else can be done.
    Pass,
}
