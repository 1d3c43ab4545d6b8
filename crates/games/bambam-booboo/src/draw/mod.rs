//! The table as SVG: bamboo tiles on a bare table, both hands laid out above and below it.
//!
//! One cell is [`CELL`] units. Drawing coordinates are table coordinates (y turned down), so that a tile that rests
//! keeps its place however the heap grows; what follows the heap is the `viewBox`. The parts:
//!
//! - `tile-S-N`: tile N of seat S, always there, on the table or in a hand; pickable; the one moved last bears `data-via`.
//! - `to-PLACE`: a ghost for each place where some tile may go now. A ghost has a small mark and a hit area of one cell
//!   around its middle, so that ghosts of one way never overlap; its `shape` shows the whole tile. Lying and standing
//!   ghosts do overlap, so each carries `data-face`, and the page shows one face at a time.
//! - `felt-S`: what the hand of seat S lies on.
//! - the probes, one for each way: the tile that is on its way, for the page to hold over a place (see
//!   [`Playable::draw`](bagatelle_core::playable::Playable::draw)).
//! - `keep-...`: a rope around a group that may be chosen to stay.

use crate::bamboo;
use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::state::{End, State};
use crate::draw::route::{Moment, route};
use crate::state::heap::{Slots, TILES, each_slot, owner};
use crate::tile::{Tile, Way};
use bagatelle_core::playable::Scene;
use bagatelle_core::{Game, Seat};
use maud::{Markup, html};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The width of a cell, in the units of the drawing.
pub const CELL: i32 = 40;

/// The name by which a tile is picked, and its id.
#[must_use]
pub fn tile_name(slot: usize) -> String {
    format!("tile-{}-{}", owner(slot), slot % TILES as usize)
}

/// The name of a target.
#[must_use]
pub fn target_name(to: Tile) -> String {
    format!("to-{to}")
}

/// The tile or the place that a name stands for; the other way round than [`tile_name`] and [`target_name`].
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

/// The name of a group that may stay: those of its tiles that did not move.
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

/// What part of the table is shown: left, top, width, height, in drawing units.
struct Frame {
    /// Whose hand lies below.
    near: Seat,
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

/// The height of a hand, with the air around it.
const HAND: i32 = 3 * CELL;
/// How far apart the tiles of a hand lie; they overlap.
const PITCH: i32 = 27;

impl Frame {
    /// The frame around the heap. It moves in steps of two cells, so that it rests while the heap grows a little, and keeps
    /// its proportions, so that the page around it rests, too.
    fn around(position: &State, near: Seat) -> Frame {
        let (x0, y0, x1, y1) = position.heap().bounds().unwrap_or((0, 0, 1, 0));
        let snap = |low: i32, high: i32, least: i32| {
            let (mut low, mut high) = ((low - 3).div_euclid(2) * 2, (high + 5).div_euclid(2) * 2);
            while high - low < least {
                low -= 1;
                high += 1;
            }
            (low, high)
        };
        let ((left, right), (bottom, top)) = (snap(x0, x1, 16), snap(y0, y1, 8));
        let (wide, high) = ((right - left) * CELL, (top - bottom) * CELL + 2 * HAND);
        // Eight to seven: the least width to the least height.
        let part = (wide / 8).max((high + 6) / 7);
        let (width, height) = (8 * part, 7 * part);
        Frame {
            near,
            left: left * CELL - (width - wide) / 2,
            top: -top * CELL - HAND - (height - high) / 2,
            width,
            height,
        }
    }

    /// Where the `n`th of `of` tiles in a hand stands.
    fn in_hand(&self, seat: Seat, n: usize, of: usize) -> (i32, i32) {
        let x = self.left + self.width / 2 + (2 * n as i32 + 1 - of as i32) * PITCH / 2;
        let y = if seat == self.near { self.top + self.height - HAND / 2 } else { self.top + HAND / 2 };
        (x, y)
    }
}

/// The middle of a tile at rest, in drawing units.
fn middle(tile: Tile) -> (i32, i32) {
    point(Moment::at(tile))
}

fn point(moment: Moment) -> (i32, i32) {
    (moment.x * CELL / 2, -moment.y * CELL / 2)
}

/// A place in words.
fn words(tile: Tile) -> String {
    format!("{} at {}, {}", if tile.way == Way::H { "lying" } else { "standing" }, tile.x, tile.y)
}

/// The kind of bamboo that a seat plays.
#[must_use]
pub fn bamboo_of(seat: Seat) -> &'static str {
    if seat.0 == 0 { "light" } else { "dark" }
}

/// The whole drawing.
pub(crate) fn draw(game: &BambamBooboo, scene: &Scene<'_, BambamBooboo>) -> String {
    let position = scene.view;
    let frame = Frame::around(position, scene.near);
    let targets: BTreeSet<Tile> = scene
        .legal
        .iter()
        .filter_map(|action| match *action {
            Action::Place(to) | Action::Slide { to, .. } => Some(to),
            Action::Pass => None,
        })
        .collect();
    let groups: BTreeSet<Slots> = scene
        .legal
        .iter()
        .filter_map(|action| match *action {
            Action::Slide { from, to, keep: Some(keep) } => {
                position.heap().find(from).map(|slot| kept(position, slot, to, keep))
            }
            _ => None,
        })
        .collect();
    let via = scene.last.and_then(|text| match text.parse() {
        Ok(Action::Slide { from, .. }) => Some(route(position, from, game.options().reconnect)),
        _ => None,
    });
    let moved = position.moved().filter(|slot| position.heap().on() & 1 << slot != 0);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" role="group" aria-label=(label(position))
            viewBox=(format!("{} {} {} {}", frame.left, frame.top, frame.width, frame.height)) {
            (bamboo::defs())
            @for seat in Seat::all(2) { (hand(position, &frame, seat)) }
            @for (slot, tile) in position.heap().tiles() {
                (lying_tile(slot, tile, via.as_deref().filter(|_| moved == Some(slot))))
            }
            @if let (None, Some(slot)) = (position.end(), moved) { (last_mark(position.heap().tile(slot))) }
            @if let Some(End::Won(seat, form)) = position.end() { (winning_form(position, seat, form)) }
            @for &tile in &targets { (ghost(tile)) }
            @for &group in &groups { (rope(position, group)) }
            @if !targets.is_empty() { @for way in Way::BOTH { (probe(position.to_act(), way)) } }
        }
    }
    .into_string()
}

fn label(position: &State) -> String {
    let [a, b] = position.hands();
    let state = match position.end() {
        Some(End::Won(seat, _)) => format!("{} bamboo has won", bamboo_of(seat)),
        Some(End::Repeated) => "drawn by repetition".to_owned(),
        None => format!("{} bamboo to act", bamboo_of(position.to_act())),
    };
    format!(
        "Bambam Booboo, {state}; in hand: {a} light, {b} dark; on the table: {}",
        position.heap().tiles().count()
    )
}

/// A hand: a strip of felt, and the tiles side by side, each half over the one before.
fn hand(position: &State, frame: &Frame, seat: Seat) -> Markup {
    let hand = position.hand(seat);
    let of = hand.count_ones() as usize;
    let (_, y) = frame.in_hand(seat, 0, 1);
    let half = 10 * PITCH + CELL;
    html! {
        @let active = position.end().is_none() && position.to_act() == seat;
        g id=(format!("felt-{}", seat.0)) class="aside" transform=(format!("translate({} {y})", frame.left + frame.width / 2)) {
            rect x=(-half) y="-52" width=(2 * half) height="104" rx="16"
                fill="#7d8a6f" fill-opacity=".14" {}
            @if active {
                // Whose turn it is: a brighter felt, and a notch on the side of the hand that looks at the table.
                @let (edge, tip) = if seat == frame.near { (-52, -64) } else { (52, 64) };
                g class="acts" fill="#7d8a6f" {
                    rect x=(-half) y="-52" width=(2 * half) height="104" rx="16" fill-opacity=".19" {}
                    path d=(format!("M-16 {edge}L0 {tip}L16 {edge}Z")) fill-opacity=".6" {}
                }
            }
        }
        @for (n, slot) in each_slot(hand).enumerate() {
            @let (x, y) = frame.in_hand(seat, n, of);
            g id=(tile_name(slot)) class="aside" transform=(format!("translate({x} {y})")) role="img"
                aria-label=(format!("{} tile in hand", bamboo_of(seat))) {
                // The shadow on the tile before, so that they can be counted.
                @if n > 0 { path d="M-19 -33V35" stroke="#1a0f06" stroke-opacity=".45" stroke-width="3" {} }
                use href=(bamboo::href(seat, Way::V)) {}
            }
        }
    }
}

fn lying_tile(slot: usize, tile: Tile, via: Option<&[Moment]>) -> Markup {
    let (x, y) = middle(tile);
    let via = via.filter(|points| !points.is_empty()).map(|points| {
        let texts = points.iter().map(|&m| point(m)).map(|(x, y)| format!("{x},{y}"));
        texts.collect::<Vec<String>>().join(" ")
    });
    html! {
        g id=(tile_name(slot)) transform=(format!("translate({x} {y})")) data-via=[via]
            data-pick=(tile_name(slot)) data-shows=(face(tile.way)) role="img"
            aria-label=(format!("{} tile {}", bamboo_of(owner(slot)), words(tile))) {
            use href=(bamboo::href(owner(slot), tile.way)) {}
            use class="halo" opacity="0" href=(format!("#bb-halo-{}", tile.way)) {}
        }
    }
}

/// A quiet mark on the tile that came to rest last: a small lozenge let into the wood.
fn last_mark(tile: Tile) -> Markup {
    let (x, y) = middle(tile);
    html! {
        path id="last" class="last" transform=(format!("translate({x} {y})")) pointer-events="none"
            d="M-6 0L0 -6L6 0L0 6Z" fill="#f6efdd" stroke="#2e2418" stroke-width="2" stroke-linejoin="round" {}
    }
}

/// Which side of a tile that is on its way is shown.
fn face(way: Way) -> &'static str {
    if way == Way::H { "lying" } else { "standing" }
}

/// The tile that is on its way, for the page to move about.
fn probe(seat: Seat, way: Way) -> Markup {
    let (x, y) = middle(Tile::new(0, 0, way));
    let href = bamboo::href(seat, way);
    html! {
        g class="probe" data-face=(face(way)) data-probe=(format!("to-{way}{{x}},{{y}}"))
            data-lattice=(format!("{x} {y} {CELL} {}", -CELL)) visibility="hidden" pointer-events="none" aria-hidden="true" {
            g class="may" {
                use href=(href) {}
                use href=(format!("#bb-halo-{way}")) {}
            }
            g class="may-not" {
                use href=(href) opacity=".45" {}
                use href=(format!("#bb-no-{way}")) {}
            }
        }
    }
}

fn ghost(tile: Tile) -> Markup {
    let (x, y) = middle(tile);
    html! {
        g class="ghost" data-pick=(target_name(tile)) data-face=(face(tile.way)) role="img" aria-label=(words(tile))
            transform=(format!("translate({x} {y})")) {
            use href=(format!("#bb-pip-{}", tile.way)) {}
            use class="shape" opacity="0" href=(format!("#bb-halo-{}", tile.way)) {}
        }
    }
}

/// A frame of rope around the winning form, with a tuft at each corner.
fn winning_form(position: &State, seat: Seat, form: [usize; 4]) -> Markup {
    let cells = form.iter().flat_map(|&slot| position.heap().tile(slot).cells());
    let (x, y, right, top) = cells.fold((i32::MAX, i32::MAX, i32::MIN, i32::MIN), |b, (x, y)| {
        (b.0.min(x), b.1.min(y), b.2.max(x + 1), b.3.max(y + 1))
    });
    let (x, y, w, h) = (x * CELL, -top * CELL, (right - x) * CELL, (top - y) * CELL);
    html! {
        g id="form" class="form" role="img" aria-label=(format!("winning form of {} bamboo", bamboo_of(seat)))
            pointer-events="none" fill="none" stroke-linejoin="round" {
            rect x=(x - 3) y=(y - 3) width=(w + 6) height=(h + 6) rx="9" stroke="#3b2412" stroke-width="10" {}
            rect x=(x - 3) y=(y - 3) width=(w + 6) height=(h + 6) rx="9" stroke="#d9483b" stroke-width="6" {}
            rect x=(x - 3) y=(y - 3) width=(w + 6) height=(h + 6) rx="9" stroke="#f7c9a8" stroke-width="2"
                stroke-dasharray="5 7" {}
        }
    }
}

/// A rope around a group, to be picked.
fn rope(position: &State, group: Slots) -> Markup {
    let outline = outline(position, group);
    let count = group.count_ones();
    html! {
        g class="ghost" data-pick=(group_name(group)) role="img" stroke-linejoin="round"
            data-asks="Which group stays? The others go home."
            aria-label=(format!("keep this group: {count} tiles that lie still")) {
            path d=(outline) fill="#fff0cf" fill-opacity=".22" stroke="#3b2412" stroke-width="9" {}
            path d=(outline) fill="none" stroke="#f3e2c0" stroke-width="5" stroke-dasharray="9 5" {}
        }
    }
}

/// The outline of the cells of some tiles, holes included, as path data.
fn outline(position: &State, group: Slots) -> String {
    let cells: BTreeSet<(i32, i32)> =
        each_slot(group).flat_map(|s| position.heap().tile(s).cells()).collect();
    // Each border of a covered cell with an empty one, walked with the covered cell on the left.
    let mut edges: BTreeSet<((i32, i32), (i32, i32))> = BTreeSet::new();
    for &(x, y) in &cells {
        let corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)];
        let beyond = [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)];
        for k in 0..4 {
            if !cells.contains(&beyond[k]) {
                edges.insert((corners[k], corners[(k + 1) % 4]));
            }
        }
    }
    let mut path = String::new();
    while let Some((start, mut at)) = edges.pop_first() {
        let _ = write!(path, "M{} {}", start.0 * CELL, -start.1 * CELL);
        while at != start {
            let _ = write!(path, "L{} {}", at.0 * CELL, -at.1 * CELL);
            let Some(&next) = edges.range((at, (i32::MIN, i32::MIN))..).next().filter(|edge| edge.0 == at)
            else {
                break;
            };
            edges.remove(&next);
            at = next.1;
        }
        path.push('Z');
    }
    path
}
