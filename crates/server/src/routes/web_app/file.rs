//! A file of the site.

use std::borrow::Cow;

/// A file of the site.
pub struct File {
    /// Its path below the root of the site, without a slash before it.
    pub path: String,
    /// Its media type.
    pub media: &'static str,
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
}

impl File {
    /// A file.
    #[must_use]
    pub fn new(path: impl Into<String>, media: &'static str, bytes: impl Into<Cow<'static, [u8]>>) -> File {
        File { path: path.into(), media, bytes: bytes.into() }
    }
}
