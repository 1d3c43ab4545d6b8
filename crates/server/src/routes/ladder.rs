//! The ladder, and the challenge to a player on it.

use super::account_data::own_account;
use super::challenges::after;
use super::html::{Answer, html};
use crate::error::AppError;
use crate::house_bots::ladder::{Ladder, Rung, ladders};
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, GameInPath, MaybeVisitor};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::challenges::Order;
use crate::tables::once::FormKey;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_pages::ladder::{LadderItem, LadderList, LadderPage, Onlooker, Who};
use bagatelle_pages::urls::pattern;
use bagatelle_table::{Terms, Visitor};
use serde::Deserialize;
use serde_json::Value;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::LADDER, get(page))
        .route(pattern::LADDER_OF, get(page_of).merge(post(challenge)))
}

fn list(ladder: Ladder, visitor: Option<&Visitor>) -> LadderList {
    let item = |rung: Rung| LadderItem {
        own: visitor.is_some_and(|visitor| visitor.id() == rung.account),
        name: rung.name,
        public: rung.public,
        who: match rung.program {
            Some(program) => Who::House(program.to_owned()),
            None if rung.bot => Who::Bot,
            None => Who::Person,
        },
        rating: rung.rating,
    };
    LadderList { game: ladder.game.to_owned(), players: ladder.rungs.into_iter().map(item).collect() }
}

async fn draw(
    state: &AppState,
    visitor: Option<&Visitor>,
    game: Option<&str>,
    wrong: Option<&str>,
    base: &str,
) -> Answer {
    let visitor = visitor.filter(|visitor| visitor.has_account());
    let account = match visitor {
        Some(visitor) => state.tables.store().account(visitor.id()).await?,
        None => None,
    };
    let open = state.tables.registry().house().is_open();
    let mut lists: Vec<LadderList> =
        ladders(&state.tables).await?.into_iter().map(|ladder| list(ladder, visitor)).collect();
    if let Some(game) = game {
        lists.retain(|list| list.game == game);
        if open && lists.is_empty() {
            return Err(AppError::NotFound);
        }
    }
    let onlooker = match account {
        None => Onlooker::Visitor,
        Some(account) if account.public => Onlooker::Shown,
        Some(_) => Onlooker::Hidden,
    };
    Ok(html(LadderPage { open, lists: &lists, one: game.is_some(), onlooker, wrong, base }.page()))
}

async fn page(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    draw(&state, visitor.as_ref(), None, None, &base).await
}

async fn page_of(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    GameInPath(game): GameInPath,
    BaseAddress(base): BaseAddress,
) -> Answer {
    draw(&state, visitor.as_ref(), Some(game.id()), None, &base).await
}

#[derive(Deserialize)]
struct Fields {
    /// The name of the player.
    to: String,
    #[serde(default)]
    key: FormKey,
}

/// Challenges a player to a rated game without a clock. If it is accepted at once, the caller goes to the
/// game.
async fn challenge(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    GameInPath(game): GameInPath,
    BaseAddress(base): BaseAddress,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let caller = Visitor::with_account(account.id);
    let made = async {
        state.quotas.count(Making::Challenge, Some(&caller), &address)?;
        let terms = Terms { rated: true, ..Terms::default() };
        let order = Order { options: Value::Null, wish: Value::Null, terms, sit: None, best_of: 1 };
        let id = fields.key.once(&state.secret, &caller, &["ladder", &fields.to, game.id()]).id();
        state.tables.challenge(&caller, id, (fields.to.trim(), game.id(), order)).await
    };
    let error = match made.await {
        Ok(made) => return Ok(Redirect::to(&after(&made)).into_response()),
        Err(error) if error.status().is_server_error() => return Err(error),
        Err(error) => error,
    };
    let why = error.user_message();
    let page = draw(&state, Some(&caller), Some(game.id()), Some(&why), &base).await?;
    Ok((error.status(), page).into_response())
}
