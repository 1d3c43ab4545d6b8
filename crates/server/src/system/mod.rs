//! What the system provides: memory, the time, its difference from the database's, and randomness.

mod allocator;
pub mod clock;
pub mod drift;
pub mod random;
