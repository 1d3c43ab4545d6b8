//! All legal actions, or their number.
//!
//! A slide that leaves several largest groups is one action per group. When a tile is lifted the heap mostly stays in
//! one piece, and then nothing can be cut off; only otherwise are the places looked at one by one.

use super::board::{Board, on_board};
use super::grid::Word;
use super::places::Places;
use crate::action::Action;
use crate::options::Options;
use crate::state::heap::{Slots, each_slot};
use crate::state::{Phase, State};
use crate::tile::Tile;

/// Puts the legal actions into `out`, which is cleared first.
pub(crate) fn list(options: &Options, position: &State, out: &mut Vec<Action>) {
    out.clear();
    match position.phase() {
        Phase::Over => (),
        Phase::First => out.push(Action::Place(Tile::FIRST)),
        Phase::Place => on_board!(position.heap(), board => {
            board.each(&board.placements(options.contact), |tile| out.push(Action::Place(tile)));
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
        Phase::Place => on_board!(position.heap(), board => board.placements(options.contact).len() as usize),
        Phase::Slide => {
            let mut counter = Counter(0);
            slides(options, position, &mut counter);
            counter.0.max(1)
        }
    }
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
        self.0.reserve(to.len() as usize);
        board.each(to, |to| self.0.push(Action::Slide { from, to, keep: None }));
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
    on_board!(heap, whole => {
        let encloses = whole.encloses();
        for slot in each_slot(heap.of(seat)) {
            let from = heap.tile(slot);
            let board = whole.lifted(from, seat);
            let to = board.slides(from, options.contact, options.reconnect, encloses);
            let rest = heap.on() & !(1 << slot);
            let mut groups = [0; 6];
            let mut n = 0;
            // A tile has six neighbouring cells, so at most six groups are left when it is lifted.
            for (group, to) in heap.groups(rest).zip(&mut groups) {
                *to = group;
                n += 1;
            }
            if may_tie(&groups[..n]) {
                choose(position, &board, slot, &to, &groups[..n], sink);
            } else {
                sink.plain(&board, from, &to);
            }
        }
    });
}

/// Whether groups of these sizes can leave two equally largest once one tile has been added to some of them.
fn may_tie(groups: &[Slots]) -> bool {
    match groups {
        [] | [_] => false,
        [a, b] => a.count_ones().abs_diff(b.count_ones()) == 1,
        _ => true,
    }
}

/// Looks at the places one by one: which of `groups` the tile links there, and whether the largest are then several.
fn choose<W: Word, const N: usize>(
    position: &State,
    board: &Board<W, N>,
    slot: usize,
    to: &Places<W, N>,
    groups: &[Slots],
    sink: &mut impl Sink,
) {
    let (heap, from) = (position.heap(), position.heap().tile(slot));
    let winning = board.winning(position.to_act());
    let touching: Vec<Places<W, N>> = groups.iter().map(|&group| board.touching(heap, group)).collect();
    board.each(to, |to| {
        let linked = |k: usize| board.has(&touching[k], to);
        let own = (0..groups.len()).filter(|&k| linked(k)).fold(0, |set, k| set | groups[k]);
        let loose = || (0..groups.len()).filter(|&k| !linked(k)).map(|k| groups[k]);
        let own_size = own.count_ones() + 1;
        let most = loose().map(|g| g.count_ones()).max().unwrap_or(0).max(own_size);
        let largest = loose().filter(|g| g.count_ones() == most);
        let tied = largest.clone().count() + usize::from(own_size == most) > 1;
        if !tied || board.has(&winning, to) {
            return sink.tied(from, to, None);
        }
        if own_size == most {
            sink.tied(from, to, heap.name_of(own).map(|name| name.min(to)));
        }
        largest.for_each(|group| sink.tied(from, to, heap.name_of(group)));
    });
}
