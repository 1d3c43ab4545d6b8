//! Storage: one SQLite file in the data folder. The log of events is the truth.
//!
//! Writes go through one connection, reads through several, so readers never wait and writers never meet. A write is
//! on disk (`synchronous = FULL`) when its call returns.

mod standings;

use crate::line::Event;
use crate::origin::Begun;
use crate::people::ratings;
use crate::rounds::Round;
use bagatelle_core::Seat;
use bagatelle_core::playable::Mark;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous,
};
use sqlx::{FromRow, Row, SqliteConnection};
pub use standings::{Listed, Phase, Search, Sits, Standing};
use std::path::Path;
use std::time::Duration;
use thiserror::Error;

/// What can go wrong.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Somebody else has written this event, or this game, first.
    #[error("somebody else was faster")]
    Conflict,
    /// The database does not do what it should.
    #[error("the database: {0}")]
    Database(#[from] sqlx::Error),
    /// The database was made by a newer program, or is damaged.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// A row holds what no program of this version writes.
    #[error("the database holds something odd: {0}")]
    Odd(String),
}

/// A game as it stands in the database: everything that is decided before its first event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// The unguessable id in the game's address.
    pub id: String,
    /// The id in the catalog.
    pub game: String,
    /// JSON.
    pub options: String,
    /// JSON.
    pub setup: String,
    /// The seed's text.
    pub seed: String,
    /// Whether the set-up came from the seed.
    pub dealt: bool,
    /// The date of a daily deal, `2026-11-21`.
    pub daily: Option<String>,
    /// The visitor who made it.
    pub owner: String,
    /// JSON, see [`crate::seats`].
    pub seats: String,
    /// JSON, see [`crate::terms`].
    pub terms: String,
    /// Milliseconds since 1970.
    pub created: i64,
}

impl FromRow<'_, SqliteRow> for GameRow {
    fn from_row(row: &SqliteRow) -> sqlx::Result<GameRow> {
        Ok(GameRow {
            id: row.try_get("id")?,
            game: row.try_get("game")?,
            options: row.try_get("options")?,
            setup: row.try_get("setup")?,
            seed: row.try_get("seed")?,
            dealt: row.try_get("dealt")?,
            daily: row.try_get("daily")?,
            owner: row.try_get("owner")?,
            seats: row.try_get("seats")?,
            terms: row.try_get("terms")?,
            created: row.try_get("created")?,
        })
    }
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    write: SqlitePool,
    read: SqlitePool,
}

impl Store {
    /// Opens the database, makes it if it is not there, and brings it up to date.
    ///
    /// # Errors
    /// When it cannot be opened, or was made by a newer program.
    pub async fn open(file: &Path) -> Result<Store, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(5));
        let write = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
        sqlx::migrate!().run(&write).await?;
        let read = SqlitePoolOptions::new().max_connections(4).connect_lazy_with(options.read_only(true));
        Ok(Store { write, read })
    }

    /// Writes a new game, how it stands, which round of a match it is, if it is one, and what it begins with, if it goes on
    /// from another.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if the owner has this daily deal already, or the match this round.
    pub async fn create(
        &self,
        game: &GameRow,
        standing: &Standing,
        round: Option<&Round>,
        begun: Option<&Begun>,
    ) -> Result<(), StoreError> {
        let mut transaction = self.write.begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query(
            "INSERT INTO games (id, game, options, setup, seed, dealt, daily, owner, seats, terms, created)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        )
        .bind(&game.id)
        .bind(&game.game)
        .bind(&game.options)
        .bind(&game.setup)
        .bind(&game.seed)
        .bind(game.dealt)
        .bind(&game.daily)
        .bind(&game.owner)
        .bind(&game.seats)
        .bind(&game.terms)
        .bind(game.created)
        .execute(&mut *transaction)
        .await
        .map_err(conflict)?;
        standings::write(&mut transaction, &game.id, standing).await?;
        if let Some(round) = round {
            sqlx::query(
                "INSERT INTO rounds (game, match, round, best_of, score, players) VALUES ($1, $2, $3, $4, $5, $6)",
            )
            .bind(&game.id)
            .bind(&round.match_id)
            .bind(round.round)
            .bind(round.best_of)
            .bind(serde_json::json!(round.score).to_string())
            .bind(serde_json::json!(round.players).to_string())
            .execute(&mut *transaction)
            .await
            .map_err(conflict)?;
        }
        if let Some(begun) = begun {
            sqlx::query("INSERT INTO origins (game, begun) VALUES ($1, $2)")
                .bind(&game.id)
                .bind(&begun.game)
                .execute(&mut *transaction)
                .await?;
            write_events(&mut transaction, &game.id, 0, &begun.events(game.created)).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// Where a game stands in its match, if it is part of one.
    ///
    /// # Errors
    /// When the database fails or holds what it should not.
    pub async fn round_of(&self, game: &str) -> Result<Option<Round>, StoreError> {
        let row = sqlx::query("SELECT match, round, best_of, score, players FROM rounds WHERE game = $1")
            .bind(game)
            .fetch_optional(&self.read)
            .await?;
        let pair = |row: &SqliteRow, name: &str| -> Result<[u8; 2], StoreError> {
            serde_json::from_str(row.try_get(name)?).map_err(|e| StoreError::Odd(e.to_string()))
        };
        row.map(|row| {
            Ok(Round {
                match_id: row.try_get("match")?,
                round: row.try_get("round")?,
                best_of: row.try_get("best_of")?,
                score: pair(&row, "score")?,
                players: pair(&row, "players")?,
            })
        })
        .transpose()
    }

    /// The game of a round of a match, if it was made.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn round(&self, match_id: &str, round: u32) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar("SELECT game FROM rounds WHERE match = $1 AND round = $2")
            .bind(match_id)
            .bind(round)
            .fetch_optional(&self.read)
            .await?)
    }

    /// Appends events, the first with number `seq`, and how the game stands after them; all of it or nothing.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if one of the numbers is taken.
    pub async fn append(
        &self,
        game: &str,
        seq: u64,
        events: &[Event],
        standing: &Standing,
    ) -> Result<(), StoreError> {
        let mut transaction = self.write.begin_with("BEGIN IMMEDIATE").await?;
        write_events(&mut transaction, game, seq, events).await?;
        standings::write(&mut transaction, game, standing).await?;
        ratings::settle(&mut transaction, game, &standing.places).await?;
        Ok(transaction.commit().await?)
    }

    /// A game by its id. The ids in it are those of accounts where accounts have claimed what visitors played.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn game(&self, id: &str) -> Result<Option<GameRow>, StoreError> {
        let row = sqlx::query_as("SELECT * FROM games WHERE id = $1").bind(id);
        match row.fetch_optional(&self.read).await? {
            Some(row) => self.claimed(row).await.map(Some),
            None => Ok(None),
        }
    }

    /// The events of a game in order; ids as in [`Store::game`].
    ///
    /// # Errors
    /// When the database fails or holds what it should not.
    pub async fn events(&self, game: &str) -> Result<Vec<Event>, StoreError> {
        let rows = sqlx::query(
            "SELECT at, kind, seat, coalesce(person, who) AS who, text
             FROM events LEFT JOIN claimed ON visitor = who WHERE game = $1 ORDER BY seq",
        )
        .bind(game)
        .fetch_all(&self.read)
        .await?;
        rows.iter()
            .map(|row| {
                let kind: String = row.try_get("kind")?;
                Ok(Event {
                    at: row.try_get("at")?,
                    kind: kind.parse().map_err(StoreError::Odd)?,
                    seat: row.try_get::<Option<u8>, _>("seat")?.map(Seat),
                    who: row.try_get("who")?,
                    text: row.try_get("text")?,
                })
            })
            .collect()
    }

    /// The owner's daily deal of a date, if there is one.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn daily(
        &self,
        owner: &str,
        game: &str,
        date: &str,
        options: &str,
    ) -> Result<Option<GameRow>, StoreError> {
        Ok(sqlx::query_as(
            "SELECT * FROM games WHERE owner = $1 AND game = $2 AND daily = $3 AND options = $4",
        )
        .bind(owner)
        .bind(game)
        .bind(date)
        .bind(options)
        .fetch_optional(&self.read)
        .await?)
    }

    /// The mark to beat of a game's deal, if it was found before.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn mark(&self, game: &GameRow) -> Result<Option<Mark>, StoreError> {
        let row =
            sqlx::query("SELECT moves, at_least FROM marks WHERE game = $1 AND options = $2 AND setup = $3")
                .bind(&game.game)
                .bind(&game.options)
                .bind(&game.setup)
                .fetch_optional(&self.read)
                .await?;
        let mark =
            |row: SqliteRow| Ok(Mark { moves: row.try_get("moves")?, at_least: row.try_get("at_least")? });
        row.map(mark).transpose()
    }

    /// Keeps the mark to beat of a game's deal; the better one, if there are two.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_mark(&self, game: &GameRow, mark: Mark) -> Result<(), StoreError> {
        sqlx::query(
            "INSERT INTO marks (game, options, setup, moves, at_least) VALUES ($1, $2, $3, $4, $5)
             ON CONFLICT (game, options, setup) DO UPDATE
             SET moves = min(moves, excluded.moves), at_least = max(at_least, excluded.at_least)",
        )
        .bind(&game.game)
        .bind(&game.options)
        .bind(&game.setup)
        .bind(mark.moves)
        .bind(mark.at_least)
        .execute(&self.write)
        .await?;
        Ok(())
    }

    /// The connections for reading.
    pub(crate) fn reader(&self) -> &SqlitePool {
        &self.read
    }

    /// The connection for writing.
    pub(crate) fn writer(&self) -> &SqlitePool {
        &self.write
    }

    /// Closes all connections; what was written stays.
    pub async fn close(&self) {
        self.read.close().await;
        self.write.close().await;
    }
}

async fn write_events(
    connection: &mut SqliteConnection,
    game: &str,
    seq: u64,
    events: &[Event],
) -> Result<(), StoreError> {
    for (n, event) in events.iter().enumerate() {
        sqlx::query(
            "INSERT INTO events (game, seq, at, kind, seat, who, text) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(game)
        .bind(seq as i64 + n as i64)
        .bind(event.at)
        .bind(event.kind.to_string())
        .bind(event.seat.map(|seat| seat.0))
        .bind(&event.who)
        .bind(&event.text)
        .execute(&mut *connection)
        .await
        .map_err(conflict)?;
    }
    Ok(())
}

pub(crate) fn conflict(error: sqlx::Error) -> StoreError {
    match &error {
        sqlx::Error::Database(e) if e.is_unique_violation() => StoreError::Conflict,
        _ => StoreError::Database(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Kind;

    fn row(id: &str, daily: Option<&str>) -> GameRow {
        GameRow {
            id: id.into(),
            game: "brain-burn".into(),
            options: "{}".into(),
            setup: "{}".into(),
            seed: "s".into(),
            dealt: true,
            daily: daily.map(Into::into),
            owner: "me".into(),
            seats: "[null]".into(),
            terms: "{}".into(),
            created: 1,
        }
    }

    fn event(text: &str) -> Event {
        Event::new(5, Kind::Act, text)
    }

    #[tokio::test]
    async fn events_are_kept_in_order_and_never_written_twice() {
        let folder = std::env::temp_dir().join(format!("bagatelle-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let file = folder.join("bagatelle.sqlite");
        let store = Store::open(&file).await.unwrap();
        let standing = Standing::default();
        store.create(&row("a", None), &standing, Some(&Round::first("a", 3)), None).await.unwrap();
        store.create(&row("b", Some("2026-11-21")), &standing, None, None).await.unwrap();
        let again = store.create(&row("c", Some("2026-11-21")), &standing, None, None).await;
        assert!(matches!(again, Err(StoreError::Conflict)));
        store.append("a", 0, &[event("R"), event("L")], &standing).await.unwrap();
        assert!(matches!(store.append("a", 1, &[event("D")], &standing).await, Err(StoreError::Conflict)));
        // A batch that meets a taken number leaves nothing behind.
        store.append("a", 4, &[event("U")], &standing).await.unwrap();
        assert!(matches!(
            store.append("a", 3, &[event("D"), event("D")], &standing).await,
            Err(StoreError::Conflict)
        ));
        assert!(store.append("nowhere", 0, &[event("D")], &standing).await.is_err());
        store.close().await;

        let store = Store::open(&file).await.unwrap();
        let texts: Vec<String> = store.events("a").await.unwrap().into_iter().map(|e| e.text).collect();
        assert_eq!(texts, ["R", "L", "U"]);
        assert_eq!(store.game("b").await.unwrap(), Some(row("b", Some("2026-11-21"))));
        assert_eq!(store.daily("me", "brain-burn", "2026-11-21", "{}").await.unwrap().unwrap().id, "b");
        assert_eq!(store.round_of("a").await.unwrap(), Some(Round::first("a", 3)));
        assert_eq!(store.round("a", 1).await.unwrap().as_deref(), Some("a"));
        assert_eq!(store.round("a", 2).await.unwrap(), None);
        store.close().await;
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
