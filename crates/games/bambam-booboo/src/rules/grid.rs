//! Bit boards: one word per row, so that a question about every place at once is a handful of shifts.
//!
//! A [`Grid`] knows nothing about tiles. Bits beyond its edge read as 0. The code uses loops instead of
//! iterators, whose closures are not always inlined and then cost more than the bits.

use std::ops::{BitAnd, BitOr, Not};

/// An unsigned integer that holds one row.
pub trait Word: Copy + Eq + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// No bit.
    const ZERO: Self;
    /// How many bits there are.
    const WIDTH: u32;
    /// Bit `i` alone.
    fn bit(i: u32) -> Self;
    /// Every bit moved towards the higher ones by `n`, less than the width.
    fn up(self, n: u32) -> Self;
    /// Every bit moved towards the lower ones by `n`, less than the width.
    fn down(self, n: u32) -> Self;
    /// The sum, as whole numbers, without what overflows.
    fn plus(self, other: Self) -> Self;
    /// The number of bits set.
    fn ones(self) -> u32;
    /// The index of the lowest bit set; the width if there is none.
    fn lowest(self) -> u32;
    /// Without its lowest bit.
    fn rest(self) -> Self;
    /// All bits below the lowest one; all bits there are, if there is none.
    fn below(self) -> Self;
    /// All bits above the highest one; all bits there are, if there is none.
    fn above(self) -> Self;
}

macro_rules! word {
    ($($t:ty),*) => {$(
        impl Word for $t {
            const ZERO: $t = 0;
            const WIDTH: u32 = <$t>::BITS;
            #[inline(always)]
            fn bit(i: u32) -> $t {
                1 << i
            }
            #[inline(always)]
            fn up(self, n: u32) -> $t {
                self << n
            }
            #[inline(always)]
            fn down(self, n: u32) -> $t {
                self >> n
            }
            #[inline(always)]
            fn plus(self, other: $t) -> $t {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn rest(self) -> $t {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn below(self) -> $t {
                (self & self.wrapping_neg()).wrapping_sub(1)
            }
            #[inline(always)]
            fn above(self) -> $t {
                <$t>::MAX.checked_shl(<$t>::BITS - self.leading_zeros()).unwrap_or(0)
            }
        }
    )*};
}
word!(u32, u64, u128);

/// `N` rows of bits; the row is y, the bit is x.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid<W, const N: usize>(pub [W; N]);

impl<W: Word, const N: usize> Grid<W, N> {
    /// No bit set.
    pub const EMPTY: Self = Grid([W::ZERO; N]);

    /// Whether bit (x, y) is set.
    #[inline]
    pub fn get(&self, x: u32, y: u32) -> bool {
        self.0[y as usize] & W::bit(x) != W::ZERO
    }

    /// Whether bit (x, y) or the next one of that row is set.
    #[inline]
    pub fn either(&self, x: u32, y: u32) -> bool {
        self.0[y as usize] & (W::bit(x) | W::bit(x + 1)) != W::ZERO
    }

    /// Sets bit (x, y).
    #[inline]
    pub fn set(&mut self, x: u32, y: u32) {
        let row = &mut self.0[y as usize];
        *row = *row | W::bit(x);
    }

    /// Clears bit (x, y).
    #[inline]
    pub fn clear(&mut self, x: u32, y: u32) {
        let row = &mut self.0[y as usize];
        *row = *row & !W::bit(x);
    }

    /// The grid seen from an offset: bit (x, y) of the result is bit (x + dx, y + dy) of this one.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, dx: i32, dy: i32) -> Self {
        let mut out = Self::EMPTY;
        let n = dx.unsigned_abs();
        let skip = (dy.unsigned_abs() as usize).min(N);
        let (to, from) = if dy >= 0 {
            (&mut out.0[..N - skip], &self.0[skip..])
        } else {
            (&mut out.0[skip..], &self.0[..N - skip])
        };
        for (o, &row) in to.iter_mut().zip(from) {
            *o = if dx >= 0 { row.down(n) } else { row.up(n) };
        }
        out
    }

    /// The bits of one row after another, from the lowest: `each(x, y)`.
    #[inline]
    pub fn each(&self, mut each: impl FnMut(u32, u32)) {
        for (y, &row) in self.0.iter().enumerate() {
            let mut row = row;
            while row != W::ZERO {
                each(row.lowest(), y as u32);
                row = row.rest();
            }
        }
    }

    /// The `n`th bit set, row after row, from the lowest.
    #[inline]
    pub fn nth(&self, mut n: u32) -> Option<(u32, u32)> {
        for (y, &row) in self.0.iter().enumerate() {
            let ones = row.ones();
            if n < ones {
                let row = (0..n).fold(row, |row, _| row.rest());
                return Some((row.lowest(), y as u32));
            }
            n -= ones;
        }
        None
    }

    /// The number of bits set.
    #[inline]
    pub fn ones(&self) -> u32 {
        let mut ones = 0;
        for row in self.0 {
            ones += row.ones();
        }
        ones
    }

    /// Whether no bit is set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        let mut all = W::ZERO;
        for row in self.0 {
            all = all | row;
        }
        all == W::ZERO
    }

    /// All bits of `open` that are linked to `self` by steps along rows and columns within `open`.
    #[must_use]
    pub fn fill(self, open: Self) -> Self {
        let mut area = self & open;
        loop {
            // Whole runs at a time, so that a few rounds are enough.
            let wider = area.smear_up(open).smear_down(open).smear_rows(open, 1).smear_rows(open, -1);
            if wider == area {
                return area;
            }
            area = wider;
        }
    }

    /// All bits of `open` from which steps by (dx, dy), one of the four directions, within `open` lead to a
    /// bit of `self`, which is part of `open`; `self` included.
    #[inline(always)]
    #[must_use]
    pub fn smear(self, open: Self, dx: i32, dy: i32) -> Self {
        match (dx, dy) {
            (0, _) => self.smear_rows(open, dy),
            (..0, _) => self.smear_up(open),
            _ => self.smear_down(open),
        }
    }

    /// Row after row, in the direction against the steps.
    #[inline(always)]
    fn smear_rows(mut self, open: Self, dy: i32) -> Self {
        let mut reached = W::ZERO;
        for step in 0..N {
            let y = if dy > 0 { N - 1 - step } else { step };
            reached = self.0[y] | (open.0[y] & reached);
            self.0[y] = reached;
        }
        self
    }

    /// Towards the higher bits: a sum carries from the lowest bit of `self` in a run of `open` to the end of
    /// the run.
    #[inline(always)]
    fn smear_up(mut self, open: Self) -> Self {
        for (row, &open) in self.0.iter_mut().zip(&open.0) {
            *row = open & (!open.plus(*row) | *row);
        }
        self
    }

    /// Towards the lower bits, in doubling strides, after Kogge and Stone 1973.
    #[inline(always)]
    fn smear_down(mut self, mut open: Self) -> Self {
        let mut stride = 1;
        while stride < W::WIDTH {
            for (row, open) in self.0.iter_mut().zip(&mut open.0) {
                *row = *row | (*open & row.down(stride));
                *open = *open & open.down(stride);
            }
            stride *= 2;
        }
        self
    }
}

impl<W: Word, const N: usize> BitAnd for Grid<W, N> {
    type Output = Self;
    #[inline(always)]
    fn bitand(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = *a & b;
        }
        self
    }
}

impl<W: Word, const N: usize> BitOr for Grid<W, N> {
    type Output = Self;
    #[inline(always)]
    fn bitor(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a = *a | b;
        }
        self
    }
}

impl<W: Word, const N: usize> Not for Grid<W, N> {
    type Output = Self;
    #[inline(always)]
    fn not(mut self) -> Self {
        for a in &mut self.0 {
            *a = !*a;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::DIRECTIONS;
    use bagatelle_core::{Rng, Seed, Stream};
    use std::fmt::Debug;

    type Small = Grid<u32, 32>;

    fn grid(cells: &[(u32, u32)]) -> Small {
        let mut grid = Small::EMPTY;
        cells.iter().for_each(|&(x, y)| grid.set(x, y));
        grid
    }

    #[test]
    fn reading_from_an_offset_loses_what_falls_off() {
        let g = grid(&[(5, 5), (0, 0), (31, 31)]);
        assert_eq!(g.at(2, -3), grid(&[(3, 8)]) | grid(&[]));
        assert_eq!(g.at(-1, 1), grid(&[(6, 4)]));
        assert_eq!(g.at(0, 0), g);
    }

    #[test]
    fn fill_does_not_pass_a_corner() {
        let open = grid(&[(1, 1), (2, 1), (3, 2), (3, 3), (2, 2)]);
        assert_eq!(grid(&[(1, 1)]).fill(open), open);
        let gap = grid(&[(1, 1), (2, 2)]);
        assert_eq!(grid(&[(1, 1)]).fill(gap), grid(&[(1, 1)]));
    }

    #[test]
    fn smear_stops_at_the_first_gap() {
        let open = grid(&[(3, 0), (4, 0), (5, 0), (7, 0)]);
        assert_eq!(grid(&[(5, 0)]).smear(open, 1, 0), grid(&[(3, 0), (4, 0), (5, 0)]));
        assert_eq!(grid(&[(5, 0)]).smear(open, -1, 0), grid(&[(5, 0)]));
    }

    /// Rows of bits of which about one in `2^sparse` is set.
    fn some<W: Word, const N: usize>(rng: &mut Rng, sparse: u32) -> Grid<W, N> {
        let mut grid = Grid::EMPTY;
        for y in 0..N as u32 {
            (0..W::WIDTH).filter(|_| rng.below(1 << sparse) == 0).for_each(|x| grid.set(x, y));
        }
        grid
    }

    fn smears_and_fills_are_steps<W: Word + Debug, const N: usize>(rng: &mut Rng) {
        let open = !some::<W, N>(rng, 2);
        let seeds = some::<W, N>(rng, 4) & open;
        let until_it_rests = |step: &dyn Fn(Grid<W, N>) -> Grid<W, N>| {
            let mut grid = seeds;
            while step(grid) != grid {
                grid = step(grid);
            }
            grid
        };
        for (dx, dy) in DIRECTIONS {
            let step = |grid: Grid<W, N>| grid | (open & grid.at(dx, dy));
            assert_eq!(seeds.smear(open, dx, dy), until_it_rests(&step), "{dx},{dy}");
        }
        let step =
            |grid: Grid<W, N>| DIRECTIONS.iter().fold(grid, |all, &(dx, dy)| all | (open & grid.at(dx, dy)));
        assert_eq!(seeds.fill(open), until_it_rests(&step));
    }

    #[test]
    fn smears_and_fills_lead_as_far_as_steps_do() {
        let mut rng = Rng::new(&Seed::from_text("grids"), Stream::Test);
        for _ in 0..50 {
            smears_and_fills_are_steps::<u32, 24>(&mut rng);
            smears_and_fills_are_steps::<u64, 64>(&mut rng);
            smears_and_fills_are_steps::<u128, 128>(&mut rng);
        }
    }

    #[test]
    fn words_know_their_margins() {
        assert_eq!(0b0110_0000u32.below(), 0b1_1111);
        assert_eq!(0u32.below(), u32::MAX);
        assert_eq!(0u64.above(), u64::MAX);
        assert_eq!((1u32 << 31).above(), 0);
        assert_eq!(0b110u128.above(), !0b111);
    }
}
