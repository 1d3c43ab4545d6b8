//! Names of visitors and accounts.

use super::database::{Connection, On, Pool, query_as, query_scalar, statement};
use crate::{Result, Store, StoreError};
use bagatelle_core::text::without_ignored;

/// The name in lower case: the names of accounts differ by more than their case.
pub(super) fn key(name: &str) -> String {
    name.to_lowercase()
}

/// What the name looks like: the same for names that are hard to tell apart, such as `Paul` with a Cyrillic
/// letter, `rn` for `m`, or one with a joiner in it.
pub(super) fn looks(name: &str) -> String {
    let seen = without_ignored(&key(name));
    unicode_security::skeleton(&seen).collect::<String>().to_lowercase()
}

/// Names that speak for the server, and that of deleted accounts: no visitor takes one.
const RESERVED: [&str; 14] = [
    "admin",
    "administrator",
    "bagatelle",
    "host",
    "house",
    "moderator",
    "moderators",
    "official",
    "root",
    "server",
    "Somebody",
    "Deleted account",
    "support",
    "system",
];

/// Whether a name looks like one that is reserved.
fn is_reserved(name: &str) -> bool {
    let name = looks(name);
    RESERVED.iter().any(|reserved| looks(reserved) == name)
}

/// Fills in the looks of names for accounts that were made before these were stored.
pub(super) async fn fill_in_looks(pool: &Pool) -> Result<()> {
    let query = "SELECT id, name FROM accounts JOIN people USING (id) WHERE looks IS NULL";
    let rows: Vec<(String, String)> = query_as(query).fetch_all(pool).await?;
    for (id, name) in rows {
        let query = statement("UPDATE accounts SET looks = $2 WHERE id = $1");
        query.bind(id).bind(looks(&name)).execute(pool).await?;
    }
    Ok(())
}

/// Refuses a name that looks like that of another account, or is reserved.
pub(super) async fn ensure_own(connection: &mut Connection, account: &str, name: &str) -> Result<()> {
    if is_reserved(name) {
        return Err(StoreError::Conflict);
    }
    connection.lock("SELECT pg_advisory_xact_lock(hashtext($1))", "names of accounts").await?;
    let query = "SELECT EXISTS (SELECT 1 FROM accounts WHERE looks = $2 AND id <> $1)";
    match query_scalar(query).bind(account).bind(looks(name)).fetch_one(connection).await? {
        true => Err(StoreError::Conflict),
        false => Ok(()),
    }
}

/// The name that a person has given.
pub(super) async fn name_of(executor: impl Into<On<'_>>, person: &str) -> Result<Option<String>> {
    let query = "SELECT name FROM people WHERE id = $1";
    query_scalar(query).bind(person).fetch_optional(executor).await
}

/// The name to show when a person gives this one.
async fn name_for(executor: impl Into<On<'_>>, person: &str, name: &str) -> Result<String> {
    let row: (Option<String>, bool) = query_as(
        "SELECT (SELECT name FROM people JOIN accounts USING (id) WHERE id = $1),
                EXISTS (SELECT 1 FROM accounts WHERE looks = $2)",
    )
    .bind(person)
    .bind(looks(name))
    .fetch_one(executor)
    .await?;
    match row {
        (Some(own), _) => Ok(own),
        (None, true) => Err(StoreError::Conflict),
        (None, false) if is_reserved(name) => Err(StoreError::Conflict),
        (None, false) => Ok(name.to_owned()),
    }
}

impl Store {
    /// The name that a person has given.
    pub async fn name_of(&self, person: &str) -> Result<Option<String>> {
        name_of(&self.read, person).await
    }

    /// The name to show when a person gives this one: an account has its own name at every table. Nothing is
    /// written. [`StoreError::Conflict`] if a visitor gives the name of an account.
    pub async fn name_for(&self, person: &str, name: &str) -> Result<String> {
        name_for(&self.read, person, name).await
    }

    /// As [`Store::name_for`], and keeps the name of a visitor.
    pub async fn keep_name(&self, person: &str, name: &str) -> Result<String> {
        transaction!(self, write => async {
            let shown = name_for(&mut *write, person, name).await?;
            statement(
                "INSERT INTO people (id, name) VALUES ($1, $2)
                 ON CONFLICT (id) DO UPDATE SET name = $2 WHERE people.id NOT IN (SELECT id FROM accounts)",
            )
            .bind(person)
            .bind(name)
            .execute(&mut *write)
            .await?;
            Ok(shown)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{is_reserved, looks};

    #[test]
    fn names_that_look_alike_have_the_same_looks() {
        let pairs = [
            ("Paul", "P\u{430}ul"),
            ("ann", "ANN"),
            ("Bill", "Bi1l"),
            ("Bob", "B0b"),
            ("Tom", "Torn"),
            ("Ann", "An\u{200c}n"),
            ("\u{2764}", "\u{2764}\u{fe0f}"),
            ("Ada", "Ada\u{2800}"),
            ("Ada", "\u{1d159}Ada"),
        ];
        for (one, two) in pairs {
            assert_eq!(looks(one), looks(two), "{one} {two}");
        }
        for name in
            ["Moderator", "m\u{43e}derat\u{43e}r", "S\u{43e}mebody", "ADMIN", "Bagate11e", "System\u{2800}"]
        {
            assert!(is_reserved(name), "{name}");
        }
        assert!(!is_reserved("Modesty") && !is_reserved("Ann"));
        for (one, two) in [("Ann", "Anna"), ("Ann", "Ánn"), ("Lee", "Léa"), ("Иван", "Ivan")] {
            assert_ne!(looks(one), looks(two), "{one} {two}");
        }
    }
}
