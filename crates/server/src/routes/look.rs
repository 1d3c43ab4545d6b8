//! A visitor's choice of how pages look: kept in a cookie, added to each outgoing page, and changed on the
//! page of settings. With it goes the number of games that wait for the visitor.

use super::html::{Answer, html};
use crate::error::PART;
use crate::http::rewrite;
use crate::limits::CHALLENGE_HOLDS_FOR;
use crate::routes::extract::MaybeVisitor;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use bagatelle_pages::badge;
use bagatelle_pages::notifications::Notifications;
use bagatelle_pages::settings::{Look, Saved, SettingsPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::Visitor;
use serde::Deserialize;
use std::borrow::Cow;

/// The name of the cookie.
const COOKIE: &str = "look";
/// How long the choice is kept, in days.
const KEPT_DAYS: i64 = 400;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new().route(pattern::SETTINGS, get(page).merge(post(keep)))
}

/// What the visitor has chosen.
pub fn chosen(headers: &HeaderMap) -> Look {
    CookieJar::from_headers(headers).get(COOKIE).map_or_else(Look::default, |kept| Look::read(kept.value()))
}

/// What each page of a visitor has, whatever it is about.
pub struct Dress {
    look: Look,
    /// The id in the visitor's token.
    token: Option<String>,
}

impl Dress {
    /// What a request says about it.
    #[must_use]
    pub fn of(state: &AppState, headers: &HeaderMap) -> Dress {
        let whole = !headers.contains_key(PART);
        let token = if whole { state.secret.verify_headers(headers) } else { None };
        Dress { look: chosen(headers), token }
    }

    /// Puts the choice of the visitor on a page, so that it arrives in the chosen look, without a visible
    /// change, and says how much waits for the visitor. A page is shown without that if the store fails.
    pub async fn put(self, state: &AppState, response: Response) -> Response {
        if !rewrite::is_page(&response) {
            return response;
        }
        let waiting = match self.token {
            Some(token) => waiting(state, &token).await,
            None => None,
        };
        if waiting.is_none() && self.look == Look::default() {
            return response;
        }
        rewrite::page(response, |page| {
            let page = waiting.map_or(Cow::Borrowed(page), |waiting| badge::put(page, waiting));
            if self.look == Look::default() { page.into_owned() } else { self.look.dress(&page) }
        })
        .await
    }
}

/// How much waits for the visitor with this token; `None` if that is not known.
async fn waiting(state: &AppState, token: &str) -> Option<u64> {
    let (store, now) = (state.tables.store(), state.tables.now());
    let visitor = store.resolve_token(token, now).await.ok()??;
    store.waiting(visitor.id(), now - CHALLENGE_HOLDS_FOR).await.ok()
}

#[derive(Deserialize)]
struct SettingsQuery {
    #[serde(default)]
    done: String,
}

async fn page(
    State(state): State<AppState>,
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
    let notifications = match (&state.pusher, &visitor) {
        (None, _) => Notifications::Off,
        (Some(_), None) => Notifications::NoVisitor,
        (Some(_), Some(_)) => Notifications::Possible,
    };
    let part = notifications.part();
    Ok(html(SettingsPage { look: chosen(&headers), saved, account, notifications: Some(&part) }.page()))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Choice {
    theme: String,
    motion: String,
    table: String,
}

async fn keep(Form(choice): Form<Choice>) -> Answer {
    let look = Look::of(&choice.theme, &choice.motion, &choice.table);
    let cookie =
        Cookie::build((COOKIE, look.to_string())).path("/").max_age(time::Duration::days(KEPT_DAYS)).build();
    Ok((CookieJar::new().add(cookie), Redirect::to(&urls::settings_done())).into_response())
}
