//! The value network: how many slides more than the pattern databases say.
//!
//! Its input is which kind of tile lies in which cell (22 kinds, the nulls being one and the hole another, times 25 cells); a hidden layer of
//! [`WIDE`] numbers, of which a slide changes four rows' worth only, so that a child costs a few additions; a second
//! layer of [`NARROW`] numbers that also sees the two sums of the pattern databases; one output. The rows are kept
//! in sixteen bits, the rest in floating point, written so that the compiler can use whatever vectors the machine has.
//!
//! The weights are in `value.bin`, in the order of [`Weights`] and as [`Weights::to_bytes`] writes them. They were learned from solutions of
//! the solver itself; the example `train_value` learns others in the same way and says how these came about.

use super::board::{CELLS, HOLE, NULL};

/// Numbers of the hidden layer.
pub const WIDE: usize = 64;
/// Numbers of the second layer.
pub const NARROW: usize = 16;
/// Scores are in this part of a slide.
pub(crate) const SCALE: i32 = 32;
/// Kinds of tiles (twenty, null, hole) times cells.
pub const ROWS: usize = 22 * CELLS;

/// The weights in floating point, one after another, as they are learned and stored. All offsets are in numbers.
#[derive(Clone, Debug)]
pub struct Weights(pub Vec<f32>);

impl Weights {
    /// The hidden layer's offsets, [`WIDE`] of them. Before them, from 0: [`ROWS`] rows of [`WIDE`] each.
    pub const HIDDEN: usize = ROWS * WIDE;
    /// The second layer's weights, [`NARROW`] rows of [`WIDE`].
    pub const SECOND: usize = Self::HIDDEN + WIDE;
    /// The second layer's offsets.
    pub const SECOND_OFFSET: usize = Self::SECOND + WIDE * NARROW;
    /// The second layer's weights for the two sums, [`NARROW`] pairs.
    pub const SUMS: usize = Self::SECOND_OFFSET + NARROW;
    /// The output's weights for the second layer.
    pub const OUT: usize = Self::SUMS + 2 * NARROW;
    /// The output's offset.
    pub const OUT_OFFSET: usize = Self::OUT + NARROW;
    /// The output's weights for the two sums.
    pub const OUT_SUMS: usize = Self::OUT_OFFSET + 1;
    /// How many there are.
    pub const COUNT: usize = Self::OUT_SUMS + 2;
    /// The larger sum is divided by this before it is weighed, the difference of the two by the other.
    pub const UNITS: [f32; 2] = [64.0, 8.0];

    /// The weights that come with the solver.
    #[must_use]
    pub fn embedded() -> Self {
        Self::from_bytes(include_bytes!("value.bin"))
    }

    /// Reads weights that [`Weights::to_bytes`] has written.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let (rounded, rest) = bytes.split_at(bytes.len().min(2 * Self::SECOND));
        let rounded = rounded.as_chunks().0.iter().map(|&two| f32::from(i16::from_le_bytes(two)) / ONE);
        Self(rounded.chain(rest.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four))).collect())
    }

    /// The weights as bytes, little-endian: the rows and the hidden layer's offsets as they are used, in sixteen bits, the
    /// others in floating point.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (rounded, rest) = self.0.split_at(Self::SECOND);
        let rounded = rounded.iter().flat_map(|&weight| sixteen(weight).to_le_bytes());
        rounded.chain(rest.iter().flat_map(|weight| weight.to_le_bytes())).collect()
    }

    /// The row of a tile in a cell ([`ROWS`] of them).
    #[must_use]
    #[inline]
    pub fn row(tile: u8, cell: usize) -> usize {
        (if tile == HOLE { NULL + 1 } else { tile }) as usize * CELLS + cell
    }
}

/// The network, ready to use.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    rows: Vec<[i16; WIDE]>,
    offsets: [i16; WIDE],
    second: [[f32; NARROW]; WIDE],
    second_offset: [f32; NARROW],
    sums: [[f32; NARROW]; 2],
    out: [f32; NARROW],
    out_offset: f32,
    out_sums: [f32; 2],
}

/// One in sixteen bits.
const ONE: f32 = 256.0;

/// A weight in sixteen bits.
fn sixteen(weight: f32) -> i16 {
    (weight * ONE).round() as i16
}

impl Value {
    /// Prepares weights for use.
    ///
    /// # Panics
    /// When their number is not [`Weights::COUNT`].
    pub fn new(weights: &Weights) -> Self {
        let weights = &weights.0;
        assert_eq!(weights.len(), Weights::COUNT, "the weights of another network");
        let row = |start: usize| std::array::from_fn(|i| sixteen(weights[start + i]));
        let narrow = |start: usize, stride: usize, unit: f32| -> [f32; NARROW] {
            std::array::from_fn(|j| weights[start + j * stride] / unit)
        };
        let [sum, difference] = Weights::UNITS;
        Self {
            rows: (0..ROWS).map(|number| row(number * WIDE)).collect(),
            offsets: row(Weights::HIDDEN),
            second: std::array::from_fn(|i| narrow(Weights::SECOND + i, WIDE, ONE)),
            second_offset: narrow(Weights::SECOND_OFFSET, 1, 1.0),
            sums: [narrow(Weights::SUMS, 2, sum), narrow(Weights::SUMS + 1, 2, difference)],
            out: narrow(Weights::OUT, 1, 1.0),
            out_offset: weights[Weights::OUT_OFFSET],
            out_sums: [weights[Weights::OUT_SUMS] / sum, weights[Weights::OUT_SUMS + 1] / difference],
        }
    }

    /// The hidden layer of a position, before negative numbers are cut off.
    #[inline(never)]
    pub fn hidden(&self, cells: &[u8; CELLS]) -> [i16; WIDE] {
        let mut hidden = self.offsets;
        for (cell, &tile) in cells.iter().enumerate() {
            let row = &self.rows[Weights::row(tile, cell)];
            for i in 0..WIDE {
                hidden[i] = hidden[i].wrapping_add(row[i]);
            }
        }
        hidden
    }

    /// The value once a tile has slid from one cell to another, the hole; `bound` is then the larger sum of the pattern
    /// databases, `difference` what it is larger by. In parts ([`SCALE`]) of a slide.
    #[inline(never)]
    pub fn after(
        &self,
        hidden: &[i16; WIDE],
        tile: u8,
        from: u8,
        to: u8,
        bound: i32,
        difference: i32,
    ) -> i32 {
        let row = |tile: u8, cell: u8| &self.rows[Weights::row(tile, cell as usize)];
        let (come, gone) = (row(tile, to), row(tile, from));
        let (hole_come, hole_gone) = (row(HOLE, from), row(HOLE, to));
        let mut wide = [0f32; WIDE];
        for i in 0..WIDE {
            let sum = hidden[i].wrapping_add(come[i]).wrapping_sub(gone[i]);
            wide[i] = f32::from(sum.wrapping_add(hole_come[i]).wrapping_sub(hole_gone[i]).max(0));
        }
        let (bound, difference) = (bound as f32, difference as f32);
        // Two sets of sums, so that one addition need not wait for the other.
        let mut even = self.second_offset;
        let mut odd = [0f32; NARROW];
        for i in 0..WIDE / 2 {
            let (one, two) = (&self.second[2 * i], &self.second[2 * i + 1]);
            for j in 0..NARROW {
                even[j] += wide[2 * i] * one[j];
            }
            for j in 0..NARROW {
                odd[j] += wide[2 * i + 1] * two[j];
            }
        }
        let mut parts = [0f32; 4];
        for j in 0..NARROW {
            let sum = even[j] + odd[j] + bound * self.sums[0][j] + difference * self.sums[1][j];
            parts[j % 4] += sum.max(0.0) * self.out[j];
        }
        let sums = self.out_offset + bound * self.out_sums[0] + difference * self.out_sums[1];
        ((sums + (parts[0] + parts[1]) + (parts[2] + parts[3])) * SCALE as f32) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_as_they_are_read() {
        let weights = Weights::embedded();
        assert_eq!(weights.0.len(), Weights::COUNT);
        assert_eq!(weights.to_bytes(), include_bytes!("value.bin"));
    }
}
