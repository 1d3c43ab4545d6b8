//! One table in memory: its state under one mutex, and a number that tells watchers of each change.

use super::presence::Presence;
use crate::limits::WATCHED_FOR;
use crate::work::asker::Asker;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Grade, Review};

use bagatelle_core::present::Par;
use bagatelle_pages::table::{FoundHint, Strength};
use bagatelle_store::{ChatMessage, Stand};
use bagatelle_table::{Context, Detour, Millis, Rating, Table, TableSpec};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, PoisonError};
use tokio::sync::{Mutex, MutexGuard, watch};

/// How far a table, and what is shown beside it, has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Version {
    /// The number of events.
    pub events: u64,
    /// The version of the position, see [`Table::version`].
    pub position: u64,
    /// How often other things on the page have changed since the table was read into memory.
    pub revision: u64,
}

/// The solver's work on a hint.
#[derive(Default)]
pub enum HintState {
    /// No hint was asked for.
    #[default]
    None,
    /// The solver is at work.
    Running {
        /// Set to cancel it.
        cancel: Arc<AtomicBool>,
        /// The strength that was asked for.
        strength: Strength,
        /// The share that is done, 0.0 to 1.0, where that can be said.
        done: Option<f64>,
        /// What it has found so far.
        found: String,
    },
    /// A solution.
    Found(FoundHint),
}

/// The par of a solitaire's deal.
#[derive(Clone, Copy, Default)]
pub enum ParState {
    /// It was not asked for.
    #[default]
    Unknown,
    /// It is being looked for.
    Searching,
    /// It is known.
    Found(Par),
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

/// Where a solution went long.
#[derive(Clone, Default)]
pub enum DetourState {
    /// It was not asked for.
    #[default]
    Unknown,
    /// It is being looked for.
    Searching,
    /// The actions that cost most.
    Found(Arc<[Detour]>),
}

/// The review of a finished game.
#[derive(Clone, Default)]
pub enum ReviewState {
    /// It was not asked for.
    #[default]
    None,
    /// It is being made.
    Running,
    /// The review.
    Ready(Arc<Review<String>>),
    /// There is nothing to review in this game.
    Empty,
}

/// What is known of the players of a table beside its log.
#[derive(Clone, Default)]
pub struct Players {
    /// Their ratings, by person, where they count.
    pub ratings: HashMap<String, Rating>,
    /// Those that are marked as bots.
    pub bots: HashSet<String>,
}

/// All that is known of a table in memory.
pub struct TableState {
    /// What its events tell.
    pub table: Table,
    /// What was said, oldest first.
    pub chat: Vec<ChatMessage>,
    /// What is known of its players beside the log.
    pub players: Players,
    /// Which people have it open.
    pub presence: Presence,
    /// How far what other servers tell of presence and hints was read; the rest can be seen.
    pub read: Stand,
    /// The solver's work on a hint.
    pub hint: HintState,
    /// The par.
    pub par: ParState,
    /// How hard the deal is, once it is known.
    pub grade: Option<&'static Grade>,
    /// Where the solution went long.
    pub detours: DetourState,
    /// The next deal.
    pub next_deal: NextDeal,
    /// The review.
    pub review: ReviewState,
}

impl TableState {
    /// A table that has just been read from the store.
    #[must_use]
    pub fn new(table: Table, chat: Vec<ChatMessage>, players: Players, now: Millis) -> TableState {
        TableState {
            table,
            chat,
            players,
            presence: Presence::new(now),
            read: Stand::default(),
            hint: HintState::default(),
            par: ParState::default(),
            grade: None,
            detours: DetourState::default(),
            next_deal: NextDeal::default(),
            review: ReviewState::default(),
        }
    }

    /// The next deal, if it was dealt ahead. It is used once.
    pub fn take_next_deal(&mut self) -> Option<TableSpec> {
        match std::mem::take(&mut self.next_deal) {
            NextDeal::Dealt(spec) => Some(*spec),
            NextDeal::Unknown | NextDeal::Searching => None,
        }
    }

    /// Puts a newer table in the place of this one. A review and detours hold as long as the game stays as it
    /// has ended.
    pub fn replace(&mut self, table: Table) {
        if table.version() != self.table.version() {
            self.review = ReviewState::None;
            self.detours = DetourState::Unknown;
        }
        self.table = table;
    }

    /// The par, as pages show it, if it is known.
    #[must_use]
    pub fn known_par(&self) -> Option<Par> {
        match self.par {
            ParState::Found(par) => Some(par),
            ParState::Unknown | ParState::Searching => None,
        }
    }

    /// The time of an event that happens now: not before the last one, which a server with another clock may
    /// have written.
    #[must_use]
    pub fn at(&self, now: Millis) -> Millis {
        self.table.last_at().map_or(now, |last| last.max(now))
    }

    /// What a command given now depends on.
    #[must_use]
    pub fn context(&self, now: Millis, version: Option<u64>) -> Context {
        let to_act = self.table.person_to_act();
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
    /// Who has set something going here last.
    asked: std::sync::Mutex<Option<Asker>>,
}

impl LiveTable {
    /// A table read from the store, whose revisions begin at this number.
    #[must_use]
    pub fn new(state: TableState, revision: u64) -> LiveTable {
        let table = &state.table;
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

    /// Whether this is the first time that the table is asked for: what goes on by itself is then to be
    /// begun.
    pub fn begin(&self) -> bool {
        !self.begun.swap(true, Ordering::Relaxed)
    }

    /// Lets what goes on by itself wait until the table is asked for again.
    pub fn rest(&self) {
        self.begun.store(false, Ordering::Relaxed);
    }

    /// The last one known to have set something going here: the one who asks now, if the address is known.
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
