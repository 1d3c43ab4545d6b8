//! Sets of places where tiles may lie.

use super::grid::{Grid, Word};
use crate::tile::Way;

/// A set of places, by way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Places<W, const N: usize>(pub [Grid<W, N>; 2]);

impl<W: Word, const N: usize> Places<W, N> {
    /// The number of places.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0[0].ones() + self.0[1].ones()
    }

    /// The `n`th place, lying ones first.
    #[inline]
    pub fn nth(&self, n: u32) -> Option<(u32, u32, Way)> {
        let lying = self.0[0].ones();
        if n < lying {
            return self.0[0].nth(n).map(|(x, y)| (x, y, Way::H));
        }
        self.0[1].nth(n - lying).map(|(x, y)| (x, y, Way::V))
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0[0].is_empty() && self.0[1].is_empty()
    }

    /// The places that are also in another set.
    #[inline]
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Places([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}
