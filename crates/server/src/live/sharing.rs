//! Tables that other servers on the same database also serve: this server reads what they have written,
//! and tells them who is here.
//!
//! A notice says where to look ([`Registry::hear`]); the database is compared with memory
//! ([`Registry::refresh`]). A request about a table does the same, so an answer is never older than the
//! moves confirmed before the request, whichever server it reaches. On a database that no other process can
//! serve, nothing here has any effect.

use super::registry::Registry;
use super::table::{LiveTable, TableState};
use crate::error::AppError;
use bagatelle_store::{Copies, Job, Notice, Stand, StoreError};
use bagatelle_table::{Occupant, Table};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// If more events than this are missing, the whole table is read, off the request path.
const MANY: usize = 16;

/// No report of another server has been read.
const UNREAD: Stand = Stand { events: 0, said: 0, presence: -1, hint: -1 };

/// A piece of work that is this server's until this is dropped.
pub struct Claim(Option<(Arc<Copies>, Job)>);

impl Claim {
    /// Lets go of the work, and waits until that is known: it may be taken on again at once.
    pub async fn end(mut self) {
        if let Some((copies, job)) = self.0.take() {
            release(&copies, &job).await;
        }
    }
}

async fn release(copies: &Copies, job: &Job) {
    if let Err(error) = copies.release(job).await {
        tracing::debug!(?job, %error, "work cannot be given out of the hand");
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let Some((copies, job)) = self.0.take() else { return };
        // Without a runtime the server has ended, and with it all its claims.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { release(&copies, &job).await });
        }
    }
}

impl Registry {
    /// Whether a person has a table open, by way of this server or another one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn has_open(&self, table: &str, person: &str) -> Result<bool, StoreError> {
        if let Some(live) = self.held(table).await {
            let presence = &live.lock().await.presence;
            if presence.spectators(&[]) > presence.spectators(&[person]) {
                return Ok(true);
            }
        }
        let Some(copies) = self.store().copies() else { return Ok(false) };
        let present = copies.present(table).await?;
        Ok(present.iter().any(|one| one.person == person && one.streams > 0))
    }
}

impl TableState {
    /// Whether anyone other than this visitor may really have the table open: then presence matters.
    fn is_shared(&self) -> bool {
        let counts = |occupant: &&Occupant| {
            **occupant == Occupant::Open || occupant.person().or(occupant.replaced()).is_some()
        };
        self.table().seating().iter().filter(counts).count() > 1
    }
}

impl Registry {
    /// Whether other servers may run on the same database.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        self.store().copies().is_some()
    }

    /// Takes on a piece of work for a version of something. `None` if another server, or another task of this
    /// one, does it.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn claim(
        &self,
        kind: &'static str,
        subject: &str,
        version: u64,
    ) -> Result<Option<Claim>, StoreError> {
        let Some(copies) = self.store().copies() else { return Ok(Some(Claim(None))) };
        let job = Job { kind, subject: subject.to_owned(), version };
        Ok(copies.claim(&job).await?.then(|| Claim(Some((Arc::clone(copies), job)))))
    }

    /// The result of a server for a version of something, if a server has reported one.
    pub async fn found<T: DeserializeOwned>(
        &self,
        kind: &'static str,
        subject: &str,
        version: u64,
    ) -> Option<T> {
        let job = Job { kind, subject: subject.to_owned(), version };
        let found = self.store().copies()?.result(&job).await.ok().flatten()?;
        serde_json::from_str(&found).ok()
    }

    /// Tells the other servers the result for a version of something.
    pub async fn tell_found<T: Serialize + Sync>(
        &self,
        kind: &'static str,
        subject: &str,
        version: u64,
        found: &T,
    ) {
        let Some(copies) = self.store().copies() else { return };
        let (job, found) = (Job { kind, subject: subject.to_owned(), version }, serde_json::to_string(found));
        let told = match &found {
            Ok(found) => copies.keep_result(&job, found).await,
            Err(_) => Ok(()),
        };
        if let Err(error) = told {
            tracing::debug!(?job, %error, "the other servers cannot be told what was found");
        }
    }

    /// Brings a table up to date with what other servers have written.
    ///
    /// # Errors
    /// When the store fails, or the table is gone.
    pub async fn refresh(&self, live: &LiveTable) -> Result<(), AppError> {
        let Some(copies) = self.store().copies() else { return Ok(()) };
        let mut state = live.lock().await;
        let Some(stand) = copies.stand(live.id()).await? else {
            drop(state);
            self.forget(live.id()).await;
            return Err(AppError::NoTable);
        };
        if stand.events.unsigned_abs() != state.table().seq() {
            self.catch_up_with(live, &mut state).await?;
            self.play_what_is_due(live, &mut state).await;
        }
        let mut news = false;
        if usize::try_from(stand.said) != Ok(state.chat.len()) {
            state.chat = self.store().chat(live.id()).await?;
            news = true;
        }
        if stand.presence != state.read.presence {
            let present = copies.present(live.id()).await?;
            news |= state.presence.set_elsewhere(present, self.clock().now());
            state.read.presence = stand.presence;
        }
        if stand.hint != state.read.hint && stand.hint > 0 {
            let hint = copies.hint(live.id()).await?;
            state.set_hint_elsewhere(hint);
            state.read.hint = stand.hint;
            news = true;
        }
        drop(state);
        if news {
            live.revise();
        }
        Ok(())
    }

    /// Reads the events that are missing in memory.
    ///
    /// # Errors
    /// When the store fails, or the log is damaged.
    pub async fn catch_up_with(&self, live: &LiveTable, state: &mut TableState) -> Result<(), AppError> {
        let events = self.store().events_from(live.id(), state.table().seq()).await?;
        let mut table = state.table().clone();
        let fits = |table: &mut Table| {
            events.iter().all(|event| {
                let admitted = table.admit(event).is_ok();
                table.apply(event);
                admitted
            })
        };
        let (quiet, few) = (events.iter().all(|event| event.kind.is_move()), events.len() <= MANY);
        if events.is_empty() || !few || !fits(&mut table) {
            table = self.read(live.id()).await?;
        }
        let over = table.is_over();
        state.session.replace(table);
        if over || !quiet {
            self.read_players(state).await;
        }
        live.notify(state.table());
        Ok(())
    }

    /// Tells the other servers whether a person, or a visitor without an id, has a table open here.
    pub async fn tell_presence(&self, live: &LiveTable, state: &mut TableState, person: Option<&str>) {
        let Some(copies) = self.store().copies().filter(|_| state.is_shared()) else { return };
        let present = state.presence.told(person, self.clock().now());
        if let Err(error) = copies.keep_presence(live.id(), &present).await {
            tracing::debug!(table = live.id(), %error, "the other servers cannot be told who is here");
        }
    }

    /// Tells the other servers, where that is due, that a person has asked for a table here.
    pub async fn tell_request(&self, live: &LiveTable, state: &mut TableState, person: &str) {
        if self.is_shared() && state.presence.is_telling_due(person, self.clock().now()) {
            self.tell_presence(live, state, Some(person)).await;
        }
    }

    /// Tells the other servers again who is here: they, or the database, have lost it.
    pub async fn tell_all_presence(&self) {
        for live in self.in_memory().await {
            let mut state = live.lock().await;
            for person in state.presence.here() {
                self.tell_presence(&live, &mut state, person.as_deref()).await;
            }
        }
    }

    /// Tells the other servers that something was found for a table that is in the store.
    pub async fn tell_stored(&self, table: &str) {
        let Some(copies) = self.store().copies() else { return };
        if let Err(error) = copies.tell(&Notice::Found(table.to_owned())).await {
            tracing::debug!(table, %error, "the other servers cannot be told");
        }
    }

    /// Looks where another server reports a change. Returns the tables in memory that were checked.
    ///
    /// # Errors
    /// When the store fails: then what is in memory is older than it could be, until the next look at it.
    pub async fn hear(&self, notice: Notice) -> Result<Vec<Arc<LiveTable>>, AppError> {
        let mut looked = Vec::new();
        match notice {
            Notice::Games(games) => {
                for (id, events) in games {
                    looked.extend(self.held(&id).await.filter(|live| live.version().events < events));
                }
                for live in &looked {
                    self.refresh(live).await?;
                }
            }
            Notice::Beside(id) => {
                looked.extend(self.held(&id).await);
                for live in &looked {
                    self.refresh(live).await?;
                }
            }
            Notice::Found(id) => {
                if let Some(live) = self.held(&id).await {
                    self.learn(&live).await?;
                    live.revise();
                }
            }
            Notice::Lobby => self.notify_lobby(),
            Notice::People(people) => {
                let people: Vec<&str> = people.iter().map(String::as_str).collect();
                self.reload_for(&people).await?;
            }
            Notice::Feeds(people) => people.iter().for_each(|person| self.feeds().wake(person)),
            Notice::Downtimes => self.reload_downtimes().await?,
            Notice::Copies => {
                looked = self.in_memory().await;
                for live in &looked {
                    // People at a server that has ended are no longer there.
                    live.lock().await.read = UNREAD;
                    self.refresh(live).await?;
                }
            }
            Notice::Missed => {
                self.feeds().wake_all();
                self.reload_downtimes().await?;
                looked = self.in_memory().await;
                for live in &looked {
                    let mut state = live.lock().await;
                    state.read = UNREAD;
                    state.chat = self.store().chat(live.id()).await?;
                    drop(state);
                    self.refresh(live).await?;
                }
                self.notify_lobby();
            }
        }
        Ok(looked)
    }
}
