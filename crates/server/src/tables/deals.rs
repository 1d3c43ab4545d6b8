//! The deals of the day: dealt once for all visitors, and which tables count as one of them.

use crate::error::AppError;
use crate::live::registry::Registry;
use crate::system::random;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Grade;
use bagatelle_core::present::Par;
use bagatelle_core::program::Allowance;
use bagatelle_core::{CommittedSeed, Viewer};
use bagatelle_pages::today::has_deal;
use bagatelle_table::{DealSource, NewGame, Rejection, TableSpec, Visitor, WorldDate};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// How many deals are kept: those of a few days.
const KEPT: usize = 64;

/// For how many days ahead the server is committed to a seed: it may be off on some of them.
const COMMITTED_AHEAD: usize = 7;

/// The deal of a game and a world date, under the usual options.
pub struct Deal {
    /// The game.
    pub game: &'static dyn AnyGame,
    /// The world date.
    pub date: WorldDate,
    /// A table with this deal, which no player has.
    pub spec: TableSpec,
    /// How hard it is, where that is known.
    pub grade: Option<&'static Grade>,
    /// Its drawing, as all may see it.
    pub svg: String,
    /// Whether its par is being looked for.
    searched: AtomicBool,
}

impl Deal {
    fn new(
        game: &'static dyn AnyGame,
        date: WorldDate,
        seed: Option<CommittedSeed>,
        allowance: &Allowance<'_>,
    ) -> Result<Deal, Rejection> {
        let spec = daily(game, date, seed).plan(&Visitor::anonymous(""), String::new(), &[], 0, allowance)?;
        let (_, play) = spec.open()?;
        let (grade, svg) = (play.grade(allowance), play.svg(Viewer::Spectator));
        Ok(Deal { game, date, spec, grade, svg, searched: AtomicBool::new(false) })
    }

    /// Whether the search for the par is still to begin; it is from now on.
    pub fn begin_search(&self) -> bool {
        !self.searched.swap(true, Ordering::SeqCst)
    }

    /// Notes that the search for the par got no place.
    pub fn no_search(&self) {
        self.searched.store(false, Ordering::SeqCst);
    }
}

/// The request for the deal of a day.
#[must_use]
pub fn daily(game: &dyn AnyGame, date: WorldDate, seed: Option<CommittedSeed>) -> NewGame {
    NewGame::new(game.id(), DealSource::Daily(date, seed))
}

/// The games that have a deal of the day.
pub fn games() -> impl Iterator<Item = &'static dyn AnyGame> {
    bagatelle_catalog::games().iter().copied().filter(|game| has_deal(*game))
}

/// The deals of the day.
pub struct Deals {
    registry: Arc<Registry>,
    kept: Mutex<VecDeque<Arc<Deal>>>,
    /// The last day on which the server committed to the days after it.
    committed: Mutex<Option<WorldDate>>,
}

impl Deals {
    /// The deals for the tables of a registry.
    #[must_use]
    pub fn new(registry: Arc<Registry>) -> Deals {
        Deals { registry, kept: Mutex::default(), committed: Mutex::default() }
    }

    fn known(&self, game: &str, date: WorldDate) -> Option<Arc<Deal>> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.iter().find(|deal| deal.game.id() == game && deal.date == date).cloned()
    }

    /// The deal of a game and a date.
    ///
    /// # Errors
    /// When the game cannot be dealt from the seed of the date.
    pub async fn of(&self, game: &'static dyn AnyGame, date: WorldDate) -> Result<Arc<Deal>, AppError> {
        if let Some(deal) = self.known(game.id(), date) {
            return Ok(deal);
        }
        let seed = self.registry.store().day_seed(&date.to_string()).await?;
        let deal =
            Arc::new(self.registry.answer(move |allowance| Deal::new(game, date, seed, allowance)).await??);
        // Another request may have dealt it meanwhile: all get the same one.
        if let Some(deal) = self.known(game.id(), date) {
            return Ok(deal);
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.truncate(KEPT - 1);
        kept.push_front(Arc::clone(&deal));
        Ok(deal)
    }

    /// Commits the server to the seeds of the days that come after `today`. A day that has begun is never
    /// committed to.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn commit_days(&self, today: WorldDate) -> Result<(), AppError> {
        if *self.committed.lock().unwrap_or_else(PoisonError::into_inner) == Some(today) {
            return Ok(());
        }
        let days = std::iter::successors(Some(today.tomorrow()), |day| Some(day.tomorrow()));
        for day in days.take(COMMITTED_AHEAD) {
            if self.registry.store().day_seed(&day.to_string()).await?.is_none() {
                let seed = random::committed_seed()?;
                self.registry.store().keep_day_seed(&day.to_string(), &seed).await?;
            }
            // Whatever was dealt before, here or while another server committed itself, is not a deal of that
            // day.
            let stale = |deal: &Arc<Deal>| deal.date == day && deal.spec.fairness.is_none();
            self.kept.lock().unwrap_or_else(PoisonError::into_inner).retain(|deal| !stale(deal));
        }
        *self.committed.lock().unwrap_or_else(PoisonError::into_inner) = Some(today);
        Ok(())
    }

    /// The commitment to the deals of the day after a date, if there is one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn commitment_after(&self, date: WorldDate) -> Result<Option<String>, AppError> {
        let seed = self.registry.store().day_seed(&date.tomorrow().to_string()).await?;
        Ok(seed.map(|seed| seed.commitment()))
    }

    /// The deals of a date. A game that cannot be dealt is left out, and the log says why.
    pub async fn all(&self, date: WorldDate) -> Vec<Arc<Deal>> {
        let mut all = Vec::new();
        for game in games() {
            match self.of(game, date).await {
                Ok(deal) => all.push(deal),
                Err(error) => tracing::error!(game = game.id(), %date, %error, "there’s no deal of the day"),
            }
        }
        all
    }

    /// The par of a deal, if it is known.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn par(&self, deal: &Deal) -> Result<Option<Par>, AppError> {
        Ok(self.registry.store().par(&deal.spec).await?)
    }

    /// Notes that a table is begun, if it has the deal of a day under the usual options: then it is the
    /// owner's daily.
    ///
    /// # Errors
    /// When the store fails, or the day cannot be dealt.
    pub async fn note(&self, table: &str) -> Result<(), AppError> {
        let Some(spec) = self.registry.store().table(table).await? else { return Ok(()) };
        let date = spec.daily.as_deref().and_then(|date| date.parse().ok());
        let game = games().find(|game| game.id() == spec.game);
        let (Some(date), Some(game)) = (date, game) else { return Ok(()) };
        let usual = self.of(game, date).await?;
        if usual.spec.options == spec.options && usual.spec.setup == spec.setup {
            let (owner, day) = (&spec.owner, date.to_string());
            self.registry.store().begin_daily(owner, game.id(), &day, Some(table), spec.created).await?;
        }
        Ok(())
    }
}
