//! The large tables, as the rest of the program keeps them and the solver gets them.

use super::proof::{self, Prove, Prover};
use crate::rules::BrainBurn;
use bagatelle_core::Tabled;
use std::sync::OnceLock;

/// Large tables for proofs. The code that uses them is in a program only if it makes them from bytes, which
/// the module for browsers does not do.
pub struct LargeTables(pub(super) Box<dyn Prove>);

impl std::fmt::Debug for LargeTables {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("LargeTables").finish_non_exhaustive()
    }
}

impl LargeTables {
    /// The tables of [`Tabled::build`]; `None` if the number of bytes is wrong.
    #[must_use]
    pub fn new(tables: Vec<u8>) -> Option<Self> {
        Prover::new(tables).map(|prover| Self(Box::new(prover)))
    }
}

/// The tables that were accepted.
static TAKEN: OnceLock<LargeTables> = OnceLock::new();

/// The large tables, if there are any.
pub(crate) fn taken() -> Option<&'static LargeTables> {
    TAKEN.get()
}

impl Tabled for BrainBurn {
    const VERSION: u32 = 1;
    const PURPOSE: &'static str = "lower bounds within a few slides, and proofs that a solution is shortest";

    fn build(progress: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>> {
        proof::build(progress)
    }

    fn take(tables: Vec<u8>) -> bool {
        let Some(tables) = LargeTables::new(tables) else { return false };
        // Whether there are some already does not matter: they are the same.
        let _ = TAKEN.set(tables);
        true
    }
}
