//! scratch: generate samples
use bagatelle_brain_burn::solve::*;
use std::io::Write;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (seed, secs, width, out) = (a[1].parse::<u64>().unwrap(), a[2].parse::<u64>().unwrap(), a[3].parse::<usize>().unwrap(), &a[4]);
    let tables = Tables::new();
    let net: Option<value::Value> = std::env::var("NET").ok().map(|f| { let b = std::fs::read(f).unwrap(); let w: Vec<f32> = b.chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect(); value::Value::from_floats(&w) });
    let mut f = std::io::BufWriter::new(std::fs::File::create(out).unwrap());
    let t0 = std::time::Instant::now();
    let (mut n, mut lens, mut full) = (0u64, 0u64, 0u64);
    let mut rng = seed;
    let mut next = || { rng = rng.wrapping_add(1); mix(rng) };
    let mut base: Option<Vec<Tiles>> = None;
    while t0.elapsed().as_secs() < secs {
        let start = match &base {
            Some(path) if next() % 3 != 0 => {
                let mut s = path[(next() % path.len() as u64) as usize];
                let steps = 2 + next() % 20; let mut last = 4;
                for _ in 0..steps { loop { let m = (next() % 4) as u8; if m != last && BEHIND[s.hole as usize][m as usize] != NOWHERE { s.slide(m); last = m ^ 1; break; } } }
                s
            }
            _ => {
                let mut c: Vec<u8> = (0..24).map(|t: u8| t.min(20)).collect();
                for i in (1..24).rev() { c.swap(i, (next() % (i as u64 + 1)) as usize); }
                let hole = (next() % 25) as usize; c.insert(hole, HOLE);
                base = None;
                Tiles { cells: c.try_into().unwrap(), hole: hole as u8 }
            }
        };
        if start.is_solved() { base = None; continue; }
        let Some(way) = solve_way(&tables, net.as_ref(), start, width) else { continue };
        let mut s = start; let mut path = vec![s];
        for (i, &m) in way.iter().enumerate() {
            let left = way.len() - i;
            // keep every second state of the way or so
            { let mut rec = [0u8; 26]; rec[..25].copy_from_slice(&s.cells); rec[25] = left as u8; f.write_all(&rec).unwrap(); n += 1; }
            s.slide(m); path.push(s);
        }
        if base.is_none() { full += 1; lens += way.len() as u64; }
        // leave the chain after a while
        if next() % 4 == 0 { base = None } else { base = Some(path); }
    }
    println!("{n} samples, {full} deals, mean {:.2}", lens as f64 / full as f64);
}
