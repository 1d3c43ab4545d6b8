//! What all pages of moderators have in common. For everyone else, these addresses do not exist.
//!
//! Moderators settle reports: they delete texts and the titles of events, mute and ban. Only the command can
//! change accounts and games themselves (names, passwords, deletion, who is a moderator), since it takes
//! access to the machine.

use super::html::html;
use crate::error::AppError;
use crate::routes::extract::MaybeVisitor;
use crate::routes::state::AppState;
use axum::extract::FromRequestParts;
use axum::http::header::CACHE_CONTROL;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use bagatelle_pages::Markup;
use bagatelle_pages::admin::Deed;
use bagatelle_store::{Account, ActKind, Done};
use bagatelle_table::timestamp;
use serde::Deserialize;

/// How many reports, or acts, a page lists.
pub const LISTED: u32 = 50;

/// The moderator who asks. Everyone else is told that there is no such page.
pub struct Moderator(pub Account);

impl FromRequestParts<AppState> for Moderator {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AppError> {
        let MaybeVisitor(visitor) = MaybeVisitor::from_request_parts(parts, state).await?;
        let visitor = visitor.filter(|visitor| visitor.has_account()).ok_or(AppError::NotFound)?;
        let account = state.tables.store().account(visitor.id()).await?;
        account.filter(|account| account.moderator).map(Moderator).ok_or(AppError::NotFound)
    }
}

/// A page that no cache keeps.
pub fn private(markup: Markup) -> Response {
    ([(CACHE_CONTROL, "private, no-store")], html(markup)).into_response()
}

/// An act, in words.
pub fn deed(done: Done) -> Deed {
    let name = match done.name.as_str() {
        "" => "a deleted account".to_owned(),
        name => name.to_owned(),
    };
    let id = &done.subject;
    let what = match done.kind {
        ActKind::OpenRegistration => "opened registration".to_owned(),
        ActKind::CloseRegistration => "closed registration".to_owned(),
        ActKind::ResetPassword => format!("created a password link for {name}"),
        ActKind::Rename if done.detail.is_empty() => format!("renamed {name}"),
        ActKind::Rename => format!("renamed {name} to {}", done.detail),
        ActKind::Ban => format!("banned {name}"),
        ActKind::Unban => format!("unbanned {name}"),
        ActKind::Mute => format!("muted {name}"),
        ActKind::Unmute => format!("unmuted {name}"),
        ActKind::DeleteGame => format!("deleted the game {id} ({})", done.name),
        ActKind::DeleteAccount => format!("deleted the account {id}"),
        ActKind::MakeModerator => format!("made {name} a moderator"),
        ActKind::UnmakeModerator => format!("removed {name} as a moderator"),
        ActKind::RevokeTokens => format!("revoked the tokens of {name}"),
        ActKind::DeleteText => format!("deleted a message at table {id} ({})", done.name),
        ActKind::DeleteTitle => format!("deleted the title of the event {id} ({})", done.name),
        ActKind::DismissReport => format!("settled report {} about {name} without action", done.detail),
        ActKind::Import => format!("brought {}", done.detail),
    };
    Deed {
        number: done.number,
        at: timestamp(done.at),
        moderator: done
            .moderator
            .map(|(_, name)| if name.is_empty() { "A deleted account".into() } else { name }),
        what,
        reason: done.reason,
    }
}

/// The requested part of a list.
#[derive(Deserialize)]
pub struct ListQuery {
    /// `1` for reports that are settled.
    #[serde(default)]
    pub settled: String,
    /// The number before which the part ends.
    pub before: Option<i64>,
}
