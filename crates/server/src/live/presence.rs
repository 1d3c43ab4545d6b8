//! Which people have a table open, counted by the event streams that their pages hold.
//!
//! A person whose page is briefly gone (a reload, a lost network) still counts as connected; after
//! [`DISCONNECT_GRACE`] without a stream, the person counts as away since the last stream ended. Programs
//! may send requests instead: each counts as presence for [`REQUEST_GRACE`].

use bagatelle_store::PresentElsewhere;
use bagatelle_table::Millis;
use std::collections::{BTreeSet, HashMap};

/// How long a person without a stream still counts as connected, in milliseconds.
pub const DISCONNECT_GRACE: Millis = 5_000;
/// How long a player counts as connected after a request, in milliseconds. The end of a stream tells more:
/// requests before it no longer count.
pub const REQUEST_GRACE: Millis = 30_000;

/// How often other servers are told about a player who keeps sending requests, in milliseconds.
const TOLD_EVERY: Millis = 5_000;

/// A person's connections by way of other servers.
#[derive(Clone, Copy, Default)]
struct Elsewhere {
    streams: u32,
    /// When the last stream ended.
    ended: Millis,
    /// Until when requests have come, at least.
    asked: Option<Millis>,
}

#[derive(Clone, Copy, Default)]
struct Connection {
    streams: u32,
    /// When the last stream ended.
    ended: Millis,
    /// When the last request came, if it came after the last stream ended.
    asked: Option<Millis>,
    /// Whether the other players have been told that the person is away.
    told_away: bool,
    /// When other servers were last told of a request, if no stream has ended since.
    told: Option<Millis>,
    elsewhere: Elsewhere,
}

impl Connection {
    /// Since when the person has been away; `None` if connected.
    fn away_since(&self, now: Millis) -> Option<Millis> {
        let within = |since: Millis, grace: Millis| now - since < grace;
        let ended = self.ended.max(self.elsewhere.ended);
        let asked = self.asked.max(self.elsewhere.asked).filter(|asked| *asked >= ended);
        let asks = asked.is_some_and(|asked| within(asked, REQUEST_GRACE));
        let away = self.streams() == 0 && !within(ended, DISCONNECT_GRACE) && !asks;
        away.then_some(asked.unwrap_or(ended))
    }

    fn streams(&self) -> u32 {
        self.streams + self.elsewhere.streams
    }
}

/// Which people have a table open.
pub struct Presence {
    people: HashMap<String, Connection>,
    /// The streams of visitors without an id.
    strangers: u32,
    /// Those at other servers.
    strangers_elsewhere: u32,
    /// Whether such a stream has ended since the other people were last told how many watch.
    stranger_left: bool,
    /// Since when the table has been in memory: no person is known to be away longer.
    since: Millis,
}

impl Presence {
    /// No person, from this moment on.
    #[must_use]
    pub fn new(now: Millis) -> Presence {
        Presence {
            people: HashMap::new(),
            strangers: 0,
            strangers_elsewhere: 0,
            stranger_left: false,
            since: now,
        }
    }

    /// Since when a person has been away; `None` if connected.
    #[must_use]
    pub fn away_since(&self, person: &str, now: Millis) -> Option<Millis> {
        match self.people.get(person) {
            Some(connection) => connection.away_since(now),
            None => (now - self.since >= DISCONNECT_GRACE).then_some(self.since),
        }
    }

    /// How many connected people are not among `seated`; each stream without an id counts as a person.
    #[must_use]
    pub fn spectators(&self, seated: &[&str]) -> usize {
        let watches = |(id, connection): &(&String, &Connection)| {
            connection.streams() > 0 && !seated.contains(&id.as_str())
        };
        self.people.iter().filter(watches).count() + (self.strangers + self.strangers_elsewhere) as usize
    }

    /// Notes a request of a person; returns whether the person was away.
    pub fn ask(&mut self, person: &str, now: Millis) -> bool {
        let was_away = self.away_since(person, now).is_some();
        let connection = self.people.entry(person.to_owned()).or_default();
        connection.asked = Some(now);
        connection.told_away = false;
        was_away
    }

    /// Notes a new stream of a visitor without an id.
    pub fn connect_stranger(&mut self) {
        self.strangers += 1;
    }

    /// Notes the end of a stream of a visitor without an id.
    pub fn disconnect_stranger(&mut self) {
        self.strangers = self.strangers.saturating_sub(1);
        self.stranger_left = true;
    }

    /// Notes a new stream of a person; returns whether the person was away.
    pub fn connect(&mut self, person: &str, now: Millis) -> bool {
        let was_away = self.away_since(person, now).is_some();
        let connection = self.people.entry(person.to_owned()).or_default();
        connection.streams += 1;
        connection.told_away = false;
        was_away
    }

    /// Notes that a person is here for good, as if there were a stream that never ends; returns whether that
    /// is news.
    pub fn stay(&mut self, person: &str) -> bool {
        let connection = self.people.entry(person.to_owned()).or_default();
        let news = connection.streams() == 0;
        connection.streams = connection.streams.max(1);
        connection.told_away = false;
        news
    }

    /// Notes the end of a stream of a person.
    pub fn disconnect(&mut self, person: &str, now: Millis) {
        if let Some(connection) = self.people.get_mut(person) {
            connection.streams = connection.streams.saturating_sub(1);
            connection.ended = now;
            connection.asked = None;
        }
    }

    /// What pages show of all this: who is there, and has a stream; how many streams have no person.
    fn shown(&self, now: Millis) -> (BTreeSet<(String, bool)>, u32) {
        let there = |(id, connection): (&String, &Connection)| {
            let watches = connection.streams() > 0;
            (watches || connection.away_since(now).is_none()).then(|| (id.clone(), watches))
        };
        (self.people.iter().filter_map(there).collect(), self.strangers + self.strangers_elsewhere)
    }

    /// Records who has the table open at other servers; returns whether this changes the pages. A server that
    /// has ended no longer reports: its visitors count as away from this moment on.
    pub fn set_elsewhere(&mut self, present: Vec<PresentElsewhere>, now: Millis) -> bool {
        let before = self.shown(now);
        self.replace_elsewhere(present, now);
        self.shown(now) != before
    }

    fn replace_elsewhere(&mut self, present: Vec<PresentElsewhere>, now: Millis) {
        for connection in self.people.values_mut() {
            let Elsewhere { streams, ended, .. } = &mut connection.elsewhere;
            *ended = if *streams > 0 { now } else { *ended };
            *streams = 0;
        }
        self.strangers_elsewhere = 0;
        let mut told: HashMap<String, Elsewhere> = HashMap::new();
        for row in present {
            let streams = u32::try_from(row.streams).unwrap_or_default();
            if row.person.is_empty() {
                self.strangers_elsewhere += streams;
                continue;
            }
            let all = told.entry(row.person).or_default();
            all.streams += streams;
            all.ended = all.ended.max(row.ended.unwrap_or_default());
            all.asked = all.asked.max(row.asked);
        }
        for (person, elsewhere) in told {
            self.people.entry(person).or_default().elsewhere = elsewhere;
        }
    }

    /// What other servers are told of a person, or of the visitors without an id.
    pub fn told(&mut self, person: Option<&str>, now: Millis) -> PresentElsewhere {
        let Some(person) = person else {
            let (person, streams) = (String::new(), self.strangers.into());
            return PresentElsewhere { person, streams, ended: None, asked: None };
        };
        let connection = self.people.entry(person.to_owned()).or_default();
        connection.told = connection.asked.map(|_| now);
        PresentElsewhere {
            person: person.to_owned(),
            streams: connection.streams.into(),
            ended: Some(connection.ended).filter(|ended| *ended > 0),
            // Until they are told again.
            asked: connection.asked.map(|asked| asked + TOLD_EVERY),
        }
    }

    /// Whether other servers do not know of a person's recent request.
    pub fn is_telling_due(&self, person: &str, now: Millis) -> bool {
        let connection = self.people.get(person).copied().unwrap_or_default();
        connection.streams() == 0 && connection.told.is_none_or(|told| now - told >= TOLD_EVERY)
    }

    /// All who are, or were, here; `None` for visitors without an id.
    pub fn here(&self) -> Vec<Option<String>> {
        let here = |connection: &Connection| {
            connection.streams > 0 || connection.ended > 0 || connection.asked.is_some()
        };
        let people = self.people.iter().filter(|(_, connection)| here(connection));
        let strangers = (self.strangers > 0).then_some(None);
        people.map(|(person, _)| Some(person.clone())).chain(strangers).collect()
    }

    /// Whether people count as away, or visitors without an id have left, since the last call.
    pub fn newly_away(&mut self, now: Millis) -> bool {
        let mut newly = std::mem::take(&mut self.stranger_left);
        for connection in self.people.values_mut() {
            let away = connection.away_since(now).is_some();
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
        assert!(
            presence.stay("bot") && !presence.stay("bot") && presence.away_since("bot", 999_999).is_none()
        );
    }

    #[test]
    fn a_request_counts_for_a_while_and_not_beyond_the_end_of_a_stream() {
        let mut presence = Presence::new(0);
        assert!(presence.ask("a", 50_000), "away until then");
        assert!(!presence.ask("a", 50_000 + REQUEST_GRACE - 1));
        let last = 50_000 + REQUEST_GRACE - 1;
        assert_eq!(presence.away_since("a", last + REQUEST_GRACE - 1), None);
        assert_eq!(presence.away_since("a", last + REQUEST_GRACE), Some(last));
        presence.ask("b", 0);
        presence.connect("b", 1);
        presence.disconnect("b", 100);
        assert_eq!(presence.away_since("b", 100 + DISCONNECT_GRACE), Some(100), "the page is gone");
        assert_eq!(presence.spectators(&[]), 0, "who asks does not watch");
    }

    fn elsewhere(streams: i64, ended: Option<Millis>, asked: Option<Millis>) -> Vec<PresentElsewhere> {
        vec![PresentElsewhere { person: "a".into(), streams, ended, asked }]
    }

    #[test]
    fn who_is_connected_to_another_server_is_not_away() {
        let mut presence = Presence::new(0);
        assert!(presence.set_elsewhere(elsewhere(1, None, None), 100));
        assert!(
            !presence.set_elsewhere(elsewhere(2, None, None), 100),
            "no page shows how many streams there are"
        );
        assert_eq!(presence.away_since("a", 90_000), None);
        assert_eq!((presence.spectators(&[]), presence.spectators(&["a"])), (1, 0));
        presence.set_elsewhere(elsewhere(0, Some(90_000), None), 90_100);
        assert_eq!(presence.away_since("a", 90_000 + DISCONNECT_GRACE), Some(90_000));
        presence.connect("a", 99_000);
        presence.disconnect("a", 99_500);
        assert_eq!(presence.away_since("a", 99_500 + DISCONNECT_GRACE - 1), None);
        assert_eq!(presence.away_since("a", 99_500 + DISCONNECT_GRACE), Some(99_500));
        assert_eq!(presence.told(Some("a"), 99_600), elsewhere(0, Some(99_500), None)[0]);
        // A client that asks different servers in turn.
        presence.set_elsewhere(elsewhere(0, None, Some(105_000)), 100_000);
        assert_eq!(presence.away_since("a", 105_000 + REQUEST_GRACE - 1), None);
        assert_eq!(presence.away_since("a", 105_000 + REQUEST_GRACE), Some(105_000));
    }

    #[test]
    fn who_was_at_a_server_that_has_ended_is_away_from_then_on() {
        let mut presence = Presence::new(0);
        presence.set_elsewhere(elsewhere(2, None, None), 100);
        let stranger = PresentElsewhere { person: String::new(), streams: 3, ended: None, asked: None };
        presence.set_elsewhere([elsewhere(2, None, None), vec![stranger]].concat(), 200);
        assert_eq!(presence.spectators(&[]), 4);
        assert!(presence.set_elsewhere(Vec::new(), 50_000));
        assert_eq!(presence.spectators(&[]), 0);
        assert_eq!(
            presence.away_since("a", 50_000 + DISCONNECT_GRACE - 1),
            None,
            "the page looks for another"
        );
        assert_eq!(presence.away_since("a", 50_000 + DISCONNECT_GRACE), Some(50_000));
    }

    #[test]
    fn other_servers_are_told_of_requests_now_and_then() {
        let mut presence = Presence::new(0);
        presence.ask("a", 10_000);
        assert!(presence.is_telling_due("a", 10_000));
        assert_eq!(presence.told(Some("a"), 10_000), elsewhere(0, None, Some(15_000))[0]);
        assert!(!presence.is_telling_due("a", 14_999) && presence.is_telling_due("a", 15_000));
        presence.connect("a", 15_000);
        assert!(!presence.is_telling_due("a", 90_000), "the stream tells more");
        presence.set_elsewhere(elsewhere(1, None, None), 90_000);
        presence.disconnect("a", 90_000);
        assert!(!presence.is_telling_due("a", 99_000), "so does one at another server");
        presence.set_elsewhere(Vec::new(), 90_000);
        assert_eq!(presence.told(Some("a"), 90_001), elsewhere(0, Some(90_000), None)[0]);
        presence.ask("a", 90_002);
        assert!(presence.is_telling_due("a", 90_002), "they know of no request after the stream");
        assert_eq!(presence.here(), [Some("a".to_owned())]);
    }

    #[test]
    fn visitors_without_an_id_are_counted_by_their_streams() {
        let mut presence = Presence::new(0);
        presence.connect_stranger();
        presence.connect_stranger();
        assert_eq!(presence.spectators(&["a"]), 2);
        presence.disconnect_stranger();
        assert_eq!(presence.spectators(&["a"]), 1);
        assert!(presence.newly_away(1) && !presence.newly_away(2), "it is told once");
    }
}
