//! Which people have a table open, counted by the event streams that their pages hold.
//!
//! A person whose page is gone for a moment (a reload, a lost network) still counts as connected; after
//! [`DISCONNECT_GRACE`] without a stream the person has been away since the last one ended.

use bagatelle_table::Millis;
use std::collections::HashMap;

/// How long a person without a stream still counts as connected, in milliseconds.
pub const DISCONNECT_GRACE: Millis = 5_000;

#[derive(Clone, Copy, Default)]
struct Connection {
    streams: u32,
    /// When the last stream ended.
    ended: Millis,
    /// Whether the other players have been told that the person is away.
    told_away: bool,
}

/// Which people have a table open.
pub struct Presence {
    people: HashMap<String, Connection>,
    /// Since when the table is in memory: no person is known to be away longer.
    since: Millis,
}

impl Presence {
    /// No person, from this moment on.
    #[must_use]
    pub fn new(now: Millis) -> Presence {
        Presence { people: HashMap::new(), since: now }
    }

    /// Since when a person has been away; `None` if connected.
    #[must_use]
    pub fn away_since(&self, person: &str, now: Millis) -> Option<Millis> {
        let Some(connection) = self.people.get(person) else {
            return (now - self.since >= DISCONNECT_GRACE).then_some(self.since);
        };
        let away = connection.streams == 0 && now - connection.ended >= DISCONNECT_GRACE;
        away.then_some(connection.ended)
    }

    /// How many connected people are not among `seated`.
    #[must_use]
    pub fn spectators(&self, seated: &[&str]) -> usize {
        let watches = |(id, connection): &(&String, &Connection)| {
            connection.streams > 0 && !seated.contains(&id.as_str())
        };
        self.people.iter().filter(watches).count()
    }

    /// Notes a new stream of a person; returns whether the person was away.
    pub fn connect(&mut self, person: &str, now: Millis) -> bool {
        let was_away = self.away_since(person, now).is_some();
        let connection = self.people.entry(person.to_owned()).or_default();
        connection.streams += 1;
        connection.told_away = false;
        was_away
    }

    /// Notes the end of a stream of a person.
    pub fn disconnect(&mut self, person: &str, now: Millis) {
        if let Some(connection) = self.people.get_mut(person) {
            connection.streams = connection.streams.saturating_sub(1);
            connection.ended = now;
        }
    }

    /// Whether people count as away since the last call.
    pub fn newly_away(&mut self, now: Millis) -> bool {
        let mut newly = false;
        for connection in self.people.values_mut() {
            let away = connection.streams == 0 && now - connection.ended >= DISCONNECT_GRACE;
            newly |= away && !connection.told_away;
            connection.told_away = away;
        }
        newly
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_away_after_the_grace_and_told_once() {
        let mut presence = Presence::new(0);
        assert_eq!(presence.away_since("a", DISCONNECT_GRACE), Some(0));
        assert!(!presence.connect("b", 100) && presence.away_since("b", 99_000).is_none());
        presence.connect("b", 200);
        presence.disconnect("b", 300);
        assert_eq!(presence.away_since("b", 99_000), None, "another stream is open");
        presence.disconnect("b", 400);
        assert_eq!(presence.away_since("b", 400 + DISCONNECT_GRACE - 1), None);
        assert_eq!(presence.away_since("b", 400 + DISCONNECT_GRACE), Some(400));
        assert!(presence.newly_away(99_000) && !presence.newly_away(99_001));
        assert!(presence.connect("b", 99_002));
        assert_eq!((presence.spectators(&[]), presence.spectators(&["b"])), (1, 0));
    }
}
