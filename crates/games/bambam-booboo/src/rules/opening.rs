//! The first position: what a set-up describes, checked.

use crate::notation;
use crate::options::{Crafted, FARTHEST, Options, Setup, SetupError};
use crate::state::State;
use crate::state::heap::{Heap, Slots, owner, slots_of};
use crate::tile::{TILES, Tile};
use bagatelle_core::Seat;

/// The first position of a set-up.
pub(super) fn open(setup: &Setup, options: &Options) -> Result<State, SetupError> {
    let bare = Crafted { hands: Some([options.tiles; 2]), ..Crafted::default() };
    let crafted = setup.0.as_ref().unwrap_or(&bare);
    if crafted.to_act > 1 {
        return Err(SetupError::NoSeat(crafted.to_act));
    }
    let mut laid: [Vec<Tile>; 2] = Default::default();
    for text in &crafted.tiles {
        let (tile, seat) = notation::read_with_owner(text)
            .ok_or_else(|| SetupError::Unreadable(text.chars().take(40).collect()))?;
        if tile.x.abs() > FARTHEST || tile.y.abs() > FARTHEST {
            return Err(SetupError::TooFar(text.clone()));
        }
        if laid.iter().flatten().any(|t| t.overlaps(tile)) {
            return Err(SetupError::Overlap(text.clone()));
        }
        laid[seat.index()].push(tile);
        count(seat, laid[seat.index()].len() as u32)?;
    }
    let rest = [0, 1].map(|k: usize| options.tiles.saturating_sub(laid[k].len() as u8));
    let hands = crafted.hands.unwrap_or(rest);
    let mut heap = Heap::default();
    let mut stock: Slots = 0;
    for seat in Seat::all(2) {
        let first = TILES as usize * seat.index();
        let tiles = laid[seat.index()].len() as u32 + u32::from(hands[seat.index()]);
        count(seat, tiles)?;
        stock |= slots_of(seat) & (((1 << tiles) - 1) << first);
        laid[seat.index()].iter().enumerate().for_each(|(n, &tile)| heap.put(first + n, tile));
    }
    if stock == 0 {
        return Err(SetupError::NoTiles);
    }
    if heap.groups(heap.on()).count() > 1 {
        return Err(SetupError::Scattered);
    }
    if let Some((slot, _)) = heap.tiles().find(|&(slot, _)| heap.form_with(slot).is_some()) {
        return Err(SetupError::Won(owner(slot).0));
    }
    Ok(State::new(heap, stock, Seat(crafted.to_act)))
}

fn count(seat: Seat, tiles: u32) -> Result<(), SetupError> {
    if tiles > TILES { Err(SetupError::TooMany { seat: seat.0, tiles }) } else { Ok(()) }
}
