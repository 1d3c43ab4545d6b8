//! Short enough solutions, quickly: for searches through many deals, of which few are interesting.
//!
//! A target is picked: an arrangement that meets the goal. The buttons fall into closed walks (the one here
//! belongs there, whose button belongs there, and so on), and a walk of `n` spaces is put in order by `n - 1`
//! swaps, each of which cuts a walk in two. Whether such swaps are possible depends on the spaces of a walk
//! alone, so it is computed once for each set of spaces. Everything that this finds is a solution, but it can
//! miss solutions.

use super::aims::aims;
use super::bounds::{ANY, Aim, At, On, places};
use crate::board::Board;
use crate::layout::Layout;
use crate::pieces::{Button, SPACES, Space, VALUES};
use crate::puzzle::action::Action;
use crate::puzzle::rules::Puzzle;
use bagatelle_core::Rng;

/// How many targets are tried for a deal.
const TARGETS: usize = 600;

/// How many walks are looked at for a target.
const WALKS: u32 = 1000;

/// A search for solutions that are short enough.
pub struct Quick {
    aims: Vec<Aim>,
    walks: Walks,
}

impl Quick {
    /// A search under a puzzle's rules.
    #[must_use]
    pub fn new(puzzle: &Puzzle) -> Quick {
        Quick { aims: aims(puzzle.goal()), walks: Walks::new(puzzle.board()) }
    }

    /// A solution with at most `moves` moves, if one is found soon. It may meet the goal before its last
    /// move.
    #[must_use]
    pub fn solve(&mut self, layout: &Layout, moves: u32, rng: &mut Rng) -> Option<Vec<Action>> {
        let (on, at) = places(layout);
        let mut near: Vec<(u32, &Aim)> = self
            .aims
            .iter()
            .map(|aim| (aim.distance(&on, &at), aim))
            .filter(|near| near.0 <= moves)
            .collect();
        // Long walks leave more choice than short ones, of which many cannot be put in order at all.
        near.sort_by_key(|near| near.0);
        for turn in 0..TARGETS {
            let (_, aim) = near.get(turn % near.len().max(1))?;
            let owner = match aim {
                Aim::Places { .. } if turn >= near.len() => return None,
                Aim::Places { target, owner, .. } => closed(*target, *owner, &on),
                Aim::Pairs { partner, white, .. } => {
                    let (target, owner) = valued(partner, *white, &on, rng);
                    closed(target, owner, &on)
                }
            };
            let needed = swaps(&owner, &at);
            if needed <= moves && self.walks.solve(&owner, &on, (moves - needed) / 2) {
                return Some(std::mem::take(&mut self.walks.way));
            }
        }
        None
    }
}

/// How many swaps bring all buttons to their places, whatever the bridges.
fn swaps(owner: &On, at: &At) -> u32 {
    let (mut seen, mut swaps) = (0u16, 0);
    for start in 0..SPACES as u8 {
        let mut space = start;
        while seen & 1 << space == 0 {
            seen |= 1 << space;
            space = at[usize::from(owner[usize::from(space & 15)] & 15)];
            swaps += u32::from(space != start);
        }
    }
    swaps
}

/// Gives the other buttons places, too, without need of more swaps: each walk that ends at such a button is
/// closed.
fn closed(target: At, mut owner: On, on: &On) -> On {
    for start in 0..SPACES as u8 {
        if owner[usize::from(start)] == ANY {
            let mut button = on[usize::from(start)];
            while target[usize::from(button & 15)] != ANY {
                button = on[usize::from(target[usize::from(button & 15)] & 15)];
            }
            owner[usize::from(start)] = button;
        }
    }
    owner
}

/// Chooses values for slots, where it can those of buttons that lie in the right place already.
fn valued(partner: &On, white: u16, on: &On, rng: &mut Rng) -> (At, On) {
    let mut slots: Vec<(u8, u8, u8)> =
        Space::of_mask(white).map(|w| (w.index() as u8, partner[w.index()], ANY)).collect();
    rng.shuffle(&mut slots);
    let mut free = u8::MAX;
    for (w, b, value) in &mut slots {
        let (here, there) = (on[usize::from(*w)], on[usize::from(*b & 15)]);
        let offers = [(here < VALUES).then_some(here), there.checked_sub(VALUES)];
        if let Some(offer) = offers.into_iter().flatten().find(|value| free & 1 << value != 0) {
            free &= !(1 << offer);
            *value = offer;
        }
    }
    let mut rest: Vec<u8> = (0..VALUES).filter(|value| free & 1 << value != 0).collect();
    rng.shuffle(&mut rest);
    let (mut target, mut owner): (At, On) = ([ANY; SPACES], [ANY; SPACES]);
    for (w, b, value) in slots {
        let value = if value == ANY { rest.pop().unwrap_or_default() } else { value };
        for (button, space) in [(value, w), (value + VALUES, b)] {
            target[usize::from(button)] = space;
            owner[usize::from(space)] = button;
        }
    }
    (target, owner)
}

/// The space of each button.
fn inverse(owner: &On) -> At {
    let mut place = [0u8; SPACES];
    for (button, space) in owner.iter().zip(0..) {
        place[usize::from(*button & 15)] = space;
    }
    place
}

/// What is known of a set of spaces of one walk.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The walk for which it is known.
    stamp: u32,
    /// The swap that comes first, as places in the walk; `None` if the set cannot be put in order.
    first: Option<(u8, u8)>,
}

/// Puts closed walks in order.
struct Walks {
    /// The spaces that each button can reach from each space.
    targets: [[u16; SPACES]; SPACES],
    /// By set of places in the walk.
    known: Vec<Known>,
    stamp: u32,
    left: u32,
    /// The spaces of the walk, and the button that belongs on each.
    spaces: [u8; SPACES],
    owners: [u8; SPACES],
    way: Vec<Action>,
}

impl Walks {
    fn new(board: &Board) -> Walks {
        let mut targets = [[0; SPACES]; SPACES];
        for button in Button::all() {
            for space in Space::all() {
                targets[button.index()][space.index()] =
                    board.targets(button.colour(), button.value(), space);
            }
        }
        Walks {
            targets,
            known: vec![Known::default(); 1 << SPACES],
            stamp: 0,
            left: 0,
            spaces: [0; SPACES],
            owners: [0; SPACES],
            way: Vec::new(),
        }
    }

    /// Whether swaps that each cut a walk, and at most `joins` that each join two, bring every button to its
    /// place. They are then in `way`.
    fn solve(&mut self, owner: &On, on: &On, joins: u32) -> bool {
        self.left = WALKS;
        self.way.clear();
        let mut on = *on;
        self.attempt(owner, &mut on, joins)
    }

    fn attempt(&mut self, owner: &On, on: &mut On, joins: u32) -> bool {
        let before = self.way.len();
        let place = inverse(owner);
        let next = |space: u8| place[usize::from(on[usize::from(space & 15)] & 15)];
        let mut walks = [0u16; SPACES];
        let mut count = 0;
        let mut todo = u16::MAX;
        while todo != 0 {
            let mut space = todo.trailing_zeros() as u8;
            while todo & 1 << space != 0 {
                todo &= !(1 << space);
                walks[count] |= 1 << space;
                space = next(space);
            }
            count += 1;
        }
        let walks = &mut walks[..count];
        walks.sort_by_key(|walk| walk.count_ones());
        // The shortest one that cannot be put in order, and how many there are.
        let (mut failed, mut failures) = (0u16, 0);
        for &walk in walks.iter() {
            if !self.walk(walk, owner, next) {
                failed = if failures == 0 { walk } else { failed };
                failures += 1;
                // A swap that joins two mends two at most.
                if failures > 2 * joins {
                    self.way.truncate(before);
                    return false;
                }
            }
        }
        if failures == 0 {
            return true;
        }
        self.way.truncate(before);
        for a in Space::of_mask(failed).map(Space::index) {
            for b in Space::of_mask(!failed).map(Space::index) {
                let (forward, back) = (self.reaches(on, a, b), self.reaches(on, b, a));
                if self.left == 0 || !forward && !back {
                    continue;
                }
                let (from, to) = if forward { (a, b) } else { (b, a) };
                self.way.push(Action { from: Space::at(from as u8), to: Space::at(to as u8) });
                on.swap(a, b);
                let done = self.attempt(owner, on, joins - 1);
                on.swap(a, b);
                if done {
                    return true;
                }
                self.way.pop();
            }
        }
        false
    }

    fn reaches(&self, on: &On, from: usize, to: usize) -> bool {
        self.targets[usize::from(on[from] & 15)][from] & 1 << to != 0
    }

    /// Whether one walk can be put in order; the swaps are then added to `way`.
    fn walk(&mut self, walk: u16, owner: &On, next: impl Fn(u8) -> u8) -> bool {
        let length = walk.count_ones();
        let mut space = walk.trailing_zeros() as u8;
        for index in 0..length as usize {
            self.spaces[index] = space;
            self.owners[index] = owner[usize::from(space & 15)];
            space = next(space);
        }
        self.stamp += 1;
        let all = ((1u32 << length) - 1) as u16;
        let ordered = self.order(all);
        if ordered {
            self.note(all);
        }
        ordered
    }

    /// Whether the swap of two spaces is possible with these buttons on them.
    fn can(&self, (a, on_a): (u8, u8), (b, on_b): (u8, u8)) -> bool {
        self.targets[usize::from(on_a & 15)][usize::from(a & 15)] & 1 << b != 0
            || self.targets[usize::from(on_b & 15)][usize::from(b & 15)] & 1 << a != 0
    }

    /// Whether a walk over some places of the present one can be put in order.
    fn order(&mut self, set: u16) -> bool {
        let size = set.count_ones() as usize;
        if size == 1 {
            return true;
        }
        let known = self.known[usize::from(set)];
        if known.stamp == self.stamp {
            return known.first.is_some();
        }
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let mut places = [0u8; SPACES];
        for (place, space) in places.iter_mut().zip(Space::of_mask(set)) {
            *place = space.index() as u8;
        }
        // On each place lies the button that belongs on the next one.
        let lies = |walks: &Walks, index: usize| {
            let place = usize::from(places[index] & 15);
            let next = usize::from(places[if index + 1 == size { 0 } else { index + 1 }] & 15);
            (walks.spaces[place], walks.owners[next])
        };
        let mut first = None;
        'all: for cut in (1..=size / 2).rev() {
            for a in 0..size {
                let b = if a + cut >= size { a + cut - size } else { a + cut };
                if !self.can(lies(self, a), lies(self, b)) {
                    continue;
                }
                let mut part = 0u16;
                let mut index = a;
                for _ in 0..cut {
                    index = if index + 1 == size { 0 } else { index + 1 };
                    part |= 1 << places[index];
                }
                if self.order(part) && self.order(set & !part) {
                    first = Some((places[a], places[b]));
                    break 'all;
                }
            }
        }
        self.known[usize::from(set)] = Known { stamp: self.stamp, first };
        first.is_some()
    }

    /// Adds the swaps that put a set in order to the way.
    fn note(&mut self, set: u16) {
        let Some((a, b)) = self.known[usize::from(set)].first.filter(|_| set.count_ones() > 1) else {
            return;
        };
        let next = |place: u8| {
            let above = set & !(u16::MAX >> (15 - place));
            (if above == 0 { set } else { above }).trailing_zeros() as usize
        };
        let lies = |place: u8| (self.spaces[usize::from(place & 15)], self.owners[next(place) & 15]);
        let ((from, mover), (to, _)) = (lies(a), lies(b));
        let forward = self.targets[usize::from(mover & 15)][usize::from(from & 15)] & 1 << to != 0;
        let (from, to) = if forward { (from, to) } else { (to, from) };
        self.way.push(Action { from: Space::at(from), to: Space::at(to) });
        // The places after the first up to the second, round the walk.
        let part = if a < b {
            set & !(u16::MAX >> (15 - a)) & u16::MAX >> (15 - b)
        } else {
            set & (!(u16::MAX >> (15 - a)) | u16::MAX >> (15 - b))
        };
        self.note(part);
        self.note(set & !part);
    }
}
