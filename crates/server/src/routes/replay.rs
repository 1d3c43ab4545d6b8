//! Replaying a game, playing on from a ply, and uploaded records.

use super::html::{Answer, respond};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitedTable, VisitorOrNew, Wanted};
use crate::routes::large_forms::RecordForm;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::once::FormKey;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_core::program::Allowance;
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::replay::{self, Look, PlayOn};
use bagatelle_site::review;
use bagatelle_table::{NewGame, Visitor, called};
use serde::Deserialize;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::TABLE_REPLAY, get(page))
        .route(pattern::TABLE_REVIEW, get(review))
        .route(pattern::TABLE_PLAY_ON, post(play_on))
        .route(pattern::RECORDS, get(records).merge(post(upload)))
}

#[derive(Deserialize)]
struct ReplayQuery {
    ply: Option<usize>,
    #[serde(rename = "as", default)]
    view: String,
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
    let table = live.lock().await;
    let look = Look {
        viewpoint: &table.table().viewpoint(visitor.as_ref()),
        view: &query.view,
        ply: query.ply,
        name: &name,
        base: &base,
    };
    Ok(respond(replay::show(table.table(), &look, wanted)?))
}

#[derive(Deserialize)]
struct ReviewQuery {
    #[serde(default)]
    turn: usize,
    #[serde(default)]
    step: usize,
}

/// The review of a finished game; the page reloads itself while the review is being made.
async fn review(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    Query(query): Query<ReviewQuery>,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Answer {
    let found = state.tables.jobs().review(&live).await;
    let table = live.lock().await;
    let own = table.table().viewpoint(visitor.as_ref()).seats;
    let ReviewQuery { turn, step } = query;
    let look =
        review::Look { id: live.id(), own: &own, result: None, turn, step, live: None, is_part: false };
    Ok(respond(review::show(table.table(), &found, &look)?))
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
    let name = called(form.name.trim().to_owned(), visitor.id());
    let wish = PlayOn { ply: form.ply, program: &form.program, sit: form.sit, name };
    let new = replay::play_on(live.lock().await.table(), wish)?;
    let id = state.tables.make_once(&visitor, new, None, once).await?;
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

/// The new game of a visitor from a record, as [`replay::read`] makes it.
///
/// # Errors
/// When the record is refused; the error tells at which action and why.
pub async fn read_record(state: &AppState, visitor: &Visitor, text: &str) -> Result<NewGame, AppError> {
    let name = called(state.name_of(Some(visitor)).await?, visitor.id());
    let text = text.to_owned();
    Ok(state.tables.registry().answer(move |_: &Allowance<'_>| replay::read(&text, name)).await??)
}

async fn records(BaseAddress(base): BaseAddress) -> Answer {
    Ok(respond(replay::records(&base)))
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
            let status = error.status();
            let refusal = match &error {
                AppError::Rejected(why) => RecordRefusal::from(why),
                _ => RecordRefusal::new(&error.user_message()),
            };
            let page = respond(replay::refused_record(&form.record, &refusal));
            Ok((status, page).into_response())
        }
        Err(error) => Err(error),
    }
}
