//! A position in a plan, and its successors.

use super::places::RING;
use crate::action::Source;
use crate::chances::Chances;
use crate::options::Rejections;
use crate::view::Known;
use bagatelle_piecepack::{BySuit, Rank, Suit, Tile};

/// What is known at some point of a plan: which places are taken, what is known of the piles, what is in
/// hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Node {
    /// The places that are taken.
    pub taken: u64,
    /// Those of them whose tile has moved, or has no coin left: they stay where they are.
    pub fixed: u64,
    /// What is known of the piles.
    pub piles: BySuit<Known>,
    /// The second chances left.
    pub chances: Chances,
    /// The coin in hand.
    pub hand: Option<Tile>,
    /// The suit in which must be picked.
    pub confined: Option<Suit>,
    /// How often coins may be rejected in a turn; the same in all nodes of a game.
    pub rejections: Rejections,
}

/// A step of a plan; landings are places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// Pick a coin.
    Pick(Suit, Source),
    /// Move to a place.
    Move(usize),
    /// Reject.
    Reject,
}

impl Node {
    /// How many tiles are not on the ring.
    #[inline]
    #[must_use]
    pub fn missing(&self) -> u32 {
        (self.taken & !RING).count_ones()
    }

    /// Whether the ring is complete.
    #[inline]
    #[must_use]
    pub fn won(&self) -> bool {
        self.taken == RING
    }

    /// Whether a coin of `suit`, in hand, may be rejected.
    #[inline]
    #[must_use]
    pub fn may_reject(&self, suit: Suit) -> bool {
        self.rejections.allows(self.chances, self.confined, suit)
    }

    /// The picks there are.
    pub fn picks(&self) -> impl Iterator<Item = (Suit, Source)> {
        let node = *self;
        Suit::ALL.into_iter().filter(move |&suit| node.confined.is_none_or(|only| only == suit)).flat_map(
            move |suit| {
                let known = node.piles[suit];
                let front = known.front.map(|_| (suit, Source::Front));
                let top = (known.stack() > 0).then_some((suit, Source::Top));
                front.into_iter().chain(top)
            },
        )
    }

    /// The nodes to which a pick may lead, one for each coin that may be turned.
    pub fn after_pick(&self, suit: Suit, source: Source) -> impl Iterator<Item = Node> {
        let node = *self;
        let tops = self.piles[suit].tops();
        let none = tops.is_empty().then_some(None);
        tops.iter().map(Some).chain(none).map(move |turned| node.picked(suit, source, turned))
    }

    /// After a pick that turned the coin `turned`.
    #[inline]
    #[must_use]
    pub fn picked(mut self, suit: Suit, source: Source, turned: Option<Rank>) -> Node {
        let known = &mut self.piles[suit];
        if let Some(rank) = turned {
            known.take_top(rank);
        }
        let taken = match source {
            Source::Front => std::mem::replace(&mut known.front, turned),
            Source::Top => turned,
        };
        self.hand = taken.map(|rank| Tile::new(suit, rank));
        self.confined = self.rejections.after_pick(self.confined);
        self
    }

    /// After the tile in hand, which lay at `home`, moved to `place`.
    #[inline]
    #[must_use]
    pub fn moved(mut self, home: u64, place: usize) -> Node {
        self.taken = self.taken & !home | 1 << place;
        self.fixed |= 1 << place;
        self.laid_down()
    }

    /// With the coin in hand used, wherever its tile lands.
    #[inline]
    #[must_use]
    pub fn laid_down(self) -> Node {
        Node { hand: None, confined: None, ..self }
    }

    /// With the front place of a suit filled from its stack, if it is empty.
    #[must_use]
    pub fn refilled(mut self, suit: Suit, turned: Option<Rank>) -> Node {
        let known = &mut self.piles[suit];
        if let (None, Some(rank)) = (known.front, turned) {
            known.take_top(rank);
            known.front = Some(rank);
        }
        self
    }

    /// After the coin in hand was rejected.
    #[must_use]
    pub fn rejected(mut self) -> Node {
        let Some(tile) = self.hand.take() else { return self };
        let known = &mut self.piles[tile.suit];
        known.returned.push_under(tile.rank);
        if known.front.is_none() && known.unseen.is_empty() {
            // The front place is empty only if the stack was, and the coin comes straight back; or if coins
            // are turned up late: then it is filled now, by [`Node::refilled`] if the coin is unknown.
            known.front = known.returned.pop();
        }
        self.chances.spend(tile.suit);
        self.confined = Some(tile.suit);
        self
    }
}
