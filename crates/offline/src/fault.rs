//! Why a request has no page.

use crate::message::Response;
use bagatelle_core::record::RecordError;
use bagatelle_pages::error::ErrorPage;
use bagatelle_pages::refusal::RecordRefusal;
use bagatelle_pages::text::sentence;
use bagatelle_site::Refused;
use bagatelle_table::{Corrupt, Refusal, Rejection};
use thiserror::Error;

/// Why a request has no page.
#[derive(Debug, Error)]
pub enum Fault {
    /// A table is needed that is not in memory.
    #[error("the table {0} is not in memory")]
    Need(String),
    /// A text is needed that is not in memory.
    #[error("the text {0} is not in memory")]
    Read(String),
    /// There is nothing at the address.
    #[error("there’s nothing at this address")]
    NotFound,
    /// An analysis is needed that this browser hasn’t made.
    #[error("an analysis stays in its browser: “Copy a link” there makes a link that opens anywhere")]
    OtherBrowser,
    /// The page is about other people.
    #[error("this page needs a connection")]
    Away,
    /// The page on which a game is printed, and whether there is a server for it.
    #[error("printing needs a connection")]
    Unprinted(bool),
    /// A form cannot be followed.
    #[error("{0}")]
    Refused(String),
    /// A command was rejected.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// A record was refused.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// A change of an analysis was refused.
    #[error(transparent)]
    Analysis(#[from] Refusal),
    /// The stored data is damaged.
    #[error(transparent)]
    Corrupt(#[from] Corrupt),
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Fault {
        match refused {
            Refused::NotFound => Fault::NotFound,
            Refused::Rejected(rejection) => Fault::Rejected(rejection),
        }
    }
}

/// What the names of analyses begin with, where texts are stored.
pub(crate) const ANALYSIS: &str = "analysis:";

impl Fault {
    /// That no text is stored under a name.
    pub(crate) fn of_missing(name: &str) -> Fault {
        if name.starts_with(ANALYSIS) { Fault::OtherBrowser } else { Fault::NotFound }
    }

    fn status(&self) -> u16 {
        match self {
            Fault::Need(_) | Fault::Read(_) => 503,
            Fault::NotFound | Fault::OtherBrowser | Fault::Away | Fault::Unprinted(_) => 404,
            Fault::Rejected(Rejection::Outdated) => 409,
            Fault::Rejected(_) | Fault::Refused(_) | Fault::Record(_) | Fault::Analysis(_) => 422,
            Fault::Corrupt(_) => 500,
        }
    }

    /// Why a record was refused, for the pages that take records.
    pub fn of_record(&self) -> RecordRefusal {
        match self {
            Fault::Record(error)
            | Fault::Rejected(Rejection::Record(error))
            | Fault::Analysis(Refusal::Record(error)) => error.into(),
            _ => RecordRefusal::new(&self.to_string()),
        }
    }

    /// The answer: a sentence for the page's script, else a page.
    pub fn into_response(self, part: bool) -> Response {
        if let Fault::Need(id) = self {
            return Response { need: Some(id), ..Response::default() };
        }
        if let Fault::Read(name) = self {
            return Response { read: Some(name), ..Response::default() };
        }
        let (status, text) = (self.status(), sentence(&self.to_string()));
        if part {
            return Response { status, media: "text/plain".into(), body: text, ..Response::default() };
        }
        let page = match self {
            Fault::Away => bagatelle_pages::offline::away(),
            Fault::Unprinted(served) => bagatelle_pages::offline::unprinted(served),
            Fault::NotFound => ErrorPage::not_found(&text).page(),
            Fault::OtherBrowser => {
                ErrorPage { heading: "This analysis isn’t here", ..ErrorPage::failed(&text) }.page()
            }
            _ => ErrorPage::failed(&text).page(),
        };
        Response { status, ..Response::html(page) }
    }
}
