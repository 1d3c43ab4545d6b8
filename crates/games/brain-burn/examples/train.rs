//! scratch trainer
use bagatelle_brain_burn::solve::*;
const ROWS: usize = 550;
#[derive(Clone, Copy)]
struct Sample { cells: [u8; 25], left: u8, plain: u8, mirr: u8 }
struct Net<const A: usize, const B: usize> { w: Vec<f32> }
// layout: rows ROWS*A | b1 A | w2 B*A | b2 B | e2 B*2 | w3 B | b3 1 | v 2
impl<const A: usize, const B: usize> Net<A, B> {
    const B1: usize = ROWS * A; const W2: usize = Self::B1 + A; const B2: usize = Self::W2 + A * B; const E2: usize = Self::B2 + B; const W3: usize = Self::E2 + 2 * B; const B3: usize = Self::W3 + B; const V: usize = Self::B3 + 1; const N: usize = Self::V + 2;
    fn new() -> Self { let mut s = 7u64; let mut r = || { s += 1; (mix(s) >> 40) as f32 / (1u64 << 24) as f32 * 2.0 - 1.0 };
        let mut w = vec![0.0; Self::N]; for x in &mut w[..Self::B1] { *x = r() * 0.15; } for x in &mut w[Self::W2..Self::B2] { *x = r() * (2.0 / A as f32).sqrt(); } for x in &mut w[Self::W3..Self::B3] { *x = r() * (2.0 / B as f32).sqrt(); } Self { w } }
    #[inline(always)]
    fn forward(&self, s: &Sample, flip: bool, rows: &mut [usize; 25], a1: &mut [f32; A], a2: &mut [f32; B]) -> (f32, f32, f32) {
        a1.copy_from_slice(&self.w[Self::B1..Self::B1 + A]);
        for c in 0..25 { let (t, cc) = if flip { (s.cells[MIRROR[c] as usize], c) } else { (s.cells[c], c) };
            let t = if flip && t < 20 { MIRROR[t as usize] } else { t };
            let row = (t as usize * 25 + cc) * A; rows[c] = row;
            let w: &[f32; A] = self.w[row..row + A].try_into().unwrap();
            for i in 0..A { a1[i] += w[i]; } }
        for x in a1.iter_mut() { *x = x.max(0.0); }
        let (p, m) = (s.plain as f32, s.mirr as f32);
        let e0 = p.max(m) / 64.0; let e1 = (p - m).abs() / 8.0;
        let mut out = self.w[Self::B3] + self.w[Self::V] * e0 + self.w[Self::V + 1] * e1;
        for j in 0..B { let w: &[f32; A] = self.w[Self::W2 + j * A..Self::W2 + j * A + A].try_into().unwrap();
            let mut acc = [0f32; 8]; for i in (0..A).step_by(8) { for k in 0..8 { acc[k] += w[i + k] * a1[i + k]; } }
            let z = acc.iter().sum::<f32>() + self.w[Self::B2 + j] + self.w[Self::E2 + 2 * j] * e0 + self.w[Self::E2 + 2 * j + 1] * e1;
            a2[j] = z.max(0.0); out += a2[j] * self.w[Self::W3 + j]; }
        (out, e0, e1)
    }
    fn grad(&self, batch: &[(u32, bool)], data: &[Sample], g: &mut [f32]) -> f64 {
        let (mut rows, mut a1, mut a2) = ([0; 25], [0.0; A], [0.0; B]); let mut loss = 0.0;
        for &(i, flip) in batch { let s = &data[i as usize];
            let (out, e0, e1) = self.forward(s, flip, &mut rows, &mut a1, &mut a2);
            let err = out - (s.left as f32 - s.plain.max(s.mirr) as f32); loss += (err * err) as f64;
            g[Self::B3] += err; g[Self::V] += err * e0; g[Self::V + 1] += err * e1;
            let mut d1 = [0f32; A];
            for j in 0..B { if a2[j] > 0.0 { g[Self::W3 + j] += err * a2[j]; let d = err * self.w[Self::W3 + j]; g[Self::B2 + j] += d; g[Self::E2 + 2 * j] += d * e0; g[Self::E2 + 2 * j + 1] += d * e1;
                let w: &[f32; A] = self.w[Self::W2 + j * A..Self::W2 + j * A + A].try_into().unwrap();
                let gw: &mut [f32; A] = (&mut g[Self::W2 + j * A..Self::W2 + j * A + A]).try_into().unwrap();
                for i in 0..A { d1[i] += d * w[i]; gw[i] += d * a1[i]; } } }
            for i in 0..A { if a1[i] <= 0.0 { d1[i] = 0.0; } }
            for i in 0..A { g[Self::B1 + i] += d1[i]; }
            for &r in &rows { let gr: &mut [f32; A] = (&mut g[r..r + A]).try_into().unwrap(); for i in 0..A { gr[i] += d1[i]; } } }
        loss
    }
}
fn run<const A: usize, const B: usize>(data: &[Sample], epochs: usize, out: &str, threads: usize) {
    let n_val = data.len() / 20; let (val, tr) = (&data[data.len() - n_val..], &data[..data.len() - n_val]);
    let mut net = Net::<A, B>::new(); let n = Net::<A, B>::N;
    let (mut m, mut v) = (vec![0f32; n], vec![0f32; n]);
    let bs = 1024; let steps = epochs * tr.len() / bs; let mut seed = 99u64; let t0 = std::time::Instant::now();
    let mut grads = vec![vec![0f32; n]; threads]; let (mut run_loss, mut cnt) = (0.0, 0);
    for step in 0..steps {
        let batch: Vec<(u32, bool)> = (0..bs).map(|_| { seed += 1; let r = mix(seed); ((r >> 8) as u32 % tr.len() as u32, r & 1 == 1) }).collect();
        let netr = &net; let losses: Vec<f64> = std::thread::scope(|sc| { let hs: Vec<_> = grads.iter_mut().zip(batch.chunks(bs / threads)).map(|(g, b)| sc.spawn(move || { g.fill(0.0); netr.grad(b, tr, g) })).collect(); hs.into_iter().map(|h| h.join().unwrap()).collect() });
        run_loss += losses.iter().sum::<f64>(); cnt += bs;
        let frac = step as f32 / steps as f32; let lr = 2e-3 * if frac < 0.05 { frac / 0.05 } else { 0.5 * (1.0 + ((frac - 0.05) / 0.95 * std::f32::consts::PI).cos()) } + 1e-6;
        let (c1, c2) = (1.0 - 0.9f32.powi(step as i32 + 1), 1.0 - 0.999f32.powi(step as i32 + 1));
        for i in 0..n { let mut g = 0.0; for gr in &grads { g += gr[i]; } g /= bs as f32; m[i] = 0.9 * m[i] + 0.1 * g; v[i] = 0.999 * v[i] + 0.001 * g * g; net.w[i] -= lr * (m[i] / c1) / ((v[i] / c2).sqrt() + 1e-6); }
        if (step + 1) % (steps / 5).max(1) == 0 {
            let (mut rows, mut a1, mut a2) = ([0; 25], [0.0; A], [0.0; B]); let mut l = 0.0;
            for s in val { let (o, _, _) = net.forward(s, false, &mut rows, &mut a1, &mut a2); let e = (o - (s.left as f32 - s.plain.max(s.mirr) as f32)) as f64; l += e * e; }
            println!("{A}x{B} step {step}/{steps} train {:.4} val {:.4} {:?}", run_loss / cnt as f64, l / val.len() as f64, t0.elapsed()); (run_loss, cnt) = (0.0, 0);
        }
    }
    if out != "-" { let bytes: Vec<u8> = net.w.iter().flat_map(|w| w.to_le_bytes()).collect(); std::fs::write(out, bytes).unwrap(); }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (arch, epochs, out, threads) = (a[1].as_str(), a[2].parse::<usize>().unwrap(), a[3].as_str(), a[4].parse::<usize>().unwrap());
    let tables = Tables::new(); let mut data = Vec::new();
    for f in &a[5..] { for r in std::fs::read(f).unwrap().chunks_exact(26) { let cells: [u8; 25] = r[..25].try_into().unwrap(); let (p, m) = tables.sums(&tables.addresses(&cells)); data.push(Sample { cells, left: r[25], plain: p as u8, mirr: m as u8 }); } }
    let mean: f64 = data.iter().map(|s| s.left as f64 - s.plain.max(s.mirr) as f64).sum::<f64>() / data.len() as f64;
    let var: f64 = data.iter().map(|s| (s.left as f64 - s.plain.max(s.mirr) as f64 - mean).powi(2)).sum::<f64>() / data.len() as f64;
    println!("{} samples, mean residual {mean:.3} var {var:.3}", data.len());
    match arch { "64x32" => run::<64, 32>(&data, epochs, out, threads), "64x16" => run::<64, 16>(&data, epochs, out, threads), "64x8" => run::<64, 8>(&data, epochs, out, threads), "32x16" => run::<32, 16>(&data, epochs, out, threads), "32x32" => run::<32, 32>(&data, epochs, out, threads), "128x16" => run::<128, 16>(&data, epochs, out, threads), "128x8" => run::<128, 8>(&data, epochs, out, threads), "128x32" => run::<128, 32>(&data, epochs, out, threads), "32x8" => run::<32, 8>(&data, epochs, out, threads), _ => panic!() }
}
