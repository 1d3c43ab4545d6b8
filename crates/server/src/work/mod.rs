//! Work that takes longer than a millisecond: for whom it is done, who comes first, and when it ends.

pub mod asker;
pub mod company;
pub mod deadline;
pub mod kept;
mod places;
pub mod pool;
