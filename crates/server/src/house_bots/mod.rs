//! What house bots do: at tables, among themselves, and on the ladder.

pub(crate) mod at_tables;
pub mod games;
pub mod ladder;
pub(crate) mod pairing;
