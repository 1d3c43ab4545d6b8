//! Wakes those who follow a person's feed. They read its contents from the store.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// The people whose feeds are followed here.
#[derive(Default)]
pub struct Feeds(Mutex<HashMap<String, watch::Sender<u64>>>);

impl Feeds {
    fn followed(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<u64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows the feed of a person: the value changes when there may be something new.
    pub fn follow(&self, person: &str) -> watch::Receiver<u64> {
        let mut followed = self.followed();
        followed.retain(|_, sender| sender.receiver_count() > 0);
        followed.entry(person.to_owned()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    /// Wakes those who follow the feed of a person.
    pub fn wake(&self, person: &str) {
        if let Some(sender) = self.followed().get(person) {
            sender.send_modify(|n| *n += 1);
        }
    }

    /// Wakes all.
    pub fn wake_all(&self) {
        self.followed().values().for_each(|sender| sender.send_modify(|n| *n += 1));
    }
}

#[cfg(test)]
mod tests {
    use super::Feeds;

    #[test]
    fn those_who_follow_a_person_are_woken() {
        let feeds = Feeds::default();
        let (mut ann, bob) = (feeds.follow("ann"), feeds.follow("bob"));
        feeds.wake("ann");
        feeds.wake("cleo");
        assert!(ann.has_changed().unwrap() && !bob.has_changed().unwrap());
        ann.mark_unchanged();
        feeds.wake_all();
        assert!(ann.has_changed().unwrap() && bob.has_changed().unwrap());
        drop((ann, bob));
        drop(feeds.follow("dora"));
        assert_eq!(feeds.followed().len(), 1, "only the last one is left");
    }
}
