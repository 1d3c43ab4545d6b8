//! The subcommand that writes all data into one file.

use crate::archive::{Manifest, private_folder, write};
use crate::args::Backup;
use crate::output::{behind_links, folder_of, say, sync_folder};
use anyhow::{Context, Result, ensure};
use bagatelle_server::auth::token::{SECRET_FILE, Secret};
use bagatelle_server::system::clock::{Clock, SystemClock};
use bagatelle_store::{DATABASE_FILE, copy_database};
use std::io::BufWriter;

/// Writes a backup. It comes into its place when it is whole and on disk.
pub fn run(options: &Backup) -> Result<()> {
    let Backup { file, folder, replace } = options;
    let data = folder.path()?;
    let database = data.join(DATABASE_FILE);
    ensure!(database.is_file(), "{} has no Bagatelle data", data.display());
    ensure!(
        *replace || !file.exists(),
        "{} already exists: choose another name, or overwrite it with --replace",
        file.display()
    );
    let name = || file.display().to_string();
    let place = behind_links(file).with_context(name)?;
    ensure!(!place.exists() || place.is_file(), "{} isn’t a file that a backup can replace", name());
    let folder = folder_of(&place);
    ensure!(folder.is_dir(), "{}: there is no folder {}", name(), folder.display());
    // Both are readable by their owner only, and disappear if this fails.
    let beside = private_folder(".bagatelle-backup-", folder)?;
    let whole = tempfile::NamedTempFile::new_in(beside.path()).with_context(name)?;

    let made = SystemClock::default().now();
    let (copy, secret) = (beside.path().join(DATABASE_FILE), beside.path().join(SECRET_FILE));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let contents = runtime
        .block_on(copy_database(&database, &copy))
        .with_context(|| format!("can’t save {}", database.display()))?;
    // A secret that is missing or damaged would be missed when the backup is needed.
    Secret::open(data, false)?;
    std::fs::copy(data.join(SECRET_FILE), &secret)
        .with_context(|| data.join(SECRET_FILE).display().to_string())?;

    let files = [(DATABASE_FILE, copy.as_path()), (SECRET_FILE, secret.as_path())];
    let manifest = Manifest::new(contents, made, &files).with_context(name)?;
    write(BufWriter::new(whole.as_file()), &manifest, &files).with_context(name)?;
    whole.as_file().sync_all().with_context(name)?;
    match replace {
        true => drop(whole.persist(&place).with_context(name)?),
        false => drop(whole.persist_noclobber(&place).with_context(name)?),
    }
    sync_folder(folder)?;
    say!("{}: {}", file.display(), manifest.summary())?;
    Ok(())
}
