//! The page of challenges.

use super::account_data::own_account;
use super::html::{Answer, html};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::MaybeVisitor;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::challenges::{Order, is_open};
use crate::tables::once::FormKey;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_pages::challenges::{ChallengeItem, ChallengesPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::{Account, Challenge, ChallengeState};
use bagatelle_table::{PACES, Terms, Visitor};
use serde::Deserialize;
use serde_json::Value;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::CHALLENGES, get(page).merge(post(challenge)))
        .route(pattern::CHALLENGE_ANSWER, post(answer))
}

/// The challenges of an account that wait for an answer.
///
/// # Errors
/// When the store fails, or a challenge is damaged.
pub async fn open_challenges(state: &AppState, account: &Account) -> Result<Vec<ChallengeItem>, AppError> {
    let (found, now) = (state.tables.challenges(&account.id).await?, state.tables.now());
    let mut open = Vec::new();
    for challenge in found.into_iter().filter(|challenge| is_open(challenge, now)) {
        let terms = Order::of(&challenge)?.terms;
        let own = challenge.from.id == account.id;
        let other = if own { challenge.to } else { challenge.from };
        open.push(ChallengeItem {
            id: challenge.id,
            game: challenge.game,
            name: other.name,
            bot: other.bot,
            own,
            terms,
        });
    }
    Ok(open)
}

async fn draw(state: &AppState, account: &Account, wrong: Option<&str>, name: &str) -> Answer {
    let open = open_challenges(state, account).await?;
    Ok(html(ChallengesPage { open: &open, wrong, name }.page()))
}

#[derive(Deserialize)]
struct Wanted {
    /// The name of the player to challenge.
    #[serde(default)]
    to: String,
}

async fn page(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(wanted): Query<Wanted>,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    draw(&state, &account, None, &wanted.to).await
}

#[derive(Deserialize)]
struct Fields {
    to: String,
    game: String,
    /// The number of the clock among the offered ones.
    #[serde(default)]
    pace: usize,
    #[serde(default)]
    rated: String,
    #[serde(default)]
    public: String,
    #[serde(default)]
    key: FormKey,
}

async fn challenge(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let account = own_account(&state, visitor.as_ref()).await?;
    let caller = Visitor::with_account(account.id.clone());
    let made = async {
        state.quotas.count(Making::Challenge, Some(&caller), &address)?;
        let pace = PACES.get(fields.pace).copied().unwrap_or_default();
        let (rated, public) = (fields.rated == "1", fields.public == "1");
        let terms = Terms { pace, rated, public, grace_s: pace.usual_grace(), ..Terms::default() };
        let order = Order { options: Value::Null, wish: Value::Null, terms, sit: None, best_of: 1 };
        let pace = fields.pace.to_string();
        let what = ["challenge", &fields.to, &fields.game, &pace, &fields.rated, &fields.public];
        let id = fields.key.once(&state.secret, &caller, &what).id();
        state.tables.challenge(&caller, id, (fields.to.trim(), &fields.game, order)).await
    };
    let error = match made.await {
        Ok(made) => return Ok(Redirect::to(&after(&made)).into_response()),
        Err(error) => error,
    };
    if error.status().is_server_error() {
        return Err(error);
    }
    let page = draw(&state, &account, Some(&error.user_message()), &fields.to).await?;
    Ok((error.status(), page).into_response())
}

/// Where a challenger goes next: to the game, if the challenge is already accepted.
#[must_use]
pub fn after(challenge: &Challenge) -> String {
    match challenge.state {
        ChallengeState::Accepted => urls::table(&challenge.id),
        _ => urls::challenges(),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Answered {
    Accept,
    Decline,
    Withdraw,
}

#[derive(Deserialize)]
struct AnswerFields {
    answer: Answered,
}

/// Answers a challenge: who accepts goes to the game.
async fn answer(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Path(id): Path<String>,
    Form(fields): Form<AnswerFields>,
) -> Result<Redirect, AppError> {
    let account = own_account(&state, visitor.as_ref()).await?;
    let caller = Visitor::with_account(account.id);
    match fields.answer {
        Answered::Accept => {
            let accepted = state.tables.accept(&caller, &id).await?;
            Ok(Redirect::to(&urls::table(&accepted.id)))
        }
        Answered::Decline | Answered::Withdraw => {
            state.tables.turn_down(&caller, &id).await?;
            Ok(Redirect::to(&urls::challenges()))
        }
    }
}
