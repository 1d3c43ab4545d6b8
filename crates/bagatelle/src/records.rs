//! The subcommands that read and write records.

use crate::args::{Choices, Deal};
use anyhow::{Context, Result, bail, ensure};
use bagatelle_catalog::{Entry, Table, entries, entry_of, find};
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::rng::seed_code;
use bagatelle_core::{Seed, Viewer};
use serde_json::{Map, Value};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// Reads a record; `-` is standard input.
pub fn read(file: &Path) -> Result<Record> {
    let name = file.display();
    let mut bytes = Vec::new();
    let limit = bagatelle_core::record::LARGEST as u64 + 1;
    if file.as_os_str() == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes).context("standard input")?;
    } else {
        let opened = std::fs::File::open(file);
        opened
            .and_then(|f| f.take(limit).read_to_end(&mut bytes))
            .map_err(|e| RecordError::Format(e.to_string()))
            .with_context(|| name.to_string())?;
    }
    let text = String::from_utf8(bytes).map_err(|_| RecordError::Format("it is not UTF-8 text".into()));
    text.and_then(|text| Record::from_json(&text)).with_context(|| name.to_string())
}

/// The table at the end of a record.
pub fn open(file: &Path) -> Result<Box<dyn Table>> {
    let record = read(file)?;
    entry_of(&record).and_then(|entry| entry.open(&record)).with_context(|| file.display().to_string())
}

/// The game of this name.
pub fn entry(game: &str) -> Result<&'static dyn Entry> {
    let known = || entries().iter().map(|e| e.id()).collect::<Vec<_>>().join(", ");
    find(game).with_context(|| format!("there is no game called “{game}”; there are {}", known()))
}

/// Options or wishes from `key=value` words.
pub fn object(words: &[String]) -> Result<Value> {
    let mut map = Map::new();
    for word in words {
        let Some((key, text)) = word.split_once('=') else { bail!("“{word}” should be KEY=VALUE") };
        let value = match text.strip_prefix('@') {
            Some(file) => Value::from(std::fs::read_to_string(file).with_context(|| file.to_owned())?),
            None => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
        };
        map.insert(key.to_owned(), value);
    }
    Ok(Value::Object(map))
}

/// Options and wish.
pub fn choices(choices: &Choices) -> Result<(Value, Value)> {
    Ok((object(&choices.options)?, object(&choices.wishes)?))
}

/// Lists the games.
pub fn games() -> Result<()> {
    let mut out = io::stdout().lock();
    for entry in entries() {
        let about = entry.about();
        writeln!(out, "{:16} {} ({}; {} players)", entry.id(), about.name, about.designer, about.players)?;
    }
    Ok(())
}

/// Prints a fresh record.
pub fn deal(deal: &Deal) -> Result<()> {
    let entry = entry(&deal.game)?;
    let (options, wish) = choices(&deal.choices)?;
    let seed = match &deal.seed {
        Some(seed) => seed.trim().to_owned(),
        None => fresh_seed()?,
    };
    let mut record = entry.deal(&options, &wish, &Seed::from_text(&seed))?;
    record.more.insert("seed".into(), seed.into());
    io::stdout().lock().write_all(record.to_json().as_bytes())?;
    Ok(())
}

fn fresh_seed() -> Result<String> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(|e| anyhow::anyhow!("the system gives no random numbers: {e}"))?;
    Ok(seed_code(bytes))
}

/// Prints one line per position.
pub fn trace(files: &[impl AsRef<Path>]) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    for file in files {
        let file = file.as_ref();
        let record = read(file)?;
        let mut written = Ok(());
        let replayed = entry_of(&record).and_then(|entry| {
            entry.trace(&record, &mut |line| {
                if written.is_ok() {
                    written = serde_json::to_writer(&mut out, &line)
                        .map_err(io::Error::from)
                        .and_then(|()| out.write_all(b"\n"));
                }
            })
        });
        written?;
        out.flush()?;
        replayed.with_context(|| file.display().to_string())?;
    }
    Ok(())
}

/// Prints the counts of depths 1 to `depth`.
pub fn perft(file: &Path, depth: u32) -> Result<()> {
    let table = open(file)?;
    let mut out = io::stdout().lock();
    for d in 1..=depth {
        writeln!(out, "{d} {}", table.perft(d))?;
        out.flush()?;
    }
    Ok(())
}

/// Prints what a viewer may know.
pub fn view(file: &Path, viewer: Viewer) -> Result<()> {
    let table = open(file)?;
    ensure_seat(table.as_ref(), viewer)?;
    writeln!(io::stdout().lock(), "{}", table.view(viewer))?;
    Ok(())
}

/// Refuses a seat that is not at the table.
pub fn ensure_seat(table: &dyn Table, viewer: Viewer) -> Result<()> {
    let seats = table.seats();
    if let Viewer::Seat(seat) = viewer {
        ensure!(
            seat.0 < seats,
            "there is no seat {seat}: the seats are counted from 0, and there are {seats}"
        );
    }
    Ok(())
}
