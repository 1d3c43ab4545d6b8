//! The stored games of a match: in memory, what the figures need; in a file, the records.

use super::settings::Settings;
use crate::engine::Fault;
use anyhow::{Context, Result, ensure};
use bagatelle_core::{Outcome, Record, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

/// How a game ended, as in other records.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// The seats that won.
    pub winners: Vec<u8>,
    /// The points of each seat.
    pub scores: Option<Vec<i32>>,
    /// Why the game ended.
    pub reason: String,
}

/// What an engine did wrong in a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Mistake {
    /// Its seat.
    pub seat: u8,
    /// What it did.
    #[serde(flatten)]
    pub fault: Fault,
}

/// What a player thought of a position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Note {
    /// How many actions were taken before.
    pub ply: usize,
    /// How good it is for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Value>,
    /// The actions it expected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// How many actions ahead it has looked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// How many nodes it has searched, as it counts them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// What a record of a match holds besides the game, under `arena`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// The number of the game, from 0.
    pub game: u64,
    /// What the match is.
    pub settings: Settings,
    /// The longest that each seat thought about a move, in milliseconds.
    pub slowest_ms: Vec<u64>,
    /// What an engine did wrong, which ended the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<Mistake>,
    /// What the players thought.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

impl Entry {
    /// The entry of a game that begins.
    pub fn new(game: u64, settings: Settings, seats: u8) -> Entry {
        Entry { game, settings, slowest_ms: vec![0; usize::from(seats)], mistake: None, notes: Vec::new() }
    }

    /// Notes how long a seat has thought.
    pub fn note_time(&mut self, seat: Seat, took: Duration) {
        let slowest = &mut self.slowest_ms[seat.index()];
        *slowest = (*slowest).max(took.as_millis() as u64);
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its number.
    pub game: u64,
    /// How it ended.
    pub outcome: Outcome,
    /// How many actions it had.
    pub plies: usize,
    /// The longest that each seat thought, in milliseconds.
    pub slowest_ms: Vec<u64>,
    /// What an engine did wrong.
    pub mistake: Option<Mistake>,
    /// The line of the file.
    line: String,
    settings: Settings,
}

impl Row {
    /// The row of a record.
    ///
    /// # Errors
    /// When it is not of an arena.
    pub fn new(record: Record) -> Result<Row> {
        let line = serde_json::to_string(&record)? + "\n";
        let part = |key: &str| record.more.get(key).cloned().unwrap_or_default();
        let entry: Entry = serde_json::from_value(part("arena")).context("it isn’t from an arena")?;
        let result: GameResult = serde_json::from_value(part("result")).context("it has no result")?;
        let Entry { game, settings, slowest_ms, mistake, notes: _ } = entry;
        let winners = result.winners.into_iter().map(Seat).collect();
        let outcome = Outcome { winners, scores: result.scores, reason: result.reason };
        Ok(Row { game, outcome, plies: record.actions.len(), slowest_ms, mistake, line, settings })
    }
}

/// How each line of a file of results begins. Only such a line can have been cut off.
const BEGINNING: &str = "{\"bagatelle\":";

/// The games that were played, and the file where they are written.
pub struct Results {
    file: Option<File>,
    rows: BTreeMap<u64, Row>,
}

impl Results {
    /// Opens a file of results, or none, and reads the games that are in it. A last line that was cut off is
    /// removed.
    ///
    /// # Errors
    /// When the file cannot be read, is written by another process, or holds games of another match.
    pub fn open(path: Option<&Path>, settings: &Settings) -> Result<Results> {
        let mut results = Results { file: None, rows: BTreeMap::new() };
        let Some(path) = path else { return Ok(results) };
        let name = || path.display().to_string();
        let (mut file, text) = crate::output::claimed(path)?;
        let lines = text.rfind('\n').map_or(0, |end| end + 1);
        let is_cut_off = text[lines..].starts_with(BEGINNING) || BEGINNING.starts_with(&text[lines..]);
        let whole = if is_cut_off && Record::from_json(&text[lines..]).is_err() { lines } else { text.len() };
        for (n, line) in text[..whole].lines().enumerate() {
            let row = Record::from_json(line).map_err(anyhow::Error::from).and_then(Row::new);
            let row = row.with_context(|| format!("{}, line {}", path.display(), n + 1))?;
            ensure!(
                row.settings == *settings,
                "{}, line {}: this is a game of another match (other players, options, seed or times): name \
                 another file",
                path.display(),
                n + 1
            );
            results.rows.insert(row.game, Row { line: String::new(), ..row });
        }
        file.set_len(whole as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        if !text[..whole].is_empty() && !text[..whole].ends_with('\n') {
            file.write_all(b"\n").with_context(name)?;
        }
        results.file = Some(file);
        Ok(results)
    }

    /// Adds a game, and writes it: it is on disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, mut row: Row) -> Result<()> {
        let line = std::mem::take(&mut row.line);
        if let Some(file) = &mut self.file {
            let written = file.write_all(line.as_bytes()).and_then(|()| file.sync_data());
            written.context("can’t write the results")?;
        }
        self.rows.insert(row.game, row);
        Ok(())
    }

    /// The games by their numbers.
    pub fn rows(&self) -> &BTreeMap<u64, Row> {
        &self.rows
    }
}
