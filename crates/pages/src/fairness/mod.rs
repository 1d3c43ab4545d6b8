//! How deals can be checked: the page that explains it, the pages that verify a game, and what forms and
//! tables say about it.

mod explain;
mod figure;
mod notes;
mod verify;

pub use explain::FairnessPage;
pub use notes::DaySeeds;
pub(crate) use notes::{day, randomness_field, rules_note, table_note};
pub use verify::VerifyPage;
