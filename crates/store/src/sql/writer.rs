//! The one writer of moves and new tables: it takes all appends that wait, writes them in one transaction,
//! and answers each caller after the commit.
//!
//! A transaction waits for the disk once, however many moves are in it, so a crowd costs little more than one
//! player. What a single append does wrong (its number is taken, a row it needs is damaged) spoils no other
//! one: the batch is rolled back and written in two halves, down to the append that is at fault. A disk that
//! fails is told to all of the batch.

use super::copies::{Copies, Notice};
use super::database::{Connection, Pool, Value};
use super::encoded::{Encoded, Rows};
use super::health::{Health, Unanswered};
use super::write::{MOST_TRIES, Write};
use super::{dailies, feeds, ratings, summaries, tables};
use crate::{Letter, Result, StoreError, TestHooks, WriteCounts};
use bagatelle_table::{Event, FinalRank, Stage, Summary, TableSpec};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

/// The most appends in one transaction.
const LARGEST_BATCH: usize = 512;

/// Events of one table that are to be appended, and its summary after them.
#[derive(Debug)]
struct Append {
    table: String,
    /// The table, if it is new.
    new: Option<TableSpec>,
    rows: Encoded,
    /// How many events the table has then.
    seq: u64,
    /// Whether the list of open tables may look different then.
    lobby: bool,
    /// The ranks, if the game is over.
    over: Option<Vec<FinalRank>>,
    /// What people are told.
    letters: Vec<Letter>,
    answer: oneshot::Sender<Result<()>>,
    _waits: Unanswered,
}

impl Append {
    /// Tells the caller; one who has given up does not hear it.
    fn tell(self, result: Result<()>) {
        let _ = self.answer.send(result);
    }
}

/// Hands appends to the writer, a task that lasts as long as there is one of these.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::UnboundedSender<Append>,
    counts: Arc<Counts>,
    health: Arc<Health>,
}

/// What was written so far.
#[derive(Debug, Default)]
struct Counts {
    appends: AtomicU64,
    transactions: AtomicU64,
}

impl Writer {
    /// Starts the writer. `health` tells from each transaction on whether the database has failed in it.
    pub(super) fn start(
        pool: Pool,
        health: Arc<Health>,
        copies: Option<Arc<Copies>>,
        hooks: TestHooks,
    ) -> Writer {
        let (queue, waiting) = mpsc::unbounded_channel();
        let counts = Arc::<Counts>::default();
        let writer = Writer { queue, counts: Arc::clone(&counts), health: Arc::clone(&health) };
        tokio::spawn(async move {
            let mut queue = Queue { waiting, held: VecDeque::new() };
            while let Some(batch) = queue.next().await {
                write(&pool, &health, &counts, copies.as_deref(), &hooks, batch).await;
            }
        });
        writer
    }

    /// How many appends were written, and in how many transactions.
    pub(super) fn counts(&self) -> WriteCounts {
        let Counts { appends, transactions } = &*self.counts;
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        WriteCounts { appends: read(appends), transactions: read(transactions) }
    }

    /// Writes a new table with its first events.
    pub(super) async fn create(
        &self,
        spec: &TableSpec,
        events: &[Event],
        summary: &Summary,
        letters: &[Letter],
    ) -> Result<()> {
        self.send(Some(spec.clone()), (&spec.id, 0), events, summary, letters).await
    }

    /// Appends events, the first with number `seq`, and the summary after them. They are written even if the
    /// caller gives up.
    pub(super) async fn append(
        &self,
        id: &str,
        seq: u64,
        events: &[Event],
        summary: &Summary,
        letters: &[Letter],
    ) -> Result<()> {
        self.send(None, (id, seq), events, summary, letters).await
    }

    async fn send(
        &self,
        new: Option<TableSpec>,
        (id, seq): (&str, u64),
        events: &[Event],
        summary: &Summary,
        letters: &[Letter],
    ) -> Result<()> {
        let (answer, answered) = oneshot::channel();
        let append = Append {
            table: id.to_owned(),
            rows: Encoded::new(id, seq, events, summary)?,
            seq: seq + events.len() as u64,
            lobby: summary.listed
                && (summary.stage == Stage::Open || events.iter().any(|event| !event.kind.is_move())),
            over: (new.is_none() && summary.stage == Stage::Over).then(|| summary.ranks.clone()),
            letters: letters.to_vec(),
            new,
            answer,
            _waits: self.health.wait(),
        };
        let stopped = || StoreError::Database("the writer has stopped".into());
        self.queue.send(append).map_err(|_| stopped())?;
        answered.await.unwrap_or_else(|_| Err(stopped()))
    }
}

/// The appends that wait.
struct Queue {
    waiting: mpsc::UnboundedReceiver<Append>,
    /// Those that are taken from the channel and not written yet.
    held: VecDeque<Append>,
}

impl Queue {
    /// All that can be written now, in one transaction: one append for each table, since each needs the one
    /// before it. `None` once no more can come.
    async fn next(&mut self) -> Option<Vec<Append>> {
        if self.held.is_empty() {
            self.held.push_back(self.waiting.recv().await?);
        }
        // Requests that are being worked on at this moment get on the same transaction.
        loop {
            let before = self.held.len();
            tokio::task::yield_now().await;
            while let Ok(append) = self.waiting.try_recv() {
                self.held.push_back(append);
            }
            if self.held.len() == before || before >= LARGEST_BATCH {
                break;
            }
        }
        let (mut batch, mut later, mut tables) = (Vec::new(), VecDeque::new(), HashSet::new());
        for append in self.held.drain(..) {
            match batch.len() < LARGEST_BATCH && tables.insert(append.table.clone()) {
                true => batch.push(append),
                false => later.push_back(append),
            }
        }
        self.held = later;
        Some(batch)
    }
}

/// Writes a batch and answers it.
async fn write(
    pool: &Pool,
    health: &Arc<Health>,
    counts: &Counts,
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
                counts.appends.fetch_add(part.len() as u64, Ordering::Relaxed);
                counts.transactions.fetch_add(1, Ordering::Relaxed);
                answer(part, || Ok(()));
            }
            Err(error) if error.is_passing() && tries < MOST_TRIES => {
                tries += 1;
                parts.push(part);
            }
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
