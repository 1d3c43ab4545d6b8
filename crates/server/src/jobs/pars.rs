//! The par of a solitaire's deal: found once, in the background, and stored.

use super::Jobs;
use crate::address::Address;
use crate::deals::Deal;
use crate::error::AppError;
use crate::live::table::{LiveTable, ParState};
use crate::work::asker::Asker;
use bagatelle_catalog::AnyPlay;
use bagatelle_core::present::Grade;
use bagatelle_core::present::Par;
use bagatelle_table::TableSpec;
use std::sync::Arc;
use std::time::Duration;

/// How long it is looked how hard a deal is.
const GRADE_LIMIT: Duration = Duration::from_secs(10);
/// For whom the pars of the deals of the day are looked for.
const THE_DAY: &str = "the pars of the day";

impl Jobs {
    /// Finds the par of a solitaire and how hard it is, unless that is known or being looked for.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn find_par(&self, live: &Arc<LiveTable>, address: &Address) -> Result<(), AppError> {
        let Some(limit) = live.game().manifest().par_limit else { return Ok(()) };
        let mut state = live.lock().await;
        if !matches!(state.par, ParState::Unknown) {
            return Ok(());
        }
        let known = self.registry.store().par(state.table.spec()).await?;
        state.par = known.map_or(ParState::Searching, ParState::Found);
        state.grade = live.game().grade_of(&state.table.spec().seed);
        if known.is_some() && (state.grade.is_some() || live.game().manifest().grades.is_empty()) {
            return Ok(());
        }
        let (start, grade) = (state.table.play().at(0), state.grade);
        let asker = Asker::new(&state.table.spec().owner, address);
        drop(state);
        let (jobs, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            if !jobs.find_grade(&live, start.duplicate(), grade, &asker).await {
                live.lock().await.par = ParState::Unknown;
                return;
            }
            if known.is_some() {
                return;
            }
            // Where another server looks for it, the next look at the table finds it.
            let claimed = jobs.registry.claim("par", live.id(), 0).await.ok().flatten();
            let searched = match &claimed {
                Some(_) => jobs.search(start, limit, &asker).await,
                None => Searched::NoPlace,
            };
            match searched {
                // The next look at the table asks again.
                Searched::NoPlace => live.lock().await.par = ParState::Unknown,
                Searched::Nothing => (),
                Searched::Found(par) => {
                    let mut state = live.lock().await;
                    jobs.keep_par(state.table.spec(), par).await;
                    state.par = ParState::Found(par);
                    drop(state);
                    live.revise();
                    jobs.registry.tell_stored(live.id()).await;
                }
            }
        });
        Ok(())
    }

    /// Learns the par that another server has found: the page that a part is for may have come from there.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn learn_par(&self, live: &Arc<LiveTable>, address: &Address) -> Result<(), AppError> {
        if !self.registry.is_shared() || live.game().manifest().par_limit.is_none() {
            return Ok(());
        }
        let state = live.lock().await;
        let unknown = matches!(state.par, ParState::Unknown);
        let found = unknown && self.registry.store().par(state.table.spec()).await?.is_some();
        drop(state);
        if found { self.find_par(live, address).await } else { Ok(()) }
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

    /// Finds how hard the deal of a table is, unless that is known. Tells whether there was a place for it.
    async fn find_grade(
        &self,
        live: &LiveTable,
        start: Box<dyn AnyPlay>,
        known: Option<&'static Grade>,
        asker: &Asker,
    ) -> bool {
        if known.is_some() || live.game().manifest().grades.is_empty() {
            return true;
        }
        let Some(place) = self.pool.background(asker).await else { return false };
        let grade =
            place.work(GRADE_LIMIT, move |deadline| deadline.allow(|allowance| start.grade(allowance)));
        if let Ok(grade) = grade.await {
            live.lock().await.grade = grade;
            live.revise();
        }
        true
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
