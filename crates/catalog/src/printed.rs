//! Games of the catalog that can be printed.

use crate::deal::rules;
use crate::game::{AnyGame, Erased};
use bagatelle_core::Printed;
use bagatelle_core::printed::{Booklet, Ink};
use bagatelle_core::record::RecordError;
use serde_json::Value;

/// A game in the catalog that can be printed: see [`Printed`].
pub trait PrintedGame: AnyGame {
    /// The keys of the questions about options whose answers change what is printed.
    fn asked(&self) -> &'static [&'static str];

    /// What paper needs of the game under these options, a JSON object or null.
    ///
    /// # Errors
    /// When the options are not understood or refused: a board file that is no board, say.
    fn booklet(&self, options: &Value, ink: Ink) -> Result<Booklet, RecordError>;
}

impl<G: Printed> PrintedGame for Erased<G> {
    fn asked(&self) -> &'static [&'static str] {
        G::ASKED
    }

    fn booklet(&self, options: &Value, ink: Ink) -> Result<Booklet, RecordError> {
        Ok(Booklet::of(&rules::<G>(options, &Value::Null)?.0, ink))
    }
}
