//! For people who play with real pieces: score pads and timers.

use super::html::{Answer, html};
use crate::error::AppError;
use crate::routes::extract::{BaseAddress, GameInPath};
use crate::routes::method::get;
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::Query;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use bagatelle_pages::pad::PadPage;
use bagatelle_pages::timer::TimerPage;
use bagatelle_pages::urls::pattern;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::GAME_PAD, get(pad)).route(pattern::GAME_TIMER, get(timer))
}

async fn pad(
    GameInPath(game): GameInPath,
    Query(query): Query<Vec<(String, String)>>,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let pad = game.score_pad().ok_or(AppError::NotFound)?;
    let (page, refused) = PadPage { game, pad, query: &query, base: &base }.page();
    let status = if refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok((status, html(page)).into_response())
}

async fn timer(GameInPath(game): GameInPath, BaseAddress(base): BaseAddress) -> Answer {
    let page = TimerPage::of(game, &base).ok_or(AppError::NotFound)?;
    Ok(html(page.page()))
}
