//! Accounts and sessions as they are stored, and whose games are whose.
//!
//! An account keeps the id of the visitor who signed up, so signing up changes no game. Another visitor whose games are claimed
//! later stands in `claimed`; the log keeps the old id, and [`Store::game`] and [`Store::events`] give the new one.

use crate::random;
use crate::seats::SOMEBODY;
use crate::store::{GameRow, Store, StoreError, conflict};
use crate::visitor::Visitor;
use serde_json::Value;
use sqlx::{Row, SqliteConnection};

/// What a session's id begins with; a visitor's never does.
const SESSION: &str = "s-";
/// How long a session lasts, in milliseconds: as long as its cookie.
const SESSION_MS: i64 = 400 * 24 * 60 * 60 * 1000;

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The id of the person.
    pub id: String,
    /// The name as it is shown.
    pub name: String,
    /// The hash of the password.
    pub password: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// In how many browsers somebody is logged in to it.
    pub sessions: u32,
}

impl Store {
    /// Who bears a token with this id, if it opens anything.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn bearer(&self, id: &str, now: i64) -> Result<Option<Visitor>, StoreError> {
        if id.starts_with(SESSION) {
            let query = "SELECT person FROM sessions WHERE id = $1 AND created > $2";
            let person = sqlx::query_scalar(query).bind(id).bind(now - SESSION_MS);
            return Ok(person.fetch_optional(self.reader()).await?.map(Visitor::with_account));
        }
        let query = "SELECT EXISTS (SELECT 1 FROM claimed WHERE visitor = $1)";
        let spent: bool = sqlx::query_scalar(query).bind(id).fetch_one(self.reader()).await?;
        Ok((!spent).then(|| Visitor::anonymous(id.to_owned())))
    }

    /// Makes a visitor an account, and opens a session; its id is returned.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if somebody has the name.
    pub async fn sign_up(
        &self,
        visitor: &Visitor,
        name: &str,
        password: &str,
        now: i64,
    ) -> Result<String, StoreError> {
        let mut transaction = self.writer().begin_with("BEGIN IMMEDIATE").await?;
        sqlx::query("INSERT INTO people (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $2")
            .bind(visitor.id())
            .bind(name)
            .execute(&mut *transaction)
            .await?;
        sqlx::query("INSERT INTO accounts (id, folded, password, created) VALUES ($1, $2, $3, $4)")
            .bind(visitor.id())
            .bind(name.to_lowercase())
            .bind(password)
            .bind(now)
            .execute(&mut *transaction)
            .await
            .map_err(conflict)?;
        sqlx::query("INSERT INTO claimed (visitor, person) VALUES ($1, $1)")
            .bind(visitor.id())
            .execute(&mut *transaction)
            .await
            .map_err(conflict)?;
        let session = open_session(&mut transaction, visitor.id(), now).await?;
        transaction.commit().await?;
        Ok(session)
    }

    /// Opens a session for an account and gives it all that a visitor played; the session's id is returned.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn log_in(
        &self,
        person: &str,
        visitor: Option<&Visitor>,
        now: i64,
    ) -> Result<String, StoreError> {
        let mut transaction = self.writer().begin_with("BEGIN IMMEDIATE").await?;
        if let Some(visitor) = visitor.filter(|visitor| !visitor.has_account()) {
            for query in [
                "INSERT INTO claimed (visitor, person) VALUES ($1, $2) ON CONFLICT (visitor) DO NOTHING",
                "UPDATE sitters SET person = $2 WHERE person = $1",
                // A daily deal that both have played stays the visitor's; it is read as the account's, too.
                "UPDATE OR IGNORE games SET owner = $2 WHERE owner = $1",
                "UPDATE chat SET who = $2 WHERE who = $1",
                "DELETE FROM people WHERE id = $1 AND id <> $2",
            ] {
                sqlx::query(query).bind(visitor.id()).bind(person).execute(&mut *transaction).await?;
            }
        }
        let session = open_session(&mut transaction, person, now).await?;
        transaction.commit().await?;
        Ok(session)
    }

    /// Ends a session.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn log_out(&self, session: &str) -> Result<(), StoreError> {
        sqlx::query("DELETE FROM sessions WHERE id = $1").bind(session).execute(self.writer()).await?;
        Ok(())
    }

    /// Ends all sessions of a person but `kept`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn log_out_others(&self, person: &str, kept: &str) -> Result<(), StoreError> {
        let query = "DELETE FROM sessions WHERE person = $1 AND id <> $2";
        sqlx::query(query).bind(person).bind(kept).execute(self.writer()).await?;
        Ok(())
    }

    /// The account of a person.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn account(&self, person: &str) -> Result<Option<Account>, StoreError> {
        self.find_account("", person).await
    }

    /// The account with this name, in whatever case.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>, StoreError> {
        self.find_account(&name.to_lowercase(), "").await
    }

    async fn find_account(&self, folded: &str, id: &str) -> Result<Option<Account>, StoreError> {
        let row = sqlx::query(
            "SELECT accounts.id, name, password, created, (SELECT count(*) FROM sessions WHERE person = accounts.id) AS sessions
             FROM accounts JOIN people ON people.id = accounts.id WHERE folded = $1 OR accounts.id = $2",
        )
        .bind(folded)
        .bind(id)
        .fetch_optional(self.reader())
        .await?;
        row.map(|row| {
            Ok(Account {
                id: row.try_get("id")?,
                name: row.try_get("name")?,
                password: row.try_get("password")?,
                created: row.try_get("created")?,
                sessions: row.try_get("sessions")?,
            })
        })
        .transpose()
    }

    /// Changes the name of an account.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] if somebody else has it.
    pub async fn rename(&self, person: &str, name: &str) -> Result<(), StoreError> {
        let mut transaction = self.writer().begin_with("BEGIN IMMEDIATE").await?;
        let account = sqlx::query("UPDATE accounts SET folded = $2 WHERE id = $1");
        account.bind(person).bind(name.to_lowercase()).execute(&mut *transaction).await.map_err(conflict)?;
        let shown = sqlx::query("UPDATE people SET name = $2 WHERE id = $1");
        shown.bind(person).bind(name).execute(&mut *transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// How somebody with an account likes the pages: a JSON object, whose keys the pages know.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn settings(&self, person: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT settings FROM accounts WHERE id = $1";
        Ok(sqlx::query_scalar(query).bind(person).fetch_optional(self.reader()).await?)
    }

    /// Keeps how somebody with an account likes the pages.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn keep_settings(&self, person: &str, settings: &str) -> Result<(), StoreError> {
        let query = "UPDATE accounts SET settings = $2 WHERE id = $1";
        sqlx::query(query).bind(person).bind(settings).execute(self.writer()).await?;
        Ok(())
    }

    /// Changes the password of an account and ends all sessions but `kept`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn change_password(&self, person: &str, password: &str, kept: &str) -> Result<(), StoreError> {
        let mut transaction = self.writer().begin_with("BEGIN IMMEDIATE").await?;
        let change = sqlx::query("UPDATE accounts SET password = $2 WHERE id = $1");
        change.bind(person).bind(password).execute(&mut *transaction).await?;
        let end = sqlx::query("DELETE FROM sessions WHERE person = $1 AND id <> $2");
        end.bind(person).bind(kept).execute(&mut *transaction).await?;
        Ok(transaction.commit().await?)
    }

    /// Games with company that a person has not finished.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unfinished(&self, person: &str) -> Result<Vec<String>, StoreError> {
        let query = "SELECT DISTINCT game FROM sitters mine JOIN standings USING (game)
             WHERE mine.person = $1 AND phase <> 'over' AND (phase = 'open' OR EXISTS
                 (SELECT 1 FROM sitters other WHERE other.game = mine.game AND other.person <> $1))";
        Ok(sqlx::query_scalar(query).bind(person).fetch_all(self.reader()).await?)
    }

    /// Removes an account, its sessions and ratings, what the person has said, and the name from past games. The games stay,
    /// for the others; this is the one thing that changes what the log says, and it changes a name only.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn delete_account(&self, person: &str) -> Result<(), StoreError> {
        let mut transaction = self.writer().begin_with("BEGIN IMMEDIATE").await?;
        forget_in_seats(&mut transaction, person).await?;
        for query in [
            "UPDATE events SET text = $2 WHERE kind = 'sit' AND who IN (SELECT visitor FROM claimed WHERE person = $1)",
            // An ending begins with the name of whoever resigned, left or ran out of time.
            "UPDATE standings SET reason = $2 || substr(reason, 1 + (SELECT max(length(name)) FROM sitters
                 WHERE sitters.game = standings.game AND person = $1 AND instr(reason, name || ' ') = 1))
             WHERE EXISTS (SELECT 1 FROM sitters
                 WHERE sitters.game = standings.game AND person = $1 AND instr(reason, name || ' ') = 1)",
            "UPDATE sitters SET name = $2 WHERE person = $1",
            "DELETE FROM chat WHERE who = $1",
            "DELETE FROM accounts WHERE id = $1",
            "DELETE FROM people WHERE id = $1",
        ] {
            sqlx::query(query).bind(person).bind(SOMEBODY).execute(&mut *transaction).await?;
        }
        Ok(transaction.commit().await?)
    }

    /// A game's row with the ids of visitors replaced by those of the accounts that have claimed them.
    pub(crate) async fn claimed(&self, mut row: GameRow) -> Result<GameRow, StoreError> {
        let claims: Vec<(String, String)> = sqlx::query_as(
            "SELECT visitor, person FROM claimed WHERE visitor IN
             (SELECT $1 UNION SELECT value ->> 'person' FROM json_each($2) WHERE type = 'object')",
        )
        .bind(&row.owner)
        .bind(&row.seats)
        .fetch_all(self.reader())
        .await?;
        for (visitor, person) in claims.iter().filter(|(visitor, person)| visitor != person) {
            // Ids are random codes: they are nothing else by chance.
            row.seats = row.seats.replace(visitor, person);
            row.owner = row.owner.replace(visitor, person);
        }
        Ok(row)
    }
}

async fn open_session(
    connection: &mut SqliteConnection,
    person: &str,
    now: i64,
) -> Result<String, StoreError> {
    let code = random::code::<16>().map_err(|e| StoreError::Odd(e.to_string()))?;
    let session = format!("{SESSION}{code}");
    let old = sqlx::query("DELETE FROM sessions WHERE created <= $1").bind(now - SESSION_MS);
    old.execute(&mut *connection).await?;
    sqlx::query("INSERT INTO sessions (id, person, created) VALUES ($1, $2, $3)")
        .bind(&session)
        .bind(person)
        .bind(now)
        .execute(connection)
        .await?;
    Ok(session)
}

/// Takes a person's name out of the seats that were known before a game's first event.
async fn forget_in_seats(connection: &mut SqliteConnection, person: &str) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT games.id, games.seats FROM games, json_each(games.seats) seat
         WHERE seat.type = 'object' AND seat.value ->> 'person' IN (SELECT visitor FROM claimed WHERE person = $1)",
    )
    .bind(person)
    .fetch_all(&mut *connection)
    .await?;
    let ids: Vec<String> = sqlx::query_scalar("SELECT visitor FROM claimed WHERE person = $1")
        .bind(person)
        .fetch_all(&mut *connection)
        .await?;
    for row in rows {
        let (game, seats): (String, String) = (row.try_get("id")?, row.try_get("seats")?);
        let mut seats: Value = serde_json::from_str(&seats).map_err(|e| StoreError::Odd(e.to_string()))?;
        for seat in seats.as_array_mut().into_iter().flatten() {
            if seat["person"].as_str().is_some_and(|id| ids.iter().any(|known| known == id)) {
                seat["name"] = SOMEBODY.into();
            }
        }
        let update = sqlx::query("UPDATE games SET seats = $2 WHERE id = $1");
        update.bind(game).bind(seats.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}
