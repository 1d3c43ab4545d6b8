//! What a player does: take some stones.

/// The most stones that can be taken at once.
pub const MOST: u8 = 3;

/// Takes stones from the heap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// How many stones, 1 to [`MOST`].
    pub stones: u8,
}
