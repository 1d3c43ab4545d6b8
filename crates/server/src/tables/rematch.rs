//! What follows a finished table: a rematch, the next round of a match, the same game again.

use crate::error::AppError;
use crate::error::code::Code;
use crate::live::table::{LiveTable, TableState};
use crate::system::random;
use crate::tables::Tables;
use bagatelle_core::Randomness;
use bagatelle_core::program::Allowance;
use bagatelle_store::StoreError;
use bagatelle_table::{Actor, Command, Context, FreshSeed, Given, Rejection, TableSpec, Visitor};

impl Tables {
    /// Makes the table of a rematch, if this agreement is the last one that it needs.
    pub(crate) async fn prepare_to_agree(
        &self,
        state: &TableState,
        visitor: Option<&Visitor>,
        context: &Context,
    ) -> Result<Command, AppError> {
        if !visitor.is_some_and(|visitor| state.table().settles_rematch(visitor.id())) {
            return Ok(Command::Agree { next: None });
        }
        if state.table().terms().rated
            && let Some(visitor) = visitor
        {
            self.may_begin_rated(visitor.id()).await?;
        }
        let agree = Command::Agree { next: Some(random::table_id()?) };
        state.table().decide(visitor.into(), agree.clone(), context)?;
        if let Command::Agree { next: Some(id) } = &agree {
            let seed = fresh_seed(visitor, context.randomness)?;
            let (table, id, now) = (state.table().clone(), id.clone(), context.now);
            let rematch = move |allowance: &Allowance<'_>| table.rematch(id, seed, now, allowance);
            let spec = self.registry().answer(rematch).await??;
            self.registry().create(spec.clone(), &spec.expectations()).await?;
        }
        Ok(agree)
    }

    /// The next round of a match, made if it does not exist yet; otherwise the same game again, for an owner
    /// who plays without other people. Returns the table's id, which is `id` if that is given and this is not
    /// a round of a match.
    ///
    /// # Errors
    /// When the visitor may not do this, there is no next round, or the store fails.
    pub async fn play_again(
        &self,
        live: &LiveTable,
        visitor: Option<&Visitor>,
        randomness: Option<Randomness>,
        id: Option<String>,
    ) -> Result<String, AppError> {
        self.office().may_play(visitor)?;
        let given = id.is_some();
        let (id, seed, now) = (random::table_id_or(id)?, fresh_seed(visitor, randomness)?, self.now());
        let mut state = live.lock().await;
        if state.table().spec().round.is_none() {
            let (table, visitor) = (state.table().clone(), visitor.cloned());
            let viewpoint = table.viewpoint(visitor.as_ref());
            let may = table.may_play_again(&viewpoint);
            if !may && viewpoint.is_player() {
                let why = "to play again with other people, all of you have to agree to a rematch";
                return Err(AppError::Known(Code::NoNextRound, why));
            }
            let ahead = if may { state.take_next_deal() } else { None };
            drop(state);
            let spec = match ahead {
                Some(dealt) => TableSpec { id, created: now, ..dealt },
                None => {
                    let again = move |allowance: &Allowance<'_>| {
                        table.play_again(visitor.as_ref(), id, seed, now, allowance)
                    };
                    self.registry().answer(again).await??
                }
            };
            let id = spec.id.clone();
            return match self.registry().create(spec, &[]).await {
                // It was made before, under the same key.
                Err(AppError::Store(StoreError::Conflict)) if given => Ok(id),
                created => created.map(|()| id),
            };
        }
        let (table, asking) = (state.table().clone(), visitor.cloned());
        let next_round =
            move |allowance: &Allowance<'_>| table.next_round(asking.as_ref(), id, seed, now, allowance);
        let spec = self.registry().answer(next_round).await??;
        if let Some(next) = state.table().next() {
            return Ok(next.to_owned());
        }
        let next = self.create_round(spec).await?;
        // Everyone at the table is told, unless another server has told them.
        let (context, go_on) = (state.context(now, None), Command::GoOn { next: next.clone() });
        match self.registry().commit(live, &mut state, Actor::Server, go_on, &context).await {
            Err(error) if !matches!(error, AppError::Rejected(_)) => Err(error),
            _ => Ok(next),
        }
    }

    async fn create_round(&self, spec: TableSpec) -> Result<String, AppError> {
        let (id, round, events) = (spec.id.clone(), spec.round.clone(), spec.expectations());
        let Some(round) = round else { return Err(Rejection::NoNextRound.into()) };
        let known = async || self.store().round(&round.match_id, round.round).await;
        if let Some(id) = known().await? {
            return Ok(id);
        }
        match self.registry().create(spec, &events).await {
            Err(AppError::Store(StoreError::Conflict)) => known().await?.ok_or(AppError::NoTable),
            created => created.map(|()| id),
        }
    }
}

/// A seed for the table that follows, and what the visitor adds to it.
fn fresh_seed(visitor: Option<&Visitor>, randomness: Option<Randomness>) -> Result<FreshSeed, AppError> {
    let given = visitor.zip(randomness);
    let given = given.map(|(visitor, randomness)| Given { person: visitor.id().to_owned(), randomness });
    Ok(FreshSeed {
        text: random::seed()?,
        committed: Some(random::committed_seed()?),
        given: given.into_iter().collect(),
    })
}
