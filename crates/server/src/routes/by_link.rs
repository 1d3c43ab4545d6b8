//! Events by link: their list, the form of a new one, and the page of each.

use super::event_lines::{
    about, corrections, plays, rounds, standings, status, tie_breaks, warning, was_removed,
};
use super::html::{Answer, html};
use super::stream;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, MaybeVisitor};
use crate::routes::state::AppState;
use crate::tables::events::asked::{self, NewEvent};
use crate::tables::events::{Correction, Wish, shown};
use crate::tables::once::FormKey;
use axum::extract::{Path, Query, State};
use axum::response::sse::Event as StreamEvent;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use bagatelle_events::{LateEntry, PlayerNo, Presence};
use bagatelle_pages::event::{EventItem, EventPage, EventsPage, FormPage, PlayerItem, Reader, Stage};
use bagatelle_pages::new_game::form::{Form as Fields, options_for};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::Extent;
use bagatelle_store::{EventStage, ListedEvent};
use bagatelle_table::{DELETED_ACCOUNT, Millis, Visitor};
use futures_util::stream::unfold;
use serde::Deserialize;
use std::convert::Infallible;
use std::str::FromStr;
use std::time::Duration;

/// How often the stream of an event looks whether it has changed.
const EVERY: Duration = Duration::from_secs(2);

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::EVENTS, get(list))
        .route(pattern::NEW_EVENT, get(form).post(make))
        .route(pattern::EVENT, get(page).post(act))
        .route(pattern::EVENT_PART, get(part))
        .route(pattern::EVENT_STREAM, get(changes))
}

fn stage(stage: EventStage) -> Stage {
    match stage {
        EventStage::Open => Stage::Open,
        EventStage::Running => Stage::Running,
        EventStage::Paused => Stage::Paused,
        EventStage::Over => Stage::Over,
    }
}

fn account(visitor: Option<&Visitor>) -> Option<&Visitor> {
    visitor.filter(|visitor| visitor.has_account())
}

async fn list(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let account = account(visitor.as_ref());
    let events = match account {
        Some(account) => state.tables.events_with(account.id()).await?,
        None => Vec::new(),
    };
    let item = |event: ListedEvent| EventItem {
        stage: stage(event.stage),
        id: event.id,
        title: event.title,
        game: event.game,
        players: event.players,
        winners: event.winners,
        organizes: event.organizes,
        created: event.created,
    };
    let events: Vec<EventItem> = events.into_iter().map(item).collect();
    Ok(html(EventsPage { events: &events, has_account: account.is_some(), base: &base }.page()))
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
        meeting: meeting.ok_or_else(|| AppError::refused("choose how the players meet"))?,
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

async fn make(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    match made(&state, visitor.as_ref(), &address, &fields).await {
        Ok(id) => Ok(Redirect::to(&urls::event(&id)).into_response()),
        Err(error) if error.status().is_server_error() || matches!(error, AppError::LoggedOut) => Err(error),
        Err(error) => Ok((error.status(), draw_form(&fields, Some(&error.user_message()))).into_response()),
    }
}

/// The page of an event, or its part.
async fn draw(
    state: &AppState,
    id: &str,
    visitor: Option<&Visitor>,
    (base, wrong): (&str, Option<&str>),
    extent: Extent,
) -> Result<Response, AppError> {
    let revision = state.tables.event_revision(id).await?;
    let kept = state.tables.event(id).await?;
    let games = state.tables.games_of_event(id).await?;
    let (event, spec) = (&kept.event, kept.event.spec());
    let game = bagatelle_catalog::find(&spec.game).ok_or(AppError::NotFound)?;
    let viewer = account(visitor).map(Visitor::id);
    let organizer = state.tables.store().name_of(&spec.organizer).await?;
    let organizer = organizer.unwrap_or_else(|| DELETED_ACCOUNT.to_owned());
    let players: Vec<PlayerItem> = (0..)
        .zip(event.players())
        .filter(|(_, player)| player.presence == Presence::In)
        .map(|(number, player)| PlayerItem { number, name: player.name.clone(), rating: player.rating })
        .collect();
    let warning = warning(event);
    let page = EventPage {
        id,
        title: &spec.title,
        game,
        about: &about(event),
        stage: stage(event.stage().into()),
        status: &status(event, &organizer, viewer == Some(&spec.organizer)),
        organizer: &organizer,
        organizes: viewer == Some(&spec.organizer),
        reader: match viewer {
            None => Reader::Guest,
            Some(_) if plays(event, viewer) => Reader::Player,
            Some(account) if was_removed(event, account) => Reader::Removed,
            Some(_) => Reader::Account,
        },
        your_game: viewer.and_then(|viewer| shown::own_game(&kept, &games, viewer)),
        starts_at: spec.starts_at.filter(|_| event.stage() == bagatelle_events::Stage::Open),
        joinable: event.is_joinable(),
        late: spec.late.is_some(),
        corrections: &corrections(event),
        be_there_by: viewer.and_then(|viewer| shown::be_there_by(&kept, viewer, state.tables.now())),
        players: &players,
        places: spec.places,
        rounds: &rounds(&kept, &games, viewer),
        round: if spec.is_duplicate() { "Deal" } else { "Round" },
        points: if spec.form == bagatelle_events::Form::KnockOut { "Rounds won" } else { "Points" },
        warning: warning.as_deref(),
        standings: &standings(event, viewer),
        tie_breaks: &tie_breaks(event),
        wrong,
        revision,
        base,
    };
    Ok(html(if extent.is_part() { page.part() } else { page.page() }))
}

async fn page(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    Path(id): Path<String>,
) -> Answer {
    draw(&state, &id, visitor.as_ref(), (&base, None), Extent::Page).await
}

async fn part(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    Path(id): Path<String>,
) -> Answer {
    draw(&state, &id, visitor.as_ref(), (&base, None), Extent::Part(None)).await
}

/// Tells whenever an event has changed.
async fn changes(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Path(id): Path<String>,
) -> Answer {
    let held = state.stream(visitor.as_ref(), &address)?;
    state.tables.event_revision(&id).await?;
    let begun = (state.tables.clone(), id, held, state.stopping.subscribe(), None);
    let revisions = unfold(begun, async |(tables, id, held, mut stopping, last)| {
        loop {
            let now = match tables.event_revision(&id).await {
                Ok(now) => now,
                Err(error) => {
                    tracing::warn!(event = id, %error, "an event cannot be followed");
                    return None;
                }
            };
            if last != Some(now) {
                let event = StreamEvent::default().data(format!("0.{now}"));
                return Some((Ok::<_, Infallible>(event), (tables, id, held, stopping, Some(now))));
            }
            tokio::select! {
                () = tokio::time::sleep(EVERY) => (),
                _ = stopping.wait_for(|stop| *stop) => return None,
            }
        }
    });
    Ok(stream::events_for(&state, visitor.as_ref(), revisions))
}

#[derive(Deserialize)]
struct Asked {
    act: String,
    #[serde(default)]
    player: u32,
    #[serde(default)]
    result: String,
}

/// What a form says of a result: the round, its table, and the number of the winner, or `-`.
fn correction(text: &str) -> Option<Correction> {
    let mut parts = text.split(' ');
    let mut next = || parts.next();
    let (round, table, winner) = (next()?.parse().ok()?, next()?.parse().ok()?, next()?);
    let winner = match winner {
        "-" => None,
        number => Some(PlayerNo(number.parse().ok()?)),
    };
    Some(Correction { round, table, winner })
}

async fn act(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    address: Address,
    Path(id): Path<String>,
    Form(asked): Form<Asked>,
) -> Answer {
    let wish = match asked.act.as_str() {
        "join" => Wish::Join,
        "leave" => Wish::Leave,
        "start" => Wish::Start,
        "pause" => Wish::Pause,
        "resume" => Wish::Resume,
        "end" => Wish::End,
        "remove" => Wish::Remove(PlayerNo(asked.player)),
        "correct" => Wish::Correct(correction(&asked.result).ok_or(AppError::NotFound)?),
        _ => return Err(AppError::NotFound),
    };
    let done = async {
        let visitor = account(visitor.as_ref()).ok_or(bagatelle_events::Refused::NeedsAccount)?;
        state.quotas.count(Making::Event, Some(visitor), &address)?;
        state.tables.ask_event(visitor, &id, wish).await
    };
    match done.await {
        Ok(()) => Ok(Redirect::to(&urls::event(&id)).into_response()),
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            let wrong = error.user_message();
            let page = draw(&state, &id, visitor.as_ref(), (&base, Some(&wrong)), Extent::Page).await?;
            Ok((error.status(), page).into_response())
        }
    }
}
