//! Files and pictures: built-in assets, drawings, link previews, QR codes, records.

use super::html::Answer;
use crate::daily::dailies;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::network::Reach;
use crate::http::quotas::Making;
use crate::limits::LONGEST_SEED;
use crate::routes::extract::{BaseAddress, GameInPath, MaybeVisitor, VisitedTable};
use crate::routes::method::get;
use crate::routes::picture::Which;
use crate::routes::state::AppState;
use crate::routes::web_app::module;
use crate::system::clock::date;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bagatelle_core::Viewer;
use bagatelle_core::present::bare;
use bagatelle_core::program::Allowance;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_pages::{assets, picture, table};
use bagatelle_table::Rejection;
use serde::Deserialize;

const SVG: &str = "image/svg+xml";
/// The seat of the reader, who is “you” in a review that the browser makes.
const SEAT: &str = "x-seat";
/// How a drawing that changes is cached: it is asked for each time, and sent if it has changed.
const CHECKED: &str = "private, no-cache";

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ASSET, get(asset))
        .route(pattern::SITE_PREVIEW, get(site))
        .route(pattern::GAME_PICTURE, get(sample))
        .route(pattern::GAME_PREVIEW, get(deal))
        .route(pattern::TABLE_PICTURE, get(drawing))
        .route(pattern::TABLE_THUMBNAIL, get(thumbnail))
        .route(pattern::TABLE_PREVIEW, get(preview))
        .route(pattern::TABLE_RESULT, get(result))
        .route(pattern::TABLE_QR, get(qr))
        .route(pattern::TABLE_GOAL, get(goal))
        .route(pattern::TABLE_RECORD, get(record))
}

/// How a file whose address holds a hash of its content is cached.
const LASTING: &str = "public, max-age=31536000, immutable";

/// A built-in file. Its address holds a hash of its content, so browsers may keep it.
async fn asset(Path(file): Path<String>, headers: HeaderMap) -> Answer {
    if file == module::file() {
        return Ok(module_for(&headers));
    }
    let asset = assets::file(&file).ok_or(AppError::NotFound)?;
    let headers = [(CONTENT_TYPE, asset.media), (CACHE_CONTROL, LASTING)];
    Ok((headers, asset.bytes.as_slice()).into_response())
}

/// The module for browsers, compressed as it is for those that say that they can read it.
fn module_for(headers: &HeaderMap) -> Response {
    let head = [(CONTENT_TYPE, module::MEDIA), (CACHE_CONTROL, LASTING), (VARY, "accept-encoding")];
    match takes_brotli(headers) {
        true => (head, [(CONTENT_ENCODING, "br")], module::COMPRESSED).into_response(),
        false => (head, module::plain()).into_response(),
    }
}

/// Whether a client reads brotli: it is named, and its weight is not zero.
fn takes_brotli(headers: &HeaderMap) -> bool {
    let named = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    named.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let none = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("br") && !none
    })
}

/// A response with a tag, without its content if the client already has it: `version` differs for each
/// content of an address.
pub(super) async fn unless_known(
    version: &str,
    cache: &'static str,
    headers: &HeaderMap,
    respond: impl AsyncFnOnce() -> Answer,
) -> Answer {
    let tag = HeaderValue::from_str(&format!("\"{version}\"")).map_err(anyhow::Error::from)?;
    let head = [(CACHE_CONTROL, HeaderValue::from_static(cache)), (ETAG, tag.clone())];
    if headers.get(IF_NONE_MATCH) == Some(&tag) {
        return Ok((StatusCode::NOT_MODIFIED, head).into_response());
    }
    Ok((head, respond().await?).into_response())
}

fn svg(text: String, cache: &'static str) -> Response {
    ([(CONTENT_TYPE, SVG), (CACHE_CONTROL, cache)], text).into_response()
}

/// A picture of a game for lists.
async fn sample(GameInPath(game): GameInPath) -> Answer {
    Ok(svg(picture::sample(game)?, "public, max-age=3600"))
}

/// The drawing of a table as its viewer sees it. Lists show it, so an unchanged drawing is not sent
/// again.
async fn drawing(
    VisitedTable(live): VisitedTable,
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
) -> Answer {
    let state = live.lock().await;
    let viewer = state.table().viewpoint(visitor.as_ref()).viewer;
    let drawn = state.table().play().svg(viewer);
    drop(state);
    let version = blake3::hash(drawn.as_bytes()).to_hex();
    let drawn = async || Ok(([(CONTENT_TYPE, SVG)], drawn).into_response());
    unless_known(&version[..16], CHECKED, &headers, drawn).await
}

/// The drawing of a table in a list, as its viewer sees it. A player who looks at a list is not present at
/// its tables.
async fn thumbnail(
    State(state): State<AppState>,
    Path(id): Path<String>,
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
) -> Answer {
    let live = state.tables.get(&id).await?;
    state.tables.may_see(&live, visitor.as_ref()).await?;
    let table = live.lock().await;
    let viewer = table.table().viewpoint(visitor.as_ref()).viewer;
    let version = format!("{}-{viewer:?}", table.table().version());
    let drawn = async || Ok(([(CONTENT_TYPE, SVG)], table.table().play().svg(viewer)).into_response());
    unless_known(&version, CHECKED, &headers, drawn).await
}

#[derive(Deserialize)]
struct PreviewQuery {
    ply: Option<usize>,
}

/// A picture, unless the client already has it. A picture that must be drawn counts as work for the
/// client.
async fn png(
    state: &AppState,
    address: &Address,
    which: Which,
    version: &str,
    headers: &HeaderMap,
    draw: impl AsyncFnOnce() -> Result<String, AppError>,
) -> Answer {
    let drawn = async || {
        let png = match state.pictures.known(&which) {
            Some(png) => png,
            None => {
                state.quotas.count(Making::Question, None, address)?;
                state.pictures.png(state.tables.registry().pool(), which, draw().await?).await?
            }
        };
        Ok(([(CONTENT_TYPE, "image/png")], png).into_response())
    };
    unless_known(version, "public, max-age=60", headers, drawn).await
}

/// The drawing of a table as a spectator sees it, as a picture for links.
async fn preview(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    Query(query): Query<PreviewQuery>,
    address: Address,
    headers: HeaderMap,
) -> Answer {
    let table = live.lock().await;
    let (version, ply) = (table.table().version(), picture::link_ply(table.table(), query.ply));
    let play = table.table().play().at(ply);
    drop(table);
    let which = Which::Preview { table: live.id().to_owned(), version, ply };
    let version = format!("{version}-{ply}");
    png(&state, &address, which, &version, &headers, async || Ok(play.svg(Viewer::Spectator))).await
}

/// All boards, as a picture for links.
async fn site(State(state): State<AppState>, address: Address, headers: HeaderMap) -> Answer {
    let draw = async || Ok(state.tables.registry().answer(|_: &Allowance<'_>| picture::site()).await??);
    png(&state, &address, Which::Site, env!("CARGO_PKG_VERSION"), &headers, draw).await
}

#[derive(Deserialize)]
struct DealQuery {
    #[serde(default)]
    seed: String,
}

/// The deal of a seed, or the sample picture of a game, as a picture for links.
async fn deal(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    Query(DealQuery { seed }): Query<DealQuery>,
    address: Address,
    headers: HeaderMap,
) -> Answer {
    if seed.chars().count() > LONGEST_SEED {
        return Err(AppError::NotFound);
    }
    let which = Which::Deal { game: game.id(), seed: seed.clone() };
    let draw = async || {
        let deal = move |_: &Allowance<'_>| match seed.as_str() {
            "" => picture::sample(game),
            seed => picture::deal(game, seed),
        };
        Ok(state.tables.registry().answer(deal).await??)
    };
    // A deal never changes; how it is drawn may, with the program.
    png(&state, &address, which, env!("CARGO_PKG_VERSION"), &headers, draw).await
}

/// The board of a table with the result, as a picture to share.
async fn result(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    address: Address,
    headers: HeaderMap,
) -> Answer {
    let table = live.lock().await;
    let par = table.session.par();
    let spec = table.table().is_over().then(|| table.table().spec().clone());
    drop(table);
    let of_day = match spec {
        Some(spec) => dailies::of_day(&state.tables, &spec).await?,
        None => None,
    };
    let standing = of_day.and_then(|of_day| of_day.standing);
    let table = live.lock().await;
    let ended = date(table.table().last_at().unwrap_or(table.table().spec().created));
    let svg = table::result_picture(table.table(), par, standing, state.tables.now(), &ended);
    let svg = svg.ok_or(AppError::NotFound)?;
    let (version, moves) = (table.table().version(), par.map_or(0, |par| par.moves));
    drop(table);
    let standing = standing.map(|standing| standing.to_string()).unwrap_or_default();
    let tag = format!("{version}-{moves}-{}", standing.replace(|c: char| !c.is_ascii_alphanumeric(), ""));
    let which = Which::Result { table: live.id().to_owned(), version, par: moves, standing };
    png(&state, &address, which, &tag, &headers, async || Ok(svg)).await
}

/// A won position of the game at a table. It depends on the options only.
async fn goal(VisitedTable(live): VisitedTable) -> Answer {
    let table = live.lock().await;
    let figure = table.table().play().goal_figure(Viewer::Spectator).ok_or(AppError::NotFound)?;
    Ok(svg(bare(&figure), "public, max-age=86400"))
}

/// The address of a table as a QR code, as one that other devices can open, if there is one.
async fn qr(
    State(state): State<AppState>,
    VisitedTable(live): VisitedTable,
    BaseAddress(base): BaseAddress,
) -> Answer {
    qr_of(&state, base, &urls::table(live.id()))
}

/// The QR code of an address on this server, as another device reaches it.
pub(super) fn qr_of(state: &AppState, base: String, address: &str) -> Answer {
    let base = match state.reach(&base) {
        Reach::Network(network) => network,
        Reach::Anywhere | Reach::ThisMachine(_) => base,
    };
    let code = picture::qr(&(base + address));
    let code = code.ok_or_else(|| AppError::refused("the address is too long for a QR code"))?;
    Ok(svg(code, "private, max-age=3600"))
}

/// The record of a table, complete for a game without secrets or after its end; beside it, which seat is the
/// reader's own.
async fn record(VisitedTable(live): VisitedTable, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let state = live.lock().await;
    let record = state.table().public_record().ok_or(Rejection::Sealed)?;
    let own = match state.table().viewpoint(visitor.as_ref()).seats.as_slice() {
        [own] => Some([(SEAT, own.0.to_string())]),
        _ => None,
    };
    Ok(([(CONTENT_TYPE, "application/json")], own, record.to_json()).into_response())
}
