//! Why a text of records cannot be read, and where.

use bagatelle_core::record::RecordError;
use thiserror::Error;

/// What is wrong with a text of records.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}{}{error}", .place.as_deref().unwrap_or_default(), if .place.is_some() { ": " } else { "" })]
pub struct Unreadable {
    /// Where, such as `line 3`; `None` where the text is one record.
    pub place: Option<String>,
    /// What.
    #[source]
    pub error: RecordError,
}

impl Unreadable {
    /// An error at a place.
    #[must_use]
    pub fn at(place: String, error: RecordError) -> Unreadable {
        Unreadable { place: Some(place), error }
    }
}

impl From<RecordError> for Unreadable {
    fn from(error: RecordError) -> Unreadable {
        Unreadable { place: None, error }
    }
}

impl From<Unreadable> for RecordError {
    /// The same error; the place is kept where there is room for it.
    fn from(unreadable: Unreadable) -> RecordError {
        match (unreadable.place, unreadable.error) {
            (Some(place), RecordError::Format(why)) => RecordError::Format(format!("{place}: {why}")),
            (_, error) => error,
        }
    }
}
