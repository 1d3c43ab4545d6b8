//! Between JSON values and those of Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use serde::Serialize;
use serde_json::Value;

/// A seed: a text, or an integer, which stands for its decimal digits.
pub struct SeedText(pub String);

impl<'py> FromPyObject<'_, 'py> for SeedText {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<SeedText> {
        if let Ok(text) = given.extract::<String>() {
            return Ok(SeedText(text));
        }
        // NumPy's integers are integers, too.
        let index = given.py().import("operator")?.call_method1("index", (given,));
        match index {
            Ok(number) if !given.is_instance_of::<PyBool>() => Ok(SeedText(number.str()?.to_string())),
            _ => {
                let what = given.get_type().name()?;
                Err(PyTypeError::new_err(format!("a seed is a text or an integer, not {what}")))
            }
        }
    }
}

/// A value as Python's `json.loads` makes it: dicts, lists, strings, numbers, booleans and None.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(crate::errors::illegal)?;
    loads(py, &text)
}

/// A JSON text as Python values.
pub fn loads<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (text,))
}

/// What Python's `json.dumps` makes of a value; null for None.
pub fn from_python(value: Option<&Bound<'_, PyAny>>) -> PyResult<Value> {
    let Some(value) = value else { return Ok(Value::Null) };
    let text = value.py().import("json")?.call_method1("dumps", (value,))?;
    let text: String = text.extract()?;
    serde_json::from_str(&text).map_err(crate::errors::illegal)
}

/// A value as the data class of this name in `bagatelle.results`.
pub fn result<'py>(py: Python<'py>, class: &str, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let fields = to_python(py, value)?;
    py.import("bagatelle.results")?.getattr(class)?.call_method1("of", (fields,))
}
