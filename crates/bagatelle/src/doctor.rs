//! The subcommand that examines a data folder, and says in sentences what it finds.

use crate::archive::moment;
use crate::args::Doctor;
use crate::output::progress;
#[cfg(unix)]
use crate::owner;
use crate::printable::{reasons, within};
#[cfg(unix)]
use crate::restore::FILES;
use anyhow::Result;
use bagatelle_core::present::text::{capitalised, counted};
#[cfg(unix)]
use bagatelle_server::auth::token::SECRET_FILE;
use bagatelle_server::auth::token::Secret;
use bagatelle_server::system::clock::{Clock, Stopwatch, SystemClock};
use bagatelle_server::tables::retention::KeepGuests;
use bagatelle_store::{DATABASE_FILE, Store, StoreError, examine_database, newest_schema};
use bagatelle_table::{Millis, Table};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// After how many days games of guests are counted as old if the host has not said.
const USUAL_DAYS: u32 = 90;
/// How many tables are read at once.
const PAGE: u32 = 500;
/// How often the progress of long work is told.
const TELL_EVERY: Duration = Duration::from_millis(500);
/// A clock that is so far behind the data has been set back, in milliseconds.
const BEHIND: Millis = 60_000;
/// The first of January 2026: no data are older, so a clock before it is wrong.
const FIRST: Millis = 1_767_225_600_000;

/// How something is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Finding {
    Well,
    /// Worth a look; nothing is lost.
    Warning,
    /// Something is wrong.
    Wrong,
}

/// What was found so far.
struct Report {
    warnings: u32,
    faults: u32,
}

impl Report {
    /// Says what was found.
    fn tell(&mut self, finding: Finding, sentence: &str) {
        let mark = match finding {
            Finding::Well => "well   ",
            Finding::Warning => "warning",
            Finding::Wrong => "WRONG  ",
        };
        self.warnings += u32::from(finding == Finding::Warning);
        self.faults += u32::from(finding == Finding::Wrong);
        // Output whose reader has ended is no fault of the data.
        let _ = writeln!(std::io::stdout(), "{mark}  {}", within(sentence, 1000));
    }
}

/// Examines a data folder. The exit status is 0 if nothing is wrong, else 1.
pub fn run(options: &Doctor) -> ExitCode {
    let mut report = Report { warnings: 0, faults: 0 };
    let data = match options.folder.path() {
        Ok(data) => data,
        Err(error) => {
            report.tell(Finding::Wrong, &format!("Nothing was checked: {error}."));
            return ExitCode::FAILURE;
        }
    };
    secret(data, &mut report);
    #[cfg(unix)]
    files(data, &mut report);
    let examined = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let examined = examined
        .map_err(Into::into)
        .and_then(|rt| rt.block_on(database(data, options.keep_guests, &mut report)));
    if let Err(error) = examined {
        report.tell(Finding::Wrong, &format!("Can’t check the database: {}.", reasons(&error)));
    }
    machine(data, &mut report);
    let Report { warnings, faults } = report;
    let summary = match (faults, warnings) {
        (0, 0) => "All is well.".to_owned(),
        (0, warnings) => format!("No errors; {}.", counted(warnings as usize, "warning")),
        (faults, _) => format!("{} to fix.", counted(faults as usize, "thing")),
    };
    let _ = writeln!(std::io::stdout(), "\n{summary}");
    if faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The secret is there.
fn secret(data: &Path, report: &mut Report) {
    match Secret::open(data, false) {
        Ok(_) => report.tell(Finding::Well, "The secret is there."),
        Err(error) => report.tell(Finding::Wrong, &format!("The secret can’t be used: {}.", reasons(&error))),
    }
}

/// All files belong to the owner of the folder, and others cannot read them.
#[cfg(unix)]
fn files(data: &Path, report: &mut Report) {
    use std::os::unix::fs::PermissionsExt;
    for name in owner::foreign(data, &[&FILES[..], &["lock", "tables"]].concat()) {
        let file = data.join(name);
        let sentence = format!(
            "“{name}” doesn’t belong to the owner of the folder, so that user’s server can’t use it: chown \
             --reference={} {}",
            data.display(),
            file.display()
        );
        report.tell(Finding::Wrong, &sentence);
    }
    let told = [
        (SECRET_FILE, "the secret, and with it impersonate any player"),
        (DATABASE_FILE, "the database, with its hidden hands, future deals and password hashes"),
    ];
    for (name, what) in told {
        let mode = std::fs::metadata(data.join(name)).map_or(0, |file| file.permissions().mode());
        if mode & 0o077 != 0 {
            let sentence = format!("Others on this machine can read {what}: chmod 600 it.");
            report.tell(Finding::Warning, &sentence);
        }
    }
}

/// The database is whole, and each game replays.
async fn database(data: &Path, keep: Option<KeepGuests>, report: &mut Report) -> Result<()> {
    let file = data.join(DATABASE_FILE);
    if !file.is_file() {
        report.tell(Finding::Wrong, &format!("There is no database: {} is missing.", file.display()));
        return Ok(());
    }
    let found = examine_database(&file).await?;
    let now = SystemClock::default().now();
    match found.last_run {
        _ if now < FIRST => {
            report.tell(Finding::Wrong, &format!("This machine’s clock is wrong: it says {}.", moment(now)));
        }
        Some(at) if at > now + BEHIND => report.tell(
            Finding::Wrong,
            &format!(
                "This machine’s clock is behind: it says {}, but a server ran on {}.",
                moment(now),
                moment(at)
            ),
        ),
        Some(at) => report.tell(Finding::Well, &format!("A server last ran on {}.", moment(at))),
        None => report.tell(Finding::Well, "There is no record of when a server last ran."),
    }
    if found.schema < newest_schema() {
        report.tell(
            Finding::Warning,
            "The database is from an older version. The next server start updates it; then you can check \
             its games.",
        );
        return Ok(());
    }
    let store = Store::open_read_only(&file).await?;
    let faults = store.faults().await?;
    for fault in &faults {
        report.tell(Finding::Wrong, &format!("{}.", capitalised(fault)));
    }
    if faults.is_empty() {
        report.tell(Finding::Well, "The database is intact, and every row belongs to a game.");
    }
    guests(&store, now, keep, report).await?;
    let replayed = replay(&store, found.tables, report).await;
    store.close().await;
    replayed
}

/// How many games are those of guests, and how many of these a server would remove that keeps them for a
/// while.
async fn guests(store: &Store, now: Millis, keep: Option<KeepGuests>, report: &mut Report) -> Result<()> {
    let days = keep.map_or(USUAL_DAYS, KeepGuests::days);
    let before = now - Millis::from(days) * 24 * 60 * 60 * 1000;
    let (all, idle) = store.count_guest_games(before).await?;
    let kept = if keep.is_some() { "" } else { "; a server with --keep-guests removes such games" };
    let sentence =
        format!("Games played only by guests: {all}; {idle} had no activity for {days} days{kept}.",);
    report.tell(Finding::Well, &sentence);
    Ok(())
}

/// Replays every game from its log.
async fn replay(store: &Store, of: u64, report: &mut Report) -> Result<()> {
    let down: Arc<[_]> = store.downtimes().await?.into();
    let (mut games, mut events, mut last, mut told) = (0, 0, String::new(), Stopwatch::start());
    let mut spoilt = 0;
    loop {
        let ids = store.table_ids(&last, PAGE).await?;
        let Some(id) = ids.last() else { break };
        last.clone_from(id);
        for id in &ids {
            match one(store, id, &down).await {
                Ok(count) => (games, events) = (games + 1, events + count),
                Err(StoreError::Corrupt(damage)) => {
                    spoilt += 1;
                    report.tell(Finding::Wrong, &format!("The game {id} can’t be replayed: {damage}."));
                }
                Err(error) => return Err(error.into()),
            }
            if told.elapsed() > TELL_EVERY && std::io::stderr().is_terminal() {
                told = Stopwatch::start();
                progress!("\r{} of {of} games replayed ", games + spoilt);
            }
        }
    }
    if std::io::stderr().is_terminal() {
        progress!("\r{:60}\r", "");
    }
    let of = counted(events as usize, "event");
    match (spoilt, games) {
        (0, 1) => report.tell(Finding::Well, &format!("The one game replays, with {of}.")),
        (0, games) => report.tell(Finding::Well, &format!("All {games} games replay, with {of}.")),
        _ => (),
    }
    Ok(())
}

/// Replays a game; returns how many events it has.
async fn one(store: &Store, id: &str, down: &Arc<[(Millis, Millis)]>) -> Result<u64, StoreError> {
    // A game that has been deleted meanwhile has nothing wrong.
    let Some(spec) = store.table(id).await? else { return Ok(0) };
    let events = store.events(id).await?;
    Table::restore(spec, Arc::clone(down), &events)?;
    Ok(events.len() as u64)
}

/// The machine has room, and lets the server open enough files.
fn machine(data: &Path, report: &mut Report) {
    #[cfg(unix)]
    for (enough, sentence) in crate::room::found(data) {
        report.tell(if enough { Finding::Well } else { Finding::Warning }, &sentence);
    }
    #[cfg(not(unix))]
    {
        let _ = data;
        report.tell(Finding::Well, "Disk space and open files can’t be checked on this system.");
    }
}
