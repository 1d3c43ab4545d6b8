//! The form of a new event by link, and what it makes.

use super::by_link::{account, after};
use super::event_lines::plays;
use super::html::{Answer, html};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, MaybeVisitor};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::events::Wish;
use crate::tables::events::asked::{self, NewEvent};
use crate::tables::once::FormKey;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Router};
use bagatelle_events::LateEntry;
use bagatelle_pages::event::FormPage;
use bagatelle_pages::new_game::form::{Form as Fields, options_for};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::{Millis, Visitor};
use std::str::FromStr;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::NEW_EVENT, get(form).merge(post(make)))
}

/// The field of a form; empty if it is missing.
fn field<'a>(fields: &'a Fields, key: &str) -> &'a str {
    fields.get(key).map_or("", |text| text.trim())
}

/// A number in a form, if the field is there and not empty.
fn number<T: FromStr>(fields: &Fields, key: &str) -> Result<Option<T>, AppError> {
    match field(fields, key) {
        "" => Ok(None),
        text => match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(AppError::refused(format!("{key}: “{text}” isn’t a number that can be used here"))),
        },
    }
}

/// The form, as far as it is filled in.
fn draw_form(fields: &Fields, wrong: Option<&str>) -> Response {
    let game = bagatelle_catalog::find(field(fields, "game"));
    let meetings = game.map(asked::meetings).unwrap_or_default();
    let chosen = meetings.iter().copied().find(|meeting| meeting.word() == field(fields, "form"));
    let only = meetings.first().copied().filter(|_| meetings.len() == 1);
    let page = FormPage {
        game: game.filter(|_| !meetings.is_empty()),
        meetings: &meetings,
        meeting: chosen.or(only),
        wrong,
        filled: fields,
    };
    html(page.page())
}

async fn form(MaybeVisitor(visitor): MaybeVisitor, Query(fields): Query<Fields>) -> Answer {
    match account(visitor.as_ref()) {
        Some(_) => Ok(draw_form(&fields, None)),
        // That page says what is needed.
        None => Ok(Redirect::to(&urls::events()).into_response()),
    }
}

async fn made(
    state: &AppState,
    visitor: Option<&Visitor>,
    address: &Address,
    fields: &Fields,
) -> Result<String, AppError> {
    let visitor = account(visitor).ok_or(AppError::LoggedOut)?;
    state.quotas.count(Making::Event, Some(visitor), address)?;
    let game =
        bagatelle_catalog::find(field(fields, "game")).ok_or(bagatelle_events::Refused::UnknownGame)?;
    let meeting = asked::meetings(game).into_iter().find(|one| one.word() == field(fields, "form"));
    let mail = field(fields, "when") == "mail";
    let (seats, pace) = (number(fields, "seats")?, field(fields, "pace"));
    let pace = match pace {
        "" => None,
        _ if mail => None,
        text => Some(serde_json::from_str(text).map_err(|_| AppError::refused("there’s no such clock"))?),
    };
    let usual = seats.unwrap_or_else(|| asked::usual_seats(game));
    let new = NewEvent {
        title: field(fields, "title").to_owned(),
        game: game.id().to_owned(),
        options: options_for(game, fields, usual),
        seats,
        meeting: meeting.ok_or_else(|| AppError::refused("choose a kind of event"))?,
        rounds: number(fields, "rounds")?,
        deals: number(fields, "deals")?,
        program: Some(field(fields, "program").to_owned()).filter(|program| !program.is_empty()),
        days: number(fields, "days")?.filter(|_| mail),
        pace,
        grace_s: None,
        places: number(fields, "places")?,
        public: field(fields, "public") == "1",
        starts_at: number::<u16>(fields, "starts")?
            .map(|minutes| state.tables.now() + Millis::from(minutes) * 60_000),
        late: match field(fields, "late") {
            "half" => Some(LateEntry::Half),
            "zero" => Some(LateEntry::Zero),
            _ => None,
        },
    };
    let spec = new.spec(visitor.id())??;
    let key = FormKey::of(fields.get("key"));
    let about = ["event", field(fields, "game"), field(fields, "form"), field(fields, "title")];
    let once = key.once(&state.secret, visitor, &about);
    state.tables.make_event(visitor, once.id(), spec).await
}

/// Lets the organizer play, too, if the form says so.
async fn joined(
    state: &AppState,
    visitor: Option<&Visitor>,
    id: &str,
    fields: &Fields,
) -> Result<(), AppError> {
    let Some(visitor) = account(visitor).filter(|_| field(fields, "join") == "1") else { return Ok(()) };
    // A form that was sent twice has made one event.
    let kept = state.tables.event(id).await?;
    if plays(&kept.event, Some(visitor.id())) {
        return Ok(());
    }
    state.tables.ask_event(visitor, id, Wish::Join).await
}

async fn make(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    match made(&state, visitor.as_ref(), &address, &fields).await {
        Ok(id) => {
            let done = joined(&state, visitor.as_ref(), &id, &fields).await;
            after(&state, &id, visitor.as_ref(), &base, done).await
        }
        Err(error) if error.status().is_server_error() || matches!(error, AppError::LoggedOut) => Err(error),
        Err(error) => Ok((error.status(), draw_form(&fields, Some(&error.user_message()))).into_response()),
    }
}
