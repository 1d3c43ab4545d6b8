//! Brain Burn: a sliding puzzle with tiles and coins.

pub mod solve;
