//! Games of the catalog that can be printed.

use crate::deal::rules;
use crate::game::{AnyGame, Erased};
use bagatelle_core::Printed;
use bagatelle_core::printed::{Booklet, Ink};
use bagatelle_core::record::RecordError;
use serde_json::Value;

/// A game in the catalog that can be printed: see [`Printed`].
pub trait PrintedGame: AnyGame {
    /// What paper needs of the game under these options, a JSON object or null.
    ///
    /// # Errors
    /// When the options are not understood or refused: a board file that is no board, say.
    fn booklet(&self, options: &Value, ink: Ink) -> Result<Booklet, RecordError>;
}

impl<G: Printed> PrintedGame for Erased<G> {
    fn booklet(&self, options: &Value, ink: Ink) -> Result<Booklet, RecordError> {
        Ok(Booklet::of(&rules::<G>(options, &Value::Null)?.0, ink))
    }
}
