use bagatelle_brain_burn::solve::*;
fn rng(s: &mut u64) -> u64 { *s ^= *s << 13; *s ^= *s >> 7; *s ^= *s << 17; s.wrapping_mul(0x2545F4914F6CDD1D) >> 11 }
fn deal(seed: u64) -> Position {
    let mut s = seed.wrapping_mul(0x9e3779b97f4a7c15) | 1; for _ in 0..20 { rng(&mut s); }
    let hole = (rng(&mut s) % 25) as usize;
    let mut t: Vec<u8> = (0..24).collect(); let mut c: Vec<u8> = (0..24).map(|x| x % 6).collect();
    for i in (1..24).rev() { t.swap(i, (rng(&mut s) % (i as u64 + 1)) as usize); c.swap(i, (rng(&mut s) % (i as u64 + 1)) as usize); }
    t.insert(hole, 255); c.insert(hole, 255);
    Position::new(t.try_into().unwrap(), c.try_into().unwrap()).unwrap()
}
fn main() {
    let t0 = std::time::Instant::now();
    let tables = Tables::new();
    let net: Option<value::Value> = std::env::var("NET").ok().map(|f| { let b = std::fs::read(f).unwrap(); let w: Vec<f32> = b.chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect(); value::Value::from_floats(&w) });
    println!("tables {:?}", t0.elapsed());
    let n: u64 = std::env::args().nth(1).unwrap().parse().unwrap();
    for w in std::env::args().skip(2).map(|a| a.parse::<usize>().unwrap()) {
        let t0 = std::time::Instant::now();
        let (mut sum, mut nodes) = (0, 0);
        for d in 1..=n { let (l, s) = solve_fixed(&tables, net.as_ref(), &deal(d), w).unwrap(); sum += l; nodes += s; }
        println!("W {w}: mean {:.2}  {:.1} ns/child  {:.4} s/deal", sum as f64 / n as f64, t0.elapsed().as_nanos() as f64 / nodes as f64, t0.elapsed().as_secs_f64() / n as f64);
    }
}
