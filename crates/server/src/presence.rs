//! Who has a game open: counted by the streams that pages hold. Somebody whose page is gone for a moment (a reload, a lost
//! network) is still here; somebody who is away longer has been away since the last stream ended.

use crate::live::{Live, now};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long somebody without a stream still counts as here.
pub const BLINK: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Default)]
struct Here {
    streams: u32,
    /// When the last stream ended, in milliseconds since 1970.
    gone: i64,
}

/// Who has a game open.
pub struct Presence {
    people: Mutex<HashMap<String, Here>>,
    /// Since when somebody looks: nobody is known to be away longer.
    since: i64,
}

/// As long as this lives, somebody is here.
pub struct Stay {
    live: Arc<Live>,
    person: String,
}

impl Presence {
    /// Nobody, from this moment on.
    #[must_use]
    pub fn new(now: i64) -> Presence {
        Presence { people: Mutex::default(), since: now }
    }

    fn people(&self) -> std::sync::MutexGuard<'_, HashMap<String, Here>> {
        self.people.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Since when a person has been away; `None` for somebody who is here.
    #[must_use]
    pub fn away_since(&self, person: &str, now: i64) -> Option<i64> {
        let here = self.people().get(person).copied().unwrap_or(Here { streams: 0, gone: self.since });
        let blink = i64::try_from(BLINK.as_millis()).unwrap_or(0);
        (here.streams == 0 && now - here.gone >= blink).then_some(here.gone)
    }

    /// How many people without one of these ids look on.
    #[must_use]
    pub fn others(&self, seated: &[&str]) -> usize {
        let people = self.people();
        people.iter().filter(|(id, here)| here.streams > 0 && !seated.contains(&id.as_str())).count()
    }
}

impl Stay {
    /// Somebody opens a game.
    #[must_use]
    pub fn new(live: &Arc<Live>, person: &str) -> Stay {
        let was_away = live.presence.away_since(person, now()).is_some();
        live.presence.people().entry(person.to_owned()).or_default().streams += 1;
        if was_away {
            live.revise();
        }
        Stay { live: Arc::clone(live), person: person.to_owned() }
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        if let Some(here) = self.live.presence.people().get_mut(&self.person) {
            here.streams = here.streams.saturating_sub(1);
            here.gone = now();
        }
        let (live, person) = (Arc::clone(&self.live), self.person.clone());
        // The others see it when it is more than a blink.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                tokio::time::sleep(BLINK + Duration::from_millis(50)).await;
                if live.presence.away_since(&person, now()).is_some() {
                    live.revise();
                }
            });
        }
    }
}
