//! Accounts.

use super::database::{Connection, Small, query_as, query_scalar, statement};
use super::{dailies, events, feeds, friends, invitations, moderation, names, pushes, sessions};
use crate::{Opponent, Result, SessionId, Store};
use bagatelle_table::{Corrupt, DELETED_ACCOUNT, Millis, Occupant, TableSpec, Visitor, forms_of_name};
use serde_json::{Map, Value, json};

/// An account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The id of the person.
    pub id: String,
    /// The name as it is shown.
    pub name: String,
    /// The hash of the password, in the PHC string format.
    pub password_hash: String,
    /// When it was made.
    pub created: Millis,
    /// The number of browsers in which it is logged in.
    pub sessions: u32,
    /// Whether all may see its profile.
    pub public: bool,
    /// Whether it is a moderator.
    pub moderator: bool,
    /// Whether its owner says that a program plays for it.
    pub bot: bool,
    /// Whether it belongs to a house bot, for which the server itself plays.
    pub house: bool,
}

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

async fn create(
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

pub(super) async fn delete(connection: &mut Connection, account: &str) -> Result<()> {
    call_in_games(connection, account, DELETED_ACCOUNT).await?;
    moderation::forget(connection, account).await?;
    let people = json!([[account]]).to_string();
    feeds::end(connection, &people).await?;
    friends::end(connection, &people).await?;
    invitations::end(connection, &people).await?;
    pushes::end(connection, &people).await?;
    for query in [
        "DELETE FROM chat WHERE person = $1",
        "DELETE FROM dailies WHERE person = $1",
        "DELETE FROM position_tries WHERE person = $1",
        "DELETE FROM called_off WHERE person = $1",
        "DELETE FROM seeks WHERE person = $1",
        "DELETE FROM planned WHERE person = $1",
        "DELETE FROM accounts WHERE id = $1",
        "DELETE FROM people WHERE id = $1",
    ] {
        statement(query).bind(account).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Gives an account another name in all its games, as if it had never had another.
pub(super) async fn call_in_games(connection: &mut Connection, account: &str, name: &str) -> Result<()> {
    call_in_seatings(connection, account, name).await?;
    events::call_in_events(connection, account, name).await?;
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

impl Store {
    /// Makes an account of a visitor, who keeps id and tables, and opens a session.
    /// [`StoreError::Conflict`](crate::StoreError::Conflict) if another account has the name or one that
    /// looks like it, or the visitor belongs to an account.
    pub async fn sign_up(
        &self,
        visitor: &Visitor,
        name: &str,
        password_hash: &str,
        session: &SessionId,
        now: Millis,
    ) -> Result<()> {
        let _change = self.change_identities();
        transaction!(self, write => async {
            create(&mut write, visitor.id(), name, password_hash, now).await?;
            pushes::give(&mut write, visitor.id(), visitor.id(), session.as_str()).await?;
            self.tell_people(&mut write, &[visitor.id()]).await?;
            sessions::open(&mut write, session, visitor.id(), now).await
        })
    }

    /// An account by its id.
    pub async fn account(&self, id: &str) -> Result<Option<Account>> {
        self.find_account("", id).await
    }

    /// An account by its name, in any case.
    pub async fn account_named(&self, name: &str) -> Result<Option<Account>> {
        for form in forms_of_name(name) {
            if let Some(account) = self.find_account(&names::key(&form), "").await? {
                return Ok(Some(account));
            }
        }
        Ok(None)
    }

    /// The account with this name key or this id.
    async fn find_account(&self, name_key: &str, id: &str) -> Result<Option<Account>> {
        let row: Option<AccountRow> = query_as(
            "SELECT accounts.id, name, password_hash, created, public, moderator, bot, house,
                 (SELECT count(*) FROM sessions WHERE account = accounts.id) AS sessions
             FROM accounts JOIN people ON people.id = accounts.id WHERE name_key = $1 OR accounts.id = $2",
        )
        .bind(name_key)
        .bind(id)
        .fetch_optional(&self.read)
        .await?;
        let account = |row: AccountRow| {
            let AccountRow { id, name, password_hash, created, sessions: Small(sessions), .. } = row;
            let AccountRow { public, moderator, bot, house, .. } = row;
            Account { id, name, password_hash, created, sessions, public, moderator, bot, house }
        };
        Ok(row.map(account))
    }

    /// Changes the name of an account. [`StoreError::Conflict`](crate::StoreError::Conflict) if another
    /// account has it.
    pub async fn rename(&self, account: &str, name: &str) -> Result<()> {
        transaction!(self, write => async {
            rename(&mut write, account, name).await?;
            self.tell_people(&mut write, &[account]).await
        })
    }

    /// Changes the password of an account, and ends all its sessions but one.
    pub async fn change_password(&self, account: &str, password_hash: &str, kept: &SessionId) -> Result<()> {
        let _change = self.change_identities();
        transaction!(self, write => async {
            change_password(&mut write, account, password_hash).await?;
            sessions::end_others(&mut write, account, kept).await
        })
    }

    /// Stores another hash of the same password, unless the password has changed meanwhile.
    pub async fn renew_hash(&self, account: &str, old: &str, new: &str) -> Result<()> {
        let query = "UPDATE accounts SET password_hash = $3 WHERE id = $1 AND password_hash = $2";
        self.execute(statement(query).bind(account).bind(old).bind(new)).await?;
        Ok(())
    }

    /// The settings of an account; `None` if there is no such account. The pages know the keys.
    pub async fn settings(&self, account: &str) -> Result<Option<Map<String, Value>>> {
        let query = "SELECT settings FROM accounts WHERE id = $1";
        let text: Option<String> = query_scalar(query).bind(account).fetch_optional(&self.read).await?;
        let read = |text: String| serde_json::from_str(&text);
        Ok(text.map(read).transpose().map_err(|e| Corrupt::new("the settings of an account", e))?)
    }

    /// Keeps the settings of an account.
    pub async fn keep_settings(&self, account: &str, settings: &Map<String, Value>) -> Result<()> {
        let text = Value::Object(settings.clone()).to_string();
        let query = "UPDATE accounts SET settings = $2 WHERE id = $1";
        self.execute(statement(query).bind(account).bind(text)).await?;
        Ok(())
    }

    /// Shows the profile of an account to all, or stops showing it.
    pub async fn publish(&self, account: &str, public: bool) -> Result<()> {
        let query = statement("UPDATE accounts SET public = $2 WHERE id = $1");
        self.execute(query.bind(account).bind(public)).await?;
        Ok(())
    }

    /// Removes an account, its sessions, ratings and messages, and its name from past games. The games stay,
    /// for the other players; this is the one call that changes what the log says, and it changes a name
    /// only.
    pub async fn delete_account(&self, account: &str) -> Result<()> {
        let _change = self.change_identities();
        transaction!(self, write => async {
            delete(&mut write, account).await?;
            self.tell_people(&mut write, &[account]).await
        })
    }

    /// Marks an account as that of a bot, or takes the mark away.
    pub async fn mark_bot(&self, account: &str, bot: bool) -> Result<()> {
        transaction!(self, write => async {
            let query = statement("UPDATE accounts SET bot = $2 WHERE id = $1");
            query.bind(account).bind(bot).execute(&mut *write).await?;
            self.tell_people(&mut write, &[account]).await
        })
    }

    /// The people among these who are marked as bots.
    pub async fn bots(&self, people: &[&str]) -> Result<Vec<String>> {
        let people: Value = people.iter().map(|person| [*person]).collect();
        let query =
            "SELECT id FROM accounts WHERE bot AND id IN (SELECT value ->> 0 FROM json_each($1)) ORDER BY id";
        query_scalar(query).bind(people.to_string()).fetch_all(&self.read).await
    }

    /// Makes the account of a house bot, unless there is one with its id.
    /// [`StoreError::Conflict`](crate::StoreError::Conflict) if another account has the name or one that
    /// looks like it.
    pub async fn add_house_bot(&self, id: &str, name: &str, password_hash: &str, now: Millis) -> Result<()> {
        transaction!(self, write => async {
            let query = "SELECT EXISTS (SELECT 1 FROM accounts WHERE id = $1)";
            if query_scalar(query).bind(id).fetch_one(&mut *write).await? {
                return Ok(());
            }
            // A deleted account still has its claim.
            let claim = statement("DELETE FROM visitor_claims WHERE visitor = $1").bind(id);
            claim.execute(&mut *write).await?;
            create(&mut write, id, name, password_hash, now).await?;
            let mark = statement("UPDATE accounts SET bot = TRUE, house = TRUE WHERE id = $1").bind(id);
            mark.execute(&mut *write).await?;
            Ok(())
        })
    }

    /// The house bots, in the order of their ids.
    pub async fn house_bots(&self) -> Result<Vec<Opponent>> {
        let query = "SELECT id, name, bot FROM accounts JOIN people USING (id) WHERE house ORDER BY id";
        let rows: Vec<(String, String, bool)> = query_as(query).fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(|(id, name, bot)| Opponent { id, name, bot }).collect())
    }
}
