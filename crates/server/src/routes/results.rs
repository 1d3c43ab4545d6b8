//! Past games: the page of a visitor's results, the people who want to be seen, and their records.

use super::html::{Answer, html};
use crate::error::AppError;
use crate::routes::extract::{BaseAddress, MaybeVisitor};
use crate::routes::method::get;
use crate::routes::state::AppState;
use crate::system::clock::date;
use axum::Router;
use axum::extract::{Path, State};
use bagatelle_pages::people::{PeoplePage, ProfilePage};
use bagatelle_pages::results::ResultsPage;
use bagatelle_pages::urls::pattern;
use bagatelle_store::Account;

/// From how many of the newest games the results are made.
pub const COUNTED: u32 = 5000;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::RESULTS, get(results))
        .route(pattern::PEOPLE, get(people))
        .route(pattern::PERSON, get(person))
}

async fn results(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let finished = match visitor {
        Some(visitor) => state.tables.store().played(visitor.id(), COUNTED).await?,
        None => Vec::new(),
    };
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

async fn person(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Path(name): Path<String>,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let (account, store) = (public_account(&state, &name).await?, state.tables.store());
    let followed = match visitor {
        Some(visitor) if visitor.id() == account.id => None,
        Some(visitor) => Some(store.follows(visitor.id(), &account.id).await?),
        None => Some(false),
    };
    let page = ProfilePage {
        name: &account.name,
        since: &date(account.created),
        ratings: &store.ratings(&account.id).await?,
        rated: &store.rated(&account.id).await?,
        finished: &store.played(&account.id, COUNTED).await?,
        followed,
        base: &base,
    };
    Ok(html(page.page()))
}

async fn people(State(state): State<AppState>, BaseAddress(base): BaseAddress) -> Answer {
    let store = state.tables.store();
    let (records, ratings) = (store.records().await?, store.rating_lists().await?);
    let names = store.public_names().await?;
    let ladder = state.tables.registry().house().is_open();
    Ok(html(PeoplePage { names: &names, records: &records, ratings: &ratings, ladder, base: &base }.page()))
}
