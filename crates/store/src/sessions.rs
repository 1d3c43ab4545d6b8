//! Sessions of accounts.

use super::database::{Connection, query_as, statement};
use super::{claims, pushes};
use crate::identities::Identity;
use crate::{Result, Store};
use bagatelle_table::{Millis, Visitor};
use std::fmt;

/// How long a session lasts, in milliseconds: as long as its cookie.
const SESSION_MS: Millis = 400 * 24 * 60 * 60 * 1000;

/// What the id of a session begins with; the id of a visitor never does.
const SESSION_PREFIX: &str = "s-";

/// The id of a session. A token in a cookie is a signed id, of a session or of a visitor.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SessionId(String);

impl SessionId {
    /// The id made of a fresh random code.
    #[must_use]
    pub fn new(code: &str) -> SessionId {
        SessionId(format!("{SESSION_PREFIX}{code}"))
    }

    /// The id of a token, if it is that of a session.
    #[must_use]
    pub fn parse(id: &str) -> Option<SessionId> {
        id.starts_with(SESSION_PREFIX).then(|| SessionId(id.to_owned()))
    }

    /// The id as it stands in a token.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

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

pub(super) async fn end_others(connection: &mut Connection, account: &str, kept: &SessionId) -> Result<()> {
    let query = "DELETE FROM sessions WHERE account = $1 AND id <> $2";
    statement(query).bind(account).bind(kept.as_str()).execute(connection).await?;
    Ok(())
}

pub(super) async fn end_all(connection: &mut Connection, account: &str) -> Result<()> {
    statement("DELETE FROM sessions WHERE account = $1").bind(account).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Opens a session of an account, and gives the account everything that a visitor played. A visitor's
    /// token resolves to nothing afterwards.
    pub async fn log_in(
        &self,
        account: &str,
        visitor: Option<&Visitor>,
        session: &SessionId,
        now: Millis,
    ) -> Result<()> {
        let _change = self.change_identities();
        transaction!(self, write => async {
            if let Some(visitor) = visitor.filter(|visitor| !visitor.has_account()) {
                claims::claim(&mut write, visitor.id(), account).await?;
                pushes::give(&mut write, visitor.id(), account, session.as_str()).await?;
                self.tell_people(&mut write, &[visitor.id(), account]).await?;
            }
            open(&mut write, session, account, now).await
        })
    }

    /// Ends a session.
    pub async fn log_out(&self, session: &SessionId) -> Result<()> {
        let _change = self.change_identities();
        self.execute(statement("DELETE FROM sessions WHERE id = $1").bind(session.as_str())).await?;
        Ok(())
    }

    /// Ends all sessions of an account but one.
    pub async fn log_out_others(&self, account: &str, kept: &SessionId) -> Result<()> {
        let _change = self.change_identities();
        transaction!(self, write => end_others(&mut write, account, kept))
    }

    /// The visitor behind the id of a token: `None` if the session has ended, or the visitor belongs to an
    /// account.
    pub async fn resolve_token(&self, id: &str, now: Millis) -> Result<Option<Visitor>> {
        let Some(identities) = &self.identities else {
            return Ok(self.resolve(id, now).await?.map(|identity| identity.visitor));
        };
        let since = match identities.find(id, now) {
            Ok(visitor) => return Ok(Some(visitor)),
            Err(since) => since,
        };
        let Some(identity) = self.resolve(id, now).await? else { return Ok(None) };
        identities.keep(since, id, identity.clone());
        Ok(Some(identity.visitor))
    }

    /// The same, read from the database.
    async fn resolve(&self, id: &str, now: Millis) -> Result<Option<Identity>> {
        if let Some(session) = SessionId::parse(id) {
            let query = query_as("SELECT account, created FROM sessions WHERE id = $1 AND created > $2");
            let query = query.bind(session.as_str()).bind(now - SESSION_MS);
            let row: Option<(String, Millis)> = query.fetch_optional(&self.read).await?;
            let identity = |(account, created)| Identity {
                visitor: Visitor::with_account(account),
                until: Some(created + SESSION_MS),
            };
            return Ok(row.map(identity));
        }
        let free = !claims::is_claimed(&self.read, id).await?;
        Ok(free.then(|| Identity { visitor: Visitor::anonymous(id), until: None }))
    }
}
