//! Games on paper, as PDF files: sheets of pieces at true size, with cut marks, bleed and backs; a rule sheet
//! of at most two pages; a reference card.
//!
//! A game says what is printed ([`bagatelle_core::printed`]), [`Sheets`] say how, and [`pdf`] makes the file.
//! [`plan`] is where pieces lie on which sheet, all in millimetres. From the bottom up: `art` draws what
//! games draw as SVG, in colour or in grey; `fonts` measures letters; `words` reads HTML fragments; `setting`
//! sets them in lines and columns; `canvas` is a sheet measured in millimetres; `pieces` and `leaves` draw on
//! it.
//!
//! No game is known here, and no file: the same booklet and sheets give the same bytes.

mod art;
mod canvas;
mod error;
mod fonts;
mod leaves;
mod pieces;
pub mod plan;
mod setting;
mod sheets;
mod words;

pub use error::PrintError;
pub use sheets::{Paper, Sheets, Tone, UnknownChoice};
pub use words::Malformed;

use bagatelle_core::printed::Booklet;
use canvas::Canvas;
use krilla::Document;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use leaves::Leaf;
use pieces::Made;
use setting::POINTS;

/// Makes the file.
///
/// # Errors
/// When there is nothing to print, or it cannot be printed this way.
pub fn pdf(booklet: &Booklet, sheets: &Sheets) -> Result<Vec<u8>, PrintError> {
    if !(0.0..=Sheets::MOST_BLEED).contains(&sheets.bleed) {
        return Err(PrintError::Bleed);
    }
    let mut file = File { document: Document::new(), booklet, sheets, sides: 0 };
    if sheets.pieces {
        file.pieces()?;
    }
    for (wanted, leaf) in [(sheets.rules, Leaf::Rules), (sheets.card, Leaf::Card)] {
        if wanted {
            file.leaf(leaf)?;
        }
    }
    if file.sides == 0 {
        return Err(PrintError::Nothing);
    }
    file.finish()
}

/// A file that is being written.
struct File<'a> {
    document: Document,
    booklet: &'a Booklet,
    sheets: &'a Sheets,
    /// How many sides of sheets it has.
    sides: usize,
}

impl File<'_> {
    fn pieces(&mut self) -> Result<(), PrintError> {
        let pages = plan::pages(&self.booklet.prints, self.sheets).map_err(PrintError::Large)?;
        if pages.is_empty() {
            return Err(PrintError::NoPieces(self.booklet.name));
        }
        let mut made = Made::new(self.booklet, self.sheets);
        let of = pages.iter().filter(|page| !page.back).count();
        let mut number = 0;
        for page in &pages {
            number += usize::from(!page.back);
            self.side(|canvas| made.page(canvas, page, number, of))?;
        }
        Ok(())
    }

    fn leaf(&mut self, leaf: Leaf) -> Result<(), PrintError> {
        let set = leaves::set(self.booklet, leaf, self.sheets.paper)?;
        // On paper that is printed on both sides, each leaf begins on a front.
        if self.sheets.backs && self.sides % 2 == 1 {
            self.side(|_| Ok(()))?;
        }
        let (booklet, paper) = (self.booklet, self.sheets.paper);
        for page in 0..set.pages {
            self.side(|canvas| {
                set.page(canvas, booklet, page, paper);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Adds a side of a sheet.
    fn side(
        &mut self,
        draw: impl FnOnce(&mut Canvas<'_, '_>) -> Result<(), PrintError>,
    ) -> Result<(), PrintError> {
        let (width, height) = self.sheets.paper.size();
        let size = PageSettings::from_wh((width * POINTS) as f32, (height * POINTS) as f32);
        let size = size.ok_or_else(|| PrintError::File("the paper has no size".to_owned()))?;
        let mut page = self.document.start_page_with(size);
        let mut surface = page.surface();
        let mut canvas = Canvas::new(&mut surface, self.sheets.tone);
        let drawn = draw(&mut canvas);
        canvas.finish();
        surface.finish();
        page.finish();
        self.sides += 1;
        drawn
    }

    fn finish(mut self) -> Result<Vec<u8>, PrintError> {
        let metadata = Metadata::new()
            .title(format!("{}: print and play", self.booklet.name))
            .authors(vec![self.booklet.designer.to_owned()])
            .language("en".to_owned())
            .creator("Bagatelle".to_owned());
        self.document.set_metadata(metadata);
        self.document.finish().map_err(|error| PrintError::File(format!("{error:?}")))
    }
}
