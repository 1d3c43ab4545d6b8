//! The exceptions of the package.

use bagatelle_core::record::RecordError as Why;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    bagatelle,
    RecordError,
    PyValueError,
    "A record, or options, cannot be used; the message says why."
);
create_exception!(
    bagatelle,
    IllegalAction,
    PyValueError,
    "An action is not legal now, or no action at all; the message says why."
);

/// There is no game or program of this name.
pub fn unknown_name(py: Python<'_>, why: String) -> PyErr {
    let made = || py.import("bagatelle.errors")?.getattr("UnknownName")?.call1((why,));
    made().map_or_else(|error| error, PyErr::from_value)
}

/// A record, options or deal options that cannot be used.
pub fn record(why: Why) -> PyErr {
    RecordError::new_err(why.to_string())
}

/// A state without a record is asked for it.
pub fn no_record() -> PyErr {
    RecordError::new_err(
        "this state has no record: it does not come from a deal (State.resample, State.worlds, Batch.state)",
    )
}

/// An action that cannot be taken.
pub fn illegal(why: impl ToString) -> PyErr {
    IllegalAction::new_err(why.to_string())
}
