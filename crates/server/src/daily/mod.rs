//! The deals and positions of the day.

pub mod dailies;
pub mod positions;
