//! What was printed: the latest files, and the latest pictures of sheets.

use crate::limits::SHEETS_KEPT;
use crate::work::kept::Kept;
use axum::body::Bytes;
use bagatelle_pages::print;
use bagatelle_print::Picture;
use std::sync::Arc;

/// The sheets of a game as pictures, and how its pieces are made.
pub struct Shown {
    /// Each side.
    pub sides: Vec<Picture>,
    /// How the pieces are made.
    pub makings: Vec<print::Making>,
}

/// The latest files and pictures.
pub struct Printing {
    /// The files.
    pub files: Kept<Bytes>,
    /// The pictures.
    pub shown: Kept<Arc<Shown>>,
}

impl Default for Printing {
    fn default() -> Printing {
        Printing { files: Kept::new(SHEETS_KEPT), shown: Kept::new(SHEETS_KEPT) }
    }
}
