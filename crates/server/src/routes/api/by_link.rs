//! Events by link: tournaments that any account makes, and that others join by link.

use super::body::Body;
use super::caller::{AccountCaller, AnyCaller, Play, Read};
use super::error::{ApiError, Problem};
use super::event_terms::{EventForm, EventLateEntry};
use super::event_view::{EventItem, EventStanding, EventState};
use super::key::{Key, KeyHeader};
use super::params::Params;
use super::results::{Format, FormatQuery, csv};
use crate::error::AppError;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::InPath;
use crate::routes::state::AppState;
use crate::tables::events::asked::NewEvent;
use crate::tables::events::{Correction, Wish, shown};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use bagatelle_events::{LateEntry, PlayerNo};
use bagatelle_pages::event::Meeting;
use bagatelle_table::{Pace, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// A new event. Fields that may be left out may also be null, which means the same.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EventOrder {
    /// What it is called.
    #[schema(min_length = 1, max_length = 60)]
    title: String,
    /// The id of the game in the catalog.
    game: String,
    /// The options of the game, as in records; those that are left out have their defaults.
    #[schema(value_type = Option<Object>)]
    options: Option<Value>,
    /// How many seats a table has; two if it is left out, or one where one plays.
    seats: Option<u8>,
    /// How the players meet.
    form: EventForm,
    /// How many rounds a Swiss event has at most; five if it is left out.
    #[schema(minimum = 1, maximum = 31)]
    rounds: Option<u32>,
    /// How many deals a duplicate event has; six if it is left out.
    #[schema(minimum = 1, maximum = 100)]
    deals: Option<u32>,
    /// The program on the other seats of a duplicate event; the first of the game if it is left out.
    program: Option<String>,
    /// How many days a round takes. If it is left out, the event is live: a round begins when all games of
    /// the one before are over.
    #[schema(minimum = 1, maximum = 90)]
    days: Option<u32>,
    /// The clock of each game; one that suits the game if it is left out.
    pace: Option<Pace>,
    /// After how many seconds an absent player of a live event loses; five minutes if it is left out.
    grace_s: Option<u32>,
    /// How many players may join; sixteen if it is left out.
    #[schema(minimum = 3, maximum = 64)]
    places: Option<u32>,
    /// Whether the running games are listed by `/api/v1/live`, so that anyone may watch.
    #[schema(default = false)]
    public: Option<bool>,
    /// When it begins by itself, in milliseconds since 1970, if at least three players are there by then. Its
    /// organizer can start it before. If it is left out, only the organizer starts it.
    starts_at: Option<i64>,
    /// What players get who join a Swiss event after the start, until round 2 is paired. If it is left out,
    /// no one may.
    late: Option<EventLateEntry>,
}

impl From<EventOrder> for NewEvent {
    fn from(order: EventOrder) -> NewEvent {
        NewEvent {
            title: order.title,
            game: order.game,
            options: order.options.unwrap_or_default(),
            seats: order.seats,
            meeting: match order.form {
                EventForm::RoundRobin => Meeting::RoundRobin,
                EventForm::Swiss => Meeting::Swiss,
                EventForm::KnockOut => Meeting::KnockOut,
                EventForm::Duplicate => Meeting::Duplicate,
            },
            rounds: order.rounds,
            deals: order.deals,
            program: order.program,
            days: order.days,
            pace: order.pace,
            grace_s: order.grace_s,
            places: order.places,
            public: order.public.unwrap_or_default(),
            starts_at: order.starts_at,
            late: order.late.map(LateEntry::from),
        }
    }
}

/// What is asked of an event.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum EventWish {
    /// To play in it.
    Join,
    /// To leave it. After the start, the running game is lost.
    Leave,
    /// To begin: the organizer does that, as all that follows.
    Start,
    /// To stop after the running games.
    Pause,
    /// To go on.
    Resume,
    /// To end it.
    End,
    /// To remove `player`, who loses the running game.
    Remove,
    /// To correct the result of the last game at `table` of `round`, until the next round is paired: the
    /// player `winner` has won, or no one has if that is null. Pause the event to gain time.
    Correct,
    /// To pair `round` now. The server pairs each round as soon as it can, so this tells why it has not.
    Round,
}

/// A change of an event.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({ "kind": "join" }))]
pub struct EventRequest {
    /// What is asked.
    kind: EventWish,
    /// The number of the player to remove.
    player: Option<u32>,
    /// The number of the round to pair, or of which a result is corrected, from 1.
    round: Option<u32>,
    /// The number of the table whose result is corrected, from 0.
    table: Option<u32>,
    /// The number of the player who has won the game whose result is corrected; null for a draw.
    winner: Option<u32>,
}

impl EventRequest {
    fn wish(&self) -> Result<Wish, ApiError> {
        let missing = |what: &'static str| ApiError::unprocessable(Code::BadBody, what);
        Ok(match self.kind {
            EventWish::Join => Wish::Join,
            EventWish::Leave => Wish::Leave,
            EventWish::Start => Wish::Start,
            EventWish::Pause => Wish::Pause,
            EventWish::Resume => Wish::Resume,
            EventWish::End => Wish::End,
            EventWish::Remove => {
                let player = self.player.ok_or_else(|| missing("Say in `player` who is to be removed."))?;
                Wish::Remove(PlayerNo(player))
            }
            EventWish::Correct => {
                let place = self.round.zip(self.table);
                let (round, table) =
                    place.ok_or_else(|| missing("Say in `round` and `table` which result is corrected."))?;
                Wish::Correct(Correction { round, table, winner: self.winner.map(PlayerNo) })
            }
            EventWish::Round => {
                let round =
                    self.round.ok_or_else(|| missing("Say in `round` which round is to be paired."))?;
                Wish::Round(round)
            }
        })
    }
}

/// The events of an account.
#[derive(Serialize, ToSchema)]
pub struct EventList {
    /// The events that the caller organizes or plays in, the newest first: at most fifty.
    events: Vec<EventItem>,
}

async fn shown_to(state: &AppState, visitor: Option<&Visitor>, id: &str) -> Result<EventState, ApiError> {
    let kept = state.tables.event(id).await?;
    let games = state.tables.games_of_event(id).await?;
    let viewer = visitor.filter(|visitor| visitor.has_account()).map(Visitor::id);
    Ok(EventState::of(&kept, &games, viewer))
}

/// The events that the caller organizes or plays in.
#[utoipa::path(get, path = "/api/v1/events", operation_id = "list_events", security(("token" = ["read"])),
    responses((status = 200, body = EventList)))]
pub async fn list(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<Read>,
) -> Result<Json<EventList>, ApiError> {
    let events = state.tables.events_with(visitor.id()).await?;
    Ok(Json(EventList { events: events.into_iter().map(EventItem::from).collect() }))
}

/// Makes an event, which the caller organizes. Share the link to its page, `/events/{id}`, so that others can
/// join; the organizer plays in it only after joining, too.
#[utoipa::path(post, path = "/api/v1/events", operation_id = "make_event", security(("token" = ["play"])),
    request_body = EventOrder, params(KeyHeader),
    responses((status = 201, body = EventState), (status = 422, body = Problem),
        (status = 429, body = Problem)))]
pub async fn make(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<Play>,
    key: Key,
    address: Address,
    Body(order): Body<EventOrder>,
) -> Result<(StatusCode, Json<EventState>), ApiError> {
    state.quotas.count(Making::Event, Some(&visitor), &address)?;
    let spec = NewEvent::from(order).spec(visitor.id()).map_err(AppError::from)?;
    let id = key.id(&state.secret, &visitor, "event");
    let id = state.tables.make_event(&visitor, id, spec.map_err(AppError::from)?).await?;
    Ok((StatusCode::CREATED, Json(shown_to(&state, Some(&visitor), &id).await?)))
}

/// An event, with its rounds and standings.
#[utoipa::path(get, path = "/api/v1/events/{id}", operation_id = "show_event",
    security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The id of the event.")),
    responses((status = 200, body = EventState), (status = 404, body = Problem)))]
pub async fn show(
    State(state): State<AppState>,
    AnyCaller(visitor, ..): AnyCaller<Read>,
    InPath(id): InPath<String>,
) -> Result<Json<EventState>, ApiError> {
    Ok(Json(shown_to(&state, visitor.as_ref(), &id).await?))
}

/// Joins or leaves an event, or changes its course as the organizer.
#[utoipa::path(post, path = "/api/v1/events/{id}/changes", operation_id = "change_event",
    security(("token" = ["play"])), request_body = EventRequest,
    params(("id" = String, Path, description = "The id of the event.")),
    responses((status = 200, body = EventState), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn change(
    State(state): State<AppState>,
    AccountCaller(visitor, ..): AccountCaller<Play>,
    InPath(id): InPath<String>,
    address: Address,
    Body(request): Body<EventRequest>,
) -> Result<Json<EventState>, ApiError> {
    state.quotas.count(Making::Event, Some(&visitor), &address)?;
    state.tables.ask_event(&visitor, &id, request.wish()?).await?;
    Ok(Json(shown_to(&state, Some(&visitor), &id).await?))
}

/// A line of the standings as comma-separated values.
#[derive(Serialize)]
struct Line {
    rank: Option<u32>,
    name: String,
    points: f64,
    tie_breaks: String,
}

/// The standings of an event, as JSON or as comma-separated values.
#[utoipa::path(get, path = "/api/v1/events/{id}/standings", operation_id = "show_standings",
    security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The id of the event."), FormatQuery),
    responses((status = 200, description = "The standings, first to last; empty before the start.",
        content((Vec<EventStanding> = "application/json"), (String = "text/csv"))),
        (status = 404, body = Problem)))]
pub async fn standings(
    State(state): State<AppState>,
    _: AnyCaller<Read>,
    InPath(id): InPath<String>,
    Params(query): Params<FormatQuery>,
) -> Result<Response, ApiError> {
    let kept = state.tables.event(&id).await?;
    let lines = kept.event.standings().into_iter().map(EventStanding::from);
    if query.format != Format::Csv {
        return Ok(Json(lines.collect::<Vec<_>>()).into_response());
    }
    let name = |number: u32| kept.event.player(PlayerNo(number)).map(|player| player.name.clone());
    csv(lines.map(|line| Line {
        rank: line.rank,
        name: name(line.player).unwrap_or_default(),
        points: line.points,
        tie_breaks: line.tie_breaks.join(" "),
    }))
}

/// The whole log of an event: who has joined, each pairing, each result. Players are given by their numbers,
/// from 0 in the order of joining. The seed of lots and deals is in it once the event is over.
#[utoipa::path(get, path = "/api/v1/events/{id}/export", operation_id = "export_event",
    security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The id of the event.")),
    responses((status = 200, description = "The event.", body = Object), (status = 404, body = Problem)))]
pub async fn export(
    State(state): State<AppState>,
    _: AnyCaller<Read>,
    InPath(id): InPath<String>,
) -> Result<Json<Value>, ApiError> {
    Ok(Json(shown::export(&state.tables.event(&id).await?)))
}
