//! The deal of a finished game, for friends to play: the results stand side by side.

use super::html::{Answer, html};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::live::table::LiveTable;
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitedTable, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::once::FormKey;
use axum::extract::State;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_core::Viewer;
use bagatelle_pages::once::FIELD;
use bagatelle_pages::same_deal::{Rival, SameDealPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::{DealSource, NewGame, SameDeal, TableSpec, Visitor, guest_name};
use std::collections::BTreeMap;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::TABLE_SAME_DEAL, get(page).merge(post(play)))
}

/// The finished games that have the deal of a table, the best first.
///
/// # Errors
/// When the store fails.
pub(super) async fn rivals(
    state: &AppState,
    spec: &TableSpec,
    visitor: Option<&Visitor>,
) -> Result<Vec<Rival>, AppError> {
    let rows = state.tables.store().same_deals(spec.first_of_deal()).await?;
    let rival = |row: SameDeal| Rival {
        table: row.table,
        name: row.name.unwrap_or_else(|| guest_name(&row.person)),
        own: visitor.is_some_and(|visitor| visitor.id() == row.person),
        solved: row.solved,
        moves: row.moves,
        took: row.took,
        helped: row.helped,
    };
    Ok(rows.into_iter().map(rival).collect())
}

/// What a friend is asked. Following a link makes no table: previews and robots do that, too.
async fn page(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let spec = finished(&live).await?;
    let own = match &visitor {
        Some(visitor) => own(&state, &spec, visitor).await?,
        None => None,
    };
    let rivals = rivals(&state, &spec, visitor.as_ref()).await?;
    let state = live.lock().await;
    let par = state.session.beside(Viewer::Spectator).par.known();
    let page = SameDealPage { table: state.table(), par, rivals: &rivals, own: own.as_deref(), base: &base };
    Ok(html(page.page()))
}

/// Begins the deal, or leads to the table at which the visitor has it.
async fn play(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(form): Form<BTreeMap<String, String>>,
) -> Answer {
    let spec = finished(&live).await?;
    let id = match own(&state, &spec, &visitor).await? {
        Some(id) => id,
        None => {
            state.quotas.count(Making::Game, Some(&visitor), &address)?;
            let once = FormKey::of(form.get(FIELD));
            let once = once.once(&state.secret, &visitor, &["deal", spec.first_of_deal()]);
            let new = NewGame::new(&spec.game.clone(), DealSource::Same(Box::new(spec)));
            state.tables.make_once(&visitor, new, None, once).await?
        }
    };
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

/// The table at which a visitor has a deal, if there is one. The deal of a day may be begun on its page, too.
async fn own(state: &AppState, spec: &TableSpec, visitor: &Visitor) -> Result<Option<String>, AppError> {
    let store = state.tables.store();
    match (store.same_deal_of(spec.first_of_deal(), visitor.id()).await?, &spec.daily) {
        (None, Some(date)) => Ok(store.daily(visitor.id(), &spec.game, date, &spec.options).await?),
        (own, _) => Ok(own),
    }
}

/// What a finished game began with, if its deal is for others to play, too.
async fn finished(live: &LiveTable) -> Result<TableSpec, AppError> {
    let state = live.lock().await;
    let table = state.table();
    Some(table.spec().clone()).filter(|_| table.is_for_comparison()).ok_or(AppError::NotFound)
}
