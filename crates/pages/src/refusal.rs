//! Why a record is refused, for the pages that take records.

use crate::text::sentence;
use bagatelle_core::record::RecordError;
use bagatelle_table::Rejection;
use maud::{Markup, html};

/// Why a record is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordRefusal {
    /// A sentence for people.
    sentence: String,
    /// What is wrong, in the terms of the format, if that says more.
    detail: Option<String>,
}

impl RecordRefusal {
    /// A refusal that needs no more than a sentence.
    #[must_use]
    pub fn new(why: &str) -> RecordRefusal {
        RecordRefusal { sentence: sentence(why), detail: None }
    }

    /// The element with the message, to which the field of the record refers.
    pub(crate) fn told(&self) -> Markup {
        html! {
            div #wrong role="alert" {
                p.wrong { (self.sentence) }
                @if let Some(detail) = &self.detail { p.small { (detail) } }
            }
        }
    }
}

impl From<&RecordError> for RecordRefusal {
    fn from(error: &RecordError) -> RecordRefusal {
        let whole = sentence(&error.to_string());
        match error.in_short() {
            Some(sentence) => RecordRefusal { sentence, detail: Some(whole) },
            None => RecordRefusal { sentence: whole, detail: None },
        }
    }
}

impl From<&Rejection> for RecordRefusal {
    fn from(why: &Rejection) -> RecordRefusal {
        match why {
            Rejection::Record(error) => error.into(),
            _ => RecordRefusal::new(&why.to_string()),
        }
    }
}
