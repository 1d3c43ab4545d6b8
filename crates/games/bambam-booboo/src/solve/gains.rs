//! What a tile would be worth at each place, all places of a position at once.
//!
//! [`worth`] of every position that an action leads to would be the same sum again and again: a tile changes
//! only the forms that it lies across. So the forms are counted once, and each adds its gain or loss to the
//! places that it affects.

use super::shapes::{IN_HAND, Open, WAITS, WEIGHTS, open, worth};
use crate::action::Action;
use crate::rules::board::{Board, on_board};
use crate::rules::grid::{Grid, Word};
use crate::rules::places::Places;
use crate::state::State;
use crate::state::forms::FORMS;
use crate::state::heap::{Heap, Slots, owner, slots_of};
use crate::tile::{TILES, Tile, Way};
use bagatelle_core::Seat;

/// What an action is worth that completes a form of the other seat: less than any heap.
const GIVEN_AWAY: i32 = -20_000;

/// What places are worth to a seat.
struct Gains<W, const N: usize> {
    /// The worth of the heap without the tile.
    base: i32,
    /// What a tile adds, without the forms that it would begin; by way, row after row.
    at: [Vec<i32>; 2],
    /// What the forms that it would begin are worth, each.
    begun: i32,
    /// Where forms without a tile are open to it.
    empty: [Grid<W, N>; FORMS.len()],
}

impl<W: Word, const N: usize> Gains<W, N> {
    /// What a tile of `adds` is worth to the seat that moves it.
    fn new(board: &Board<W, N>, mover: Seat, adds: Seat) -> Self {
        let mut gains = Gains {
            base: 0,
            begun: if adds == mover { WEIGHTS[0] } else { -WAITS[0] },
            at: [vec![0; W::WIDTH as usize * N], vec![0; W::WIDTH as usize * N]],
            empty: [Grid::EMPTY; FORMS.len()],
        };
        let free = board.free();
        for seat in Seat::all(2) {
            let own = seat == adds;
            let (weights, sign) = if seat == mover { (WEIGHTS, 1) } else { (WAITS, -1) };
            for (k, form) in FORMS.iter().enumerate() {
                let Open { alive, low, high } = open(board, &free, seat, k);
                // The first four forms lie, the others stand.
                let (width, height) = if k < 4 { (4, 2) } else { (2, 4) };
                for (lie, plane) in [low & !high, high & !low, high & low].into_iter().enumerate() {
                    let weight = sign * weights[lie];
                    let next = if own && lie < 2 { sign * weights[lie + 1] } else { 0 };
                    plane.each(|x, y| {
                        gains.base += weight;
                        gains.cross(x as usize, y as usize, (width, height), weight);
                        if next != 0 {
                            for role in form {
                                gains.at[role.way as usize]
                                    [index::<W>(x as i32 + role.x, y as i32 + role.y)] += next;
                            }
                        }
                    });
                }
                if own {
                    gains.empty[k] = alive & !(low | high);
                }
            }
        }
        gains
    }

    /// Takes the weight of a form in the rectangle at (x, y) from all places that share a cell with it.
    fn cross(&mut self, x: usize, y: usize, (width, height): (usize, usize), weight: i32) {
        for (way, (left, low)) in [(Way::H, (1, 0)), (Way::V, (0, 1))] {
            for row in y - low..y + height {
                let row = row * W::WIDTH as usize;
                for place in &mut self.at[way as usize][row + x - left..row + x + width] {
                    *place -= weight;
                }
            }
        }
    }

    /// The worth of the heap with a tile at a free place beside the heap: the window's margin holds all its
    /// forms.
    fn with(&self, board: &Board<W, N>, to: Tile) -> i32 {
        let (x, y) = board.bit(to);
        let (x, y) = (x as i32, y as i32);
        let mut begun = 0;
        for (form, empty) in FORMS.iter().zip(&self.empty) {
            for role in form.iter().filter(|role| role.way == to.way) {
                begun += i32::from(empty.get((x - role.x) as u32, (y - role.y) as u32));
            }
        }
        self.base + self.at[to.way as usize][index::<W>(x, y)] + begun * self.begun
    }
}

#[inline]
fn index<W: Word>(x: i32, y: i32) -> usize {
    y as usize * W::WIDTH as usize + x as usize
}

/// A board like another one, with only some of the heap's tiles.
fn only<W: Word, const N: usize>(_like: &Board<W, N>, heap: &Heap, tiles: Slots) -> Board<W, N> {
    let mut heap = heap.clone();
    heap.take(heap.on() & !tiles);
    let (x, y, ..) = heap.bounds().unwrap_or_default();
    Board::new(&heap, x, y)
}

/// The worth of the position after each of the legal actions `legal` to the seat that takes it, except for
/// its own wins. `after` makes the position after an action.
pub(crate) fn values(position: &State, legal: &[Action], after: impl Fn(Action) -> State) -> Vec<i32> {
    let seat = position.to_act();
    let heap = position.heap();
    let hands = position.hands();
    let ahead = hands[seat.index()] as i32 - hands[seat.next(2).index()] as i32;
    on_board!(heap, board => {
        let placing = matches!(legal.first(), Some(Action::Place(_))).then(|| Gains::new(&board, seat, seat));
        // Per tile, the groups that are left when it is lifted; and what tiles that stay are worth, with
        // their board.
        let mut parts: [Option<Vec<Slots>>; 2 * TILES as usize] = std::array::from_fn(|_| None);
        let mut known: Vec<(Slots, Seat, Board<_, _>, Gains<_, _>)> = Vec::new();
        // Where the tile of the other seat that is slid completes a form.
        let mut given: Option<(Tile, Places<_, _>)> = None;
        let mut slide = |from: Tile, to: Tile| {
            let slot = heap.find(from)?;
            let adds = owner(slot);
            if adds != seat {
                let (_, places) = match given {
                    Some(given) if given.0 == from => given,
                    _ => *given.insert((from, board.lifted(from, adds).winning(adds))),
                };
                if board.has(&places, to) {
                    return Some(GIVEN_AWAY);
                }
            }
            let parts = parts[slot].get_or_insert_with(|| heap.groups(heap.on() & !(1 << slot)).collect());
            let near = if parts.len() > 1 { heap.neighbours(to) } else { heap.on() };
            let (mut own, mut other): (Slots, Slots) = (0, 0);
            for &group in parts.iter() {
                if group & near != 0 {
                    own |= group;
                } else if group.count_ones() > other.count_ones() {
                    other = group;
                }
            }
            // The tile goes home with its group if another one is larger. If they are equal, the action names
            // one.
            let stays = own.count_ones() + 1 > other.count_ones();
            let stay = if stays { own } else { other };
            let gone = heap.on() & !stay & !(Slots::from(stays) << slot);
            let home = |seat: Seat| (gone & slots_of(seat)).count_ones() as i32;
            let ahead = ahead + home(seat) - home(seat.next(2));
            let at = known.iter().position(|(tiles, of, ..)| (*tiles, *of) == (stay, adds));
            let at = at.unwrap_or_else(|| {
                let board = only(&board, heap, stay);
                known.push((stay, adds, board, Gains::new(&board, seat, adds)));
                known.len() - 1
            });
            let (.., board, gains) = &known[at];
            Some(if stays { gains.with(board, to) } else { gains.base } - IN_HAND * ahead)
        };
        legal
            .iter()
            .map(|&action| {
                let value = match (action, &placing) {
                    (Action::Place(to), Some(gains)) => Some(gains.with(&board, to) - IN_HAND * (ahead - 1)),
                    (Action::Slide { from, to, keep: None }, _) => slide(from, to),
                    _ => None,
                };
                value.unwrap_or_else(|| worth(&after(action), seat))
            })
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Options, Slides};
    use crate::rules::BambamBooboo;
    use crate::state::End;
    use bagatelle_core::{Game, Rng, Seed, Stream};

    #[test]
    fn gains_are_differences_of_worth() {
        let mut rng = Rng::new(&Seed::from_text("gains"), Stream::Test);
        let (mut legal, mut compared, mut given) = (Vec::new(), [0; 2], 0);
        let (own, any) = (Slides::Own, Slides::Any);
        for (slides, tiles, games) in [(own, 4, 6), (own, 7, 6), (own, 20, 4), (any, 4, 6), (any, 7, 3)] {
            let options = Options { tiles, slides, repetition: 0, ..Options::default() };
            let game = BambamBooboo::new(&options).unwrap();
            for _ in 0..games {
                let mut state = game.start(&game.fixed_setup().unwrap()).unwrap();
                for _ in 0..45 {
                    game.legal(&state, &mut legal);
                    rng.shuffle(&mut legal);
                    let after = |action| {
                        let mut next = state.clone();
                        next.act(action, 0);
                        next
                    };
                    let found = values(&state, &legal, after);
                    for (&action, value) in legal.iter().zip(found).take(60) {
                        let next = after(action);
                        let other = state.to_act().next(2);
                        if matches!(next.end(), Some(End::Won(winner, _)) if winner == other) {
                            assert_eq!(value, GIVEN_AWAY, "{action} in {state:?}");
                            given += 1;
                        } else if next.end().is_none() {
                            assert_eq!(value, worth(&next, state.to_act()), "{action} in {state:?}");
                            compared[usize::from(matches!(action, Action::Slide { .. }))] += 1;
                        }
                    }
                    let Some(&action) = rng.choose(&legal) else { break };
                    game.apply(&mut state, action);
                }
            }
        }
        assert!(compared.iter().all(|&n| n > 5_000), "{compared:?} compared");
        assert!(given > 0, "forms of the other seat are completed");
    }
}
