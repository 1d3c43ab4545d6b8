//! `bagatelle stats`: what a folder of records says about its games.

use crate::args::Stats;
use crate::printable::report;
use crate::records;
use crate::spread::Spread;
use anyhow::{Context, Result, ensure};
use bagatelle_catalog::{AnyPlay, examined_of};
use bagatelle_core::{Outcome, Record, Seat, Turn};
use bagatelle_search::arena::Tally;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The games of one kind with one number of seats.
#[derive(Default)]
struct Kind {
    games: u64,
    /// The length of each finished game in actions, those of chance included.
    plies: Spread,
    /// The legal actions of each turn of a seat.
    choices: Spread,
    /// The seat that acts first.
    first: Tally,
    scores: Vec<i32>,
    /// The first actions of seats, with the games of the seat that acts first.
    openings: BTreeMap<String, Tally>,
}

/// Prints what the records of a folder tell.
pub fn stats(options: &Stats) -> Result<()> {
    let mut files = Vec::new();
    collect(&options.folder, &mut HashSet::new(), &mut files)?;
    let mut kinds: BTreeMap<(String, u8), Kind> = BTreeMap::new();
    let mut failed = 0;
    for file in &files {
        let read = records::read_all(file).and_then(|records| {
            records
                .iter()
                .try_for_each(|record| add(record, options.opening, &mut kinds))
                .with_context(|| file.display().to_string())
        });
        if let Err(error) = read {
            report(&error);
            failed += 1;
        }
    }
    let mut out = io::stdout().lock();
    if options.json {
        let list: Vec<Value> = kinds.iter().map(|((game, seats), kind)| kind.json(game, *seats)).collect();
        writeln!(out, "{}", Value::from(list))?;
    } else {
        for ((game, seats), kind) in &kinds {
            kind.print(game, *seats, options.openings, &mut out)?;
        }
    }
    ensure!(failed == 0, "{failed} of {} files can’t be read as records", files.len());
    Ok(())
}

/// The files below a folder, or the file itself. Each is there once, wherever links lead to, and links in a
/// circle end.
fn collect(path: &Path, seen: &mut HashSet<PathBuf>, files: &mut Vec<PathBuf>) -> Result<()> {
    let name = || path.display().to_string();
    let is_new = std::fs::canonicalize(path).is_ok_and(|real| seen.insert(real));
    if !path.is_dir() {
        // What cannot be found is told when it is read.
        if is_new || !path.exists() {
            files.push(path.to_owned());
        }
        return Ok(());
    }
    if !is_new {
        return Ok(());
    }
    let entries = std::fs::read_dir(path).with_context(name)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>().with_context(name)?;
    paths.sort();
    // A pipe or a device in a folder is no record, and reading it may never end.
    paths.retain(|path| path.is_dir() || path.is_file() || !path.exists());
    paths.iter().try_for_each(|path| collect(path, seen, files))
}

/// A result as it stands in a record: how a game ended that did not end by its rules.
#[derive(Deserialize)]
struct Told {
    winners: Vec<u8>,
    scores: Option<Vec<i32>>,
    reason: String,
}

/// How a game ended: by its rules, or as the record says.
fn outcome(record: &Record, play: &dyn AnyPlay) -> Option<Outcome> {
    play.outcome().or_else(|| {
        let Told { winners, scores, reason } =
            serde_json::from_value(record.more.get("result")?.clone()).ok()?;
        Some(Outcome { winners: winners.into_iter().map(Seat).collect(), scores, reason })
    })
}

/// Adds a game.
fn add(record: &Record, opening: usize, kinds: &mut BTreeMap<(String, u8), Kind>) -> Result<()> {
    let game = examined_of(record)?;
    let play = game.open(record)?;
    let kind = kinds.entry((record.game.clone(), play.seats())).or_default();
    kind.games += 1;
    let Some(outcome) = outcome(record, play.as_ref()) else { return Ok(()) };
    kind.plies.add(play.ply());
    game.trace(record, &mut |position| {
        if !position.legal.is_empty() {
            kind.choices.add(position.legal.len());
        }
    })?;
    kind.scores.extend(outcome.scores.iter().flatten());
    let actions = play.actions();
    let mut first = None;
    let mut begun = Vec::new();
    for (ply, action) in actions.iter().enumerate() {
        if begun.len() == opening && first.is_some() {
            break;
        }
        if let Turn::Seat(seat) = play.at(ply).turn() {
            first = first.or(Some(seat));
            begun.extend((begun.len() < opening).then_some(action.as_str()));
        }
    }
    if let Some(seat) = first {
        kind.first.add(Some(&outcome), seat, play.seats());
        kind.openings.entry(begun.join(" ")).or_default().add(Some(&outcome), seat, play.seats());
    }
    Ok(())
}

impl Kind {
    /// The openings, the most frequent first.
    fn openings(&self) -> Vec<(&String, &Tally)> {
        let mut list: Vec<_> = self.openings.iter().collect();
        list.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
        list
    }

    fn json(&self, game: &str, seats: u8) -> Value {
        let tally = |tally: &Tally| {
            let (low, high) = tally.interval();
            json!({ "games": tally.games, "wins": tally.wins, "draws": tally.draws, "share": tally.rate(),
                "interval": [low, high] })
        };
        let openings = self.openings();
        let openings = openings.iter().map(|(actions, of)| json!({ "actions": actions, "first": tally(of) }));
        json!({
            "game": game, "seats": seats, "games": self.games, "finished": self.plies.len(),
            "plies": self.plies.json(), "choices": self.choices.json(),
            "first": tally(&self.first), "points": mean(&self.scores),
                "openings": openings.collect::<Vec<_>>(),
        })
    }

    fn print(&self, game: &str, seats: u8, openings: usize, out: &mut impl Write) -> Result<()> {
        let s = if seats == 1 { "" } else { "s" };
        writeln!(
            out,
            "{game}, {seats} seat{s}: {} games, {} of them finished",
            self.games,
            self.plies.len()
        )?;
        if self.plies.len() == 0 {
            return Ok(());
        }
        writeln!(out, "  actions    {}", self.plies)?;
        writeln!(out, "  choices    {}", self.choices)?;
        let (low, high) = self.first.interval();
        let who = if seats == 1 { "won" } else { "first seat" };
        write!(
            out,
            "  {who:10} {:.1}% (95%: {:.1} to {:.1})",
            100.0 * self.first.rate(),
            100.0 * low,
            100.0 * high
        )?;
        match seats {
            1 => writeln!(out)?,
            _ => writeln!(
                out,
                " of the victories, {:.1} would be even; {} games had no winner",
                100.0 / f64::from(seats),
                self.first.draws
            )?,
        }
        if let Some(points) = mean(&self.scores) {
            writeln!(out, "  points     {points:.1} for a seat on average")?;
        }
        for (actions, tally) in self.openings().into_iter().take(openings) {
            writeln!(out, "  opening    {actions:24} {:5} games, {:.1}%", tally.games, 100.0 * tally.rate())?;
        }
        Ok(())
    }
}

fn mean(scores: &[i32]) -> Option<f64> {
    (!scores.is_empty()).then(|| scores.iter().map(|n| f64::from(*n)).sum::<f64>() / scores.len() as f64)
}
