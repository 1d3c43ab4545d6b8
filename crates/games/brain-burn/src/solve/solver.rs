//! The solver: its tables and weights.

use super::tables::Tables;
use super::tiles::Keys;
use super::value::{Value, Weights};

/// The solver's tables and weights. Made once, used from any number of threads.
pub struct Solver {
    pub(super) tables: Tables,
    pub(super) value: Value,
    pub(super) keys: Keys,
    pub(super) coin_keys: Keys,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Solver").finish_non_exhaustive()
    }
}

impl Solver {
    /// Builds the tables (a fifth of a second on one core, 2.5 MB).
    #[must_use]
    pub fn new() -> Self {
        Self::with_weights(&Weights::embedded())
    }

    /// A solver with another value network, for those who train one.
    ///
    /// # Panics
    /// When the number of weights is not [`Weights::COUNT`].
    #[must_use]
    pub fn with_weights(weights: &Weights) -> Self {
        Self {
            tables: Tables::new(),
            value: Value::new(weights),
            keys: Keys::new(0x7469_6c65),
            coin_keys: Keys::new(0x636f_696e),
        }
    }
}
