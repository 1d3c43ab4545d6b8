//! How people treat each other at tables: who may sit down with whom, who may begin rated games, and who may
//! write; and what hosts and moderators have done since the last look.

use crate::error::AppError;
use crate::limits::CALLED_OFF_A_DAY;
use crate::live::table::TableState;
use crate::tables::Tables;
use bagatelle_store::{ActKind, StoreError};
use bagatelle_table::{Ending, Millis, Occupant, Visitor};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

/// In how many of a visitor's newest games those with other people are counted.
const COUNTED: u32 = 500;
/// A day, in milliseconds. It begins at midnight UTC.
const DAY: Millis = 24 * 60 * 60 * 1000;

impl Tables {
    /// Takes into account what hosts and moderators have done since the last call, here or in another
    /// process.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn catch_up_with_acts(&self) -> Result<(), AppError> {
        let acts = self.office().news(self.store()).await?;
        let of = |kinds: &[ActKind]| {
            let found = acts.iter().filter(|act| kinds.contains(&act.kind));
            found.map(|act| act.subject.as_str()).collect::<Vec<&str>>()
        };
        for table in of(&[ActKind::DeleteGame]) {
            self.registry().forget(table).await;
        }
        for table in of(&[ActKind::DeleteText]) {
            self.registry().reload_chat(table).await?;
        }
        for event in of(&[ActKind::DeleteTitle]) {
            // The pages of its games name it.
            for game in self.games_of_event(event).await? {
                if let Some(live) = self.registry().held(&game.table).await {
                    live.revise();
                }
            }
        }
        for person in of(&[ActKind::Ban, ActKind::DeleteAccount]) {
            self.leave_events(person).await?;
        }
        if !of(&[ActKind::Ban]).is_empty() {
            // Streams of sessions that have ended end with the next news.
            for live in self.registry().in_memory().await {
                live.revise();
            }
        }
        let people = of(&[ActKind::Rename, ActKind::DeleteAccount]);
        if !people.is_empty() {
            self.registry().reload_for(&people).await?;
        }
        if !of(&[ActKind::DeleteAccount]).is_empty() {
            // A program may have to act in place of the player who left.
            for live in self.registry().in_memory().await {
                self.jobs().advance(&live).await?;
            }
            for id in self.store().thinking().await? {
                drop(self.get(&id).await?);
            }
        }
        Ok(())
    }

    /// Whether an account may log in, according to the database now.
    ///
    /// # Errors
    /// When a moderator has banned the account, or the store fails.
    pub(crate) async fn may_log_in(&self, account: &str) -> Result<(), AppError> {
        let all = self.store().restrictions().await?;
        match all.into_iter().find(|one| one.person == account && one.banned) {
            None => Ok(()),
            Some(found) => {
                let because = match found.reason.as_str() {
                    "" => String::new(),
                    reason => format!(". The reason: {reason}"),
                };
                Err(AppError::Forbidden(format!(
                    "a moderator of this server has banned this account{because}"
                )))
            }
        }
    }

    /// The people whom a person has blocked.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn blocked_by(&self, person: &str) -> Result<Arc<HashSet<String>>, StoreError> {
        let now = self.now();
        if let Some(blocks) = self.office().blocks(person, now) {
            return Ok(blocks);
        }
        let found = self.store().blocked_by(person).await?;
        let blocks: Arc<HashSet<String>> = Arc::new(found.into_iter().map(|one| one.person).collect());
        self.office().keep_blocks(person, now, Arc::clone(&blocks));
        Ok(blocks)
    }

    /// Whether a visitor may sit down with those who are at a table.
    ///
    /// # Errors
    /// When one of them has blocked the visitor, a rated game may not be begun, or the store fails.
    pub(crate) async fn may_join(&self, state: &TableState, visitor: &Visitor) -> Result<(), AppError> {
        let blockers = self.store().blockers_of(visitor.id()).await?;
        let at_table = |id: &String| {
            let owner = state.table().spec().owner == *id;
            owner
                || state.table().seating().iter().filter_map(Occupant::person).any(|person| person.id == *id)
        };
        if blockers.iter().any(at_table) {
            return Err(AppError::Forbidden(
                "you can’t sit down here: a player at this table doesn’t want to play with you".into(),
            ));
        }
        match state.table().terms().rated {
            true => self.may_begin_rated(visitor.id()).await,
            false => Ok(()),
        }
    }

    /// Whether a person may write at a table.
    ///
    /// # Errors
    /// When a moderator has muted the person, when the person is new here and anyone finds the table, or
    /// the store fails.
    pub(crate) async fn may_write(&self, state: &TableState, person: &str) -> Result<(), AppError> {
        self.office().may_write(person)?;
        let needed = self.office().newcomers();
        let terms = state.table().terms();
        if needed == 0 || !(terms.listed || terms.public) {
            return Ok(());
        }
        let played = self.store().played(person, COUNTED).await?;
        let with_people = played.iter().filter(|game| game.seats > 1 && game.program.is_none()).count();
        match with_people < needed as usize {
            true => Err(AppError::Forbidden(format!(
                "at open tables you can chat once you’ve finished {needed} games with other people here; at \
                 tables you share by link you can chat now"
            ))),
            false => Ok(()),
        }
    }

    /// Notes that a game was called off, if it was, and by whom.
    pub(crate) async fn note_called_off(&self, state: &TableState, responsible: Option<String>) {
        let Some(person) = responsible.filter(|_| state.table().ending() == Some(Ending::Aborted)) else {
            return;
        };
        let (now, id) = (self.now(), state.table().id());
        // The game is over in any case.
        if let Err(error) = self.store().note_called_off(&person, id, now, now - now.rem_euclid(DAY)).await {
            tracing::error!(table = id, %error, "it cannot be noted who has called off a game");
        }
    }

    /// Whether a person may begin a rated game.
    ///
    /// # Errors
    /// When the person has called off too many today, or the store fails.
    pub(crate) async fn may_begin_rated(&self, person: &str) -> Result<(), AppError> {
        let begun = self.now().rem_euclid(DAY);
        if self.store().called_off(person, self.now() - begun).await? < CALLED_OFF_A_DAY {
            return Ok(());
        }
        Err(AppError::TooMany {
            why: "you’ve aborted several rated games today: you can start rated games again after midnight \
                UTC",
            after: Duration::from_millis((DAY - begun).unsigned_abs()),
        })
    }
}
