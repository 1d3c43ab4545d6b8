//! The subcommand that moves a whole instance from one database to another.

use crate::args::CopyData;
use crate::output::{note, progress, say};
use anyhow::{Context, Result, bail, ensure};
use bagatelle_server::app::database::{self, Lock};
use bagatelle_server::auth::token::Secret;
use bagatelle_store::{Address, DATABASE_FILE, Hold, Progress, Store};
use std::io::IsTerminal;
use std::path::Path;

/// A database that no server uses meanwhile.
struct Place {
    address: Address,
    store: Store,
    _lock: Lock,
}

/// Copies everything, then plays every game again on both sides and compares.
pub fn run(options: &CopyData) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(copy(options))
}

async fn copy(options: &CopyData) -> Result<()> {
    ensure!(options.from != options.to, "--from and --to are the same database");
    if let Address::Folder(folder) = &options.from {
        ensure!(folder.join(DATABASE_FILE).exists(), "there is no database in {}", folder.display());
    }
    let from = open(&options.from).await?;
    let secret = secret_of(&from).await?;
    // The secret comes first: a copy that was cut short can then be made again.
    if let Address::Folder(folder) = &options.to {
        keep_in(folder, &secret)?;
    }
    let to = open(&options.to).await?;
    ensure!(to.store.is_empty().await?, "{} is not empty: copy to a new database", to.address);
    if let Some(kept) = to.store.secret(&secret.to_text()).await? {
        ensure!(kept == secret.to_text(), "{} is in use: copy to a new database", to.address);
    }
    from.store.copy_to(&to.store, told()).await.context("nothing was copied")?;
    let (games, differences) = from.store.compare(&to.store, told()).await?;
    from.store.close().await;
    to.store.close().await;
    if !differences.is_empty() {
        bail!("the copy differs:\n{}", differences.join("\n"));
    }
    say!("Copied from {} to {}; {games} games are the same on both sides.", from.address, to.address)?;
    Ok(())
}

async fn open(address: &Address) -> Result<Place> {
    let (store, lock) = database::open(address, Hold::Alone, |_| Ok(())).await?;
    Ok(Place { address: address.clone(), store, _lock: lock })
}

async fn secret_of(place: &Place) -> Result<Secret> {
    secret_at(&place.address, &place.store).await
}

/// The secret of a database.
pub async fn secret_at(address: &Address, store: &Store) -> Result<Secret> {
    match (address, store.secret(&Secret::random()?.to_text()).await?) {
        (_, Some(text)) => Secret::from_text(&text),
        (Address::Folder(folder), None) => Secret::open(folder, false),
        (Address::Postgres(_), None) => bail!("{address} has no secret"),
    }
}

/// Writes the secret to a folder, unless it has the same one.
fn keep_in(folder: &Path, secret: &Secret) -> Result<()> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    match Secret::open(folder, false) {
        Ok(kept) if kept.to_text() == secret.to_text() => Ok(()),
        Ok(_) => bail!("{} is in use: copy to a new folder", folder.display()),
        Err(_) => secret.write(folder),
    }
}

/// Tells how far it has come: all the time on a terminal, else once for each table.
fn told() -> impl FnMut(Progress) {
    let terminal = std::io::stderr().is_terminal();
    move |Progress { what, done, of }| match (terminal, done == of) {
        (true, false) => progress!("\r{what}: {done} of {of}"),
        (true, true) => note!("\r{what}: {done} of {of}"),
        (false, true) => note!("{what}: {done}"),
        (false, false) => (),
    }
}
