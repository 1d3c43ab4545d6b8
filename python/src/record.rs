//! Records: the documents of games.

use crate::convert::{SeedText, from_python, to_python};
use crate::errors;
use crate::game::Game;
use crate::state::State;
use bagatelle_catalog::encoded_games;
use bagatelle_catalog::records::read_one;
use bagatelle_core::record::{Record as Document, RecordError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A game from its set-up to some position, as the JSON document that all of Bagatelle reads and writes.
#[pyclass(frozen, eq, module = "bagatelle")]
#[derive(Clone, PartialEq)]
pub struct Record(pub(crate) Document);

#[pymethods]
impl Record {
    /// Reads a record from JSON text, or from the dict that such a text stands for.
    ///
    /// Raises ``RecordError`` if it is no record.
    #[staticmethod]
    fn read(document: &Bound<'_, PyAny>) -> PyResult<Record> {
        let text = match document.extract::<String>() {
            Ok(text) => text,
            Err(_) => from_python(Some(document))?.to_string(),
        };
        read_one(&text).map(Record).map_err(errors::record)
    }

    /// The record as JSON text, which ends with a newline.
    fn write(&self) -> String {
        self.0.to_json()
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.0.game
    }

    /// The options, a dict.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.options)
    }

    /// What was decided before the first action, a dict; None where the game has one start.
    #[getter]
    fn setup<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.setup)
    }

    /// The actions, those of chance included, as texts.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.0.actions.clone()
    }

    /// What else stands in the document, a dict.
    #[getter]
    fn more<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0.more)
    }

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
        Ok(State::new(Py::new(py, known)?, start, play, seed))
    }

    fn __repr__(&self) -> String {
        format!("Record({:?}, {} actions)", self.0.game, self.0.actions.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let read = py.get_type::<Record>().getattr("read")?;
        Ok((read, (self.write(),).into_pyobject(py)?))
    }
}
