//! Following others: the part that pages and the API share.

use crate::error::AppError;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::state::AppState;
use bagatelle_table::Visitor;

/// The id of the account with a name.
///
/// # Errors
/// When there is none, or the store fails.
pub async fn named(state: &AppState, name: &str) -> Result<String, AppError> {
    let account = state.tables.store().account_named(name.trim()).await?;
    let unknown = AppError::Known(Code::NoSuchPerson, "there’s no account with this name");
    account.map(|account| account.id).ok_or(unknown)
}

/// The id of the person who has this alias on the visitor's pages, if the visitor plays or has played with
/// the person, or follows the person.
///
/// # Errors
/// When the store fails.
pub async fn aliased(state: &AppState, visitor: &Visitor, alias: &str) -> Result<Option<String>, AppError> {
    let known = state.tables.store().acquaintances(visitor.id()).await?.into_iter();
    let mut ids = known.map(|one| one.person);
    Ok(ids.find(|id| state.secret.alias(visitor.id(), id) == alias))
}

/// Lets a visitor follow a person.
///
/// # Errors
/// When the visitor has changed too much at once, and as [`crate::tables::Tables::follow`].
pub async fn follow(
    state: &AppState,
    visitor: &Visitor,
    address: &Address,
    person: &str,
) -> Result<(), AppError> {
    state.quotas.count(Making::Follow, Some(visitor), address)?;
    state.tables.follow(visitor, person).await
}

/// Lets a visitor follow a person no longer.
///
/// # Errors
/// When the visitor does not follow the person, or has changed too much at once, or the store fails.
pub async fn unfollow(
    state: &AppState,
    visitor: &Visitor,
    address: &Address,
    person: &str,
) -> Result<(), AppError> {
    state.quotas.count(Making::Follow, Some(visitor), address)?;
    match state.tables.store().unfollow(visitor.id(), person).await? {
        true => Ok(()),
        false => Err(AppError::refused("you don’t follow this player")),
    }
}
