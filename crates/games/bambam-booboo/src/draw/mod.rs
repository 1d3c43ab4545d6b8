//! The picture: bamboo tiles on a bare table, both hands laid out beside them. A picture that stands alone
//! has a piece of felt under it.
//!
//! One cell is `CELL` units. Drawing coordinates are those of the lattice (y turned down), so that a tile
//! that rests keeps its place however the heap grows; only the `viewBox` follows the heap, seldom. The parts:
//!
//! - `tile-S-N`: tile N of seat S, always there, in the heap or in a hand; the one moved last carries
//!   the points of its path.
//! - `to-PLACE`: a ghost for each place where some tile may go now. A ghost has a small mark and a hit area
//!   of one cell around its middle, so that ghosts of one orientation never overlap; its shape shows the
//!   whole tile. Lying and standing ghosts do overlap, so each has a face, and the page shows one face at a
//!   time.
//! - `felt-S`: the mat for the hand of seat S; it says how many tiles are in it.
//! - the probes, one for each way: the tile that is on its way, for the page to hold over a place.
//! - `keep-...`: a rope around a group that may be chosen to stay.

pub(crate) mod bamboo;
mod ground;
pub(crate) mod layout;
mod names;
mod parts;
mod pieces;
mod rope;
mod route;
mod won;

pub(crate) use won::won;

pub(crate) use pieces::placing;

pub use names::{Named, group_name, kept, named, target_name, tile_name};

use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::state::heap::Slots;
use crate::state::{End, State};
use crate::tile::{Tile, Way};
use crate::words::bamboo_of;
use bagatelle_core::present::{Picture, Scene};
use bagatelle_core::{Game, Seat};
use layout::Frame;
use maud::html;
use route::{Moment, route};
use std::collections::BTreeSet;

/// The whole drawing.
pub(crate) fn picture(game: &BambamBooboo, scene: &Scene<'_, BambamBooboo>) -> String {
    let state = scene.view;
    let frame = Frame::around(state, scene.near, scene.alone);
    let (targets, groups) = (targets(scene.legal), groups(state, scene.legal));
    let moved = state.moved().filter(|slot| state.heap().on() & 1 << slot != 0);
    let via: Vec<Moment> = match scene.last.map(|seen| seen.action) {
        Some(Action::Slide { from, .. }) => route(state, from, game.options().reconnect),
        _ => Vec::new(),
    };
    let picture = Picture::new(frame.left, frame.top, frame.width, frame.height);
    let picture = picture.label(label(state)).zooms(frame.lattice, layout::CELL);
    Picture::ended(html! {
        (picture)
        (scene.fixed.part("shapes", &parts::defs().0))
        @if scene.alone { (ground::felt(frame.left, frame.top, frame.width, frame.height)) }
        @for seat in Seat::all(2) { (pieces::hand(state, &frame, seat)) }
        @for (slot, _) in state.heap().tiles() {
            (pieces::lying_tile(state, slot, if moved == Some(slot) { &via } else { &[] }))
        }
        @if let (None, Some(slot)) = (state.end(), moved) { (pieces::last_mark(state.heap().tile(slot))) }
        @if let Some(End::Won(seat, form)) = state.end() { (pieces::winning_form(state.heap(), seat, form)) }
        @for &tile in &targets { (pieces::ghost(state, tile)) }
        @for &group in &groups { (rope::rope(state, group)) }
        @if !targets.is_empty() { @for way in Way::BOTH { (pieces::probe(state.to_act(), way)) } }
    })
}

/// The places where some tile may go.
fn targets(legal: &[Action]) -> Vec<Tile> {
    let target = |action: &Action| match *action {
        Action::Place(to) | Action::Slide { to, .. } => Some(to),
        Action::Pass => None,
    };
    let mut targets: Vec<Tile> = legal.iter().filter_map(target).collect();
    // Many tiles go to the same few places: a number each is sorted fastest.
    let number = |to: &Tile| (i64::from(to.x) << 34) + (i64::from(to.y) << 1) + to.way as i64;
    targets.sort_unstable_by_key(number);
    targets.dedup();
    targets
}

/// The groups that may be chosen to stay, without the tile that moves.
fn groups(state: &State, legal: &[Action]) -> BTreeSet<Slots> {
    let group = |action: &Action| match *action {
        Action::Slide { from, to, keep: Some(keep) } => {
            state.heap().find(from).map(|slot| kept(state, slot, to, keep))
        }
        _ => None,
    };
    legal.iter().filter_map(group).collect()
}

fn label(state: &State) -> String {
    let [light, dark] = state.hands();
    let stage = match state.end() {
        Some(End::Won(seat, _)) => format!("{} bamboo has won", bamboo_of(seat)),
        Some(End::Repeated) => "drawn by repetition".to_owned(),
        None => format!("{} bamboo to act", bamboo_of(state.to_act())),
    };
    let laid = state.heap().tiles().count();
    format!("Bambam Booboo, {stage}; in hand: {light} light, {dark} dark; on the table: {laid}")
}
