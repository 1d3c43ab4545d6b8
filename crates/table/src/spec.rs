//! Everything that is decided before the first event of a table.

use crate::clock::Millis;
use crate::event::{Event, EventKind};
use crate::fairness::Fairness;
use crate::fork::ForkedFrom;
use crate::rejection::{Corrupt, Rejection};
use crate::seating::{self, Occupant};
use crate::series::Round;
use crate::terms::Terms;
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::Seat;
use bagatelle_core::record::{FORMAT, Record};
use serde_json::{Map, Value};

/// What the seed of a game at the end of a lesson begins with.
pub(crate) const LESSON: &str = "lesson:";

/// What is decided before the first event.
#[derive(Clone, PartialEq, Debug)]
pub struct TableSpec {
    /// The unguessable id in the table's address.
    pub id: String,
    /// The game's id in the catalog.
    pub game: String,
    /// The game's options.
    pub options: Value,
    /// The set-up; `None` where the game has one fixed start.
    pub setup: Option<Value>,
    /// The seed's text.
    pub seed: String,
    /// Whether the set-up came from the seed.
    pub dealt: bool,
    /// The date of a daily deal, `2026-11-21`.
    pub daily: Option<String>,
    /// The visitor who made the table.
    pub owner: String,
    /// Who has which seat.
    pub seating: Vec<Occupant>,
    /// What is agreed.
    pub terms: Terms,
    /// When the table was made.
    pub created: Millis,
    /// Its place in a match, if it is part of one.
    pub round: Option<Round>,
    /// Where it continues from, if it does not begin at the beginning.
    pub forked_from: Option<ForkedFrom>,
    /// What the deal can be checked by; `None` where nothing was committed.
    pub fairness: Option<Fairness>,
}

impl TableSpec {
    /// Whether this is the game at the end of a lesson, which is played with help.
    #[must_use]
    pub fn ends_lesson(&self) -> bool {
        self.seed.starts_with(LESSON)
    }

    /// The table from which others have this deal: another one, or this one itself.
    #[must_use]
    pub fn first_of_deal(&self) -> &str {
        let origin = self.forked_from.as_ref().filter(|_| self.dealt);
        origin.and_then(|origin| origin.table.as_deref()).unwrap_or(&self.id)
    }

    /// Whether the deal is made. A deal may wait until all seats are taken.
    #[must_use]
    pub fn is_dealt(&self) -> bool {
        self.fairness.as_ref().is_none_or(|fairness| !fairness.waits)
    }

    /// The record before the first action; without a set-up as long as the deal is not made.
    #[must_use]
    pub fn record(&self) -> Record {
        Record {
            bagatelle: FORMAT,
            game: self.game.clone(),
            options: self.options.clone(),
            setup: self.setup.clone(),
            actions: Vec::new(),
            more: Map::new(),
        }
    }

    /// The game, and the position before the first action, or a placeholder as long as the deal is not made.
    ///
    /// # Errors
    /// When the game is unknown, options or set-up are refused, or the seating does not fit.
    pub fn open(&self) -> Result<(&'static dyn AnyGame, Box<dyn AnyPlay>), Rejection> {
        let record = self.record();
        let game = bagatelle_catalog::game_of(&record)?;
        let play = match self.fairness.as_ref().filter(|fairness| fairness.waits) {
            Some(fairness) => game.open(&fairness.stand_in(game, &self.options)?)?,
            None => game.open_stored(&record)?,
        };
        if self.seating.len() != usize::from(play.seats()) {
            return Err(Rejection::SeatCount { seats: play.seats(), given: self.seating.len() });
        }
        Ok((game, play))
    }

    /// The first events of a table whose players come from another one: each of them is expected. None where
    /// one person plays, whom no player waits for.
    #[must_use]
    pub fn expectations(&self) -> Vec<Event> {
        if seating::count_people(&self.seating) < 2 {
            return Vec::new();
        }
        let seats = Seat::all(u8::try_from(self.seating.len()).unwrap_or(u8::MAX));
        let expected = seats.zip(&self.seating).filter(|(_, occupant)| occupant.person().is_some());
        expected.map(|(seat, _)| Event::new(self.created, EventKind::Expected { seat })).collect()
    }

    /// The seating as it stands in a row.
    #[must_use]
    pub fn stored_seating(&self) -> String {
        TableSpec::write_seating(&self.seating, &self.owner)
    }

    /// A seating as it stands in a row.
    #[must_use]
    pub fn write_seating(seating: &[Occupant], owner: &str) -> String {
        seating::to_stored(seating, owner)
    }

    /// Reads the seating of a row.
    ///
    /// # Errors
    /// When it is damaged.
    pub fn read_seating(text: &str, owner: &str) -> Result<Vec<Occupant>, Corrupt> {
        seating::from_stored(text, owner)
    }
}
