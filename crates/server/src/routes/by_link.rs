//! Events by link: their list, and the page of each.

use super::event_lines::{
    about, corrections, plays, rounds, standings, status, tie_breaks, warning, was_removed,
};
use super::html::{Answer, html};
use super::stream;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, MaybeVisitor};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::events::{Correction, Wish, shown};
use axum::extract::{Path, State};
use axum::response::sse::Event as StreamEvent;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Router};
use bagatelle_events::{PlayerNo, Presence};
use bagatelle_pages::event::{EventItem, EventPage, EventsPage, PlayerItem, Reader, Stage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::Extent;
use bagatelle_store::{EventStage, ListedEvent};
use bagatelle_table::{DELETED_ACCOUNT, Visitor};
use futures_util::stream::unfold;
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;

/// How often the stream of an event looks whether it has changed.
const EVERY: Duration = Duration::from_secs(2);

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::EVENTS, get(list))
        .route(pattern::EVENT, get(page).merge(post(act)))
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

pub(super) fn account(visitor: Option<&Visitor>) -> Option<&Visitor> {
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
        .map(|(number, player)| PlayerItem {
            number,
            name: player.name.clone(),
            rating: player.rating,
            organizes: event.number_of(&spec.organizer) == Some(PlayerNo(number)),
        })
        .collect();
    let now = state.tables.now();
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
        against: &viewer.map(|viewer| shown::against(&kept, viewer)).unwrap_or_default(),
        deadline: viewer.and_then(|viewer| shown::deadline(&kept, viewer, now)),
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
        "correct" => Wish::Correct(Correction::read(&asked.result).ok_or(AppError::NotFound)?),
        _ => return Err(AppError::NotFound),
    };
    let done = async {
        let visitor = account(visitor.as_ref()).ok_or(bagatelle_events::Refused::NeedsAccount)?;
        state.quotas.count(Making::Event, Some(visitor), &address)?;
        state.tables.ask_event(visitor, &id, wish).await
    };
    after(&state, &id, visitor.as_ref(), &base, done.await).await
}

/// Leads to the page of an event, or shows it with what was refused.
pub(super) async fn after(
    state: &AppState,
    id: &str,
    visitor: Option<&Visitor>,
    base: &str,
    done: Result<(), AppError>,
) -> Answer {
    match done {
        Ok(()) => Ok(Redirect::to(&urls::event(id)).into_response()),
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            let wrong = error.user_message();
            let page = draw(state, id, visitor, (base, Some(&wrong)), Extent::Page).await?;
            Ok((error.status(), page).into_response())
        }
    }
}
