//! The tests of Toy game.

mod laws;
mod rules;
