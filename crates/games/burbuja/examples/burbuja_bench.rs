//! Measures Burbuja in processor time on one thread:
//! `cargo run --release -p bagatelle-burbuja --example burbuja_bench --
//! [playouts|deals|par|grades|programs|NAME] [COUNT]`,
//! where NAME is a program; or `-- [guaranteed|sure] COUNT SEED SECONDS OPTIONS`, with SECONDS for a
//! deal.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "an example measures, prints and writes files"
)]

use bagatelle_burbuja::par::win;
use bagatelle_burbuja::programs::Front;
use bagatelle_burbuja::solve::certificate::{Certificate, check};
use bagatelle_burbuja::solve::fewest;
use bagatelle_burbuja::solve::par::shortest_win;
use bagatelle_burbuja::solve::proof::{self, Found};
use bagatelle_burbuja::{Burbuja, Options, State};
use bagatelle_core::perft::playout;
use bagatelle_core::present::{Grade, Grader};
use bagatelle_core::program::{Allowance, Budget, ProgramSpec};
use bagatelle_core::{Game, NoOptions, Playable, Rng, Seat, Seed, Stream, Turn, Viewer};

/// Seconds of processor time that this process has used, so that a busy machine does not blur the figures
/// (Linux).
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn deals(chances: &str, count: u64) -> (Burbuja, Vec<State>) {
    deals_of(&format!(r#"{{"chances": "{chances}"}}"#), count, "burbuja bench")
}

fn deals_of(options: &str, count: u64, seed: &str) -> (Burbuja, Vec<State>) {
    let options: Options = serde_json::from_str(options).expect("options");
    let game = Burbuja::new(&options).expect("a game");
    let seed = Seed::from_text(seed);
    let states = (0..count)
        .map(|n| {
            let setup = game.deal(&NoOptions {}, &mut Rng::new(&seed.nth(n), Stream::Deal)).expect("a deal");
            game.start(&setup).expect("a start")
        })
        .collect();
    (game, states)
}

fn playouts(count: u64) {
    let (game, states) = deals("S1M1C1A1", 100);
    let mut rng = Rng::new(&Seed::from_text("playouts"), Stream::Rollout);
    let mut buffer = Vec::new();
    let (start, mut actions) = (cpu(), 0);
    for n in 0..count {
        let mut state = states[(n % 100) as usize].clone();
        actions += playout(&game, &mut state, &mut rng, &mut buffer, 1000);
    }
    let seconds = cpu() - start;
    println!(
        "{count} random games, {:.1} actions each: {:.2} million actions a second",
        actions as f64 / count as f64,
        actions as f64 / seconds / 1e6
    );
}

fn first_positions(chances: &str, count: u64) {
    sure_wins(&format!(r#"{{"chances": "{chances}"}}"#), count, "burbuja bench", f64::INFINITY);
}

/// How many deals are proved to be won for certain, with this many seconds of processor time each.
fn sure_wins(options: &str, count: u64, seed: &str, seconds: f64) {
    let (game, states) = deals_of(options, count, seed);
    let mut times = Vec::new();
    let (mut proven, mut nodes, mut positions) = (0, 0, 0);
    for (n, state) in states.iter().enumerate() {
        let view = game.view(state, Viewer::Seat(Seat(0)));
        let start = cpu();
        let stop = || cpu() - start >= seconds;
        let budget = Budget::until(&stop);
        let (found, searched) = proof::prove(&game, &view, &budget);
        times.push((cpu() - start) * 1e3);
        nodes += searched;
        if let Found::Sure(strategy) = found {
            proven += 1;
            let certificate = Certificate::of(&strategy).expect("a whole strategy");
            let walk = check(&game, &view, &certificate).expect("a sound certificate");
            positions += walk.positions;
        } else {
            println!("  {n} not proven after {searched} nodes");
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{options}: {proven} of {count} first positions proven, mean {:.2} ms, median {:.2} ms, worst {:.1} \
         ms, {} nodes on average; certificates checked, {} positions on average",
        times.iter().sum::<f64>() / count as f64,
        times[times.len() / 2],
        times[times.len() - 1],
        nodes / count,
        positions / proven.max(1)
    );
}

fn pars(chances: &str, count: u64) {
    let (game, states) = deals(chances, count);
    let budget = Budget::until(&|| false);
    let (mut sum, mut exact, mut worst) = (0, 0, 0.0f64);
    let start = cpu();
    for state in &states {
        let begin = cpu();
        let par = shortest_win(&game, state, &budget);
        worst = worst.max(cpu() - begin);
        let mut end = state.clone();
        par.actions.iter().for_each(|&action| game.play(&mut end, action).expect("a legal action"));
        assert_eq!(Some(end.open.discards.len()), par.moves);
        assert!(game.outcome(&end).is_some_and(|it| !it.winners.is_empty()));
        sum += par.moves.unwrap_or(24);
        exact += u32::from(par.exact());
    }
    println!(
        "{chances}: par {:.2} on average over {count} deals, {exact} of them proven least, {:.1} ms each, \
         worst {:.2} s",
        sum as f64 / count as f64,
        (cpu() - start) * 1e3 / count as f64,
        worst
    );
}

/// The most memory that this process has had, in megabytes (Linux).
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|it| it.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or(0) / 1000
}

/// The moves that can be guaranteed in new deals, with this many seconds of processor time each.
fn guaranteed(options: &str, count: u64, seed: &str, seconds: f64) {
    let (game, states) = deals_of(options, count, seed);
    let (mut exact, mut counted, mut gaps) = (0u32, 0u32, Vec::new());
    let (mut times, mut means) = (Vec::new(), Vec::new());
    let mut most = std::collections::BTreeMap::<(u32, u32), u32>::new();
    for (n, state) in states.iter().enumerate() {
        let view = game.view(state, Viewer::Seat(Seat(0)));
        let begin = cpu();
        let stop = || cpu() - begin >= seconds;
        let found = fewest(&game, &view, &Budget::until(&stop)).expect("a sure win");
        times.push(cpu() - begin);
        let upper = found.strategy.most;
        means.push((found.strategy.mean().expect("a whole strategy"), found.mean_at_least));
        let certificate = Certificate::of(&found.strategy).expect("a whole strategy");
        let certificate = Certificate { order: Some(found.order.clone()), ..certificate };
        let walk = check(&game, &view, &certificate).expect("a sound certificate");
        assert!(walk.most_moves == upper as usize && walk.at_least <= Some(found.at_least as usize));
        counted += u32::from(walk.at_least == Some(walk.most_moves));
        *most.entry((found.at_least, upper)).or_default() += 1;
        exact += u32::from(found.exact());
        if !found.exact() {
            println!("  {n}: {} to {upper}, {} nodes, {:.2} s", found.at_least, found.nodes, times[n]);
            gaps.push(upper.saturating_sub(found.at_least));
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{options}: exact in {exact} of {count} deals; mean gap of the others {:.2}; {:.2} s on average, \
         median {:.3}, worst {:.2}; {} MB",
        f64::from(gaps.iter().sum::<u32>()) / gaps.len().max(1) as f64,
        times.iter().sum::<f64>() / count as f64,
        times[times.len() / 2],
        times[times.len() - 1],
        memory()
    );
    let mean = |all: Vec<f64>| all.iter().sum::<f64>() / all.len() as f64;
    println!(
        "  certificates checked; {counted} show by counting alone that fewer are impossible; on average the \
         strategy takes {:.2} moves, and none takes fewer than {:.2}",
        mean(means.iter().map(|it| it.0).collect()),
        mean(means.iter().map(|it| it.1).collect())
    );
    for ((lower, upper), deals) in most {
        println!("  {lower} to {upper}: {deals} deals");
    }
}

fn program(spec: &ProgramSpec<Burbuja>, chances: &str, count: u64) {
    let (game, states) = deals(chances, count);
    let (mut won, mut moves, mut longest) = (0, 0, 0.0f64);

    let begun = cpu();
    for (n, start) in states.iter().enumerate() {
        let mut state = start.clone();
        let mut program = (spec.make)();
        let mut rng = Rng::new(&Seed::from_text("players").nth(n as u64), Stream::Program);
        let mut legal = Vec::new();
        while game.turn(&state) != Turn::Over {
            game.legal(&state, &mut legal);
            let view = game.view(&state, Viewer::Seat(Seat(0)));
            let budget = Budget::until(&|| false);
            let begin = cpu();
            let advice = program.choose(&game, &view, &legal, &budget, &mut rng);
            longest = longest.max(cpu() - begin);
            game.play(&mut state, advice.action).expect("a legal action");
        }
        if game.outcome(&state).is_some_and(|it| !it.winners.is_empty()) {
            won += 1;
            moves += state.open.discards.len();
        }
    }
    println!(
        "{chances} {}: wins {won} of {count}, {:.1} moves a win, {:.1} ms a game, longest think {:.0} ms",
        spec.name,
        moves as f64 / f64::from(won),
        (cpu() - begun) * 1e3 / count as f64,
        longest * 1e3
    );
}

/// How many deals have each grade, and how often plain play wins other games of them than those that gave the
/// grade.
fn grades(chances: &str, count: u64) {
    let (game, states) = deals(chances, count);
    let start = cpu();
    let graded: Vec<usize> =
        states.iter().filter_map(|state| game.grade(state, &Allowance::default())).collect();
    println!("{chances}: {:.0} ms a deal", (cpu() - start) / count as f64 * 1e3);
    let seed = Seed::from_text("burbuja grades");
    for (grade, Grade { label, .. }) in Burbuja::MANIFEST.grades.iter().enumerate() {
        let of: Vec<&State> = states.iter().zip(&graded).filter(|it| *it.1 == grade).map(|it| it.0).collect();
        let mut rng = Rng::new(&seed, Stream::Test);
        let mut again = |start: &&State| {
            let view = game.view(start, Viewer::Seat(Seat(0)));
            let other = game.sample(&view, &mut rng);
            win(&game, &other, &mut Front, &Budget::nodes(0)).is_some()
        };
        let won =
            of.iter().flat_map(|start| std::iter::repeat_n(start, 20)).filter(|start| again(start)).count();
        let share = won as f64 * 5.0 / of.len().max(1) as f64;
        println!("  {label}: {} of {count} deals, plain play wins {share:.0} %", of.len());
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_default();
    let count: u64 = args.next().and_then(|it| it.parse().ok()).unwrap_or(200);
    if what.is_empty() || what == "playouts" {
        playouts(count * 500);
    }
    if what.is_empty() || what == "deals" {
        first_positions("S1M1C1A1", count);
        first_positions("S0M0C0A0", count);
    }
    if what.is_empty() || what == "par" {
        pars("S1M1C1A1", count.min(60));
        pars("S0M0C0A0", count.min(60));
    }
    if what.is_empty() || what == "grades" {
        grades("S1M1C1A1", count);
        grades("S0M0C0A0", count);
    }
    if what == "guaranteed" || what == "sure" {
        let seed = args.next().unwrap_or_else(|| "guaranteed".into());
        let seconds = args.next().and_then(|it| it.parse().ok()).unwrap_or(10.0);
        let options = args.next().unwrap_or_else(|| "{}".into());
        if what == "sure" {
            sure_wins(&options, count, &seed, seconds);
        } else {
            guaranteed(&options, count, &seed, seconds);
        }
    }
    for spec in Burbuja::programs() {
        if what.is_empty() || what == "programs" || what == spec.name {
            program(spec, "S1M1C1A1", count);
            program(spec, "S0M0C0A0", count);
        }
    }
}
