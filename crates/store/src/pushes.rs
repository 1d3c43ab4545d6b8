//! Browsers that are told of turns and invitations, and what is still to be sent to them.
//!
//! What is to be sent is written with the event that it tells of, in one transaction, so that no kill of a
//! server loses it. A server claims rows before it sends: of several servers, one sends each. A row whose
//! server ends before it has told what became of it is due again.

use super::database::{Connection, Sql, query_as, query_scalar, statement};
use crate::{Letter, News, Result, Store, StoreError};
use bagatelle_table::{Corrupt, Millis};
use serde_json::{Value, json};

/// How long after it has happened something is sent, in milliseconds: a visitor who is there acts meanwhile.
const PUSHED_AFTER: Millis = 3000;

/// What a push tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PushKind {
    /// It is the visitor's turn at a table.
    Turn,
    /// Another player challenges the visitor, or invites the visitor to a table.
    Invitation,
    /// The visitor wants to see whether pushes arrive.
    Test,
}

impl PushKind {
    const ALL: [PushKind; 3] = [PushKind::Turn, PushKind::Invitation, PushKind::Test];

    /// The word in the database and in messages.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            PushKind::Turn => "turn",
            PushKind::Invitation => "invitation",
            PushKind::Test => "test",
        }
    }

    fn read(word: &str) -> Result<PushKind, Corrupt> {
        let known = PushKind::ALL.into_iter().find(|kind| kind.word() == word);
        known.ok_or_else(|| Corrupt::new("the kind of a push", word))
    }
}

/// A browser that is told of turns, of invitations, or of both.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushSubscription {
    /// The id.
    pub id: String,
    /// The session or the token that asked for it, and with which it ends; empty for a visitor.
    pub bearer: String,
    /// The address at the push service of the browser.
    pub endpoint: String,
    /// The public key of the browser, in base64url.
    pub p256dh: String,
    /// The secret of the browser, in base64url.
    pub auth: String,
    /// Whether it is told of turns.
    pub turns: bool,
    /// Whether it is told of invitations.
    pub invitations: bool,
    /// When it was made.
    pub created: Millis,
}

impl PushSubscription {
    /// The host of the push service.
    #[must_use]
    pub fn service(&self) -> &str {
        let (_, rest) = self.endpoint.split_once("://").unwrap_or_default();
        rest.split(['/', ':']).next().unwrap_or_default()
    }
}

/// Something to send, claimed by this server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Push {
    /// To whom it is sent.
    pub to: PushSubscription,
    /// Who is told.
    pub person: String,
    /// What it tells.
    pub kind: PushKind,
    /// The table or the challenge.
    pub subject: String,
    /// When it happened.
    pub at: Millis,
    /// How often it was tried, this time included.
    pub tries: i64,
    /// Since when nothing has arrived at the browser, if the last push has failed.
    pub failing_since: Option<Millis>,
    /// Whether the session or the token of the browser has ended.
    pub ended: bool,
    /// Whether it is still true: the turn has not been taken, the challenge not been answered.
    pub still: bool,
    /// Whether it tells of an invitation to a table.
    pub at_table: bool,
}

row! {
    struct SubscriptionRow {
        id: String,
        bearer: String,
        endpoint: String,
        p256dh: String,
        auth: String,
        turns: bool,
        invitations: bool,
        created: Millis,
    }
}

row! {
    struct PushRow {
        ..to: SubscriptionRow,
        person: String,
        kind: String,
        subject: String,
        at: Millis,
        tries: i64,
        failing_since: Option<Millis>,
        ended: bool,
        still: bool,
        at_table: bool,
    }
}

impl From<SubscriptionRow> for PushSubscription {
    fn from(row: SubscriptionRow) -> PushSubscription {
        let SubscriptionRow { id, bearer, endpoint, p256dh, auth, turns, invitations, created } = row;
        PushSubscription { id, bearer, endpoint, p256dh, auth, turns, invitations, created }
    }
}

/// Whether the session or the token of a browser `s` has ended.
macro_rules! ended {
    () => {
        "s.bearer <> '' AND NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.id = s.bearer)
         AND NOT EXISTS (SELECT 1 FROM api_tokens WHERE api_tokens.id = s.bearer)"
    };
}

/// What is claimed: the rows of a list, with the state of what they tell.
const CLAIMED: &str = concat!(
    "SELECT s.id, s.bearer, s.endpoint, s.p256dh, s.auth, s.turns, s.invitations, s.created, s.person,
         p.kind, p.subject, p.at, p.tries, s.failing_since, ",
    ended!(),
    " AS ended,
         CASE p.kind
             WHEN 'turn' THEN s.turns AND EXISTS (SELECT 1 FROM seat_summaries seat
                 JOIN summaries ON summaries.table_id = seat.table_id AND summaries.stage = 'playing'
                 WHERE seat.table_id = p.subject AND seat.person = s.person AND seat.turn)
             WHEN 'invitation' THEN s.invitations AND (EXISTS (SELECT 1 FROM challenges
                     WHERE challenges.id = p.subject AND challenges.state = 'open')
                 OR EXISTS (SELECT 1 FROM invitations i
                     JOIN summaries ON summaries.table_id = i.table_id AND summaries.stage = 'open'
                     WHERE i.table_id = p.subject AND i.person = s.person))
             ELSE TRUE END AS still,
         EXISTS (SELECT 1 FROM invitations WHERE table_id = p.subject) AS at_table
     FROM json_each($1) AS claimed
     JOIN pushes p ON p.subscription = claimed.value ->> 0 AND p.kind = claimed.value ->> 1
         AND p.subject = claimed.value ->> 2
     JOIN push_subscriptions s ON s.id = p.subscription"
);

/// Notes what the letters tell, for the browsers that want it. A turn at a table without other people
/// is not told, but that a game of an event begins is.
pub(super) async fn add<'a>(
    connection: &mut Connection,
    letters: impl Iterator<Item = &'a Letter>,
) -> Result<()> {
    let told = letters.filter_map(|letter| {
        let (kind, subject, begins) = match &letter.news {
            News::Turn { game, .. } => (PushKind::Turn, game, false),
            // It is waited for a player who is to come, too.
            News::Start { game } => (PushKind::Turn, game, true),
            News::Challenge { challenge: subject } | News::Invited { game: subject } => {
                (PushKind::Invitation, subject, false)
            }
            _ => return None,
        };
        Some(json!([letter.person, kind.word(), subject, letter.at, u8::from(begins)]))
    });
    let told: Vec<Value> = told.collect();
    if told.is_empty() {
        return Ok(());
    }
    statement(
        "INSERT INTO pushes (subscription, kind, subject, at, due, tries)
         SELECT s.id, told.value ->> 1, told.value ->> 2, max(CAST(told.value ->> 3 AS BIGINT)),
             max(CAST(told.value ->> 3 AS BIGINT)) + $2, 0
         FROM json_each($1) AS told JOIN push_subscriptions s ON s.person = told.value ->> 0
         WHERE CASE told.value ->> 1
             WHEN 'turn' THEN s.turns AND (EXISTS (SELECT 1 FROM seat_summaries other
                     WHERE other.table_id = told.value ->> 2 AND other.person <> s.person)
                 OR CAST(told.value ->> 4 AS BIGINT) = 1 AND EXISTS (SELECT 1 FROM event_games
                     WHERE event_games.table_id = told.value ->> 2))
             ELSE s.invitations END
         GROUP BY s.id, told.value ->> 1, told.value ->> 2
         ORDER BY s.id, told.value ->> 1, told.value ->> 2
         ON CONFLICT (subscription, kind, subject) DO UPDATE
             SET at = excluded.at, due = excluded.due, tries = 0",
    )
    .bind(Value::from(told).to_string())
    .bind(PUSHED_AFTER)
    .execute(connection)
    .await?;
    Ok(())
}

/// Gives the browsers of a visitor to an account, until the session ends.
pub(super) async fn give(
    connection: &mut Connection,
    visitor: &str,
    account: &str,
    session: &str,
) -> Result<()> {
    let query = "UPDATE push_subscriptions SET person = $2, bearer = $3 WHERE person = $1 AND bearer = ''";
    statement(query).bind(visitor).bind(account).bind(session).execute(connection).await?;
    Ok(())
}

/// Forgets the browsers of people; `people` is a JSON list of lists of one id.
pub(super) async fn end(connection: &mut Connection, people: &str) -> Result<()> {
    let query = "DELETE FROM push_subscriptions WHERE person IN (SELECT value ->> 0 FROM json_each($1))";
    statement(query).bind(people).execute(connection).await?;
    Ok(())
}

/// Forgets what was to be sent and is too old to be told, and browsers whose session or token has ended.
pub(super) async fn forget(connection: &mut Connection, before: Millis) -> Result<()> {
    let ended = concat!("DELETE FROM push_subscriptions AS s WHERE ", ended!());
    statement(ended).execute(&mut *connection).await?;
    statement("DELETE FROM pushes WHERE at < $1").bind(before).execute(connection).await?;
    Ok(())
}

impl Store {
    /// The key that signs pushes; `fresh` if there was none before.
    pub async fn push_key(&self, fresh: &str) -> Result<String> {
        let query = "INSERT INTO host_settings (name, value) VALUES ('push-key', $1) ON CONFLICT DO NOTHING";
        self.execute(statement(query).bind(fresh)).await?;
        let query = "SELECT value FROM host_settings WHERE name = 'push-key'";
        query_scalar(query).fetch_one(&self.write).await
    }

    /// Puts another key in the place of one that can no longer be used, and forgets all browsers, which know
    /// only that one.
    pub async fn replace_push_key(&self, old: &str, new: &str) -> Result<()> {
        transaction!(self, write => async {
            let query = "UPDATE host_settings SET value = $2 WHERE name = 'push-key' AND value = $1";
            if statement(query).bind(old).bind(new).execute(&mut *write).await? > 0 {
                statement("DELETE FROM push_subscriptions").execute(&mut *write).await?;
            }
            Ok(())
        })
    }

    /// Keeps a browser of a person. One with the same address is replaced if it has the same secret, else
    /// this is a [`StoreError::Conflict`]. Beyond `most` browsers, the oldest one goes.
    pub async fn subscribe(&self, person: &str, new: &PushSubscription, most: u32) -> Result<String> {
        let oldest = "DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions
             WHERE person = $1 ORDER BY created DESC, id LIMIT 1000 OFFSET $2)";
        transaction!(self, write => async {
            let known: Option<String> = query_scalar(
                "INSERT INTO push_subscriptions (id, person, bearer, endpoint, p256dh, auth, turns, \
                 invitations, created)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
                 ON CONFLICT (endpoint) DO UPDATE SET person = excluded.person, bearer = excluded.bearer,
                     turns = excluded.turns, invitations = excluded.invitations, failing_since = NULL,
                     created = CASE WHEN push_subscriptions.person = excluded.person
                         THEN push_subscriptions.created ELSE excluded.created END
                 WHERE push_subscriptions.auth = excluded.auth
                     AND push_subscriptions.p256dh = excluded.p256dh
                 RETURNING id",
            )
            .bind(&new.id)
            .bind(person)
            .bind(&new.bearer)
            .bind(&new.endpoint)
            .bind(&new.p256dh)
            .bind(&new.auth)
            .bind(new.turns)
            .bind(new.invitations)
            .bind(new.created)
            .fetch_optional(&mut *write)
            .await?;
            let id = known.ok_or(StoreError::Conflict)?;
            statement(oldest).bind(person).bind(most).execute(&mut *write).await?;
            Ok(id)
        })
    }

    /// The browsers of a person, the oldest first.
    pub async fn push_subscriptions(&self, person: &str) -> Result<Vec<PushSubscription>> {
        let query = "SELECT id, bearer, endpoint, p256dh, auth, turns, invitations, created
             FROM push_subscriptions WHERE person = $1 ORDER BY created, id";
        let rows: Vec<SubscriptionRow> = query_as(query).bind(person).fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(PushSubscription::from).collect())
    }

    /// Forgets a browser of a person; returns whether there was one.
    pub async fn unsubscribe(&self, person: &str, id: &str) -> Result<bool> {
        let query = "DELETE FROM push_subscriptions WHERE person = $1 AND id = $2";
        Ok(self.execute(statement(query).bind(person).bind(id)).await? > 0)
    }

    /// Sends a browser of a person a test; returns whether there is such a browser.
    pub async fn test_push(&self, person: &str, id: &str, now: Millis) -> Result<bool> {
        let query = "INSERT INTO pushes (subscription, kind, subject, at, due, tries)
             SELECT id, 'test', '', $3, $3, 0 FROM push_subscriptions WHERE person = $1 AND id = $2
             ON CONFLICT (subscription, kind, subject) DO UPDATE
                 SET at = excluded.at, due = excluded.due, tries = 0";
        Ok(self.execute(statement(query).bind(person).bind(id).bind(now)).await? > 0)
    }

    /// Claims at most `limit` pushes that are due: no other server gets them before `until`.
    pub async fn claim_pushes(&self, now: Millis, until: Millis, limit: u32) -> Result<Vec<Push>> {
        let due = "SELECT EXISTS (SELECT 1 FROM pushes WHERE due <= $1)";
        if !query_scalar(due).bind(now).fetch_one(&self.read).await? {
            return Ok(Vec::new());
        }
        let claim = Sql::either(
            "UPDATE pushes SET due = $2, tries = tries + 1 WHERE rowid IN (SELECT rowid FROM pushes
                 WHERE due <= $1 ORDER BY due LIMIT $3)
             RETURNING subscription, kind, subject",
            "UPDATE pushes SET due = $2, tries = tries + 1 WHERE ctid IN (SELECT ctid FROM pushes
                 WHERE due <= $1 ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED)
             RETURNING subscription, kind, subject",
        );
        let rows: Vec<PushRow> = transaction!(self, write => async {
            let claimed = query_as(claim.clone()).bind(now).bind(until).bind(limit);
            let claimed: Vec<(String, String, String)> = claimed.fetch_all(&mut *write).await?;
            query_as(CLAIMED).bind(json!(claimed).to_string()).fetch_all(&mut *write).await
        })?;
        let push = |row: PushRow| {
            let PushRow { to, person, kind, subject, at, tries, failing_since, ended, still, at_table } = row;
            let (to, kind) = (to.into(), PushKind::read(&kind)?);
            Ok(Push { to, person, kind, subject, at, tries, failing_since, ended, still, at_table })
        };
        rows.into_iter().map(push).collect()
    }

    /// Notes that a push has arrived.
    pub async fn push_arrived(&self, push: &Push) -> Result<()> {
        if push.failing_since.is_some() {
            let query = "UPDATE push_subscriptions SET failing_since = NULL WHERE id = $1";
            self.execute(statement(query).bind(&push.to.id)).await?;
        }
        self.end_push(push).await
    }

    /// Notes that a push is done with, unless there is news for it meanwhile.
    pub async fn end_push(&self, push: &Push) -> Result<()> {
        let query = "DELETE FROM pushes WHERE subscription = $1 AND kind = $2 AND subject = $3 AND at = $4";
        let query = statement(query).bind(&push.to.id).bind(push.kind.word()).bind(&push.subject);
        self.execute(query.bind(push.at)).await?;
        Ok(())
    }

    /// Notes that a push has failed, and lets it be tried again, unless there is news for it meanwhile.
    pub async fn push_failed(&self, push: &Push, now: Millis, due: Millis) -> Result<()> {
        transaction!(self, write => async {
            let query =
                "UPDATE push_subscriptions SET failing_since = coalesce(failing_since, $2) WHERE id = $1";
            statement(query).bind(&push.to.id).bind(now).execute(&mut *write).await?;
            let query = "UPDATE pushes SET due = $5 WHERE subscription = $1 AND kind = $2 AND subject = $3
                 AND at = $4";
            let query = statement(query).bind(&push.to.id).bind(push.kind.word()).bind(&push.subject);
            query.bind(push.at).bind(due).execute(&mut *write).await?;
            Ok(())
        })
    }

    /// Forgets a browser that can no longer be reached, or whose session has ended.
    pub async fn drop_subscription(&self, id: &str) -> Result<()> {
        self.execute(statement("DELETE FROM push_subscriptions WHERE id = $1").bind(id)).await?;
        Ok(())
    }
}
