//! Databases as seen by a process other than their server: copied as they are at one moment, opened without
//! changes, and examined.

use super::database::Pool;
use super::migrations;
use super::sqlite::{BUSY_TIME, ensure_whole, options, plain, pool};
use crate::{Result, Store, StoreError};
use bagatelle_table::Millis;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use std::path::Path;

/// What a database holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The number of its last migration.
    pub schema: i64,
    /// How many tables it has.
    pub tables: u64,
    /// How many events they have.
    pub events: u64,
    /// When a server ran on it last.
    pub last_run: Option<Millis>,
}

/// The number of the last migration that this program knows.
#[must_use]
pub fn newest_schema() -> i64 {
    migrations::newest(&migrations::SQLITE)
}

/// A connection that changes nothing.
async fn reader(file: &Path) -> Result<SqlitePool> {
    // The journal mode stays as it is: to set it is a change.
    let options = SqliteConnectOptions::new().filename(plain(file)).read_only(true).busy_timeout(BUSY_TIME);
    pool(1).connect_with(options).await.map_err(StoreError::opening)
}

async fn contents(pool: &SqlitePool) -> Result<Contents> {
    let query = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations WHERE success";
    let schema = sqlx::query_scalar(query).fetch_one(pool).await.map_err(StoreError::opening)?;
    if schema > newest_schema() {
        return Err(StoreError::Newer);
    }
    // The first version had other names.
    let tables = if schema < 8 { "SELECT count(*) FROM games" } else { "SELECT count(*) FROM tables" };
    let tables: i64 = sqlx::query_scalar(tables).fetch_one(pool).await?;
    let events: i64 = sqlx::query_scalar("SELECT count(*) FROM events").fetch_one(pool).await?;
    let last_run = match schema < 4 {
        true => None,
        false => sqlx::query_scalar("SELECT at FROM heartbeat").fetch_optional(pool).await?,
    };
    Ok(Contents { schema, tables: tables.unsigned_abs(), events: events.unsigned_abs(), last_run })
}

/// Copies the database as it is at one moment to a file that does not exist yet, while others read it and
/// write to it. The copy is on its own, without files beside it.
///
/// # Errors
/// When the database cannot be read or is damaged, when it was written by a newer version, or when the copy
/// cannot be written.
pub async fn copy_database(from: &Path, to: &Path) -> Result<Contents> {
    let source = reader(from).await?;
    let copied = async {
        let to = &plain(to);
        let name =
            to.to_str().ok_or_else(|| StoreError::Database("the name of a file is not UTF-8".into()))?;
        let copy = sqlx::query("VACUUM INTO $1").bind(name);
        copy.execute(&source).await.map_err(StoreError::opening)?;
        examine_database(to).await
    };
    let copied = copied.await;
    source.close().await;
    copied
}

/// The contents of a database whose pages are all readable. Nothing in it is changed.
///
/// # Errors
/// When the database cannot be read or is damaged, or when it was written by a newer version.
pub async fn examine_database(file: &Path) -> Result<Contents> {
    let database = reader(file).await?;
    let examined = async {
        ensure_whole(&database).await?;
        contents(&database).await
    };
    let examined = examined.await;
    database.close().await;
    examined
}

/// Opens a database to be read only, which must be up to date.
pub(super) async fn open_current(file: &Path) -> Result<SqlitePool> {
    let database = reader(file).await?;
    match contents(&database).await? {
        found if found.schema < newest_schema() => Err(StoreError::Older),
        _ => Ok(database),
    }
}

/// Opens a file that a server may be using. It must be up to date.
pub(super) async fn open_beside(file: &Path) -> Result<(Pool, Pool)> {
    // Says so if the version is a different one.
    open_current(file).await?.close().await;
    let options = options(file).create_if_missing(false);
    let write = pool(1).connect_with(options.clone()).await.map_err(StoreError::opening)?;
    let read = pool(4).connect_lazy_with(options.read_only(true));
    Ok((Pool::sqlite(write), Pool::sqlite(read)))
}

impl Store {
    /// What is wrong with a file as a whole, each in a sentence: damaged pages and indexes, orphaned rows,
    /// logs with gaps, summaries that do not count the events of their log. PostgreSQL looks after its own
    /// files: nothing is found there.
    pub async fn faults(&self) -> Result<Vec<String>> {
        let Some(pool) = self.read.file() else { return Ok(Vec::new()) };
        let check = sqlx::query_scalar("PRAGMA integrity_check");
        let damage: Vec<String> = check.fetch_all(pool).await.map_err(StoreError::opening)?;
        let damage = damage.into_iter().filter(|line| line != "ok");
        let mut faults: Vec<String> = damage.map(|line| format!("the database is damaged: {line}")).collect();
        let orphans: Vec<(String, String, i64)> = sqlx::query_as(
            "SELECT \"table\", parent, count(*) FROM pragma_foreign_key_check GROUP BY \"table\", parent",
        )
        .fetch_all(pool)
        .await?;
        for (rows, parent, count) in orphans {
            faults.push(format!("{count} rows in “{rows}” belong to nothing in “{parent}”"));
        }
        let gaps: Vec<String> = sqlx::query_scalar(
            "SELECT table_id FROM events GROUP BY table_id HAVING count(*) <> max(seq) + 1 OR min(seq) <> 0",
        )
        .fetch_all(pool)
        .await?;
        faults.extend(gaps.iter().map(|id| format!("the log of the game {id} has a gap")));
        let counted: Vec<String> = sqlx::query_scalar(
            "SELECT table_id FROM summaries WHERE events <>
                 (SELECT count(*) FROM events WHERE events.table_id = summaries.table_id)",
        )
        .fetch_all(pool)
        .await?;
        faults.extend(
            counted
                .iter()
                .map(|id| format!("the game {id} has a different number of events than the lists say")),
        );
        Ok(faults)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SessionId, Store};
    use bagatelle_table::Visitor;

    #[tokio::test]
    async fn a_copy_is_of_one_moment_and_stands_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, copy) = (folder.path().join("bagatelle.sqlite"), folder.path().join("copy.sqlite"));
        let store = Store::open(&file).await.unwrap();
        let sign_up = async |id: &str| {
            store.sign_up(&Visitor::anonymous(id), id, "$", &SessionId::new(id), 1).await.unwrap();
        };
        sign_up("ann").await;
        store.heartbeat(7, false).await.unwrap();
        let copied = copy_database(&file, &copy).await.unwrap();
        assert_eq!(copied, Contents { schema: newest_schema(), tables: 0, events: 0, last_run: Some(7) });
        sign_up("bob").await;
        assert!(copy_database(&file, &copy).await.is_err(), "nothing is written over");
        store.close().await;

        assert_eq!(examine_database(&copy).await.unwrap(), copied);
        let store = Store::open_read_only(&copy).await.unwrap();
        assert!(
            store.account("ann").await.unwrap().is_some() && store.account("bob").await.unwrap().is_none()
        );
        assert!(store.faults().await.unwrap().is_empty());
        assert!(store.keep_name("cat", "Cat").await.is_err(), "it is read only");
        store.close().await;
    }

    #[tokio::test]
    async fn what_is_wrong_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bagatelle.sqlite");
        let store = Store::open(&file).await.unwrap();
        let spoil = "PRAGMA foreign_keys = OFF;
             INSERT INTO events (table_id, seq, at, kind, person, text) VALUES ('lost', 1, 1, 'act', '', 'R');
             PRAGMA foreign_keys = ON";
        store.write.acquire().await.unwrap().run(spoil.into()).await.unwrap();
        let faults = store.faults().await.unwrap();
        assert_eq!(
            faults,
            ["1 rows in “events” belong to nothing in “tables”", "the log of the game lost has a gap"]
        );
        store
            .write
            .acquire()
            .await
            .unwrap()
            .run("DELETE FROM _sqlx_migrations WHERE version > 15".into())
            .await
            .unwrap();
        assert!(matches!(Store::open_read_only(&file).await, Err(StoreError::Older)));
        let newer = "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 15";
        store.write.acquire().await.unwrap().run(newer.into()).await.unwrap();
        assert!(matches!(examine_database(&file).await, Err(StoreError::Newer)));
        store.close().await;
        std::fs::write(&file, b"no database at all, whatever its name").unwrap();
        assert!(matches!(examine_database(&file).await, Err(StoreError::Damaged(_))));
    }
}
