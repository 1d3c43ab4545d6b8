//! The database, read beside the servers that run on it.

use anyhow::{Context, Result, ensure};
use bagatelle_store::{ChatMessage, Store};
use bagatelle_table::{Downtime, Ending, Event, Table};
use sqlx::Row;
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use std::path::Path;
use std::sync::Arc;

/// How often a table is read again that the server has changed meanwhile.
const TIMES: usize = 20;

/// Connections to one of the databases.
enum Pool {
    File(SqlitePool),
    Server(PgPool),
}

/// A database.
pub struct Database {
    pool: Pool,
    store: Store,
    down: Arc<[Downtime]>,
}

/// What the row of a summary and those of its seats say, in words.
type Said = Vec<String>;

/// What the rows of a summary say, in words, from either database.
macro_rules! said {
    ($pool:expr, $id:expr) => {{
        let row = sqlx::query(
            "SELECT stage, thinking, events, plies, ending, reason, helped, moves FROM summaries WHERE \
             table_id = $1",
        );
        let row = row.bind($id).fetch_optional($pool).await?;
        let row = row.with_context(|| format!("{} has no summary", $id))?;
        let mut said = vec![format!(
            "{} {} {} {} {:?} {} {} {:?}",
            row.get::<String, _>(0),
            row.get::<bool, _>(1),
            row.get::<i64, _>(2),
            row.get::<i64, _>(3),
            row.get::<Option<String>, _>(4),
            row.get::<String, _>(5),
            row.get::<bool, _>(6),
            row.get::<Option<i64>, _>(7)
        )];
        let seats = sqlx::query(
            "SELECT person, name, turn, result FROM seat_summaries WHERE table_id = $1 ORDER BY \
                seat",
        );
        for row in seats.bind($id).fetch_all($pool).await? {
            let (person, name) = (row.get::<Option<String>, _>(0), row.get::<String, _>(1));
            let (turn, result) = (row.get::<bool, _>(2), row.get::<Option<String>, _>(3));
            said.push(format!("{person:?} {name} {turn} {result:?}"));
        }
        Ok(said)
    }};
}

impl Database {
    /// The database in a data folder.
    pub async fn open(folder: &Path) -> Result<Database> {
        let file = folder.join("bagatelle.sqlite");
        let options = SqliteConnectOptions::new().filename(&file).read_only(true);
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        let store = Store::open(&file).await?;
        let down = store.downtimes().await?.into();
        Ok(Database { pool: Pool::File(pool), store, down })
    }

    /// The database of a server.
    pub async fn connect(address: &str) -> Result<Database> {
        let pool = PgPoolOptions::new().max_connections(1).connect(address).await?;
        let store = Store::connect(address).await?;
        let down = store.downtimes().await?.into();
        Ok(Database { pool: Pool::Server(pool), store, down })
    }

    pub async fn close(self) {
        match &self.pool {
            Pool::File(pool) => pool.close().await,
            Pool::Server(pool) => pool.close().await,
        }
        self.store.close().await;
    }

    /// Every page and every index is whole, and each row belongs to a table.
    pub async fn check_whole(&self) -> Result<()> {
        if let Pool::File(pool) = &self.pool {
            let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check").fetch_all(pool).await?;
            ensure!(found == ["ok"], "the database is damaged: {found:?}");
            let orphans = sqlx::query("PRAGMA foreign_key_check").fetch_all(pool).await?;
            ensure!(orphans.is_empty(), "{} rows belong to nothing", orphans.len());
        }
        let gaps = "SELECT count(*) FROM (SELECT table_id FROM events GROUP BY table_id
                    HAVING count(*) <> max(seq) + 1 OR min(seq) <> 0) AS torn";
        let gaps: i64 = match &self.pool {
            Pool::File(pool) => sqlx::query_scalar(gaps).fetch_one(pool).await?,
            Pool::Server(pool) => sqlx::query_scalar(gaps).fetch_one(pool).await?,
        };
        ensure!(gaps == 0, "{gaps} logs have gaps");
        Ok(())
    }

    /// The ids of all tables, and their owners.
    pub async fn tables(&self) -> Result<Vec<(String, String)>> {
        let query = "SELECT id, owner FROM tables";
        Ok(match &self.pool {
            Pool::File(pool) => sqlx::query_as(query).fetch_all(pool).await?,
            Pool::Server(pool) => sqlx::query_as(query).fetch_all(pool).await?,
        })
    }

    /// A table's log replays, and its summary says what follows from it. Returns the log and the chat.
    pub async fn check_table(&self, id: &str) -> Result<(Vec<Event>, Vec<ChatMessage>)> {
        for _ in 0..TIMES {
            let events = self.store.events(id).await?;
            let said = self.summary(id).await?;
            if self.store.events(id).await?.len() != events.len() {
                // Chance or a program is at work there.
                continue;
            }
            let spec = self.store.table(id).await?.with_context(|| format!("there is no game {id}"))?;
            let table = Table::restore(spec, Arc::clone(&self.down), &events);
            let table = table.map_err(|error| anyhow::anyhow!("the log of {id} does not replay: {error}"))?;
            let follows = of(&table);
            ensure!(said == follows, "{id}: the summary says {said:#?}, the log {follows:#?}");
            return Ok((events, self.store.chat(id).await?));
        }
        anyhow::bail!("{id} changes all the time")
    }

    async fn summary(&self, id: &str) -> Result<Said> {
        match &self.pool {
            Pool::File(pool) => said!(pool, id),
            Pool::Server(pool) => said!(pool, id),
        }
    }
}

/// What the summary of a table is to say.
fn of(table: &Table) -> Said {
    let summary = table.summary(0);
    let mut said = vec![format!(
        "{} {} {} {} {:?} {} {} {:?}",
        summary.stage,
        summary.thinking,
        summary.events,
        summary.plies,
        summary.ending.map(Ending::to_stored),
        summary.reason,
        summary.helped,
        summary.moves
    )];
    said.extend(summary.seats.iter().map(|seat| {
        let result = seat.result.map(|result| result.to_string());
        format!("{:?} {} {} {result:?}", seat.person, seat.name, seat.turn)
    }));
    said
}
