//! The tests of Toy game.

mod guide;
mod laws;
mod rules;
