//! The one writer of moves and new tables: it takes all waiting appends, writes them in one transaction,
//! and answers each caller after the commit.
//!
//! A transaction waits for the disk once, however many moves are in it, so a crowd costs little more than one
//! player. A fault in a single append (its number is taken, or a row it needs is damaged) spoils no other
//! one: the batch is rolled back and written in two halves, down to the faulty append. If the disk fails, all
//! callers of the batch are told.

use super::appends::{Append, Appends, Queue};
use super::copies::{Copies, Notice};
use super::database::{Connection, Pool, Value};
use super::encoded::{Encoded, Rows};
use super::health::Health;
use super::write::Write;
use super::{dailies, feeds, pushes, ratings, summaries, tables};
use crate::{Result, TestHooks};
use bagatelle_table::FinalRank;
use std::sync::Arc;

/// Starts the writer; returns where appends wait for it. `health` tells from each transaction on whether the
/// database has failed in it.
pub(super) fn start(
    pool: Pool,
    health: Arc<Health>,
    copies: Option<Arc<Copies>>,
    hooks: TestHooks,
) -> Appends {
    let (appends, mut queue) = Appends::new(Arc::clone(&health));
    tokio::spawn(async move {
        while let Some(batch) = queue.next().await {
            write(&pool, &health, &queue, copies.as_deref(), &hooks, batch).await;
        }
    });
    appends
}

/// Writes a batch and answers it.
async fn write(
    pool: &Pool,
    health: &Arc<Health>,
    queue: &Queue,
    copies: Option<&Copies>,
    hooks: &TestHooks,
    mut batch: Vec<Append>,
) {
    // Servers that share a database lock rows in the same order.
    batch.sort_unstable_by(|one, other| one.table.cmp(&other.table));
    let mut parts = vec![batch];
    let mut tries = 0;
    while let Some(mut part) = parts.pop() {
        let done = async {
            let mut write = Write::begin(pool, health).await?;
            let done = append_all(&mut write, &part, copies).await;
            write.finish(done.and_then(|()| hooks.before_commit())).await
        };
        match done.await {
            Ok(()) => {
                queue.count(part.len());
                answer(part, || Ok(()));
            }
            Err(error) if error.can_be_tried_again(&mut tries) => parts.push(part),
            Err(error) if part.len() == 1 => {
                if let Some(append) = part.pop() {
                    append.tell(Err(error));
                }
            }
            Err(error) if error.is_of_one_row() => {
                let half = part.split_off(part.len() / 2);
                parts.push(half);
                parts.push(part);
            }
            Err(error) => {
                let error = error.shared();
                answer(part, || Err(error()));
            }
        }
    }
}

/// Tells all callers.
fn answer(part: Vec<Append>, mut result: impl FnMut() -> Result<()>) {
    for append in part {
        append.tell(result());
    }
}

/// Writes appends to different tables: the tables that are new, then all events, all summaries, all seats;
/// where there can be other servers, they are told.
async fn append_all(connection: &mut Connection, part: &[Append], copies: Option<&Copies>) -> Result<()> {
    for spec in part.iter().filter_map(|append| append.new.as_ref()) {
        tables::create(connection, spec).await?;
    }
    tables::append_rows(connection, all(part, |rows| &rows.events)).await?;
    summaries::keep_rows(connection, all(part, |rows| &rows.summary)).await?;
    summaries::keep_seats(connection, all(part, |rows| &rows.seats)).await?;
    let ranks: Vec<&FinalRank> = part.iter().filter_map(|append| append.over.as_ref()).flatten().collect();
    ratings::lock(connection, &ranks).await?;
    for append in part {
        if let Some(ranks) = &append.over {
            dailies::settle(connection, &append.table).await?;
            ratings::settle(connection, &append.table, ranks).await?;
        }
    }
    pushes::add(connection, part.iter().flat_map(|append| &append.letters)).await?;
    let told = feeds::add(connection, part.iter().flat_map(|append| &append.letters)).await?;
    match copies {
        Some(copies) => tell(connection, copies, part, told).await,
        None => Ok(()),
    }
}

/// The values of the rows of all appends.
fn all(part: &[Append], rows: fn(&Encoded) -> &Rows) -> Vec<Value<'_>> {
    part.iter().flat_map(|append| rows(&append.rows)).map(Value::borrowed).collect()
}

/// Tells the other servers, with the commit.
async fn tell(
    connection: &mut Connection,
    copies: &Copies,
    part: &[Append],
    told: Vec<String>,
) -> Result<()> {
    let games = part.iter().map(|append| (append.table.clone(), append.seq)).collect();
    copies.tell_in(connection, &Notice::Games(games)).await?;
    copies.tell_in(connection, &Notice::Feeds(told)).await?;
    match part.iter().any(|append| append.lobby) {
        true => copies.tell_in(connection, &Notice::Lobby).await,
        false => Ok(()),
    }
}

#[cfg(test)]
#[path = "writer_tests.rs"]
mod tests;
