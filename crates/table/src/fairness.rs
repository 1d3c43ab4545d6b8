//! How the deal of a table can be checked: the seed that the server has committed to, and what the seats
//! have added.

use crate::rejection::Rejection;
use crate::seating::Occupant;
use bagatelle_catalog::{AnyGame, deal_committed, first_playable};
use bagatelle_core::record::Record;
use bagatelle_core::{CommittedSeed, Randomness, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The seeds of the placeholder for a deal that is not made yet: the same at all tables, so it reveals
/// nothing.
const STAND_IN: [&str; 4] = ["waiting", "waiting 2", "waiting 3", "waiting 4"];

/// What the deal of a table follows from. Seed and nonce are secrets until the game is over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Fairness {
    /// The server's seed.
    #[serde(flatten)]
    pub committed: CommittedSeed,
    /// The options of the deal.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub deal_options: Value,
    /// What each seat has added, in order. Empty for the deal of a day.
    #[serde(default)]
    pub added: Vec<Option<Randomness>>,
    /// Whether the deal is still to be made: it waits until all seats are taken.
    #[serde(default)]
    pub waits: bool,
}

impl Fairness {
    /// A deal to make now, or when all seats are taken.
    #[must_use]
    pub fn new(
        committed: CommittedSeed,
        deal_options: Value,
        seating: &[Occupant],
        given: &[Given],
        waits: bool,
    ) -> Fairness {
        Fairness { committed, deal_options, added: added(seating, given), waits }
    }

    /// Notes what a seat adds, or that it adds nothing.
    pub fn add(&mut self, seat: Seat, randomness: Option<Randomness>) {
        if let Some(added) = self.added.get_mut(seat.index()) {
            *added = randomness;
        }
    }

    /// The deal and the text of its seed.
    ///
    /// # Errors
    /// When the options are refused, or the deal leaves nothing to play.
    pub fn deal(&self, game: &dyn AnyGame, options: &Value) -> Result<(Record, String), Rejection> {
        let dealt = deal_committed(game, options, &self.deal_options, &self.committed, &self.added)?;
        dealt.ok_or(Rejection::NothingToPlay)
    }

    /// The deal and the text of its seed; while the deal waits, what is shown in its place, and no seed.
    ///
    /// # Errors
    /// As [`Fairness::deal`].
    pub fn begin(&self, game: &dyn AnyGame, options: &Value) -> Result<(Record, String), Rejection> {
        match self.waits {
            true => Ok((self.stand_in(game, options)?, String::new())),
            false => self.deal(game, options),
        }
    }

    /// The deal that is shown in place of one that is not made yet.
    ///
    /// # Errors
    /// As [`Fairness::deal`].
    pub fn stand_in(&self, game: &dyn AnyGame, options: &Value) -> Result<Record, Rejection> {
        let seeds = STAND_IN.map(str::to_owned);
        let dealt = first_playable(game, options, &self.deal_options, seeds)?;
        Ok(dealt.ok_or(Rejection::NothingToPlay)?.0)
    }
}

/// Randomness that a person has given for the next deal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// The id of the person.
    pub person: String,
    /// What is added.
    pub randomness: Randomness,
}

/// What each seat adds: a person's randomness is that of the person's first seat.
pub(crate) fn added(seating: &[Occupant], given: &[Given]) -> Vec<Option<Randomness>> {
    let mut given: Vec<&Given> = given.iter().collect();
    let mut of = |occupant: &Occupant| {
        let person = occupant.person()?;
        let place = given.iter().position(|given| given.person == person.id)?;
        Some(given.swap_remove(place).randomness)
    };
    seating.iter().map(&mut of).collect()
}

/// The seed of a new table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FreshSeed {
    /// The text of a seed, for a deal of a wished difficulty, or without a commitment.
    pub text: String,
    /// The seed that the server is committed to.
    pub committed: Option<CommittedSeed>,
    /// What the players have added.
    pub given: Vec<Given>,
}

impl From<&str> for FreshSeed {
    fn from(text: &str) -> FreshSeed {
        FreshSeed { text: text.to_owned(), ..FreshSeed::default() }
    }
}
