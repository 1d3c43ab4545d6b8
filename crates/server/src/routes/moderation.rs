//! The pages for reporting others to the moderators, or blocking them.

use super::html::{Answer, html};
use super::results::public_account;
use crate::error::AppError;
use crate::http::address::Address;
use crate::routes::extract::{MaybeVisitor, VisitedTable, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::reports::{self, About, Against};
use crate::routes::state::AppState;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_pages::moderation::{BlockedPage, BlockedPerson, ReportPage, Reported};
use bagatelle_pages::urls::{self, pattern};
use serde::Deserialize;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::TABLE_REPORT, get(text_page).merge(post(report_text)))
        .route(pattern::TABLE_BLOCK, post(block_text))
        .route(pattern::EVENT_REPORT, get(event_page).merge(post(report_event)))
        .route(pattern::EVENT_BLOCK, post(block_event))
        .route(pattern::PERSON_REPORT, get(person_page).merge(post(report_person)))
        .route(pattern::PERSON_BLOCK, post(block_person))
        .route(pattern::BLOCKED, get(blocked).merge(post(unblock)))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    /// The number of a text.
    said: usize,
    /// When it was sent.
    at: Option<i64>,
    note: String,
    /// The alias of a person.
    person: String,
}

/// The page about a text, an event or a player, with what was just done.
fn draw(against: &Against, number: usize, sent: bool, blocked: bool) -> Answer {
    let reported = match &against.about {
        About::Text { table, said } => Reported::Text { table, number, at: said.at, text: &said.text },
        About::Event { id, title } => Reported::Event { id, title },
        About::Profile | About::Seat { .. } => Reported::Person,
    };
    Ok(html(ReportPage { reported, name: &against.name, sent, blocked }.page()))
}

async fn text_page(VisitedTable(live): VisitedTable, Query(fields): Query<Fields>) -> Answer {
    draw(&Against::text(&live, fields.said, fields.at).await?, fields.said, false, false)
}

async fn report_text(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let against = Against::text(&live, fields.said, fields.at).await?;
    reports::report(&state, &visitor, &address, against.clone(), &fields.note).await?;
    Ok((jar, draw(&against, fields.said, true, false)?).into_response())
}

async fn block_text(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let against = Against::text(&live, fields.said, fields.at).await?;
    reports::block(&state, &visitor, &address, &against).await?;
    Ok((jar, draw(&against, fields.said, false, true)?).into_response())
}

async fn event_page(State(state): State<AppState>, Path(id): Path<String>) -> Answer {
    draw(&Against::event(&state, &id).await?, 0, false, false)
}

async fn report_event(
    State(state): State<AppState>,
    Path(id): Path<String>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let against = Against::event(&state, &id).await?;
    reports::report(&state, &visitor, &address, against.clone(), &fields.note).await?;
    Ok((jar, draw(&against, 0, true, false)?).into_response())
}

async fn block_event(
    State(state): State<AppState>,
    Path(id): Path<String>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
) -> Answer {
    let against = Against::event(&state, &id).await?;
    reports::block(&state, &visitor, &address, &against).await?;
    Ok((jar, draw(&against, 0, false, true)?).into_response())
}

/// A person who shows a profile.
pub async fn with_profile(state: &AppState, name: &str) -> Result<Against, AppError> {
    let account = public_account(state, name).await?;
    Ok(Against { person: account.id, name: account.name, about: About::Profile })
}

async fn person_page(State(state): State<AppState>, Path(name): Path<String>) -> Answer {
    draw(&with_profile(&state, &name).await?, 0, false, false)
}

async fn report_person(
    State(state): State<AppState>,
    Path(name): Path<String>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let against = with_profile(&state, &name).await?;
    reports::report(&state, &visitor, &address, against.clone(), &fields.note).await?;
    Ok((jar, draw(&against, 0, true, false)?).into_response())
}

async fn block_person(
    State(state): State<AppState>,
    Path(name): Path<String>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
) -> Answer {
    let against = with_profile(&state, &name).await?;
    reports::block(&state, &visitor, &address, &against).await?;
    Ok((jar, draw(&against, 0, false, true)?).into_response())
}

/// The people whom the visitor has blocked.
async fn blocked(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let mut people = Vec::new();
    if let Some(visitor) = visitor {
        for one in state.tables.store().blocked_by(visitor.id()).await? {
            people
                .push(BlockedPerson { alias: state.secret.alias(visitor.id(), &one.person), name: one.name });
        }
    }
    Ok(html(BlockedPage { people: &people }.page()))
}

async fn unblock(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Form(fields): Form<Fields>,
) -> Answer {
    if let Some(visitor) = visitor {
        reports::unblock(&state, &visitor, &fields.person).await?;
    }
    Ok(Redirect::to(&urls::blocked()).into_response())
}
