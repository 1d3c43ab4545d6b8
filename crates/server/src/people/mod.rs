//! Accounts: sign up, log in and out, change name and password, take one's data along, delete it all. The page is `/me`.
//!
//! [`accounts`] is what is stored, [`passwords`] what is costly, [`ratings`] how strong people are, and [`mod@export`] all that is
//! kept of one. Who asks is decided in one place, [`Shared::who_asks`]; forms work without script, and one that cannot be
//! followed comes back with what was typed and the reason.

pub mod accounts;
pub mod export;
pub mod passwords;
pub mod ratings;

use crate::Shared;
use crate::http::{status, words};
use crate::line::Kind;
use crate::live::{GameError, now};
use crate::pages::me::{self, Form as Which, Me, Wrong};
use crate::store::StoreError;
use crate::together;
use crate::visitor::{Secret, Visitor};
use crate::web::{Answer, known_or_fresh, trouble};
use accounts::Account;
use axum::Form;
use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;

/// The names that pages give those who have told none, and those who are gone; in small letters.
const RESERVED: [&str; 2] = ["guest", "somebody"];

/// The routes.
pub fn routes() -> axum::Router<Shared> {
    axum::Router::new()
        .route("/me", get(page))
        .route("/me/name", post(name))
        .route("/me/sign-up", post(sign_up))
        .route("/me/log-in", post(log_in))
        .route("/me/log-out", post(log_out))
        .route("/me/password", post(password))
        .route("/me/settings.json", get(settings).post(keep_settings))
        .route("/me/export.json", get(export))
        .route("/me/delete", post(delete))
}

/// What the forms of the page hold; each has some of it.
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
struct Asked {
    /// The form that was followed.
    done: String,
    /// The game somebody comes from.
    to: String,
}

async fn page(State(shared): State<Shared>, headers: HeaderMap, Query(asked): Query<Asked>) -> Answer {
    show(&shared, &headers, &asked, None).await.map_err(trouble(&shared))
}

/// The id of a game, if this is what one looks like: nobody is sent to anywhere else.
fn game_id(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric()))
}

/// The page as it is for whoever asks.
async fn show(
    shared: &Shared,
    headers: &HeaderMap,
    asked: &Asked,
    wrong: Option<Wrong>,
) -> Result<Response, GameError> {
    let visitor = shared.who_asks(headers).await?;
    let store = shared.games.store();
    let (mut account, mut ratings, mut name) = (None, Vec::new(), String::new());
    if let Some(visitor) = &visitor {
        account = store.account(visitor.id()).await?.filter(|_| visitor.has_account());
        ratings = store.ratings(visitor.id()).await?;
        name = store.name_of(visitor.id()).await?.unwrap_or_default();
    }
    let me = Me {
        account: account.as_ref(),
        name: &name,
        ratings: &ratings,
        registration: shared.registration,
        done: &asked.done,
        to: game_id(&asked.to),
        wrong: wrong.as_ref(),
    };
    Ok(me::page_of(&shared.assets, &me).into_response())
}

/// The answer to a form: back to the page, or to the table where somebody comes from, with a cookie to set if there is one; or the form again and what is wrong.
async fn answer(
    shared: &Shared,
    headers: &HeaderMap,
    form: Which,
    fields: &Fields,
    done: Result<Option<HeaderValue>, GameError>,
) -> Answer {
    let error = match done {
        Ok(cookie) => {
            let address = match game_id(&fields.to) {
                Some(game) => format!("/g/{game}"),
                None => format!("/me?done={}", form.word()),
            };
            let mut response = (StatusCode::SEE_OTHER, [(LOCATION, address)]).into_response();
            response.headers_mut().extend(cookie.map(|cookie| (SET_COOKIE, cookie)));
            return Ok(response);
        }
        Err(error) => error,
    };
    let status = status(&error);
    if status.is_server_error() {
        return Err(trouble(shared)(error));
    }
    let wrong = Wrong { form, typed: fields.name.clone(), why: words(&error) };
    let asked = Asked { to: fields.to.clone(), ..Asked::default() };
    let page = show(shared, headers, &asked, Some(wrong)).await.map_err(trouble(shared))?;
    Ok((status, page).into_response())
}

fn refuse<T>(why: &str) -> Result<T, GameError> {
    Err(GameError::Refused(why.to_owned()))
}

/// A name that somebody else has is a fault of the form, not of the server.
pub(crate) fn taken<T>(result: Result<T, StoreError>) -> Result<T, GameError> {
    match result {
        Err(StoreError::Conflict) => refuse("somebody with an account has this name: choose another one"),
        result => Ok(result?),
    }
}

/// A name that stands for nobody in particular cannot be that of an account.
fn free(name: &str) -> Result<&str, GameError> {
    match RESERVED.contains(&name.to_lowercase().as_str()) {
        true => refuse("this name stands for people without an account: choose another one"),
        false => Ok(name),
    }
}

/// The account of whoever asks.
async fn own(shared: &Shared, headers: &HeaderMap) -> Result<Account, GameError> {
    let account = match shared.who_asks(headers).await?.filter(Visitor::has_account) {
        Some(visitor) => shared.games.store().account(visitor.id()).await?,
        None => None,
    };
    account.ok_or_else(|| GameError::Refused("you are not logged in".into()))
}

/// The own account, if this is its password.
async fn proven(shared: &Shared, headers: &HeaderMap, password: String) -> Result<Account, GameError> {
    let account = own(shared, headers).await?;
    let right = shared.passwords.check(&account.name, password, Some(account.password.clone())).await?;
    if right { Ok(account) } else { refuse("that is not your password") }
}

async fn name(State(shared): State<Shared>, headers: HeaderMap, Form(fields): Form<Fields>) -> Answer {
    let renamed = async {
        let name = together::name(&fields.name)?;
        let (visitor, cookie) = known_or_fresh(&shared, &headers).await?;
        if visitor.has_account() {
            taken(shared.games.store().rename(visitor.id(), free(&name)?).await)?;
        } else {
            taken(shared.games.store().keep_name(visitor.id(), &name).await)?;
        }
        Ok(cookie)
    };
    let renamed = renamed.await;
    answer(&shared, &headers, Which::Name, &fields, renamed).await
}

async fn sign_up(State(shared): State<Shared>, headers: HeaderMap, Form(fields): Form<Fields>) -> Answer {
    let signed = async {
        if !shared.registration {
            return refuse("nobody can sign up here at present");
        }
        let name = together::name(&fields.name)?;
        let (visitor, _) = known_or_fresh(&shared, &headers).await?;
        if visitor.has_account() {
            return refuse("you have an account already");
        }
        if shared.games.store().account_named(free(&name)?).await?.is_some() {
            return taken(Err(StoreError::Conflict));
        }
        let password = shared.passwords.hash(fields.password.clone()).await?;
        let session = taken(shared.games.store().sign_up(&visitor, &name, &password, now()).await)?;
        shared.games.read_again(&[visitor.id()]).await?;
        Ok(shared.secret.cookie(&session, shared.https))
    };
    let signed = signed.await;
    answer(&shared, &headers, Which::SignUp, &fields, signed).await
}

/// Opens a session. What was played in this browser before is the account's from now on.
async fn log_in(State(shared): State<Shared>, headers: HeaderMap, Form(fields): Form<Fields>) -> Answer {
    let entered = async {
        let visitor = shared.who_asks(&headers).await?;
        if visitor.as_ref().is_some_and(Visitor::has_account) {
            return refuse("you are logged in already");
        }
        let name = together::name(&fields.name)?;
        let account = shared.games.store().account_named(&name).await?;
        let stored = account.as_ref().map(|account| account.password.clone());
        let right = shared.passwords.check(&name, fields.password.clone(), stored).await?;
        let Some(account) = account.filter(|_| right) else {
            return refuse("the name or the password is not right");
        };
        let session = shared.games.store().log_in(&account.id, visitor.as_ref(), now()).await?;
        if let Some(visitor) = visitor {
            shared.games.read_again(&[visitor.id()]).await?;
        }
        Ok(shared.secret.cookie(&session, shared.https))
    };
    let entered = entered.await;
    answer(&shared, &headers, Which::LogIn, &fields, entered).await
}

async fn log_out(State(shared): State<Shared>, headers: HeaderMap, Form(fields): Form<Fields>) -> Answer {
    let left = async {
        let account = own(&shared, &headers).await?;
        let session = shared.secret.borne(&headers).unwrap_or_default();
        if fields.everywhere.is_some() {
            shared.games.store().log_out_others(&account.id, &session).await?;
        }
        shared.games.store().log_out(&session).await?;
        Ok(Secret::no_cookie(shared.https))
    };
    let left = left.await;
    answer(&shared, &headers, Which::LogOut, &fields, left).await
}

async fn password(State(shared): State<Shared>, headers: HeaderMap, Form(fields): Form<Fields>) -> Answer {
    let changed = async {
        let account = proven(&shared, &headers, fields.password.clone()).await?;
        let password = shared.passwords.hash(fields.new_password.clone()).await?;
        let session = shared.secret.borne(&headers).unwrap_or_default();
        shared.games.store().change_password(&account.id, &password, &session).await?;
        Ok(None)
    };
    let changed = changed.await;
    answer(&shared, &headers, Which::Password, &fields, changed).await
}

/// The largest settings, in bytes.
const LARGEST_SETTINGS: usize = 4096;

/// How whoever is logged in likes the pages.
async fn settings(State(shared): State<Shared>, headers: HeaderMap) -> Answer {
    let account = own(&shared, &headers).await.map_err(trouble(&shared))?;
    let settings =
        shared.games.store().settings(&account.id).await.map_err(|e| trouble(&shared)(e.into()))?;
    let headers = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "private, no-store")];
    Ok((headers, settings.unwrap_or_else(|| "{}".into())).into_response())
}

/// Keeps them for all devices.
async fn keep_settings(State(shared): State<Shared>, headers: HeaderMap, body: String) -> Answer {
    let kept = async {
        let account = own(&shared, &headers).await?;
        let object: Result<serde_json::Map<String, serde_json::Value>, _> = serde_json::from_str(&body);
        let (Ok(object), true) = (object, body.len() <= LARGEST_SETTINGS) else {
            return refuse("these are no settings");
        };
        let settings = serde_json::Value::Object(object).to_string();
        Ok(shared.games.store().keep_settings(&account.id, &settings).await?)
    };
    kept.await.map_err(trouble(&shared))?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

async fn export(State(shared): State<Shared>, headers: HeaderMap) -> Answer {
    let account = own(&shared, &headers).await.map_err(trouble(&shared))?;
    let all = export::all(&shared.games, &account).await.map_err(trouble(&shared))?;
    let headers = [
        (CONTENT_TYPE, "application/json"),
        (CONTENT_DISPOSITION, "attachment; filename=\"bagatelle.json\""),
        (CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, all.to_string()).into_response())
}

/// Deletes the account. Games with others that are going on are given up first, so that nobody waits.
async fn delete(State(shared): State<Shared>, headers: HeaderMap, Form(fields): Form<Fields>) -> Answer {
    let deleted = async {
        let account = proven(&shared, &headers, fields.password.clone()).await?;
        let me = Visitor::with_account(account.id.clone());
        for id in shared.games.store().unfinished(&account.id).await? {
            leave(&shared, &me, &id).await?;
        }
        shared.games.store().delete_account(&account.id).await?;
        shared.games.read_again(&[&account.id]).await?;
        Ok(Secret::no_cookie(shared.https))
    };
    let deleted = deleted.await;
    answer(&shared, &headers, Which::Delete, &fields, deleted).await
}

/// Gets up from all own seats at a table, or gives up where the game has begun.
async fn leave(shared: &Shared, me: &Visitor, id: &str) -> Result<(), GameError> {
    let live = match shared.games.get(id).await {
        // Nobody can play a game that is not in the catalog any more.
        Err(GameError::Record(_)) => return Ok(()),
        live => live?,
    };
    loop {
        let line = live.line().await;
        let Some(seat) = line.seats_of(me.id()).next().filter(|_| !line.is_over()) else { return Ok(()) };
        let kind = if line.is_full() { Kind::Resign } else { Kind::Stand };
        drop(line);
        match shared.games.behave(&live, Some(me), kind, Some(seat), "").await {
            // Time has run out meanwhile, or somebody was faster: the next round sees what is left to do.
            Ok(_) | Err(GameError::TooLate | GameError::Outdated) => (),
            Err(error) => return Err(error),
        }
    }
}
