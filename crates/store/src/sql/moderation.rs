//! Reports to the moderators, and people who are blocked by others.

use super::database::{Connection, Pool, Small, query_as, query_scalar, statement};
use crate::{Blocked, NewReport, Report, Result};
use bagatelle_table::Millis;

/// Notes a report; returns whether it is new.
pub(super) async fn report(connection: &mut Connection, report: &NewReport) -> Result<bool> {
    connection.lock("SELECT pg_advisory_xact_lock(hashtext($1))", "reports").await?;
    let known = "SELECT EXISTS (SELECT 1 FROM reports WHERE reporter = $1 AND person = $2 AND answer IS NULL
         AND coalesce(table_id, '') = coalesce($3, '') AND coalesce(said_at, 0) = coalesce($4, 0))";
    let known = query_scalar(known).bind(&report.reporter).bind(&report.person);
    if known.bind(&report.table).bind(report.said_at).fetch_one(&mut *connection).await? {
        return Ok(false);
    }
    statement(
        "INSERT INTO reports (number, at, reporter, person, name, table_id, said_at, text, note)
         VALUES ((SELECT coalesce(max(number), 0) + 1 FROM reports), $1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(report.at)
    .bind(&report.reporter)
    .bind(&report.person)
    .bind(&report.name)
    .bind(&report.table)
    .bind(report.said_at)
    .bind(&report.text)
    .bind(&report.note)
    .execute(connection)
    .await?;
    Ok(true)
}

row! {
    struct ReportRow {
        number: i64,
        at: Millis,
        reporter: String,
        person: String,
        name: String,
        table_id: Option<String>,
        said_at: Option<Millis>,
        text: String,
        note: String,
        answer: Option<i64>,
    }
}

impl From<ReportRow> for Report {
    fn from(row: ReportRow) -> Report {
        let ReportRow { number, at, reporter, person, name, table_id, said_at, text, note, answer } = row;
        let reported = NewReport { at, reporter, person, name, table: table_id, said_at, text, note };
        Report { number, reported, answer }
    }
}

fn reports(rows: Vec<ReportRow>) -> Vec<Report> {
    rows.into_iter().map(Report::from).collect()
}

pub(super) async fn list(pool: &Pool, open: bool, before: i64, limit: u32) -> Result<Vec<Report>> {
    let query =
        "SELECT * FROM reports WHERE (answer IS NULL) = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
    Ok(reports(query_as(query).bind(open).bind(before).bind(limit).fetch_all(pool).await?))
}

pub(super) async fn find(pool: &Pool, number: i64) -> Result<Option<Report>> {
    let query = "SELECT * FROM reports WHERE number = $1";
    let row: Option<ReportRow> = query_as(query).bind(number).fetch_optional(pool).await?;
    Ok(row.map(Report::from))
}

pub(super) async fn of(pool: &Pool, person: &str, limit: u32) -> Result<Vec<Report>> {
    let query = "SELECT * FROM reports WHERE person = $1 ORDER BY number DESC LIMIT $2";
    Ok(reports(query_as(query).bind(person).bind(limit).fetch_all(pool).await?))
}

/// The reports that a person has made, the first one first.
pub(super) async fn by(pool: &Pool, person: &str) -> Result<Vec<Report>> {
    let query = "SELECT * FROM reports WHERE reporter = $1 ORDER BY number";
    Ok(reports(query_as(query).bind(person).fetch_all(pool).await?))
}

pub(super) async fn count_open(pool: &Pool) -> Result<u32> {
    let count: Small<u32> =
        query_scalar("SELECT count(*) FROM reports WHERE answer IS NULL").fetch_one(pool).await?;
    Ok(count.0)
}

pub(super) async fn block(
    connection: &mut Connection,
    person: &str,
    other: &str,
    name: &str,
    now: Millis,
) -> Result<()> {
    let query =
        "INSERT INTO blocks (person, blocked, name, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    statement(query).bind(person).bind(other).bind(name).bind(now).execute(connection).await?;
    Ok(())
}

pub(super) async fn unblock(connection: &mut Connection, person: &str, other: &str) -> Result<()> {
    let query = "DELETE FROM blocks WHERE person = $1 AND blocked = $2";
    statement(query).bind(person).bind(other).execute(connection).await?;
    Ok(())
}

pub(super) async fn blocked_by(pool: &Pool, person: &str) -> Result<Vec<Blocked>> {
    let query = "SELECT blocked, name FROM blocks WHERE person = $1 ORDER BY at DESC, blocked";
    let rows: Vec<(String, String)> = query_as(query).bind(person).fetch_all(pool).await?;
    Ok(rows.into_iter().map(|(person, name)| Blocked { person, name }).collect())
}

pub(super) async fn blockers_of(pool: &Pool, person: &str) -> Result<Vec<String>> {
    query_scalar("SELECT person FROM blocks WHERE blocked = $1 ORDER BY person")
        .bind(person)
        .fetch_all(pool)
        .await
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
        // Who is kept from something as a visitor is kept from it with an account.
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
