//! A data folder that one process has to itself, or a database that servers share.

use crate::app::lock::FolderLock;
use crate::limits::DATABASE_WAIT;
use crate::system::clock::Stopwatch;
use anyhow::{Context, Result};
use bagatelle_store::{Address, DATABASE_FILE, DatabaseLock, Hold, Store, StoreError};
use std::path::Path;
use std::time::Duration;

/// Keeps others from a database until it is dropped.
#[derive(Debug)]
pub struct Lock {
    folder: Option<FolderLock>,
    database: Option<DatabaseLock>,
}

impl Lock {
    /// The lock of a folder, and that of a database.
    #[must_use]
    pub fn into_parts(self) -> (Option<FolderLock>, Option<DatabaseLock>) {
        (self.folder, self.database)
    }
}

/// Locks a database of a server. Our server waits until the database can be reached: after a restart of the
/// machine both start at the same time.
async fn reached(address: &Address, url: &str, hold: Hold) -> Result<Option<DatabaseLock>, StoreError> {
    let begun = Stopwatch::start();
    loop {
        match DatabaseLock::new(url, hold).await {
            Err(StoreError::Unreachable(why)) if hold == Hold::Shared && begun.elapsed() < DATABASE_WAIT => {
                tracing::warn!("waiting for the database {address}: {why}");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
            reached => return reached,
        }
    }
}

/// Locks a database, then opens it and brings it up to date. A data folder is made if it does not exist;
/// `prepare` is called for it before the database in it is opened, or made. A folder is always for one
/// process alone.
///
/// # Errors
/// When another process uses it and does not share it, it cannot be opened, or `prepare` fails.
pub async fn open(
    address: &Address,
    hold: Hold,
    prepare: impl FnOnce(&Path) -> Result<()>,
) -> Result<(Store, Lock)> {
    match address {
        Address::Folder(folder) => {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            let lock = FolderLock::new(folder)?;
            prepare(folder)?;
            let file = folder.join(DATABASE_FILE);
            let store = Store::open(&file).await.with_context(|| file.display().to_string())?;
            Ok((store, Lock { folder: Some(lock), database: None }))
        }
        Address::Postgres(url) => {
            let name = || address.to_string();
            // Before a migration, which would change the tables below a process that has them for itself.
            let lock = reached(address, url, hold).await.with_context(name)?;
            let lock = lock.with_context(|| match hold {
                Hold::Shared => format!(
                    "a command or an older server has exclusive use of the database {address}: wait until \
                     it ends"
                ),
                Hold::Alone => {
                    format!("a Bagatelle is using the database {address}: stop it and all its copies first")
                }
            })?;
            let store = Store::connect(url).await.with_context(name)?;
            Ok((store, Lock { folder: None, database: Some(lock) }))
        }
    }
}
