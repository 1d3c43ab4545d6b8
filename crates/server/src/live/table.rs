//! One table in memory: its state under one mutex, and a number that tells watchers of each change.

use super::presence::Presence;
use crate::limits::WATCHED_FOR;
use crate::work::asker::Asker;
use bagatelle_catalog::AnyGame;
use bagatelle_session::{HintState, Session};
use bagatelle_store::{ChatMessage, Stand};
use bagatelle_table::{Context, Event, Millis, Rating, Table, TableSpec};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, PoisonError};
use tokio::sync::{Mutex, MutexGuard, watch};

/// How far a table, and the data shown beside it, has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Version {
    /// The number of events.
    pub events: u64,
    /// The version of the position, see [`Table::version`].
    pub position: u64,
    /// How often the rest of the page has changed since the table was read into memory.
    pub revision: u64,
}

/// The next deal of a wished difficulty.
#[derive(Clone, Default)]
pub enum NextDeal {
    /// It was not asked for.
    #[default]
    Unknown,
    /// It is being looked for.
    Searching,
    /// The table of the next deal, still without an id and a time.
    Dealt(Box<TableSpec>),
}

/// What is known about the players of a table besides its log.
#[derive(Clone, Default)]
pub struct Players {
    /// Their ratings, by person, where they count.
    pub ratings: HashMap<String, Rating>,
    /// The players that are marked as bots.
    pub bots: HashSet<String>,
}

/// Everything that is known about a table in memory.
pub struct TableState {
    /// The table, and what is shown beside it.
    pub session: Session,
    /// Ends the solver's work on a hint that is under way here.
    hint_ends: Arc<AtomicBool>,
    /// What was said, oldest first.
    pub chat: Vec<ChatMessage>,
    /// What is known about its players besides the log.
    pub players: Players,
    /// Which people have it open.
    pub presence: Presence,
    /// Up to where the other servers' reports of presence and hints have been read; the rest can be seen.
    pub read: Stand,
    /// The next deal.
    pub next_deal: NextDeal,
}

impl TableState {
    /// A table that has just been read from the store.
    #[must_use]
    pub fn new(table: Table, chat: Vec<ChatMessage>, players: Players, now: Millis) -> TableState {
        TableState {
            session: Session::new(table),
            hint_ends: Arc::default(),
            chat,
            players,
            presence: Presence::new(now),
            read: Stand::default(),
            next_deal: NextDeal::default(),
        }
    }

    /// What its events tell.
    #[must_use]
    pub fn table(&self) -> &Table {
        self.session.table()
    }

    /// The table before the last of the events that are written at once: who acts again after a planned
    /// answer is told of the turn, and who had planned it is not.
    #[must_use]
    pub fn before_last(&self, earlier: &[Event]) -> Cow<'_, Table> {
        let mut table = Cow::Borrowed(self.table());
        earlier.iter().for_each(|event| table.to_mut().apply(event));
        table
    }

    /// The next deal, if it was dealt ahead. It is used once.
    pub fn take_next_deal(&mut self) -> Option<TableSpec> {
        match std::mem::take(&mut self.next_deal) {
            NextDeal::Dealt(spec) => Some(*spec),
            NextDeal::Unknown | NextDeal::Searching => None,
        }
    }

    /// Sets the hint, and ends the solver's work on an older one.
    pub fn set_hint(&mut self, hint: HintState) {
        self.hint_ends.store(true, Ordering::Relaxed);
        self.hint_ends = Arc::default();
        self.session.set_hint(hint);
    }

    /// What tells the solver's work on the hint to end.
    #[must_use]
    pub fn hint_ends(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.hint_ends)
    }

    /// The time of an event that happens now: not before the last one, which a server with another clock may
    /// have written.
    #[must_use]
    pub fn at(&self, now: Millis) -> Millis {
        self.table().last_at().map_or(now, |last| last.max(now))
    }

    /// What a command given now depends on.
    #[must_use]
    pub fn context(&self, now: Millis, version: Option<u64>) -> Context {
        let to_act = self.table().person_to_act();
        let now = self.at(now);
        Context {
            version,
            away_since: to_act.and_then(|p| self.presence.away_since(&p.id, now)),
            ..Context::at(now)
        }
    }
}

/// A table in memory.
pub struct LiveTable {
    id: String,
    game: &'static dyn AnyGame,
    state: Mutex<TableState>,
    version: watch::Sender<Version>,
    /// When it was last looked at.
    looked: AtomicI64,
    /// Whether it was asked for since it came into memory.
    begun: AtomicBool,
    /// Who last started something here.
    asked: std::sync::Mutex<Option<Asker>>,
}

impl LiveTable {
    /// A table read from the store, whose revisions begin at this number.
    #[must_use]
    pub fn new(state: TableState, revision: u64) -> LiveTable {
        let table = state.table();
        let version = Version { events: table.seq(), position: table.version(), revision };
        LiveTable {
            id: table.id().to_owned(),
            game: table.game(),
            version: watch::Sender::new(version),
            looked: AtomicI64::new(Millis::MIN / 2),
            begun: AtomicBool::new(false),
            asked: std::sync::Mutex::default(),
            state: Mutex::new(state),
        }
    }

    /// The id in its address.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The game in the catalog.
    #[must_use]
    pub fn game(&self) -> &'static dyn AnyGame {
        self.game
    }

    /// Whether the table is asked for the first time: then anything that runs by itself must be
    /// started.
    pub fn begin(&self) -> bool {
        !self.begun.swap(true, Ordering::Relaxed)
    }

    /// Lets work that runs by itself wait until the table is asked for again.
    pub fn rest(&self) {
        self.begun.store(false, Ordering::Relaxed);
    }

    /// The last person known to have started something here: the current caller, if its address is known.
    pub fn last_asked(&self, now: Asker) -> Asker {
        let mut last = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if now.has_address() {
            *last = Some(now.clone());
        }
        last.clone().unwrap_or(now)
    }

    /// The state; waits until no other task holds it.
    pub async fn lock(&self) -> MutexGuard<'_, TableState> {
        self.state.lock().await
    }

    /// The state, if no other task holds it.
    pub fn try_lock(&self) -> Option<MutexGuard<'_, TableState>> {
        self.state.try_lock().ok()
    }

    /// The state, from a thread that may block.
    pub fn blocking_lock(&self) -> MutexGuard<'_, TableState> {
        self.state.blocking_lock()
    }

    /// How far the table has come.
    #[must_use]
    pub fn version(&self) -> Version {
        *self.version.borrow()
    }

    /// Watches for changes.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<Version> {
        self.version.subscribe()
    }

    /// Notes that the table is looked at; returns whether it was not watched before.
    pub fn look(&self, now: Millis) -> bool {
        let news = !self.is_watched(now);
        self.looked.store(now, Ordering::Relaxed);
        news
    }

    /// Whether there is a stream of the table, or it was looked at not long ago.
    #[must_use]
    pub fn is_watched(&self, now: Millis) -> bool {
        self.version.receiver_count() > 0 || now < self.looked.load(Ordering::Relaxed) + WATCHED_FOR
    }

    /// Tells watchers that something beside the table has changed, such as the solver's progress.
    pub fn revise(&self) {
        self.version.send_modify(|version| version.revision += 1);
    }

    /// Tells watchers how far the table has come.
    pub fn notify(&self, table: &Table) {
        self.version.send_modify(|version| {
            version.events = table.seq();
            version.position = table.version();
        });
    }
}
