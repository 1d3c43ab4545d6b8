//! All legal actions, or their number.
//!
//! A slide that leaves several largest groups is one action per group. When a tile is lifted the heap mostly stays in
//! one piece, and then nothing can be cut off; only otherwise are the places looked at one by one.

use super::board::{Board, Places, on_board};
use super::grid::Word;
use super::position::{Phase, State};
use super::setup::Options;
use super::table::{Slots, each_slot};
use super::tile::Tile;
use crate::action::Action;

/// Puts the legal actions into `out`, which is cleared first.
pub(crate) fn list(options: &Options, position: &State, out: &mut Vec<Action>) {
    out.clear();
    match position.phase() {
        Phase::Over => (),
        Phase::First => out.push(Action::Place(Tile::FIRST)),
        Phase::Place => on_board!(&position.table, board => {
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
        Phase::Place => on_board!(&position.table, board => board.placements(options.contact).len() as usize),
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
    let (table, seat) = (&position.table, position.to_act);
    on_board!(table, whole => {
        let encloses = whole.encloses();
        for slot in each_slot(table.of(seat)) {
            let from = table.tile(slot);
            let board = whole.lifted(from, seat);
            let to = board.slides(from, options.contact, options.reconnect, encloses);
            let rest = table.on() & !(1 << slot);
            let mut groups = [0; 6];
            let mut n = 0;
            // A tile has six neighbouring cells, so at most six groups are left when it is lifted.
            for (group, to) in table.groups(rest).zip(&mut groups) {
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
    let (table, from) = (&position.table, position.table.tile(slot));
    let winning = board.winning(position.to_act);
    let touching: Vec<Places<W, N>> = groups.iter().map(|&group| board.touching(table, group)).collect();
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
            sink.tied(from, to, table.name_of(own).map(|name| name.min(to)));
        }
        largest.for_each(|group| sink.tied(from, to, table.name_of(group)));
    });
}
