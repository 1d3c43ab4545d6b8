//! The store: its connections, and what every call of it needs.

use super::appends::Appends;
use super::copies::{Copies, Notice};
use super::database::{Pool, Statement};
use super::deadline::ANSWER_TO_COMMANDS;
use super::health::Health;
use super::write::Write;
use crate::identities::{Change, Identities};
use crate::{Result, TestHooks, WriteCounts};
use std::sync::Arc;
use std::time::Duration;

/// A store in a database: a file of SQLite, or a server of PostgreSQL.
///
/// Every call fails with [`StoreError::Database`](crate::StoreError::Database) when the database does, and
/// every call that reads with [`StoreError::Corrupt`](crate::StoreError::Corrupt) when a row is damaged. A
/// call that fails has changed nothing, except with [`StoreError::Unknown`](crate::StoreError::Unknown). No
/// call waits forever: a database that has not answered after ten seconds counts as unreachable.
///
/// In everything that is read, the id of a visitor whose games an account has claimed is replaced by the
/// account's id.
#[derive(Clone, Debug)]
pub struct Store {
    pub(super) write: Pool,
    pub(super) read: Pool,
    /// Where moves and new tables wait to be written; those of many callers are written in one transaction.
    pub(super) appends: Appends,
    /// The visitors behind tokens, if no other process changes them.
    pub(super) identities: Option<Arc<Identities>>,
    /// This server among others, where there can be others.
    pub(super) copies: Option<Arc<Copies>>,
    /// The health of its writes.
    pub(super) health: Arc<Health>,
}

impl Store {
    /// Whether the database failed at the last write, say because the disk is full.
    #[must_use]
    pub fn writes_fail(&self) -> bool {
        self.health.has_failed()
    }

    /// For how long the oldest unanswered write has waited; zero if none waits.
    #[must_use]
    pub fn oldest_write(&self) -> Duration {
        self.health.oldest()
    }

    /// How many appends this store has written, and in how many transactions.
    #[must_use]
    pub fn write_counts(&self) -> WriteCounts {
        self.appends.counts()
    }

    /// This server among others on the same database; `None` if no other process can serve it.
    #[must_use]
    pub fn copies(&self) -> Option<&Arc<Copies>> {
        self.copies.as_ref()
    }

    /// The failures that tests cause in this store, and what they observe.
    #[must_use]
    pub fn test_hooks(&self) -> &TestHooks {
        self.read.hooks()
    }

    /// Closes all connections; written data stays.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }

    pub(super) async fn begin(&self) -> Result<Write> {
        Write::begin(&self.write, &self.health).await
    }

    /// A transaction of a command, which may write the whole database.
    pub(super) async fn begin_long(&self) -> Result<Write> {
        Write::begin(&self.write.within(ANSWER_TO_COMMANDS), &self.health).await
    }

    /// Runs one statement in a transaction of its own; returns how many rows it has changed.
    pub(super) async fn execute(&self, statement: Statement<'_>) -> Result<u64> {
        transaction!(self, write => statement.borrowed().execute(&mut *write))
    }

    /// Forgets the visitors behind tokens when the returned value is dropped: a write changes them.
    pub(super) fn change_identities(&self) -> Option<Change<'_>> {
        self.identities.as_deref().map(Identities::change)
    }

    /// Tells other servers, once the transaction is committed.
    pub(super) async fn tell(&self, write: &mut Write, notice: impl FnOnce() -> Notice) -> Result<()> {
        match &self.copies {
            Some(copies) => copies.tell_in(write, &notice()).await,
            None => Ok(()),
        }
    }

    /// Tells other servers, once the transaction is committed, that these people have another name or id.
    pub(super) async fn tell_people(&self, write: &mut Write, people: &[&str]) -> Result<()> {
        let people = || Notice::People(people.iter().map(|&person| person.to_owned()).collect());
        self.tell(write, people).await
    }
}
