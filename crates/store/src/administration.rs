//! Acts of hosts and moderators, and their log.

use super::database::{Connection, On, Small, Sql, query_as, query_scalar, statement};
use super::{accounts, events, names, sessions, tables, tokens};
use crate::{Account, Act, ActKind, Done, Note, Result, SessionId, Store, StoreError};
use bagatelle_table::{Corrupt, Millis};
use serde_json::json;

/// The setting that says whether visitors may sign up.
const REGISTRATION: &str = "registration";

/// Refuses an act that has changed no row.
fn changed(rows: u64) -> Result<()> {
    if rows == 0 { Err(StoreError::Conflict) } else { Ok(()) }
}

/// Does something and writes it into the log; returns its number.
async fn carry_out_in_log(connection: &mut Connection, act: &Act, note: &Note) -> Result<i64> {
    // Numbers become visible in their order: a reader who has seen a number has seen all before it.
    connection.lock("SELECT pg_advisory_xact_lock(hashtext($1))", "acts").await?;
    let name = name_of(connection, act).await?;
    let detail = match act {
        Act::Rename { name, .. } => name.clone(),
        Act::Import { what } => what.clone(),
        Act::DeleteText { person, .. } => person.clone(),
        _ => note.report.map_or_else(String::new, |number| number.to_string()),
    };
    carry_out(connection, act, note).await?;
    let actor_name = match &note.moderator {
        Some(moderator) => names::name_of(&mut *connection, moderator).await?.unwrap_or_default(),
        None => String::new(),
    };
    let query = "SELECT coalesce(max(number), 0) + 1 FROM acts";
    let number: i64 = query_scalar(query).fetch_one(&mut *connection).await?;
    statement(
        "INSERT INTO acts (number, at, actor, actor_name, act, subject, subject_name, detail, reason)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(number)
    .bind(note.at)
    .bind(&note.moderator)
    .bind(actor_name)
    .bind(act.kind().word())
    .bind(act.subject())
    .bind(name)
    .bind(detail)
    .bind(&note.reason)
    .execute(&mut *connection)
    .await?;
    if let Some(report) = note.report {
        let settle = "UPDATE reports SET answer = $2 WHERE number = $1 AND answer IS NULL";
        statement(settle).bind(report).bind(number).execute(&mut *connection).await?;
    }
    Ok(number)
}

/// What the subject of an act is called before it is done. Of a deleted account, only the id stays.
async fn name_of(connection: &mut Connection, act: &Act) -> Result<String> {
    let name = match act {
        Act::Registration { .. } | Act::Import { .. } | Act::DeleteAccount { .. } => None,
        Act::DeleteGame { table } | Act::DeleteText { table, .. } => {
            let query = "SELECT game FROM tables WHERE id = $1";
            query_scalar(query).bind(table).fetch_optional(connection).await?
        }
        Act::DeleteTitle { event, .. } => events::game_of(connection, event).await?,
        _ => names::name_of(connection, act.subject()).await?,
    };
    Ok(name.unwrap_or_default())
}

async fn carry_out(connection: &mut Connection, act: &Act, note: &Note) -> Result<()> {
    match act {
        Act::Registration { open: true } => {
            let query = statement("DELETE FROM host_settings WHERE name = $1").bind(REGISTRATION);
            query.execute(connection).await?;
        }
        Act::Registration { open: false } => {
            let query =
                "INSERT INTO host_settings (name, value) VALUES ($1, 'closed') ON CONFLICT DO NOTHING";
            statement(query).bind(REGISTRATION).execute(connection).await?;
        }
        Act::ResetPassword { account, hash, expires } => {
            let void = "DELETE FROM password_links WHERE account = $1 OR expires <= $2";
            statement(void).bind(account).bind(note.at).execute(&mut *connection).await?;
            let new = "INSERT INTO password_links (hash, account, expires) SELECT $2, id, $3 FROM accounts \
                WHERE id = $1";
            changed(statement(new).bind(account).bind(hash).bind(*expires).execute(connection).await?)?;
        }
        Act::Rename { account, name } => {
            changed(is_account(connection, account).await?.into())?;
            accounts::rename(connection, account, name).await?;
            // A name that has to go is no longer seen anywhere.
            accounts::call_in_games(connection, account, name).await?;
        }
        Act::Ban { person, begins } => {
            restrict(connection, person, "banned", *begins, &note.reason).await?;
            if *begins {
                sessions::end_all(connection, person).await?;
                tokens::revoke_all(connection, person).await?;
                let void = "DELETE FROM password_links WHERE account = $1";
                statement(void).bind(person).execute(&mut *connection).await?;
            }
        }
        Act::Mute { person, begins } => restrict(connection, person, "muted", *begins, &note.reason).await?,
        Act::DeleteGame { table } => {
            changed(tables::remove(connection, &json!([[table]]).to_string()).await?)?;
        }
        Act::DeleteAccount { account } => {
            changed(is_account(connection, account).await?.into())?;
            accounts::delete(connection, account).await?;
        }
        Act::Moderator { account, begins } => {
            let query = "UPDATE accounts SET moderator = $2 WHERE id = $1";
            changed(statement(query).bind(account).bind(*begins).execute(connection).await?)?;
        }
        Act::RevokeTokens { account } => {
            changed(is_account(connection, account).await?.into())?;
            tokens::revoke_all(connection, account).await?;
        }
        Act::DeleteText { table, person, at, text } => {
            let query =
                "UPDATE chat SET text = '' WHERE table_id = $1 AND person = $2 AND at = $3 AND text = $4";
            let query = statement(query).bind(table).bind(person).bind(*at).bind(text);
            changed(query.execute(connection).await?)?;
        }
        Act::DeleteTitle { event, title } => {
            changed(events::delete_title(connection, event, title).await?)?;
        }
        Act::DismissReport { .. } | Act::Import { .. } => (),
    }
    Ok(())
}

async fn is_account(connection: &mut Connection, id: &str) -> Result<bool> {
    query_scalar("SELECT EXISTS (SELECT 1 FROM accounts WHERE id = $1)").bind(id).fetch_one(connection).await
}

/// Keeps a person from something, or no longer.
async fn restrict(
    connection: &mut Connection,
    person: &str,
    column: &str,
    begins: bool,
    reason: &str,
) -> Result<()> {
    let add = "INSERT INTO restrictions (person, banned, muted, reason) VALUES ($1, FALSE, FALSE, '') ON \
        CONFLICT DO NOTHING";
    statement(add).bind(person).execute(&mut *connection).await?;
    let told = if begins { ", reason = $3" } else { "" };
    let update = Sql::made(format!("UPDATE restrictions SET {column} = $2{told} WHERE person = $1"));
    let update = statement(update).bind(person).bind(begins);
    let update = if begins { update.bind(reason) } else { update };
    update.execute(&mut *connection).await?;
    let free = "DELETE FROM restrictions WHERE person = $1 AND NOT banned AND NOT muted";
    statement(free).bind(person).execute(connection).await?;
    Ok(())
}

row! {
    struct ActRow {
        number: i64,
        at: Millis,
        actor: Option<String>,
        actor_name: String,
        act: String,
        subject: String,
        subject_name: String,
        detail: String,
        reason: String,
    }
}

fn done(row: ActRow) -> Result<Done> {
    let kind = ActKind::read(&row.act).ok_or_else(|| Corrupt::new("an act", &row.act))?;
    Ok(Done {
        number: row.number,
        at: row.at,
        moderator: row.actor.map(|id| (id, row.actor_name)),
        kind,
        subject: row.subject,
        name: row.subject_name,
        detail: row.detail,
        reason: row.reason,
    })
}

/// What a person may not do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The account, or the visitor.
    pub person: String,
    /// Whether the person may not play.
    pub banned: bool,
    /// Whether the person may not write.
    pub muted: bool,
    /// Why, in the words of a moderator.
    pub reason: String,
}

row! {
    struct RestrictionRow {
        person: String,
        banned: bool,
        muted: bool,
        reason: String,
    }
}

/// Which accounts to look for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Only {
    /// All.
    #[default]
    All,
    /// Moderators.
    Moderators,
    /// Those that may not play.
    Banned,
    /// Those that may not write.
    Muted,
}

/// An account in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedAccount {
    /// The account.
    pub account: Account,
    /// How many games it has taken part in.
    pub games: u32,
    /// Whether it may not play.
    pub banned: bool,
    /// Whether it may not write.
    pub muted: bool,
}

row! {
    struct ListedRow {
        id: String,
        games: Small<u32>,
        banned: bool,
        muted: bool,
    }
}

/// The id of the account whose link has this hash and is still valid.
async fn linked(on: impl Into<On<'_>>, hash: &str, now: Millis) -> Result<Option<String>> {
    let query = "SELECT account FROM password_links WHERE hash = $1 AND expires > $2";
    query_scalar(query).bind(hash).bind(now).fetch_optional(on).await
}

impl Store {
    /// Does something and writes it into the log, in one transaction; returns its number.
    /// [`StoreError::Conflict`] if another account has the name, or there is no account, person, table or
    /// event with this id.
    pub async fn act(&self, act: &Act, note: &Note) -> Result<i64> {
        let _change = self.change_identities();
        transaction!(self, write => carry_out_in_log(&mut write, act, note))
    }

    /// The acts after this number, the oldest first. If there are any, what is remembered about people is
    /// forgotten: another process may have done the acts.
    pub async fn acts_after(&self, number: i64) -> Result<Vec<Done>> {
        let query = "SELECT * FROM acts WHERE number > $1 ORDER BY number";
        let rows: Vec<ActRow> = query_as(query).bind(number).fetch_all(&self.read).await?;
        if !rows.is_empty() {
            drop(self.change_identities());
        }
        rows.into_iter().map(done).collect()
    }

    /// At most `limit` acts before this number, the newest first; only those of one subject, if one is given.
    pub async fn acts(&self, before: i64, subject: Option<&str>, limit: u32) -> Result<Vec<Done>> {
        let query = "SELECT * FROM acts WHERE number < $1 AND (subject = $2 OR $2 = '*') ORDER BY \
             number DESC LIMIT $3";
        let query = query_as(query).bind(before).bind(subject.unwrap_or("*")).bind(limit);
        let rows: Vec<ActRow> = query.fetch_all(&self.read).await?;
        rows.into_iter().map(done).collect()
    }

    /// The number of the last act; 0 if there was none.
    pub async fn last_act(&self) -> Result<i64> {
        query_scalar("SELECT coalesce(max(number), 0) FROM acts").fetch_one(&self.read).await
    }

    /// Whether a host has closed registration.
    pub async fn registration_is_closed(&self) -> Result<bool> {
        let query = "SELECT EXISTS (SELECT 1 FROM host_settings WHERE name = $1 AND value = 'closed')";
        query_scalar(query).bind(REGISTRATION).fetch_one(&self.read).await
    }

    /// All people with restrictions.
    pub async fn restrictions(&self) -> Result<Vec<Restriction>> {
        let query = "SELECT person, banned, muted, reason FROM restrictions ORDER BY person";
        let rows: Vec<RestrictionRow> = query_as(query).fetch_all(&self.read).await?;
        let restriction =
            |RestrictionRow { person, banned, muted, reason }| Restriction { person, banned, muted, reason };
        Ok(rows.into_iter().map(restriction).collect())
    }

    /// Accounts with this text in their names, the newest first.
    pub async fn accounts(
        &self,
        text: &str,
        only: Only,
        skip: u32,
        limit: u32,
    ) -> Result<Vec<ListedAccount>> {
        let rest = match only {
            Only::All => "TRUE",
            Only::Moderators => "moderator",
            Only::Banned => "banned",
            Only::Muted => "muted",
        };
        let sql = Sql::made(format!(
            "SELECT accounts.id, coalesce(banned, FALSE) AS banned, coalesce(muted, FALSE) AS muted,
                 (SELECT count(DISTINCT table_id) FROM seat_summaries WHERE person = accounts.id) AS games
             FROM accounts LEFT JOIN restrictions ON person = accounts.id
             WHERE ({rest}) AND name_key LIKE $1 ESCAPE '\\' ORDER BY created DESC, accounts.id LIMIT $2 \
             OFFSET $3"
        ));
        let escaped = names::key(text).replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let query = query_as(sql).bind(format!("%{escaped}%")).bind(limit).bind(skip);
        let rows: Vec<ListedRow> = query.fetch_all(&self.read).await?;
        let mut listed = Vec::new();
        for ListedRow { id, games: Small(games), banned, muted } in rows {
            if let Some(account) = self.account(&id).await? {
                listed.push(ListedAccount { account, games, banned, muted });
            }
        }
        Ok(listed)
    }

    /// The account whose link for a new password has this hash, if the link is still valid.
    pub async fn password_link(&self, hash: &str, now: Millis) -> Result<Option<Account>> {
        match linked(&self.read, hash, now).await? {
            Some(account) => self.account(&account).await,
            None => Ok(None),
        }
    }

    /// Sets a password by a link, which is void afterwards; ends all sessions of the account and opens this
    /// one. Returns the account; `None` if the link is not valid.
    pub async fn use_password_link(
        &self,
        hash: &str,
        password_hash: &str,
        session: &SessionId,
        now: Millis,
    ) -> Result<Option<Account>> {
        let _change = self.change_identities();
        let used: Result<Option<String>> = transaction!(self, write => async {
            let Some(account) = linked(&mut *write, hash, now).await? else { return Ok(None) };
            let void = statement("DELETE FROM password_links WHERE hash = $1").bind(hash);
            if void.execute(&mut *write).await? == 0 {
                // Another request has used it at the same moment.
                return Ok(None);
            }
            accounts::change_password(&mut write, &account, password_hash).await?;
            sessions::end_all(&mut write, &account).await?;
            tokens::revoke_all(&mut write, &account).await?;
            sessions::open(&mut write, session, &account, now).await?;
            Ok(Some(account))
        });
        match used? {
            Some(account) => self.account(&account).await,
            None => Ok(None),
        }
    }
}
