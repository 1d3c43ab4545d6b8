//! Records in all their forms, for everything that reads or writes them: JSON over several lines or one
//! record a line, the compact text, and Portable Piecepack Notation. `docs/records.md` describes them. The
//! text itself says which form it has.

mod compact;
mod moves;
mod ppn;
mod read;
mod unreadable;
#[cfg(feature = "yaml")]
mod yaml;

pub use read::{decode, read, read_one};
pub use unreadable::Unreadable;

use bagatelle_core::record::{Record, RecordError};

/// A form of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A JSON document over several lines.
    Json,
    /// A JSON document in one line.
    Jsonl,
    /// A line of five columns.
    Text,
    /// Portable Piecepack Notation.
    Ppn,
}

/// A record in a form, with the end of its last line. Texts of several records can be put together.
///
/// # Errors
/// When the record cannot be written in this form.
pub fn write(record: &Record, form: Form) -> Result<String, RecordError> {
    match form {
        Form::Json => Ok(record.to_json()),
        Form::Jsonl => Ok(record.to_json_line()),
        Form::Text => compact::write(record),
        Form::Ppn => ppn::write(record),
    }
}
