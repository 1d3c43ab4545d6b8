//! What a position is worth at a glance: winning forms that are still possible, counted by how many of
//! their four tiles have been laid, on bit boards.

use crate::action::Action;
use crate::options::Options;
use crate::rules::board::{Board, on_board};
use crate::rules::grid::{Grid, Word};
use crate::rules::places::Places;
use crate::state::State;
use crate::state::forms::FORMS;
use crate::state::heap::each_slot;
use crate::tile::Tile;
use bagatelle_core::Seat;

/// Forms by the number of their tiles that lie there, 1 to 3, the other cells being empty.
pub type Counts = [u32; 3];

/// Bit-sliced counting: for each lattice point, whether a form there is open and how many of its tiles are
/// laid.
pub(crate) struct Open<W, const N: usize> {
    /// Where the form can still come about.
    pub alive: Grid<W, N>,
    /// The count's bits.
    pub low: Grid<W, N>,
    pub high: Grid<W, N>,
}

/// The open forms of one kind (an index of [`FORMS`]) of a seat.
pub(crate) fn open<W: Word, const N: usize>(
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
    Open { alive, low: low & alive, high: high & alive }
}

/// Counts a seat's open forms.
pub(crate) fn counts<W: Word, const N: usize>(
    board: &Board<W, N>,
    free: &Places<W, N>,
    seat: Seat,
) -> Counts {
    let mut counts = [0; 3];
    for form in 0..FORMS.len() {
        let Open { low, high, .. } = open(board, free, seat, form);
        counts[0] += (low & !high).ones();
        counts[1] += (high & !low).ones();
        counts[2] += (high & low).ones();
    }
    counts
}

/// Places where a tile of this seat makes three of a form (contact and way in aside), and those where it
/// makes three of two forms at once.
pub(crate) fn thirds<W: Word, const N: usize>(board: &Board<W, N>, seat: Seat) -> [Places<W, N>; 2] {
    let free = board.free();
    let (mut once, mut twice) = (Places([Grid::EMPTY; 2]), Places([Grid::EMPTY; 2]));
    for (k, form) in FORMS.iter().enumerate() {
        let Open { low, high, .. } = open(board, &free, seat, k);
        let two = high & !low;
        if two.is_empty() {
            continue;
        }
        for role in form {
            let way = role.way as usize;
            let makes = two.at(-role.x, -role.y) & free.0[way];
            twice.0[way] = twice.0[way] | (once.0[way] & makes);
            once.0[way] = once.0[way] | makes;
        }
    }
    [once, twice]
}

/// What forms with one to three tiles are worth to the seat that has just moved, in hundredths of a pair.
pub(crate) const WEIGHTS: [i32; 3] = [8, 60, 420];
/// What they are worth to the other seat, which acts next and so is nearer to completing them.
pub(crate) const WAITS: [i32; 3] = [9, 75, 700];
/// What a tile in hand costs: it cannot be slid yet, though it can come from anywhere outside.
pub(crate) const IN_HAND: i32 = 12;

/// The worth of a position to the seat that has just moved, `mover`.
pub(crate) fn worth(position: &State, mover: Seat) -> i32 {
    let weigh = |counts: Counts, weights: [i32; 3]| -> i32 {
        counts.iter().zip(weights).map(|(&n, w)| n as i32 * w).sum()
    };
    let forms = on_board!(position.heap(), board => {
        let free = board.free();
        weigh(counts(&board, &free, mover), WEIGHTS) - weigh(counts(&board, &free, mover.next(2)), WAITS)
    });
    let hands = position.hands();
    forms - IN_HAND * (hands[mover.index()] as i32 - hands[mover.next(2).index()] as i32)
}

/// The actions with which `seat` would win at once if it were its turn, at most `most` of them. All move its
/// own tiles: a tile of the other seat completes no form of this one.
pub(crate) fn wins(options: &Options, position: &State, seat: Seat, most: usize, out: &mut Vec<Action>) {
    out.clear();
    if position.end().is_some() {
        return;
    }
    on_board!(position.heap(), board => {
        let winning = board.winning(seat);
        if winning.is_empty() {
            return;
        }
        if position.hand(seat) != 0 {
            let places = winning.and(&board.placements(options.contact, options.entry));
            board.each(&places, |to| if out.len() < most { out.push(Action::Place(to)) });
            return;
        }
        let enclosed = board.enclosed();
        for slot in each_slot(position.heap().of(seat)) {
            let from = position.heap().tile(slot);
            let board = board.lifted(from, seat);
            let winning = board.winning(seat).and(&board.free());
            if winning.is_empty() {
                continue;
            }
            board.each(&winning, |to| {
                let may = || board.may_slide(from, to, options.contact, options.reconnect, enclosed.as_ref());
                if out.len() < most && may() {
                    out.push(Action::Slide { from, to, keep: None });
                }
            });
            if out.len() >= most {
                return;
            }
        }
    });
}

/// The legal actions among `legal` that bring a tile to a place where it makes three of a form of its owner,
/// or of two forms at once if `double`; no tile of the other seat does.
pub(crate) fn makers(position: &State, legal: &[Action], double: bool, out: &mut Vec<Action>) {
    out.clear();
    let seat = position.to_act();
    on_board!(position.heap(), board => {
        let pick = |places: [_; 2]| places[usize::from(double)];
        let placing = matches!(legal.first(), Some(Action::Place(_))).then(|| pick(thirds(&board, seat)));
        let mut lifted: Vec<(Tile, _)> = Vec::new();
        for &action in legal {
            let makes = match action {
                Action::Place(to) => placing.is_some_and(|places| board.has(&places, to)),
                Action::Slide { from, to, .. } => {
                    if !board.is_of(seat, from) {
                        continue;
                    }
                    let known = lifted.iter().position(|(of, _)| *of == from).unwrap_or_else(|| {
                        lifted.push((from, pick(thirds(&board.lifted(from, seat), seat))));
                        lifted.len() - 1
                    });
                    board.has(&lifted[known].1, to)
                }
                Action::Pass => false,
            };
            if makes {
                out.push(action);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::BambamBooboo;
    use bagatelle_core::{Game, Outcome, Rng, Seed, Stream};
    use std::collections::HashSet;

    /// Visits positions of random games with few and with many tiles.
    fn visit(mut each: impl FnMut(&BambamBooboo, &State, &[Action], &mut Rng)) {
        let mut rng = Rng::new(&Seed::from_text("shapes"), Stream::Test);
        let mut legal = Vec::new();
        for (tiles, games) in [(4, 8), (7, 8), (20, 6)] {
            let options = Options { tiles, repetition: 0, ..Options::default() };
            let game = BambamBooboo::new(&options).unwrap();
            for _ in 0..games {
                let mut state = game.start(&game.fixed_setup().unwrap()).unwrap();
                for _ in 0..50 {
                    game.legal(&state, &mut legal);
                    each(&game, &state, &legal, &mut rng);
                    let Some(&action) = rng.choose(&legal) else { break };
                    game.apply(&mut state, action);
                }
            }
        }
    }

    #[test]
    fn wins_are_the_actions_that_win() {
        let (mut found, mut total) = (Vec::new(), 0);
        visit(|game, state, legal, _| {
            let won = |&&action: &&Action| {
                let mut next = state.clone();
                game.apply(&mut next, action);
                game.outcome(&next).as_ref().is_some_and(|o: &Outcome| !o.winners.is_empty())
            };
            let expected: HashSet<Action> = legal.iter().filter(won).copied().collect();
            wins(game.options(), state, state.to_act(), usize::MAX, &mut found);
            assert_eq!(found.iter().copied().collect::<HashSet<_>>(), expected);
            total += expected.len();
        });
        assert!(total > 100, "{total} wins seen");
    }

    #[test]
    fn shapes_are_counted_as_on_paper() {
        visit(|_, state, legal, rng| {
            let seat = state.to_act();
            let own: HashSet<_> = each_slot(state.heap().of(seat)).map(|s| state.heap().tile(s)).collect();
            let all: Vec<_> = state.heap().tiles().map(|(_, t)| t).collect();
            let Some((x0, y0, x1, y1)) = state.heap().bounds() else { return };
            let mut expected = [0; 3];
            let mut thirds_expected = HashSet::new();
            for form in FORMS {
                for x in x0 - 3..=x1 {
                    for y in y0 - 3..=y1 {
                        let tiles = form.map(|t| t.shifted(x, y));
                        let lie = tiles.iter().filter(|t| own.contains(t)).count();
                        let open = |t: &&_| !own.contains(*t);
                        let free = tiles.iter().filter(open).all(|t| !all.iter().any(|o| o.overlaps(*t)));
                        if free && (1..=3).contains(&lie) {
                            expected[lie - 1] += 1;
                            if lie == 2 {
                                thirds_expected.extend(tiles.iter().filter(open).copied());
                            }
                        }
                    }
                }
            }
            on_board!(state.heap(), board => {
                assert_eq!(counts(&board, &board.free(), seat), expected);
                let mut places = HashSet::new();
                board.each(&thirds(&board, seat)[0], |t| { places.insert(t); });
                assert_eq!(places, thirds_expected);
            });
            let mut found = Vec::new();
            makers(state, legal, false, &mut found);
            if let Some(Action::Place(to)) = rng.choose(legal).copied() {
                assert_eq!(found.contains(&Action::Place(to)), thirds_expected.contains(&to));
            }
        });
    }
}
