//! Positions of the day: found once in the background, kept in the store, and shared by all who try them.

use super::Jobs;
use super::known_positions::{Key, PositionState};
use crate::error::AppError;
use crate::work::asker::Asker;
use bagatelle_catalog::{AnyGame, ExaminedGame, examined};
use bagatelle_core::Seed;
use bagatelle_table::WorldDate;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// How long to look for a position: it takes seconds.
const LIMIT: Duration = Duration::from_secs(120);

impl Jobs {
    /// The position of a game and a world date. Begins to look for it, for `asker`, unless it is known or
    /// looked for.
    ///
    /// # Errors
    /// When the game has no positions, or the store fails.
    pub async fn position(
        &self,
        game: &'static dyn AnyGame,
        date: WorldDate,
        asker: &Asker,
    ) -> Result<PositionState, AppError> {
        let examined = examined(game.id()).filter(|game| game.has_positions()).ok_or(AppError::NotFound)?;
        if let Some(state) = self.known_position(game, date).await? {
            return Ok(state);
        }
        let key = (game.id(), date);
        if let Some(looked) = self.positions.begin(&key) {
            tokio::spawn(self.clone().find_position(examined, key, asker.clone(), looked));
        }
        Ok(self.positions.state(&key).unwrap_or(PositionState::Searching(0)))
    }

    /// The same without a new search; `None` if the position is neither known nor looked for.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn known_position(
        &self,
        game: &'static dyn AnyGame,
        date: WorldDate,
    ) -> Result<Option<PositionState>, AppError> {
        let key = (game.id(), date);
        if let Some(state) = self.positions.state(&key) {
            return Ok(Some(state));
        }
        let Some(position) = self.registry.store().position(game.id(), &date.to_string()).await? else {
            return Ok(None);
        };
        let position = Arc::new(position);
        self.positions.keep(key, Arc::clone(&position));
        Ok(Some(PositionState::Found(position)))
    }

    async fn find_position(
        self,
        game: &'static dyn ExaminedGame,
        key: Key,
        asker: Asker,
        looked: Arc<AtomicU64>,
    ) {
        let place = self.pool.background(&asker).await;
        let found = match place {
            Some(place) => {
                let seed = seed(key.1);
                let look = place.work(LIMIT, move |deadline| {
                    game.position(&seed, &mut |n| {
                        looked.store(n + 1, Ordering::Relaxed);
                        !deadline.is_over()
                    })
                });
                look.await.unwrap_or_else(|error| {
                    tracing::error!(game = game.id(), date = %key.1, %error, "no position was found");
                    None
                })
            }
            None => None,
        };
        // Without a place or a position, the next look asks again.
        let Some(position) = found else { return self.positions.forget(&key) };
        if let Err(error) =
            self.registry.store().keep_position(game.id(), &key.1.to_string(), &position).await
        {
            tracing::error!(game = game.id(), date = %key.1, %error,
                "a position of the day cannot be stored");
        }
        self.positions.keep(key, Arc::new(position));
    }

    /// Looks for the positions of some world dates ahead, so that visitors find them ready.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn prepare_positions(&self, dates: [WorldDate; 2]) -> Result<(), AppError> {
        for date in dates {
            for game in bagatelle_catalog::games().iter().filter(|game| game.has_positions()) {
                // Each takes a turn of its own in the queue.
                self.position(*game, date, &Asker::absent(game.id())).await?;
            }
        }
        Ok(())
    }
}

/// The seed from which the position of a date is found, the same on every server.
fn seed(date: WorldDate) -> Seed {
    Seed::from_text(&format!("daily:{date}"))
}
