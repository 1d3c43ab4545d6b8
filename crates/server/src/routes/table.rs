//! A table: its page, its stream, and what players do at it.

use super::chat::latest;
use super::html::{Answer, respond};
use super::table_events::events;
use super::table_stored::{Event, Stored};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::base::GO;
use crate::http::quotas::Making;
use crate::live::table::LiveTable;
use crate::routes::extract::{BaseAddress, MaybeVisitor, NoVisitor, VisitedTable, VisitorOrNew, Wanted};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::once::{Asked, FormKey};
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Router};
use axum_extra::extract::cookie::CookieJar;
use bagatelle_core::present::Fixed;
use bagatelle_core::{Randomness, Seat};
use bagatelle_pages::table::{Company, Served, TablePage};
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_session::Strength;
use bagatelle_site::{Extent, table};
use bagatelle_table::{Command, Millis, Occupant, Rating, Visitor};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::TABLE, get(page))
        .route(pattern::TABLE_PART, get(part))
        .route(pattern::TABLE_EVENTS, get(events))
        .route(pattern::TABLE_ACT, post(act))
        .route(pattern::TABLE_HINT, post(hint))
        .route(pattern::TABLE_AGAIN, post(again))
        .route(pattern::TABLE_SAY, post(say))
}

/// What a player sees on the board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// The position, and what can be done.
    Usual,
    /// On another player’s turn, what can be planned.
    Planning,
}

/// Draws a table as a visitor sees it.
pub(super) async fn draw(
    state: &AppState,
    live: &LiveTable,
    visitor: Option<&Visitor>,
    base: &str,
    (extent, look): (Extent, Look),
) -> Result<Response, AppError> {
    // Before all that is read: what changes meanwhile makes the page outdated, and it asks again.
    let revision = live.version().revision;
    let Stored { name, blocked, best, rivals, of_day, event } = Stored::read(state, live, visitor).await?;
    let fixed = if matches!(extent, Extent::Changes(_)) { Fixed::LeftOut } else { Fixed::Drawn };
    // What can be planned is found on a copy: who waits holds up no one who moves.
    let seen = live.lock().await.table().clone();
    let planned = match visitor {
        Some(visitor) => state.tables.planned_moves(&seen, visitor, look == Look::Planning, fixed).await?,
        None => None,
    };
    let table = live.lock().await;
    let planned = planned.filter(|_| table.table().seq() == seen.seq());
    let now = state.tables.now();
    let reach = state.reach(base);
    let viewpoint = table.table().viewpoint(visitor);
    let people: Vec<&str> =
        table.table().seating().iter().filter_map(Occupant::person).map(|p| p.id.as_str()).collect();
    let away: Vec<(String, Millis)> =
        people.iter().filter_map(|&id| Some((id.to_owned(), table.presence.away_since(id, now)?))).collect();
    let ratings: Vec<(String, Rating)> =
        table.players.ratings.iter().map(|(id, r)| (id.clone(), r.clone())).collect();
    let bots: Vec<String> = table.players.bots.iter().cloned().collect();
    // A reader without an id cannot be told apart from others, and knows people by this table.
    let reader = viewpoint.id.as_deref().unwrap_or(live.id());
    let speakers: BTreeSet<&str> = table.chat.iter().map(|message| message.person.as_str()).collect();
    let aliases: BTreeMap<&str, String> =
        speakers.into_iter().map(|person| (person, state.secret.alias(reader, person))).collect();
    let page = TablePage {
        table: table.table(),
        viewpoint: &viewpoint,
        name: &name,
        company: Company {
            away: &away,
            watching: table.presence.spectators(&people),
            ratings: &ratings,
            bots: &bots,
            chat: &latest(&table.chat, &aliases, &blocked),
            rivals: rivals.as_ref(),
            of_day: of_day.as_ref(),
            event: event.as_ref().map(Event::shown),
        },
        beside: &table.session.beside(viewpoint.viewer),
        best,
        revision,
        now,
        base,
        reach: reach.for_page(),
        served: Some(Served::ALL),
        planned: planned.as_ref(),
    };
    Ok(respond(table::show(&page, extent)))
}

async fn page(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    state.tables.jobs().look_up(&live, visitor.as_ref()).await?;
    draw(&state, &live, visitor.as_ref(), &base, (Extent::Page, Look::Usual)).await
}

#[derive(Deserialize)]
struct PartQuery {
    /// 1 if the next move is being planned.
    #[serde(default)]
    plan: u8,
}

async fn part(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    Wanted(wanted): Wanted,
    Query(asked): Query<PartQuery>,
) -> Answer {
    let part = if wanted == Extent::Page { Extent::Part(None) } else { wanted };
    let look = if asked.plan == 1 { Look::Planning } else { Look::Usual };
    draw(&state, &live, visitor.as_ref(), &base, (part, look)).await
}

/// Who did something at a table, and in which form the answer is wanted.
pub(super) struct Done<'a> {
    pub(super) live: &'a Arc<LiveTable>,
    pub(super) visitor: Option<&'a Visitor>,
    pub(super) wanted: Extent,
    pub(super) base: &'a str,
    pub(super) look: Look,
}

impl Done<'_> {
    /// The answer: for the page's script the new table or a sentence, for a plain form the page.
    pub(super) async fn answer(self, state: &AppState, result: Result<(), AppError>) -> Answer {
        match (result, self.wanted) {
            (Err(error), Extent::Page) => Err(error),
            (Err(error), _) => Ok(error.into_text()),
            (Ok(()), Extent::Page) => Ok(Redirect::to(&urls::table(self.live.id())).into_response()),
            (Ok(()), wanted) => {
                match draw(state, self.live, self.visitor, self.base, (wanted, self.look)).await {
                    Err(error) => Ok(error.into_text()),
                    drawn => drawn,
                }
            }
        }
    }
}

#[derive(Deserialize)]
struct ActForm {
    kind: String,
    #[serde(default)]
    text: String,
    version: Option<u64>,
    seat: Option<u8>,
    #[serde(default)]
    randomness: String,
}

/// Something a player does at the table. Sitting down creates a visitor if the request has none.
async fn act(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    Wanted(wanted): Wanted,
    BaseAddress(base): BaseAddress,
    newcomer: Result<VisitorOrNew, NoVisitor>,
    Form(form): Form<ActForm>,
) -> Answer {
    let command = match Command::parse(&form.kind, &form.text, form.seat.map(Seat)) {
        Ok(command) => command,
        Err(rejection) => {
            return Ok((StatusCode::BAD_REQUEST, sentence(&rejection.to_string())).into_response());
        }
    };
    let sits = matches!(command, Command::Sit { .. });
    let (visitor, jar) = match newcomer {
        Ok(VisitorOrNew { visitor, jar }) => (Some(visitor), jar),
        Err(none) if sits => return Ok(none.into_response()),
        Err(_) => (None, CookieJar::new()),
    };
    let visitor = visitor.as_ref();
    let sent = command.clone();
    let acted = state.tables.command(&live, visitor, command, form.version, given(&form.randomness)).await;
    // A page that got no answer sends its action again.
    let acted = match (acted, visitor, form.version) {
        (Err(AppError::Rejected(_)), Some(visitor), Some(version))
            if live.lock().await.table().has_taken(visitor.id(), &sent, version) =>
        {
            Ok(None)
        }
        (acted, ..) => acted,
    };
    state.tables.jobs().deal_ahead(&live, visitor).await;
    // Only sitting down makes a visitor of a request without one.
    let jar = if sits && acted.is_ok() { jar } else { CookieJar::new() };
    let next = match &acted {
        Ok(Some(id)) => Some(id.clone()),
        _ => None,
    };
    let shown = match &next {
        Some(id) => state.tables.get(id).await?,
        None => live,
    };
    let done = Done { live: &shown, visitor, wanted, base: &base, look: Look::Usual };
    let mut response = done.answer(&state, acted.map(|_| ())).await?;
    if let Some(address) = next.and_then(|id| HeaderValue::from_str(&urls::table(&id)).ok()) {
        response.headers_mut().insert(GO, address);
    }
    Ok((jar, response).into_response())
}

#[derive(Deserialize)]
struct HintForm {
    strength: u8,
}

/// Asks the solver for a hint, or cancels its work.
async fn hint(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Wanted(wanted): Wanted,
    BaseAddress(base): BaseAddress,
    Form(form): Form<HintForm>,
) -> Answer {
    let strength = Strength::from_number(form.strength);
    if strength.is_some() {
        state.quotas.count(Making::Question, visitor.as_ref(), &address)?;
    }
    let asked = state.tables.jobs().ask_hint(&live, visitor.as_ref(), strength).await;
    let done = Done { live: &live, visitor: visitor.as_ref(), wanted, base: &base, look: Look::Usual };
    done.answer(&state, asked).await
}

#[derive(Deserialize)]
struct AgainForm {
    #[serde(default)]
    randomness: String,
    #[serde(default)]
    key: FormKey,
}

/// What a form adds to the deal. A browser without scripts adds nothing, and invalid randomness counts as
/// none.
pub fn given(text: &str) -> Option<Randomness> {
    text.parse().ok()
}

/// Goes to the next round of a match, or starts the same game again.
async fn again(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    form: Result<Form<AgainForm>, FormRejection>,
) -> Answer {
    state.quotas.count(Making::Game, visitor.as_ref(), &address)?;
    let (randomness, key) = form.map(|Form(form)| (given(&form.randomness), form.key)).unwrap_or_default();
    let once = visitor.as_ref().map(|visitor| key.once(&state.secret, visitor, &["again", live.id()]));
    let id = match state.tables.asked(once.unwrap_or_default()).await? {
        Asked::Made(id) => id,
        Asked::New(id) => state.tables.play_again(&live, visitor.as_ref(), randomness, id).await?,
    };
    Ok(Redirect::to(&urls::table(&id)).into_response())
}

#[derive(Deserialize)]
struct SayForm {
    text: String,
}

/// Sends a chat message.
async fn say(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    Wanted(wanted): Wanted,
    BaseAddress(base): BaseAddress,
    Form(form): Form<SayForm>,
) -> Answer {
    let said = state.tables.say(&live, visitor.as_ref(), &form.text).await;
    let done = Done { live: &live, visitor: visitor.as_ref(), wanted, base: &base, look: Look::Usual };
    done.answer(&state, said).await
}
