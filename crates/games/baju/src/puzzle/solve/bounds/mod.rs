//! The minimum number of swaps for a goal, whatever the bridges, by counting cycles.
//!
//! To bring `n` buttons to `n` given places takes at least `n` minus the number of closed cycles among "the
//! button here belongs there", since one swap closes at most one cycle. For goals 2 and 4 there are 240 and
//! 192 ways to say what belongs where ([`Aim::Places`]).
//!
//! Goals 1 and 3 leave the values open, so they would have thousands of such ways. Instead a [`Aim::Pairs`]
//! looks at *slots*: pairs of spaces, one on the white line and one on the black one, that must hold the same
//! value. Follow from a space to the partner of its button (same value, other colour) and from there to the
//! other space of that slot, and so on: a closed walk is a cycle. At the goal every slot is a cycle of its
//! own, with its colours the right way round. One swap adds at most one cycle, and a cycle in which *every*
//! button has the wrong colour needs one swap more than its slots say; so the bound is slots - cycles +
//! wholly wrong cycles. (One checks that a swap lowers it by at most one: a swap that joins two wholly wrong
//! cycles lowers the number of both kinds.)

#[cfg(test)]
mod tests;

use crate::layout::Layout;
use crate::pieces::{Button, SPACES, Space, VALUES};

/// Stands for "anywhere" and "no partner".
pub const ANY: u8 = 16;

/// The button on each space, by index.
pub type On = [u8; SPACES];
/// The space of each button, by index.
pub type At = [u8; SPACES];

/// A layout with all buttons on the board, as two lists of indices.
#[must_use]
pub fn places(layout: &Layout) -> (On, At) {
    let button = |space: Space| layout.button(space).map_or(0, |button| button.index() as u8);
    let space = |button: Button| layout.space(button).map_or(0, |space| space.index() as u8);
    let (mut on, mut at) = ([0; SPACES], [0; SPACES]);
    Space::all().for_each(|s| on[s.index()] = button(s));
    Button::all().for_each(|b| at[b.index()] = space(b));
    (on, at)
}

/// A walk of [`Aim::parts`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Part {
    /// Its spaces.
    pub spaces: u16,
    /// How many swaps it needs at least.
    pub need: u32,
    /// Whether it is closed and every button in it has the wrong colour.
    pub wrong: bool,
}

/// For each space its walk, so that it need not be followed again to see what a swap does.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    walk: [u8; SPACES],
    /// The spaces in closed walks.
    closed: u16,
}

impl Labels {
    /// By how much a swap of two spaces changes the distance: it cuts a closed walk off, or joins one to
    /// another walk, or exchanges the ends of two open walks.
    #[inline]
    #[must_use]
    pub fn change(&self, a: u8, b: u8) -> i32 {
        if self.walk[usize::from(a & 15)] == self.walk[usize::from(b & 15)] {
            -1
        } else {
            i32::from(self.closed & (1 << a | 1 << b) != 0)
        }
    }
}

/// The parts of a position, at most eight of which need a swap.
#[derive(Clone, Copy, Debug, Default)]
pub struct Parts {
    list: [Part; 8],
    len: usize,
}

impl Parts {
    fn push(&mut self, part: Part) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = part;
            self.len += 1;
        }
    }

    /// The parts.
    #[must_use]
    pub fn list(&self) -> &[Part] {
        &self.list[..self.len]
    }

    /// Orders them by what they need, the least first.
    pub fn sort(&mut self) {
        self.list[..self.len].sort_by_key(|part| part.need);
    }
}

/// One way, or one family of ways, to meet a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Aim {
    /// Certain buttons in certain places.
    Places {
        /// The space of each button, or [`ANY`].
        target: At,
        /// The button of each space, or [`ANY`].
        owner: On,
        /// How many buttons have a place.
        fixed: u32,
    },
    /// Slots that each hold one value in both colours.
    Pairs {
        /// For each space the other one of its slot, or [`ANY`].
        partner: On,
        /// The spaces that must hold white buttons.
        white: u16,
        /// How many slots there are.
        slots: u32,
    },
}

impl Aim {
    /// How many swaps are needed at least; 0 exactly if the aim is reached.
    #[inline]
    #[must_use]
    pub fn distance(&self, on: &On, at: &At) -> u32 {
        match self {
            Aim::Places { target, fixed, .. } => {
                let mut cycles = 0;
                let mut seen = 0u16;
                for start in 0..SPACES as u8 {
                    let mut space = start;
                    // Follow the buttons to their places until one has none or the walk meets itself.
                    while seen & 1 << space == 0 {
                        seen |= 1 << space;
                        match target[usize::from(on[usize::from(space & 15)] & 15)] {
                            ANY => break,
                            next => space = next & 15,
                        }
                        cycles += u32::from(space == start);
                    }
                }
                fixed - cycles
            }
            Aim::Pairs { partner, white, slots } => {
                let (mut cycles, mut wrong) = (0, 0);
                let mut left = *white;
                while left != 0 {
                    let start = left.trailing_zeros() as u8;
                    let mut space = start;
                    let mut all_wrong = true;
                    loop {
                        left &= !(1 << space);
                        let button = on[usize::from(space & 15)];
                        let other = at[usize::from((button ^ VALUES) & 15)];
                        let next = partner[usize::from(other & 15)];
                        let misfit = |space: u8, button: u8| (white >> space & 1 != 0) == (button >= VALUES);
                        if next == ANY {
                            break;
                        }
                        left &= !(1 << next) & !(1 << other);
                        all_wrong &= misfit(space, button) && misfit(other, button ^ VALUES);
                        space = next;
                        if space == start {
                            cycles += 1;
                            wrong += u32::from(all_wrong);
                            break;
                        }
                    }
                }
                slots + wrong - cycles
            }
        }
    }

    /// The walks of all spaces, for [`Aim::Places`] only.
    #[must_use]
    pub fn labels(&self, on: &On) -> Option<Labels> {
        let Aim::Places { target, owner, .. } = self else { return None };
        let mut labels = Labels { walk: [ANY; SPACES], closed: 0 };
        // Open walks begin on spaces where no button belongs; what is left are closed ones.
        for open in [true, false] {
            for start in (0..SPACES as u8).filter(|start| !open || owner[usize::from(*start)] == ANY) {
                let mut space = start;
                while labels.walk[usize::from(space & 15)] == ANY {
                    labels.walk[usize::from(space & 15)] = start;
                    labels.closed |= u16::from(!open) << space;
                    match target[usize::from(on[usize::from(space & 15)] & 15)] {
                        ANY => break,
                        next => space = next,
                    }
                }
            }
        }
        Some(labels)
    }

    /// The parts into which the buttons fall: walks, closed or open, as [`Aim::distance`] follows them. The
    /// parts within `among`, a set of whole parts, are added to `out`; those that need nothing are left out.
    /// The needs of all parts together are the distance.
    ///
    /// A swap that lowers the distance takes place within one part, unless it joins two wholly wrong ones. So
    /// with at most one of these and no move to spare, each part must be solved by itself.
    pub fn parts(&self, on: &On, at: &At, among: u16, out: &mut Parts) {
        let mut left = among;
        while left != 0 {
            let first = 1u16 << left.trailing_zeros();
            let (mut spaces, mut grown) = (first, 0u16);
            // A part is found by going on from its spaces in both directions until nothing is added.
            while spaces != grown {
                grown = spaces;
                for space in Space::of_mask(grown) {
                    spaces |= self.beside(space.index(), on, at);
                }
            }
            spaces &= among;
            left &= !spaces;
            let part = self.part(spaces, on);
            if part.need > 0 {
                out.push(part);
            }
        }
    }

    /// The spaces to which a walk goes on from one, in either direction.
    fn beside(&self, space: usize, on: &On, at: &At) -> u16 {
        let bit = |space: u8| if space == ANY { 0 } else { 1 << space };
        match self {
            Aim::Places { target, owner, .. } => {
                let to = bit(target[usize::from(on[space] & 15)]);
                let from = owner[space];
                to | if from == ANY { 0 } else { bit(at[usize::from(from & 15)]) }
            }
            Aim::Pairs { partner, .. } => {
                bit(partner[space]) | bit(at[usize::from((on[space] ^ VALUES) & 15)])
            }
        }
    }

    fn part(&self, spaces: u16, on: &On) -> Part {
        let size = spaces.count_ones();
        match self {
            Aim::Places { target, .. } => {
                let bound = |space: &Space| target[usize::from(on[space.index()] & 15)] != ANY;
                let edges = Space::of_mask(spaces).filter(bound).count() as u32;
                // An open walk ends at a button that belongs nowhere.
                Part { spaces, need: if edges == size { edges - 1 } else { edges }, wrong: false }
            }
            Aim::Pairs { partner, white, .. } => {
                let in_slot = |space: &Space| partner[space.index()] != ANY;
                let slots = Space::of_mask(spaces).filter(in_slot).count() as u32 / 2;
                let misfit =
                    |space: Space| (white >> space.index() & 1 != 0) == (on[space.index()] >= VALUES);
                let closed = 2 * slots == size;
                let wrong = closed && Space::of_mask(spaces).all(misfit);
                Part { spaces, need: slots - u32::from(closed && !wrong), wrong }
            }
        }
    }

    /// Whether the number of swaps to this aim is even (0) or odd (1), where all buttons have a place,
    /// however the values are chosen; `None` where either can be.
    #[must_use]
    pub fn parity(&self, on: &On) -> Option<u32> {
        match self {
            Aim::Places { target, fixed, .. } if *fixed == SPACES as u32 => {
                Some(odd(|space| target[usize::from(on[usize::from(space)])]))
            }
            Aim::Pairs { partner, white, slots: 8 } => {
                // The values in order along the white spaces; another order changes both colours alike, so
                // evenly.
                let mut target = [0; SPACES];
                for (value, space) in Space::of_mask(*white).enumerate() {
                    target[value] = space.index() as u8;
                    target[value + usize::from(VALUES)] = partner[space.index()];
                }
                Some(odd(|space| target[usize::from(on[usize::from(space)])]))
            }
            _ => None,
        }
    }
}

/// The parity of a permutation of the spaces.
fn odd(map: impl Fn(u8) -> u8) -> u32 {
    let mut seen = 0u16;
    let mut swaps = 0;
    for start in 0..SPACES as u8 {
        let mut space = start;
        while seen & 1 << space == 0 {
            seen |= 1 << space;
            space = map(space);
            swaps += u32::from(space != start);
        }
    }
    swaps % 2
}
