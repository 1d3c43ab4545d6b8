//! What was measured, as JSON and as a table.

use crate::args::Route;
use crate::printable::printable;
use serde::{Serialize, Serializer};
use std::fmt::Write;
use std::time::Duration;

/// All that was measured.
#[derive(Serialize, Default)]
pub struct Report {
    /// What SQLite can write on this disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disk: Option<Disk>,
    /// Games that were played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
    /// Streams that were held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub streams: Option<Streams>,
}

/// Rows written in transactions of the same size, by a loop that does nothing else.
#[derive(Serialize)]
pub struct Disk {
    /// The moves in a transaction.
    pub batch: u32,
    /// Moves in a second.
    pub moves_per_second: f64,
    /// The same for one move in a transaction.
    pub single_moves_per_second: f64,
}

/// Games that were played by a route.
#[derive(Serialize)]
pub struct Run {
    #[serde(serialize_with = "route")]
    pub route: Route,
    /// Games at once.
    pub games: u32,
    /// Moves in a second in each game; none if they came as fast as they could.
    pub rate: Option<f64>,
    /// Event streams beside the games.
    pub streams: u32,
    pub seconds: f64,
    /// Moves that were answered.
    pub moves: u64,
    pub moves_per_second: f64,
    /// Games that were made, those at the begin among them.
    pub games_made: u64,
    /// Events that came by streams.
    pub stream_events: u64,
    /// Requests that failed.
    pub errors: u64,
    /// What the first one of them said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
    pub latency_ms: Latency,
    /// Milliseconds of processors that the server has used for each move, all else that it did included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_ms_per_move: Option<f64>,
    /// The same for each game that was made before the moves: visitors, seats and the first look.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_ms_per_game: Option<f64>,
    /// The same for each move, without what the games cost that were made meanwhile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_ms_per_move_alone: Option<f64>,
    /// Megabytes that the server holds at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_mb: Option<f64>,
}

/// From the moment when a move was due until its answer was read.
#[derive(Serialize, Default, PartialEq, Debug)]
pub struct Latency {
    pub p50: f64,
    pub p90: f64,
    pub p99: f64,
    pub max: f64,
}

/// Streams that were open without anything to tell.
#[derive(Serialize)]
pub struct Streams {
    pub count: u32,
    pub open_seconds: f64,
    /// Megabytes of the server before, with all streams, and a while after they have left.
    pub before_mb: Option<f64>,
    pub with_mb: Option<f64>,
    pub after_mb: Option<f64>,
}

fn route<S: Serializer>(route: &Route, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(route.name())
}

impl Route {
    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Route::Api => "api",
            Route::Page => "page",
        }
    }
}

impl Latency {
    /// The percentiles of some times.
    pub fn of(mut times: Vec<Duration>) -> Latency {
        times.sort_unstable();
        let at = |share: f64| {
            let index = (times.len() as f64 * share).ceil() as usize;
            let time = times.get(index.saturating_sub(1).min(times.len().saturating_sub(1)));
            rounded(time.map_or(0.0, |time| time.as_secs_f64() * 1000.0))
        };
        Latency { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1.0) }
    }
}

/// A number with three digits after the point.
pub fn rounded(number: f64) -> f64 {
    (number * 1000.0).round() / 1000.0
}

impl Report {
    /// The report as a table.
    pub fn table(&self) -> String {
        let mut text = String::new();
        let known = |number: Option<f64>, digits: usize| {
            number.map_or("-".to_owned(), |number| format!("{number:.digits$}"))
        };
        if let Some(Disk { batch, moves_per_second, single_moves_per_second }) = &self.disk {
            let _ = writeln!(
                text,
                "disk: {moves_per_second:.0} moves/s in transactions of {batch}, \
                 {single_moves_per_second:.0} one by one"
            );
        }
        if !self.runs.is_empty() {
            let heads = [
                "route",
                "games",
                "moves",
                "moves/s",
                "p50 ms",
                "p90",
                "p99",
                "max",
                "CPU ms/move",
                "alone",
                "CPU ms/game",
                "MB",
                "errors",
            ];
            let mut rows = vec![heads.map(str::to_owned)];
            for run in &self.runs {
                let Latency { p50, p90, p99, max } = &run.latency_ms;
                rows.push([
                    run.route.name().to_owned(),
                    run.games.to_string(),
                    run.moves.to_string(),
                    format!("{:.0}", run.moves_per_second),
                    format!("{p50:.2}"),
                    format!("{p90:.2}"),
                    format!("{p99:.2}"),
                    format!("{max:.2}"),
                    known(run.cpu_ms_per_move, 3),
                    known(run.cpu_ms_per_move_alone, 3),
                    known(run.cpu_ms_per_game, 2),
                    known(run.memory_mb, 1),
                    run.errors.to_string(),
                ]);
            }
            for row in rows {
                let cells: Vec<String> = row
                    .iter()
                    .zip(heads)
                    .map(|(cell, head)| format!("{cell:>0$}", head.len().max(8)))
                    .collect();
                let _ = writeln!(text, "{}", cells.join("  "));
            }
            for error in self.runs.iter().filter_map(|run| run.first_error.as_ref()) {
                let _ = writeln!(text, "the first error: {}", printable(&error.to_string()));
            }
        }
        if let Some(streams) = &self.streams {
            let Streams { count, open_seconds, before_mb, with_mb, after_mb } = streams;
            let (before, with, after) = (known(*before_mb, 1), known(*with_mb, 1), known(*after_mb, 1));
            let _ = writeln!(
                text,
                "{count} streams, opened in {open_seconds:.1} s: {before} MB before, {with} MB with them, \
                 {after} MB after"
            );
        }
        text
    }
}

/// Shows how far the work is, on a line that is written again and again, where a person reads.
pub fn progress(text: &str) {
    use std::io::{IsTerminal, Write};
    let mut out = std::io::stderr();
    if out.is_terminal() {
        // A progress line that cannot be written is no reason to end.
        let _ = write!(out, "\r\x1b[K{text}").and_then(|()| out.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::Latency;
    use std::time::Duration;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let times = |n: u64| (1..=n).rev().map(Duration::from_millis).collect();
        let latency = Latency::of(times(200));
        assert_eq!(latency, Latency { p50: 100.0, p90: 180.0, p99: 198.0, max: 200.0 });
        assert_eq!(Latency::of(times(1)), Latency { p50: 1.0, p90: 1.0, p99: 1.0, max: 1.0 });
        assert_eq!(Latency::of(Vec::new()), Latency::default());
    }
}
