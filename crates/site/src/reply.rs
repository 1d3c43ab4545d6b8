//! What a request is answered with.

use bagatelle_core::record::RecordError;
use bagatelle_pages::Markup;
use bagatelle_table::Rejection;
use thiserror::Error;

/// How much of a page is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// The whole page.
    Page,
    /// The part that live updates replace, for a page that shows this many actions of the game.
    Part(Option<usize>),
    /// As [`Extent::Part`], without the parts of a drawing that never change.
    Changes(Option<usize>),
}

impl Extent {
    /// Whether a part is wanted.
    #[must_use]
    pub fn is_part(self) -> bool {
        self != Extent::Page
    }

    /// How many actions the page shows that asks for a part.
    #[must_use]
    pub fn shown(self) -> Option<usize> {
        match self {
            Extent::Page => None,
            Extent::Part(shown) | Extent::Changes(shown) => shown,
        }
    }
}

/// What a request is answered with.
#[derive(Debug)]
pub enum Reply {
    /// A page, or a part of one.
    Html(Markup),
    /// A sentence for the page's script; `None` if there is nothing to say.
    Sentence(Option<String>),
}

/// Why a request is not answered.
#[derive(Debug, Error)]
pub enum Refused {
    /// There is nothing at the address.
    #[error("there’s nothing at this address")]
    NotFound,
    /// The rules of the table, or those of records, reject it.
    #[error(transparent)]
    Rejected(#[from] Rejection),
}

impl From<RecordError> for Refused {
    fn from(error: RecordError) -> Refused {
        Refused::Rejected(error.into())
    }
}
