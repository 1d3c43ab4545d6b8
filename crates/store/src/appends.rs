//! The queue of the one writer: new tables, and the events of tables.

use super::encoded::Encoded;
use super::health::{Health, Unanswered};
use crate::{Letter, Result, StoreError};
use bagatelle_table::{Event, FinalRank, Stage, Summary, TableSpec};
use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{mpsc, oneshot};

/// How many appends, new tables included, a store has written since it was opened, and in how many
/// transactions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WriteCounts {
    /// The appends.
    pub appends: u64,
    /// The transactions that held them.
    pub transactions: u64,
}

/// The most appends in one transaction.
const LARGEST_BATCH: usize = 512;

/// Events to append to one table, and its summary after them.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) table: String,
    /// The table, if it is new.
    pub(super) new: Option<TableSpec>,
    pub(super) rows: Encoded,
    /// How many events the table has then.
    pub(super) seq: u64,
    /// Whether the list of open tables may look different then.
    pub(super) lobby: bool,
    /// The ranks, if the game is over.
    pub(super) over: Option<Vec<FinalRank>>,
    /// What people are told.
    pub(super) letters: Vec<Letter>,
    pub(super) answer: oneshot::Sender<Result<()>>,
    pub(super) _waits: Unanswered,
}

impl Append {
    /// Answers the caller, who may have given up.
    pub(super) fn tell(self, result: Result<()>) {
        let _ = self.answer.send(result);
    }
}

/// Where appends wait for the writer, a task that lasts as long as there is one of these.
#[derive(Clone, Debug)]
pub(super) struct Appends {
    pub(super) queue: mpsc::UnboundedSender<Append>,
    counts: Arc<Counts>,
    health: Arc<Health>,
}

/// What has been written so far.
#[derive(Debug, Default)]
struct Counts {
    appends: AtomicU64,
    transactions: AtomicU64,
}

/// Whether the list of open tables, or that of public games, changes: `other` says that something other than
/// moves has happened.
fn is_in_lists(summary: &Summary, other: bool) -> bool {
    (summary.listed && (summary.stage == Stage::Open || other))
        || (summary.public && (summary.stage == Stage::Over || other))
}

impl Appends {
    /// A queue, and the end from which it is written. `health` counts what waits in it.
    pub(super) fn new(health: Arc<Health>) -> (Appends, Queue) {
        let (queue, waiting) = mpsc::unbounded_channel();
        let appends = Appends { queue, counts: Arc::default(), health };
        let queue = Queue { waiting, held: VecDeque::new(), counts: Arc::clone(&appends.counts) };
        (appends, queue)
    }

    /// How many appends were written, and in how many transactions.
    pub(super) fn counts(&self) -> WriteCounts {
        let Counts { appends, transactions } = &*self.counts;
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        WriteCounts { appends: read(appends), transactions: read(transactions) }
    }

    /// Writes events of a table, the first with number `seq`, and the summary after them; with them the
    /// table, if it is new. They are written even if the caller gives up.
    pub(super) async fn send(
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
            lobby: is_in_lists(summary, new.is_some() || events.iter().any(|event| !event.kind.is_move())),
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
pub(super) struct Queue {
    waiting: mpsc::UnboundedReceiver<Append>,
    /// Those that are taken from the channel and not written yet.
    held: VecDeque<Append>,
    counts: Arc<Counts>,
}

impl Queue {
    /// Everything that can be written now, in one transaction: one append for each table, since each needs
    /// the one before it. `None` once no more can come.
    pub(super) async fn next(&mut self) -> Option<Vec<Append>> {
        if self.held.is_empty() {
            self.held.push_back(self.waiting.recv().await?);
        }
        // Requests that are being handled at this moment join the same transaction.
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

    /// Counts appends that were written in one transaction.
    pub(super) fn count(&self, appends: usize) {
        self.counts.appends.fetch_add(appends as u64, Ordering::Relaxed);
        self.counts.transactions.fetch_add(1, Ordering::Relaxed);
    }
}
