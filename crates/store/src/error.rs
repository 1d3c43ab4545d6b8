//! What can go wrong in a store.

use bagatelle_table::Corrupt;
use std::error::Error as StdError;
use thiserror::Error;

/// What can go wrong in a store.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The row exists already: another writer was first, or another account has the name.
    #[error("the row exists already")]
    Conflict,
    /// A stored value that no version of this program writes.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
    /// The database fails.
    #[error("the database: {0}")]
    Database(#[source] Box<dyn StdError + Send + Sync>),
    /// The database was made by a newer version of this program, or is damaged.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[source] Box<dyn StdError + Send + Sync>),
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        match error {
            sqlx::Error::ColumnDecode { index, source } => {
                Corrupt::new("a stored value", format!("column {index}: {source}")).into()
            }
            sqlx::Error::Database(e) if e.is_unique_violation() => StoreError::Conflict,
            error => StoreError::Database(Box::new(error)),
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> StoreError {
        StoreError::Migration(Box::new(error))
    }
}
