//! A hash table of positions, fast because its keys are four words that are well mixed by one multiplication each.

use crate::plan::Node;
use bagatelle_piecepack::Suit;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A position in four words.
pub type Key = [u64; 4];

/// Something for each of many positions.
pub type Table<V> = HashMap<Key, V, BuildHasherDefault<Mix>>;

/// Multiplies to 128 bits and folds the halves (the mixing step of wyhash), several times as fast as the hasher of the
/// standard library. Nobody who could choose the keys gains anything by making them collide.
#[derive(Clone, Copy, Default, Debug)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        const ODD: u128 = 0x9e37_79b9_7f4a_7c15;
        let product = u128::from(self.0 ^ word ^ 0x2545_f491_4f6c_dd1d).wrapping_mul(ODD);
        self.0 = (product as u64 ^ (product >> 64) as u64).rotate_left(23);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

impl Node {
    /// The node in four words, without loss: 48 places and 16 bits of chances; 33 bits for each pile (front 3, unseen 6,
    /// returned 24); 8 bits for the hand and the suit to pick in. Which places are fixed follows from the rest.
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
