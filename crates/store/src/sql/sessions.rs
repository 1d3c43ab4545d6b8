//! Sessions of accounts.

use super::claims;
use super::database::{Connection, Pool, query_as, statement};
use crate::identities::Identity;
use crate::{Result, SessionId};
use bagatelle_table::{Millis, Visitor};

/// How long a session lasts, in milliseconds: as long as its cookie.
const SESSION_MS: Millis = 400 * 24 * 60 * 60 * 1000;

pub(super) async fn open(
    connection: &mut Connection,
    session: &SessionId,
    account: &str,
    now: Millis,
) -> Result<()> {
    let expired = statement("DELETE FROM sessions WHERE created <= $1").bind(now - SESSION_MS);
    expired.execute(&mut *connection).await?;
    statement("INSERT INTO sessions (id, account, created) VALUES ($1, $2, $3)")
        .bind(session.as_str())
        .bind(account)
        .bind(now)
        .execute(&mut *connection)
        .await?;
    Ok(())
}

pub(super) async fn end(connection: &mut Connection, session: &SessionId) -> Result<()> {
    statement("DELETE FROM sessions WHERE id = $1").bind(session.as_str()).execute(connection).await?;
    Ok(())
}

pub(super) async fn end_others(connection: &mut Connection, account: &str, kept: &SessionId) -> Result<()> {
    let query = "DELETE FROM sessions WHERE account = $1 AND id <> $2";
    statement(query).bind(account).bind(kept.as_str()).execute(connection).await?;
    Ok(())
}

pub(super) async fn end_all(connection: &mut Connection, account: &str) -> Result<()> {
    statement("DELETE FROM sessions WHERE account = $1").bind(account).execute(connection).await?;
    Ok(())
}

pub(super) async fn resolve(pool: &Pool, id: &str, now: Millis) -> Result<Option<Identity>> {
    if let Some(session) = SessionId::parse(id) {
        let query = "SELECT account, created FROM sessions WHERE id = $1 AND created > $2";
        let row: Option<(String, Millis)> =
            query_as(query).bind(session.as_str()).bind(now - SESSION_MS).fetch_optional(pool).await?;
        let identity = |(account, created)| Identity {
            visitor: Visitor::with_account(account),
            until: Some(created + SESSION_MS),
        };
        return Ok(row.map(identity));
    }
    let free = !claims::is_claimed(pool, id).await?;
    Ok(free.then(|| Identity { visitor: Visitor::anonymous(id), until: None }))
}
