//! A sample page.

use bagatelle_pages::Markup;

/// A sample page.
pub struct Sample {
    /// A name for files: lower-case letters, digits and hyphens.
    pub name: String,
    /// The page.
    pub page: Markup,
}

impl Sample {
    pub(crate) fn new(name: impl Into<String>, page: Markup) -> Sample {
        Sample { name: name.into(), page }
    }
}
