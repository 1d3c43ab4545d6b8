//! What the crate promises, driven through `decide` and `apply`.

mod actions;
mod analysis;
mod answers;
mod brought;
mod common;
mod damage;
mod fairness;
mod help;
mod lesson;
mod new_game;
mod older;
mod plan;
mod players;
mod position;
mod properties;
mod ratings;
mod who_may;
