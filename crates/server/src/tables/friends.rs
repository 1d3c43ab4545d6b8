//! Whom a person follows: who of them is here, what was played with each, and the invitation to another game
//! like the last one.

use crate::error::AppError;
use crate::error::code::Code;
use crate::limits::{FOLLOWED, HERE_FOR, OPPONENTS_LISTED};
use crate::system::random;
use crate::tables::Tables;
use crate::tables::challenges::Order;
use crate::tables::once::Once;
use bagatelle_pages::friends::Presence;
use bagatelle_store::{Account, Challenge, Followed, Friend, Met, StoreError};
use bagatelle_table::{
    DealSource, Millis, NewGame, SeatRequest, TableSpec, Terms, Visitor, called, deal_options_for,
};
use serde_json::Value;
use std::collections::HashMap;

/// An hour, in milliseconds.
const HOUR: Millis = 60 * 60 * 1000;

/// A person whom a visitor follows, as the visitor may see it.
pub struct ShownFriend {
    /// The person.
    pub friend: Friend,
    /// When the person was last here, if the person lets others see it.
    pub presence: Option<Presence>,
    /// What the two have played.
    pub met: Option<Met>,
}

/// Where an invitation leads.
pub enum Invited {
    /// To a challenge of an account by an account.
    Challenge(Box<Challenge>),
    /// To a table with an open seat, by its id, where the other is awaited: one of the two is a guest.
    Table(String),
    /// To the form of a challenge of the account with this name: the two have not played.
    Form(String),
}

/// How long ago a person was here, in steps that tell no hours.
fn presence(seen: Millis, now: Millis) -> Option<Presence> {
    match now - seen {
        ago if ago < HERE_FOR => Some(Presence::Here),
        ago if ago < HOUR => Some(Presence::Hour),
        ago if ago < 24 * HOUR => Some(Presence::Day),
        ago if ago < 7 * 24 * HOUR => Some(Presence::Week),
        ago if ago < 30 * 24 * HOUR => Some(Presence::Month),
        _ => None,
    }
}

/// The order of a challenge to a game like an earlier one.
fn order_like(spec: &TableSpec) -> Order {
    Order {
        options: spec.options.clone(),
        wish: Value::Null,
        terms: Terms { listed: false, ..spec.terms.clone() },
        sit: None,
        best_of: spec.round.as_ref().map_or(1, |round| round.best_of),
    }
}

impl Tables {
    /// The people whom a person follows: those who are here first, then by how long ago they were.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn friends(&self, person: &str) -> Result<Vec<ShownFriend>, StoreError> {
        let now = self.now();
        let met = self.store().games_with_friends(person).await?.into_iter();
        let mut met: HashMap<String, Met> = met.map(|met| (met.person.clone(), met)).collect();
        let shown = |friend: Friend| {
            let seen = friend.seen.max(self.visits().seen(&friend.person)).filter(|_| !friend.hidden);
            let presence = seen.and_then(|seen| presence(seen, now));
            ShownFriend { presence, met: met.remove(&friend.person), friend }
        };
        let mut all: Vec<ShownFriend> = self.store().friends(person).await?.into_iter().map(shown).collect();
        all.sort_by_key(|one| {
            (one.presence.is_none(), one.presence, one.friend.name.to_lowercase(), one.friend.person.clone())
        });
        Ok(all)
    }

    /// Past opponents of a person from a place in the list on, and whether there are more.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn opponents(
        &self,
        person: &str,
        skip: u32,
        limit: u32,
    ) -> Result<(Vec<Met>, bool), StoreError> {
        let limit = limit.min(OPPONENTS_LISTED);
        let mut found = self.store().opponents(person, skip, limit + 1).await?;
        let more = found.len() > limit as usize;
        found.truncate(limit as usize);
        Ok((found, more))
    }

    /// Lets a visitor follow an account, or a guest with whom the visitor plays or has played.
    ///
    /// # Errors
    /// When it is neither, or the visitor; one of the two has blocked the other; the visitor follows too many
    /// people; or the store fails.
    pub async fn follow(&self, visitor: &Visitor, other: &str) -> Result<(), AppError> {
        if other == visitor.id() {
            return Err(AppError::refused("you can’t follow yourself"));
        }
        let refused = || AppError::Forbidden("you can’t follow this player".into());
        if self.office().restriction(other).is_some_and(|found| found.banned) {
            return Err(refused());
        }
        let name = match self.store().account(other).await? {
            Some(account) => account.name,
            None => {
                let known = self.store().acquaintances(visitor.id()).await?;
                let guest = known.into_iter().find(|one| one.person == other).ok_or_else(|| {
                    AppError::refused("you can follow a guest once you’ve played with them")
                })?;
                called(guest.name, other)
            }
        };
        match self.store().follow(visitor.id(), other, &name, self.now(), FOLLOWED).await? {
            Followed::Yes => Ok(()),
            Followed::Blocked if self.blocked_by(visitor.id()).await?.contains(other) => {
                Err(AppError::Forbidden("you’ve blocked this player: unblock them to follow them".into()))
            }
            Followed::Blocked => Err(refused()),
            Followed::Full => Err(AppError::refused(format!(
                "you follow {FOLLOWED} people, which is the most: unfollow someone first"
            ))),
        }
    }

    /// Invites a person to a game like the last one of the two.
    ///
    /// # Errors
    /// When the two do not play with each other, a guest invites someone without a game of the two, or the
    /// store fails.
    pub async fn invite(&self, visitor: &Visitor, other: &str, once: Once) -> Result<Invited, AppError> {
        self.office().may_play(Some(visitor))?;
        self.may_meet(visitor.id(), other).await?;
        let last = match self.store().games_with(visitor.id(), other).await? {
            Some(met) => self.store().table(&met.table).await?,
            None => None,
        };
        match (last, self.store().account(other).await?) {
            (Some(spec), Some(Account { name, .. })) if visitor.has_account() => {
                let order = (name.as_str(), spec.game.as_str(), order_like(&spec));
                Ok(Invited::Challenge(Box::new(self.challenge(visitor, once.id(), order).await?)))
            }
            (None, Some(Account { name, .. })) if visitor.has_account() => Ok(Invited::Form(name)),
            (Some(spec), _) => {
                let table = self.open_table_like(visitor, &spec, once).await?;
                self.store().invite(&table, other, self.now()).await?;
                self.registry().feeds().wake(other);
                Ok(Invited::Table(table))
            }
            (None, _) => Err(AppError::Known(
                Code::NeedsAccount,
                "you can invite someone you haven’t played with once you both have accounts",
            )),
        }
    }

    /// Makes a table for two like an earlier one, with an open seat that no list shows.
    async fn open_table_like(
        &self,
        visitor: &Visitor,
        spec: &TableSpec,
        once: Once,
    ) -> Result<String, AppError> {
        let order = order_like(spec);
        let game = bagatelle_catalog::find(&spec.game)
            .ok_or(AppError::Known(Code::UnknownGame, "there’s no such game any more"))?;
        let name = self.store().name_of(visitor.id()).await?.unwrap_or_default();
        let new = NewGame {
            options: order.options,
            deal_options: deal_options_for(game, 2),
            others: vec![SeatRequest::Open],
            sit: Some(random::bytes::<1>()?[0] & 1),
            name: called(name, visitor.id()),
            // Only accounts play rated.
            terms: Terms { rated: false, ..order.terms },
            best_of: order.best_of,
            ..NewGame::new(&spec.game, DealSource::Fresh)
        };
        self.make_once(visitor, new, None, once).await
    }

    /// Notes which people are here, now and then.
    ///
    /// # Errors
    /// When the store fails.
    pub(crate) async fn note_visits(&self) -> Result<(), StoreError> {
        let people = self.visits().due();
        if people.is_empty() {
            return Ok(());
        }
        self.store().note_visits(&people).await
    }
}
