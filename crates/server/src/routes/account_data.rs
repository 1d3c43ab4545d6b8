//! What belongs to an account: display settings, and the export of everything that is stored about it.

use super::html::Answer;
use crate::auth::passwords::Caller;
use crate::error::AppError;
use crate::extract::MaybeVisitor;
use crate::limits::LARGEST_SETTINGS;
use crate::state::AppState;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use axum::routing::get;
use bagatelle_pages::urls::pattern;
use bagatelle_store::{Account, Search, StoreError};
use bagatelle_table::{SeatSummary, Visitor};
use serde_json::{Map, Value, json};

/// How many tables an export reads at once.
const EXPORT_CHUNK: u32 = 100;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ACCOUNT_SETTINGS, get(settings).post(keep_settings))
        .route(pattern::ACCOUNT_EXPORT, get(export))
}

/// The account of the visitor.
///
/// # Errors
/// When the visitor is not logged in, or the store fails.
pub async fn own_account(state: &AppState, visitor: Option<&Visitor>) -> Result<Account, AppError> {
    let account = match visitor.filter(|visitor| visitor.has_account()) {
        Some(visitor) => state.tables.store().account(visitor.id()).await?,
        None => None,
    };
    account.ok_or_else(|| AppError::refused("you are not logged in"))
}

/// The account of the visitor, who has typed its password.
///
/// # Errors
/// As [`own_account`], and when the password is wrong.
pub async fn confirmed_account(
    state: &AppState,
    visitor: Option<&Visitor>,
    password: &str,
) -> Result<Account, AppError> {
    let account = own_account(state, visitor).await?;
    let stored = Some(account.password_hash.clone());
    match state.passwords.check(Caller::Owner(&account.id), password.to_owned(), stored).await? {
        true => Ok(account),
        false => Err(AppError::refused("that is not your password")),
    }
}

/// The display settings of an account.
async fn settings(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let settings = state.tables.store().settings(&account.id).await?.unwrap_or_default();
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "private, no-store")];
    Ok((headers, Value::Object(settings).to_string()).into_response())
}

/// Keeps the display settings of an account, a JSON object of at most [`LARGEST_SETTINGS`].
async fn keep_settings(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    body: String,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let object: Result<Map<String, Value>, _> = serde_json::from_str(&body);
    let (Ok(object), true) = (object, body.len() <= LARGEST_SETTINGS) else {
        return Err(AppError::refused("settings are a JSON object of at most 4 KiB"));
    };
    state.tables.store().keep_settings(&account.id, &object).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn export(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"bagatelle.json\""),
        (CACHE_CONTROL, "private, no-store"),
    ];
    let all = everything(&state, &account).await?;
    Ok((headers, all.to_string()).into_response())
}

/// All that is stored about an account, as one document. A game that still holds secrets has no record in it.
async fn everything(state: &AppState, account: &Account) -> Result<Value, AppError> {
    let store = state.tables.store();
    let mut played = Vec::new();
    let mut search = Search { person: Some(account.id.clone()), limit: EXPORT_CHUNK, ..Search::default() };
    loop {
        let found = state.tables.search(&search).await?;
        for listed in &found.tables {
            let (spec, summary) = (&listed.spec, &listed.summary);
            let record = match state.tables.get(&spec.id).await {
                Ok(live) => live.lock().await.table.public_record(),
                // A damaged table has no record that can be read.
                Err(AppError::Store(StoreError::Corrupt(_))) => None,
                Err(error) => return Err(error),
            };
            let own = |seat: &&SeatSummary| seat.person.as_deref() == Some(&account.id);
            let result = summary.seats.iter().find(own).and_then(|seat| seat.result);
            played.push(json!({
                "id": spec.id,
                "game": spec.game,
                "created": spec.created,
                "changed": summary.changed,
                "phase": summary.stage.to_string(),
                "result": result.map(|result| result.to_string()),
                "record": record,
            }));
        }
        if !found.more {
            break;
        }
        search.skip += EXPORT_CHUNK;
    }
    let data = store.personal_data(&account.id).await?;
    let mut all = json!({
        "bagatelle": "account",
        "name": account.name,
        "created": account.created,
        "sessions": data.sessions,
        "ratings": store.ratings(&account.id).await?,
        "rated": data.rated,
        "chat": data.chat,
        "games": played,
    });
    // What an account had not in earlier versions is told of those that have it.
    if account.public {
        all["public"] = true.into();
    }
    if !data.dailies.is_empty() {
        all["dailies"] = json!(data.dailies);
    }
    if !data.blocked.is_empty() {
        all["blocked"] = json!(data.blocked);
    }
    if !data.reports.is_empty() {
        all["reports"] = json!(data.reports);
    }
    if !data.tries.is_empty() {
        all["tries"] = json!(data.tries);
    }
    Ok(all)
}
