//! The visitor's page and accounts: sign up, log in and out, change name and password, delete the account.
//!
//! Forms work without a script; a refused form comes back with the visitor's input and the reason.

use super::account_data::{confirmed_account, is_password, own_account};
use super::challenges::open_challenges;
use super::html::{Answer, html};
use super::session::{closed, new_session, opened, session, signed_up_before};
use crate::auth::passwords::Caller;
use crate::error::{AppError, free_name};
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{MaybeVisitor, NO_COOKIE, NoVisitor, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::system::clock::date;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use axum_extra::extract::cookie::CookieJar;
use bagatelle_pages::account::{AccountPage, Form as AccountForm, RefusedForm};
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::StoreError;
use bagatelle_table::{Visitor, check_name};
use serde::Deserialize;

/// Names that pages give visitors without a name and deleted accounts, in lower case.
const RESERVED: [&str; 3] = ["guest", "deleted account", "somebody"];

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ACCOUNT, get(page))
        .route(pattern::ACCOUNT_NAME, post(name))
        .route(pattern::ACCOUNT_SIGN_UP, post(sign_up))
        .route(pattern::ACCOUNT_LOG_IN, post(log_in))
        .route(pattern::ACCOUNT_LOG_OUT, post(log_out))
        .route(pattern::ACCOUNT_PASSWORD, post(password))
        .route(pattern::ACCOUNT_PUBLIC, post(publish))
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
    public: String,
    to: String,
}

/// What the address of the page says.
#[derive(Default, Deserialize)]
#[serde(default)]
struct AccountQuery {
    /// The form that was followed.
    done: String,
    /// The table or the event that the visitor comes from.
    to: String,
}

async fn page(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<AccountQuery>,
) -> Answer {
    let opened = matches!(AccountForm::read(&query.done), Some(AccountForm::SignUp | AccountForm::LogIn));
    if opened && !visitor.as_ref().is_some_and(Visitor::has_account) {
        let why = sentence(NO_COOKIE);
        let refused = RefusedForm { form: AccountForm::LogIn, name: "", why: &why };
        return draw(&state, visitor.as_ref(), &query, Some(refused)).await;
    }
    draw(&state, visitor.as_ref(), &query, None).await
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
    let challenges = match &account {
        Some(account) => open_challenges(state, account).await?,
        None => Vec::new(),
    };
    let since = account.as_ref().map_or_else(String::new, |account| date(account.created));
    let page = AccountPage {
        account: account.as_ref().map(|account| bagatelle_pages::account::Account {
            name: &account.name,
            since: &since,
            sessions: account.sessions,
            public: account.public,
            moderator: account.moderator,
        }),
        name: &name,
        ratings: &ratings,
        registration: state.may_sign_up(),
        challenges: &challenges,
        done: AccountForm::read(&query.done),
        to: Some(query.to.as_str()).filter(|to| urls::after_account(to).is_some()),
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
    /// The answer: back to the page, or to the table or event from which the visitor came, with cookies to
    /// set; or the form again and what is wrong.
    async fn answer(self, done: Result<CookieJar, AppError>) -> Answer {
        let error = match done {
            Ok(jar) => {
                let back = urls::after_account(&self.fields.to);
                let address = back.unwrap_or_else(|| urls::account_done(self.form));
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

/// A name that an account may have: not one reserved for visitors without an account.
///
/// # Errors
/// When it is reserved.
pub fn allowed(name: &str) -> Result<&str, AppError> {
    match RESERVED.contains(&name.to_lowercase().as_str()) {
        true => Err(AppError::refused("this name is reserved for guests: choose another one")),
        false => Ok(name),
    }
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
    newcomer: Result<VisitorOrNew, NoVisitor>,
    address: Address,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Answer {
    let given = [fields.name.as_str(), fields.password.as_str()];
    if let Some(jar) = signed_up_before(&state, &headers, given, &address).await? {
        let sent = Sent { state: &state, visitor: None, form: AccountForm::SignUp, fields: &fields };
        return sent.answer(Ok(jar)).await;
    }
    let visitor = match newcomer {
        Ok(VisitorOrNew { visitor, .. }) => visitor,
        Err(none) => return Ok(none.into_response()),
    };
    let signed = async {
        if !state.may_sign_up() {
            return Err(AppError::refused("registration is closed on this server"));
        }
        let name = check_name(&fields.name)?;
        if visitor.has_account() {
            return Err(AppError::refused("you already have an account"));
        }
        let store = state.tables.store();
        if store.account_named(allowed(&name)?).await?.is_some() {
            return free_name(Err(StoreError::Conflict));
        }
        state.quotas.count(Making::Account, None, &address)?;
        let hash = state.passwords.hash(&name, fields.password.clone()).await?;
        let session = new_session()?;
        if let Err(error) = store.sign_up(&visitor, &name, &hash, &session, state.tables.now()).await {
            let before = signed_up_before(&state, &headers, given, &address).await?;
            return before.map_or_else(|| free_name(Err(error)), Ok);
        }
        state.tables.registry().reload_for(&[visitor.id()]).await?;
        Ok(opened(&state, &session, visitor.id()))
    };
    let signed = signed.await;
    let sent = Sent { state: &state, visitor: Some(&visitor), form: AccountForm::SignUp, fields: &fields };
    sent.answer(signed).await
}

/// Opens a session. The account takes over what this browser's visitor has played.
async fn log_in(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Answer {
    let entered = async {
        if visitor.as_ref().is_some_and(Visitor::has_account) {
            return Err(AppError::refused("you’re already logged in"));
        }
        let store = state.tables.store();
        // Older versions allowed names that are refused today: their accounts can still be opened.
        let account = store.account_named(&fields.name).await?;
        let name = match &account {
            Some(account) => account.name.clone(),
            None => check_name(&fields.name)?,
        };
        let caller = match &account {
            Some(account) if state.secret.is_familiar(&headers, &account.id) => Caller::Familiar(&account.id),
            _ => Caller::Visitor { name: &name, address: address.0.as_deref() },
        };
        let right = is_password(&state, caller, account.as_ref(), &fields.password).await?;
        let Some(account) = account.filter(|_| right) else {
            return Err(AppError::refused("wrong name or password"));
        };
        state.tables.may_log_in(&account.id).await?;
        let session = new_session()?;
        store.log_in(&account.id, visitor.as_ref(), &session, state.tables.now()).await?;
        if let Some(visitor) = &visitor {
            state.tables.registry().reload_for(&[visitor.id()]).await?;
        }
        Ok(opened(&state, &session, &account.id))
    };
    let entered = entered.await;
    let sent = Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::LogIn, fields: &fields };
    sent.answer(entered).await
}

async fn log_out(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Answer {
    let left = async {
        let account = own_account(&state, visitor.as_ref()).await?;
        let (store, session) = (state.tables.store(), session(&state, &headers)?);
        if fields.everywhere.is_some() {
            store.log_out_others(&account.id, &session).await?;
        }
        store.log_out(&session).await?;
        Ok(closed())
    };
    let left = left.await;
    let sent = Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::LogOut, fields: &fields };
    sent.answer(left).await
}

async fn password(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    headers: HeaderMap,
    Form(fields): Form<Fields>,
) -> Answer {
    let changed = async {
        let account = confirmed_account(&state, visitor.as_ref(), &fields.password).await?;
        let hash = state.passwords.hash(&account.name, fields.new_password.clone()).await?;
        let session = session(&state, &headers)?;
        state.tables.store().change_password(&account.id, &hash, &session).await?;
        Ok(CookieJar::new())
    };
    let changed = changed.await;
    let sent =
        Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::Password, fields: &fields };
    sent.answer(changed).await
}

/// Shows the profile to all, or stops showing it.
async fn publish(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Form(fields): Form<Fields>,
) -> Answer {
    let chosen = async {
        let account = own_account(&state, visitor.as_ref()).await?;
        state.tables.store().publish(&account.id, fields.public == "1").await?;
        Ok(CookieJar::new())
    };
    let chosen = chosen.await;
    let sent = Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::Public, fields: &fields };
    sent.answer(chosen).await
}

/// Deletes the account. Its running games with other players are resigned first, so that no player waits.
async fn delete(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Form(fields): Form<Fields>,
) -> Answer {
    let deleted = async {
        let account = confirmed_account(&state, visitor.as_ref(), &fields.password).await?;
        let me = Visitor::with_account(account.id.clone());
        // With an event, its game is left, too.
        state.tables.leave_events(&account.id).await?;
        for id in state.tables.store().unfinished(&account.id).await? {
            state.tables.leave(&me, &id).await?;
        }
        state.tables.store().delete_account(&account.id).await?;
        state.tables.registry().reload_for(&[&account.id]).await?;
        Ok(closed())
    };
    let deleted = deleted.await;
    let sent = Sent { state: &state, visitor: visitor.as_ref(), form: AccountForm::Delete, fields: &fields };
    sent.answer(deleted).await
}
