//! Search that knows no game. The caller brings the game, the seed, the budget and the workers; nothing here has a
//! clock or a global source of randomness.

pub mod alphabeta;
pub mod arena;
pub mod ismcts;
pub mod tt;
