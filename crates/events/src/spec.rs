//! Everything that is decided before the first change of an event.

use crate::limits::{FEWEST, LONGEST_TITLE, MOST, MOST_DAYS, MOST_DEALS, MOST_ROUNDS};
use crate::refused::Refused;
use bagatelle_catalog::AnyGame;
use bagatelle_table::{Millis, Terms};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What an event is called whose title a moderator has deleted.
pub const DELETED_TITLE: &str = "Untitled event";

/// How players meet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Form {
    /// Each player meets each other player once, at tables of two.
    RoundRobin,
    /// In each round players meet who have done about equally well, none of them twice. At tables of three or
    /// four, players who have met before may meet again, as rarely as can be arranged.
    Swiss {
        /// How many rounds are played, unless fewer players join than that takes.
        rounds: u32,
    },
    /// The winner of each table goes on, until one player is left.
    KnockOut,
    /// Each player plays the same deals, and the results are compared deal by deal.
    Duplicate {
        /// How many deals are played, one in each round.
        deals: u32,
        /// The program on the other seats; none in a game for one.
        program: Option<String>,
        /// What is compared.
        count: Count,
    },
}

/// What is compared between players of the same deal, if both have won or neither has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Count {
    /// Points: more are better.
    Points,
    /// Moves: fewer are better. Deals that are not won are level.
    Moves,
}

/// When rounds are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Tempo {
    /// A round begins when all games of the one before are decided. Absent players lose after the time of
    /// grace in the terms.
    Live,
    /// A round may take a number of days; the next one begins earlier if all games are decided.
    Mail {
        /// How many.
        days: u32,
    },
}

/// What players get for the rounds that they have missed by joining late.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LateEntry {
    /// No points.
    Zero,
    /// Half a point for each.
    Half,
}

/// What is decided before the first change.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSpec {
    /// What the event is called.
    pub title: String,
    /// The id of the account that made it.
    pub organizer: String,
    /// The id of the game in the catalog.
    pub game: String,
    /// The options of each game, as its rules read them; [`EventSpec::check`] does not look at them.
    #[serde(default)]
    pub options: Value,
    /// How many seats a table has. In rounds whose players do not fill all tables of three or four, tables
    /// have a seat less, or two.
    pub seats: u8,
    /// How players meet.
    pub form: Form,
    /// When rounds are played.
    pub tempo: Tempo,
    /// The terms of each game.
    pub terms: Terms,
    /// How many players may join.
    pub places: u32,
    /// When it begins by itself, if enough players are there by then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<Millis>,
    /// What players get who join a Swiss event after the start, until round 2 is paired; `None` if no one
    /// may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub late: Option<LateEntry>,
    /// The text of the seed for lots and deals. It is secret until the event is over: deals follow from it.
    pub seed: String,
}

fn ensure(holds: bool, otherwise: Refused) -> Result<(), Refused> {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl EventSpec {
    /// Whether each player plays each deal alone or with programs.
    #[must_use]
    pub fn is_duplicate(&self) -> bool {
        matches!(self.form, Form::Duplicate { .. })
    }

    /// Checks that an event can be made of this.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), Refused> {
        let length = self.title.trim().chars().count();
        ensure((1..=LONGEST_TITLE).contains(&length), Refused::Title)?;
        let game = bagatelle_catalog::find(&self.game).ok_or(Refused::UnknownGame)?;
        let manifest = game.manifest();
        let seats = Refused::Seats { game: manifest.name, seats: self.seats };
        ensure(manifest.seats.contains(&self.seats), seats)?;
        let places = FEWEST..=MOST;
        ensure(usize::try_from(self.places).is_ok_and(|all| places.contains(&all)), Refused::Places)?;
        self.check_form(game)?;
        ensure(self.late.is_none() || matches!(self.form, Form::Swiss { .. }), Refused::LateOnlySwiss)?;
        self.terms.pace.check().map_err(Refused::Terms)?;
        match self.tempo {
            Tempo::Live => ensure(self.terms.grace_s.is_some(), Refused::NoGrace),
            Tempo::Mail { days } => ensure((1..=MOST_DAYS).contains(&days), Refused::Days),
        }
    }

    fn check_form(&self, game: &dyn AnyGame) -> Result<(), Refused> {
        let manifest = game.manifest();
        if self.seats == 1 && !self.is_duplicate() {
            return Err(Refused::PlayedAlone);
        }
        match &self.form {
            Form::RoundRobin => ensure(self.seats == 2, Refused::RoundRobinOfTwo),
            Form::Swiss { rounds } => {
                ensure((1..=MOST_ROUNDS).contains(rounds), Refused::Rounds)?;
                self.check_small_tables(game)
            }
            Form::KnockOut => self.check_small_tables(game),
            Form::Duplicate { deals, program, .. } => {
                ensure((1..=MOST_DEALS).contains(deals), Refused::Deals)?;
                ensure(manifest.seeded, Refused::NoDeals(manifest.name))?;
                match program {
                    None => ensure(self.seats == 1, Refused::ProgramMissing),
                    Some(_) if self.seats == 1 => Err(Refused::ProgramUnneeded),
                    Some(name) => {
                        let known = game.programs().iter().any(|known| known.name == *name);
                        let unknown = Refused::NoSuchProgram { game: manifest.name, program: name.clone() };
                        ensure(known, unknown)
                    }
                }
            }
        }
    }

    /// Players seldom fill all tables, so tables of two must be possible.
    fn check_small_tables(&self, game: &dyn AnyGame) -> Result<(), Refused> {
        let manifest = game.manifest();
        ensure(manifest.seats.contains(&2), Refused::Seats { game: manifest.name, seats: 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_written_in_words_that_stay() {
        let program = Some("1".to_owned());
        let duplicate = Form::Duplicate { deals: 8, program, count: Count::Moves };
        for (form, expected) in [
            (Form::RoundRobin, r#""round-robin""#),
            (Form::Swiss { rounds: 5 }, r#"{"swiss":{"rounds":5}}"#),
            (Form::KnockOut, r#""knock-out""#),
            (duplicate, r#"{"duplicate":{"deals":8,"program":"1","count":"moves"}}"#),
        ] {
            assert_eq!(serde_json::to_string(&form).unwrap(), expected);
            assert_eq!(serde_json::from_str::<Form>(expected).unwrap(), form);
        }
        let tempos = [Tempo::Live, Tempo::Mail { days: 3 }];
        assert_eq!(serde_json::to_string(&tempos).unwrap(), r#"["live",{"mail":{"days":3}}]"#);
    }
}
