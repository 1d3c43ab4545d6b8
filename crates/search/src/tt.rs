//! A transposition table: what a search knows about positions that it has met before, by their
//! 64-bit keys.
//!
//! The size is fixed when it is made. Two entries share a bucket: one is kept while it is deeper, the other
//! is always replaced. Entries are atomic words in which the key is mixed with the data (Hyatt and Mann 2002,
//! "A lock-less transposition table"), so the table can be shared by threads; a torn entry simply does not
//! match.

use std::sync::atomic::{AtomicU64, Ordering};

/// What a stored value says of the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Bound {
    /// It is the true value.
    Exact = 0,
    /// The true value is this or more.
    Lower = 1,
    /// The true value is this or less.
    Upper = 2,
}

/// What is stored of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The value found, from the side to act.
    pub value: i16,
    /// What it says.
    pub bound: Bound,
    /// The depth to which the position was searched, in plies.
    pub depth: u8,
    /// The label of the best move, if there was one.
    pub best: Option<u16>,
}

impl Entry {
    /// Value, depth, bound, presence of a move, move: 16, 8, 2, 1 and 16 bits. Bit 43 marks a used word.
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.value as u16)
            | u64::from(self.depth) << 16
            | (self.bound as u64) << 24
            | u64::from(self.best.is_some()) << 26
            | u64::from(self.best.unwrap_or(0)) << 27
            | 1 << 43
    }

    #[inline]
    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 24 & 3 {
            0 => Bound::Exact,
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => return None,
        };
        (word >> 43 == 1).then_some(Entry {
            value: word as u16 as i16,
            bound,
            depth: (word >> 16) as u8,
            best: (word >> 26 & 1 == 1).then_some((word >> 27) as u16),
        })
    }
}

#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    #[inline]
    fn read(&self, key: u64) -> Option<Entry> {
        let data = self.data.load(Ordering::Relaxed);
        if self.mixed.load(Ordering::Relaxed) ^ data == key { Entry::unpack(data) } else { None }
    }

    #[inline]
    fn write(&self, key: u64, entry: Entry) {
        let data = entry.pack();
        self.data.store(data, Ordering::Relaxed);
        self.mixed.store(key ^ data, Ordering::Relaxed);
    }

    #[inline]
    fn depth(&self) -> Option<u8> {
        Entry::unpack(self.data.load(Ordering::Relaxed)).map(|entry| entry.depth)
    }
}

/// The table.
pub struct Table {
    slots: Vec<Slot>,
}

impl Table {
    /// A table of `2^bits` entries of 16 bytes, at least two and at most 2^28 of them.
    #[must_use]
    pub fn new(bits: u32) -> Table {
        let count = 1usize << bits.clamp(1, 28);
        Table { slots: std::iter::repeat_with(Slot::default).take(count).collect() }
    }

    #[inline]
    fn bucket(&self, key: u64) -> (&Slot, &Slot) {
        // The product's upper half spreads the key's upper bits over the buckets.
        let buckets = (self.slots.len() / 2) as u128;
        let first = ((u128::from(key) * buckets) >> 64) as usize * 2;
        (&self.slots[first], &self.slots[first + 1])
    }

    /// What is known of a position.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let (deep, recent) = self.bucket(key);
        deep.read(key).or_else(|| recent.read(key))
    }

    /// Stores what was found out about a position.
    #[inline]
    pub fn put(&self, key: u64, entry: Entry) {
        let (deep, recent) = self.bucket(key);
        let own = deep.read(key).is_some();
        if own || deep.depth().is_none_or(|depth| depth <= entry.depth) {
            deep.write(key, entry);
        } else {
            recent.write(key, entry);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill_with(Slot::default);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_survive_packing() {
        for value in [i16::MIN, -1, 0, 7, i16::MAX] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for best in [None, Some(0), Some(u16::MAX)] {
                    let entry = Entry { value, bound, depth: 255, best };
                    assert_eq!(Entry::unpack(entry.pack()), Some(entry));
                }
            }
        }
        assert_eq!(Entry::unpack(0), None);
    }

    #[test]
    fn the_deeper_entry_stays_and_the_newer_one_is_found() {
        let table = Table::new(1);
        let entry = |depth| Entry { value: i16::from(depth), bound: Bound::Exact, depth, best: None };
        table.put(1, entry(9));
        table.put(2, entry(3));
        table.put(3, entry(4));
        let depths: Vec<Option<u8>> = (0..4).map(|key| table.get(key).map(|entry| entry.depth)).collect();
        assert_eq!(depths, [None, Some(9), None, Some(4)]);
        table.put(1, entry(2));
        assert_eq!(table.get(1).map(|entry| entry.depth), Some(2), "one position has one entry");
    }
}
