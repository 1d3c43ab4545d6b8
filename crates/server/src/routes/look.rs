//! A visitor's choice of how pages look: kept in a cookie, added to each outgoing page, and changed on the
//! page of settings.

use super::html::{Answer, html};
use crate::http::rewrite;
use crate::routes::extract::MaybeVisitor;
use crate::routes::state::AppState;
use axum::extract::Query;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use bagatelle_pages::settings::{Look, Saved, SettingsPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::Visitor;
use serde::Deserialize;

/// The name of the cookie.
const COOKIE: &str = "look";
/// How long the choice is kept, in days.
const KEPT_DAYS: i64 = 400;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::SETTINGS, get(page).post(keep))
}

/// What the visitor has chosen.
pub fn chosen(headers: &HeaderMap) -> Look {
    CookieJar::from_headers(headers).get(COOKIE).map_or_else(Look::default, |kept| Look::read(kept.value()))
}

/// Puts the choice of the visitor on each page, so that it arrives in the chosen look, without a visible
/// change.
pub async fn dress(look: Look, response: Response) -> Response {
    if look == Look::default() {
        return response;
    }
    rewrite::page(response, |page| look.dress(page)).await
}

#[derive(Deserialize)]
struct SettingsQuery {
    #[serde(default)]
    done: String,
}

async fn page(
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
    Query(query): Query<SettingsQuery>,
) -> Answer {
    let account = visitor.as_ref().is_some_and(Visitor::has_account);
    let saved = match CookieJar::from_headers(&headers).get(COOKIE) {
        _ if query.done.is_empty() => Saved::Nothing,
        Some(_) => Saved::Kept,
        None => Saved::NoCookie,
    };
    Ok(html(SettingsPage { look: chosen(&headers), saved, account }.page()))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Choice {
    theme: String,
    motion: String,
}

async fn keep(Form(choice): Form<Choice>) -> Answer {
    let look = Look::of(&choice.theme, &choice.motion);
    let cookie =
        Cookie::build((COOKIE, look.to_string())).path("/").max_age(time::Duration::days(KEPT_DAYS)).build();
    Ok((CookieJar::new().add(cookie), Redirect::to(&urls::settings_done())).into_response())
}
