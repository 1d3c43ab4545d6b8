//! Large tables of games, in the data folder: built once by a command, and used, if they are there, by the
//! solvers of commands and of the server.

use crate::args::{Tables, TablesAct};
use crate::bar::bar;
use crate::output::progress;
use crate::owner;
use anyhow::{Context, Result, anyhow};
use bagatelle_catalog::{TabledGame, tabled_games};
use bagatelle_store::give_to_owner_of;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The folder with the tables, within a data folder.
const FOLDER: &str = "tables";

/// The file of a game's tables.
fn file(data: &Path, game: &str) -> PathBuf {
    data.join(FOLDER).join(game)
}

/// Lists the tables, or builds them.
pub fn run(options: &Tables) -> Result<()> {
    match &options.act {
        TablesAct::List { data } => list(data),
        TablesAct::Build { game: None, data } => {
            tabled_games().iter().try_for_each(|&game| build(game, data))
        }
        TablesAct::Build { game: Some(id), data } => {
            let game = tabled_games().iter().copied().find(|game| game.id() == id);
            build(
                game.ok_or_else(|| anyhow!("there are no tables for {id}: see `bagatelle tables list`"))?,
                data,
            )
        }
    }
}

fn list(data: &Path) -> Result<()> {
    let mut out = io::stdout().lock();
    for &game in tabled_games() {
        let state = match take(game, data) {
            Ok(true) => format!("in {}", file(data, game.id()).display()),
            Ok(false) => format!("not built; `bagatelle tables build {}` builds them", game.id()),
            Err(error) => format!("{error:#}"),
        };
        writeln!(out, "{}: {} ({state})", game.id(), game.purpose())?;
    }
    Ok(())
}

/// Builds the tables of a game. The file appears when it is whole; a build that is ended before leaves
/// nothing.
fn build(game: &dyn TabledGame, data: &Path) -> Result<()> {
    let file = file(data, game.id());
    let name = || file.display().to_string();
    let folder = data.join(FOLDER);
    std::fs::create_dir_all(&folder)
        .and_then(|()| give_to_owner_of(data, &folder))
        .with_context(|| folder.display().to_string())?;
    owner::warn(data);
    let mut whole = tempfile::NamedTempFile::new_in(&folder).with_context(name)?;
    let (begun, show) = (Instant::now(), io::stderr().is_terminal());
    let mut shown = begun;
    let built = game.build_tables(&mut |part| {
        if show && shown.elapsed() > Duration::from_millis(100) {
            shown = Instant::now();
            progress!("\r\x1b[K[{}] {} {:.0}%", bar(part), game.id(), part * 100.0);
        }
        true
    });
    if show {
        progress!("\r\x1b[K");
    }
    let built = built.context("the tables were not finished")?;
    whole.write_all(&built).with_context(name)?;
    whole.as_file().sync_all().with_context(name)?;
    give_to_owner_of(data, whole.path()).with_context(name)?;
    whole.persist(&file).with_context(name)?;
    let (size, took) = (built.len() as f64 / 1e6, begun.elapsed().as_secs_f64());
    writeln!(io::stdout().lock(), "{}: {size:.0} MB in {}, built in {took:.0} s", game.id(), name())?;
    Ok(())
}

/// Lets a game's solver use its tables, if they were built. Whether they were.
fn take(game: &dyn TabledGame, data: &Path) -> Result<bool> {
    let file = file(data, game.id());
    let name = || file.display().to_string();
    match std::fs::read(&file) {
        Ok(bytes) => game.take_tables(bytes).with_context(name).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error).with_context(name),
    }
}

/// Lets the solver of a game use its tables. `Some(false)` if they are yet to be built, `None` if the game
/// has none.
///
/// # Errors
/// When the file cannot be read, or is not that game's tables.
pub fn take_for(id: &str, data: &Path) -> Result<Option<bool>> {
    tabled_games().iter().find(|game| game.id() == id).map(|&game| take(game, data)).transpose()
}

/// Lets all solvers use their tables. Those that cannot be used are named in the log, and left aside.
pub fn take_all(data: &Path) {
    for &game in tabled_games() {
        match take(game, data) {
            Ok(true) => tracing::info!("the solver of {} has its tables", game.id()),
            Ok(false) => {}
            Err(error) => tracing::warn!("ignoring tables: {error:#}"),
        }
    }
}
