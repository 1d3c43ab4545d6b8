//! The tests of tables.

mod hostile;
mod suite;
