//! The routes, by feature. Addresses are those of `bagatelle_pages::urls`, and those of the JSON API.

pub mod account;
mod account_data;
mod admin;
mod admin_reports;
pub mod api;
mod chat;
pub mod fairness;
mod health;
pub mod home;
mod html;
pub mod lesson;
pub mod look;
pub mod media;
pub mod moderation;
mod moderators;
mod new_password;
pub mod position;
pub mod replay;
pub mod results;
mod stream;
pub mod table;
pub mod tables;
pub mod today;
pub mod why;

use crate::error::AppError;
use crate::state::AppState;
use axum::Router;

/// The path of a link by which a new password is set.
#[must_use]
pub fn new_password_link(code: &str) -> String {
    bagatelle_pages::urls::new_password_with(code)
}

/// All routes.
pub fn all() -> Router<AppState> {
    Router::new()
        .merge(home::routes())
        .merge(today::routes())
        .merge(lesson::routes())
        .merge(position::routes())
        .merge(tables::routes())
        .merge(table::routes())
        .merge(why::routes())
        .merge(replay::routes())
        .merge(fairness::routes())
        .merge(results::routes())
        .merge(look::routes())
        .merge(account::routes())
        .merge(account_data::routes())
        .merge(new_password::routes())
        .merge(moderation::routes())
        .merge(admin::routes())
        .merge(admin_reports::routes())
        .merge(media::routes())
        .merge(health::routes())
        .merge(api::routes())
        .fallback(async || AppError::NotFound)
}
