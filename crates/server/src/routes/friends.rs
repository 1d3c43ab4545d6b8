//! The page of friends: whom the visitor follows, and past opponents.

use super::challenges::after;
use super::following::{aliased, follow, named, unfollow};
use super::html::{Answer, html};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::limits::OPPONENTS_LISTED;
use crate::routes::extract::{MaybeVisitor, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::reports::Against;
use crate::routes::state::AppState;
use crate::tables::friends::{Invited, ShownFriend};
use crate::tables::once::FormKey;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_core::Seat;
use bagatelle_pages::friends::{FriendItem, FriendsPage, Played};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::Met;
use bagatelle_table::{Visitor, called};
use serde::Deserialize;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::FRIENDS, get(page).merge(post(act)))
        .route(pattern::TABLE_DECLINE, post(decline))
}

/// Where the list of past opponents begins.
#[derive(Deserialize)]
struct From {
    #[serde(default)]
    skip: u32,
}

fn played(met: &Met) -> Played {
    let Met { table, last, games, won, lost, drawn, .. } = met;
    Played { table: table.clone(), last: *last, games: *games, won: *won, lost: *lost, drawn: *drawn }
}

/// What a page shows of those whom a visitor follows, and of past opponents from a place in their list on.
struct Lists {
    friends: Vec<FriendItem>,
    opponents: Vec<FriendItem>,
    more: bool,
    hidden: bool,
}

async fn lists(state: &AppState, visitor: &Visitor, skip: u32) -> Result<Lists, AppError> {
    let alias = |person: &str| state.secret.alias(visitor.id(), person);
    let friend = |ShownFriend { friend, presence, met }: ShownFriend| FriendItem {
        alias: alias(&friend.person),
        name: called(friend.name, &friend.person),
        account: friend.account,
        public: friend.public,
        bot: friend.bot,
        followed: true,
        presence,
        played: met.as_ref().map(played),
    };
    let opponent = |met: Met| FriendItem {
        alias: alias(&met.person),
        played: Some(played(&met)),
        name: called(met.name, &met.person),
        account: met.account,
        public: met.public,
        bot: false,
        followed: met.followed,
        presence: None,
    };
    let friends = state.tables.friends(visitor.id()).await?;
    let (opponents, more) = state.tables.opponents(visitor.id(), skip, OPPONENTS_LISTED).await?;
    let visits = state.tables.store().visits(visitor.id()).await?;
    Ok(Lists {
        friends: friends.into_iter().map(friend).collect(),
        opponents: opponents.into_iter().map(opponent).collect(),
        more,
        hidden: visits.is_some_and(|visits| visits.hidden),
    })
}

async fn draw(
    state: &AppState,
    visitor: Option<&Visitor>,
    skip: u32,
    wrong: Option<&str>,
    name: &str,
) -> Answer {
    let skip = skip.min(i32::MAX as u32);
    let shown = match visitor {
        Some(visitor) => lists(state, visitor, skip).await?,
        None => Lists { friends: Vec::new(), opponents: Vec::new(), more: false, hidden: false },
    };
    let page = FriendsPage {
        friends: &shown.friends,
        opponents: &shown.opponents,
        skip,
        next: shown.more.then_some(skip + OPPONENTS_LISTED),
        has_account: visitor.is_some_and(Visitor::has_account),
        hidden: shown.hidden,
        wrong,
        name,
    };
    Ok(html(page.page()))
}

async fn page(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(From { skip }): Query<From>,
) -> Answer {
    draw(&state, visitor.as_ref(), skip, None, "").await
}

/// What a visitor does.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Act {
    #[default]
    Follow,
    Unfollow,
    Invite,
    /// Lets no one see when the visitor is here.
    Hide,
    /// Lets others see it.
    Show,
}

/// What is done, and the person, who is named in one of three ways.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Fields {
    act: Act,
    /// The alias of a person in the lists.
    person: String,
    /// The name of an account.
    name: String,
    /// A table, and a seat there.
    game: String,
    seat: u8,
    key: FormKey,
}

impl Fields {
    async fn person(&self, state: &AppState, visitor: &Visitor) -> Result<String, AppError> {
        if !self.game.is_empty() {
            let live = state.tables.get(&self.game).await?;
            return Ok(Against::seat(&live, Seat(self.seat)).await?.person);
        }
        if self.person.is_empty() {
            return named(state, &self.name).await;
        }
        let gone = || AppError::refused("that player is no longer in your lists");
        aliased(state, visitor, &self.person).await?.ok_or_else(gone)
    }

    /// Does it; where the visitor goes next.
    async fn carry_out(
        &self,
        state: &AppState,
        visitor: &Visitor,
        address: &Address,
    ) -> Result<String, AppError> {
        match self.act {
            Act::Follow => follow(state, visitor, address, &self.person(state, visitor).await?).await?,
            Act::Unfollow => unfollow(state, visitor, address, &self.person(state, visitor).await?).await?,
            Act::Invite => {
                let person = self.person(state, visitor).await?;
                state.quotas.count(Making::Challenge, Some(visitor), address)?;
                let once = self.key.once(&state.secret, visitor, &["invite", &person]);
                return Ok(match state.tables.invite(visitor, &person, once).await? {
                    Invited::Challenge(challenge) => after(&challenge),
                    Invited::Table(id) => urls::table(&id),
                    Invited::Form(name) => urls::challenge_to(&name),
                });
            }
            Act::Hide | Act::Show => {
                state.quotas.count(Making::Follow, Some(visitor), address)?;
                let hidden = matches!(self.act, Act::Hide);
                state.tables.store().hide_visits(visitor.id(), hidden).await?;
            }
        }
        Ok(urls::friends())
    }
}

async fn act(
    State(state): State<AppState>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let error = match fields.carry_out(&state, &visitor, &address).await {
        Ok(next) => return Ok((jar, Redirect::to(&next)).into_response()),
        Err(error) if error.status().is_server_error() => return Err(error),
        Err(error) => error,
    };
    let page = draw(&state, Some(&visitor), 0, Some(&error.user_message()), &fields.name).await?;
    Ok((error.status(), jar, page).into_response())
}

/// Declines an invitation to a table.
async fn decline(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Path(table): Path<String>,
) -> Answer {
    if let Some(visitor) = visitor {
        state.tables.store().decline_invitation(&table, visitor.id()).await?;
    }
    Ok(Redirect::to(&urls::archive()).into_response())
}
