//! The latest warnings and errors of the log, for the page of moderators.

use bagatelle_table::Millis;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// How many are kept.
const KEPT: usize = 50;
/// The longest text of one, in characters.
const LONGEST: usize = 500;

/// A warning or an error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// When.
    pub at: Millis,
    /// Whether it is an error.
    pub error: bool,
    /// What the log says.
    pub text: String,
    /// The id of the request; empty if there was none.
    pub request: String,
}

/// The latest warnings and errors. What writes the log adds to it; copies share what they hold.
#[derive(Clone, Debug, Default)]
pub struct Recent(Arc<Mutex<VecDeque<Entry>>>);

impl Recent {
    /// Adds one; the oldest goes if there are too many.
    pub fn add(&self, entry: Entry) {
        let text = entry.text.chars().take(LONGEST).collect();
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.pop_back();
        }
        kept.push_front(Entry { text, ..entry });
    }

    /// All that are kept, the newest first.
    #[must_use]
    pub fn all(&self) -> Vec<Entry> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_are_kept_and_none_is_long() {
        let recent = Recent::default();
        for at in 0..60 {
            recent.clone().add(Entry { at, text: "é".repeat(600), ..Entry::default() });
        }
        let all = recent.all();
        assert_eq!((all.len(), all[0].at, all[49].at), (50, 59, 10));
        assert_eq!(all[0].text.chars().count(), LONGEST);
    }
}
