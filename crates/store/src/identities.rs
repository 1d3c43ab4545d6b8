//! A memory of who is behind each token: each request asks for it, and it changes only when a visitor logs in
//! or out.
//!
//! Only the store of a database's only server may remember this; the log of acts shows what the command has
//! done meanwhile, and then everything is forgotten. An identity that is read while one changes is not kept.

use bagatelle_table::{Millis, Visitor};
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many tokens are remembered.
const MOST: usize = 20_000;

/// A visitor, and until when that holds.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    /// The visitor behind the token.
    pub(crate) visitor: Visitor,
    /// When the session ends; `None` for a visitor without an account.
    pub(crate) until: Option<Millis>,
}

#[derive(Debug, Default)]
struct Known {
    /// Counts the changes.
    changes: u64,
    by_token: HashMap<String, Identity>,
}

/// The visitors behind tokens.
#[derive(Debug, Default)]
pub(crate) struct Identities(Mutex<Known>);

/// The number of changes when a reader began to read.
#[derive(Clone, Copy)]
pub(crate) struct Since(u64);

impl Identities {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The visitor behind the id of a token, if remembered and still valid; else what [`Identities::keep`]
    /// needs.
    pub(crate) fn find(&self, id: &str, now: Millis) -> Result<Visitor, Since> {
        let known = self.known();
        match known.by_token.get(id) {
            Some(Identity { visitor, until }) if until.is_none_or(|until| now < until) => Ok(visitor.clone()),
            _ => Err(Since(known.changes)),
        }
    }

    /// Remembers what was read, unless an identity has changed since the reading began.
    pub(crate) fn keep(&self, since: Since, id: &str, identity: Identity) {
        let mut known = self.known();
        if known.changes != since.0 {
            return;
        }
        if known.by_token.len() >= MOST {
            known.by_token.clear();
        }
        known.by_token.insert(id.to_owned(), identity);
    }

    /// Forgets everything when the returned value is dropped: after a write, whether it succeeded, failed,
    /// or was given up.
    pub(crate) fn change(&self) -> Change<'_> {
        Change(self)
    }
}

/// A change of identities that is under way.
pub(crate) struct Change<'a>(&'a Identities);

impl Drop for Change<'_> {
    fn drop(&mut self) {
        let mut known = self.0.known();
        known.changes += 1;
        known.by_token.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Identities, Identity};
    use bagatelle_table::Visitor;

    #[test]
    fn what_was_read_before_a_change_is_not_kept() {
        let identities = Identities::default();
        let ann = || Identity { visitor: Visitor::with_account("ann"), until: Some(10) };
        let since = identities.find("s-1", 0).err().unwrap();
        identities.keep(since, "s-1", ann());
        assert_eq!(identities.find("s-1", 9).ok(), Some(Visitor::with_account("ann")));
        assert!(identities.find("s-1", 10).is_err(), "the session has ended");
        let change = identities.change();
        let before = identities.find("s-2", 0).err().unwrap();
        drop(change);
        assert!(identities.find("s-1", 0).is_err());
        identities.keep(before, "s-2", ann());
        assert!(identities.find("s-2", 0).is_err(), "it was read before the change");
    }
}
