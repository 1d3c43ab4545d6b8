//! The routes, by feature. Addresses are those of `bagatelle_pages::urls`, and those of the JSON API.

pub mod account;
mod account_data;
mod admin;
mod admin_reports;
pub mod api;
mod by_link;
mod challenges;
mod chat;
mod event_lines;
pub mod extract;
pub mod fairness;
pub(crate) mod following;
mod friends;
pub mod health;
pub mod home;
mod html;
mod ladder;
pub mod large_forms;
mod lay;
pub mod lesson;
pub mod look;
pub mod media;
mod method;
pub mod metrics;
pub(crate) mod middleware;
pub mod moderation;
mod moderators;
mod new_event;
mod new_password;
pub mod offline;
pub mod picture;
mod plan;
pub mod position;
pub mod print;
pub mod printing;
pub mod privacy;
mod programs;
mod public_games;
pub mod readiness;
pub mod real_table;
pub mod replay;
pub(crate) mod reports;
pub mod request_log;
pub mod results;
mod same_deal;
pub mod security;
mod seeks;
mod session;
pub mod sheets;
mod site;
pub mod state;
mod stream;
pub mod table;
mod table_events;
mod table_stored;
pub mod tables;
pub mod today;
mod tokens;
pub mod web_app;
pub mod why;

use crate::error::{AppError, is_api};
use crate::routes::state::AppState;
use axum::Router;
use axum::http::{Method, Uri};
use axum::response::Redirect;
use bagatelle_pages::base::Base;

/// The path of a link by which a new password is set.
#[must_use]
pub fn new_password_link(code: &str) -> String {
    bagatelle_pages::urls::new_password_with(code)
}

/// All routes, of a server below a base path or of one that has its host to itself. Their paths are the same.
pub fn all(base: Option<&Base>) -> Router<AppState> {
    let (api, described) = api::routes(base);
    Router::new()
        .merge(home::routes())
        .merge(today::routes())
        .merge(lesson::routes())
        .merge(position::routes())
        .merge(tables::routes())
        .merge(seeks::routes())
        .merge(by_link::routes())
        .merge(new_event::routes())
        .merge(public_games::routes())
        .merge(table::routes())
        .merge(same_deal::routes())
        .merge(why::routes())
        .merge(plan::routes())
        .merge(replay::routes())
        .merge(fairness::routes())
        .merge(print::routes())
        .merge(lay::routes())
        .merge(real_table::routes())
        .merge(offline::routes())
        .merge(privacy::routes())
        .merge(results::routes())
        .merge(ladder::routes())
        .merge(look::routes())
        .merge(account::routes())
        .merge(account_data::routes())
        .merge(tokens::routes())
        .merge(challenges::routes())
        .merge(friends::routes())
        .merge(new_password::routes())
        .merge(moderation::routes())
        .merge(admin::routes())
        .merge(admin_reports::routes())
        .merge(media::routes())
        .merge(site::routes())
        .merge(health::routes())
        .merge(programs::routes(&described))
        .merge(api)
        .fallback(nothing)
}

/// An unknown address: if it ends with a slash, it redirects to the one without it, since people write both.
async fn nothing(method: Method, uri: Uri) -> Result<Redirect, AppError> {
    let reads = method == Method::GET || method == Method::HEAD;
    let path = uri.path().strip_suffix('/').filter(|path| {
        // An address that begins with two slashes names another host.
        path.starts_with('/') && !path.starts_with("//") && !is_api(path) && !path.ends_with('/')
    });
    let path = path.filter(|_| reads).ok_or(AppError::NotFound)?;
    let query = uri.query().map_or_else(String::new, |query| format!("?{query}"));
    Ok(Redirect::permanent(&format!("{path}{query}")))
}
