//! Databases with many games.

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{Connection, Error};
use std::path::Path;

/// How many games each visitor gets.
const EACH: i64 = 20;

/// The games that are copied: those in which the owner is the only person and for which the server has
/// nothing to do.
const SOURCES: &str = "CREATE TEMP TABLE sources AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS number, id AS old, owner AS old_owner,
        changed AS old_changed
    FROM tables JOIN summaries ON table_id = id
    WHERE daily IS NULL AND NOT thinking AND deadline IS NULL
        AND NOT EXISTS (SELECT 1 FROM seat_summaries s WHERE s.table_id = id AND s.person <> owner)
        AND id NOT IN (SELECT table_id FROM rounds) AND id NOT IN (SELECT table_id FROM forks)
    LIMIT 1000";

/// Each copy: of which game, under which id, for whom, and how much later. They take the games in turn, and
/// the last change of each is somewhere in the year before the newest game.
const COPIES: &str = "CREATE TEMP TABLE copies AS
    WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < $1)
    SELECT old, old_owner, printf('copy%012d', n) AS id, printf('visitor%019d', n / $2) AS owner,
        (SELECT max(old_changed) FROM sources) - old_changed - ($1 - 1 - n) * 31536000000 / $1 AS later
    FROM counted JOIN sources ON number = n % (SELECT count(*) FROM sources)
    ORDER BY n";

/// The rows of the copies.
const ROWS: [&str; 4] = [
    "INSERT INTO tables (id, game, options, setup, seed, dealt, owner, seating, created, terms, fairness)
     SELECT c.id, game, options, setup, seed, dealt, c.owner, replace(seating, old_owner, c.owner),
         created + later, terms, fairness
     FROM copies c JOIN tables t ON t.id = old",
    "INSERT INTO events (table_id, seq, at, kind, seat, person, text, randomness)
     SELECT id, seq, at + later, kind, seat, CASE person WHEN old_owner THEN owner ELSE person END, text,
         randomness
     FROM copies JOIN events ON table_id = old",
    "INSERT INTO summaries (table_id, stage, listed, public, thinking, changed, events, plies, reason, ending,
         helped,
         moves, played, opening)
     SELECT id, stage, listed, public, thinking, changed + later, events, plies, reason, ending, helped,
         moves,
         played, opening
     FROM copies JOIN summaries ON table_id = old",
    "INSERT INTO seat_summaries (table_id, seat, person, name, turn, result, score)
     SELECT id, seat, CASE person WHEN old_owner THEN owner END, name, turn, result, score
     FROM copies JOIN seat_summaries ON table_id = old",
];

/// Adds this many copies of the games that a file of SQLite has, with their logs, by which each can be
/// replayed. Each visitor gets twenty of them. No server may run on the file.
///
/// # Errors
/// When the file has no game that can be copied, has copies already, or cannot be written to.
pub async fn grow(file: &Path, copies: u32) -> Result<(), Error> {
    // What is lost when the machine stops can be made again.
    let options = SqliteConnectOptions::new()
        .filename(file)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Off);
    let mut database = SqliteConnection::connect_with(&options).await?;
    sqlx::raw_sql(SOURCES).execute(&mut database).await?;
    sqlx::query(COPIES).bind(i64::from(copies)).bind(EACH).execute(&mut database).await?;
    let mut written = database.begin().await?;
    for rows in ROWS {
        if sqlx::raw_sql(rows).execute(&mut *written).await?.rows_affected() == 0 && rows == ROWS[0] {
            return Err(Error::RowNotFound);
        }
    }
    written.commit().await?;
    database.close().await
}
