//! The coins: sets and rows of ranks, one suit's pile, the discards.
//!
//! Everything is a few bytes and `Copy`, so that a position is cheap to clone.

use bagatelle_piecepack::{Lettering, Rank, Suit, Tile};
use std::fmt;

/// A set of ranks, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct RankSet(u8);

impl RankSet {
    /// The set with `rank` added.
    #[must_use]
    pub fn with(self, rank: Rank) -> RankSet {
        RankSet(self.0 | 1 << rank.index())
    }

    /// The set with `rank` taken out.
    #[must_use]
    pub fn without(self, rank: Rank) -> RankSet {
        RankSet(self.0 & !(1 << rank.index()))
    }

    /// Whether `rank` is in it.
    #[must_use]
    pub fn holds(self, rank: Rank) -> bool {
        self.0 >> rank.index() & 1 == 1
    }

    /// How many ranks it holds.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ranks in it, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        Rank::ALL.into_iter().filter(move |&rank| self.holds(rank))
    }

    /// The set as six bits, null lowest.
    #[must_use]
    pub fn bits(self) -> u8 {
        self.0
    }
}

impl FromIterator<Rank> for RankSet {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> RankSet {
        ranks.into_iter().fold(RankSet::default(), RankSet::with)
    }
}

/// A row of at most six coins of one suit, from the top of the pile to its bottom. A nibble each, the top
/// lowest, so that taking the top and putting a coin underneath are a shift each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Row(u32);

impl Row {
    /// How many coins there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        (8 - self.0.leading_zeros() / 4) as usize
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The coin on top.
    #[inline]
    #[must_use]
    pub fn top(self) -> Option<Rank> {
        Rank::from_index(((self.0 & 15) as usize).wrapping_sub(1))
    }

    /// Takes the coin on top.
    #[inline]
    pub fn pop(&mut self) -> Option<Rank> {
        let top = self.top();
        self.0 >>= 4;
        top
    }

    /// Puts a coin at the bottom.
    #[inline]
    pub fn push_under(&mut self, rank: Rank) {
        self.0 |= (rank.index() as u32 + 1) << (4 * self.len());
    }

    /// The coins from the top down.
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        let mut rest = self;
        std::iter::from_fn(move || rest.pop())
    }

    /// The coins in 24 bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        self.0
    }
}

impl FromIterator<Rank> for Row {
    fn from_iter<I: IntoIterator<Item = Rank>>(ranks: I) -> Row {
        let mut row = Row::default();
        ranks.into_iter().for_each(|rank| row.push_under(rank));
        row
    }
}

/// The letters of the coins from the top down, such as `a3n24`.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|rank| write!(f, "{}", rank.letter(Lettering::Small)))
    }
}

/// The coins of one suit that are still in the game and not in hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Pile {
    /// The coin in front of the stack, value up.
    pub front: Option<Rank>,
    /// The stack, suit up.
    pub stack: Row,
    /// How many coins of the stack, from its top, are unseen. Those below were put back by the player.
    pub unseen: u8,
}

impl Pile {
    /// Takes the top coin of the stack, which becomes known.
    #[inline]
    pub fn take_top(&mut self) -> Option<Rank> {
        self.unseen = self.unseen.saturating_sub(1);
        self.stack.pop()
    }

    /// Fills an empty front place from the top of the stack.
    #[inline]
    pub fn refill(&mut self) {
        if self.front.is_none() {
            self.front = self.take_top();
        }
    }

    /// Puts a rejected coin under the stack; an empty front place is filled from the top at once.
    pub fn put_back(&mut self, rank: Rank) {
        self.stack.push_under(rank);
        self.refill();
    }

    /// Whether no coin is left.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.front.is_none() && self.stack.is_empty()
    }
}

/// The coins that were used, in the order of their moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Discards {
    tiles: [Tile; Tile::COUNT],
    len: u8,
}

impl Discards {
    /// The coins, as the tiles they moved.
    #[must_use]
    pub fn as_slice(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    /// How many there are: the moves made so far.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Whether no move was made yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds one.
    #[inline]
    pub fn push(&mut self, tile: Tile) {
        if let Some(place) = self.tiles.get_mut(usize::from(self.len)) {
            *place = tile;
            self.len += 1;
        }
    }
}

/// No coins.
impl Default for Discards {
    fn default() -> Discards {
        Discards { tiles: [Tile::new(Suit::Suns, Rank::Null); Tile::COUNT], len: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_taken_from_the_top_and_filled_from_below() {
        let mut row: Row = Rank::ALL.into_iter().collect();
        assert_eq!((row.len(), row.to_string().as_str()), (6, "na2345"));
        assert_eq!(row.pop(), Some(Rank::Null));
        row.push_under(Rank::Null);
        assert_eq!(row.to_string(), "a2345n");
        assert_eq!(std::iter::from_fn(|| row.pop()).count(), 6);
        assert_eq!((row.len(), row.top(), row.pop()), (0, None, None));
    }
}
