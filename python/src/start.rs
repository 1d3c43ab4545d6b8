//! How a game comes to be played: it is dealt, or a record is played by the rules.

use crate::batch::Batch;
use crate::convert::SeedText;
use crate::errors;
use crate::game::Game;
use crate::record::Record;
use crate::state::{Start, State};
use bagatelle_catalog::encoded_games;
use bagatelle_core::record::{Record as Document, RecordError};
use pyo3::prelude::*;

#[pymethods]
impl Game {
    /// Deals ``games`` games that are played side by side. A game that is not over after ``limit`` actions is
    /// cut off.
    ///
    /// Raises ``RecordError`` if options are refused.
    #[pyo3(signature = (games, seed, limit=1000))]
    fn batch(slf: &Bound<'_, Game>, games: usize, seed: SeedText, limit: u32) -> PyResult<Batch> {
        let batch = slf.get().deal_many(slf.py(), games, &seed, limit)?;
        Ok(Batch::new(slf.clone().unbind(), batch))
    }

    /// Deals a game. The same seed gives the same deal for ever, and the same chance in it; without one it is
    /// a fresh one. A seed is a text, or an integer, which means the text of its decimal digits: ``7`` is
    /// ``"7"``. A text may say a grade: ``"easy:1"``.
    ///
    /// Raises ``RecordError`` if there is no such deal.
    #[pyo3(signature = (seed=None))]
    fn new_initial_state(slf: &Bound<'_, Game>, seed: Option<SeedText>) -> PyResult<State> {
        let (record, play, seed) = slf.get().deal(slf.py(), seed)?;
        Ok(State::new(slf.clone().unbind(), Start::Dealt(record), play, seed))
    }
}

#[pymethods]
impl Record {
    /// Plays the record by the rules and returns the position at its end. What chance does from there on
    /// follows from the seed, a text or an integer; without one it is always the same.
    ///
    /// Raises ``RecordError`` at the first action that is not legal, and if there is no such game.
    #[pyo3(signature = (seed=None))]
    fn replay(&self, py: Python<'_>, seed: Option<SeedText>) -> PyResult<State> {
        let seed = seed.map_or_else(|| "replay".to_owned(), |seed| seed.0);
        let found = encoded_games().iter().copied().find(|game| game.id() == self.0.game);
        let unknown = || errors::record(RecordError::UnknownGame(self.0.game.clone()));
        let game = found.ok_or_else(unknown)?;
        let play = py.detach(|| game.open_encoded(&self.0)).map_err(errors::record)?;
        let known = Game::of_record(game, self.0.options.clone(), play.seats(), play.numbers());
        let start = Document { actions: Vec::new(), ..self.0.clone() };
        Ok(State::new(Py::new(py, known)?, Start::Dealt(start), play, seed))
    }
}
