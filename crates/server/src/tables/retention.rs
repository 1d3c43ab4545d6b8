//! How long games of guests are kept: games without an account, in which nothing has happened for a while,
//! are removed in small batches, so that no write of a game waits long.

use crate::tables::Tables;
use bagatelle_store::{Guests, StoreError};
use bagatelle_table::Millis;
use std::str::FromStr;
use thiserror::Error;

/// How many games are removed in one transaction.
const BATCH: u32 = 100;
/// The milliseconds of a day.
const DAY: Millis = 24 * 60 * 60 * 1000;

/// For how long games of guests are kept: a number of days, written `90d`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeepGuests {
    days: u32,
}

/// A text that is not a [`KeepGuests`].
#[derive(Debug, Error)]
#[error("this is a number of days from 1d to 9999d, such as 90d")]
pub struct NoKeepGuests;

impl FromStr for KeepGuests {
    type Err = NoKeepGuests;

    fn from_str(text: &str) -> Result<KeepGuests, NoKeepGuests> {
        let days = text.strip_suffix('d').and_then(|days| days.parse().ok());
        days.filter(|days| (1..=9999).contains(days)).map(|days| KeepGuests { days }).ok_or(NoKeepGuests)
    }
}

impl KeepGuests {
    /// The days.
    #[must_use]
    pub fn days(self) -> u32 {
        self.days
    }

    /// Games that have not changed since this moment are removed.
    #[must_use]
    pub fn before(self, now: Millis) -> Millis {
        now - Millis::from(self.days) * DAY
    }
}

/// Removes games that are due; a game that is open at a server stays until the next time.
///
/// # Errors
/// When the store fails. Earlier removals stay.
pub async fn sweep(tables: &Tables, keep: KeepGuests) -> Result<Guests, StoreError> {
    let (store, before) = (tables.store(), keep.before(tables.now()));
    let (mut removed, mut last) = (Guests::default(), String::new());
    loop {
        let found = store.idle_guest_games(before, &last, BATCH).await?;
        let Some(id) = found.last() else { break };
        last.clone_from(id);
        let free = tables.registry().let_go(found).await;
        let batch = store.remove_guest_games(&free, before).await?;
        removed.games += batch.games;
        removed.visitors += batch.visitors;
    }
    loop {
        match store.remove_guests(before, BATCH).await? {
            0 => return Ok(removed),
            visitors => removed.visitors += visitors,
        }
    }
}

/// The same as a job, which tells the log what it did.
pub async fn sweep_and_tell(tables: &Tables, keep: KeepGuests) {
    match sweep(tables, keep).await {
        Ok(Guests { games: 0, visitors: 0 }) => (),
        Ok(Guests { games, visitors }) => tracing::info!(
            games,
            visitors,
            "removed games of guests in which nothing has happened for {} days, and guests who have none \
             left",
            keep.days
        ),
        Err(error) => tracing::error!(%error, "games of guests cannot be removed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_written_in_days() {
        let keep: KeepGuests = "90d".parse().unwrap();
        assert_eq!((keep.days(), keep.before(91 * DAY)), (90, DAY));
        for text in ["", "90", "d", "0d", "-1d", "10000d", "3m"] {
            assert!(text.parse::<KeepGuests>().is_err(), "{text}");
        }
    }
}
