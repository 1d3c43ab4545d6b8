//! Finds the positions of many days and says how much processor time each took:
//! `cargo run --release -p bagatelle-catalog --example positions GAME DAYS`, and with a third word also what
//! they are.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures and prints"
)]

use bagatelle_core::Seed;

/// The processor time of this process, in seconds, whatever else the machine does.
fn processor() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("a system with /proc");
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = fields.skip(11).take(2).filter_map(|field| field.parse::<f64>().ok()).sum();
    ticks / 100.0
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [id, days, rest @ ..] = args.as_slice() else { panic!("GAME DAYS") };
    let game = bagatelle_catalog::examined(id).expect("a game of the catalog");
    let days: u32 = days.parse().expect("a number of days");
    let (mut times, mut none) = (Vec::new(), 0);
    for day in 0..days {
        let date = format!("2026-{:02}-{:02}", 1 + day / 28, 1 + day % 28);
        let (begun, mut games) = (processor(), 0);
        let found = game.position(&Seed::from_text(&format!("daily:{date}")), &mut |n| {
            games = n + 1;
            processor() - begun < 60.0
        });
        let seconds = processor() - begun;
        times.push(seconds);
        let Some(found) = found else {
            none += 1;
            println!("{date} {seconds:6.2} s {games:3} games: none");
            continue;
        };
        println!(
            "{date} {seconds:6.2} s {games:3} games: {:?}, {} actions before, {} of {} good: {}",
            found.grade,
            found.record.actions.len(),
            found.good.len(),
            found.good.len() + found.answers.len(),
            found.good[0]
        );
        if !rest.is_empty() {
            println!("{}\n  {:?} {} {:?}", found.task, found.good, found.right, found.line);
            found.answers.iter().for_each(|(action, answer)| println!("    {action}: {answer}"));
        }
    }
    let mean = times.iter().sum::<f64>() / f64::from(days);
    let most = times.iter().copied().fold(0.0, f64::max);
    println!("mean {mean:.2} s, at most {most:.2} s, none on {none} of {days} days");
}
