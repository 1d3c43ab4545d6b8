//! A hash map whose keys are positions.

use super::node::Node;
use bagatelle_piecepack::Suit;
use foldhash::fast::FixedState;
use std::collections::HashMap;

/// A position in four words.
pub type Key = [u64; 4];

/// Something for each of many positions. Its hasher is several times as fast as that of the standard library;
/// it resists no attack, and no player chooses the keys.
pub type NodeMap<V> = HashMap<Key, V, FixedState>;

impl Node {
    /// The node in four words, without loss: 48 places and 16 bits of chances; 33 bits for each pile (front
    /// 3, unseen 6, returned 24); 8 bits for the hand and the suit to pick in. Which places are fixed follows
    /// from the rest.
    #[must_use]
    pub fn key(&self) -> Key {
        let [s, m, c, a] = Suit::ALL.map(|suit| {
            let known = self.piles[suit];
            let front = known.front.map_or(7, |rank| rank.index() as u64);
            u64::from(known.returned.bits()) << 9 | u64::from(known.unseen.bits()) << 3 | front
        });
        let hand = self.hand.map_or(31, |tile| tile.index() as u64);
        let confined = self.confined.map_or(7, |suit| suit.index() as u64);
        [
            self.taken << 16 | u64::from(self.chances.bits()),
            s << 31 | hand << 3 | confined,
            m << 31 | a & 0x7fff_ffff,
            c << 31 | a >> 31,
        ]
    }
}
