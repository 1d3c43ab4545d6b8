//! Solvers on the command line. The clock that ends their work is here: the libraries have none.

use crate::args::Solve;
use crate::bar::bar;
use crate::output::{note, progress};
use crate::{output, records, tables};
use anyhow::{Context, Result, anyhow, ensure};
use bagatelle_catalog::examined_of;
use bagatelle_core::Outcome;
use bagatelle_core::present::Solved;
use bagatelle_core::program::Budget;
use serde_json::{Value, json};
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Solves or analyses the last position of a record. The time is counted from `started`, the start of the
/// program.
pub fn solve(options: &Solve, started: Instant) -> Result<()> {
    ensure!(options.time.is_finite() && options.time >= 0.0, "--time is a number of seconds");
    ensure!(cfg!(unix) || !options.cpu, "this system does not say how much processor time is used");
    let mut record = records::read(&options.file)?;
    let opened = examined_of(&record).and_then(|game| game.open_examined(&record));
    let play = opened.with_context(|| options.file.display().to_string())?;
    let analysable = play.outcome().is_none_or(|outcome| is_solved(play.seats(), &outcome));
    ensure!(analysable, "the game is over: there is nothing to solve");
    // With less than a second, reading the tables is not worth the time.
    let read = if options.prove || options.time >= 1.0 {
        tables::take_for(&record.game, &options.data)
    } else {
        Ok(None)
    };
    match read {
        // Without a wish for a proof, tables that cannot be read stop nothing.
        Err(error) if options.prove => return Err(error),
        Ok(Some(false)) if options.prove => {
            note!(
                "bagatelle: with its tables the solver proves more: `bagatelle tables build {}`",
                record.game
            );
        }
        _ => {}
    }
    let workers =
        options.workers.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let limit = Duration::from_secs_f64(options.time.min(1e9));
    let taken = || if options.cpu { processor_time() / workers.max(1) as u32 } else { started.elapsed() };
    let stop = || taken() >= limit;
    let spent = || taken().as_secs_f64() / limit.as_secs_f64().max(1e-9);
    let budget =
        Budget { spent: Some(&spent), workers: workers.max(1), prove: options.prove, ..Budget::until(&stop) };
    if options.certificate {
        ensure!(play.has_certifier(), "this game has no certificates");
        let certificate = play.certificate(&budget).context("no certificate found in time")?;
        writeln!(io::stdout().lock(), "{certificate}")?;
        return Ok(());
    }
    ensure!(play.has_solver(), "this game has no solver");
    let show = io::stderr().is_terminal();
    let mut shown = started;
    let solved = play.solve(&budget, &mut |part, what| {
        if show && shown.elapsed() > Duration::from_millis(100) {
            shown = Instant::now();
            let part = part.unwrap_or_else(spent);
            progress!("\r\x1b[K[{}] {what}", bar(part));
        }
    });
    if show {
        progress!("\r\x1b[K");
    }
    let solved = solved.context("the solver found nothing")?;
    let Some(file) = &options.record else {
        return print(solved, options.json, taken());
    };
    record.actions.extend(solved.line);
    output::write(Some(file), record.to_json().as_bytes())?;
    if !output::is_standard(file) {
        writeln!(io::stdout().lock(), "{}", solved.text)?;
    }
    Ok(())
}

/// The processor time that this program has used so far, on all its threads.
#[cfg(unix)]
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Elsewhere it is not known.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    Duration::ZERO
}

/// Whether an ended game is a solved puzzle, which has a solution of 0 moves.
fn is_solved(seats: u8, outcome: &Outcome) -> bool {
    seats == 1 && !outcome.winners.is_empty()
}

/// Prints a solution and how long it took.
fn print(solved: Solved<String>, as_json: bool, took: Duration) -> Result<()> {
    let mut out = io::stdout().lock();
    if as_json {
        let mut json = solved.json;
        if let Value::Object(map) = &mut json {
            map.insert("seconds".into(), json!((took.as_secs_f64() * 1000.0).round() / 1000.0));
        }
        writeln!(out, "{json}")?;
    } else {
        writeln!(out, "{}", solved.text)?;
        if !solved.line.is_empty() {
            writeln!(out, "{}", solved.line.join(" "))?;
        }
        writeln!(out, "{:.2} s", took.as_secs_f64())?;
    }
    Ok(())
}

/// Checks a certificate by the rules alone.
pub fn check(file: &Path, certificate: &Path) -> Result<()> {
    let play = records::open_examined(file)?;
    let name = || certificate.display().to_string();
    let text = std::fs::read_to_string(certificate).with_context(name)?;
    let json: Value = serde_json::from_str(&text).with_context(name)?;
    let walked = play.check_certificate(&json).map_err(|flaw| anyhow!(flaw)).with_context(name)?;
    writeln!(io::stdout().lock(), "{walked}")?;
    Ok(())
}
