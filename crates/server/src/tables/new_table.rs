//! New tables: what a visitor asks for is planned off the request path, and written.

use crate::error::{AppError, free_name};
use crate::limits::SEEDS_TRIED;
use crate::system::random;
use crate::tables::Tables;
use bagatelle_core::program::Allowance;
use bagatelle_core::{Randomness, Seat};
use bagatelle_pages::today::has_deal;
use bagatelle_store::StoreError;
use bagatelle_table::{DealSource, Event, EventKind, NewGame, Rejection, Visitor, check_name};
use serde_json::Value;

/// How a table begins.
pub struct Begin {
    /// Its id.
    pub id: String,
    /// The seat whose player has yet to arrive.
    pub expected: Option<Seat>,
}

impl Tables {
    /// Makes a table and returns its id. A daily deal that the visitor already has is returned as it is.
    /// `randomness` is what the visitor adds to a fresh deal.
    ///
    /// # Errors
    /// When the request is rejected, or the store fails.
    pub async fn make(
        &self,
        visitor: &Visitor,
        new: NewGame,
        randomness: Option<Randomness>,
    ) -> Result<String, AppError> {
        let begin = Begin { id: random::table_id()?, expected: None };
        self.make_as(visitor, new, randomness, begin).await
    }

    /// Makes a table that begins in this way.
    ///
    /// # Errors
    /// As [`Tables::make`], and [`StoreError::Conflict`] if there is a table with the id.
    pub async fn make_as(
        &self,
        visitor: &Visitor,
        new: NewGame,
        randomness: Option<Randomness>,
        begin: Begin,
    ) -> Result<String, AppError> {
        // A table made under a key may be there already.
        let listed = new.has_open_seats() && new.terms.listed;
        if !listed || self.store().table(&begin.id).await?.is_some() {
            return self.make_counted(visitor, new, randomness, begin).await;
        }
        let counting = self.list_another(visitor.id()).await?;
        let made = self.make_counted(visitor, new, randomness, begin).await;
        counting.end().await;
        made
    }

    async fn make_counted(
        &self,
        visitor: &Visitor,
        mut new: NewGame,
        randomness: Option<Randomness>,
        begin: Begin,
    ) -> Result<String, AppError> {
        self.office().may_play(Some(visitor))?;
        // A challenge was made when it was allowed.
        if new.terms.rated && begin.expected.is_none() {
            self.may_begin_rated(visitor.id()).await?;
        }
        if new.has_open_seats() {
            let name = check_name(&new.name)?;
            new.name = free_name(self.store().keep_name(visitor.id(), &name).await)?;
        }
        // The deal of a day is the same for all.
        let game = bagatelle_catalog::find(&new.game).filter(|game| has_deal(*game));
        if game.is_some() && matches!(new.source, DealSource::Daily(..)) {
            new.deal_options = Value::Null;
        }
        self.commit(&mut new, randomness).await?;
        let seeds = (0..SEEDS_TRIED).map(|_| random::seed()).collect::<Result<Vec<_>, _>>()?;
        let (id, owner, now) = (begin.id, visitor.clone(), self.now());
        let events = match &new.source {
            DealSource::Fork(fork) => fork.events(now),
            _ => {
                let expected = begin.expected.map(|seat| Event::new(now, EventKind::Expected { seat }));
                expected.into_iter().collect()
            }
        };
        // A deal may take a while, and tables are made from what visitors send.
        let plan = move |allowance: &Allowance<'_>| new.plan(&owner, id, &seeds, now, allowance);
        let spec = self.registry().answer(plan).await??;
        let Some(date) = spec.daily.clone() else {
            let id = spec.id.clone();
            return self.registry().create(spec, &events).await.map(|()| id);
        };
        let (owner, game, options) = (spec.owner.clone(), spec.game.clone(), spec.options.clone());
        let known = async || self.store().daily(&owner, &game, &date, &options).await;
        let id = match known().await? {
            Some(id) => id,
            None => {
                let id = spec.id.clone();
                match self.registry().create(spec, &events).await {
                    Err(AppError::Store(StoreError::Conflict)) => known().await?.ok_or(AppError::NoTable)?,
                    created => created.map(|()| id)?,
                }
            }
        };
        self.deals().note(&id).await?;
        Ok(id)
    }

    /// Commits the server to the seed of a deal that is drawn now, and of the day that is asked for. Nothing
    /// is committed where nothing is dealt, nor to a deal of a wished difficulty, which is looked for among
    /// many seeds.
    pub(crate) async fn commit(
        &self,
        new: &mut NewGame,
        randomness: Option<Randomness>,
    ) -> Result<(), AppError> {
        match &mut new.source {
            DealSource::Daily(date, seed) => *seed = self.store().day_seed(&date.to_string()).await?,
            DealSource::Fresh => {
                let game = bagatelle_catalog::find(&new.game).ok_or(Rejection::UnknownGame)?;
                let mut deal_options = new.deal_options.clone();
                let wished = game.seed_text(&mut deal_options, "").map_or(true, |text| !text.is_empty());
                if game.manifest().seeded && !wished {
                    new.deal_options = deal_options;
                    new.source = DealSource::Committed(random::committed_seed()?, randomness);
                }
            }
            _ => (),
        }
        Ok(())
    }
}
