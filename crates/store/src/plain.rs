//! What SQLite alone can write on a disk, for comparison with the store.

use super::sqlite::{options, pool};
use crate::{Result, StoreError};
use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Connection};
use std::path::Path;
use std::time::{Duration, Instant};

/// Writes rows like those of moves in a new database, a number of them in each transaction, and does nothing
/// else. Returns how many are written in a second.
///
/// # Errors
/// When the database fails.
#[allow(clippy::disallowed_methods, reason = "a measurement")]
pub async fn plain_writes(file: &Path, batch: u32, time: Duration) -> Result<f64> {
    let pool: SqlitePool = pool(1).connect_with(options(file)).await.map_err(StoreError::opening)?;
    let mut connection = pool.acquire().await?;
    sqlx::raw_sql(
        "CREATE TABLE moves (game INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT \
         NULL,
             PRIMARY KEY (game, seq)) WITHOUT ROWID;
         CREATE TABLE standings (game INTEGER PRIMARY KEY, seq INTEGER NOT NULL, at INTEGER NOT NULL, text \
         TEXT NOT NULL);",
    )
    .execute(&mut *connection)
    .await?;
    let games = format!(
        "WITH RECURSIVE games (game) AS (SELECT 1 UNION ALL SELECT game + 1 FROM games WHERE game < {batch})"
    );
    let moves = format!("{games} INSERT INTO moves SELECT game, $1, $1, 'a move of some length' FROM games");
    let standings = format!(
        "{games} INSERT INTO standings SELECT game, $1, $1, 'where the game stands, in some more words' FROM \
         games WHERE true
         ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, at = excluded.at"
    );
    let (begun, mut written) = (Instant::now(), 0);
    while begun.elapsed() < time {
        let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
        for query in [&moves, &standings] {
            let query = sqlx::query(AssertSqlSafe(query.clone())).bind(written);
            query.execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        written += 1;
    }
    let seconds = begun.elapsed().as_secs_f64();
    drop(connection);
    pool.close().await;
    Ok(f64::from(batch) * written as f64 / seconds)
}
