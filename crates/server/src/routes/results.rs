//! What visitors have played: the page of a visitor's results, the people who want to be seen, and their
//! records.

use super::html::{Answer, html};
use crate::clock::date;
use crate::error::AppError;
use crate::extract::MaybeVisitor;
use crate::state::AppState;
use axum::Router;
use axum::extract::{Path, State};
use axum::routing::get;
use bagatelle_pages::people::{BestResult, PeoplePage, ProfilePage, RankedPlayer, RatedGame};
use bagatelle_pages::results::{Finished, ResultsPage};
use bagatelle_pages::table::Par;
use bagatelle_pages::urls::pattern;
use bagatelle_store::Account;

/// How many of the newest games results are made of.
pub const COUNTED: u32 = 5000;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::RESULTS, get(results))
        .route(pattern::PEOPLE, get(people))
        .route(pattern::PERSON, get(person))
}

fn finished(row: bagatelle_store::Finished) -> Finished {
    Finished {
        table: row.table,
        game: row.game,
        day: date(row.ended),
        seats: row.seats,
        result: row.result,
        moves: row.moves,
        took: row.took,
        par: row.par.map(|par| Par { moves: par.moves, at_least: par.at_least }),
        helped: row.helped,
        program: row.program,
        opening: row.opening,
    }
}

async fn results(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let played = match visitor {
        Some(visitor) => state.tables.store().played(visitor.id(), COUNTED).await?,
        None => Vec::new(),
    };
    let finished: Vec<Finished> = played.into_iter().map(finished).collect();
    Ok(html(ResultsPage { finished: &finished }.page()))
}

/// The account with this name, if it wants to be seen.
///
/// # Errors
/// When there is none, or the store fails.
pub async fn public_account(state: &AppState, name: &str) -> Result<Account, AppError> {
    let account = state.tables.store().account_named(name).await?;
    account.filter(|account| account.public).ok_or(AppError::NotFound)
}

async fn person(State(state): State<AppState>, Path(name): Path<String>) -> Answer {
    let (account, store) = (public_account(&state, &name).await?, state.tables.store());
    let rated = store.rated(&account.id).await?.into_iter();
    let rated: Vec<RatedGame> =
        rated.map(|one| RatedGame { game: one.game, day: date(one.ended), rating: one.rating }).collect();
    let finished: Vec<Finished> =
        store.played(&account.id, COUNTED).await?.into_iter().map(finished).collect();
    let page = ProfilePage {
        name: &account.name,
        since: &date(account.created),
        ratings: &store.ratings(&account.id).await?,
        rated: &rated,
        finished: &finished,
    };
    Ok(html(page.page()))
}

async fn people(State(state): State<AppState>) -> Answer {
    let store = state.tables.store();
    let best = |best: bagatelle_store::BestResult| {
        let bagatelle_store::BestResult { game, name, moves, par, took, ended } = best;
        BestResult { game, name, moves, par, took, day: date(ended) }
    };
    let records: Vec<BestResult> = store.records().await?.into_iter().map(best).collect();
    let ranked = store.rating_lists().await?.into_iter();
    let ratings: Vec<RankedPlayer> =
        ranked.map(|one| RankedPlayer { name: one.name, rating: one.rating }).collect();
    let names = store.public_names().await?;
    let ladder = state.tables.registry().house().is_open();
    Ok(html(PeoplePage { names: &names, records: &records, ratings: &ratings, ladder }.page()))
}
