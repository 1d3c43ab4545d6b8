//! What the bodies of requests take in memory. It is counted as it comes, for all of them and for each
//! address, and given back when the request is answered.

use crate::address::Address;
use crate::error::AppError;
use crate::limits::{BODIES, BODIES_PER_ADDRESS, BODY_FREE, BODY_RETRY};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What all bodies take at the moment.
#[derive(Clone, Default, Debug)]
pub struct Bodies(Arc<Mutex<Taken>>);

#[derive(Default, Debug)]
struct Taken {
    all: usize,
    by_address: HashMap<String, usize>,
}

/// What the body of one request takes, until this and its copies are dropped.
#[derive(Clone, Debug)]
pub struct Held(Arc<Body>);

#[derive(Debug)]
struct Body {
    bodies: Bodies,
    address: Option<String>,
    size: Mutex<Size>,
}

#[derive(Default, Debug)]
struct Size {
    bytes: usize,
    refused: bool,
}

/// What counts of a body.
fn counted(bytes: usize) -> usize {
    bytes.saturating_sub(BODY_FREE)
}

impl Bodies {
    /// A body that comes from an address, of which nothing is there yet.
    #[must_use]
    pub fn hold(&self, Address(address): &Address) -> Held {
        Held(Arc::new(Body { bodies: self.clone(), address: address.clone(), size: Mutex::default() }))
    }

    /// Counts so many bytes more, if there is room.
    fn grow(&self, address: Option<&str>, more: usize) -> bool {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if taken.all + more > BODIES {
            return false;
        }
        if let Some(address) = address {
            let of_address = taken.by_address.entry(address.to_owned()).or_default();
            if *of_address + more > BODIES_PER_ADDRESS {
                return false;
            }
            *of_address += more;
        }
        taken.all += more;
        true
    }

    fn shrink(&self, address: Option<&str>, less: usize) {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= less;
        if let Some(address) = address
            && let Some(of_address) = taken.by_address.get_mut(address)
        {
            *of_address -= less;
            if *of_address == 0 {
                taken.by_address.remove(address);
            }
        }
    }
}

impl Held {
    /// Counts so many bytes more; returns whether there is room for them.
    #[must_use]
    pub fn take(&self, bytes: usize) -> bool {
        let mut size = self.0.size.lock().unwrap_or_else(PoisonError::into_inner);
        let more = counted(size.bytes + bytes) - counted(size.bytes);
        if more > 0 && !self.0.bodies.grow(self.0.address.as_deref(), more) {
            size.refused = true;
            return false;
        }
        size.bytes += bytes;
        true
    }

    /// Gives so many bytes back, which are no longer in memory.
    pub fn give_back(&self, bytes: usize) {
        let mut size = self.0.size.lock().unwrap_or_else(PoisonError::into_inner);
        let left = size.bytes.saturating_sub(bytes);
        let less = counted(size.bytes) - counted(left);
        size.bytes = left;
        if less > 0 {
            self.0.bodies.shrink(self.0.address.as_deref(), less);
        }
    }

    /// What is answered if there was no room for a part of the body.
    #[must_use]
    pub fn refusal(&self) -> Option<AppError> {
        let refused = self.0.size.lock().unwrap_or_else(PoisonError::into_inner).refused;
        let why = "too much is being sent at once: send it again in some seconds";
        refused.then_some(AppError::TooMany { why, after: BODY_RETRY })
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        let size = self.size.get_mut().unwrap_or_else(PoisonError::into_inner);
        let less = counted(size.bytes);
        if less > 0 {
            self.bodies.shrink(self.address.as_deref(), less);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_counted_in_all_and_for_each_address() {
        let bodies = Bodies::default();
        let at = |address: &str| bodies.hold(&Address(Some(address.to_owned())));
        let (one, small) = (at("a"), at("a"));
        assert!(one.take(BODIES_PER_ADDRESS) && one.refusal().is_none());
        assert!(small.take(BODY_FREE), "a small body needs no room");
        assert!(!small.take(2 * BODY_FREE) && small.refusal().is_some());
        let others: Vec<Held> = ["b", "c", "d"].into_iter().map(at).collect();
        let full = |held: &Held| held.take(BODIES_PER_ADDRESS);
        assert_eq!(others.iter().filter(|held| full(held)).count(), BODIES / BODIES_PER_ADDRESS - 1);
        one.give_back(BODIES_PER_ADDRESS);
        assert!(small.take(2 * BODY_FREE));
        drop((one, small, others));
        let taken = bodies.0.lock().unwrap();
        assert!(taken.all == 0 && taken.by_address.is_empty(), "{taken:?}");
    }
}
