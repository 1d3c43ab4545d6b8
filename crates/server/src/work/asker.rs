//! For whom work is done. All code that answers a request knows the address from which it came.

use crate::http::address::{Address, networks};
use std::future::Future;
use tokio::task_local;

task_local! {
    /// The address from which the request that is being answered comes.
    static HERE: Option<String>;
}

/// For whom work is done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asker {
    visitor: String,
    address: Option<String>,
}

impl Asker {
    /// A visitor at an address, as far as it is known.
    #[must_use]
    pub fn new(visitor: &str, Address(address): &Address) -> Asker {
        Asker { visitor: visitor.to_owned(), address: address.clone() }
    }

    /// A visitor whose request is being answered, or the server itself, for a purpose.
    #[must_use]
    pub fn current(visitor: &str) -> Asker {
        let address = HERE.try_with(Clone::clone).unwrap_or_default();
        Asker { visitor: visitor.to_owned(), address }
    }

    /// The server itself, for a purpose, or an absent visitor.
    #[must_use]
    pub fn absent(who: &str) -> Asker {
        Asker { visitor: who.to_owned(), address: None }
    }

    /// Whether the address is known.
    #[must_use]
    pub fn has_address(&self) -> bool {
        self.address.is_some()
    }

    /// What takes turns: the address, and the visitor where it is not known.
    pub(super) fn key(&self) -> Key {
        self.address.as_deref().map_or_else(|| self.visitor_key(), |address| Key::Address(networks(address)))
    }

    /// What takes turns among those at one address.
    pub(super) fn visitor_key(&self) -> Key {
        let known = !self.visitor.is_empty();
        Key::Visitor(known.then(|| (format!("visitor {}", self.visitor), 1)).into_iter().collect())
    }
}

/// Who shares the places.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// All at an address, with the networks that it lies in.
    Address(Vec<(String, u32)>),
    /// One visitor.
    Visitor(Vec<(String, u32)>),
}

impl Key {
    /// The names under which requests are counted, each with how many times the share of one address it may
    /// have. The server itself, or an unknown visitor, has none: that is never too much.
    pub(super) fn names(&self) -> &[(String, u32)] {
        let (Key::Address(names) | Key::Visitor(names)) = self;
        names
    }
}

/// Answers a request that comes from an address.
pub async fn answering<T>(Address(address): Address, answer: impl Future<Output = T>) -> T {
    HERE.scope(address, answer).await
}

/// Goes on with a request in a task of its own.
pub fn carried<T>(work: impl Future<Output = T>) -> impl Future<Output = T> {
    let address = HERE.try_with(Clone::clone).unwrap_or_default();
    HERE.scope(address, work)
}
