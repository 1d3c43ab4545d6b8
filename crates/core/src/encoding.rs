//! Games as numbers, for programs that learn: each action has a number, and what a viewer may know is a list
//! of floats.
//!
//! Numbers of actions are fixed: the same number means the same thing in all positions of a game under the
//! same options. The floats come in named [`Part`]s, always in the same order and of the same shape.

use crate::game::Game;
use crate::seat::Viewer;

/// A part of what a viewer may know, as floats in row-major order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// What it is called; no two parts of a game share a name.
    pub name: &'static str,
    /// The length of each axis.
    pub shape: &'static [usize],
    /// What the axes stand for, and what the floats count.
    pub about: &'static str,
}

impl Part {
    /// How many floats the part has.
    #[must_use]
    pub const fn len(&self) -> usize {
        let (mut product, mut axis) = (1, 0);
        while axis < self.shape.len() {
            product *= self.shape[axis];
            axis += 1;
        }
        product
    }

    /// Whether the part has no floats.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// How many floats some parts have together.
#[must_use]
pub const fn length(parts: &[Part]) -> usize {
    let (mut sum, mut n) = (0, 0);
    while n < parts.len() {
        sum += parts[n].len();
        n += 1;
    }
    sum
}

/// A game whose actions have numbers and whose views are lists of floats.
///
/// The test kit checks the laws of these methods: `bagatelle_testkit::enter_encoding!(Game)`.
pub trait Encoded: Game {
    /// What the numbers of actions mean, in a few lines of Markdown.
    const NUMBERING: &'static str;
    /// What [`Encoded::encode`] writes, in this order.
    const PARTS: &'static [Part];

    /// How many numbers there are for the actions of seats: they are below this. Chance actions have no
    /// numbers.
    fn numbers(&self) -> u32;

    /// Puts the numbers of legal actions of the seat to act into `out`, which is cleared first, in the order
    /// of `actions`. No two legal actions share a number. A number depends on nothing that the seat may not
    /// know.
    fn number(&self, state: &Self::State, actions: &[Self::Action], out: &mut Vec<u32>);

    /// Writes what is in `view`, as `viewer` looks at it, whose view it is: part after part. All floats are
    /// 0.0 before.
    fn encode(&self, view: &Self::View, viewer: Viewer, out: &mut Floats<'_>);

    /// All set-ups that a deal may give, each with its probability, if they are known and are no more than
    /// `most`. Set-ups that no player could ever tell apart may stand for one.
    fn deals(&self, _options: &Self::DealOptions, _most: usize) -> Option<Vec<(Self::Setup, f64)>> {
        self.fixed_setup().map(|setup| vec![(setup, 1.0)])
    }

    /// All positions that are consistent with a view, each with its probability, if they are known and are no
    /// more than `most`.
    fn worlds(&self, _view: &Self::View, _most: usize) -> Option<Vec<(Self::State, f64)>> {
        None
    }

    /// All actions that chance may take in a position, each with its probability, if they are no more than
    /// `most`. `None`, too, where chance is not to act.
    fn chances(&self, _state: &Self::State, _most: usize) -> Option<Vec<(Self::Action, f64)>> {
        None
    }
}

/// The floats of an observation while they are written, part by part.
#[derive(Debug)]
pub struct Floats<'a> {
    rest: &'a mut [f32],
    parts: &'static [Part],
}

impl<'a> Floats<'a> {
    /// Sets all floats to 0.0.
    ///
    /// # Panics
    /// If there are not as many floats as the parts have.
    pub fn new(floats: &'a mut [f32], parts: &'static [Part]) -> Floats<'a> {
        assert_eq!(floats.len(), length(parts), "as many floats as the parts have");
        floats.fill(0.0);
        Floats { rest: floats, parts }
    }

    /// The floats of the next part, in row-major order.
    ///
    /// # Panics
    /// If the next part does not have this name.
    pub fn part(&mut self, name: &str) -> &'a mut [f32] {
        let Some((next, parts)) = self.parts.split_first() else { panic!("there is no part {name}") };
        assert_eq!(next.name, name, "parts are written in their order");
        let (floats, rest) = std::mem::take(&mut self.rest).split_at_mut(next.len());
        (self.rest, self.parts) = (rest, parts);
        floats
    }

    /// Whether all parts were written.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.parts.is_empty()
    }
}

/// A truth as a float: 1.0 or 0.0.
#[must_use]
pub fn flag(truth: bool) -> f32 {
    f32::from(u8::from(truth))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARTS: &[Part] = &[
        Part { name: "board", shape: &[2, 3], about: "" },
        Part { name: "turn", shape: &[1], about: "" },
        Part { name: "number", shape: &[], about: "" },
    ];

    #[test]
    fn parts_are_written_one_after_another() {
        let mut floats = [9.0; length(PARTS)];
        assert_eq!(floats.len(), 8);
        let mut out = Floats::new(&mut floats, PARTS);
        out.part("board")[4] = 1.0;
        out.part("turn")[0] = flag(true);
        assert!(!out.is_complete());
        out.part("number")[0] = 0.5;
        assert!(out.is_complete());
        assert_eq!(floats, [0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.5]);
    }

    #[test]
    #[should_panic(expected = "parts are written in their order")]
    fn a_part_out_of_order_is_found() {
        let mut floats = [0.0; length(PARTS)];
        Floats::new(&mut floats, PARTS).part("turn");
    }
}
