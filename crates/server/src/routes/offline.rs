//! The games that a visitor takes along to play without the server, the games that come home, and hints
//! that the visitor's browser finds.

use super::html::Answer;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::limits::{BROUGHT_FOR, GAMES_BROUGHT, LARGEST_LINE};
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitedTable, VisitorOrNew, Wanted};
use crate::routes::large_forms;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::routes::table::{Done, Look};
use crate::system::clock::Stopwatch;
use crate::tables::brought_home::{Became, Home};
use crate::tables::taken_along::{Going, Taken, TakenDeal};
use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{StatusCode, Uri};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Json, Router};
use bagatelle_core::present::Solved;
use bagatelle_pages::urls::{self, browser, pattern};
use bagatelle_session::Strength;
use bagatelle_table::{Millis, Rejection, SavedTable, Visitor, WorldDate, plain_text};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// No cache may keep what is meant for one visitor.
const KEPT_BY_NONE: [(axum::http::HeaderName, &str); 1] = [(CACHE_CONTROL, "private, no-store")];

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::OFFLINE_GAMES, get(taken).merge(post(brought)))
        .route(pattern::TABLE_OFFLINE, get(table))
        .route(pattern::TABLE_HELPED, post(helped))
        .route(browser::pattern::ANALYSES, get(made_in_browser))
        .route(browser::pattern::ANALYSIS, get(made_in_browser))
        .route(browser::pattern::REVIEWS, get(made_in_browser))
}

/// Leads to a page where the browser makes it, for those who write its own address.
async fn made_in_browser(uri: Uri) -> Redirect {
    Redirect::temporary(&urls::in_browser(&uri.to_string()))
}

/// The visitor, as the pages in the browser name them.
#[derive(Serialize)]
struct Who {
    name: String,
    account: bool,
}

/// Everything that a visitor takes along.
#[derive(Serialize)]
struct Bundle {
    visitor: Option<Who>,
    now: Millis,
    today: String,
    games: Vec<Taken>,
    /// The ids of tables that go on here and are not among them.
    left: Vec<String>,
    /// Whether there are more.
    more: bool,
    deals: Vec<TakenDeal>,
}

/// The visitor's tables that can be played without the server, and the deals of the day.
async fn taken(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let (mut who, mut going) = (None, Going::default());
    let deals = state.tables.deals_to_take_along(visitor.as_ref()).await?;
    if let Some(visitor) = &visitor {
        let name = state.name_of(Some(visitor)).await?;
        who = Some(Who { name, account: visitor.has_account() });
        going = state.tables.to_take_along(visitor).await?;
        going.taken.extend(state.tables.ended_deals(visitor, &deals).await?);
    }
    let now = state.tables.now();
    let bundle = Bundle {
        visitor: who,
        now,
        today: WorldDate::of(now).to_string(),
        games: going.taken,
        left: going.left,
        more: going.more,
        deals,
    };
    Ok((KEPT_BY_NONE, Json(bundle)).into_response())
}

/// A game that comes home.
#[derive(Deserialize)]
struct Brought {
    /// The table, as a [`SavedTable`]. A damaged one spoils no other.
    table: Value,
    /// How many of its events the device got from the server, or has brought before.
    #[serde(default)]
    from: u64,
}

/// What became of a game that came.
#[derive(Default, Serialize)]
struct Told {
    /// The id that it came with.
    id: String,
    /// What became of it: `kept`, `unchanged`, `branched` or `refused`.
    became: &'static str,
    /// The id of its table here.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// How many events that table has.
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Whether it may be brought again later: then the fault is not with the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    again: bool,
    /// Whether that is because it lies in the future: the clock of the device is, or was, ahead.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    early: bool,
}

impl Told {
    fn home(id: String, home: Home) -> Told {
        let became = match home.became {
            Became::Kept => "kept",
            Became::Unchanged => "unchanged",
            Became::Branched => "branched",
        };
        Told { id, became, table: Some(home.id), seq: Some(home.seq), ..Told::default() }
    }

    fn refused(id: String, error: &AppError) -> Told {
        let passing = matches!(
            error.status(),
            StatusCode::TOO_MANY_REQUESTS
                | StatusCode::SERVICE_UNAVAILABLE
                | StatusCode::INTERNAL_SERVER_ERROR
                | StatusCode::CONFLICT
        );
        let early = error.is_early();
        let again = passing || early;
        Told { id, became: "refused", why: Some(error.user_message()), again, early, ..Told::default() }
    }
}

/// Games that were played on the visitor's device, which are tables of the visitor from now on. They may be
/// sent again.
async fn brought(
    State(state): State<AppState>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    large_forms::Brought(list): large_forms::Brought,
) -> Answer {
    let unreadable = |_| AppError::refused("these games can’t be read");
    let list: Vec<Brought> = serde_json::from_slice(&list).map_err(unreadable)?;
    if list.len() > GAMES_BROUGHT {
        return Err(AppError::refused(format!("upload at most {GAMES_BROUGHT} games at once")));
    }
    if jar.iter().next().is_some() {
        // The answer may be lost, and with it the cookie: the games would then belong to a visitor who is
        // gone.
        let again = "you’re a new guest here: upload your games again with the cookie from this answer";
        return Ok((StatusCode::UNAUTHORIZED, jar, KEPT_BY_NONE, again).into_response());
    }
    let (mut told, watch) = (Vec::with_capacity(list.len()), Stopwatch::start());
    for Brought { table, from } in list {
        let id = table["id"].as_str().unwrap_or_default().chars().take(64).collect();
        if watch.elapsed() > BROUGHT_FOR {
            told.push(Told::refused(id, &AppError::TooLong));
            continue;
        }
        told.push(match bring(&state, &visitor, &address, table, from).await {
            Ok(home) => Told::home(id, home),
            Err(error) => Told::refused(id, &error),
        });
    }
    Ok((KEPT_BY_NONE, Json(told)).into_response())
}

async fn bring(
    state: &AppState,
    visitor: &Visitor,
    address: &Address,
    table: Value,
    from: u64,
) -> Result<Home, AppError> {
    state.quotas.count(Making::Upload, Some(visitor), address)?;
    let damaged = |error| AppError::refused(format!("this game is damaged: {error}"));
    let saved: SavedTable = serde_json::from_value(table).map_err(damaged)?;
    if from > saved.events.len() as u64 {
        return Err(AppError::refused("this game is damaged: its server part is missing"));
    }
    state.tables.bring_home(visitor, &saved).await
}

/// A table as its only player may have it, so that the browser can solve it, or keep it as it stands.
async fn table(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
) -> Answer {
    let visitor = visitor.ok_or(Rejection::NotSeated)?;
    let taken = state.tables.take_along(&live, &visitor).await?;
    Ok((KEPT_BY_NONE, Json(taken)).into_response())
}

/// A hint that the player's browser has found.
#[derive(Deserialize)]
struct HelpedForm {
    strength: u8,
    /// The version of the position that it is for.
    version: u64,
    /// The actions of the solution, separated by blanks.
    #[serde(default)]
    line: String,
    /// What the solver says, in a sentence or two.
    #[serde(default)]
    text: String,
    /// The same as JSON.
    #[serde(default)]
    json: String,
}

/// Notes a hint that the player's browser has found, and shows it as one that was found here.
async fn helped(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Wanted(wanted): Wanted,
    BaseAddress(base): BaseAddress,
    Form(form): Form<HelpedForm>,
) -> Answer {
    state.quotas.count(Making::Question, visitor.as_ref(), &address)?;
    let noted = match Strength::from_number(form.strength) {
        None => Err(AppError::refused("a hint has a strength from 1 to 3")),
        Some(_) if form.line.len() + form.text.len() + form.json.len() > LARGEST_LINE => {
            Err(AppError::refused("this hint is too long"))
        }
        Some(strength) => {
            let (line, text) = (form.line.split_whitespace().map(str::to_owned), plain_text(&form.text));
            let json = serde_json::from_str(&form.json).unwrap_or_default();
            let solved = Solved { line: line.collect(), json, text };
            let solved = Some(solved).filter(|solved| !solved.line.is_empty() || !solved.text.is_empty());
            state.tables.jobs().show_hint(&live, visitor.as_ref(), strength, form.version, solved).await
        }
    };
    let done = Done { live: &live, visitor: visitor.as_ref(), wanted, base: &base, look: Look::Usual };
    done.answer(&state, noted).await
}
