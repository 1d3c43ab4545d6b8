//! The subcommands that read and write records.

use crate::args::{Choices, Deal};
use crate::printable::report;
use anyhow::{Context, Result, bail, ensure};
use bagatelle_catalog::records::{decode, read_one};
use bagatelle_catalog::{AnyGame, AnyPlay, ExaminedPlay, examined_of, find, game_of, games as catalog};
use bagatelle_core::Viewer;
use bagatelle_core::program::Allowance;
use bagatelle_core::record::{LARGEST, Record, RecordError};
use bagatelle_core::rng::seed_code;
use bagatelle_core::text::typed_seed;
use serde_json::{Map, Value};
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

/// The text of a file, or of standard input (`-`). One of more than `limit` bytes is cut off behind them.
fn text(file: &Path, limit: u64) -> Result<String> {
    let mut bytes = Vec::new();
    let read = if file.as_os_str() == "-" {
        io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|opened| opened.take(limit).read_to_end(&mut bytes))
    };
    read.map_err(|error| RecordError::Format(error.to_string()))?;
    Ok(decode(bytes)?)
}

/// Reads a record, in any form.
pub fn read(file: &Path) -> Result<Record> {
    // As UTF-16, a text is twice as long.
    let text = text(file, 2 * LARGEST as u64 + 4);
    text.and_then(|text| Ok(read_one(&text)?)).with_context(|| named(file))
}

/// Reads all records of a file, in any form.
pub fn read_all(file: &Path) -> Result<Vec<Record>> {
    let read = text(file, u64::MAX).and_then(|text| {
        bagatelle_catalog::records::read(&text).map_err(|unreadable| {
            let error = anyhow::Error::from(unreadable.error);
            match unreadable.place {
                Some(place) => error.context(place),
                None => error,
            }
        })
    });
    read.with_context(|| named(file))
}

/// Reads all records of a file that is to have one at least.
pub fn read_some(file: &Path) -> Result<Vec<Record>> {
    let records = read_all(file)?;
    let none = || Err(RecordError::Format("there is no record in it".into()));
    if records.is_empty() { none().with_context(|| named(file)) } else { Ok(records) }
}

fn named(file: &Path) -> String {
    if file.as_os_str() == "-" { "standard input".to_owned() } else { file.display().to_string() }
}

/// Opens the last position of a record.
pub fn open(file: &Path) -> Result<Box<dyn AnyPlay>> {
    let record = read(file)?;
    game_of(&record).and_then(|game| game.open(&record)).with_context(|| named(file))
}

/// As [`open`], to look into it.
pub fn open_examined(file: &Path) -> Result<Box<dyn ExaminedPlay>> {
    let record = read(file)?;
    examined_of(&record).and_then(|game| game.open_examined(&record)).with_context(|| named(file))
}

/// Returns the game with this id.
pub fn game(id: &str) -> Result<&'static dyn AnyGame> {
    let known = || catalog().iter().map(|game| game.id()).collect::<Vec<_>>().join(", ");
    find(id).with_context(|| format!("there is no game “{id}”; the games are {}", known()))
}

/// Returns the name of a program of a game, which may be given in full: `baju-duel:3`.
pub fn program(game: &dyn AnyGame, text: &str) -> Result<&'static str> {
    let name = text.strip_prefix(&format!("{}:", game.id())).unwrap_or(text);
    let known: Vec<&str> = game.programs().iter().map(|info| info.name).collect();
    ensure!(!known.is_empty(), "{} has no programs yet", game.manifest().name);
    let found = known.iter().copied().find(|known| *known == name);
    found.with_context(|| format!("there is no program “{name}”; there are {}", known.join(", ")))
}

/// Options from `key=value` words.
pub fn object(words: &[String]) -> Result<Value> {
    let mut map = Map::new();
    for word in words {
        let Some((key, text)) = word.split_once('=') else {
            bail!("“{word}” is not of the form KEY=VALUE")
        };
        let value = match text.strip_prefix('@') {
            Some(file) => {
                let text = std::fs::read(file).map_err(anyhow::Error::from);
                Value::from(text.and_then(|bytes| Ok(decode(bytes)?)).with_context(|| file.to_owned())?)
            }
            None => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
        };
        map.insert(key.to_owned(), value);
    }
    Ok(Value::Object(map))
}

/// The options of the game and those of the deal.
pub fn choices(choices: &Choices) -> Result<(Value, Value)> {
    Ok((object(&choices.options)?, object(&choices.deal_options)?))
}

/// Lists the games.
pub fn games() -> Result<()> {
    let mut out = io::stdout().lock();
    for game in catalog() {
        let manifest = game.manifest();
        let (name, designer, players) = (manifest.name, manifest.designer, manifest.players());
        let s = if players == "1" { "" } else { "s" };
        writeln!(out, "{:16} {name} ({designer}; {players} player{s})", game.id())?;
    }
    Ok(())
}

/// Prints a fresh record.
pub fn deal(deal: &Deal) -> Result<()> {
    let game = game(&deal.game)?;
    let (options, mut deal_options) = choices(&deal.choices)?;
    game.check_wishes(&options, &deal_options)?;
    let seed = match &deal.seed {
        Some(seed) => typed_seed(seed),
        None => fresh_seed()?,
    };
    let seed = game.seed_text(&mut deal_options, &seed)?;
    let mut record = game.deal_by(&options, &deal_options, &seed, &Allowance::default())?;
    record.more.insert("seed".into(), seed.into());
    io::stdout().lock().write_all(record.to_json().as_bytes())?;
    Ok(())
}

fn fresh_seed() -> Result<String> {
    let mut bytes = [0; 10];
    getrandom::fill(&mut bytes).map_err(|e| anyhow::anyhow!("the system provides no random numbers: {e}"))?;
    Ok(seed_code(bytes))
}

/// Prints one line per position. Of several records, those that cannot be replayed are reported and passed
/// over.
pub fn trace(files: &[impl AsRef<Path>]) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    if let [file] = files {
        return trace_all(file.as_ref(), &mut out)?;
    }
    let mut failed = 0;
    for file in files {
        if let Err(error) = trace_all(file.as_ref(), &mut out)? {
            report(&error);
            failed += 1;
        }
    }
    ensure!(failed == 0, "{failed} of {} files can’t be replayed", files.len());
    Ok(())
}

/// Prints the positions of the records of a file, up to one that cannot be replayed. The outer result is that
/// of the output, the inner one that of the records.
fn trace_all(file: &Path, out: &mut impl Write) -> Result<Result<()>> {
    let records = match read_some(file) {
        Ok(records) => records,
        error => return Ok(error.map(drop)),
    };
    for (n, record) in records.iter().enumerate() {
        let mut written = Ok(());
        let replayed = examined_of(record).and_then(|game| {
            game.trace(record, &mut |row| {
                if written.is_ok() {
                    written = serde_json::to_writer(&mut *out, &row)
                        .map_err(io::Error::from)
                        .and_then(|()| out.write_all(b"\n"));
                }
            })
        });
        written?;
        out.flush()?;
        if let Err(error) = replayed {
            let error = anyhow::Error::from(error);
            let error = if records.len() == 1 { error } else { error.context(format!("record {}", n + 1)) };
            return Ok(Err(error.context(named(file))));
        }
    }
    Ok(Ok(()))
}

/// Prints the counts of depths 1 to `depth`.
pub fn perft(file: &Path, depth: u32) -> Result<()> {
    let play = open_examined(file)?;
    let mut out = io::stdout().lock();
    for d in 1..=depth {
        writeln!(out, "{d} {}", play.perft(d))?;
        out.flush()?;
    }
    Ok(())
}

/// Prints what a viewer may know.
pub fn view(file: &Path, viewer: Viewer) -> Result<()> {
    let play = open(file)?;
    ensure_seat(play.as_ref(), viewer)?;
    writeln!(io::stdout().lock(), "{}", play.view(viewer))?;
    Ok(())
}

/// Refuses a seat that is not at the table.
pub fn ensure_seat(play: &dyn AnyPlay, viewer: Viewer) -> Result<()> {
    let seats = play.seats();
    if let Viewer::Seat(seat) = viewer {
        ensure!(seat.0 < seats, "there is no seat {seat}: the table has {seats}, counted from 0");
    }
    Ok(())
}
