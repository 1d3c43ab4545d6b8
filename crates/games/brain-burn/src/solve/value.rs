//! The value network: how many slides more than the pattern databases say.
//!
//! Its input is the kind of tile in each cell (22 kinds, counting the nulls as one and the hole as another,
//! times 25 cells); then comes a hidden layer of [`WIDE`] numbers, of which a slide changes only four rows'
//! worth, so that a child costs a few additions; a second layer of [`NARROW`] numbers that also sees the two
//! sums of the pattern databases; one output. The rows and the second layer's weights are kept in sixteen
//! bits, the rest in floating point. The network's output is the same on all machines, whatever the width of
//! their vectors (`fearless_simd`); without vectors, half of a search would be spent here.
//!
//! The weights are in `value.bin`, in the order of [`Weights`] and as [`Weights::to_bytes`] writes them. They
//! were learned from solutions of the solver itself; the example `train_value` learns others in the same way
//! and says how these were made.

use super::board::{CELLS, HOLE, NULL};
use fearless_simd::prelude::*;
use fearless_simd::{Level, dispatch, f32x16, i16x32, i32x16};

/// Numbers of the hidden layer.
pub const WIDE: usize = 64;
/// Numbers of the second layer.
pub const NARROW: usize = 16;
/// Scores are in this part of a slide.
pub(crate) const SCALE: i32 = 32;
/// Kinds of tiles (twenty, null, hole) times cells.
pub const ROWS: usize = 22 * CELLS;

/// The weights in floating point, one after another, as they are learned and stored. All offsets are in
/// numbers.
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
        let (rounded, rest) = bytes.split_at(bytes.len().min(2 * Self::SECOND_OFFSET));
        let rounded = rounded.as_chunks().0.iter().map(|&two| f32::from(i16::from_le_bytes(two)));
        let rounded = rounded.enumerate().map(|(number, weight)| weight / one(number));
        Self(rounded.chain(rest.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four))).collect())
    }

    /// The weights as bytes, little-endian: the rows, the hidden layer's offsets and the second layer's
    /// weights as they are used, in sixteen bits, the others in floating point.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let (rounded, rest) = self.0.split_at(Self::SECOND_OFFSET);
        let rounded = rounded.iter().enumerate().map(|(number, &weight)| sixteen(weight, one(number)));
        rounded
            .flat_map(i16::to_le_bytes)
            .chain(rest.iter().flat_map(|weight| weight.to_le_bytes()))
            .collect()
    }

    /// The row of a tile in a cell ([`ROWS`] of them). Nulls may be told apart, as 20 to 23; they have the
    /// same rows.
    #[must_use]
    #[inline]
    pub fn row(tile: u8, cell: usize) -> usize {
        (if tile == HOLE { NULL + 1 } else { tile.min(NULL) }) as usize * CELLS + cell
    }
}

/// The network, ready to use.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    level: Level,
    rows: Vec<[i16; WIDE]>,
    offsets: [i16; WIDE],
    /// The second layer's weights for two numbers of the hidden layer each, pairs beside one another.
    pairs: [[i16; 2 * NARROW]; WIDE / 2],
    second_offset: [f32; NARROW],
    sums: [[f32; NARROW]; 2],
    out: [f32; NARROW],
    out_offset: f32,
    out_sums: [f32; 2],
}

/// A slide, and the sums of the pattern databases after it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Slide {
    /// The tile.
    pub tile: u8,
    /// The cell that it leaves.
    pub from: u8,
    /// The cell where it goes, which was the hole.
    pub to: u8,
    /// The larger sum.
    pub bound: u8,
    /// The other sum.
    pub other: u8,
}

/// The number 1 in sixteen bits, in the hidden layer.
const ONE: f32 = 256.0;
/// The number 1 in sixteen bits, among the second layer's weights.
const SECOND_ONE: f32 = 4096.0;

/// A weight in sixteen bits.
fn sixteen(weight: f32, one: f32) -> i16 {
    (weight * one).round() as i16
}

/// The number 1 in sixteen bits, for the weight of a number.
fn one(number: usize) -> f32 {
    if number < Weights::SECOND { ONE } else { SECOND_ONE }
}

impl Value {
    /// Prepares weights for use.
    ///
    /// # Panics
    /// When their number is not [`Weights::COUNT`].
    pub fn new(weights: &Weights) -> Self {
        let weights = &weights.0;
        assert_eq!(weights.len(), Weights::COUNT, "the weights of another network");
        let rounded = |number: usize| sixteen(weights[number], one(number));
        let row = |start: usize| std::array::from_fn(|i| rounded(start + i));
        let pair = |i: usize, k: usize| rounded(Weights::SECOND + k / 2 * WIDE + 2 * i + k % 2);
        // The second layer sums up in these parts.
        let part = ONE * SECOND_ONE;
        let narrow = |start: usize, stride: usize, unit: f32| -> [f32; NARROW] {
            std::array::from_fn(|j| weights[start + j * stride] / unit)
        };
        let [sum, difference] = Weights::UNITS;
        Self {
            level: Level::new(),
            rows: (0..ROWS).map(|number| row(number * WIDE)).collect(),
            offsets: row(Weights::HIDDEN),
            pairs: std::array::from_fn(|i| std::array::from_fn(|k| pair(i, k))),
            second_offset: narrow(Weights::SECOND_OFFSET, 1, 1.0 / part),
            sums: [narrow(Weights::SUMS, 2, sum / part), narrow(Weights::SUMS + 1, 2, difference / part)],
            out: narrow(Weights::OUT, 1, part),
            out_offset: weights[Weights::OUT_OFFSET],
            out_sums: [weights[Weights::OUT_SUMS] / sum, weights[Weights::OUT_SUMS + 1] / difference],
        }
    }

    /// The hidden layer of a position, before negative numbers are cut off.
    pub fn hidden(&self, cells: &[u8; CELLS]) -> [i16; WIDE] {
        dispatch!(self.level, simd => self.hidden_with(simd, cells))
    }

    /// The value after a slide. In parts ([`SCALE`]) of a slide.
    pub fn after(&self, hidden: &[i16; WIDE], slide: &Slide) -> i32 {
        dispatch!(self.level, simd => self.after_with(simd, hidden, slide))
    }

    /// The values after some slides from one position.
    pub fn after_each(&self, cells: &[u8; CELLS], slides: &[Slide], values: &mut [i32; 4]) {
        dispatch!(self.level, simd => self.after_each_with(simd, cells, slides, values));
    }

    #[inline(always)]
    fn after_each_with(&self, simd: impl Simd, cells: &[u8; CELLS], slides: &[Slide], values: &mut [i32; 4]) {
        let hidden = self.hidden_with(simd, cells);
        for (slide, value) in slides.iter().zip(values) {
            *value = self.after_with(simd, &hidden, slide);
        }
    }

    /// A row, in two halves.
    #[inline(always)]
    fn row<S: Simd>(&self, simd: S, tile: u8, cell: u8) -> [i16x32<S>; 2] {
        halves(simd, &self.rows[Weights::row(tile, cell as usize)])
    }

    #[inline(always)]
    fn hidden_with<S: Simd>(&self, simd: S, cells: &[u8; CELLS]) -> [i16; WIDE] {
        let [mut one, mut two] = halves(simd, &self.offsets);
        for (cell, &tile) in cells.iter().enumerate() {
            let row = self.row(simd, tile, cell as u8);
            (one, two) = (one + row[0], two + row[1]);
        }
        whole([one, two])
    }

    #[inline(always)]
    fn after_with<S: Simd>(&self, simd: S, hidden: &[i16; WIDE], slide: &Slide) -> i32 {
        let &Slide { tile, from, to, bound, other } = slide;
        let (come, gone) = (self.row(simd, tile, to), self.row(simd, tile, from));
        let (hole_come, hole_gone) = (self.row(simd, HOLE, from), self.row(simd, HOLE, to));
        let hidden = halves(simd, hidden);
        let wide: [i16x32<S>; 2] = std::array::from_fn(|half| {
            let sum = hidden[half] + come[half] - gone[half] + hole_come[half] - hole_gone[half];
            sum.max(i16x32::splat(simd, 0))
        });
        // Two sets of sums, so that one addition need not wait for the other.
        let mut sums = [i32x16::splat(simd, 0); 2];
        for (half, wide) in wide.into_iter().enumerate() {
            let mut pairs = [0; WIDE / 4];
            wide.bitcast::<i32x16<S>>().store_slice(&mut pairs);
            for (i, pair) in pairs.into_iter().enumerate() {
                let pair: i16x32<S> = i32x16::splat(simd, pair).bitcast();
                let weights = i16x32::from_slice(simd, &self.pairs[half * WIDE / 4 + i]);
                sums[i % 2] += pair.pairwise_dot_product(weights);
            }
        }
        let number = |number: f32| f32x16::splat(simd, number);
        let numbers = |numbers: &[f32; NARROW]| f32x16::from_slice(simd, numbers);
        let (bound, difference) = (f32::from(bound), f32::from(bound - other));
        let narrow = (sums[0] + sums[1]).to_float::<f32x16<S>>()
            + numbers(&self.second_offset)
            + number(bound) * numbers(&self.sums[0])
            + number(difference) * numbers(&self.sums[1]);
        let mut parts = [0.0; NARROW];
        (narrow.max(number(0.0)) * numbers(&self.out)).store_slice(&mut parts);
        // The order of additions is the same on all machines, and so is the value.
        let mut count = NARROW;
        while count > 1 {
            count /= 2;
            for j in 0..count {
                parts[j] += parts[j + count];
            }
        }
        let sums = self.out_offset + bound * self.out_sums[0] + difference * self.out_sums[1];
        ((sums + parts[0]) * SCALE as f32) as i32
    }
}

/// The two halves of a layer.
#[inline(always)]
fn halves<S: Simd>(simd: S, layer: &[i16; WIDE]) -> [i16x32<S>; 2] {
    let (one, two) = layer.split_at(WIDE / 2);
    [i16x32::from_slice(simd, one), i16x32::from_slice(simd, two)]
}

/// A layer of two halves.
#[inline(always)]
fn whole<S: Simd>(halves: [i16x32<S>; 2]) -> [i16; WIDE] {
    let mut layer = [0; WIDE];
    for (half, numbers) in halves.into_iter().zip(layer.chunks_exact_mut(WIDE / 2)) {
        half.store_slice(numbers);
    }
    layer
}

#[cfg(test)]
mod tests {
    use super::super::board::{BEHIND, NOWHERE, Tiles};
    use super::super::testing::deal;
    use super::*;

    /// The value by the weights as they are, in floating point, one number after another.
    fn plain(weights: &Weights, cells: &[u8; CELLS], bound: u8, other: u8) -> f32 {
        let Weights(weights) = weights;
        let sums = [f32::from(bound) / Weights::UNITS[0], f32::from(bound - other) / Weights::UNITS[1]];
        let wide: Vec<f32> = (0..WIDE)
            .map(|i| {
                let rows = cells.iter().enumerate().map(|(cell, &tile)| Weights::row(tile, cell));
                let sum = rows.map(|row| weights[row * WIDE + i]).sum::<f32>();
                (sum + weights[Weights::HIDDEN + i]).max(0.0)
            })
            .collect();
        let mut value = weights[Weights::OUT_OFFSET];
        for k in 0..2 {
            value += sums[k] * weights[Weights::OUT_SUMS + k];
        }
        for j in 0..NARROW {
            let mut sum = weights[Weights::SECOND_OFFSET + j];
            for k in 0..2 {
                sum += sums[k] * weights[Weights::SUMS + 2 * j + k];
            }
            for (i, number) in wide.iter().enumerate() {
                sum += number * weights[Weights::SECOND + j * WIDE + i];
            }
            value += sum.max(0.0) * weights[Weights::OUT + j];
        }
        value * SCALE as f32
    }

    #[test]
    fn a_value_is_what_the_weights_say_however_wide_the_vectors_are() {
        let weights = Weights::embedded();
        let value = Value::new(&weights);
        let narrowest = Value { level: Level::baseline(), ..value.clone() };
        for seed in 0..50 {
            let before = Tiles::of(&deal(seed));
            for action in (0..4).filter(|&action| BEHIND[before.hole as usize][action] != NOWHERE) {
                let mut after = before;
                let from = after.slide(action as u8);
                let (tile, to) = (before.cells[from as usize], before.hole);
                let slide = Slide { tile, from, to, bound: 60 + seed as u8 / 3, other: 58 };
                let found = value.after(&value.hidden(&before.cells), &slide);
                let expected = plain(&weights, &after.cells, slide.bound, slide.other);
                assert!((found as f32 - expected).abs() < 2.0, "{found} for {expected}");
                assert_eq!(found, narrowest.after(&narrowest.hidden(&before.cells), &slide));
            }
        }
    }

    #[test]
    fn weights_are_written_as_they_are_read() {
        let weights = Weights::embedded();
        assert_eq!(weights.0.len(), Weights::COUNT);
        assert_eq!(weights.to_bytes(), include_bytes!("value.bin"));
    }
}
