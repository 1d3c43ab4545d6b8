//! scratch value network
use super::board::*;

pub const A: usize = 64;
pub const B: usize = 16;
const ROWS: usize = 550;

pub struct Value {
    rows: Vec<[i16; A]>,
    b1: [i16; A],
    w2: [[i16; A]; B],
    b2: [i32; B],
    e2: [[i32; 2]; B],
    w3: [i32; B],
    b3: i32,
    v: [i32; 2],
}

impl Value {
    pub fn from_floats(w: &[f32]) -> Self {
        let q = |x: f32, s: f32| (x * s).round() as i32;
        let q16 = |x: f32| (x * 256.0).round() as i16;
        let mut at = 0;
        let mut take = |n: usize| {
            at += n;
            &w[at - n..at]
        };
        let rows = take(ROWS * A).chunks_exact(A).map(|r| std::array::from_fn(|i| q16(r[i]))).collect();
        let b1 = take(A);
        let b1 = std::array::from_fn(|i| q16(b1[i]));
        let w2 = take(A * B);
        let w2 = std::array::from_fn(|j| std::array::from_fn(|i| q16(w2[j * A + i])));
        let b2 = take(B);
        let b2 = std::array::from_fn(|j| q(b2[j], 65536.0));
        let e2 = take(2 * B);
        let e2 = std::array::from_fn(|j| [q(e2[2 * j], 65536.0 / 64.0), q(e2[2 * j + 1], 65536.0 / 8.0)]);
        let w3 = take(B);
        let w3 = std::array::from_fn(|j| q(w3[j], 256.0));
        let b3 = q(take(1)[0], 65536.0);
        let v = take(2);
        let v = [q(v[0], 65536.0 / 64.0), q(v[1], 65536.0 / 8.0)];
        Self { rows, b1, w2, b2, e2, w3, b3, v }
    }

    #[inline]
    pub fn sums(&self, cells: &[u8; CELLS]) -> [i16; A] {
        let mut acc = self.b1;
        for (cell, &tile) in cells.iter().enumerate() {
            let row = &self.rows[tile as usize * 25 + cell];
            for i in 0..A {
                acc[i] = acc[i].wrapping_add(row[i]);
            }
        }
        acc
    }

    /// 1/32 moves
    #[inline]
    pub fn child(&self, acc: &[i16; A], tile: u8, from: usize, to: usize, base: i32, diff: i32) -> i32 {
        let r = [
            &self.rows[tile as usize * 25 + to],
            &self.rows[tile as usize * 25 + from],
            &self.rows[HOLE as usize * 25 + from],
            &self.rows[HOLE as usize * 25 + to],
        ];
        let mut a = [0i16; A];
        for i in 0..A {
            a[i] = (acc[i].wrapping_add(r[0][i]).wrapping_sub(r[1][i]).wrapping_add(r[2][i]).wrapping_sub(r[3][i])).max(0);
        }
        let mut out = self.b3 + base * self.v[0] + diff * self.v[1];
        for j in 0..B {
            let w = &self.w2[j];
            let mut z = 0i32;
            for i in 0..A {
                z += i32::from(a[i]) * i32::from(w[i]);
            }
            z += self.b2[j] + base * self.e2[j][0] + diff * self.e2[j][1];
            out += (z.max(0) >> 8) * self.w3[j];
        }
        out >> 11
    }
}
