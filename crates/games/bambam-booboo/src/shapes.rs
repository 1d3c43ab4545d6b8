//! What a position is worth at a glance: winning forms that can still come about, counted by how many of their four
//! tiles lie there, on bit boards.

use crate::notation::Action;
use crate::rules::board::{Board, Places, on_board};
use crate::rules::forms::FORMS;
use crate::rules::grid::{Grid, Word};
use crate::rules::position::Position;
use crate::rules::setup::Options;
use crate::rules::table::each_slot;
use bagatelle_core::Seat;

/// Forms by the number of their tiles that lie there, 1 to 3, the other cells being empty.
pub type Counts = [u32; 3];

/// Bit-sliced counting: for each lattice point, whether a form there is open and how many of its tiles lie.
struct Open<W, const N: usize> {
    /// The count's bits.
    low: Grid<W, N>,
    high: Grid<W, N>,
}

fn open<W: Word, const N: usize>(
    board: &Board<W, N>,
    free: &Places<W, N>,
    seat: Seat,
    form: usize,
) -> Open<W, N> {
    let tiles = board.tiles_of(seat);
    let mut alive = !Grid::EMPTY;
    let (mut low, mut high) = (Grid::EMPTY, Grid::EMPTY);
    for role in FORMS[form] {
        let way = role.way as usize;
        let lies = tiles[way].at(role.x, role.y);
        alive = alive & (lies | free.0[way].at(role.x, role.y));
        high = high | (low & lies);
        low = (low & !lies) | (!low & lies);
    }
    Open { low: low & alive, high: high & alive }
}

/// Counts a seat's open forms.
pub(crate) fn counts<W: Word, const N: usize>(
    board: &Board<W, N>,
    free: &Places<W, N>,
    seat: Seat,
) -> Counts {
    let mut counts = [0; 3];
    for form in 0..FORMS.len() {
        let Open { low, high } = open(board, free, seat, form);
        counts[0] += (low & !high).ones();
        counts[1] += (high & !low).ones();
        counts[2] += (high & low).ones();
    }
    counts
}

/// Places where a tile of this seat makes three of a form (contact and way in aside).
pub(crate) fn thirds<W: Word, const N: usize>(board: &Board<W, N>, seat: Seat) -> Places<W, N> {
    let free = board.free();
    let mut out = Places([Grid::EMPTY; 2]);
    for (k, form) in FORMS.iter().enumerate() {
        let Open { low, high } = open(board, &free, seat, k);
        let two = high & !low;
        if two.is_empty() {
            continue;
        }
        for role in form {
            let way = role.way as usize;
            out.0[way] = out.0[way] | (two.at(-role.x, -role.y) & free.0[way]);
        }
    }
    out
}

/// The worth of a position to the seat that has just moved, `mover`, in hundredths of a pair.
pub(crate) fn worth(position: &Position, mover: Seat) -> i32 {
    let weigh = |counts: Counts, weights: [i32; 3]| -> i32 {
        counts.iter().zip(weights).map(|(&n, w)| n as i32 * w).sum()
    };
    let forms = on_board!(position.table(), board => {
        let free = board.free();
        // The other seat is to act, so its shapes count for more.
        weigh(counts(&board, &free, mover), [8, 60, 420]) - weigh(counts(&board, &free, mover.next(2)), [9, 75, 700])
    });
    // A tile in hand is a tile that cannot be slid yet, but it also comes from anywhere outside.
    let hands = position.hands();
    forms - 12 * (hands[mover.index()] as i32 - hands[mover.next(2).index()] as i32)
}

/// The actions with which `seat` would win at once if it were to act, at most `most` of them.
pub(crate) fn wins(options: &Options, position: &Position, seat: Seat, most: usize, out: &mut Vec<Action>) {
    out.clear();
    if position.end().is_some() {
        return;
    }
    on_board!(position.table(), board => {
        let winning = board.winning(seat);
        if winning.is_empty() {
            return;
        }
        if position.hand(seat) != 0 {
            let places = winning.and(&board.placements(options.contact));
            board.each(&places, |to| if out.len() < most { out.push(Action::Place(to)) });
            return;
        }
        let encloses = board.encloses();
        for slot in each_slot(position.table().of(seat)) {
            let from = position.table().tile(slot);
            let board = board.lifted(from, seat);
            let winning = board.winning(seat).and(&board.free());
            if winning.is_empty() {
                continue;
            }
            let to = winning.and(&board.slides(from, options.contact, options.reconnect, encloses));
            board.each(&to, |to| if out.len() < most { out.push(Action::Slide { from, to, keep: None }) });
            if out.len() >= most {
                return;
            }
        }
    });
}

/// The legal actions among `legal` that bring a tile to a place where it makes three of a form of its owner.
pub(crate) fn makers(position: &Position, legal: &[Action], out: &mut Vec<Action>) {
    out.clear();
    let seat = position.to_act();
    on_board!(position.table(), board => {
        let whole = thirds(&board, seat);
        let mut lifted = None;
        for &action in legal {
            let makes = match action {
                Action::Place(to) => board.has(&whole, to),
                Action::Slide { from, to, .. } => {
                    let (_, places) = match lifted {
                        Some((of, places)) if of == from => (of, places),
                        _ => *lifted.insert((from, thirds(&board.lifted(from, seat), seat))),
                    };
                    board.has(&places, to)
                }
                Action::Pass => false,
            };
            if makes {
                out.push(action);
            }
        }
    });
}
