//! A store as rows in JSON, and one store merged into another that may already have data.
//!
//! A row is an object: the name of each column with its value. Rows of older versions lack columns, which
//! then get their usual values. Imported data goes into a separate store first, so that every game is
//! replayed before anything is written.

use super::copy::{BATCH, Copied, Kind, TABLES};
use super::database::{Connection, Sql, Value, query_as, query_scalar, statement};
use super::write::Write;
use super::{accounts, names};
use crate::{Result, Store, StoreError};
use bagatelle_table::{Corrupt, Downtime, Table};
use serde_json::{Map, Value as Json};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// What stays where it is: sessions, tokens and links, which are for one server only, and the server's own
/// past, challenges, invitations, searches for an opponent, settings, log and reports.
const LEFT_OUT: [&str; 15] = [
    "sessions",
    "api_tokens",
    "feeds",
    "feed_entries",
    "push_subscriptions",
    "pushes",
    "challenges",
    "invitations",
    "seeks",
    "password_links",
    "downtimes",
    "heartbeat",
    "host_settings",
    "acts",
    "reports",
];

fn moved() -> impl Iterator<Item = &'static Copied> {
    TABLES.iter().filter(|table| !LEFT_OUT.contains(&table.name))
}

/// What was brought.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Brought {
    /// Games that were not there.
    pub games: u64,
    /// Accounts that were not there.
    pub accounts: u64,
    /// Games that were there already.
    pub known: u64,
}

fn to_json(value: Value<'_>) -> Json {
    match value {
        Value::Text(text) => text.map_or(Json::Null, |text| text.into_owned().into()),
        Value::Integer(number) => number.map_or(Json::Null, Json::from),
        Value::Boolean(truth) => truth.map_or(Json::Null, Json::from),
        Value::Real(number) => number.map_or(Json::Null, Json::from),
    }
}

fn from_json(kind: Kind, value: &Json) -> Option<Value<'static>> {
    Some(match (kind, value) {
        (Kind::Text, Json::Null) => Value::Text(None),
        (Kind::Text, Json::String(text)) => text.clone().into(),
        (Kind::Integer, Json::Null) => Value::Integer(None),
        (Kind::Integer, Json::Number(number)) => number.as_i64()?.into(),
        (Kind::Boolean, Json::Null) => Value::Boolean(None),
        (Kind::Boolean, Json::Bool(truth)) => (*truth).into(),
        (Kind::Real, Json::Null) => Value::Real(None),
        (Kind::Real, Json::Number(number)) => number.as_f64()?.into(),
        _ => return None,
    })
}

impl Copied {
    /// The values of some rows, those after `last`.
    async fn page(
        &'static self,
        store: &Store,
        last: Vec<Value<'static>>,
    ) -> Result<Vec<Vec<Value<'static>>>> {
        let mut select = statement(self.select(!last.is_empty())).bind(BATCH);
        for value in last {
            select = select.bind(value);
        }
        select.rows(&store.read).await?.iter().map(|row| self.read(row)).collect()
    }

    /// Inserts a row with these columns; returns whether there was none with its key.
    async fn keep(&self, to: &mut Connection, row: Vec<(&'static str, Value<'static>)>) -> Result<bool> {
        let names: Vec<&str> = row.iter().map(|(name, _)| *name).collect();
        let values: Vec<String> = (1..=row.len()).map(|n| format!("${n}")).collect();
        let sql = format!(
            "INSERT INTO {} ({}) VALUES ({}) ON CONFLICT DO NOTHING",
            self.name,
            names.join(", "),
            values.join(", ")
        );
        let mut insert = statement(Sql::made(sql));
        for (_, value) in row {
            insert = insert.bind(value);
        }
        Ok(insert.execute(to).await? > 0)
    }
}

impl Store {
    /// Hands out all rows that can be brought elsewhere: the name of the table of the database, and the row.
    ///
    /// # Errors
    /// When the database fails, or `take` does.
    pub async fn rows(
        &self,
        mut take: impl FnMut(&'static str, Map<String, Json>) -> std::io::Result<()>,
    ) -> Result<()> {
        for table in moved() {
            let mut last = Vec::new();
            loop {
                let page = table.page(self, std::mem::take(&mut last)).await?;
                let Some(count) = page.len().checked_sub(1) else { break };
                for (n, row) in page.into_iter().enumerate() {
                    let row: Vec<Json> = row.into_iter().map(to_json).collect();
                    if n == count {
                        let key = table.columns[..table.key].iter().zip(&row);
                        last = key.filter_map(|((_, kind), value)| from_json(*kind, value)).collect();
                    }
                    let names = table.columns.iter().map(|(name, _)| (*name).to_owned());
                    take(table.name, names.zip(row).collect())
                        .map_err(|e| StoreError::Database(Box::new(e)))?;
                }
            }
        }
        Ok(())
    }

    /// Keeps rows in a store of its own, before they are brought elsewhere; each comes after those that it
    /// refers to.
    ///
    /// # Errors
    /// When a row is not one that this version knows, or the database fails.
    pub async fn keep_rows(&self, rows: &[(String, Map<String, Json>)]) -> Result<()> {
        let mut write = self.begin_long().await?;
        let done = keep_all(&mut write, rows).await;
        write.finish(done).await
    }

    /// Gives the one account of this store another name, in its games, too.
    ///
    /// # Errors
    /// When there is not exactly one account, or the database fails.
    pub async fn call_the_account(&self, name: &str) -> Result<()> {
        let ids: Vec<String> = query_scalar("SELECT id FROM accounts").fetch_all(&self.read).await?;
        let [id] = ids.as_slice() else {
            return Err(Corrupt::new("the export", "it does not have one account alone").into());
        };
        let mut write = self.begin_long().await?;
        let renamed = async {
            accounts::rename(&mut write, id, name).await?;
            accounts::call_in_games(&mut write, id, name).await
        };
        let renamed = renamed.await;
        write.finish(renamed).await
    }

    /// Replays every game, and writes the summaries that are missing.
    ///
    /// # Errors
    /// [`StoreError::Corrupt`] names the first game that cannot be replayed.
    pub async fn replay_all(&self) -> Result<()> {
        let missing: HashSet<String> = self.without_summary().await?.into_iter().collect();
        let ids: Vec<String> =
            query_scalar("SELECT id FROM tables ORDER BY id").fetch_all(&self.read).await?;
        let down: Arc<[Downtime]> = Arc::from([]);
        for id in ids {
            let Some(spec) = self.table(&id).await? else { continue };
            let events = self.events(&id).await?;
            let table = Table::restore(spec, Arc::clone(&down), &events)
                .map_err(|e| Corrupt::new(e.what, format!("{id}: {}", e.value)))?;
            if missing.contains(&id) {
                let changed = table.last_at().unwrap_or(table.spec().created);
                self.keep_summary(&id, &table.summary(changed)).await?;
            }
        }
        Ok(())
    }

    /// The names of accounts here that another store has already, for other accounts.
    ///
    /// # Errors
    /// When a database fails.
    pub async fn taken_names(&self, other: &Store) -> Result<Vec<String>> {
        let query = "SELECT accounts.id, name FROM accounts JOIN people USING (id) ORDER BY name";
        let own: Vec<(String, String)> = query_as(query).fetch_all(&self.read).await?;
        let mut taken = Vec::new();
        for (id, name) in own {
            let query = "SELECT EXISTS (SELECT 1 FROM accounts WHERE looks = $1 AND id <> $2)
                 AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = $2)";
            if query_scalar(query).bind(names::looks(&name)).bind(&id).fetch_one(&other.read).await? {
                taken.push(name);
            }
        }
        Ok(taken)
    }

    /// Brings everything here to another store, all or nothing. Existing data there stays as it is; a game
    /// whose id is taken gets a new one. Call it after [`Store::replay_all`] and [`Store::taken_names`].
    ///
    /// # Errors
    /// When a database fails.
    pub async fn bring_to(&self, other: &Store) -> Result<Brought> {
        let ids = self.ids_for(other).await?;
        let mut write = other.begin_long().await?;
        let done = self.bring_all(&mut write, &ids).await;
        write.finish(done).await
    }

    /// The id that each game here will have there.
    async fn ids_for(&self, other: &Store) -> Result<HashMap<String, String>> {
        type Game = (String, String, i64, String);
        let own: Vec<Game> =
            query_as("SELECT id, game, created, setup FROM tables").fetch_all(&self.read).await?;
        let mut ids = HashMap::new();
        for (id, game, created, setup) in own {
            let mut free = id.clone();
            loop {
                let query = "SELECT id, game, created, setup FROM tables WHERE id = $1";
                let there: Option<Game> = query_as(query).bind(&free).fetch_optional(&other.read).await?;
                match there {
                    Some((_, g, c, s)) if (&g, c, &s) != (&game, created, &setup) => free.push('x'),
                    _ => break,
                }
            }
            ids.insert(id, free);
        }
        Ok(ids)
    }

    async fn bring_all(&self, to: &mut Write, ids: &HashMap<String, String>) -> Result<Brought> {
        let mut brought = Brought::default();
        // Games that are already there, with everything that belongs to them.
        let mut known: HashSet<String> = HashSet::new();
        for table in moved() {
            let mut last = Vec::new();
            loop {
                let page = table.page(self, std::mem::take(&mut last)).await?;
                let Some(count) = page.len().checked_sub(1) else { break };
                for (n, values) in page.into_iter().enumerate() {
                    let row: Vec<Json> = values.into_iter().map(to_json).collect();
                    if n == count {
                        let key = table.columns[..table.key].iter().zip(&row);
                        last = key.filter_map(|((_, kind), value)| from_json(*kind, value)).collect();
                    }
                    let of_game = if table.name == "tables" { "id" } else { "table_id" };
                    let mut game = None;
                    let mut kept = Vec::new();
                    for ((name, kind), value) in table.columns.iter().zip(&row) {
                        let renamed = value.as_str().filter(|_| *name == of_game).and_then(|id| ids.get(id));
                        if *name == of_game {
                            game = value.as_str().map(str::to_owned);
                        }
                        let value = match renamed {
                            Some(id) => id.clone().into(),
                            None => {
                                from_json(*kind, value).ok_or_else(|| Corrupt::new("a row", table.name))?
                            }
                        };
                        kept.push((*name, value));
                    }
                    if game.as_ref().is_some_and(|id| known.contains(id)) {
                        continue;
                    }
                    let new = table.keep(to, kept).await?;
                    match (table.name, new, game) {
                        ("tables", true, _) => brought.games += 1,
                        ("tables", false, Some(id)) => {
                            brought.known += 1;
                            known.insert(id);
                        }
                        ("accounts", true, _) => brought.accounts += 1,
                        _ => (),
                    }
                }
            }
        }
        Ok(brought)
    }
}

async fn keep_all(write: &mut Write, rows: &[(String, Map<String, Json>)]) -> Result<()> {
    for (name, row) in rows {
        let unknown =
            || Corrupt::new("the export", format!("a row of “{name}” that this version does not know"));
        let table = moved().find(|table| table.name == name).ok_or_else(unknown)?;
        let mut kept = Vec::new();
        for (column, value) in row {
            let found = table.columns.iter().find(|(known, _)| known == column);
            let (column, kind) = found.ok_or_else(unknown)?;
            kept.push((*column, from_json(*kind, value).ok_or_else(unknown)?));
        }
        if !table.keep(write, kept).await? {
            return Err(Corrupt::new("the export", format!("the same row of “{name}” twice")).into());
        }
    }
    Ok(())
}
