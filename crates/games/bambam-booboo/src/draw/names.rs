//! The names of what can be picked, and the words of its labels.

use crate::state::State;
use crate::state::heap::{Slots, each_slot, owner};
use crate::tile::{TILES, Tile};

/// The name by which a tile is picked, and its id.
#[must_use]
pub fn tile_name(slot: usize) -> String {
    let mut name = String::with_capacity(12);
    let number = slot % TILES as usize;
    name.extend([
        "tile-",
        itoa::Buffer::new().format(owner(slot).0),
        "-",
        itoa::Buffer::new().format(number),
    ]);
    name
}

/// The name by which a place is picked.
#[must_use]
pub fn target_name(to: Tile) -> String {
    let mut name = String::with_capacity(12);
    name.push_str("to-");
    to.write_to(&mut name);
    name
}

/// The tile or the place that a name stands for, as [`tile_name`] and [`target_name`] write it.
#[must_use]
pub fn named(name: &str) -> Option<Named> {
    if let Some(place) = name.strip_prefix("to-") {
        return place.parse().ok().map(Named::Target);
    }
    let (seat, n) = name.strip_prefix("tile-")?.split_once('-')?;
    let (seat, n) = (seat.parse::<usize>().ok()?, n.parse::<usize>().ok()?);
    let tiles = TILES as usize;
    (seat < 2 && n < tiles).then_some(Named::Slot(seat * tiles + n))
}

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Named {
    /// A tile.
    Slot(usize),
    /// A place.
    Target(Tile),
}

/// The name by which a group that may stay is picked. It is made from the tiles of the group that did not
/// move.
#[must_use]
pub fn group_name(group: Slots) -> String {
    format!("keep-{group:x}")
}

/// The tiles that stay after a slide with a choice, the moved one left out.
#[must_use]
pub fn kept(position: &State, slot: usize, to: Tile, keep: Tile) -> Slots {
    let place = |s: usize| if s == slot { to } else { position.heap().tile(s) };
    let named = |group: &Slots| each_slot(*group).map(place).min() == Some(keep);
    position.largest_after(slot, to).into_iter().find(named).unwrap_or(0) & !(1 << slot)
}
