//! A game that can be dealt and opened, without its type.

use crate::deal::{self, deal};
use crate::play::{AnyPlay, Play};
use bagatelle_core::persona::{NEIGHBOURS, Persona};
use bagatelle_core::present::{Grade, Lesson, Manifest, Playable, ScorePad};
use bagatelle_core::program::{Allowance, ProgramInfo};
use bagatelle_core::record::{Record, RecordError};
use bagatelle_core::{Seat, Seed, WorldDate};
use maud::Markup;
use serde_json::Value;
use std::marker::PhantomData;

/// A game in the catalog.
pub trait AnyGame: Send + Sync {
    /// The id that records, addresses and commands use.
    fn id(&self) -> &'static str;
    /// What is known of the game without opening it: name, seats, questions, limits.
    fn manifest(&self) -> &'static Manifest;
    /// Whether some viewer may not know something that a position holds.
    fn hidden(&self) -> bool;
    /// The rules in plain words, as an HTML fragment.
    fn rules_page(&self) -> Markup;
    /// The keys of this game in addition to those of every board, and what each does.
    fn keys(&self) -> &'static [(&'static str, &'static str)];
    /// The lesson that teaches the game.
    fn lesson(&self) -> Option<&'static Lesson>;
    /// The programs that play the game: yardsticks, then levels, weakest first.
    fn programs(&self) -> Vec<ProgramInfo>;
    /// The opponent that a program of this game is; `None` for a yardstick, and where there is no such
    /// program.
    fn persona(&self, program: &str) -> Option<Persona> {
        self.programs().into_iter().find(|info| info.name == program)?.persona
    }
    /// The opponents at a table, by seat, from the programs on its seats: no two have the same name. A
    /// program that has a seat already looks and is called like a [neighbour](NEIGHBOURS) of its persona.
    fn personas<'a>(&self, programs: &mut dyn Iterator<Item = Option<&'a str>>) -> Vec<Option<Persona>> {
        let mut neighbours = NEIGHBOURS.into_iter();
        let mut met: Vec<&str> = Vec::new();
        let mut each = |program: &'a str| {
            let persona = self.persona(program)?;
            let again = met.contains(&program);
            met.push(program);
            let neighbour = again.then(|| neighbours.next()).flatten();
            Some(neighbour.map_or(persona, |(name, face)| Persona { name, face, ..persona }))
        };
        programs.map(|program| each(program?)).collect()
    }
    /// Whether [`AnyGame::workshop`] returns a page.
    fn has_workshop(&self) -> bool;
    /// The page on which something of the game can be made, such as a board, as an HTML fragment; `None`
    /// where the game has none. `text` is what has been made so far, empty at first.
    fn workshop(&self, text: &str) -> Option<Markup>;
    /// What keeps score for people who play with real pieces.
    fn score_pad(&self) -> Option<&'static dyn ScorePad>;
    /// Deals a new record. The same seed gives the same one forever. Null means no options.
    ///
    /// # Errors
    /// When options or deal options are not understood or refused.
    fn deal(&self, options: &Value, deal_options: &Value, seed: &Seed) -> Result<Record, RecordError>;
    /// As [`AnyGame::deal`], from the text of a seed, which may say a grade: `easy:7K2M-0Q9D-XXV3-41TB`.
    ///
    /// # Errors
    /// When options or deal options are refused, or no deal of the grade is found with this allowance.
    fn deal_by(
        &self,
        options: &Value,
        deal_options: &Value,
        text: &str,
        allowance: &Allowance<'_>,
    ) -> Result<Record, RecordError>;
    /// Refuses what a new game is not to have ([`check_wishes`](bagatelle_core::Game::check_wishes)).
    ///
    /// # Errors
    /// When an option has no effect, or options or deal options are not understood or refused.
    fn check_wishes(&self, options: &Value, deal_options: &Value) -> Result<(), RecordError>;
    /// Takes the wanted grade, if there is one, out of deal options and returns the text of a seed that says
    /// it.
    ///
    /// # Errors
    /// When there is no such grade.
    fn seed_text(&self, deal_options: &mut Value, text: &str) -> Result<String, RecordError> {
        deal::seed_text(self.manifest(), deal_options, text)
    }
    /// The grade that the text of a seed says.
    fn grade_of(&self, text: &str) -> Option<&'static Grade> {
        let place = Grade::split(self.manifest().all_grades(), text).0?;
        self.manifest().all_grades().nth(place)
    }
    /// The text of the seed of this game's deal of a day, which says the grade of the day. `text` is the one
    /// that the day has for all games.
    fn seed_of_day(&self, date: WorldDate, text: String) -> String {
        match self.manifest().grade_of_day(date) {
            Some(grade) => grade.seed(&text),
            None => text,
        }
    }
    /// Opens the position at the end of a record.
    ///
    /// # Errors
    /// As [`Record::replay`].
    fn open(&self, record: &Record) -> Result<Box<dyn AnyPlay>, RecordError>;
    /// Opens the first position of a stored game, which may have begun under an older version; actions are
    /// left out.
    ///
    /// # Errors
    /// When options or set-up are refused.
    fn open_stored(&self, record: &Record) -> Result<Box<dyn AnyPlay>, RecordError>;
    /// The set-up of a game under these options that a seat begins
    /// ([`begun_by`](bagatelle_core::Game::begun_by)).
    ///
    /// # Errors
    /// When the options are refused.
    fn begun_by(&self, options: &Value, seat: Seat) -> Result<Option<Value>, RecordError>;
    /// Whether the game finds positions to think about.
    fn has_positions(&self) -> bool;
}

/// A game without its type.
pub(crate) struct Erased<G>(PhantomData<fn() -> G>);

impl<G: Playable> Erased<G> {
    pub(crate) const NEW: Erased<G> = Erased(PhantomData);
}

impl<G: Playable> AnyGame for Erased<G> {
    fn id(&self) -> &'static str {
        G::ID
    }

    fn manifest(&self) -> &'static Manifest {
        const { &G::MANIFEST }
    }

    fn hidden(&self) -> bool {
        G::HIDDEN
    }

    fn rules_page(&self) -> Markup {
        G::rules_page()
    }

    fn keys(&self) -> &'static [(&'static str, &'static str)] {
        G::keys()
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        G::lesson()
    }

    fn programs(&self) -> Vec<ProgramInfo> {
        G::programs().iter().map(|spec| spec.info()).collect()
    }

    fn has_workshop(&self) -> bool {
        G::workshop().is_some()
    }

    fn workshop(&self, text: &str) -> Option<Markup> {
        G::workshop().map(|workshop| workshop.page(text))
    }

    fn score_pad(&self) -> Option<&'static dyn ScorePad> {
        G::score_pad()
    }

    fn deal(&self, options: &Value, deal_options: &Value, seed: &Seed) -> Result<Record, RecordError> {
        let (game, setup) = deal::<G>(options, deal_options, seed)?;
        Ok(Record::start(&game, &setup))
    }

    fn deal_by(
        &self,
        options: &Value,
        deal_options: &Value,
        text: &str,
        allowance: &Allowance<'_>,
    ) -> Result<Record, RecordError> {
        let (game, setup) = deal::deal_by::<G>(options, deal_options, text, allowance)?;
        Ok(Record::start(&game, &setup))
    }

    fn check_wishes(&self, options: &Value, deal_options: &Value) -> Result<(), RecordError> {
        deal::check_wishes::<G>(options, deal_options)
    }

    fn open(&self, record: &Record) -> Result<Box<dyn AnyPlay>, RecordError> {
        Ok(Box::new(Play::<G>::open(record)?))
    }

    fn open_stored(&self, record: &Record) -> Result<Box<dyn AnyPlay>, RecordError> {
        Ok(Box::new(Play::<G>::open_stored(record)?))
    }

    fn begun_by(&self, options: &Value, seat: Seat) -> Result<Option<Value>, RecordError> {
        let (game, _) = deal::rules::<G>(options, &Value::Null)?;
        Ok(game.begun_by(seat).map(|setup| serde_json::to_value(setup).expect("set-ups are plain JSON")))
    }

    fn has_positions(&self) -> bool {
        G::new(&G::Options::default()).is_ok_and(|game| game.puzzler().is_some())
    }
}
