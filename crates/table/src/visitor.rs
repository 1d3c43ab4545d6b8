//! Who is asking: the id of a browser or of an account.

use std::fmt;

/// A visitor or an account, by its id of 26 letters and digits.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Visitor {
    id: String,
    account: bool,
}

impl Visitor {
    /// The visitor with this id, not logged in.
    #[must_use]
    pub fn anonymous(id: impl Into<String>) -> Visitor {
        Visitor { id: id.into(), account: false }
    }

    /// The account with this id, logged in.
    #[must_use]
    pub fn with_account(id: impl Into<String>) -> Visitor {
        Visitor { id: id.into(), account: true }
    }

    /// The id in its stored form.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether the visitor is logged in to an account.
    #[must_use]
    pub fn has_account(&self) -> bool {
        self.account
    }
}

impl fmt::Display for Visitor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.id)
    }
}
