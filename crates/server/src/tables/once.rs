//! A repeated request makes nothing new, whether it comes from a program with an `Idempotency-Key`, or from a
//! form that is sent by two clicks or again after going back. The id follows from the caller and the key, so
//! no memory is needed, and any server that is asked again, even after a crash, finds the result.

use crate::auth::token::Secret;
use crate::error::AppError;
use crate::tables::Tables;
use crate::tables::new_table::Begin;
use crate::{http::rewrite, system::random};
use axum::response::Response;
use bagatelle_core::Randomness;
use bagatelle_pages::once::KEY;
use bagatelle_store::StoreError;
use bagatelle_table::{Millis, NewGame, Visitor};
use serde::Deserialize;

/// For how long a form that is sent again leads to what it has made. A visitor who goes back later, or after
/// the end of the game, wants another one.
const SAME_FOR: Millis = 5 * 60 * 1000;
/// How many games are made by sending one form again and again, each after the one before has ended.
const MOST: u32 = 100;

/// Notes of a page that its forms have no keys yet.
#[derive(Clone)]
pub struct Open;

/// Gives the forms of a page their keys: the time at which it is sent, since what a form makes depends on who
/// sends it as well.
pub async fn close(now: Millis, response: Response) -> Response {
    match response.extensions().get::<Open>() {
        Some(Open) => rewrite::page(response, |page| page.replace(KEY, &now.to_string())).await,
        None => response,
    }
}

/// The key of a form; none in a form that a program has made.
#[derive(Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct FormKey(String);

impl FormKey {
    /// The key of a form whose fields are these.
    pub fn of(text: Option<&String>) -> FormKey {
        FormKey(text.cloned().unwrap_or_default())
    }

    /// What a caller makes with the form. `what` is everything that the form says about it.
    #[must_use]
    pub fn once(&self, secret: &Secret, caller: &Visitor, what: &[&str]) -> Once {
        let has_key = !self.0.is_empty() && self.0 != KEY;
        let texts = [&[caller.id(), &self.0], what].concat();
        Once(has_key.then(|| secret.derived("bagatelle 2026-11-25 ids under keys of forms", &texts)))
    }
}

/// The source of the ids of what a form makes; `None` if the form has no key.
#[derive(Default)]
pub struct Once(Option<[u8; 32]>);

impl Once {
    /// The ids, in order.
    fn ids(&self) -> impl Iterator<Item = String> {
        let derived = self.0;
        (0..MOST).map_while(move |n| {
            Some(random::id_of(*blake3::keyed_hash(&derived?, &n.to_le_bytes()).as_bytes()))
        })
    }

    /// The first of them, if there is any.
    #[must_use]
    pub fn id(&self) -> Option<String> {
        self.ids().next()
    }
}

/// Where a form that may have been sent before leads.
pub enum Asked {
    /// The table that it has made.
    Made(String),
    /// A new one, with an id if the form has a key.
    New(Option<String>),
}

impl Tables {
    /// Finds out whether a form has made its table already.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn asked(&self, once: Once) -> Result<Asked, AppError> {
        for id in once.ids() {
            match self.get(&id).await {
                Err(AppError::NoTable) => return Ok(Asked::New(Some(id))),
                Err(error) => return Err(error),
                Ok(live) => {
                    let state = live.lock().await;
                    let table = state.table();
                    if !table.is_over() && self.now() - table.spec().created < SAME_FOR {
                        return Ok(Asked::Made(id));
                    }
                }
            }
        }
        Ok(Asked::New(None))
    }

    /// Makes the table that a form asks for, unless the form has made it already; returns its id.
    ///
    /// # Errors
    /// As [`Tables::make`].
    pub async fn make_once(
        &self,
        visitor: &Visitor,
        new: NewGame,
        randomness: Option<Randomness>,
        once: Once,
    ) -> Result<String, AppError> {
        match self.asked(once).await? {
            Asked::Made(id) => Ok(id),
            Asked::New(id) => self.make_under(visitor, new, randomness, id).await,
        }
    }

    /// Makes a table with an id, or finds the one that was made with it.
    ///
    /// # Errors
    /// As [`Tables::make`].
    pub async fn make_under(
        &self,
        visitor: &Visitor,
        new: NewGame,
        randomness: Option<Randomness>,
        id: Option<String>,
    ) -> Result<String, AppError> {
        let Some(id) = id else { return self.make(visitor, new, randomness).await };
        let begin = Begin { id: id.clone(), expected: None };
        match self.make_as(visitor, new, randomness, begin).await {
            Err(AppError::Store(StoreError::Conflict)) => Ok(id),
            made => made,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_follows_from_all_that_is_asked() {
        let secret = Secret::random().unwrap();
        let [ann, bob] = ["ann", "bob"].map(Visitor::anonymous);
        let id = |key: &str, who: &Visitor, what: &[&str]| {
            FormKey::of(Some(&key.to_owned())).once(&secret, who, what).id()
        };
        let first = id("k", &ann, &["a"]);
        assert!(first.is_some() && first == id("k", &ann, &["a"]));
        for other in [id("l", &ann, &["a"]), id("k", &bob, &["a"]), id("k", &ann, &["b"])] {
            assert!(other.is_some() && other != first);
        }
        assert_eq!([id("", &ann, &["a"]), id(KEY, &ann, &["a"])], [None, None]);
    }
}
