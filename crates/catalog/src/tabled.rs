//! Games of the catalog that have large tables.

use crate::game::{AnyGame, Erased};
use bagatelle_core::Tabled;
use bagatelle_core::present::Playable;
use bagatelle_core::tabled::{NotTables, seal, unseal};

/// A game in the catalog that has large tables: see [`Tabled`].
pub trait TabledGame: AnyGame {
    /// What the tables are good for, in one line.
    fn purpose(&self) -> &'static str;
    /// Builds them, as the bytes of a file. `progress` gets the finished share, 0.0 to 1.0, and ends the
    /// work by returning `false`.
    fn build_tables(&self, progress: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>>;
    /// Takes the bytes of such a file; the game's solver uses the tables from now on.
    ///
    /// # Errors
    /// When they are damaged, of another version, or something else.
    fn take_tables(&self, file: Vec<u8>) -> Result<(), NotTables>;
}

impl<G: Playable + Tabled> TabledGame for Erased<G> {
    fn purpose(&self) -> &'static str {
        G::PURPOSE
    }

    fn build_tables(&self, progress: &mut dyn FnMut(f64) -> bool) -> Option<Vec<u8>> {
        Some(seal(G::ID, G::VERSION, &G::build(progress)?))
    }

    fn take_tables(&self, file: Vec<u8>) -> Result<(), NotTables> {
        let tables = unseal(G::ID, G::VERSION, file)?;
        G::take(tables).then_some(()).ok_or(NotTables::Damaged)
    }
}
