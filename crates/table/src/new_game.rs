//! New tables: from what a visitor asks for to a [`TableSpec`].

use crate::clock::Millis;
use crate::fairness::{Fairness, FreshSeed, Given, added};
use crate::fork::{Fork, ForkedFrom};
use crate::lesson;
use crate::names::check_name;
use crate::rejection::Rejection;
use crate::seating::{Occupant, Person};
use crate::series::{MATCH_LENGTHS, Round};
use crate::spec::{LESSON, TableSpec};
use crate::table::Table;
use crate::terms::Terms;
use crate::visitor::Visitor;
use bagatelle_catalog::{AnyGame, AnyPlay};
use bagatelle_core::present::{Finale, FinaleStart};
use bagatelle_core::program::Allowance;
use bagatelle_core::record::{FORMAT, Record};
use bagatelle_core::{CommittedSeed, Randomness, Seat, Turn, WorldDate};
use serde_json::{Map, Value, json};

/// The longest seed, in characters.
pub const LONGEST_SEED: usize = 100;

/// Who will take a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeatRequest {
    /// A program of this name.
    Program(String),
    /// The seat is open.
    Open,
    /// Another person, who is known before the game is made: a player of an event.
    Person(Person),
}

/// A request for a seat by the name of a program, or `open`.
#[must_use]
pub fn seat_request(name: String) -> SeatRequest {
    if name == "open" { SeatRequest::Open } else { SeatRequest::Program(name) }
}

/// Where a deal comes from.
#[derive(Clone, PartialEq, Debug)]
pub enum DealSource {
    /// A fresh seed.
    Fresh,
    /// A fresh seed that the server is committed to, and what the owner adds.
    Committed(CommittedSeed, Option<Randomness>),
    /// A seed that the visitor typed; a fresh one if it is empty.
    Seed(String),
    /// The deal of a day, the same for all: `2026-11-21`; from a seed that the server is committed to, if it
    /// is.
    Daily(WorldDate, Option<CommittedSeed>),
    /// The deal of another table, so that results can be compared.
    Same(Box<TableSpec>),
    /// A set-up given explicitly, as in a record.
    Setup(Value),
    /// The actions of another game, or of a record. Its options take the place of the request's.
    Fork(Box<Fork>),
    /// The game at the end of the lesson, with its options and its opponent in the place of the request's.
    Lesson,
}

impl DealSource {
    /// Whether the options and the deal options of the request decide the deal.
    fn is_dealt(&self) -> bool {
        self.is_fresh() || matches!(self, DealSource::Seed(_) | DealSource::Daily(..))
    }

    /// Whether the deal comes from a fresh seed.
    fn is_fresh(&self) -> bool {
        matches!(self, DealSource::Fresh | DealSource::Committed(..))
    }
}

/// A new table as a visitor asks for it.
#[derive(Clone, PartialEq, Debug)]
pub struct NewGame {
    /// The game's id in the catalog.
    pub game: String,
    /// The game's options, a JSON object or null.
    pub options: Value,
    /// The options of the deal, a JSON object or null.
    pub deal_options: Value,
    /// Where the deal comes from.
    pub source: DealSource,
    /// Who takes the seats that the owner does not take; the last one takes all that are left. Empty: the
    /// owner takes all.
    pub others: Vec<SeatRequest>,
    /// The owner's seat, where others take the rest; `None` to watch programs on all seats.
    pub sit: Option<u8>,
    /// The owner's name, as the other players see it.
    pub name: String,
    /// What is agreed.
    pub terms: Terms,
    /// The most rounds of a match of two; 1 for a single game.
    pub best_of: u8,
}

/// The options of a deal for this many seats, if a game deals for different numbers.
#[must_use]
pub fn deal_options_for(game: &dyn AnyGame, seats: u8) -> Value {
    let asks = (game.manifest().deal_options)().iter().any(|question| question.key == "seats");
    if asks { json!({ "seats": seats }) } else { Value::Null }
}

/// The game at the end of the lesson of a game.
fn finale(game: &dyn AnyGame) -> Result<Finale, Rejection> {
    game.lesson().map(|lesson| lesson.finale).ok_or(Rejection::NoLesson)
}

impl NewGame {
    /// A game as its deal and the rules of the house have it: one person takes all seats. The name is empty.
    #[must_use]
    pub fn new(game: &str, source: DealSource) -> NewGame {
        NewGame {
            game: game.to_owned(),
            options: Value::Null,
            deal_options: Value::Null,
            source,
            others: Vec::new(),
            sit: Some(0),
            name: String::new(),
            terms: Terms::default(),
            best_of: 1,
        }
    }

    /// A game that continues another one.
    #[must_use]
    pub fn continued(fork: Fork, others: Vec<SeatRequest>, sit: Option<u8>, name: String) -> NewGame {
        let game = fork.record.game.clone();
        let sit = Some(sit.unwrap_or(0));
        NewGame { others, sit, name, ..NewGame::new(&game, DealSource::Fork(Box::new(fork))) }
    }

    /// Whether the owner plays with other people, who see the owner's name.
    fn has_company(&self) -> bool {
        self.others.iter().any(|other| !matches!(other, SeatRequest::Program(_)))
    }

    /// Whether other people are to join, who see the owner's name.
    #[must_use]
    pub fn has_open_seats(&self) -> bool {
        self.others.contains(&SeatRequest::Open)
    }

    /// Checks the request and makes the table. `id` is the new table's; `seeds` are fresh seeds to take the
    /// first one that makes a game from. A deal of a wanted difficulty is looked for with this allowance.
    ///
    /// # Errors
    /// Why the request is rejected.
    pub fn plan(
        mut self,
        owner: &Visitor,
        id: String,
        seeds: &[String],
        now: Millis,
        allowance: &Allowance<'_>,
    ) -> Result<TableSpec, Rejection> {
        let game = bagatelle_catalog::find(&self.game).ok_or(Rejection::UnknownGame)?;
        if self.source == DealSource::Lesson {
            self.take_from_lesson(game)?;
        }
        self.check(game, owner)?;
        if self.terms.rated {
            // What counts is what was played.
            self.terms.takebacks = false;
        }
        let fresh = || seeds.first().cloned().ok_or(Rejection::NothingToPlay);
        let mut fairness = None;
        let (record, seed) = match &self.source {
            DealSource::Fresh => self.fresh(game, seeds, allowance)?,
            DealSource::Seed(text) if text.trim().is_empty() => self.fresh(game, seeds, allowance)?,
            DealSource::Seed(text) => self.dealt(game, text.trim().to_owned(), allowance)?,
            DealSource::Committed(committed, given) => {
                let given = given.map(|randomness| Given { person: owner.id().to_owned(), randomness });
                let deal = self.committed(game, owner, *committed, given.as_slice())?;
                fairness.insert(deal).begin(game, &self.options)?
            }
            DealSource::Daily(date, committed) => {
                fairness = committed.map(|seed| Fairness::new(seed, Value::Null, &[], &[], false));
                let plain = || format!("daily:{date}");
                let text = committed.map_or_else(plain, |seed| seed.day_seed(&date.to_string()));
                self.dealt(game, game.seed_of_day(*date, text), allowance)?
            }
            DealSource::Same(spec) => {
                // The deal of a day is as fair for each who plays it.
                fairness = spec.daily.is_some().then(|| spec.fairness.clone()).flatten();
                (spec.record(), spec.seed.clone())
            }
            DealSource::Setup(setup) => (self.given(setup), fresh()?),
            DealSource::Fork(fork) => (fork.record.clone(), fresh()?),
            DealSource::Lesson => self.end_of_lesson(game, seeds, allowance)?,
        };
        let play = game.open(&record)?;
        // A board can be such that nothing moves on it. A record is looked back at all the same.
        if play.turn() == Turn::Over && !matches!(self.source, DealSource::Fork(_)) {
            return Err(Rejection::NothingToPlay);
        }
        Ok(TableSpec {
            round: (self.best_of > 1 && play.seats() == 2).then(|| Round::first(&id, self.best_of)),
            id,
            game: self.game.clone(),
            options: record.options,
            setup: record.setup.filter(|_| fairness.as_ref().is_none_or(|fairness| !fairness.waits)),
            seed,
            dealt: match self.source {
                DealSource::Setup(_) | DealSource::Fork(_) => false,
                DealSource::Lesson => matches!(finale(game)?.start, FinaleStart::Deal { .. }),
                _ => true,
            },
            daily: match &self.source {
                DealSource::Daily(date, _) => Some(date.to_string()),
                DealSource::Same(spec) => spec.daily.clone(),
                _ => None,
            },
            owner: owner.id().to_owned(),
            seating: self.seating(game, play.as_ref(), owner)?,
            terms: self.terms,
            created: now,
            forked_from: match &self.source {
                DealSource::Fork(fork) => Some(fork.origin()),
                DealSource::Same(spec) => {
                    Some(ForkedFrom { table: Some(spec.first_of_deal().to_owned()), plies: 0 })
                }
                _ => None,
            },
            fairness,
        })
    }

    /// What the deal of a committed seed follows from. Where other people are to join and there is something
    /// to deal, the deal waits until all seats are taken, so that all can add to it.
    fn committed(
        &self,
        game: &dyn AnyGame,
        owner: &Visitor,
        committed: CommittedSeed,
        given: &[Given],
    ) -> Result<Fairness, Rejection> {
        let waits = self.has_open_seats() && game.manifest().seeded;
        let no_wish = self.deal_options.as_object().is_some_and(Map::is_empty);
        let deal_options = if no_wish { Value::Null } else { self.deal_options.clone() };
        let fairness = Fairness::new(committed, deal_options, &[], &[], waits);
        // How many seats there are does not depend on the deal.
        let play = game.open(&fairness.stand_in(game, &self.options)?)?;
        let added = added(&self.seating(game, play.as_ref(), owner)?, given);
        Ok(Fairness { added, ..fairness })
    }

    fn check(&self, game: &dyn AnyGame, owner: &Visitor) -> Result<(), Rejection> {
        if !MATCH_LENGTHS.contains(&self.best_of) {
            return Err(Rejection::MatchLength);
        }
        // Everyone who joins a game that continues another one is told so, and nothing is at stake.
        let fair = self.source.is_fresh() || matches!(self.source, DealSource::Fork(_));
        if self.has_open_seats() && game.hidden() && !fair {
            return Err(Rejection::UnfairDeal);
        }
        self.terms.pace.check().map_err(Rejection::Terms)?;
        if self.source.is_dealt() {
            game.check_wishes(&self.options, &self.deal_options)?;
        }
        if let DealSource::Seed(text) = &self.source
            && text.chars().count() > LONGEST_SEED
        {
            return Err(Rejection::SeedTooLong(LONGEST_SEED));
        }
        if !self.terms.rated {
            return Ok(());
        }
        let people = !self.others.is_empty() && self.others.iter().all(|other| *other == SeatRequest::Open);
        match () {
            () if !owner.has_account() => Err(Rejection::RatedOwnerNeedsAccount),
            () if !people || self.sit.is_none() => Err(Rejection::RatedPeopleOnly),
            () if !self.source.is_fresh() => Err(Rejection::RatedNeedsFreshDeal),
            () => Ok(()),
        }
    }

    fn dealt(
        &self,
        game: &dyn AnyGame,
        seed: String,
        allowance: &Allowance<'_>,
    ) -> Result<(Record, String), Rejection> {
        let mut deal_options = self.deal_options.clone();
        // The deal of a day is one for all.
        let seed = match &self.source {
            DealSource::Daily(..) => seed,
            _ => game.seed_text(&mut deal_options, &seed)?,
        };
        let record = game.deal_by(&self.options, &deal_options, &seed, allowance)?;
        Ok((record, seed))
    }

    /// A deal from a fresh seed; the next seed is taken if the game would be over before it has begun.
    fn fresh(
        &self,
        game: &dyn AnyGame,
        seeds: &[String],
        allowance: &Allowance<'_>,
    ) -> Result<(Record, String), Rejection> {
        for seed in seeds {
            let (record, seed) = self.dealt(game, seed.clone(), allowance)?;
            if game.open(&record)?.turn() != Turn::Over {
                return Ok((record, seed));
            }
        }
        Err(Rejection::NothingToPlay)
    }

    /// Takes options, opponent and seat from the game at the end of the lesson.
    fn take_from_lesson(&mut self, game: &dyn AnyGame) -> Result<(), Rejection> {
        let finale = finale(game)?;
        let options = match finale.start {
            FinaleStart::Deal { options, deal_options } => {
                self.deal_options = lesson::json(deal_options)?;
                options
            }
            FinaleStart::Position { options, .. } => options,
        };
        self.options = lesson::json(options)?;
        self.others = match finale.opponent {
            "" => Vec::new(),
            program => vec![SeatRequest::Program(program.to_owned())],
        };
        self.sit = Some(finale.seat);
        Ok(())
    }

    /// The game at the end of the lesson, under a seed that says so.
    fn end_of_lesson(
        &self,
        game: &dyn AnyGame,
        seeds: &[String],
        allowance: &Allowance<'_>,
    ) -> Result<(Record, String), Rejection> {
        let seeds: Vec<String> = seeds.iter().map(|seed| format!("{LESSON}{seed}")).collect();
        match finale(game)?.start {
            FinaleStart::Deal { .. } => self.fresh(game, &seeds, allowance),
            FinaleStart::Position { setup, .. } => {
                let seed = seeds.into_iter().next().ok_or(Rejection::NothingToPlay)?;
                Ok((self.given(&lesson::json(setup)?), seed))
            }
        }
    }

    fn given(&self, setup: &Value) -> Record {
        Record {
            bagatelle: FORMAT,
            game: self.game.clone(),
            options: if self.options.is_null() { Value::Object(Map::new()) } else { self.options.clone() },
            setup: Some(setup.clone()).filter(|s| !s.is_null()),
            actions: Vec::new(),
            more: Map::new(),
        }
    }

    fn seating(
        &self,
        game: &dyn AnyGame,
        play: &dyn AnyPlay,
        owner: &Visitor,
    ) -> Result<Vec<Occupant>, Rejection> {
        let count = play.seats();
        let name = game.manifest().name;
        let known = |program: &String| game.programs().iter().any(|known| known.name == program);
        for other in &self.others {
            if let SeatRequest::Program(program) = other
                && !known(program)
            {
                return Err(Rejection::NoSuchProgram { game: name, program: program.clone() });
            }
        }
        if self.has_open_seats() && count < 2 {
            return Err(Rejection::PlayedAlone(name));
        }
        if self.sit.is_some_and(|sit| sit >= count) {
            return Err(Rejection::SeatOutOfRange(count));
        }
        let me = |name: &str| Occupant::Person(Person::new(owner.id(), name));
        let Some(last) = self.others.last() else {
            if count > 1 && game.hidden() && play.turn() != Turn::Over {
                return Err(Rejection::OnePlayerAllHands(name));
            }
            return Ok(vec![me(""); usize::from(count)]);
        };
        let my_name = if self.has_company() { check_name(&self.name)? } else { String::new() };
        let mut others = self.others.iter();
        let occupant = |seat| match () {
            () if self.sit == Some(seat) => me(&my_name),
            () => match others.next().unwrap_or(last) {
                SeatRequest::Program(program) => Occupant::program(program.clone()),
                SeatRequest::Open => Occupant::Open,
                SeatRequest::Person(person) => Occupant::Person(person.clone()),
            },
        };
        Ok((0..count).map(occupant).collect())
    }
}

impl Table {
    /// A fresh deal of the same game under the same options and terms, with this seating.
    ///
    /// # Errors
    /// When the options of the table are refused.
    pub fn another(
        &self,
        seating: Vec<Occupant>,
        id: String,
        seed: FreshSeed,
        now: Millis,
        allowance: &Allowance<'_>,
    ) -> Result<TableSpec, Rejection> {
        let spec = self.spec();
        let deal_options = deal_options_for(self.game(), u8::try_from(seating.len()).unwrap_or(u8::MAX));
        let manifest = self.game().manifest();
        // After a position that was set up, as the one on the first page, a short deal comes first.
        let graded = self.play().is_graded() && spec.forked_from.is_none();
        let first = || manifest.grades.get(manifest.first_grade?).filter(|_| graded);
        let grade = self.game().grade_of(&spec.seed).or_else(|| if spec.dealt { None } else { first() });
        let fairness = seed
            .committed
            .filter(|_| grade.is_none() && manifest.seeded)
            .map(|committed| Fairness::new(committed, deal_options.clone(), &seating, &seed.given, false));
        let (record, seed) = match &fairness {
            Some(fairness) => fairness.deal(self.game(), &spec.options)?,
            None => {
                let seed = grade.map_or_else(|| seed.text.clone(), |grade| grade.seed(&seed.text));
                (self.game().deal_by(&spec.options, &deal_options, &seed, allowance)?, seed)
            }
        };
        Ok(TableSpec {
            id,
            setup: record.setup,
            seed,
            dealt: true,
            daily: None,
            seating,
            created: now,
            round: None,
            forked_from: None,
            fairness,
            ..TableSpec::clone(spec)
        })
    }

    /// The rematch: the same players and programs, each on the next seat. In a match that is decided, a new
    /// match.
    ///
    /// # Errors
    /// As [`Table::another`].
    pub fn rematch(
        &self,
        id: String,
        mut seed: FreshSeed,
        now: Millis,
        allowance: &Allowance<'_>,
    ) -> Result<TableSpec, Rejection> {
        let mut seating = self.original_seating();
        seating.rotate_right(1);
        seed.given.extend(self.given_to_next.iter().cloned());
        let mut spec = self.another(seating, id, seed, now, allowance)?;
        spec.round = self.spec().round.as_ref().map(|round| Round::first(&spec.id, round.best_of));
        Ok(spec)
    }

    /// The next round of the match that this table is part of, for one of its players or its owner.
    ///
    /// # Errors
    /// When the caller has no part in it, the game is not over, or the match is decided.
    pub fn next_round(
        &self,
        visitor: Option<&Visitor>,
        id: String,
        seed: FreshSeed,
        now: Millis,
        allowance: &Allowance<'_>,
    ) -> Result<TableSpec, Rejection> {
        let viewpoint = self.viewpoint(visitor);
        if !viewpoint.is_player() && !viewpoint.owner {
            return Err(Rejection::NotSeated);
        }
        let (round, outcome) =
            self.spec().round.as_ref().zip(self.outcome()).ok_or(Rejection::NoNextRound)?;
        let next = round.next(&outcome, self.game().manifest().next_round).ok_or(Rejection::NoNextRound)?;
        let manifest = self.game().manifest();
        let began = match self.play().at(0).turn() {
            Turn::Seat(seat) => seat,
            Turn::Chance | Turn::Over => Seat(0),
        };
        let begins = round.beginner(&outcome, manifest.next_round, began);
        if let Some(setup) = self.game().begun_by(&self.spec().options, begins)? {
            let setup = Some(setup).filter(|setup| !setup.is_null());
            let next = Round { players: round.players, ..next };
            let spec = self.another(self.seating().to_vec(), id, seed, now, allowance)?;
            return Ok(TableSpec { setup, round: Some(next), ..spec });
        }
        // A player keeps the number of the match and moves to that player's new seat.
        let seat_of = |player: u8| round.players.iter().position(|&p| p == player);
        let occupants = next.players.iter().filter_map(|&p| self.seating().get(seat_of(p)?).cloned());
        let mut spec = self.another(occupants.collect(), id, seed, now, allowance)?;
        spec.round = Some(next);
        Ok(spec)
    }

    /// The same game again for the owner, who plays without other people.
    ///
    /// # Errors
    /// When the caller is not the owner, or other people have had seats.
    pub fn play_again(
        &self,
        visitor: Option<&Visitor>,
        id: String,
        seed: FreshSeed,
        now: Millis,
        allowance: &Allowance<'_>,
    ) -> Result<TableSpec, Rejection> {
        if !self.may_play_again(&self.viewpoint(visitor)) {
            return Err(Rejection::NotSeated);
        }
        self.another(self.original_seating(), id, seed, now, allowance)
    }
}
