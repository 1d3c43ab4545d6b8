//! A database that one process has for itself.

use crate::lock::FolderLock;
use anyhow::{Context, Result};
use bagatelle_store::{Address, DATABASE_FILE, DatabaseLock, SqlStore};
use std::path::Path;

/// Keeps other servers from a database until it is dropped.
#[derive(Debug)]
pub struct Lock(#[expect(dead_code, reason = "it is held")] Held);

#[derive(Debug)]
enum Held {
    Folder(#[expect(dead_code, reason = "it is held")] FolderLock),
    Database(#[expect(dead_code, reason = "it is held")] DatabaseLock),
}

/// Locks a database, then opens it and brings it up to date. A data folder is made if it does not exist; `prepare` is called for
/// it before the database in it is opened, or made.
///
/// # Errors
/// When another server uses it, it cannot be opened, or `prepare` fails.
pub async fn open(address: &Address, prepare: impl FnOnce(&Path) -> Result<()>) -> Result<(SqlStore, Lock)> {
    match address {
        Address::Folder(folder) => {
            std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            let lock = FolderLock::new(folder)?;
            prepare(folder)?;
            let file = folder.join(DATABASE_FILE);
            let store = SqlStore::open(&file).await.with_context(|| file.display().to_string())?;
            Ok((store, Lock(Held::Folder(lock))))
        }
        Address::Postgres(url) => {
            let name = || address.to_string();
            // Before a migration, which would change the tables below a server that runs.
            let lock = DatabaseLock::new(url).await.with_context(name)?;
            let lock = lock
                .with_context(|| format!("another Bagatelle serves the database {address}: stop it first"))?;
            let store = SqlStore::connect(url).await.with_context(name)?;
            Ok((store, Lock(Held::Database(lock))))
        }
    }
}
