//! What is measured while the server runs.

pub mod history;
pub mod meters;
pub mod recent_warnings;
