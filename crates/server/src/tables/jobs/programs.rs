//! What the server does at a table without being asked: chance decides, and programs and house bots move
//! until it is a person's turn.

use super::Jobs;
use crate::error::AppError;
use crate::limits::{HOUSE_RESTS, HOUSE_WAITS};
use crate::live::house::Mover;
use crate::live::table::{LiveTable, TableState};
use crate::system::clock::Stopwatch;
use crate::work::asker::Asker;
use crate::work::company::Company;
use bagatelle_core::program::Budget;
use bagatelle_session::{think, think_limit};
use bagatelle_store::StoreError;
use bagatelle_table::{Actor, Command, Rejection};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

/// The least time between a program's move and the one before it: a faster move cannot be followed by eye.
const QUICKEST_MOVE: Duration = Duration::from_millis(500);
/// After how long a table tries again if a program could not move: too much work is waiting, or the
/// database does not answer.
const GOES_ON_AFTER: Duration = Duration::from_secs(5);
/// What the move of a program is called where servers share the work.
const PROGRAM: &str = "program";

impl Jobs {
    /// Lets chance decide if it is due, and lets a program or a house bot think if it is to act.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn advance(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        let mut state = live.lock().await;
        self.registry.attend(live, &mut state).await;
        self.resolve_chance(live, &mut state).await?;
        if self.registry.mover(state.table()).is_some() {
            let (jobs, live) = (self.clone(), Arc::clone(live));
            let asker = live.last_asked(Asker::current(&state.table().spec().owner));
            tokio::spawn(async move {
                if let Err(error) = jobs.play_programs(&live, &asker).await {
                    tracing::error!(table = live.id(), %error, "a program cannot move");
                    // A fault of the program or the table stays for everyone who looks at it.
                    let passes =
                        !matches!(error, AppError::Internal(_) | AppError::Store(StoreError::Corrupt(_)));
                    jobs.go_on_later(&live, passes);
                }
            });
        }
        Ok(())
    }

    /// Lets a table rest until it is requested, or, if it runs by itself, for some seconds. Meanwhile it need
    /// not stay in memory.
    fn go_on_later(&self, live: &LiveTable, by_itself: bool) {
        live.rest();
        if !by_itself {
            return;
        }
        let (jobs, id) = (self.clone(), live.id().to_owned());
        // In a box, since it calls itself again.
        let later: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(async move {
            tokio::time::sleep(GOES_ON_AFTER).await;
            if jobs.pool.is_stopping() {
                return;
            }
            let gone_on = match jobs.registry.get(&id).await {
                Ok((live, true)) => jobs.advance(&live).await.inspect_err(|_| live.rest()),
                Ok((_, false)) => Ok(()),
                Err(error) => Err(error),
            };
            if let Err(error) = gone_on {
                tracing::error!(table = id, %error, "a table cannot go on");
            }
        });
        tokio::spawn(later);
    }

    async fn resolve_chance(&self, live: &LiveTable, state: &mut TableState) -> Result<(), AppError> {
        while state.table().chance_is_due() {
            let context = state.context(self.registry.clock().now(), None);
            match self.registry.commit(live, state, Actor::Server, Command::ResolveChance, &context).await {
                // Another server was first, with the same move.
                Err(AppError::Rejected(Rejection::Outdated)) => (),
                committed => committed?,
            }
        }
        Ok(())
    }

    /// Lets programs and house bots play as long as it is their turn; programs among themselves as long as
    /// they are watched, house bots among themselves when no visitor waits for anything. Ends early if a
    /// person changes the game: that request lets programs think again.
    async fn play_programs(&self, live: &Arc<LiveTable>, asker: &Asker) -> Result<(), AppError> {
        loop {
            let state = live.lock().await;
            let Some(Mover { program, account }) = self.registry.mover(state.table()) else { return Ok(()) };
            let company = match (self.registry.guests(state.table()) > 0, &account) {
                (true, _) => Company::People,
                (false, None) => Company::ProgramsOnly,
                (false, Some(_)) => Company::House,
            };
            let watched = live.is_watched(self.registry.clock().now());
            if company == Company::ProgramsOnly && !watched {
                return Ok(());
            }
            let (table, version) = (state.table().clone(), state.table().version());
            // Where others play the table, too, one of them thinks for all.
            let Some(claim) = self.registry.claim(PROGRAM, live.id(), version).await? else { return Ok(()) };
            drop(state);
            let limit = think_limit(live.game(), &program);
            let (begun, quiet) = (Stopwatch::start(), self.pool.is_quiet());
            let in_the_way = move || company == Company::House && !quiet();
            let Some(place) = self.pool.program(company, asker).await else {
                claim.end().await;
                self.go_on_later(live, company == Company::People || watched);
                return Ok(());
            };
            let changes = live.watch();
            let thought = place.work(limit, move |deadline| {
                let stop = || changes.borrow().position != version || in_the_way();
                // A search that was cut short says nothing about the strength of a house bot.
                let thought = (!in_the_way()).then(|| {
                    let over = || deadline.is_over() || stop();
                    think(&table, &program, &Budget::until(&over))
                });
                (thought.filter(|_| !in_the_way()), deadline.elapsed())
            });
            let (thought, took) = thought.await?;
            let Some(thought) = thought else {
                claim.end().await;
                tokio::time::sleep(HOUSE_WAITS).await;
                continue;
            };
            if company == Company::House {
                tokio::time::sleep(took * HOUSE_RESTS).await;
            }
            if company != Company::House || watched {
                tokio::time::sleep(QUICKEST_MOVE.saturating_sub(begun.elapsed())).await;
            }
            let mut state = live.lock().await;
            let Some(thought) = thought.filter(|_| !self.pool.is_stopping()) else { return Ok(()) };
            let context = state.context(self.registry.clock().now(), Some(version));
            let (actor, command) = match &account {
                Some(account) => (Actor::Visitor(account), Command::Act(thought.action)),
                None => (Actor::Server, Command::ActForProgram(thought.action)),
            };
            match self.registry.commit(live, &mut state, actor, command, &context).await {
                Err(AppError::Rejected(Rejection::Outdated | Rejection::NoTurn | Rejection::Over)) => {
                    return Ok(());
                }
                committed => committed?,
            }
            drop(claim);
            self.resolve_chance(live, &mut state).await?;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Company;
    use crate::work::asker::Asker;
    use crate::work::pool::Pool;
    use std::sync::{Arc, Mutex};

    #[tokio::test]
    async fn house_bots_give_way_to_visitors() {
        let (pool, ann) = (Pool::new(), Asker::absent("ann"));
        let quiet = pool.is_quiet();
        // As many searches as there are places: no visitor waits for one of them.
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let mut held = Vec::new();
        for _ in 0..processors.saturating_sub(1).max(1) {
            held.push(pool.program(Company::House, &Asker::absent("house")).await);
        }
        assert!(quiet());
        let hint = pool.hint(&ann).await;
        assert!(!quiet(), "a visitor waits for a hint");
        drop(hint);
        assert!(quiet());
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for company in [Company::House, Company::ProgramsOnly, Company::People] {
            let (pool, order) = (pool.clone(), Arc::clone(&order));
            tasks.push(tokio::spawn(async move {
                let place = pool.program(company, &Asker::absent("one")).await;
                order.lock().unwrap().push(company);
                drop(place);
            }));
            tokio::task::yield_now().await;
            assert_eq!(quiet(), company == Company::House, "{company:?}");
        }
        drop(held.pop());
        for task in tasks {
            task.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), [Company::People, Company::ProgramsOnly, Company::House]);
        assert!(quiet());
    }
}
