//! The par of a solitaire's deal: found once, in the background, and stored.

use super::Jobs;
use crate::error::AppError;
use crate::live::table::LiveTable;
use crate::tables::deals::Deal;
use crate::work::asker::{self, Asker};
use crate::work::deadline::Deadline;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::present::Par;
use bagatelle_session::Task;
use bagatelle_table::TableSpec;
use std::sync::Arc;
use std::time::Duration;

/// How long to look for how hard a deal is.
const GRADE_LIMIT: Duration = Duration::from_secs(10);
/// For whom the pars of the deals of the day are looked for.
const THE_DAY: &str = "the pars of the day";

impl Jobs {
    /// Finds the par of a solitaire and how hard it is, unless that is known or being looked for, and then
    /// where its solution went long.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find_par(&self, live: &Arc<LiveTable>) -> Result<(), AppError> {
        let Some(limit) = live.game().manifest().par_limit else { return Ok(()) };
        if !live.lock().await.session.seeks_par() {
            self.registry.learn_par(live).await?;
        }
        let mut state = live.lock().await;
        let (grade, par) = (state.session.begin(&Task::Grade), state.session.begin(&Task::Par));
        if !grade && !par {
            return Ok(());
        }
        let (start, asker) = (state.table().play().at(0), Asker::current(&state.table().spec().owner));
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(asker::carried(async move {
            if grade {
                jobs.find_grade(&live, start.duplicate(), &asker).await;
            }
            if par {
                jobs.search_par(&live, start, limit, &asker).await;
            }
            jobs.find_detours(&live).await;
        }));
        Ok(())
    }

    /// Looks for the par of a table's deal.
    async fn search_par(&self, live: &LiveTable, start: Box<dyn AnyPlay>, limit: Duration, asker: &Asker) {
        // If another server looks for it, that server tells what it finds.
        let searched = match self.registry.claim("par", live.id(), 0).await {
            Ok(Some(_claim)) => self.search(start, limit, asker).await,
            Ok(None) | Err(_) => Searched::NoPlace,
        };
        let mut state = live.lock().await;
        match searched {
            // The next look at the page asks again.
            Searched::NoPlace => state.session.abandon(&Task::Par),
            Searched::Nothing => state.session.know_par(None),
            Searched::Found(par) => {
                self.keep_par(state.table().spec(), par).await;
                state.session.know_par(Some(par));
                drop(state);
                live.revise();
                self.registry.tell_stored(live.id()).await;
            }
        }
    }

    /// Finds the par of a deal of the day that no player may have begun, unless it is being looked for.
    pub fn find_par_of(&self, deal: &Arc<Deal>) {
        let Some(limit) = deal.game.manifest().par_limit else { return };
        if !deal.begin_search() {
            return;
        }
        let (jobs, deal) = (self.clone(), Arc::clone(deal));
        tokio::spawn(async move {
            // The deal has been opened before.
            let Ok((_, start)) = deal.spec.open() else { return };
            match jobs.search(start, limit, &Asker::absent(THE_DAY)).await {
                Searched::NoPlace => deal.no_search(),
                Searched::Nothing => (),
                Searched::Found(par) => jobs.keep_par(&deal.spec, par).await,
            }
        });
    }

    /// Finds how hard the deal of a table is. Without a place for it, the next look at the page asks again.
    async fn find_grade(&self, live: &LiveTable, start: Box<dyn AnyPlay>, asker: &Asker) {
        let grade = match self.pool.background(asker).await {
            Some(place) => {
                let grade = move |deadline: &Deadline| deadline.allow(|allowance| start.grade(allowance));
                place.work(GRADE_LIMIT, grade).await.ok()
            }
            None => None,
        };
        let mut state = live.lock().await;
        match grade {
            Some(grade) => state.session.know_grade(grade),
            None => state.session.abandon(&Task::Grade),
        }
        drop(state);
        live.revise();
    }

    async fn keep_par(&self, spec: &TableSpec, par: Par) {
        if let Err(error) = self.registry.store().keep_par(spec, par).await {
            tracing::error!(table = spec.id, %error, "a par cannot be stored");
        }
    }

    /// Looks for a par in the background, within its limit.
    async fn search(&self, start: Box<dyn AnyPlay>, limit: Duration, asker: &Asker) -> Searched {
        let Some(place) = self.pool.background(asker).await else {
            return Searched::NoPlace;
        };
        let found = place.work(limit, move |deadline| {
            let par = deadline.search(&|| false, |budget| start.par(budget));
            par.filter(|_| !deadline.is_stopping())
        });
        match found.await {
            Ok(Some(par)) => Searched::Found(par),
            _ => Searched::Nothing,
        }
    }
}

/// How a search for a par has ended.
enum Searched {
    /// There was no place for it.
    NoPlace,
    /// No par was found.
    Nothing,
    /// The par.
    Found(Par),
}
