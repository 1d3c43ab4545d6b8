//! A whole instance, copied from one database to another, and compared.

use super::database::{Connection, Row, Sql, Value, query_scalar, statement};
use super::deadline::ANSWER_TO_COMMANDS;
use crate::{Result, Store, StoreError};
use bagatelle_table::{Corrupt, Downtime, Table};
use std::sync::Arc;

/// How many rows are read, and written by one statement.
pub(super) const BATCH: i64 = 200;

/// What a column holds.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Text,
    Integer,
    Boolean,
    Real,
}
use Kind::{Boolean, Integer, Real, Text};

/// A table of the database.
pub(super) struct Copied {
    pub(super) name: &'static str,
    /// How many of the columns, counted from the first, determine the order of the rows.
    pub(super) key: usize,
    pub(super) columns: &'static [(&'static str, Kind)],
}

/// A table whose rows are put in order by the first `key` of these columns.
macro_rules! table {
    ($name:ident by $key:literal: $($column:ident $kind:ident),* $(,)?) => {
        Copied { name: stringify!($name), key: $key, columns: &[$((stringify!($column), $kind)),*] }
    };
}

/// All tables, each after those that it refers to. The secret is copied by the caller, who knows where it is
/// if the database does not hold it.
pub(super) const TABLES: &[Copied] = &[
    table!(tables by 1: id Text, game Text, options Text, setup Text, seed Text, dealt Boolean, daily Text,
        owner Text,
        seating Text, created Integer, terms Text, fairness Text),
    table!(events by 2: table_id Text, seq Integer, at Integer, kind Text, seat Integer, person Text,
        text Text,
        randomness Text),
    table!(rounds by 1: table_id Text, match_id Text, round Integer, best_of Integer, score Text,
        players Text),
    table!(forks by 1: table_id Text, source Text),
    table!(pars by 3: game Text, options Text, setup Text, moves Integer, at_least Integer),
    table!(summaries by 1: table_id Text, stage Text, listed Boolean, public Boolean, thinking Boolean,
        deadline Integer, changed Integer,
        events Integer, plies Integer, reason Text, ending Text, helped Boolean, moves Integer,
            played Integer,
        opening Text),
    table!(seat_summaries by 2: table_id Text, seat Integer, person Text, name Text, turn Boolean,
        result Text, score Integer),
    table!(downtimes by 2: begin_at Integer, end_at Integer),
    table!(heartbeat by 1: id Integer, at Integer),
    table!(people by 1: id Text, name Text),
    table!(chat by 2: table_id Text, seq Integer, at Integer, person Text, name Text, text Text),
    table!(accounts by 1: id Text, name_key Text, password_hash Text, created Integer, settings Text,
        looks Text,
        public Boolean, moderator Boolean, bot Boolean, house Boolean),
    table!(api_tokens by 1: id Text, account Text, hash Text, name Text, scopes Text, created Integer,
        used Integer),
    table!(feeds by 1: person Text, last Integer),
    table!(feed_entries by 2: person Text, number Integer, at Integer, news Text),
    table!(push_subscriptions by 1: id Text, person Text, bearer Text, endpoint Text, p256dh Text, auth Text,
        turns Boolean, invitations Boolean, created Integer, failing_since Integer),
    table!(pushes by 3: subscription Text, kind Text, subject Text, at Integer, due Integer, tries Integer),
    table!(challenges by 1: id Text, challenger Text, challenged Text, game Text, proposed Text,
        created Integer, state Text),
    table!(sessions by 1: id Text, account Text, created Integer),
    table!(visitor_claims by 1: visitor Text, account Text),
    table!(ratings by 3: account Text, game Text, pool Text, rating Real, deviation Real, volatility Real,
        games Integer),
    table!(rating_changes by 2: table_id Text, account Text, rating_before Real, deviation_before Real,
        rating Real,
        deviation Real, pool Text),
    table!(seeks by 1: id Text, person Text, name Text, game Text, pace Text, rated Boolean, rating Real,
        public Boolean, since Integer,
        seen Integer, table_id Text),
    table!(invitations by 1: table_id Text, person Text, at Integer),
    table!(planned by 2: table_id Text, seat Integer, person Text, version Integer, lines Text),
    table!(called_off by 2: person Text, table_id Text, at Integer),
    table!(dailies by 3: person Text, game Text, date Text, table_id Text, begun Integer, ended Integer,
        took Integer,
        solved Boolean, score Integer, helped Boolean, name Text),
    table!(positions by 2: game Text, date Text, position Text),
    table!(position_tries by 4: person Text, game Text, date Text, action Text, number Integer),
    table!(day_seeds by 1: date Text, seed Text, nonce Text),
    table!(acts by 1: number Integer, at Integer, actor Text, actor_name Text, act Text, subject Text,
        subject_name Text,
        detail Text, reason Text),
    table!(restrictions by 1: person Text, banned Boolean, muted Boolean, reason Text),
    table!(password_links by 1: hash Text, account Text, expires Integer),
    table!(host_settings by 1: name Text, value Text),
    table!(reports by 1: number Integer, at Integer, reporter Text, person Text, name Text, table_id Text,
        said_at Integer,
        text Text, note Text, answer Integer, event Text),
    table!(blocks by 2: person Text, blocked Text, name Text, at Integer),
    table!(follows by 2: follower Text, followed Text, name Text, since Integer),
    table!(visits by 1: person Text, at Integer, hidden Boolean),
    table!(event_specs by 1: id Text, organizer Text, spec Text, created Integer, changes Integer, stage Text,
        due Integer, ending Text),
    table!(event_changes by 2: event Text, seq Integer, change Text),
    table!(event_players by 2: event Text, person Text, present Boolean),
    table!(event_games by 1: table_id Text, event Text, round Integer, place Integer, game Integer,
        settled Boolean),
];

impl Copied {
    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    /// Selects rows in order, `$1` at most; those after the key in `$2`, `$3`, … if `after`.
    pub(super) fn select(&self, after: bool) -> Sql {
        let (names, key) = (self.names().join(", "), self.names()[..self.key].join(", "));
        let last: Vec<String> = (0..self.key).map(|column| format!("${}", column + 2)).collect();
        let rest = if after { format!("WHERE ({key}) > ({}) ", last.join(", ")) } else { String::new() };
        Sql::made(format!("SELECT {names} FROM {} {rest}ORDER BY {key} LIMIT $1", self.name))
    }

    /// Inserts this many rows.
    fn insert(&self, rows: usize) -> Sql {
        let width = self.columns.len();
        Sql::with_values(|place| {
            let row = |row: usize| {
                let values: Vec<String> = (1..=width).map(|column| place(row * width + column)).collect();
                format!("({})", values.join(", "))
            };
            let values: Vec<String> = (0..rows).map(row).collect();
            format!("INSERT INTO {} ({}) VALUES {}", self.name, self.names().join(", "), values.join(", "))
        })
    }

    /// The values in a row.
    pub(super) fn read(&self, row: &Row) -> Result<Vec<Value<'static>>> {
        let value = |(index, (_, kind)): (usize, &(_, Kind))| {
            Ok(match kind {
                Text => row.column::<Option<String>>(index)?.into(),
                Integer => row.column::<Option<i64>>(index)?.into(),
                Boolean => row.column::<Option<bool>>(index)?.into(),
                Real => row.column::<Option<f64>>(index)?.into(),
            })
        };
        let of_the_table = |error| match error {
            StoreError::Corrupt(e) => Corrupt::new(e.what, format!("{}, {}", self.name, e.value)).into(),
            error => error,
        };
        self.columns.iter().enumerate().map(value).collect::<Result<_>>().map_err(of_the_table)
    }
}

/// How far copying or comparing has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// What is copied: the name of a table of the database. `games` when they are compared.
    pub what: &'static str,
    /// How many are done.
    pub done: u64,
    /// How many there are.
    pub of: u64,
}

impl Store {
    /// Whether nothing is stored.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn is_empty(&self) -> Result<bool> {
        for table in TABLES {
            if self.count(table).await? > 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn count(&self, table: &Copied) -> Result<u64> {
        let count: i64 = query_scalar(Sql::made(format!("SELECT count(*) FROM {}", table.name)))
            .fetch_one(&self.read.within(ANSWER_TO_COMMANDS))
            .await?;
        Ok(count.unsigned_abs())
    }

    /// Copies everything that is stored, except the secret, to an empty store, all or nothing. No server may
    /// use either of them meanwhile.
    ///
    /// # Errors
    /// When a database fails, or a value is damaged.
    pub async fn copy_to(&self, other: &Store, mut tell: impl FnMut(Progress)) -> Result<()> {
        let mut write = other.begin_long().await?;
        let mut done = Ok(());
        for table in TABLES {
            done = self.copy_table(table, &mut write, &mut tell).await;
            if done.is_err() {
                break;
            }
        }
        write.finish(done).await
    }

    async fn copy_table(
        &self,
        table: &Copied,
        to: &mut Connection,
        tell: &mut impl FnMut(Progress),
    ) -> Result<()> {
        let of = self.count(table).await?;
        let (mut done, mut last) = (0, Vec::new());
        loop {
            let mut select = statement(table.select(!last.is_empty())).bind(BATCH);
            for value in last.drain(..) {
                select = select.bind(value);
            }
            let rows = select.rows(&self.read).await?;
            let Some(end) = rows.last() else {
                tell(Progress { what: table.name, done: of, of });
                return Ok(());
            };
            last = table.read(end)?;
            last.truncate(table.key);
            let mut insert = statement(table.insert(rows.len()));
            for row in &rows {
                for value in table.read(row)? {
                    insert = insert.bind(value);
                }
            }
            insert.execute(&mut *to).await?;
            done += rows.len() as u64;
            tell(Progress { what: table.name, done: done.min(of), of });
        }
    }

    /// Compares with a copy: all rows are counted, and every game is played again on both sides. Returns how
    /// many games there are, and the differences, in a sentence each.
    ///
    /// # Errors
    /// When a database fails.
    pub async fn compare(&self, other: &Store, mut tell: impl FnMut(Progress)) -> Result<(u64, Vec<String>)> {
        let mut differences = Vec::new();
        for table in TABLES {
            let (ours, theirs) = (self.count(table).await?, other.count(table).await?);
            if ours != theirs {
                differences.push(format!("the table {} has {theirs} rows rather than {ours}", table.name));
            }
        }
        let ids: Vec<String> =
            query_scalar("SELECT id FROM tables ORDER BY id").fetch_all(&self.read).await?;
        let of = ids.len() as u64;
        let down: [Arc<[_]>; 2] = [self.downtimes().await?.into(), other.downtimes().await?.into()];
        for (id, done) in ids.iter().zip(1..) {
            if self.replayed(id, &down[0]).await? != other.replayed(id, &down[1]).await? {
                differences.push(format!("the game {id} differs"));
            }
            tell(Progress { what: "games", done, of });
        }
        Ok((of, differences))
    }

    /// A game, played again from its log: all that follows from it, in words. Damaged parts say so.
    async fn replayed(&self, id: &str, down: &Arc<[Downtime]>) -> Result<String> {
        let read = async {
            let (spec, events) = (self.table(id).await?, self.events(id).await?);
            let Some(spec) = spec else { return Ok("it is not there".to_owned()) };
            let table = Table::restore(spec.clone(), Arc::clone(down), &events)?;
            let summary = table.summary(spec.created);
            let sight = table.play().legal();
            let chat = self.chat(id).await?;
            Ok(format!("{spec:?} {events:?} {summary:?} {sight:?} {chat:?}"))
        };
        match read.await {
            Err(StoreError::Corrupt(damage)) => Ok(format!("{damage}")),
            done => done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_testdb::Database;
    use std::collections::BTreeSet;

    /// The columns of a store as `table.column`, except those that are not part of an instance.
    async fn columns(store: &Store) -> BTreeSet<String> {
        let sql = Sql::either(
            "SELECT m.name || '.' || c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c WHERE \
             m.type = 'table'",
            "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = \
             'public'",
        );
        let found: Vec<String> = query_scalar(sql).fetch_all(&store.read).await.unwrap();
        let known = |name: &String| {
            !["_sqlx_", "sqlite_", "secret.", "copies.", "copy_"].iter().any(|start| name.starts_with(start))
        };
        found.into_iter().filter(known).collect()
    }

    #[tokio::test]
    async fn every_column_is_copied_to_postgres_and_back() {
        let folder = tempfile::tempdir().unwrap();
        let sqlite = Store::open(&folder.path().join("bagatelle.sqlite")).await.unwrap();
        let database = Database::new().await;
        let postgres = Store::connect(&database.address()).await.unwrap();
        let copied = TABLES
            .iter()
            .flat_map(|table| table.names().into_iter().map(|name| format!("{}.{name}", table.name)));
        let copied: BTreeSet<String> = copied.collect();
        assert_eq!(columns(&sqlite).await, copied);
        assert_eq!(columns(&postgres).await, copied);
        sqlite.close().await;
        postgres.close().await;
    }
}
