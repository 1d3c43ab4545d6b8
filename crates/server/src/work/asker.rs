//! For whom work is done. Whatever answers a request knows the address that the request comes from.

use crate::address::Address;
use std::future::Future;
use tokio::task_local;

task_local! {
    /// The address that the request comes from which is being answered.
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

    /// The server itself, for a purpose, or a visitor who is not here.
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
    pub(super) fn key(&self) -> String {
        match &self.address {
            Some(address) => format!("address {address}"),
            None => self.visitor_key(),
        }
    }

    /// What takes turns among those at one address.
    pub(super) fn visitor_key(&self) -> String {
        format!("visitor {}", self.visitor)
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
