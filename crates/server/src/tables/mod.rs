//! What visitors do at tables: join, play, talk. Each function takes one request from the check to the stored
//! event, and lets programs and chance continue from there. New tables are in `making`, what follows a
//! finished one in `again`.

pub(crate) mod attendance;
pub mod brought_home;
pub(crate) mod called_off;
pub(crate) mod challenges;
pub mod deals;
pub mod events;
pub(crate) mod friends;
pub mod jobs;
pub mod leave_games;
pub(crate) mod listing;
pub(crate) mod new_table;
pub(crate) mod once;
pub(crate) mod permissions;
pub mod planned;
pub mod public_games;
mod public_list;
pub(crate) mod rematch;
pub mod retention;
pub mod seeks;
pub mod taken_along;

use crate::error::{AppError, free_name};
use crate::http::throttle::Throttle;
use crate::limits::{LONGEST_MESSAGE, MESSAGE_EVERY, MESSAGES_AT_ONCE};
use crate::live::registry::Registry;
use crate::live::restrictions::Office;
use crate::live::table::{LiveTable, TableState};
use crate::live::visits::Visits;
use crate::tables::called_off::Responsible;
use crate::tables::deals::Deals;
use crate::tables::jobs::Jobs;
use crate::tables::listing::Listing;
use crate::tables::public_games::Latest;
use crate::work::asker;
use anyhow::anyhow;
use bagatelle_core::{Randomness, Seat};
use bagatelle_store::{ChatMessage, Found, Search, Store, StoreError};
use bagatelle_table::{Command, Context, Millis, Rejection, Visitor, check_name, plain_text};
use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

/// How often a command is decided again because another server was first.
const DECIDED_ANEW: u32 = 8;

/// All tables, and the work at them.
#[derive(Clone)]
pub struct Tables {
    registry: Arc<Registry>,
    jobs: Jobs,
    deals: Arc<Deals>,
    chat_limit: Arc<Throttle>,
    listing: Arc<Listing>,
    latest: Arc<Latest>,
    office: Arc<Office>,
    visits: Visits,
    /// The tables whose clocks cannot be ended, and the events that cannot go on, as the log has said.
    reported: Arc<Mutex<HashSet<String>>>,
    /// Held while this server does what is due for an event.
    settling: Arc<tokio::sync::Mutex<()>>,
}

impl Tables {
    /// The tables of a registry.
    #[must_use]
    pub fn new(registry: Arc<Registry>, jobs: Jobs, office: Office) -> Tables {
        let chat_limit = Throttle::new(Arc::clone(registry.clock()), MESSAGES_AT_ONCE, MESSAGE_EVERY);
        let listing = Arc::new(Listing::new(registry.clock()));
        let deals = Arc::new(Deals::new(Arc::clone(&registry)));
        let visits = Visits::new(Arc::clone(registry.clock()));
        Tables {
            registry,
            jobs,
            deals,
            chat_limit: Arc::new(chat_limit),
            listing,
            latest: Arc::default(),
            office: Arc::new(office),
            visits,
            reported: Arc::default(),
            settling: Arc::default(),
        }
    }

    /// The tables in memory and the store.
    #[must_use]
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The same, for work that outlives a request.
    #[must_use]
    pub fn shared_registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    /// Who may not do what others may.
    #[must_use]
    pub fn office(&self) -> &Office {
        &self.office
    }

    /// Who is here.
    #[must_use]
    pub fn visits(&self) -> &Visits {
        &self.visits
    }

    /// Who counts the tables of visitors in the list of open tables.
    pub(crate) fn listing(&self) -> &Listing {
        &self.listing
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        self.registry.store()
    }

    /// The tables that a search finds. Those whose rows are damaged are logged and left out.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn search(&self, search: &Search) -> Result<Found, StoreError> {
        let found = self.store().search(search).await?;
        for damage in &found.damaged {
            tracing::error!(%damage, "a table cannot be listed");
        }
        Ok(found)
    }

    /// Long work at tables.
    #[must_use]
    pub fn jobs(&self) -> &Jobs {
        &self.jobs
    }

    /// The deals of the day.
    #[must_use]
    pub fn deals(&self) -> &Deals {
        &self.deals
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Millis {
        self.registry.clock().now()
    }

    /// The table with this id; a table read from the store continues where it was.
    ///
    /// # Errors
    /// When there is none, or it cannot be read.
    pub async fn get(&self, id: &str) -> Result<Arc<LiveTable>, AppError> {
        let (live, fresh) = self.registry.get(id).await?;
        if fresh {
            // What a server had not played when it stopped.
            self.registry.play_due(&live, &mut *live.lock().await).await.inspect_err(|_| live.rest())?;
            self.jobs.advance(&live).await.inspect_err(|_| live.rest())?;
            self.answer_for_house(&live);
        }
        Ok(live)
    }

    /// Lets a visitor do something at a table. `version` is that of the page on which it was done; without
    /// one, the newest is meant. `randomness` is what the visitor adds to the deal that may follow. Returns
    /// the table to go to, if that is another one. A command is carried out even if the caller gives up:
    /// whatever was sent to the store is in memory, too.
    ///
    /// # Errors
    /// When the command is rejected, or the store fails.
    pub async fn command(
        &self,
        live: &Arc<LiveTable>,
        visitor: Option<&Visitor>,
        command: Command,
        version: Option<u64>,
        randomness: Option<Randomness>,
    ) -> Result<Option<String>, AppError> {
        let (tables, live, visitor) = (self.clone(), Arc::clone(live), visitor.cloned());
        let work =
            async move { tables.carry_out(&live, visitor.as_ref(), command, version, randomness).await };
        tokio::spawn(asker::carried(work)).await.map_err(anyhow::Error::from)?
    }

    async fn carry_out(
        &self,
        live: &Arc<LiveTable>,
        visitor: Option<&Visitor>,
        command: Command,
        version: Option<u64>,
        randomness: Option<Randomness>,
    ) -> Result<Option<String>, AppError> {
        self.office.may_play(visitor)?;
        let mut state = live.lock().await;
        let responsible = Responsible::for_the_end(state.table(), visitor, &command);
        let mut tries = 0;
        let (committed, next) = loop {
            let context = Context { randomness, ..state.context(self.now(), version) };
            let meant = state.table().meant(visitor.map_or("", Visitor::id), command.clone());
            let prepared = match meant {
                Command::Sit { seat, name } => {
                    self.prepare_to_sit(&state, visitor, seat, &name, &context).await?
                }
                Command::Agree { .. } => self.prepare_to_agree(&state, visitor, &context).await?,
                command => command,
            };
            let next = match &prepared {
                Command::Agree { next } => next.clone(),
                _ => None,
            };
            let actor = visitor.into();
            match self.registry.try_commit(live, &mut state, actor, prepared, &context).await {
                // Another server was first. Its write may change nothing for this command.
                Err(AppError::Store(StoreError::Conflict)) if tries < DECIDED_ANEW => tries += 1,
                Err(AppError::Store(StoreError::Conflict)) => break (Err(Rejection::Outdated.into()), next),
                committed => break (committed, next),
            }
        };
        let person = match &committed {
            Ok(()) => responsible.by_command,
            Err(AppError::Rejected(Rejection::TimeUp)) => responsible.by_clock,
            Err(_) => None,
        };
        if tries > 0 {
            self.registry.play_what_is_due(live, &mut state).await;
        }
        self.note_called_off(&state, person).await;
        let is_over = state.table().is_over();
        // A player who has just sat down is present from now on.
        if let Some(visitor) = visitor.filter(|v| state.table().seats_of(v.id()).next().is_some()) {
            state.presence.ask(visitor.id(), self.now());
            self.registry.tell_request(live, &mut state, visitor.id()).await;
        }
        drop(state);
        // A command that came too late has ended a turn: a program may be to act in the place of the late
        // player.
        if matches!(committed, Ok(()) | Err(AppError::Rejected(Rejection::TimeUp))) {
            self.jobs.advance(live).await?;
            self.answer_for_house(live);
        }
        if is_over {
            self.jobs.find_detours(live).await;
        }
        committed.map(|()| next)
    }

    /// Keeps the name under which a visitor sits down, once it is sure that the seat can be taken.
    async fn prepare_to_sit(
        &self,
        state: &TableState,
        visitor: Option<&Visitor>,
        seat: Option<Seat>,
        name: &str,
        context: &Context,
    ) -> Result<Command, AppError> {
        let sit = |name: String| Command::Sit { seat, name };
        state.table().decide(visitor.into(), sit(name.to_owned()), context)?;
        let visitor = visitor.ok_or(Rejection::NotSeated)?;
        self.may_join(state, visitor).await?;
        Ok(sit(free_name(self.store().keep_name(visitor.id(), &check_name(name)?).await)?))
    }

    /// Sends a chat message to a table.
    ///
    /// # Errors
    /// When the visitor has no seat there, the text is empty or too long, there were too many messages, or
    /// the store fails.
    pub async fn say(&self, live: &LiveTable, visitor: Option<&Visitor>, text: &str) -> Result<(), AppError> {
        let mut state = live.lock().await;
        let viewpoint = state.table().viewpoint(visitor);
        let (Some(&seat), Some(person)) = (viewpoint.seats.first(), viewpoint.id) else {
            return Err(Rejection::NotSeated.into());
        };
        self.office.may_play(visitor)?;
        self.may_write(&state, &person).await?;
        let text = plain_text(text);
        if text.is_empty() {
            return Err(AppError::refused("the message is empty"));
        }
        if text.chars().count() > LONGEST_MESSAGE {
            return Err(AppError::refused(format!("a message has at most {LONGEST_MESSAGE} characters")));
        }
        self.chat_limit.take(&person).map_err(|after| AppError::TooMany {
            why: "that was a lot at once: wait a few seconds",
            after,
        })?;
        let message = ChatMessage { at: self.now(), person, name: state.table().label(seat), text };
        self.store().say(live.id(), &message).await?;
        state.chat.push(message);
        live.revise();
        Ok(())
    }

    /// Takes a person off all seats at a table: stands up before the game has begun, resigns afterwards.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn leave(&self, person: &Visitor, id: &str) -> Result<(), AppError> {
        let live = match self.get(id).await {
            // A damaged table cannot be played.
            Err(AppError::Store(StoreError::Corrupt(_))) => return Ok(()),
            live => live?,
        };
        // Each round leaves one seat, or sees what another request has changed.
        for _ in 0..64 {
            let state = live.lock().await;
            let own = state.table().seats_of(person.id()).next().filter(|_| !state.table().is_over());
            let Some(seat) = own else { return Ok(()) };
            let full = state.table().is_full();
            drop(state);
            let command = if full { Command::Resign { seat: Some(seat) } } else { Command::Stand };
            match self.command(&live, Some(person), command, None, None).await {
                Ok(_) | Err(AppError::Rejected(Rejection::TimeUp | Rejection::Outdated)) => (),
                Err(error) => return Err(error),
            }
        }
        Err(AppError::Internal(anyhow!("the seats at {id} cannot be left")))
    }

    /// Notes whether the clock of a table can be ended, or an event can go on; returns whether a failure is
    /// news.
    pub fn report(&self, id: &str, failed: bool) -> bool {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        match failed {
            true => reported.insert(id.to_owned()),
            false => {
                reported.remove(id);
                false
            }
        }
    }

    /// Forgets rate limits that no longer limit anything.
    pub fn tidy(&self) {
        self.chat_limit.tidy();
        self.listing.tidy();
        self.office.tidy(self.now());
    }
}
