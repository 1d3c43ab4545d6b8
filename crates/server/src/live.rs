//! Games that somebody looks at: one place per game where events happen one after another, are written, and are told.
//!
//! An event is checked against the position, written to the store, and only then told to those who wait. If the write
//! fails, the position is read again from the store, so what is in memory is never ahead of what is on disk.

use crate::chat::Chat;
use crate::clock::Downtime;
use crate::line::{Event, Impossible, Kind, Line};
use crate::origin::{Begun, Origin};
use crate::people::ratings::Ratings;
use crate::presence::Presence;
use crate::rounds::Round;
use crate::seats;
use crate::solver::Desk;
use crate::store::{GameRow, Phase, Store, StoreError};
use crate::terms::Terms;
use crate::visitor::Visitor;
use bagatelle_catalog::{Entry, Table};
use bagatelle_core::record::{FORMAT, Record, RecordError};
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use thiserror::Error;
use tokio::sync::{Mutex, Semaphore, watch};

/// How many games are held in memory beyond those that somebody looks at.
const HELD: usize = 256;

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
    #[error("you can watch this game, but you have no seat at it")]
    NotYours,
    /// Somebody who wants to see what is hidden.
    #[error("what is hidden in this game can be seen when it is over")]
    Hidden,
    /// It is not this visitor's turn.
    #[error("it is not your turn")]
    NotYourTurn,
    /// The clock has run out.
    #[error("time is up")]
    TooLate,
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
    /// It is refused, for the reason given.
    #[error("{0}")]
    Refused(String),
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
    /// What it goes on from, if it does not begin at the beginning.
    pub origin: Option<Origin>,
    /// The game in the catalog.
    pub entry: &'static dyn Entry,
    /// What the solver does for this game.
    pub desk: Desk,
    /// Who has the game open.
    pub presence: Presence,
    /// What was said at the table.
    pub chat: Chat,
    /// How strong those at the table are, where that counts.
    pub ratings: Ratings,
    line: Mutex<Line>,
    version: watch::Sender<Version>,
}

/// How far a game, and what stands beside it, has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Version {
    /// The number of events so far.
    pub events: u64,
    /// The version of the position, see [`Line::version`].
    pub position: u64,
    /// How often something else on the page has changed since the server started.
    pub revision: u64,
}

/// Who looks at a game, and as what.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reader {
    /// The visitor's id, if it is known.
    pub id: Option<String>,
    /// Whose view this is.
    pub viewer: Viewer,
    /// The seats of the reader.
    pub seats: Vec<Seat>,
    /// Whether the reader has made the game.
    pub owner: bool,
    /// Whether the reader is logged in.
    pub account: bool,
}

impl Reader {
    /// Somebody whom nobody knows.
    #[must_use]
    pub fn nobody() -> Reader {
        Reader { id: None, viewer: Viewer::Spectator, seats: Vec::new(), owner: false, account: false }
    }

    /// Whether the reader has a seat.
    #[must_use]
    pub fn plays(&self) -> bool {
        !self.seats.is_empty()
    }

    /// Whether the reader is to act.
    #[must_use]
    pub fn acts(&self, line: &Line) -> bool {
        line.to_act().is_some_and(|seat| self.seats.contains(&seat))
    }
}

impl Live {
    /// How a visitor sees the game: somebody at the table from the seat that is to act (if it is theirs, else their first),
    /// everybody else as a spectator.
    pub fn reader(&self, visitor: Option<&Visitor>, line: &Line) -> Reader {
        let seats: Vec<Seat> = visitor.map_or(Vec::new(), |v| line.seats_of(v.id()).collect());
        let viewer = match line.table.turn() {
            Turn::Seat(seat) if seats.contains(&seat) => Viewer::Seat(seat),
            _ => seats.first().map_or(Viewer::Spectator, |&seat| Viewer::Seat(seat)),
        };
        let owner = visitor.is_some_and(|v| v.id() == line.owner);
        let account = visitor.is_some_and(Visitor::has_account);
        Reader { id: visitor.map(|v| v.id().to_owned()), viewer, seats, owner, account }
    }

    /// The program that takes over for somebody who has left: the strongest.
    pub(crate) fn stand_in(&self) -> &'static str {
        self.entry.programs().last().map_or("", |program| program.name)
    }

    /// Whether the game counts in a match as it has ended: nothing is taken back any more.
    #[must_use]
    pub fn is_settled(&self, line: &Line) -> bool {
        self.round.is_some() && line.is_over()
    }

    /// The game as it stands.
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
        self.version.send_modify(|version| {
            version.events = line.seq();
            version.position = line.version();
        });
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
        if let Some(origin) = &self.origin {
            record.more.insert("begun".into(), origin.json());
        }
        if let Some(round) = &self.round {
            let score = round.score_after(line.outcome().as_ref());
            let stands = json!({ "round": round.round, "best_of": round.best_of, "score": score });
            record.more.insert("match".into(), stands);
        }
        if let Some(terms) = Some(&line.terms).filter(|_| line.had_company()) {
            record.more.insert("terms".into(), serde_json::to_value(terms).unwrap_or_default());
        }
        let names = Seat::all(line.table.seats()).map(|seat| line.label(seat));
        record.more.insert("players".into(), names.collect());
        if let Some(result) = line.outcome().and_then(|o| serde_json::to_value(o).ok()) {
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
    line: Line,
}

/// All games.
#[derive(Clone)]
pub struct Games {
    store: Store,
    live: Arc<Mutex<HashMap<String, Arc<Live>>>>,
    pub(crate) thinkers: Arc<Semaphore>,
    /// Marks to beat are found one after the other, beside the thinkers: nobody waits for them.
    pub(crate) markers: Arc<Semaphore>,
    /// The times when no server ran.
    down: Arc<[Downtime]>,
    /// Tells whenever the list of open tables may have changed.
    pub(crate) lobby: watch::Sender<u64>,
}

impl Games {
    /// The games of a store. Programs think on all processors but one. From now on a server counts as running.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn open(store: Store) -> Result<Games, StoreError> {
        store.beat(now(), true).await?;
        let down = store.downtimes().await?.into();
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let thinkers = Arc::new(Semaphore::new(processors.saturating_sub(1).max(1)));
        let (live, markers, lobby) = (Arc::default(), Arc::new(Semaphore::new(1)), watch::Sender::new(0));
        Ok(Games { store, live, thinkers, markers, down, lobby })
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
        self.create_from(row, round, None).await
    }

    /// Writes a new game that may go on from another one.
    ///
    /// # Errors
    /// As [`Games::create`], and when one of the actions before cannot be taken.
    pub async fn create_from(
        &self,
        row: &GameRow,
        round: Option<&Round>,
        begun: Option<&Begun>,
    ) -> Result<(), GameError> {
        let events = begun.map_or(Vec::new(), |begun| begun.events(row.created));
        let line = self.read(row, &events)?.line;
        self.store.create(row, &line.standing(row.created), round, begun).await?;
        self.lobby.send_modify(|n| *n += 1);
        Ok(())
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
        let Opened { entry, line } = self.read(&row, &events)?;
        let version = Version { events: line.seq(), position: line.version(), revision: 0 };
        let ratings = Ratings::default();
        ratings.read(&self.store, id, &row.game, &line).await?;
        let live = Arc::new(Live {
            round: self.store.round_of(id).await?,
            origin: self.store.origin(id).await?,
            entry,
            desk: Desk::default(),
            presence: Presence::new(now()),
            chat: Chat::new(self.store.said(id).await?),
            ratings,
            line: Mutex::new(line),
            version: watch::Sender::new(version),
            row,
        });
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
    fn read(&self, row: &GameRow, events: &[Event]) -> Result<Opened, GameError> {
        let record = start(row);
        let entry = bagatelle_catalog::entry_of(&record)?;
        let table = entry.open(&record)?;
        let sitters = seats::read(&row.seats, &row.owner).map_err(StoreError::Odd)?;
        if sitters.len() != usize::from(table.seats()) {
            return Err(GameError::Refused(format!(
                "{} sit at this table, not {}",
                table.seats(),
                sitters.len()
            )));
        }
        let terms: Terms = serde_json::from_str(&row.terms).map_err(|e| StoreError::Odd(e.to_string()))?;
        let mut line = Line::new(table, sitters, terms, Arc::clone(&self.down));
        line.owner.clone_from(&row.owner);
        line.begin(row.created);
        for event in events {
            line.happen(&mut event.clone())?;
        }
        Ok(Opened { entry, line })
    }

    /// Reads the games in memory again in which one of these people has a part: they are called otherwise now, or are somebody
    /// else.
    ///
    /// # Errors
    /// When a game cannot be read.
    pub async fn read_again(&self, people: &[&str]) -> Result<(), GameError> {
        let games: Vec<Arc<Live>> = self.live.lock().await.values().cloned().collect();
        for live in games {
            let mut line = live.line.lock().await;
            let said = live.chat.last();
            if !people.iter().any(|id| line.knows(id) || said.iter().any(|(_, said)| said.who == *id)) {
                continue;
            }
            let row = self.store.game(&live.row.id).await?.ok_or(GameError::NotFound)?;
            *line = self.read(&row, &self.store.events(&row.id).await?)?.line;
            live.chat.replace(self.store.said(&row.id).await?);
            live.revise();
        }
        self.lobby.send_modify(|n| *n += 1);
        Ok(())
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
        let mut line = live.line.lock().await;
        let reader = live.reader(visitor, &line);
        if !reader.plays() {
            return Err(GameError::NotYours);
        }
        if version.is_some_and(|v| v != line.version()) {
            return Err(GameError::Outdated);
        }
        if self.out_of_time(live, &mut line).await? {
            return Err(GameError::TooLate);
        }
        if live.is_settled(&line) {
            return Err(GameError::Refused("a round of a match stays as it has ended".into()));
        }
        if kind == Kind::Act && !reader.acts(&line) && line.to_act().is_some() {
            return Err(GameError::NotYourTurn);
        }
        let who = reader.id.unwrap_or_default();
        let event = Event { at: now(), kind, seat: None, who, text: text.to_owned() };
        self.write(live, &mut line, event).await?;
        drop(line);
        self.go_on(live).await
    }

    /// Ends the turn of whoever has run out of time; tells whether somebody has.
    pub(crate) async fn out_of_time(&self, live: &Live, line: &mut Line) -> Result<bool, GameError> {
        let late = line.deadline(now()).is_some_and(|(_, deadline)| deadline <= now());
        if late {
            self.write(live, line, Event::new(now(), Kind::Flag, live.stand_in())).await?;
        }
        Ok(late)
    }

    /// Lets an event happen, writes it, and tells it.
    pub(crate) async fn write(
        &self,
        live: &Live,
        line: &mut Line,
        mut event: Event,
    ) -> Result<(), GameError> {
        let (seq, listed) = (line.seq(), line.terms.listed && !line.is_full());
        line.happen(&mut event)?;
        let rates = line.is_over() || !event.kind.moves();
        let standing = line.standing(event.at);
        if let Err(error) = self.store.append(&live.row.id, seq, &[event], &standing).await {
            let row = self.store.game(&live.row.id).await?.ok_or(GameError::NotFound)?;
            let events = self.store.events(&row.id).await?;
            *line = self.read(&row, &events)?.line;
            live.tell(line);
            return Err(match error {
                StoreError::Conflict => GameError::Outdated,
                other => other.into(),
            });
        }
        // The event has happened, whatever becomes of what is shown beside it.
        if rates && let Err(error) = live.ratings.read(&self.store, &live.row.id, &live.row.game, line).await
        {
            tracing::error!(game = live.row.id, %error, "ratings could not be read");
        }
        live.tell(line);
        if listed || standing.listed && standing.phase == Phase::Open {
            self.lobby.send_modify(|n| *n += 1);
        }
        Ok(())
    }

    /// Takes the chance actions that are due.
    pub(crate) async fn draw(&self, live: &Live, line: &mut Line) -> Result<(), GameError> {
        let seed = Seed::from_text(&live.row.seed);
        while let Some(text) = line.table.chance(&seed).filter(|_| line.is_full() && !line.is_over()) {
            self.write(live, line, Event::new(now(), Kind::Act, text)).await?;
        }
        Ok(())
    }
}
