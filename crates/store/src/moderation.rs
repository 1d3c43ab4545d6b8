//! Reports to the moderators, and people who are blocked by others.

use super::database::{Connection, Small, query_as, query_scalar, statement};
use super::{friends, invitations};
use crate::{Result, Store};
use bagatelle_table::Millis;

/// Something that is reported to the moderators.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NewReport {
    /// When.
    pub at: Millis,
    /// Who reports it.
    pub reporter: String,
    /// Who is reported.
    pub person: String,
    /// What that person is called.
    pub name: String,
    /// At which table; `None` for a profile and for an event.
    pub table: Option<String>,
    /// Which event, whose title is the text; `None` for all others.
    pub event: Option<String>,
    /// When the text was sent; `None` for a report of a player or an event.
    pub said_at: Option<Millis>,
    /// The text.
    pub text: String,
    /// What the reporter says about it.
    pub note: String,
}

/// A report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// Its number.
    pub number: i64,
    /// What is reported.
    pub reported: NewReport,
    /// The number of the act that has settled it; `None` while it is open.
    pub answer: Option<i64>,
}

/// A person whom another one has blocked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// The id.
    pub person: String,
    /// What the person was called then.
    pub name: String,
}

row! {
    struct ReportRow {
        number: i64,
        at: Millis,
        reporter: String,
        person: String,
        name: String,
        table_id: Option<String>,
        event: Option<String>,
        said_at: Option<Millis>,
        text: String,
        note: String,
        answer: Option<i64>,
    }
}

impl From<ReportRow> for Report {
    fn from(row: ReportRow) -> Report {
        let ReportRow { number, at, reporter, person, name, table_id, event, said_at, text, note, answer } =
            row;
        let reported = NewReport { at, reporter, person, name, table: table_id, event, said_at, text, note };
        Report { number, reported, answer }
    }
}

fn reports(rows: Vec<ReportRow>) -> Vec<Report> {
    rows.into_iter().map(Report::from).collect()
}

/// Gives an account what a visitor has reported and blocked, and what others have against the visitor.
pub(super) async fn claim(connection: &mut Connection, visitor: &str, account: &str) -> Result<()> {
    for query in [
        "UPDATE reports SET reporter = $2 WHERE reporter = $1",
        "UPDATE reports SET person = $2 WHERE person = $1",
        "INSERT INTO blocks (person, blocked, name, at) SELECT $2, blocked, name, at FROM blocks
             WHERE person = $1 AND blocked <> $2 ON CONFLICT DO NOTHING",
        "INSERT INTO blocks (person, blocked, name, at) SELECT person, $2, name, at FROM blocks
             WHERE blocked = $1 AND person <> $2 ON CONFLICT DO NOTHING",
        "DELETE FROM blocks WHERE (person = $1 OR blocked = $1) AND $1 <> $2",
        // A visitor who was kept from something is also kept from it with an account.
        "INSERT INTO restrictions (person, banned, muted, reason) SELECT $2, banned, muted, reason FROM \
         restrictions
             WHERE person = $1 ON CONFLICT DO NOTHING",
    ] {
        statement(query).bind(visitor).bind(account).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Removes what an account that is deleted has reported and blocked, what others have against it, and its
/// name from the log of acts.
pub(super) async fn forget(connection: &mut Connection, account: &str) -> Result<()> {
    for query in [
        "UPDATE reports SET reporter = '' WHERE reporter = $1",
        "DELETE FROM reports WHERE person = $1",
        "DELETE FROM blocks WHERE person = $1 OR blocked = $1",
        "UPDATE acts SET subject_name = '' WHERE subject = $1",
        "UPDATE acts SET detail = '' WHERE subject = $1 AND act = 'rename'",
        "UPDATE acts SET actor_name = '' WHERE actor = $1",
        "DELETE FROM restrictions WHERE person = $1",
    ] {
        statement(query).bind(account).execute(&mut *connection).await?;
    }
    Ok(())
}

impl Store {
    /// Notes a report; returns whether it is new. The same person reports a text, a player at a table, or an
    /// event, once.
    pub async fn report(&self, report: &NewReport) -> Result<bool> {
        transaction!(self, write => async {
            write.lock("SELECT pg_advisory_xact_lock(hashtext($1))", "reports").await?;
            let known =
                "SELECT EXISTS (SELECT 1 FROM reports WHERE reporter = $1 AND person = $2 AND answer IS NULL
                 AND coalesce(table_id, '') = coalesce($3, '') AND coalesce(said_at, 0) = coalesce($4, 0)
                 AND coalesce(event, '') = coalesce($5, ''))";
            let known = query_scalar(known).bind(&report.reporter).bind(&report.person);
            let known = known.bind(&report.table).bind(report.said_at).bind(&report.event);
            if known.fetch_one(&mut *write).await? {
                return Ok(false);
            }
            statement(
                "INSERT INTO reports
                     (number, at, reporter, person, name, table_id, said_at, text, note, event)
                 VALUES ((SELECT coalesce(max(number), 0) + 1 FROM reports), $1, $2, $3, $4, $5, $6, $7, $8, \
                 $9)",
            )
            .bind(report.at)
            .bind(&report.reporter)
            .bind(&report.person)
            .bind(&report.name)
            .bind(&report.table)
            .bind(report.said_at)
            .bind(&report.text)
            .bind(&report.note)
            .bind(&report.event)
            .execute(&mut *write)
            .await?;
            Ok(true)
        })
    }

    /// The reports before this number that are open, or those that are settled, the newest first.
    pub async fn reports(&self, open: bool, before: i64, limit: u32) -> Result<Vec<Report>> {
        let query =
            "SELECT * FROM reports WHERE (answer IS NULL) = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
        Ok(reports(query_as(query).bind(open).bind(before).bind(limit).fetch_all(&self.read).await?))
    }

    /// A report.
    pub async fn find_report(&self, number: i64) -> Result<Option<Report>> {
        let query = "SELECT * FROM reports WHERE number = $1";
        let row: Option<ReportRow> = query_as(query).bind(number).fetch_optional(&self.read).await?;
        Ok(row.map(Report::from))
    }

    /// The reports of a person, the newest first.
    pub async fn reports_of(&self, person: &str, limit: u32) -> Result<Vec<Report>> {
        let query = "SELECT * FROM reports WHERE person = $1 ORDER BY number DESC LIMIT $2";
        Ok(reports(query_as(query).bind(person).bind(limit).fetch_all(&self.read).await?))
    }

    /// The reports that a person has made, the oldest first.
    pub(super) async fn reports_by(&self, person: &str) -> Result<Vec<Report>> {
        let query = "SELECT * FROM reports WHERE reporter = $1 ORDER BY number";
        Ok(reports(query_as(query).bind(person).fetch_all(&self.read).await?))
    }

    /// How many reports are open.
    pub async fn open_reports(&self) -> Result<u32> {
        let count: Small<u32> =
            query_scalar("SELECT count(*) FROM reports WHERE answer IS NULL").fetch_one(&self.read).await?;
        Ok(count.0)
    }

    /// Lets a person block another one, who has this name. Neither follows the other any longer, or is
    /// invited by the other.
    pub async fn block(&self, person: &str, other: &str, name: &str, now: Millis) -> Result<()> {
        let query =
            "INSERT INTO blocks (person, blocked, name, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
        transaction!(self, write => async {
            let query = statement(query).bind(person).bind(other).bind(name).bind(now);
            query.execute(&mut *write).await?;
            friends::part(&mut write, person, other).await?;
            invitations::part(&mut write, person, other).await
        })
    }

    /// Lets a person unblock another one.
    pub async fn unblock(&self, person: &str, other: &str) -> Result<()> {
        let query = "DELETE FROM blocks WHERE person = $1 AND blocked = $2";
        self.execute(statement(query).bind(person).bind(other)).await?;
        Ok(())
    }

    /// The people whom a person has blocked, the latest first.
    pub async fn blocked_by(&self, person: &str) -> Result<Vec<Blocked>> {
        let query = "SELECT blocked, name FROM blocks WHERE person = $1 ORDER BY at DESC, blocked";
        let rows: Vec<(String, String)> = query_as(query).bind(person).fetch_all(&self.read).await?;
        Ok(rows.into_iter().map(|(person, name)| Blocked { person, name }).collect())
    }

    /// The people who have blocked a person.
    pub async fn blockers_of(&self, person: &str) -> Result<Vec<String>> {
        query_scalar("SELECT person FROM blocks WHERE blocked = $1 ORDER BY person")
            .bind(person)
            .fetch_all(&self.read)
            .await
    }
}
