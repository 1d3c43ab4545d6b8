//! Who is invited to a table with an open seat: a guest, or an account by a guest. Between accounts there are
//! challenges instead.

use super::database::{Connection, query_scalar, statement};
use crate::{Letter, News, Result, Store};
use bagatelle_table::Millis;

/// Ends the invitations of two people to each other, since one of them blocks the other.
pub(super) async fn part(connection: &mut Connection, one: &str, other: &str) -> Result<()> {
    for (person, owner) in [(one, other), (other, one)] {
        let query = "DELETE FROM invitations
             WHERE person = $1 AND table_id IN (SELECT id FROM tables WHERE owner = $2)";
        statement(query).bind(person).bind(owner).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Forgets the invitations of some people; `people` is a JSON list of lists of one id.
pub(super) async fn end(connection: &mut Connection, people: &str) -> Result<()> {
    let query = "DELETE FROM invitations WHERE person IN (SELECT value ->> 0 FROM json_each($1))";
    statement(query).bind(people).execute(connection).await?;
    Ok(())
}

/// Forgets invitations from before then.
pub(super) async fn forget(connection: &mut Connection, before: Millis) -> Result<()> {
    statement("DELETE FROM invitations WHERE at < $1").bind(before).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Invites a person to a table with an open seat, and tells of it; returns whether that is new.
    pub async fn invite(&self, table: &str, person: &str, now: Millis) -> Result<bool> {
        let letter =
            Letter { person: person.into(), at: now, news: News::Invited { game: table.to_owned() } };
        transaction!(self, write => async {
            let query = "INSERT INTO invitations (table_id, person, at) VALUES ($1, $2, $3)
                 ON CONFLICT DO NOTHING";
            let new = statement(query).bind(table).bind(person).bind(now).execute(&mut *write).await? > 0;
            if new {
                self.tell_letters(&mut write, std::slice::from_ref(&letter)).await?;
            }
            Ok(new)
        })
    }

    /// Takes an invitation of a person away, who declines it; returns whether there was one.
    pub async fn decline_invitation(&self, table: &str, person: &str) -> Result<bool> {
        let query = "DELETE FROM invitations WHERE table_id = $1 AND person = $2";
        Ok(self.execute(statement(query).bind(table).bind(person)).await? > 0)
    }

    /// The tables with an open seat to which a person is invited, the last one first.
    pub(super) async fn invited_to(&self, person: &str) -> Result<Vec<String>> {
        let query = "SELECT i.table_id FROM invitations i
                 JOIN summaries s ON s.table_id = i.table_id AND s.stage = 'open'
             WHERE i.person = $1 ORDER BY i.at DESC, i.table_id";
        query_scalar(query).bind(person).fetch_all(&self.read).await
    }
}
