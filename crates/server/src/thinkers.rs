//! Programs at work: they think on a bounded number of threads beside the requests, within their time, and play until it
//! is a person's turn. Solvers and the finders of marks share the places.

use crate::line::{Event, Kind};
use crate::live::{GameError, Games, Live, now};
use bagatelle_core::Seed;
use bagatelle_core::program::Budget;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::OwnedSemaphorePermit;

/// The least time between a program's move and the one before it.
const QUICKEST_MOVE: Duration = Duration::from_millis(500);

impl Games {
    /// Takes what chance has to decide, and lets a program think if it is a program's turn.
    pub(crate) async fn go_on(&self, live: &Arc<Live>) -> Result<(), GameError> {
        let mut line = live.line().await;
        self.draw(live, &mut line).await?;
        if line.program_to_move().is_some() {
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
            let line = live.line().await;
            let Some(program) = line.program_to_move().map(str::to_owned) else { return Ok(()) };
            let (table, version) = (line.table.duplicate(), line.version());
            drop(line);
            let info = live.entry.programs().iter().find(|p| p.name == program);
            let limit = Duration::from_millis(info.map_or(1000, |p| u64::from(p.think_ms)));
            let seed = Seed::from_text(&live.row.seed).nth(u64::MAX);
            let (watched, begun, stopping) = (live.watch(), Instant::now(), self.is_stopping());
            let Some(place) = self.place_to_think().await else { return Ok(()) };
            let thought = tokio::task::spawn_blocking(move || {
                let start = Instant::now();
                let stop = || start.elapsed() >= limit || stopping() || watched.borrow().position != version;
                table.think(&program, &Budget::until(&stop), &seed)
            });
            let thought = thought.await.map_err(anyhow::Error::from)?;
            drop(place);
            // A move that comes too fast cannot be followed with the eyes.
            tokio::time::sleep_until((begun + QUICKEST_MOVE).into()).await;
            let mut line = live.line().await;
            let counts = line.version() == version && !self.thinkers.is_closed();
            let Some(thought) = thought.filter(|_| counts) else { return Ok(()) };
            self.write(live, &mut line, Event::new(now(), Kind::Act, thought.action)).await?;
            self.draw(live, &mut line).await?;
        }
    }
}
