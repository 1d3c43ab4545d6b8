//! What the Python package `bagatelle` calls: the games of the catalog as Python classes. Types, for those
//! who read Python, are in `bagatelle/_core.pyi`.
//!
//! [`game`] has what is known without playing, [`state`] a game being played, [`record`] its document;
//! [`start`] begins to play. [`batch`] has many games side by side. [`work`] lets programs and solvers think
//! without the interpreter, [`convert`] turns values into those of Python.

mod batch;
mod convert;
mod errors;
mod game;
mod record;
mod start;
mod state;
mod work;

use pyo3::prelude::*;

/// The compiled part of the package `bagatelle`.
#[pymodule]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("CHANCE", state::CHANCE)?;
    module.add("SPECTATOR", state::SPECTATOR)?;
    module.add("TERMINAL", state::TERMINAL)?;
    module.add("RecordError", module.py().get_type::<errors::RecordError>())?;
    module.add("IllegalAction", module.py().get_type::<errors::IllegalAction>())?;
    module.add_class::<game::Game>()?;
    module.add_class::<state::State>()?;
    module.add_class::<record::Record>()?;
    module.add_class::<batch::Batch>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::load_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::versions, module)?)?;
    Ok(())
}
