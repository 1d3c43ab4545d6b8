//! Where every game stands: what lists, searches and the clock look up without replaying games. It is written in the same
//! transaction as the events from which it follows.

use super::{GameRow, Store, StoreError};
use crate::clock::Downtime;
use crate::people::ratings::Place;
use sqlx::sqlite::SqliteRow;
use sqlx::{FromRow, Row, SqliteConnection};
use std::collections::HashMap;

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Phase {
    /// Seats are open.
    Open,
    /// It is being played.
    #[default]
    Playing,
    /// It has ended.
    Over,
}

impl Phase {
    /// The word in the database and in addresses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Phase::Open => "open",
            Phase::Playing => "playing",
            Phase::Over => "over",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn read(word: &str) -> Option<Phase> {
        [Phase::Open, Phase::Playing, Phase::Over].into_iter().find(|phase| phase.word() == word)
    }
}

/// Somebody at the table, for lists.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sits {
    /// The person, if it is one.
    pub person: Option<String>,
    /// The name to show.
    pub name: String,
    /// Whether it is this seat's turn.
    pub turn: bool,
    /// `won`, `lost` or `drawn`, once it is over.
    pub result: Option<String>,
}

/// Where a game stands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// How far it is.
    pub phase: Phase,
    /// Whether its open seats are in the lobby.
    pub listed: bool,
    /// Whether a program is to move.
    pub thinking: bool,
    /// When whoever is to act runs out of time.
    pub deadline: Option<i64>,
    /// When it changed last.
    pub changed: i64,
    /// The number of events.
    pub events: u64,
    /// The number of actions on the board.
    pub plies: u64,
    /// How it ended, in words.
    pub reason: String,
    /// Who sits there.
    pub sitters: Vec<Sits>,
    /// Where all stand at the end, if the game counts for the ratings; not kept.
    pub places: Vec<Place>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// What was decided before its first event.
    pub row: GameRow,
    /// Where it stands.
    pub standing: Standing,
}

/// Which games somebody looks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Search {
    /// Games this person owns or plays.
    pub person: Option<String>,
    /// Of this kind.
    pub game: Option<String>,
    /// This far.
    pub phase: Option<Phase>,
    /// Those where it is the person's turn.
    pub to_move: bool,
    /// Those with this text in a player's name, a daily date, or the seed of a finished game.
    pub text: String,
    /// Those with open seats for everybody.
    pub listed: bool,
    /// How many are skipped.
    pub skip: u32,
    /// How many at most.
    pub limit: u32,
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    game: &str,
    standing: &Standing,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO standings (game, phase, listed, thinking, deadline, changed, events, plies, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT (game) DO UPDATE SET phase = $2, listed = $3, thinking = $4, deadline = $5, changed = $6,
             events = $7, plies = $8, reason = $9",
    )
    .bind(game)
    .bind(standing.phase.word())
    .bind(standing.listed)
    .bind(standing.thinking)
    .bind(standing.deadline)
    .bind(standing.changed)
    .bind(standing.events as i64)
    .bind(standing.plies as i64)
    .bind(&standing.reason)
    .execute(&mut *connection)
    .await?;
    for (seat, sits) in standing.sitters.iter().enumerate() {
        sqlx::query(
            "INSERT INTO sitters (game, seat, person, name, turn, result) VALUES ($1, $2, $3, $4, $5, $6)
             ON CONFLICT (game, seat) DO UPDATE SET person = $3, name = $4, turn = $5, result = $6",
        )
        .bind(game)
        .bind(seat as i64)
        .bind(&sits.person)
        .bind(&sits.name)
        .bind(sits.turn)
        .bind(&sits.result)
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

impl Store {
    /// Writes where a game stands that had no standing yet.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_standing(&self, game: &str, standing: &Standing) -> Result<(), StoreError> {
        let mut transaction = self.write.begin_with("BEGIN IMMEDIATE").await?;
        write(&mut transaction, game, standing).await?;
        Ok(transaction.commit().await?)
    }

    /// Games from before standings were kept.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn without_standing(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT id FROM games WHERE id NOT IN (SELECT game FROM standings)";
        Ok(sqlx::query_scalar(query).fetch_all(&self.read).await?)
    }

    /// The games that somebody looks for, the one that changed last first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn search(&self, search: &Search) -> Result<Vec<Listed>, StoreError> {
        let like = format!("%{}%", search.text.trim().replace(['%', '_'], ""));
        let rows = sqlx::query(
            "SELECT games.*, s.phase, s.listed, s.thinking, s.deadline, s.changed, s.events, s.plies, s.reason
             FROM standings s JOIN games ON games.id = s.game
             WHERE ($1 IS NULL OR s.game IN (SELECT game FROM sitters WHERE person = $1 AND (NOT $4 OR turn))
                              OR (NOT $4 AND games.owner = $1))
               AND ($2 IS NULL OR games.game = $2)
               AND ($3 IS NULL OR s.phase = $3)
               AND (NOT $5 OR (s.listed AND s.phase = 'open'))
               AND ($6 = '%%' OR games.daily LIKE $6
                    -- The seed of a game that is going on could be guessed letter by letter.
                    OR (s.phase = 'over' AND games.seed LIKE $6)
                    OR s.game IN (SELECT game FROM sitters WHERE name LIKE $6))
             ORDER BY s.changed DESC, games.id LIMIT $7 OFFSET $8",
        )
        .bind(&search.person)
        .bind(&search.game)
        .bind(search.phase.map(Phase::word))
        .bind(search.to_move)
        .bind(search.listed)
        .bind(&like)
        .bind(search.limit)
        .bind(search.skip)
        .fetch_all(&self.read)
        .await?;
        let listed = |row: &SqliteRow| -> Result<Listed, StoreError> {
            Ok(Listed { row: GameRow::from_row(row)?, standing: standing(row)? })
        };
        let mut found = rows.iter().map(listed).collect::<Result<Vec<_>, _>>()?;
        let mut sitters = self.sitters(found.iter().map(|listed| listed.row.id.as_str())).await?;
        for listed in &mut found {
            listed.standing.sitters = sitters.remove(&listed.row.id).unwrap_or_default();
        }
        Ok(found)
    }

    /// Who sits at some games, by the games' ids.
    async fn sitters(
        &self,
        games: impl Iterator<Item = &str>,
    ) -> Result<HashMap<String, Vec<Sits>>, StoreError> {
        let games: serde_json::Value = games.collect();
        let rows = sqlx::query(
            "SELECT game, person, name, turn, result FROM sitters
             WHERE game IN (SELECT value FROM json_each($1)) ORDER BY game, seat",
        )
        .bind(games.to_string())
        .fetch_all(&self.read)
        .await?;
        let mut found: HashMap<String, Vec<Sits>> = HashMap::new();
        for row in &rows {
            found.entry(row.try_get("game")?).or_default().push(Sits {
                person: row.try_get("person")?,
                name: row.try_get("name")?,
                turn: row.try_get("turn")?,
                result: row.try_get("result")?,
            });
        }
        Ok(found)
    }

    /// Games where somebody has run out of time.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn due(&self, now: i64) -> Result<Vec<String>, StoreError> {
        let query = "SELECT game FROM standings WHERE deadline <= $1 LIMIT 100";
        Ok(sqlx::query_scalar(query).bind(now).fetch_all(&self.read).await?)
    }

    /// Games where a program is to move.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn thinking(&self) -> Result<Vec<String>, StoreError> {
        let query = "SELECT game FROM standings WHERE thinking AND phase = 'playing'";
        Ok(sqlx::query_scalar(query).fetch_all(&self.read).await?)
    }

    /// Notes that a server runs now. At the start of a server (`first`) the time since the last note counts as one when none
    /// ran.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn beat(&self, now: i64, first: bool) -> Result<(), StoreError> {
        let mut transaction = self.write.begin_with("BEGIN IMMEDIATE").await?;
        if first {
            sqlx::query(
                "INSERT INTO downtimes (begin_at, end_at) SELECT at, $1 FROM heartbeat WHERE at < $1",
            )
            .bind(now)
            .execute(&mut *transaction)
            .await?;
        }
        sqlx::query(
            "INSERT INTO heartbeat (one, at) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = max(at, $1)",
        )
        .bind(now)
        .execute(&mut *transaction)
        .await?;
        Ok(transaction.commit().await?)
    }

    /// The times when no server ran, in order.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn downtimes(&self) -> Result<Vec<Downtime>, StoreError> {
        let rows = sqlx::query("SELECT begin_at, end_at FROM downtimes ORDER BY begin_at")
            .fetch_all(&self.read)
            .await?;
        rows.iter().map(|row| Ok((row.try_get("begin_at")?, row.try_get("end_at")?))).collect()
    }

    /// The name that a person has told.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn name_of(&self, person: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT name FROM people WHERE id = $1";
        Ok(sqlx::query_scalar(query).bind(person).fetch_optional(&self.read).await?)
    }

    /// Keeps the name that a person tells, and gives the name to show: that of an account is its own at every table.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if a visitor tells the name of an account.
    pub async fn keep_name(&self, person: &str, name: &str) -> Result<String, StoreError> {
        let query = "SELECT EXISTS (SELECT 1 FROM accounts WHERE folded = $2)
             AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = $1)";
        let taken = sqlx::query_scalar(query).bind(person).bind(name.to_lowercase());
        if taken.fetch_one(&self.read).await? {
            return Err(StoreError::Conflict);
        }
        sqlx::query(
            "INSERT INTO people (id, name) VALUES ($1, $2)
             ON CONFLICT (id) DO UPDATE SET name = $2 WHERE id NOT IN (SELECT id FROM accounts)",
        )
        .bind(person)
        .bind(name)
        .execute(&self.write)
        .await?;
        Ok(self.name_of(person).await?.unwrap_or_else(|| name.to_owned()))
    }
}

fn standing(row: &SqliteRow) -> Result<Standing, StoreError> {
    let phase: String = row.try_get("phase")?;
    Ok(Standing {
        phase: Phase::read(&phase).ok_or_else(|| StoreError::Odd(phase.clone()))?,
        listed: row.try_get("listed")?,
        thinking: row.try_get("thinking")?,
        deadline: row.try_get("deadline")?,
        changed: row.try_get("changed")?,
        events: row.try_get::<i64, _>("events")?.unsigned_abs(),
        plies: row.try_get::<i64, _>("plies")?.unsigned_abs(),
        reason: row.try_get("reason")?,
        sitters: Vec::new(),
        places: Vec::new(),
    })
}
