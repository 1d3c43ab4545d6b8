//! The subcommand that puts a backup into a data folder.

use crate::archive::{moment, private_folder, unpack};
use crate::args::Restore;
use crate::output::{say, sync_folder};
use crate::owner;
use anyhow::{Context, Result, ensure};
use bagatelle_server::app::lock::FolderLock;
use bagatelle_server::auth::token::{SECRET_FILE, Secret};
use bagatelle_server::system::clock::{Clock, SystemClock, date};
use bagatelle_store::{DATABASE_FILE, examine_database, give_to_owner_of};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The files of a data folder, with those that SQLite keeps beside the database. The database is the first to
/// go.
pub const FILES: [&str; 4] = [DATABASE_FILE, "bagatelle.sqlite-wal", "bagatelle.sqlite-shm", SECRET_FILE];

/// Restores a backup. All of it is examined before anything is changed.
pub fn run(options: &Restore) -> Result<()> {
    let Restore { file, folder, replace } = options;
    let data = folder.path()?;
    let name = || file.display().to_string();
    let archive = BufReader::new(File::open(file).with_context(name)?);
    std::fs::create_dir_all(data).with_context(|| data.display().to_string())?;
    owner::warn(data);
    let _lock = FolderLock::new(data)?;
    let inside = private_folder(".restoring-", data)?;

    let manifest = unpack(archive, inside.path()).with_context(name)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let examine = |file: PathBuf| runtime.block_on(examine_database(&file));
    let found = examine(inside.path().join(DATABASE_FILE)).with_context(name)?;
    manifest.ensure_same(found).with_context(name)?;
    Secret::open(inside.path(), false).with_context(name)?;

    let mut aside = None;
    if data.join(DATABASE_FILE).exists() {
        let last = examine(data.join(DATABASE_FILE)).ok().and_then(|there| there.last_run);
        let there = match last {
            Some(at) if at > manifest.made => format!("which is newer: a server used it on {}", moment(at)),
            Some(at) => format!("which is not newer: a server last used it on {}", moment(at)),
            None => "of unknown age".into(),
        };
        ensure!(
            *replace,
            "{} already has data, {there}. The backup has {}. To restore it, use --replace, which sets the \
             present data aside",
            data.display(),
            manifest.summary()
        );
        aside = Some(move_aside(data)?);
    } else if data.join(SECRET_FILE).exists() {
        aside = Some(move_aside(data)?);
    }
    // The database comes last: without it the folder counts as empty.
    for file in [SECRET_FILE, DATABASE_FILE] {
        let from = inside.path().join(file);
        give_to_owner_of(data, &from)
            .and_then(|()| std::fs::rename(&from, data.join(file)))
            .with_context(|| file.to_owned())?;
    }
    sync_folder(data)?;
    say!("{}: {}", data.display(), manifest.summary())?;
    if let Some(aside) = aside {
        say!("The previous data is in {}.", aside.display())?;
    }
    Ok(())
}

/// Moves all files of a data folder into a new folder in it.
fn move_aside(data: &Path) -> Result<PathBuf> {
    let now = SystemClock::default().now();
    let prefix = format!("before-restore-{}-", date(now));
    let folder = private_folder(&prefix, data)?.keep();
    for file in FILES {
        let from = data.join(file);
        if from.exists() {
            std::fs::rename(&from, folder.join(file)).with_context(|| from.display().to_string())?;
        }
    }
    sync_folder(&folder)?;
    give_to_owner_of(data, &folder).with_context(|| folder.display().to_string())?;
    Ok(folder)
}
