//! Accounts.

use super::database::{Connection, Pool, Small, query_as, query_scalar, statement};
use super::{dailies, feeds, moderation, names};
use crate::{Account, Opponent, Result};
use bagatelle_table::{Corrupt, DELETED_ACCOUNT, Millis, Occupant, TableSpec};
use serde_json::{Map, Value, json};

row! {
    struct AccountRow {
        id: String,
        name: String,
        password_hash: String,
        created: Millis,
        sessions: Small<u32>,
        public: bool,
        moderator: bool,
        bot: bool,
        house: bool,
    }
}

pub(super) async fn create(
    connection: &mut Connection,
    id: &str,
    name: &str,
    password_hash: &str,
    now: Millis,
) -> Result<()> {
    names::ensure_own(connection, id, name).await?;
    statement("INSERT INTO people (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = $2")
        .bind(id)
        .bind(name)
        .execute(&mut *connection)
        .await?;
    statement(
        "INSERT INTO accounts (id, name_key, password_hash, created, looks) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(id)
    .bind(names::key(name))
    .bind(password_hash)
    .bind(now)
    .bind(names::looks(name))
    .execute(&mut *connection)
    .await?;
    // The visitor's token is not that of the account.
    let claim = statement("INSERT INTO visitor_claims (visitor, account) VALUES ($1, $1)").bind(id);
    claim.execute(&mut *connection).await?;
    dailies::rename(connection, id).await
}

/// Makes the account of a house bot, unless there is one with its id.
/// [`StoreError::Conflict`](crate::StoreError::Conflict) if another account has the name or one that looks
/// like it.
pub(super) async fn add_house_bot(
    connection: &mut Connection,
    id: &str,
    name: &str,
    password_hash: &str,
    now: Millis,
) -> Result<()> {
    let query = "SELECT EXISTS (SELECT 1 FROM accounts WHERE id = $1)";
    if query_scalar(query).bind(id).fetch_one(&mut *connection).await? {
        return Ok(());
    }
    // One that was deleted has its claim still.
    let claim = statement("DELETE FROM visitor_claims WHERE visitor = $1").bind(id);
    claim.execute(&mut *connection).await?;
    create(connection, id, name, password_hash, now).await?;
    let mark = statement("UPDATE accounts SET bot = TRUE, house = TRUE WHERE id = $1").bind(id);
    mark.execute(connection).await?;
    Ok(())
}

/// The house bots, in the order of their ids.
pub(super) async fn house_bots(pool: &Pool) -> Result<Vec<Opponent>> {
    let query = "SELECT id, name, bot FROM accounts JOIN people USING (id) WHERE house ORDER BY id";
    let rows: Vec<(String, String, bool)> = query_as(query).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(id, name, bot)| Opponent { id, name, bot }).collect())
}

/// The account with this name key or this id.
pub(super) async fn find(pool: &Pool, name_key: &str, id: &str) -> Result<Option<Account>> {
    let row: Option<AccountRow> = query_as(
        "SELECT accounts.id, name, password_hash, created, public, moderator, bot, house,
             (SELECT count(*) FROM sessions WHERE account = accounts.id) AS sessions
         FROM accounts JOIN people ON people.id = accounts.id WHERE name_key = $1 OR accounts.id = $2",
    )
    .bind(name_key)
    .bind(id)
    .fetch_optional(pool)
    .await?;
    let account = |row: AccountRow| {
        let AccountRow {
            id,
            name,
            password_hash,
            created,
            sessions: Small(sessions),
            public,
            moderator,
            bot,
            house,
        } = row;
        Account { id, name, password_hash, created, sessions, public, moderator, bot, house }
    };
    Ok(row.map(account))
}

pub(super) async fn rename(connection: &mut Connection, account: &str, name: &str) -> Result<()> {
    names::ensure_own(connection, account, name).await?;
    let key = statement("UPDATE accounts SET name_key = $2, looks = $3 WHERE id = $1");
    key.bind(account).bind(names::key(name)).bind(names::looks(name)).execute(&mut *connection).await?;
    let shown = statement("UPDATE people SET name = $2 WHERE id = $1");
    shown.bind(account).bind(name).execute(&mut *connection).await?;
    dailies::rename(connection, account).await
}

pub(super) async fn change_password(
    connection: &mut Connection,
    account: &str,
    password_hash: &str,
) -> Result<()> {
    let query = "UPDATE accounts SET password_hash = $2 WHERE id = $1";
    statement(query).bind(account).bind(password_hash).execute(connection).await?;
    Ok(())
}

pub(super) async fn renew_hash(
    connection: &mut Connection,
    account: &str,
    old: &str,
    new: &str,
) -> Result<()> {
    let query = "UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2";
    statement(query).bind(account).bind(old).bind(new).execute(connection).await?;
    Ok(())
}

pub(super) async fn settings(pool: &Pool, account: &str) -> Result<Option<Map<String, Value>>> {
    let query = "SELECT settings FROM accounts WHERE id = $1";
    let text: Option<String> = query_scalar(query).bind(account).fetch_optional(pool).await?;
    let read = |text: String| serde_json::from_str(&text);
    Ok(text.map(read).transpose().map_err(|e| Corrupt::new("the settings of an account", e))?)
}

pub(super) async fn keep_settings(
    connection: &mut Connection,
    account: &str,
    settings: &Map<String, Value>,
) -> Result<()> {
    let text = Value::Object(settings.clone()).to_string();
    let query = "UPDATE accounts SET settings = $2 WHERE id = $1";
    statement(query).bind(account).bind(text).execute(connection).await?;
    Ok(())
}

pub(super) async fn delete(connection: &mut Connection, account: &str) -> Result<()> {
    call_in_games(connection, account, DELETED_ACCOUNT).await?;
    moderation::forget(connection, account).await?;
    feeds::end(connection, &json!([[account]]).to_string()).await?;
    for query in [
        "DELETE FROM chat WHERE person = $1",
        "DELETE FROM dailies WHERE person = $1",
        "DELETE FROM position_tries WHERE person = $1",
        "DELETE FROM called_off WHERE person = $1",
        "DELETE FROM accounts WHERE id = $1",
        "DELETE FROM people WHERE id = $1",
    ] {
        statement(query).bind(account).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Gives an account another name in all games that it has part in, as if it had had no other.
pub(super) async fn call_in_games(connection: &mut Connection, account: &str, name: &str) -> Result<()> {
    call_in_seatings(connection, account, name).await?;
    for query in [
        "UPDATE events SET text = $2 WHERE kind = 'sit'
             AND person IN (SELECT visitor FROM visitor_claims WHERE account = $1)",
        "UPDATE seat_summaries SET name = $2 WHERE person = $1",
        "UPDATE chat SET name = $2 WHERE person = $1",
    ] {
        statement(query).bind(account).bind(name).execute(&mut *connection).await?;
    }
    Ok(())
}

row! {
    struct SeatingRow {
        id: String,
        owner: String,
        seating: String,
    }
}

/// Gives an account another name in the seats that were known before a table's first event.
async fn call_in_seatings(connection: &mut Connection, account: &str, name: &str) -> Result<()> {
    let query = "SELECT visitor FROM visitor_claims WHERE account = $1";
    let visitors: Vec<String> = query_scalar(query).bind(account).fetch_all(&mut *connection).await?;
    let query = "SELECT id, owner, seating FROM tables WHERE EXISTS (SELECT 1 FROM visitor_claims
             WHERE account = $1 AND seating LIKE '%\"' || visitor || '\"%')";
    let rows: Vec<SeatingRow> = query_as(query).bind(account).fetch_all(&mut *connection).await?;
    for SeatingRow { id, owner, seating } in rows {
        let mut seating = TableSpec::read_seating(&seating, &owner)
            .map_err(|e| Corrupt::new(e.what, format!("{id}: {}", e.value)))?;
        for occupant in &mut seating {
            if let Occupant::Person(person) = occupant
                && visitors.contains(&person.id)
                && !person.name.is_empty()
            {
                name.clone_into(&mut person.name);
            }
        }
        let update = statement("UPDATE tables SET seating = $2 WHERE id = $1").bind(&id);
        update.bind(TableSpec::write_seating(&seating, &owner)).execute(&mut *connection).await?;
    }
    Ok(())
}
