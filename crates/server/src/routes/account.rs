//! The visitor's page and accounts: sign up, log in and out, change name and password, settings, export, deletion.
//!
//! Forms work without a script; one that is refused comes back with what was typed and the reason.

use super::html::{Answer, html};
use crate::auth::token::Secret;
use crate::clock::date;
use crate::error::AppError;
use crate::extract::{CurrentVisitor, VisitorOrNew};
use crate::random;
use crate::state::AppState;
use crate::tables::free_name;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use axum_extra::extract::cookie::CookieJar;
use bagatelle_pages::account::{AccountPage, Form as AccountForm, RefusedForm};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::{Account, Search, SessionId, StoreError};
use bagatelle_table::{Rejection, SeatSummary, Visitor, check_name};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// Names that pages give visitors without a name and deleted accounts, in lower case.
const RESERVED: [&str; 2] = ["guest", "somebody"];
/// The largest settings, in bytes.
const LARGEST_SETTINGS: usize = 4096;
/// How many tables an export reads at once.
const EXPORT_CHUNK: u32 = 100;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ACCOUNT, get(page))
        .route(pattern::ACCOUNT_NAME, post(name))
        .route(pattern::ACCOUNT_SIGN_UP, post(sign_up))
        .route(pattern::ACCOUNT_LOG_IN, post(log_in))
        .route(pattern::ACCOUNT_LOG_OUT, post(log_out))
        .route(pattern::ACCOUNT_PASSWORD, post(password))
        .route(pattern::ACCOUNT_SETTINGS, get(settings).post(keep_settings))
        .route(pattern::ACCOUNT_EXPORT, get(export))
        .route(pattern::ACCOUNT_DELETE, post(delete))
}

/// The fields of the forms; each form has some of them.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Fields {
    name: String,
    password: String,
    new_password: String,
    everywhere: Option<String>,
    to: String,
}

/// What the address of the page says.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AccountQuery {
    /// The form that was followed.
    done: String,
    /// The table that the visitor comes from.
    to: String,
}

async fn page(
    State(state): State<AppState>,
    visitor: Option<CurrentVisitor>,
    Query(query): Query<AccountQuery>,
) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    draw(&state, visitor.as_ref(), &query, None).await
}

/// The id of a table, if this looks like one: the page sends visitors nowhere else.
fn table_id(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric()))
}

async fn draw(
    state: &AppState,
    visitor: Option<&Visitor>,
    query: &AccountQuery,
    refused: Option<RefusedForm<'_>>,
) -> Answer {
    let store = state.tables.store();
    let (mut account, mut ratings, mut name) = (None, Vec::new(), String::new());
    if let Some(visitor) = visitor {
        account = store.account(visitor.id()).await?.filter(|_| visitor.has_account());
        ratings = store.ratings(visitor.id()).await?;
        name = store.name_of(visitor.id()).await?.unwrap_or_default();
    }
    let since = account.as_ref().map_or_else(String::new, |account| date(account.created));
    let page = AccountPage {
        account: account.as_ref().map(|account| bagatelle_pages::account::Account {
            name: &account.name,
            since: &since,
            sessions: account.sessions,
        }),
        name: &name,
        ratings: &ratings,
        registration: state.registration,
        done: AccountForm::read(&query.done),
        to: table_id(&query.to),
        refused,
    };
    Ok(html(page.page()))
}

/// A form that was sent.
struct Sent<'a> {
    state: &'a AppState,
    visitor: Option<&'a Visitor>,
    form: AccountForm,
    fields: &'a Fields,
}

impl Sent<'_> {
    /// The answer: back to the page, or to the table that the visitor comes from, with cookies to set; or the form again
    /// and what is wrong.
    async fn answer(self, done: Result<CookieJar, AppError>) -> Answer {
        let error = match done {
            Ok(jar) => {
                let address = match table_id(&self.fields.to) {
                    Some(table) => urls::table(table),
                    None => urls::account_done(self.form),
                };
                return Ok((jar, Redirect::to(&address)).into_response());
            }
            Err(error) => error,
        };
        let status = error.status();
        if status.is_server_error() {
            return Err(error);
        }
        let why = error.user_message();
        let refused = RefusedForm { form: self.form, name: &self.fields.name, why: &why };
        let query = AccountQuery { to: self.fields.to.clone(), ..AccountQuery::default() };
        let page = draw(self.state, self.visitor, &query, Some(refused)).await?;
        Ok((status, page).into_response())
    }
}

/// A name that an account may have: none that stands for visitors without an account.
fn allowed(name: &str) -> Result<&str, AppError> {
    match RESERVED.contains(&name.to_lowercase().as_str()) {
        true => Err(AppError::refused("this name stands for players without an account: choose another one")),
        false => Ok(name),
    }
}

/// The account of the visitor.
async fn own_account(state: &AppState, visitor: Option<&Visitor>) -> Result<Account, AppError> {
    let account = match visitor.filter(|visitor| visitor.has_account()) {
        Some(visitor) => state.tables.store().account(visitor.id()).await?,
        None => None,
    };
    account.ok_or_else(|| AppError::refused("you are not logged in"))
}

/// The account of the visitor, who has typed its password.
async fn confirmed_account(
    state: &AppState,
    visitor: Option<&Visitor>,
    password: &str,
) -> Result<Account, AppError> {
    let account = own_account(state, visitor).await?;
    let stored = Some(account.password_hash.clone());
    match state.passwords.check(&account.name, password.to_owned(), stored).await? {
        true => Ok(account),
        false => Err(AppError::refused("that is not your password")),
    }
}

/// The session of a request. The account was found by it, so there is one.
fn session(state: &AppState, headers: &HeaderMap) -> Result<SessionId, AppError> {
    let id = state.secret.verify_headers(headers);
    id.and_then(|id| SessionId::parse(&id)).ok_or_else(|| AppError::refused("you are not logged in"))
}

fn new_session() -> Result<SessionId, AppError> {
    Ok(SessionId::new(&random::code::<16>()?))
}

fn opened(state: &AppState, session: &SessionId) -> CookieJar {
    CookieJar::new().add(state.secret.cookie(session.as_str(), state.https))
}

fn closed(state: &AppState) -> CookieJar {
    CookieJar::new().add(Secret::no_cookie(state.https))
}

async fn name(
    State(state): State<AppState>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    Form(fields): Form<Fields>,
) -> Answer {
    let renamed = async {
        let name = check_name(&fields.name)?;
        let store = state.tables.store();
        if visitor.has_account() {
            free_name(store.rename(visitor.id(), allowed(&name)?).await)?;
        } else {
            free_name(store.keep_name(visitor.id(), &name).await)?;
        }
        Ok(jar)
    };
    let renamed = renamed.await;
    let sent = Sent { state: &state, visitor: Some(&visitor), form: AccountForm::Name, fields: &fields };
    sent.answer(renamed).await
}

async fn sign_up(
    State(state): State<AppState>,
    VisitorOrNew { visitor, .. }: VisitorOrNew,
    Form(fields): Form<Fields>,
) -> Answer {
    let signed = async {
        if !state.registration {
            return Err(AppError::refused("registration is closed on this server"));
        }
        let name = check_name(&fields.name)?;
        if visitor.has_account() {
            return Err(AppError::refused("you have an account already"));
        }
        let store = state.tables.store();
        if store.account_named(allowed(&name)?).await?.is_some() {
            return free_name(Err(StoreError::Conflict));
        }
        let hash = state.passwords.hash(fields.password.clone()).await?;
        let session = new_session()?;
        free_name(store.sign_up(&visitor, &name, &hash, &session, state.tables.now()).await)?;
        state.tables.registry().reload_for(&[visitor.id()]).await?;
        Ok(opened(&state, &session))
    };
    let signed = signed.await;
    let sent = Sent { state: &state, visitor: Some(&visitor), form: AccountForm::SignUp, fields: &fields };
    sent.answer(signed).await
}

/// Opens a session. The account takes over what this browser's visitor has played.
async fn log_in(
    State(state): State<AppState>,
    visitor: Option<CurrentVisitor>,
    Form(fields): Form<Fields>,
) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    let entered = async {
        if visitor.as_ref().is_some_and(Visitor::has_account) {
            return Err(AppError::refused("you are logged in already"));
        }
        let name = check_name(&fields.name)?;
        let store = state.tables.store();
        let account = store.account_named(&name).await?;
        let stored = account.as_ref().map(|account| account.password_hash.clone());
        let right = state.passwords.check(&name, fields.password.clone(), stored).await?;
        let Some(account) = account.filter(|_| right) else {
            return Err(AppError::refused("the name or the password is wrong"));
        };
        let session = new_session()?;
        store.log_in(&account.id, visitor.as_ref(), &session, state.tables.now()).await?;
        if let Some(visitor) = &visitor {
            state.tables.registry().reload_for(&[visitor.id()]).await?;
        }
        Ok(opened(&state, &session))
    };
    let entered = entered.await;
    let sent = Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::LogIn, fields: &fields };
    sent.answer(entered).await
}

async fn log_out(
    State(state): State<AppState>,
    visitor: Option<CurrentVisitor>,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    let left = async {
        let account = own_account(&state, visitor.as_ref()).await?;
        let (store, session) = (state.tables.store(), session(&state, &headers)?);
        if fields.everywhere.is_some() {
            store.log_out_others(&account.id, &session).await?;
        }
        store.log_out(&session).await?;
        Ok(closed(&state))
    };
    let left = left.await;
    let sent = Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::LogOut, fields: &fields };
    sent.answer(left).await
}

async fn password(
    State(state): State<AppState>,
    visitor: Option<CurrentVisitor>,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    let changed = async {
        let account = confirmed_account(&state, visitor.as_ref(), &fields.password).await?;
        let hash = state.passwords.hash(fields.new_password.clone()).await?;
        let session = session(&state, &headers)?;
        state.tables.store().change_password(&account.id, &hash, &session).await?;
        Ok(CookieJar::new())
    };
    let changed = changed.await;
    let sent =
        Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::Password, fields: &fields };
    sent.answer(changed).await
}

/// The display settings of an account.
async fn settings(State(state): State<AppState>, visitor: Option<CurrentVisitor>) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    let account = own_account(&state, visitor.as_ref()).await?;
    let settings = state.tables.store().settings(&account.id).await?.unwrap_or_default();
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "private, no-store")];
    Ok((headers, Value::Object(settings).to_string()).into_response())
}

/// Keeps the display settings of an account, a JSON object of at most [`LARGEST_SETTINGS`].
async fn keep_settings(
    State(state): State<AppState>,
    visitor: Option<CurrentVisitor>,
    body: String,
) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    let account = own_account(&state, visitor.as_ref()).await?;
    let object: Result<Map<String, Value>, _> = serde_json::from_str(&body);
    let (Ok(object), true) = (object, body.len() <= LARGEST_SETTINGS) else {
        return Err(AppError::refused("settings are a JSON object of at most 4 KiB"));
    };
    state.tables.store().keep_settings(&account.id, &object).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn export(State(state): State<AppState>, visitor: Option<CurrentVisitor>) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    let account = own_account(&state, visitor.as_ref()).await?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"bagatelle.json\""),
        (CACHE_CONTROL, "private, no-store"),
    ];
    let all = everything(&state, &account).await?;
    Ok::<Response, AppError>((headers, all.to_string()).into_response())
}

/// All that is stored about an account, as one document. A game that still holds secrets has no record in it.
async fn everything(state: &AppState, account: &Account) -> Result<Value, AppError> {
    let store = state.tables.store();
    let mut played = Vec::new();
    let mut search = Search { person: Some(account.id.clone()), limit: EXPORT_CHUNK, ..Search::default() };
    loop {
        let found = store.search(&search).await?;
        for listed in &found.tables {
            let (spec, summary) = (&listed.spec, &listed.summary);
            let record = match state.tables.get(&spec.id).await {
                Ok(live) => live.lock().await.table.public_record(),
                // A game that is not in the catalog any more has no record that can be read.
                Err(AppError::Rejected(Rejection::Record(_)) | AppError::Store(StoreError::Corrupt(_))) => {
                    None
                }
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
    Ok(json!({
        "bagatelle": "account",
        "name": account.name,
        "created": account.created,
        "sessions": data.sessions,
        "ratings": store.ratings(&account.id).await?,
        "rated": data.rated,
        "chat": data.chat,
        "games": played,
    }))
}

/// Deletes the account. Its running games with other players are resigned first, so that no player waits.
async fn delete(
    State(state): State<AppState>,
    visitor: Option<CurrentVisitor>,
    Form(fields): Form<Fields>,
) -> Answer {
    let visitor = visitor.map(|CurrentVisitor(visitor)| visitor);
    let deleted = async {
        let account = confirmed_account(&state, visitor.as_ref(), &fields.password).await?;
        let me = Visitor::with_account(account.id.clone());
        for id in state.tables.store().unfinished(&account.id).await? {
            state.tables.leave(&me, &id).await?;
        }
        state.tables.store().delete_account(&account.id).await?;
        state.tables.registry().reload_for(&[&account.id]).await?;
        Ok(closed(&state))
    };
    let deleted = deleted.await;
    let sent = Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::Delete, fields: &fields };
    sent.answer(deleted).await
}
