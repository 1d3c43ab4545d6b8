//! All legal actions, their number, or one of them at random.
//!
//! A slide that leaves several largest groups is one action per group. When a tile is lifted, the heap
//! usually stays in one piece, and then nothing can be cut off; only otherwise are the places examined one
//! by one.

use super::board::{Board, on_board};
use super::grid::Word;
use super::places::Places;
use crate::action::Action;
use crate::options::Options;
use crate::state::heap::{Heap, Slots, each_slot, owner};
use crate::state::{Phase, State};
use crate::tile::{TILES, Tile, Way};
use bagatelle_core::{Rng, Seat};

/// Puts the legal actions into `out`, which is cleared first.
pub(crate) fn list(options: &Options, position: &State, out: &mut Vec<Action>) {
    out.clear();
    match position.phase() {
        Phase::Over => (),
        Phase::First => out.push(Action::Place(Tile::FIRST)),
        Phase::Place => on_board!(position.heap(), board => {
            let places = board.placements(options.contact, options.entry);
            board.each(&places, |tile| out.push(Action::Place(tile)));
        }),
        Phase::Slide => {
            slides(options, position, &mut Lister(out));
            if out.is_empty() {
                out.push(Action::Pass);
            }
        }
    }
}

/// The number of legal actions.
pub(super) fn count(options: &Options, position: &State) -> usize {
    match position.phase() {
        Phase::Over => 0,
        Phase::First => 1,
        Phase::Place => on_board!(position.heap(), board => {
            board.placements(options.contact, options.entry).len() as usize
        }),
        Phase::Slide => {
            let mut counter = Counter(0);
            slides(options, position, &mut counter);
            counter.0.max(1)
        }
    }
}

/// Whether one more tile of a seat, wherever it came from, would complete a winning form in a free place.
pub(crate) fn threatens(heap: &Heap, seat: Seat) -> bool {
    on_board!(heap, board => !board.winning(seat).and(&board.free()).is_empty())
}

/// Whether a seat without tiles in hand has no slide.
pub(super) fn must_pass(options: &Options, position: &State) -> bool {
    let mut counter = Counter(0);
    slides(options, position, &mut counter);
    counter.0 == 0
}

/// Takes slides as they are found.
trait Sink {
    /// Slides of one tile that need no choice.
    fn plain<W: Word, const N: usize>(&mut self, board: &Board<W, N>, from: Tile, to: &Places<W, N>);
    /// A slide and the group to keep.
    fn tied(&mut self, from: Tile, to: Tile, keep: Option<Tile>);
}

struct Lister<'a>(&'a mut Vec<Action>);

impl Sink for Lister<'_> {
    #[inline]
    fn plain<W: Word, const N: usize>(&mut self, board: &Board<W, N>, from: Tile, to: &Places<W, N>) {
        // Copying an action and changing its place is several times faster than making each one.
        let like = Action::Slide { from, to: from, keep: None };
        board.each(to, |place| {
            self.0.push(like);
            if let Some(Action::Slide { to, .. }) = self.0.last_mut() {
                *to = place;
            }
        });
    }

    fn tied(&mut self, from: Tile, to: Tile, keep: Option<Tile>) {
        self.0.push(Action::Slide { from, to, keep });
    }
}

struct Counter(usize);

impl Sink for Counter {
    #[inline]
    fn plain<W: Word, const N: usize>(&mut self, _board: &Board<W, N>, _from: Tile, to: &Places<W, N>) {
        self.0 += to.len() as usize;
    }

    fn tied(&mut self, _from: Tile, _to: Tile, _keep: Option<Tile>) {
        self.0 += 1;
    }
}

fn slides(options: &Options, position: &State, sink: &mut impl Sink) {
    let (heap, seat) = (position.heap(), position.to_act());
    let cuts = heap.cuts();
    on_board!(heap, whole => {
        let enclosed = whole.enclosed();
        for slot in each_slot(heap.slidable(options.slides, seat)) {
            let from = heap.tile(slot);
            let board = whole.lifted(from, owner(slot));
            let to = board.slides(from, options.contact, options.reconnect, enclosed.as_ref());
            if cuts.ties & 1 << slot == 0 {
                sink.plain(&board, from, &to);
                continue;
            }
            keeping(&board, heap, slot, &to, &mut |to, keep| sink.tied(from, to, keep));
        }
    });
}

/// Calls `each` with each place of `to`, where the slide of a tile may leave a choice of groups, and with the
/// group to keep. Few slides do: one function serves all sinks.
#[inline(never)]
fn keeping<W: Word, const N: usize>(
    board: &Board<W, N>,
    heap: &Heap,
    slot: usize,
    to: &Places<W, N>,
    each: &mut dyn FnMut(Tile, Option<Tile>),
) {
    let parts = Parts::new(heap, slot);
    let winning = board.winning(owner(slot));
    let touching = parts.groups.map(|group| (group != 0).then(|| board.touching(heap, group)));
    board.each(to, |to| {
        let linked = |k: usize| touching[k].as_ref().is_some_and(|places| board.has(places, to));
        parts.choices(heap, to, linked, board.has(&winning, to), |keep| each(to, keep));
    });
}

/// How often [`random`] tries before it lists all actions.
const TRIES: u32 = 60;

/// A legal action, all equally likely.
///
/// A slide is drawn from a set that holds all of them and is found at once: each tile that may be slid, and
/// each free place that touches a tile or that the tile itself covers; as often as there can be groups to
/// choose from. It is drawn again until it is legal, so all that are legal stay equally likely.
pub(super) fn random(
    options: &Options,
    position: &State,
    rng: &mut Rng,
    buffer: &mut Vec<Action>,
) -> Option<Action> {
    match position.phase() {
        Phase::Over => None,
        Phase::First => Some(Action::Place(Tile::FIRST)),
        Phase::Place => on_board!(position.heap(), board => {
            let places = board.placements(options.contact, options.entry);
            let drawn = places.nth(rng.below(places.len().max(1)));
            drawn.map(|(x, y, way)| Action::Place(board.place(x, y, way)))
        }),
        Phase::Slide => random_slide(options, position, rng).or_else(|| {
            list(options, position, buffer);
            rng.choose(buffer).copied()
        }),
    }
}

/// A slide, all equally likely; `None` if none was drawn.
fn random_slide(options: &Options, position: &State, rng: &mut Rng) -> Option<Action> {
    let (heap, seat) = (position.heap(), position.to_act());
    let cuts = heap.cuts();
    // The tiles, each as often as there can be groups to choose from.
    let mut tickets = [(0_u8, 0_u8); 2 * TILES as usize * GROUPS];
    let mut count = 0;
    for slot in each_slot(heap.slidable(options.slides, seat)) {
        let groups = if cuts.ties & 1 << slot == 0 { 1 } else { Parts::new(heap, slot).count };
        for choice in 0..groups {
            tickets[count] = (slot as u8, choice as u8);
            count += 1;
        }
    }
    on_board!(heap, whole => {
        let enclosed = whole.enclosed();
        let touching = whole.free().and(&whole.contacts(options.contact));
        let places = touching.len();
        let each = places + OVERLAPS.len() as u32;
        for _ in 0..if count == 0 { 0 } else { TRIES } {
            let drawn = rng.below(count as u32 * each);
            let (slot, choice) = tickets[(drawn / each) as usize];
            let (slot, choice) = (usize::from(slot), usize::from(choice));
            let from = heap.tile(slot);
            let to = match touching.nth(drawn % each) {
                Some((x, y, way)) => whole.place(x, y, way),
                None => overlap(from, (drawn % each - places) as usize),
            };
            let board = whole.lifted(from, owner(slot));
            if !board.may_slide(from, to, options.contact, options.reconnect, enclosed.as_ref()) {
                continue;
            }
            if cuts.ties & 1 << slot == 0 {
                return Some(Action::Slide { from, to, keep: None });
            }
            let (mut n, mut chosen) = (0, None);
            let (parts, near) = (Parts::new(heap, slot), heap.neighbours(to));
            let wins = board.has(&board.winning(owner(slot)), to);
            parts.choices(heap, to, |k| parts.groups[k] & near != 0, wins, |keep| {
                if n == choice {
                    chosen = Some(Action::Slide { from, to, keep });
                }
                n += 1;
            });
            if chosen.is_some() {
                return chosen;
            }
        }
        None
    })
}

/// Where places lie that share a cell with a tile: so far along it and across it, this way or turned.
const OVERLAPS: [(i32, i32, bool); 6] =
    [(-1, 0, false), (1, 0, false), (0, -1, true), (0, 0, true), (1, -1, true), (1, 0, true)];

/// One of the places, other than its own, that share a cell with a tile.
fn overlap(tile: Tile, n: usize) -> Tile {
    let (along, across, turned) = OVERLAPS[n];
    let way = if turned { tile.way.turned() } else { tile.way };
    match tile.way {
        Way::H => Tile::new(tile.x + along, tile.y + across, way),
        Way::V => Tile::new(tile.x + across, tile.y + along, way),
    }
}

/// A tile has six neighbouring cells, so at most six groups are left when it is lifted.
const GROUPS: usize = 6;

/// The groups that are left when a tile is lifted.
struct Parts {
    groups: [Slots; GROUPS],
    count: usize,
}

impl Parts {
    fn new(heap: &Heap, slot: usize) -> Parts {
        let mut parts = Parts { groups: [0; GROUPS], count: 0 };
        for (group, part) in heap.groups(heap.on() & !(1 << slot)).zip(&mut parts.groups) {
            *part = group;
            parts.count += 1;
        }
        parts
    }

    /// Calls `each` with the group to name for each action that brings the tile to a place: `None` if there
    /// is no choice. There are never more of them than groups, since the tile has contact there with at least
    /// one. `linked` says with which.
    #[inline]
    fn choices(
        &self,
        heap: &Heap,
        to: Tile,
        linked: impl Fn(usize) -> bool,
        wins: bool,
        mut each: impl FnMut(Option<Tile>),
    ) {
        let (mut own, mut loose) = (0, [0; GROUPS]);
        for (k, &group) in self.groups[..self.count].iter().enumerate() {
            if linked(k) {
                own |= group;
            } else {
                loose[k] = group;
            }
        }
        let loose = || loose.into_iter().filter(|&group| group != 0);
        let own_size = own.count_ones() + 1;
        let most = loose().map(Slots::count_ones).max().unwrap_or(0).max(own_size);
        let largest = loose().filter(|group| group.count_ones() == most);
        if wins || largest.clone().count() + usize::from(own_size == most) < 2 {
            return each(None);
        }
        if own_size == most {
            each(heap.name_of(own).map(|name| name.min(to)));
        }
        largest.for_each(|group| each(heap.name_of(group)));
    }
}
