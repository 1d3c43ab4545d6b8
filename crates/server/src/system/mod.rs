//! What the system provides: the time, its difference from the database's, and randomness.

pub mod clock;
pub mod drift;
pub mod random;
