//! The life of a server among others on the same database: it reports regularly that it runs, hears what
//! the others report, and takes over the work of those that have ended.

use crate::error::AppError;
use crate::limits::{BEAT, LEFT_BEHIND, TAKEN_OVER_AFTER};
use crate::live::table::LiveTable;
use crate::system::clock::Stopwatch;
use crate::tables::Tables;
use bagatelle_store::{Copies, DatabaseLock, Listener, Membership, Notice, StoreError};
use std::sync::Arc;
use tokio::task::JoinHandle;

/// A server that counts among the others until this is dropped.
#[derive(Debug)]
pub struct Joined {
    tasks: Vec<JoinHandle<()>>,
    copies: Arc<Copies>,
}

impl Joined {
    /// Counts a server from now on.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn new(
        copies: &Arc<Copies>,
        lock: Option<DatabaseLock>,
    ) -> Result<(Joined, Starting), StoreError> {
        // From here on every notice is heard, so everything read from here on stays true.
        let listener = copies.listen().await?;
        let membership = Membership::begin(Arc::clone(copies), lock).await?;
        let alone = copies.is_alone().await?;
        let joined = Joined { tasks: Vec::new(), copies: Arc::clone(copies) };
        Ok((joined, Starting { listener, membership, alone }))
    }

    /// Begins to hear, and to say that the server runs.
    pub fn begin(&mut self, tables: &Tables, starting: Starting) {
        let Starting { listener, membership, .. } = starting;
        self.tasks.push(tokio::spawn(hear(tables.clone(), listener)));
        self.tasks.push(tokio::spawn(beat(tables.clone(), membership)));
    }

    /// Says that the server ends, so that the others need not find out.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn end(self) -> Result<(), StoreError> {
        for task in &self.tasks {
            task.abort();
        }
        let copies = Arc::clone(&self.copies);
        drop(self);
        copies.leave().await
    }
}

impl Drop for Joined {
    fn drop(&mut self) {
        for task in &self.tasks {
            task.abort();
        }
    }
}

/// What a server has begun before it has tables.
pub struct Starting {
    listener: Listener,
    membership: Membership,
    /// Whether no other server runs.
    pub alone: bool,
}

/// Hears what other servers tell, as long as the server runs.
async fn hear(tables: Tables, mut listener: Listener) {
    loop {
        let notice = listener.next().await;
        let tables = tables.clone();
        // One table that is slow to read keeps no other one waiting.
        tokio::spawn(async move {
            if notice == Notice::Missed {
                tables.registry().tell_all_presence().await;
            }
            match tables.registry().hear(notice).await {
                Ok(looked) => looked.into_iter().for_each(|live| watch_over(&tables, live)),
                Err(error) => tracing::warn!(%error, "what another server tells cannot be read"),
            }
        });
    }
}

/// Lets a program think whose turn it is by what another server has written, if no server does: that one may
/// have ended just then.
fn watch_over(tables: &Tables, live: Arc<LiveTable>) {
    let tables = tables.clone();
    tokio::spawn(async move {
        let due = async || {
            let state = live.lock().await;
            let registry = tables.registry();
            let due = registry.mover(state.table()).is_some() || state.table().chance_is_due();
            due.then(|| state.table().version())
        };
        let Some(version) = due().await else { return };
        tokio::time::sleep(TAKEN_OVER_AFTER).await;
        if due().await == Some(version)
            && let Err(error) = tables.jobs().advance(&live).await
        {
            tracing::error!(table = live.id(), %error, "a table cannot go on");
        }
    });
}

/// Keeps saying that the server runs, and takes over what others leave.
async fn beat(tables: Tables, mut membership: Membership) {
    let mut beats = 0u32;
    loop {
        tokio::time::sleep(BEAT).await;
        beats = beats.wrapping_add(1);
        let watch = Stopwatch::start();
        let beat = match membership.beat().await {
            Ok(beat) => beat,
            Err(error) => {
                tracing::warn!(%error, "the other servers cannot be told that this one runs");
                continue;
            }
        };
        if let Err(error) = tables.registry().compare_clock().await {
            tracing::warn!(%error, "the clock cannot be compared with that of the database");
        }
        if beat.forgotten {
            tracing::warn!(after = ?watch.elapsed(), "the other servers had given this one up");
            tables.registry().tell_all_presence().await;
        }
        let done = match beat.ended.is_empty() {
            true => Ok(()),
            false => {
                tracing::info!(ended = ?beat.ended, "other servers have ended");
                tables.registry().hear(Notice::Copies).await.map(drop)
            }
        };
        let done = match done {
            Ok(()) => take_over(&tables, !beat.ended.is_empty()).await,
            failed => failed,
        };
        if let Err(error) = done {
            tracing::error!(%error, "what another server has left cannot be taken over");
        }
        if beats.is_multiple_of(30)
            && let Some(copies) = tables.store().copies()
        {
            let now = tables.now();
            // What is not removed now is removed the next time.
            let _ = tokio::join!(copies.forget_tries(now), copies.forget_presence(now - LEFT_BEHIND));
        }
    }
}

/// Takes over the work of servers that have ended.
async fn take_over(tables: &Tables, some_have_ended: bool) -> Result<(), AppError> {
    let Some(copies) = tables.store().copies() else { return Ok(()) };
    let mut left: Vec<(String, String)> = copies.take_over().await?;
    if some_have_ended {
        // If one has ended before it took on what followed from its last move.
        let since = tables.now() - LEFT_BEHIND;
        let thinking = tables.store().thinking_since(since).await?;
        let of_house = tables.games_of_house().await?;
        left.extend(thinking.into_iter().chain(of_house).map(|table| ("program".to_owned(), table)));
    }
    for (kind, subject) in left {
        let done = match kind.as_str() {
            "program" => go_on(tables, &subject).await,
            "hint" => tables.jobs().resume_hint(&tables.get(&subject).await?).await,
            // Whatever else was left is begun again when it is asked for.
            _ => Ok(()),
        };
        if let Err(error) = done {
            tracing::error!(table = subject, %error, "a table cannot be taken over");
        }
    }
    Ok(())
}

/// Lets a table go on where another server left it.
async fn go_on(tables: &Tables, id: &str) -> Result<(), AppError> {
    let live = tables.get(id).await?;
    tables.registry().refresh(&live).await?;
    if live.lock().await.table().is_over() {
        return Ok(());
    }
    tables.jobs().advance(&live).await
}
