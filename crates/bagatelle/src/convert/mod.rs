//! Records in other forms: one a line, as JSON or as a compact text, and in Portable Piecepack Notation. `docs/records.md` describes them.

mod compact;
mod files;
mod ppn;
mod run;

pub use files::read;
pub use run::run;
