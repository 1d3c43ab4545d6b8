//! Games that somebody looks at: one place per game where events happen one after another, are written, and are told.
//!
//! An event is checked against the position, written to the store, and only then told to those who wait. If the write
//! fails, the position is read again from the store, so what is in memory is never ahead of what is on disk.

use crate::line::{Event, Impossible, Kind, Line};
use crate::rounds::Round;
use crate::solver::Desk;
use crate::store::{GameRow, Store, StoreError};
use crate::visitor::Visitor;
use bagatelle_catalog::{Entry, Table};
use bagatelle_core::program::Budget;
use bagatelle_core::record::{FORMAT, Record, RecordError};
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use thiserror::Error;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore, watch};

/// How many games are held in memory beyond those that somebody looks at.
const HELD: usize = 256;

/// The least time between a program's move and the one before it.
const QUICKEST_MOVE: Duration = Duration::from_millis(500);

/// Why there is no record of a game that holds secrets.
pub const SEALED: &str = "The record holds what is still hidden. It can be had once the game is over.";

/// Milliseconds since 1970.
#[must_use]
pub fn now() -> i64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| i64::try_from(d.as_millis()).unwrap_or(i64::MAX))
}

/// Why a game cannot be opened or an event cannot happen.
#[derive(Debug, Error)]
pub enum GameError {
    /// There is no such game.
    #[error("there is no such game")]
    NotFound,
    /// Somebody who may look, but not act.
    #[error("this is somebody else's game: you can watch, but not play")]
    NotYours,
    /// It is not this visitor's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The page was behind; nothing happened.
    #[error("the game has moved on since your page was shown")]
    Outdated,
    /// The event cannot happen.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// Nobody can solve this game.
    #[error("this game has no solver")]
    NoSolver,
    /// Options, wish or set-up of a new game are refused.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// Who plays is not understood.
    #[error("{0}")]
    Seats(String),
    /// The store fails.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine fails.
    #[error(transparent)]
    Machine(#[from] anyhow::Error),
}

/// A game that somebody looks at.
pub struct Live {
    /// What was decided before the first event.
    pub row: GameRow,
    /// Where it stands in a match, if it is part of one.
    pub round: Option<Round>,
    /// The game in the catalog.
    pub entry: &'static dyn Entry,
    /// Per seat: the program that sits there, or the owner.
    pub seats: Vec<Option<String>>,
    /// What the solver does for this game.
    pub desk: Desk,
    line: Mutex<Line>,
    version: watch::Sender<Version>,
}

/// How far a game, and what stands beside it, has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Version {
    /// The number of events so far.
    pub events: u64,
    /// How often something else on the page has changed since the server started.
    pub revision: u64,
}

impl Live {
    /// How a visitor sees the game: the owner from the seat that is to act (if it is the owner's, else the owner's first),
    /// everybody else as a spectator.
    pub fn viewer(&self, visitor: Option<&Visitor>, line: &Line) -> Viewer {
        if !self.is_owner(visitor) {
            return Viewer::Spectator;
        }
        let own = |seat: &Seat| self.seats.get(seat.index()).is_some_and(Option::is_none);
        match line.table.turn() {
            Turn::Seat(seat) if own(&seat) => Viewer::Seat(seat),
            _ => Seat::all(line.table.seats()).find(own).map_or(Viewer::Spectator, Viewer::Seat),
        }
    }

    /// Whether the game is this visitor's.
    #[must_use]
    pub fn is_owner(&self, visitor: Option<&Visitor>) -> bool {
        visitor.is_some_and(|v| v.id() == self.row.owner)
    }

    /// The program that is to act, if one is.
    fn program_to_move(&self, line: &Line) -> Option<String> {
        match line.table.turn() {
            Turn::Seat(seat) => self.seats.get(seat.index()).cloned().flatten(),
            _ => None,
        }
    }

    /// The game as it stands, for reading.
    pub async fn line(&self) -> tokio::sync::MutexGuard<'_, Line> {
        self.line.lock().await
    }

    /// Tells each new version.
    pub fn watch(&self) -> watch::Receiver<Version> {
        self.version.subscribe()
    }

    /// The version that is told now.
    pub fn version(&self) -> Version {
        *self.version.borrow()
    }

    /// Tells that something beside the game has changed, such as the solver's progress.
    pub fn revise(&self) {
        self.version.send_modify(|version| version.revision += 1);
    }

    fn tell(&self, line: &Line) {
        self.version.send_modify(|version| version.events = line.version());
    }

    /// The table before the first action.
    ///
    /// # Errors
    /// When the record does not open any more.
    pub fn start_table(&self) -> Result<Box<dyn Table>, RecordError> {
        self.entry.open(&start(&self.row))
    }

    /// Everything that was played, as a record, with its seed. `None` while the game holds secrets: the set-up would give
    /// them away.
    #[must_use]
    pub fn public_record(&self, line: &Line) -> Option<Record> {
        if self.entry.hidden() && !line.is_over() {
            return None;
        }
        let mut record = start(&self.row);
        record.actions = line.table.actions();
        if self.row.dealt {
            record.more.insert("seed".into(), self.row.seed.clone().into());
        }
        if let Some(date) = &self.row.daily {
            record.more.insert("daily".into(), date.clone().into());
        }
        if let Some(result) = line.table.outcome().and_then(|o| serde_json::to_value(o).ok()) {
            record.more.insert("result".into(), result);
        }
        Some(record)
    }
}

/// The record of a game before its first action.
fn start(row: &GameRow) -> Record {
    Record {
        bagatelle: FORMAT,
        game: row.game.clone(),
        options: serde_json::from_str(&row.options).unwrap_or(Value::Null),
        setup: serde_json::from_str(&row.setup).ok().filter(|s: &Value| !s.is_null()),
        actions: Vec::new(),
        more: serde_json::Map::new(),
    }
}

/// A game as its row and its events tell it.
struct Opened {
    entry: &'static dyn Entry,
    seats: Vec<Option<String>>,
    line: Line,
}

/// All games.
#[derive(Clone)]
pub struct Games {
    store: Store,
    live: Arc<Mutex<HashMap<String, Arc<Live>>>>,
    thinkers: Arc<Semaphore>,
    /// Marks to beat are found one after the other, beside the thinkers: nobody waits for them.
    markers: Arc<Semaphore>,
}

impl Games {
    /// The games of a store. Programs think on all processors but one.
    #[must_use]
    pub fn new(store: Store) -> Games {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = Arc::new(Semaphore::new(processors.saturating_sub(1).max(1)));
        Games { store, live: Arc::default(), thinkers, markers: Arc::new(Semaphore::new(1)) }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Writes a new game.
    ///
    /// # Errors
    /// When its record does not open or its seats are not filled, or the store fails.
    pub async fn create(&self, row: &GameRow, round: Option<&Round>) -> Result<(), GameError> {
        Self::read(row, &[])?;
        Ok(self.store.create(row, round).await?)
    }

    /// The game with this id, read from the store if nobody looks at it yet.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub async fn get(&self, id: &str) -> Result<Arc<Live>, GameError> {
        if let Some(live) = self.live.lock().await.get(id) {
            return Ok(Arc::clone(live));
        }
        let row = self.store.game(id).await?.ok_or(GameError::NotFound)?;
        let events = self.store.events(id).await?;
        let Opened { entry, seats, line } = Self::read(&row, &events)?;
        let version = watch::Sender::new(Version { events: line.version(), revision: 0 });
        let (round, desk) = (self.store.round_of(id).await?, Desk::default());
        let live = Arc::new(Live { row, round, entry, seats, desk, line: Mutex::new(line), version });
        let mut games = self.live.lock().await;
        if games.len() >= HELD {
            games.retain(|_, game| Arc::strong_count(game) > 1);
        }
        let live = Arc::clone(games.entry(id.to_owned()).or_insert(live));
        drop(games);
        self.go_on(&live).await?;
        Ok(live)
    }

    /// A game as its row and its events tell it.
    fn read(row: &GameRow, events: &[Event]) -> Result<Opened, GameError> {
        let record = start(row);
        let entry = bagatelle_catalog::entry_of(&record)?;
        let table = entry.open(&record)?;
        let seats: Vec<Option<String>> =
            serde_json::from_str(&row.seats).map_err(|e| StoreError::Odd(e.to_string()))?;
        if seats.len() != usize::from(table.seats()) {
            return Err(GameError::Seats(format!(
                "{} sit at this table, not {}",
                table.seats(),
                seats.len()
            )));
        }
        let mut line = Line::new(table, seats.iter().map(Option::is_none).collect());
        for event in events {
            line.happen(&mut event.clone())?;
        }
        Ok(Opened { entry, seats, line })
    }

    /// Lets a person do something. `version` is that of the page it was done on; without one, the newest is meant.
    ///
    /// # Errors
    /// When the visitor may not, the page was behind, the event cannot happen, or the store fails.
    pub async fn act(
        &self,
        live: &Arc<Live>,
        visitor: Option<&Visitor>,
        version: Option<u64>,
        kind: Kind,
        text: &str,
    ) -> Result<(), GameError> {
        if !live.is_owner(visitor) {
            return Err(GameError::NotYours);
        }
        let mut line = live.line.lock().await;
        if version.is_some_and(|v| v != line.version()) {
            return Err(GameError::Outdated);
        }
        if kind == Kind::Act && !line.awaits_person() && !line.is_over() {
            return Err(GameError::NotYourTurn);
        }
        self.write(live, &mut line, Event { at: now(), kind, text: text.to_owned() }).await?;
        drop(line);
        self.go_on(live).await
    }

    /// Lets an event happen, writes it, and tells it.
    async fn write(&self, live: &Live, line: &mut Line, mut event: Event) -> Result<(), GameError> {
        let seq = line.version();
        line.happen(&mut event)?;
        if let Err(error) = self.store.append(&live.row.id, seq, &[event]).await {
            let events = self.store.events(&live.row.id).await?;
            *line = Self::read(&live.row, &events)?.line;
            live.tell(line);
            return Err(match error {
                StoreError::Conflict => GameError::Outdated,
                other => other.into(),
            });
        }
        live.tell(line);
        Ok(())
    }

    /// Takes the chance actions that are due.
    async fn draw(&self, live: &Live, line: &mut Line) -> Result<(), GameError> {
        let seed = Seed::from_text(&live.row.seed);
        while let Some(text) = line.table.chance(&seed) {
            self.write(live, line, Event { at: now(), kind: Kind::Act, text }).await?;
        }
        Ok(())
    }

    /// Takes what chance has to decide, and lets a program think if it is a program's turn.
    async fn go_on(&self, live: &Arc<Live>) -> Result<(), GameError> {
        let mut line = live.line.lock().await;
        self.draw(live, &mut line).await?;
        if live.program_to_move(&line).is_some() {
            let (games, live) = (self.clone(), Arc::clone(live));
            tokio::spawn(async move {
                if let Err(error) = games.play_programs(&live).await {
                    tracing::error!(game = live.row.id, %error, "a program could not move");
                }
            });
        }
        Ok(())
    }

    /// Ends what programs and solvers do, for good: what they have found so far counts for nothing, and a program whose
    /// turn it is will think anew when the game is opened again.
    pub fn stop_thinking(&self) {
        self.thinkers.close();
        self.markers.close();
    }

    /// Tells whether programs and solvers are to end their work.
    pub fn is_stopping(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let thinkers = Arc::clone(&self.thinkers);
        move || thinkers.is_closed()
    }

    /// Waits for one of the places where programs and solvers may work; there are none once the server stops.
    pub async fn place_to_think(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.thinkers).acquire_owned().await.ok()
    }

    /// Waits for the place where marks to beat are found; there is none once the server stops.
    pub async fn place_to_mark(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.markers).acquire_owned().await.ok()
    }

    /// Lets programs play as long as it is their turn. Ends early if somebody else changes the game: whoever does sets
    /// programs to think again.
    async fn play_programs(&self, live: &Arc<Live>) -> Result<(), GameError> {
        loop {
            let line = live.line.lock().await;
            let Some(program) = live.program_to_move(&line) else { return Ok(()) };
            let (table, version) = (line.table.duplicate(), line.version());
            drop(line);
            let info = live.entry.programs().iter().find(|p| p.name == program);
            let limit = Duration::from_millis(info.map_or(1000, |p| u64::from(p.think_ms)));
            let seed = Seed::from_text(&live.row.seed).nth(u64::MAX);
            let (watched, begun, stopping) = (live.watch(), Instant::now(), self.is_stopping());
            let Some(place) = self.place_to_think().await else { return Ok(()) };
            let thought = tokio::task::spawn_blocking(move || {
                let start = Instant::now();
                let stop = || start.elapsed() >= limit || stopping() || watched.borrow().events != version;
                table.think(&program, &Budget::until(&stop), &seed)
            });
            let thought = thought.await.map_err(anyhow::Error::from)?;
            drop(place);
            // A move that comes too fast cannot be followed with the eyes.
            tokio::time::sleep_until((begun + QUICKEST_MOVE).into()).await;
            let mut line = live.line.lock().await;
            let counts = line.version() == version && !self.thinkers.is_closed();
            let Some(thought) = thought.filter(|_| counts) else { return Ok(()) };
            self.write(live, &mut line, Event { at: now(), kind: Kind::Act, text: thought.action }).await?;
            self.draw(live, &mut line).await?;
        }
    }
}
