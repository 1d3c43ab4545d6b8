//! Live: the list of running games that anyone may watch, and one page that cycles through them.
//!
//! It shows each game as its own page shows it to this visitor, who sees no more there than at the table.

use super::html::{Answer, html};
use super::stream;
use super::table::{Look, draw};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::rewrite;
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitedTable};
use crate::routes::method::get;
use crate::routes::state::AppState;
use crate::tables::public_games::{LiveGame, next, version};
use axum::Router;
use axum::extract::{Query, State};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Redirect, Response};
use bagatelle_pages::TableItem;
use bagatelle_pages::live::{LiveItem, LivePage, on_page};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::Extent;
use bagatelle_table::Visitor;
use futures_util::stream::unfold;
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;

/// How often an open list asks whether it has changed, besides when a game begins or ends.
const EVERY: Duration = Duration::from_secs(5);
/// How long the result of a game is shown before its address leads to the next game, in milliseconds. Scripts
/// go on earlier.
const RESULT_SEEN_FOR: i64 = 30_000;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::LIVE, get(page))
        .route(pattern::LIVE_PART, get(part))
        .route(pattern::LIVE_EVENTS, get(events))
        .route(pattern::LIVE_WATCH, get(watch))
        .route(pattern::LIVE_GAME, get(game))
}

/// What the list is for, and which game comes before the one to show.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Asked {
    /// 1 if the page goes on to the first game by itself.
    wait: u8,
    /// The id of a game.
    after: String,
}

/// A public game as pages list it.
fn item(game: &LiveGame) -> LiveItem<'_> {
    let table = TableItem { spec: &game.table.spec, summary: &game.table.summary };
    LiveItem { table, ratings: &game.ratings, watching: game.watching }
}

/// The list, or its part.
fn list(games: &[LiveGame], waits: bool, base: &str, extent: Extent) -> Response {
    let items: Vec<LiveItem<'_>> = games.iter().map(item).collect();
    let page = LivePage { version: version(games), games: &items, waits, base };
    html(if extent.is_part() { page.part() } else { page.page() })
}

async fn page(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    Ok(list(&state.tables.live_games(visitor.as_ref()).await?, false, &base, Extent::Page))
}

async fn part(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(asked): Query<Asked>,
) -> Answer {
    let waits = asked.wait == 1;
    let games = match waits {
        true => to_watch(&state, visitor.as_ref()).await?,
        false => state.tables.live_games(visitor.as_ref()).await?,
    };
    Ok(list(&games, waits, "", Extent::Part(None)))
}

/// Tells whenever the list has changed for this visitor.
async fn events(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
) -> Answer {
    let held = state.stream(visitor.as_ref(), &address)?;
    let (changes, stopping) = (state.tables.registry().watch_lobby(), state.stopping.subscribe());
    let begun = (state.tables.clone(), visitor.clone(), held, (changes, stopping), None);
    let versions = unfold(begun, async |(tables, visitor, held, (mut changes, mut stopping), last)| {
        loop {
            changes.borrow_and_update();
            let games = match tables.live_games(visitor.as_ref()).await {
                Ok(games) => games,
                Err(error) => {
                    tracing::warn!(%error, "the public games cannot be listed");
                    return None;
                }
            };
            let now = version(&games);
            if last != Some(now) {
                let event = Event::default().data(format!("0.{now}"));
                let next = (tables, visitor, held, (changes, stopping), Some(now));
                return Some((Ok::<_, Infallible>(event), next));
            }
            tokio::select! {
                () = tokio::time::sleep(EVERY) => (),
                changed = changes.changed() => changed.ok()?,
                _ = stopping.wait_for(|stop| *stop) => return None,
            }
        }
    });
    Ok(stream::events_for(&state, visitor.as_ref(), versions))
}

/// The public games that a visitor can watch: not those that the visitor plays.
async fn to_watch(state: &AppState, visitor: Option<&Visitor>) -> Result<Vec<LiveGame>, AppError> {
    let mut games = state.tables.live_games(visitor).await?;
    if let Some(visitor) = visitor {
        games.retain(|game| !game.is_played_by(visitor.id()));
    }
    Ok(games)
}

/// Leads to the most interesting game, or to the one that follows another; without any, the page waits.
async fn watch(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    Query(asked): Query<Asked>,
) -> Answer {
    let games = to_watch(&state, visitor.as_ref()).await?;
    let ids: Vec<&str> = games.iter().map(|game| game.table.spec.id.as_str()).collect();
    Ok(match next(&ids, &asked.after) {
        Some(id) => Redirect::to(&urls::live_game(id)).into_response(),
        None => list(&[], true, &base, Extent::Page),
    })
}

/// A public game, with a way to the next. Its players come to their table, and so does who knows a game that
/// is not public.
async fn game(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let held = live.lock().await;
    let table = held.table();
    let (public, over) = (table.terms().public, table.is_over());
    let plays = table.viewpoint(visitor.as_ref()).is_player();
    let ended = table.last_at().filter(|_| over);
    drop(held);
    if !public || plays {
        return Ok(Redirect::to(&urls::table(live.id())).into_response());
    }
    if ended.is_some_and(|at| state.tables.now() - at >= RESULT_SEEN_FOR) {
        return Ok(Redirect::to(&urls::live_after(live.id())).into_response());
    }
    let others = to_watch(&state, visitor.as_ref()).await?.iter().any(|game| game.table.spec.id != live.id());
    let page = draw(&state, &live, visitor.as_ref(), &base, (Extent::Page, Look::Usual)).await?;
    Ok(rewrite::page(page, |page| on_page(page, live.id(), others, over)).await)
}
