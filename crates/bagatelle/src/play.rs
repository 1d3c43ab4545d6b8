//! Programs and solvers on the command line. The clock that ends their thinking is here: the libraries have none.

use crate::args::{Arena, Solve};
use crate::records;
use anyhow::{Context, Result, anyhow, ensure};
use bagatelle_catalog::{entries, entry_of};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Lists the programs, weakest first.
pub fn programs() -> Result<()> {
    let mut out = io::stdout().lock();
    for entry in entries() {
        for program in entry.programs() {
            writeln!(out, "{:24} {}", format!("{}:{}", entry.id(), program.name), program.about)?;
        }
    }
    Ok(())
}

/// Solves or analyses the last position of a record.
pub fn solve(options: &Solve) -> Result<()> {
    ensure!(options.time.is_finite() && options.time >= 0.0, "--time is a number of seconds");
    let mut record = records::read(&options.file)?;
    let opened = entry_of(&record).and_then(|entry| entry.open(&record));
    let table = opened.with_context(|| options.file.display().to_string())?;
    ensure!(table.outcome().is_none(), "the game is over: there is nothing to solve");
    let workers =
        options.workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    // The clock starts when the search first looks at it: building tables is start-up, not search.
    let clock = OnceLock::new();
    let begun = || *clock.get_or_init(Instant::now);
    let limit = Duration::from_secs_f64(options.time.min(1e9));
    let stop = || begun().elapsed() >= limit;
    let spent = || begun().elapsed().as_secs_f64() / limit.as_secs_f64().max(1e-9);
    let budget = Budget { spent: Some(&spent), workers: workers.max(1), ..Budget::until(&stop) };
    if options.certificate {
        let certificate = table.certificate(&budget).context("no certificate was found within the time")?;
        writeln!(io::stdout().lock(), "{certificate}")?;
        return Ok(());
    }
    let show = io::stderr().is_terminal();
    let mut shown = Instant::now();
    let solved = table.solve(&budget, &mut |part, what| {
        if show && shown.elapsed() > Duration::from_millis(100) {
            shown = Instant::now();
            let part = part.unwrap_or_else(spent);
            eprint!("\r\x1b[K[{}] {what}", bar(part));
        }
    });
    if show {
        eprint!("\r\x1b[K");
    }
    let solved = solved.context("this game has no solver")?;
    let seconds = begun().elapsed().as_secs_f64();
    if let Some(file) = &options.record {
        record.actions.extend(solved.line);
        let text = record.to_json();
        if file.as_os_str() != "-" {
            std::fs::write(file, text).with_context(|| file.display().to_string())?;
            writeln!(io::stdout().lock(), "{}", solved.text)?;
            return Ok(());
        }
        io::stdout().lock().write_all(text.as_bytes())?;
        return Ok(());
    }
    let mut out = io::stdout().lock();
    if options.json {
        let mut json = solved.json;
        if let Value::Object(map) = &mut json {
            map.insert("seconds".into(), json!((seconds * 1000.0).round() / 1000.0));
        }
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{}", solved.text)?;
        if !solved.line.is_empty() {
            writeln!(out, "{}", solved.line.join(" "))?;
        }
        writeln!(out, "{seconds:.2} s")?;
    }
    Ok(())
}

/// Checks a certificate by the rules alone.
pub fn check(file: &Path, certificate: &Path) -> Result<()> {
    let table = records::open(file)?;
    let name = || certificate.display().to_string();
    let text = std::fs::read_to_string(certificate).with_context(name)?;
    let json: Value = serde_json::from_str(&text).with_context(name)?;
    let walked = table.check_certificate(&json).map_err(|flaw| anyhow!(flaw)).with_context(name)?;
    writeln!(io::stdout().lock(), "{walked}")?;
    Ok(())
}

/// A bar of 24 characters for a part of 0.0 to 1.0.
fn bar(part: f64) -> String {
    let full = (part.clamp(0.0, 1.0) * 24.0).round() as usize;
    "#".repeat(full) + &"-".repeat(24 - full)
}

/// Lets programs play each other.
pub fn arena(options: &Arena) -> Result<()> {
    let entry = records::entry(&options.game)?;
    let (rules, wish) = records::choices(&options.choices)?;
    let prefix = format!("{}:", entry.id());
    let names: Vec<String> =
        options.players.iter().map(|name| name.strip_prefix(&prefix).unwrap_or(name).to_owned()).collect();
    let think_ms: Vec<u32> = names
        .iter()
        .map(|name| {
            let own = entry.programs().iter().find(|p| p.name == name).map_or(1000, |p| p.think_ms);
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
    let fought =
        entry.arena(&rules, &wish, &names, options.games, options.limit, &seed, &mut think, &mut done)?;
    if show {
        eprint!("\r\x1b[K");
    }
    let plies = fought.plies.iter().sum::<usize>() as f64 / fought.plies.len().max(1) as f64;
    let mut out = io::stdout().lock();
    if options.json {
        let players: Vec<Value> = names
            .iter()
            .zip(&fought.players)
            .map(|(name, t)| {
                let (low, high) = t.interval();
                json!({ "name": name, "games": t.games, "wins": t.wins, "draws": t.draws, "rate": t.rate(),
                        "interval": [low, high] })
            })
            .collect();
        let line = json!({ "game": entry.id(), "games": options.games, "seed": options.seed, "plies": plies,
                           "players": players });
        writeln!(out, "{line}")?;
        return Ok(());
    }
    writeln!(out, "{} games of {}, {plies:.1} plies on average", options.games, entry.about().name)?;
    for ((name, tally), slowest) in names.iter().zip(&fought.players).zip(&slowest) {
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
