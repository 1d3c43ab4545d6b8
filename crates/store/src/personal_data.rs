//! What is stored about a person, in the form of an export.

use super::database::{query_as, query_scalar};
use super::rows::parse_pool;
use crate::{
    Daily, Friend, ListedEvent, Planned, PushSubscription, Report, Result, Store, TriedPosition, Visits,
};
use bagatelle_table::{Millis, RatingPool};
use serde::Serialize;

/// What is stored about a person apart from account, ratings and tables, in the form of an export.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct PersonalData {
    /// When each session began.
    pub sessions: Vec<Millis>,
    /// What rated games have changed.
    pub rated: Vec<RatingChange>,
    /// The messages sent, the oldest first.
    pub chat: Vec<SentMessage>,
    /// The deals and positions of the day that were played, the oldest first.
    pub dailies: Vec<Daily>,
    /// What was tried at positions of the day, in order.
    pub tries: Vec<TriedPosition>,
    /// The names of the people who are blocked.
    pub blocked: Vec<String>,
    /// The reports to the moderators, the oldest first.
    pub reports: Vec<SentReport>,
    /// The browsers that are told of turns and invitations, the oldest first.
    pub notified: Vec<NotifiedBrowser>,
    /// The ids of the tables to which the person is invited, the last one first.
    pub invited: Vec<String>,
    /// What was planned in games that go on.
    pub planned: Vec<PlannedMoves>,
    /// The names of the people who are followed, the latest first.
    pub followed: Vec<String>,
    /// The events that the person organizes or plays in, the newest first.
    pub events: Vec<OwnEvent>,
    /// Whether others may see when the person is here, and when that last was.
    pub visits: Option<Visits>,
}

/// An event, in the form of an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct OwnEvent {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// When it was made.
    pub created: Millis,
    /// Whether the person organizes it.
    pub organizes: bool,
}

impl From<ListedEvent> for OwnEvent {
    fn from(ListedEvent { id, title, created, organizes, .. }: ListedEvent) -> OwnEvent {
        OwnEvent { id, title, created, organizes }
    }
}

/// What was planned in a game, in the form of an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlannedMoves {
    /// The id of the table.
    #[serde(rename = "game")]
    pub table: String,
    /// The seat.
    pub seat: u8,
    /// The version of the table when it was planned.
    pub version: u64,
    /// The lines: actions of others, each with what is played then.
    pub lines: Vec<Vec<String>>,
}

/// A browser that is told of turns and invitations, in the form of an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct NotifiedBrowser {
    /// The push service of the browser. The rest of the address would let its finder send to it.
    pub service: String,
    /// Whether it is told of turns.
    pub turns: bool,
    /// Whether it is told of invitations.
    pub invitations: bool,
    /// When it asked for that first.
    pub created: Millis,
}

/// A report, in the form of an export.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SentReport {
    /// When.
    pub at: Millis,
    /// The name of the reported person.
    pub name: String,
    /// The id of the table.
    #[serde(rename = "game")]
    pub table: Option<String>,
    /// The id of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The text that was reported.
    pub text: String,
    /// What was said about it.
    pub note: String,
}

/// What a rated game has changed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingChange {
    /// The id of the table.
    #[serde(rename = "game")]
    pub table: String,
    /// The pool in which it counts.
    #[serde(skip_serializing_if = "RatingPool::is_people")]
    pub pool: RatingPool,
    /// The strength before the game.
    pub before: Strength,
    /// The strength after the game.
    pub after: Strength,
}

/// A rating without its history.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Strength {
    /// The rating.
    pub rating: f64,
    /// The deviation.
    pub deviation: f64,
}

/// A message that a person has sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SentMessage {
    /// The id of the table.
    #[serde(rename = "game")]
    pub table: String,
    /// When it was sent.
    pub at: Millis,
    /// The text.
    pub text: String,
}

row! {
    struct ChangeRow {
        table_id: String,
        pool: String,
        rating_before: f64,
        deviation_before: f64,
        rating: f64,
        deviation: f64,
    }
}

row! {
    struct SentRow {
        table_id: String,
        at: Millis,
        text: String,
    }
}

impl Store {
    /// What is stored about a person besides account, ratings and tables.
    pub async fn personal_data(&self, person: &str) -> Result<PersonalData> {
        let sessions = "SELECT created FROM sessions WHERE account = $1 ORDER BY created";
        let sessions = query_scalar(sessions).bind(person).fetch_all(&self.read).await?;
        let changes =
            "SELECT table_id, pool, rating_before, deviation_before, rating, deviation FROM rating_changes
             WHERE account = $1";
        let changes: Vec<ChangeRow> = query_as(changes).bind(person).fetch_all(&self.read).await?;
        let chat = "SELECT table_id, at, text FROM chat WHERE person = $1 AND text <> '' ORDER BY at, seq";
        let chat: Vec<SentRow> = query_as(chat).bind(person).fetch_all(&self.read).await?;
        let change = |row: ChangeRow| {
            Ok(RatingChange {
                table: row.table_id,
                pool: parse_pool(&row.pool)?,
                before: Strength { rating: row.rating_before, deviation: row.deviation_before },
                after: Strength { rating: row.rating, deviation: row.deviation },
            })
        };
        let sent = |SentRow { table_id, at, text }| SentMessage { table: table_id, at, text };
        let reported = |Report { reported: one, .. }| SentReport {
            at: one.at,
            name: one.name,
            table: one.table,
            event: one.event,
            text: one.text,
            note: one.note,
        };
        let notified = |one: PushSubscription| NotifiedBrowser {
            service: one.service().to_owned(),
            turns: one.turns,
            invitations: one.invitations,
            created: one.created,
        };
        let planned = |Planned { table, plan, .. }: Planned| PlannedMoves {
            table,
            seat: plan.seat.0,
            version: plan.version,
            lines: plan.lines,
        };
        Ok(PersonalData {
            sessions,
            rated: changes.into_iter().map(change).collect::<Result<_>>()?,
            chat: chat.into_iter().map(sent).collect(),
            dailies: self.dailies(person, "", "~").await?,
            tries: self.all_tries(person).await?,
            blocked: self.blocked_by(person).await?.into_iter().map(|one| one.name).collect(),
            reports: self.reports_by(person).await?.into_iter().map(reported).collect(),
            notified: self.push_subscriptions(person).await?.into_iter().map(notified).collect(),
            invited: self.invited_to(person).await?,
            planned: self.plans_of(person).await?.into_iter().map(planned).collect(),
            followed: self.friends(person).await?.into_iter().map(|Friend { name, .. }| name).collect(),
            events: self.events_with(person, u32::MAX).await?.into_iter().map(OwnEvent::from).collect(),
            visits: self.visits(person).await?,
        })
    }
}
