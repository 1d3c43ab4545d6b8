//! How a store is opened.

use super::copies::Copies;
use super::database::Pool;
use super::deadline::ANSWER_TO_COMMANDS;
use super::health::Health;
use super::{names, postgres, snapshot, sqlite, writer};
use crate::identities::Identities;
use crate::{Address, DATABASE_FILE, Result, Store};
use std::path::Path;
use std::sync::Arc;

impl Store {
    /// Opens a file of SQLite, creates it if it is missing, and brings it up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by a newer version of this program.
    pub async fn open(file: &Path) -> Result<Store> {
        let (write, read) = sqlite::open(file).await?;
        names::fill_in_looks(&write).await?;
        Ok(Store::new(write, read, Some(Arc::default()), None))
    }

    /// Connects to a database of PostgreSQL, and brings it up to date. The address is
    /// `postgres://USER:PASSWORD@HOST/DATABASE`; a path after `?host=` is the folder of a socket.
    ///
    /// # Errors
    /// When the address is not valid, or the database cannot be reached, refuses, or was made by a newer
    /// version of this program.
    pub async fn connect(address: &str) -> Result<Store> {
        let pool = postgres::connect(address).await?;
        let copies = Copies::new(pool.clone(), address).await?;
        Ok(Store::new(pool.clone(), pool, None, Some(Arc::new(copies))))
    }

    /// Opens a database beside a server that may be running on it. It must be there and up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by another version of this program.
    pub async fn beside(address: &Address) -> Result<Store> {
        let (write, read) = match address {
            Address::Folder(folder) => snapshot::open_beside(&folder.join(DATABASE_FILE)).await?,
            Address::Postgres(address) => {
                let pool = postgres::connect_beside(address).await?;
                (pool.clone(), pool)
            }
        };
        // The server may change who is behind a token at any time, so nothing is remembered.
        Ok(Store::new(write.within(ANSWER_TO_COMMANDS), read.within(ANSWER_TO_COMMANDS), None, None))
    }

    /// Opens a file to be read only, beside a server or without one. It must be up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by another version of this program.
    pub async fn open_read_only(file: &Path) -> Result<Store> {
        let read = Pool::sqlite(snapshot::open_current(file).await?);
        Ok(Store::new(read.clone(), read.within(ANSWER_TO_COMMANDS), None, None))
    }

    pub(super) fn new(
        write: Pool,
        read: Pool,
        identities: Option<Arc<Identities>>,
        copies: Option<Arc<Copies>>,
    ) -> Store {
        let health = Arc::<Health>::default();
        let hooks = read.hooks().clone();
        let appends = writer::start(write.clone(), Arc::clone(&health), copies.clone(), hooks);
        Store { write, read, appends, identities, copies, health }
    }
}
