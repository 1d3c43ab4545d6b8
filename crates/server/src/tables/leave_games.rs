//! A person leaves all unfinished games, using only the store: for the command, which runs with or without
//! a server.
//!
//! Each step is decided by the table as at the server. If a server writes to the same table meanwhile, the
//! table is read again.

use crate::live::notifications::letters;
use anyhow::{Result, bail, ensure};
use bagatelle_store::{Store, StoreError};
use bagatelle_table::{Actor, Command, Context, Downtime, Forfeit, Millis, Rejection, Table, Visitor};
use std::sync::Arc;

/// How often to try a table that a server is writing to.
const TRIES: u32 = 64;

/// Takes a person off all seats: stands up before a game has begun, resigns afterwards. Returns how many
/// games were left.
///
/// # Errors
/// When the store fails, or the seats of a game cannot be left.
pub async fn leave_games(store: &Store, person: &Visitor, now: Millis) -> Result<usize> {
    let down: Arc<[Downtime]> = store.downtimes().await?.into();
    let games = store.unfinished(person.id()).await?;
    for id in &games {
        leave(store, person, id, &down, now).await?;
    }
    Ok(games.len())
}

async fn leave(store: &Store, person: &Visitor, id: &str, down: &Arc<[Downtime]>, now: Millis) -> Result<()> {
    for _ in 0..TRIES {
        let Some(spec) = store.table(id).await? else { return Ok(()) };
        let Ok(table) = Table::restore(spec, Arc::clone(down), &store.events(id).await?) else {
            // A damaged table cannot be played.
            return Ok(());
        };
        let own = table.seats_of(person.id()).next().filter(|_| !table.is_over());
        let Some(seat) = own else { return Ok(()) };
        let context = Context::at(now.max(table.last_at().unwrap_or(now)));
        let visitor = Actor::Visitor(person);
        let (actor, command) = match table.is_full() {
            // Games of events alone are played unaided.
            true if table.terms().unaided => {
                (Actor::Server, Command::Forfeit { seat, why: Forfeit::Withdrawn })
            }
            true => (visitor, Command::Resign { seat: Some(seat) }),
            false => (visitor, Command::Stand),
        };
        let event = match table.decide(actor, command, &context) {
            Err(Rejection::TimeUp) => table.decide(Actor::Server, Command::ExpireClock, &context),
            decided => decided,
        };
        let event = event.map_err(|why| anyhow::anyhow!("the game {id} cannot be left: {why}"))?;
        let after = table.after(&event);
        let (summary, letters) = (after.summary(event.at), letters(Some(&table), &after, event.at));
        match store.append(id, table.seq(), std::slice::from_ref(&event), &summary, &letters).await {
            Err(StoreError::Conflict) => (),
            appended => appended?,
        }
    }
    ensure!(store.table(id).await?.is_none(), "the game {id} cannot be left: it changes all the time");
    bail!("the game {id} cannot be left")
}
