//! A new event as a form or a program asks for it, with what is usual where nothing is said.

use crate::system::random;
use anyhow::Result;
use bagatelle_catalog::AnyGame;
use bagatelle_core::program::Allowance;
use bagatelle_events::{Count, EventSpec, Form, LateEntry, Refused, Tempo};
use bagatelle_pages::event::Meeting;
use bagatelle_pages::seek;
use bagatelle_table::{Millis, Pace, Terms, deal_options_for};
use serde_json::Value;

/// How many players may join, if nothing is said.
const PLACES: u32 = 16;
/// How many rounds a Swiss event has, if nothing is said.
const ROUNDS: u32 = 5;
/// How many deals a duplicate event has, if nothing is said.
const DEALS: u32 = 6;
/// How long the others wait for an absent player of a live event, if nothing is said, in seconds.
const GRACE_S: u32 = 5 * 60;

/// A new event as it is asked for.
#[derive(Clone, Debug)]
pub struct NewEvent {
    /// What it is called.
    pub title: String,
    /// The id of the game.
    pub game: String,
    /// The options of the game.
    pub options: Value,
    /// How many seats a table has.
    pub seats: Option<u8>,
    /// How players meet.
    pub meeting: Meeting,
    /// How many rounds are played in a Swiss event.
    pub rounds: Option<u32>,
    /// How many deals are played in a duplicate event.
    pub deals: Option<u32>,
    /// The program on the other seats of a duplicate event.
    pub program: Option<String>,
    /// How many days a round takes; `None` if it is live.
    pub days: Option<u32>,
    /// The clock of each game.
    pub pace: Option<Pace>,
    /// How long the others wait for an absent player of a live event, in seconds.
    pub grace_s: Option<u32>,
    /// How many players may join.
    pub places: Option<u32>,
    /// Whether anyone may watch the games.
    pub public: bool,
    /// When it begins by itself.
    pub starts_at: Option<Millis>,
    /// What players get who join a Swiss event late; `None` if no one may.
    pub late: Option<LateEntry>,
}

/// The forms in which a game can be played.
#[must_use]
pub fn meetings(game: &dyn AnyGame) -> Vec<Meeting> {
    let manifest = game.manifest();
    let mut all = Vec::new();
    if manifest.seats.contains(&2) {
        all.extend([Meeting::RoundRobin, Meeting::Swiss, Meeting::KnockOut]);
    }
    if manifest.seeded {
        all.push(Meeting::Duplicate);
    }
    all
}

/// How many seats a table has, if nothing is said: two where two can play.
#[must_use]
pub fn usual_seats(game: &dyn AnyGame) -> u8 {
    let seats = &game.manifest().seats;
    if seats.contains(&2) { 2 } else { *seats.start() }
}

impl NewEvent {
    /// The event, organized by this account.
    ///
    /// # Errors
    /// When there is no such game, or the system gives no randomness.
    pub fn spec(self, organizer: &str) -> Result<Result<EventSpec, Refused>> {
        let Some(game) = bagatelle_catalog::find(&self.game) else { return Ok(Err(Refused::UnknownGame)) };
        let manifest = game.manifest();
        let alone = *manifest.seats.end() == 1;
        let seats = self.seats.unwrap_or_else(|| usual_seats(game));
        let form = match self.meeting {
            Meeting::RoundRobin => Form::RoundRobin,
            Meeting::Swiss => Form::Swiss { rounds: self.rounds.unwrap_or(ROUNDS) },
            Meeting::KnockOut => Form::KnockOut,
            Meeting::Duplicate => {
                let first = || game.programs().first().map(|program| program.name.to_owned());
                let program = self.program.or_else(|| first().filter(|_| seats > 1));
                let count = if counts_moves(game, &self.options) { Count::Moves } else { Count::Points };
                Form::Duplicate { deals: self.deals.unwrap_or(DEALS), program, count }
            }
        };
        let tempo = self.days.map_or(Tempo::Live, |days| Tempo::Mail { days });
        let free = alone || self.meeting == Meeting::Duplicate || self.days.is_some();
        let pace = if free { Pace::Free } else { seek::Tempo::Live.pace(game) };
        let grace_s = match tempo {
            Tempo::Live => Some(self.grace_s.unwrap_or(GRACE_S)),
            Tempo::Mail { .. } => None,
        };
        let terms = Terms {
            pace: self.pace.unwrap_or(pace),
            takebacks: false,
            pauses: false,
            grace_s,
            rated: false,
            listed: false,
            public: self.public,
            unaided: true,
        };
        Ok(Ok(EventSpec {
            title: self.title.trim().to_owned(),
            organizer: organizer.to_owned(),
            game: self.game,
            options: self.options,
            seats,
            form,
            tempo,
            terms,
            places: self.places.unwrap_or(PLACES),
            starts_at: self.starts_at,
            late: self.late,
            seed: random::committed_seed()?.seed.to_string(),
        }))
    }
}

/// Whether the players of the same deal are compared by their moves.
fn counts_moves(game: &dyn AnyGame, options: &Value) -> bool {
    let seats = *game.manifest().seats.start();
    let record = game.deal_by(options, &deal_options_for(game, seats), "1", &Allowance::until(&|| false));
    record.ok().and_then(|record| game.open(&record).ok()).is_some_and(|play| play.has_par())
}
