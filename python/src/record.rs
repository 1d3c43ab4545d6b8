//! Records: the documents of games.

use crate::convert::{from_python, to_python};
use crate::errors;
use bagatelle_catalog::records::read_one;
use bagatelle_core::record::Record as Document;
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

    fn __repr__(&self) -> String {
        format!("Record({:?}, {} actions)", self.0.game, self.0.actions.len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let read = py.get_type::<Record>().getattr("read")?;
        Ok((read, (self.write(),).into_pyobject(py)?))
    }
}
