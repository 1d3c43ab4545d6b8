//! The memory that request bodies take. Bytes are counted as they arrive, in all and for each address,
//! and given back when the request is answered.

use crate::error::AppError;
use crate::http::address::{Address, networks};
use crate::limits::{BODIES, BODIES_PER_ADDRESS, BODIES_RESERVED, BODY_FREE, BODY_RETRY, LARGEST_BODY};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, PoisonError};

/// What all bodies take now.
#[derive(Clone, Default, Debug)]
pub struct Bodies(Arc<Mutex<Taken>>);

#[derive(Default, Debug)]
struct Taken {
    all: usize,
    by_network: HashMap<String, usize>,
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

/// The part of a body that counts.
fn counted(bytes: usize) -> usize {
    bytes.saturating_sub(BODY_FREE)
}

impl Bodies {
    /// A body from an address, none of which has arrived yet.
    #[must_use]
    pub fn hold(&self, Address(address): &Address) -> Held {
        Held(Arc::new(Body { bodies: self.clone(), address: address.clone(), size: Mutex::default() }))
    }

    /// Counts this many more bytes, if there is room. A part is reserved for clients that use little, so that
    /// a few that send much do not take everything. The networks of an address get no more than half.
    fn grow(&self, address: Option<&str>, more: usize) -> bool {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let networks = address.map(networks).unwrap_or_default();
        let of = |network: &str| taken.by_network.get(network).copied().unwrap_or_default();
        let has_little = networks.first().is_some_and(|(own, _)| of(own) + more <= LARGEST_BODY);
        let room = if has_little { BODIES } else { BODIES - BODIES_RESERVED };
        let fits = |(network, times): &(String, u32)| {
            of(network) + more <= BODIES_PER_ADDRESS.saturating_mul(*times as usize).min(BODIES / 2)
        };
        if taken.all + more > room || !networks.iter().all(fits) {
            return false;
        }
        for (network, _) in networks {
            *taken.by_network.entry(network).or_default() += more;
        }
        taken.all += more;
        true
    }

    fn shrink(&self, address: Option<&str>, less: usize) {
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= less;
        for (network, _) in address.map(networks).unwrap_or_default() {
            if let Entry::Occupied(mut has) = taken.by_network.entry(network) {
                *has.get_mut() -= less;
                if *has.get() == 0 {
                    has.remove();
                }
            }
        }
    }
}

impl Held {
    /// Counts this many more bytes; returns whether there is room for them.
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

    /// Gives back this many bytes, which are no longer in memory.
    pub fn give_back(&self, bytes: usize) {
        let mut size = self.0.size.lock().unwrap_or_else(PoisonError::into_inner);
        let left = size.bytes.saturating_sub(bytes);
        let less = counted(size.bytes) - counted(left);
        size.bytes = left;
        if less > 0 {
            self.0.bodies.shrink(self.0.address.as_deref(), less);
        }
    }

    /// The answer if there was no room for a part of the body.
    #[must_use]
    pub fn refusal(&self) -> Option<AppError> {
        let refused = self.0.size.lock().unwrap_or_else(PoisonError::into_inner).refused;
        let why = "too much is being sent at once: try again in a few seconds";
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
        let most = (BODIES - BODIES_RESERVED) / BODIES_PER_ADDRESS;
        assert_eq!(others.iter().filter(|held| full(held)).count(), most - 1);
        one.give_back(BODIES_PER_ADDRESS);
        assert!(small.take(2 * BODY_FREE));
        drop((one, small, others));
        let taken = bodies.0.lock().unwrap();
        assert!(taken.all == 0 && taken.by_network.is_empty(), "{taken:?}");
    }

    #[test]
    fn those_who_send_much_leave_room_for_those_who_send_little() {
        let bodies = Bodies::default();
        let at = |address: String| bodies.hold(&Address(Some(address)));
        let part = 64 << 10;
        // They send as much as is accepted.
        let greedy: Vec<Held> = (0..4).map(|n| at(format!("203.0.113.{n}"))).collect();
        greedy.iter().for_each(|held| while held.take(part) {});
        let modest: Vec<Held> = (0..10).map(|n| at(format!("198.51.100.{n}"))).collect();
        assert!(modest.iter().all(|held| held.take(LARGEST_BODY)), "{bodies:?}");
        drop((greedy, modest));
        // All addresses of a house have half of the room.
        let house: Vec<Held> = (0..999).map(|n| at(format!("2001:db8:0:{n:x}::/64"))).collect();
        house.iter().for_each(|held| while held.take(part) {});
        assert!(bodies.0.lock().unwrap().all <= BODIES / 2);
        let largest = at("203.0.113.9".into());
        assert!(largest.take(BODIES_PER_ADDRESS), "there is room for the largest record");
    }
}
