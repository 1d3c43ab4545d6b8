//! A sample page.

use crate::Markup;

/// A sample page.
pub struct Sample {
    /// A name for files: lower-case letters, digits and hyphens.
    pub name: String,
    /// The page.
    pub page: Markup,
}

impl Sample {
    pub(super) fn new(name: impl Into<String>, page: Markup) -> Sample {
        Sample { name: name.into(), page }
    }
}
