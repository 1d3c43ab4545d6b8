//! Looking back at a game, playing on from a ply, and uploaded records.

use super::html::{Answer, html};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, Extent, MaybeVisitor, VisitedTable, VisitorOrNew, Wanted};
use crate::routes::large_forms::RecordForm;
use crate::routes::state::AppState;
use crate::tables::once::FormKey;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use axum::{Form, Router};
use bagatelle_core::Turn;
use bagatelle_core::program::Allowance;
use bagatelle_core::record::{Record, RecordError};
use bagatelle_pages::analysis::ReviewPage;
use bagatelle_pages::replay::{RecordsPage, ReplayPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_session::ReviewState;
use bagatelle_table::{
    Fork, NewGame, Rejection, Replay, ReplayView, SeatRequest, Visitor, guest_name, seat_request,
};
use serde::Deserialize;
use serde_json::Map;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::TABLE_REPLAY, get(page))
        .route(pattern::TABLE_REVIEW, get(review))
        .route(pattern::TABLE_PLAY_ON, post(play_on))
        .route(pattern::RECORDS, get(records).post(upload))
}

#[derive(Deserialize)]
struct ReplayQuery {
    ply: Option<usize>,
    #[serde(rename = "as")]
    view: Option<String>,
}

/// A replay, or, for the page's script, the part of it that changes.
async fn page(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    Wanted(wanted): Wanted,
    BaseAddress(base): BaseAddress,
    Query(query): Query<ReplayQuery>,
) -> Answer {
    let name = state.name_of(visitor.as_ref()).await?;
    let view: Option<ReplayView> = match query.view.as_deref() {
        None | Some("") => None,
        Some(text) => Some(text.parse().map_err(|()| AppError::NotFound)?),
    };
    let table = live.lock().await;
    let viewpoint = table.table().viewpoint(visitor.as_ref());
    let replay = Replay::new(table.table(), &viewpoint, view, query.ply)?;
    let page = ReplayPage { replay: &replay, name: &name, base: &base };
    Ok(html(match wanted {
        Extent::Page => page.page(),
        Extent::Part(shown) | Extent::Changes(shown) => page.part(shown),
    }))
}

#[derive(Deserialize)]
struct ReviewQuery {
    #[serde(default)]
    turn: usize,
}

/// The review of a finished game; the page reloads itself while the review is being made.
async fn review(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    Query(query): Query<ReviewQuery>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Answer {
    let found = state.tables.jobs().review(&live).await;
    let (review, made) = match &found {
        ReviewState::None => return Err(AppError::NotFound),
        ReviewState::Offered => (None, None),
        ReviewState::Making { share } => (None, *share),
        ReviewState::Ready(review) => (Some(review.as_ref()), None),
    };
    let table = live.lock().await;
    let table = table.table();
    let own = table.viewpoint(visitor.as_ref()).seats;
    let page = ReviewPage { table, review, made, own: &own, turn: query.turn, live: None };
    Ok(html(page.page()))
}

#[derive(Deserialize)]
struct PlayOnForm {
    ply: usize,
    #[serde(default)]
    program: String,
    sit: Option<u8>,
    #[serde(default)]
    name: String,
    #[serde(default)]
    key: FormKey,
}

/// A new table that begins with the first actions of this one.
async fn play_on(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(form): Form<PlayOnForm>,
) -> Answer {
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let at = [form.ply.to_string(), form.sit.map_or_else(String::new, |sit| sit.to_string())];
    let what = ["play on", live.id(), &at[0], &at[1], &form.program, &form.name];
    let once = form.key.once(&state.secret, &visitor, &what);
    let record = live.lock().await.table().public_record().ok_or(Rejection::Hidden)?;
    let mut record = Record { more: Map::new(), ..record };
    record.actions.truncate(form.ply);
    let others = match form.program.as_str() {
        "" => Vec::new(),
        program => vec![seat_request(program.to_owned())],
    };
    let fork = Fork { record, table: Some(live.id().to_owned()) };
    let name = match form.name.trim() {
        "" => guest_name(visitor.id()),
        name => name.to_owned(),
    };
    let new = NewGame::continued(fork, others, form.sit, name);
    let id = state.tables.make_once(&visitor, new, None, once).await?;
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

/// Makes a table of the visitor's own from a record, and returns its id. The visitor takes all seats,
/// or, where hands are hidden and the game is not over, the first one.
///
/// # Errors
/// When the record is refused; the error tells at which action and why.
pub async fn read_record(state: &AppState, visitor: &Visitor, text: &str) -> Result<NewGame, AppError> {
    let text = text.to_owned();
    let read = move |_: &Allowance<'_>| {
        let fork = Fork::read(&text)?;
        let game = bagatelle_catalog::game_of(&fork.record)?;
        let play = game.open(&fork.record)?;
        let secret = game.hidden() && play.seats() > 1 && play.turn() != Turn::Over;
        Ok::<_, RecordError>((fork, secret))
    };
    let (fork, secret) = state.tables.registry().answer(read).await??;
    let others = if secret { vec![SeatRequest::Open] } else { Vec::new() };
    let name = match state.name_of(Some(visitor)).await? {
        name if name.is_empty() => guest_name(visitor.id()),
        name => name,
    };
    Ok(NewGame::continued(fork, others, None, name))
}

async fn records() -> Answer {
    Ok(html(RecordsPage { text: "", refusal: None }.page()))
}

/// An uploaded record: the new table, or the form again with what is wrong.
async fn upload(
    State(state): State<AppState>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    form: RecordForm,
) -> Answer {
    let made = async {
        let new = read_record(&state, &visitor, &form.record).await?;
        let once = form.key.once(&state.secret, &visitor, &["record", &form.record]);
        state.tables.make_once(&visitor, new, None, once).await
    };
    match made.await {
        Ok(id) => Ok((jar, Redirect::to(&urls::replay_at(&id, None, 0))).into_response()),
        Err(error) if error.status() == StatusCode::UNPROCESSABLE_ENTITY => {
            let (status, refusal) = (error.status(), error.user_message());
            let page = RecordsPage { text: &form.record, refusal: Some(&refusal) };
            Ok((status, html(page.page())).into_response())
        }
        Err(error) => Err(error),
    }
}
