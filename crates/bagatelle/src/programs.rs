//! Programs on the command line. The clock that ends their thinking is here: the libraries have none.

use crate::args::Arena;
use crate::records;
use crate::solve::bar;
use anyhow::Result;
use bagatelle_catalog::{ArenaPlan, games};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Lists the programs, weakest first.
pub fn list() -> Result<()> {
    let mut out = io::stdout().lock();
    for game in games() {
        for program in game.programs() {
            writeln!(out, "{:24} {}", format!("{}:{}", game.id(), program.name), program.about)?;
        }
    }
    Ok(())
}

/// Lets programs play each other.
pub fn arena(options: &Arena) -> Result<()> {
    let game = records::game(&options.game)?;
    let (rules, deal_options) = records::choices(&options.choices)?;
    let prefix = format!("{}:", game.id());
    let names: Vec<String> =
        options.players.iter().map(|name| name.strip_prefix(&prefix).unwrap_or(name).to_owned()).collect();
    let known = game.programs();
    let think_ms: Vec<u32> = names
        .iter()
        .map(|name| {
            let own = known.iter().find(|p| p.name == name).map_or(1000, |p| p.think_ms);
            options.think.unwrap_or(own)
        })
        .collect();
    let mut slowest = vec![Duration::ZERO; names.len()];
    let nodes = options.nodes;
    let mut think = |player: usize, work: &mut dyn FnMut(&Budget<'_>)| {
        let start = Instant::now();
        let limit = Duration::from_millis(u64::from(think_ms[player]));
        let stop = move || nodes.is_none() && start.elapsed() >= limit;
        work(&Budget { nodes, ..Budget::until(&stop) });
        slowest[player] = slowest[player].max(start.elapsed());
    };
    let show = io::stderr().is_terminal();
    let mut done = |n: u64| {
        if show {
            eprint!("\r\x1b[K[{}] {n} of {} games", bar(n as f64 / options.games as f64), options.games);
        }
    };
    let seed = Seed::from_text(&options.seed);
    let plan = ArenaPlan {
        options: &rules,
        deal_options: &deal_options,
        programs: &names,
        games: options.games,
        limit: options.limit,
        seed: &seed,
    };
    let result = game.arena(&plan, &mut think, &mut done)?;
    if show {
        eprint!("\r\x1b[K");
    }
    let plies = result.plies.iter().sum::<usize>() as f64 / result.plies.len().max(1) as f64;
    let mut out = io::stdout().lock();
    if options.json {
        let players: Vec<Value> = names
            .iter()
            .zip(&result.tallies)
            .map(|(name, t)| {
                let (low, high) = t.interval();
                json!({ "name": name, "games": t.games, "wins": t.wins, "draws": t.draws, "rate": t.rate(),
                        "interval": [low, high] })
            })
            .collect();
        let line = json!({ "game": game.id(), "games": options.games, "seed": options.seed, "plies": plies,
                           "players": players });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    writeln!(out, "{} games of {}, {plies:.1} plies on average", options.games, game.manifest().name)?;
    for ((name, tally), slowest) in names.iter().zip(&result.tallies).zip(&slowest) {
        let (low, high) = tally.interval();
        writeln!(
            out,
            "{name:16} {:5} won {:5} drawn of {:5}   {:5.1} %  (95 %: {:.1} to {:.1})   slowest move {:.2} s",
            tally.wins,
            tally.draws,
            tally.games,
            100.0 * tally.rate(),
            100.0 * low,
            100.0 * high,
            slowest.as_secs_f64()
        )?;
    }
    Ok(())
}
