//! Events by link: what accounts ask of them, and what the server does for them by itself.
//!
//! A change is decided by `bagatelle_events`, and stored under the next number of the event's log. A server
//! that is second with a number reads the log and decides again, so no round is paired twice, on however many
//! servers and however often one is killed. What follows from the log, such as tables and results, is done in
//! [`settle`], again and again until nothing is left to do.

pub mod asked;
mod games;
mod settle;
pub mod shown;

use crate::error::AppError;
use crate::error::code::Code;
use crate::limits::{EVENT_STARTS_WITHIN, EVENTS_AT_ONCE, EVENTS_LISTED};
use crate::system::random;
use crate::tables::{DECIDED_ANEW, Tables};
use bagatelle_events::{
    Achieved, Command, Context, Entry, Event, EventSpec, PlayerNo, Presence, Refused, Stage,
};
use bagatelle_store::{EventGame, ListedEvent, MadeEvent, StoreError};
use bagatelle_table::{Actor, Millis, RatingPool, Visitor};

/// A day, in milliseconds.
const DAY: Millis = 24 * 60 * 60 * 1000;

/// An event as it is now.
#[derive(Clone)]
pub struct Kept {
    /// Its id.
    pub id: String,
    /// When it was made.
    pub created: Millis,
    /// The event.
    pub event: Event,
    /// Its log.
    pub log: Vec<Entry>,
}

/// Another result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Correction {
    /// Which round, from 1.
    pub round: u32,
    /// Which of its tables, from 0.
    pub table: u32,
    /// The player who has won; `None` for a draw.
    pub winner: Option<PlayerNo>,
}

impl Correction {
    /// What a form says of a result: the round, its table, and the number of the winner, or `-`.
    pub(crate) fn read(text: &str) -> Option<Correction> {
        let mut parts = text.split(' ');
        let mut next = || parts.next();
        let (round, table, winner) = (next()?.parse().ok()?, next()?.parse().ok()?, next()?);
        let winner = match winner {
            "-" => None,
            number => Some(PlayerNo(number.parse().ok()?)),
        };
        Some(Correction { round, table, winner })
    }

    /// What is asked of the event.
    fn command(self, event: &Event) -> Result<Command, Refused> {
        let pairing = event.table(self.round, self.table).ok_or(Refused::NoSuchTable)?;
        let game = u32::try_from(pairing.games().len()).unwrap_or(u32::MAX);
        let seats = pairing.seats_of_game(game);
        if self.winner.is_some_and(|winner| !seats.contains(&Some(winner))) {
            return Err(Refused::NotInGame);
        }
        let won = |seat: &Option<PlayerNo>| seat.is_some() && *seat == self.winner;
        let result = seats.iter().map(|seat| Achieved { won: won(seat), count: 0 }).collect();
        Ok(Command::Correct { round: self.round, table: self.table, result })
    }
}

/// What an account asks of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To play in it.
    Join,
    /// To leave it.
    Leave,
    /// To begin.
    Start,
    /// To stop after the running games.
    Pause,
    /// To go on.
    Resume,
    /// To end.
    End,
    /// To remove a player.
    Remove(PlayerNo),
    /// To correct the result of the last game at a table.
    Correct(Correction),
    /// To pair a round now. The server does it by itself as soon as it can, so this tells why it cannot.
    Round(u32),
}

impl Tables {
    /// An event.
    ///
    /// # Errors
    /// When there is none, its log is damaged, or the store fails.
    pub async fn event(&self, id: &str) -> Result<Kept, AppError> {
        let kept = self.store().event(id).await?;
        let kept = kept.ok_or(AppError::Known(Code::NoSuchEvent, "there’s no such event"))?;
        let event = Event::restore(kept.spec, &kept.log).map_err(StoreError::from)?;
        Ok(Kept { id: id.to_owned(), created: kept.created, event, log: kept.log })
    }

    /// The events that an account organizes or plays in, the newest first.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn events_with(&self, account: &str) -> Result<Vec<ListedEvent>, StoreError> {
        self.store().events_with(account, EVENTS_LISTED).await
    }

    /// The games of an event that have a table.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn games_of_event(&self, id: &str) -> Result<Vec<EventGame>, StoreError> {
        let mut games = self.store().event_games(id).await?;
        games.retain(|game| game.made);
        Ok(games)
    }

    /// A number that is another one when an event, or the tables of its games, have changed.
    ///
    /// # Errors
    /// When there is no such event, or the store fails.
    pub async fn event_revision(&self, id: &str) -> Result<u64, AppError> {
        let revision = self.store().event_revision(id).await?;
        revision.ok_or(AppError::Known(Code::NoSuchEvent, "there’s no such event"))
    }

    /// Makes an event, under this id if it is given, and returns its id.
    ///
    /// # Errors
    /// When the organizer has no account or as many events as one may, no game can be played by what is
    /// asked for, or the store fails.
    pub async fn make_event(
        &self,
        organizer: &Visitor,
        id: Option<String>,
        spec: EventSpec,
    ) -> Result<String, AppError> {
        self.office().may_play(Some(organizer))?;
        if !organizer.has_account() {
            return Err(AppError::Known(Code::NeedsAccount, "log in or sign up to create an event"));
        }
        let id = random::table_id_or(id)?;
        let trial = Event::new(spec)?;
        if trial.spec().is_duplicate() && trial.spec().terms.public {
            return Err(AppError::refused(
                "the games of a duplicate event can’t be watched: others still have to play the deal",
            ));
        }
        let ahead = trial.spec().starts_at.map(|at| at - self.now());
        if ahead.is_some_and(|ahead| !(0..=EVENT_STARTS_WITHIN * DAY).contains(&ahead)) {
            return Err(AppError::refused(format!(
                "an event can be set to start at most {EVENT_STARTS_WITHIN} days from now"
            )));
        }
        self.try_event_game(&trial).await?;
        match self.store().make_event(&id, trial.spec(), self.now(), EVENTS_AT_ONCE).await? {
            MadeEvent::Yes => Ok(id),
            MadeEvent::Full => Err(AppError::refused(format!(
                "you already organize {EVENTS_AT_ONCE} events that aren’t over: end one of them first"
            ))),
        }
    }

    /// Does what an account asks of an event, and what follows from it.
    ///
    /// # Errors
    /// When the event refuses it, players block each other, or the store fails.
    pub async fn ask_event(&self, visitor: &Visitor, id: &str, wish: Wish) -> Result<(), AppError> {
        if wish != Wish::Leave {
            self.office().may_play(Some(visitor))?;
        }
        let mut tries = 0;
        loop {
            let kept = self.event(id).await?;
            let entry = self.decide_wish(visitor, &kept, wish).await?;
            match self.append_change(&kept, &entry).await {
                Err(AppError::Store(StoreError::Conflict)) if tries < DECIDED_ANEW => tries += 1,
                appended => {
                    appended?;
                    break;
                }
            }
        }
        self.follow_up(id).await;
        Ok(())
    }

    /// Does what follows from a change that is stored; later, if it cannot be done now.
    async fn follow_up(&self, id: &str) {
        if let Err(error) = self.settle_event(id).await {
            tracing::error!(event = id, %error, "what follows in an event cannot be done");
        }
    }

    async fn decide_wish(&self, visitor: &Visitor, kept: &Kept, wish: Wish) -> Result<Entry, AppError> {
        let elsewhere = match wish {
            Wish::Join => self.store().event_elsewhere(visitor.id(), &kept.id).await?,
            _ => None,
        };
        let context = Context { now: self.time_in(kept), elsewhere: elsewhere.as_deref() };
        let (event, actor) = (&kept.event, Actor::Visitor(visitor));
        let command = match wish {
            Wish::Join => {
                let name = self.store().name_of(visitor.id()).await?.unwrap_or_default();
                let rating = self.rating_for(visitor, &event.spec().game).await?;
                let join = Command::Join { name, rating };
                event.decide(actor, join.clone(), &context)?;
                self.may_join_event(visitor, event).await?;
                join
            }
            Wish::Leave => Command::Leave,
            Wish::Start => Command::Start,
            Wish::Pause => Command::Pause,
            Wish::Resume => Command::Resume,
            Wish::End => Command::End,
            Wish::Remove(player) => Command::Remove { player },
            Wish::Correct(correction) => correction.command(event)?,
            Wish::Round(number) => {
                if event.spec().organizer != visitor.id() {
                    return Err(bagatelle_events::Refused::NotOrganizer.into());
                }
                return Ok(event.decide(Actor::Server, Command::PairRound { number }, &context)?);
            }
        };
        Ok(event.decide(actor, command, &context)?)
    }

    /// The rating of an account in a game, rounded.
    async fn rating_for(&self, visitor: &Visitor, game: &str) -> Result<Option<i32>, StoreError> {
        let own = self.store().ratings(visitor.id()).await?;
        let own = own.into_iter().find(|one| one.game == game && one.pool == RatingPool::People);
        Ok(own.map(|one| one.rating.round() as i32))
    }

    /// Whether an account may play in an event: not with those whom it has blocked, or who have blocked it.
    async fn may_join_event(&self, visitor: &Visitor, event: &Event) -> Result<(), AppError> {
        let players = event.players().iter().filter(|player| player.presence == Presence::In);
        let all: Vec<&String> =
            players.map(|player| &player.account).chain([&event.spec().organizer]).collect();
        let blockers = self.store().blockers_of(visitor.id()).await?;
        if all.iter().any(|person| blockers.contains(person)) {
            let why = "you can’t join: a player of this event doesn’t want to play with you";
            return Err(AppError::Forbidden(why.into()));
        }
        let blocked = self.blocked_by(visitor.id()).await?;
        match all.iter().any(|person| blocked.contains(*person)) {
            true => Err(AppError::Forbidden(
                "you’ve blocked a player of this event: unblock that player on your page to join".into(),
            )),
            false => Ok(()),
        }
    }

    /// The time for the next change of an event: never before the last one.
    fn time_in(&self, kept: &Kept) -> Millis {
        self.now().max(kept.log.last().map_or(kept.created, |entry| entry.at))
    }

    /// Stores a change; returns the event after it.
    async fn append_change(&self, kept: &Kept, entry: &Entry) -> Result<Kept, AppError> {
        let event = kept.event.after(entry);
        self.store().append_change(&kept.id, kept.event.seq(), entry, &event).await?;
        let mut log = kept.log.clone();
        log.push(entry.clone());
        Ok(Kept { id: kept.id.clone(), created: kept.created, event, log })
    }

    /// Takes an account out of all events: one that is deleted, or may no longer play. An event that it
    /// organizes ends if it has not begun, and goes on otherwise.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn leave_events(&self, account: &str) -> Result<(), AppError> {
        let visitor = Visitor::with_account(account);
        for id in self.store().unfinished_events(account).await? {
            let kept = match self.event(&id).await {
                // A damaged event cannot be left.
                Err(AppError::Store(StoreError::Corrupt(_))) => continue,
                kept => kept?,
            };
            let ends = kept.event.stage() == Stage::Open && kept.event.spec().organizer == account;
            self.leave_event(&visitor, &id, if ends { Wish::End } else { Wish::Leave }).await?;
            self.follow_up(&id).await;
        }
        Ok(())
    }

    async fn leave_event(&self, visitor: &Visitor, id: &str, wish: Wish) -> Result<(), AppError> {
        for _ in 0..DECIDED_ANEW {
            let kept = self.event(id).await?;
            let entry = match self.decide_wish(visitor, &kept, wish).await {
                // The player is out already, or only organizes.
                Err(AppError::Event(_)) => return Ok(()),
                entry => entry?,
            };
            match self.append_change(&kept, &entry).await {
                Err(AppError::Store(StoreError::Conflict)) => (),
                appended => return appended.map(drop),
            }
        }
        Err(StoreError::Conflict.into())
    }
}
