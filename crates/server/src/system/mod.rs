//! What the system gives: the time, how far it is from that of the database, and randomness.

pub mod clock;
pub mod drift;
pub mod random;
