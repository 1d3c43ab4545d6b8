//! Games on paper, as PDF files: sheets of pieces at true size, with cut marks, bleed and backs; a rule sheet
//! of at most two pages; a reference card.
//!
//! A game says what is printed ([`bagatelle_core::printed`]), [`Sheets`] say how, [`pdf`] makes the file,
//! and [`sides`] makes pictures of it. [`plan`] is where pieces lie on which sheet, all in millimetres. From
//! the bottom up: `art` draws what games draw as SVG, in colour or in grey; `fonts` measures letters; `words`
//! reads HTML fragments; `setting` sets them in lines and columns; `shape` has lines and outlines; `svg`
//! writes documents; `canvas` is a sheet measured in millimetres, of a file or of such a document; `pieces`
//! and `leaves` draw on it.
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
mod shape;
mod sheets;
mod svg;
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
use pieces::Pieces;
use setting::POINTS;
use svg::Svg;

/// Makes the file.
///
/// # Errors
/// When there is nothing to print, or it cannot be printed this way.
pub fn pdf(booklet: &Booklet, sheets: &Sheets) -> Result<Vec<u8>, PrintError> {
    let mut document = Document::new();
    File { made: Made::Pdf(&mut document), booklet, sheets, sides: 0 }.all()?;
    finish(document, booklet)
}

/// A side of a sheet as a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// What is on it, in a few words.
    pub name: String,
    /// The SVG document, of the size of the paper.
    pub svg: String,
}

/// Makes pictures of the sides of the file, in its order. An empty back is an empty document.
///
/// # Errors
/// As [`pdf`].
pub fn sides(booklet: &Booklet, sheets: &Sheets) -> Result<Vec<Picture>, PrintError> {
    let mut pictures = Vec::new();
    File { made: Made::Svg(&mut pictures), booklet, sheets, sides: 0 }.all()?;
    Ok(pictures)
}

/// What is made.
enum Made<'a> {
    Pdf(&'a mut Document),
    Svg(&'a mut Vec<Picture>),
}

/// A file that is being written.
struct File<'a> {
    made: Made<'a>,
    booklet: &'a Booklet,
    sheets: &'a Sheets,
    /// How many sides of sheets it has.
    sides: usize,
}

impl File<'_> {
    fn all(&mut self) -> Result<(), PrintError> {
        let sheets = self.sheets;
        if !(0.0..=Sheets::MOST_BLEED).contains(&sheets.bleed) {
            return Err(PrintError::Bleed);
        }
        if sheets.pieces {
            self.pieces()?;
        }
        for (wanted, leaf) in [(sheets.rules, Leaf::Rules), (sheets.card, Leaf::Card)] {
            if wanted {
                self.leaf(leaf)?;
            }
        }
        if self.sides == 0 { Err(PrintError::Nothing) } else { Ok(()) }
    }

    fn pieces(&mut self) -> Result<(), PrintError> {
        let pages = plan::pages(&self.booklet.prints, self.sheets).map_err(PrintError::Large)?;
        if pages.is_empty() {
            return Err(PrintError::NoPieces(self.booklet.name));
        }
        let mut made = Pieces::new(self.booklet, self.sheets);
        let of = pages.iter().filter(|page| !page.back).count();
        let mut number = 0;
        for page in &pages {
            number += usize::from(!page.back);
            let back = if page.back { ", back" } else { "" };
            let name = format!("Pieces, sheet {number} of {of}{back}");
            self.side(name, |canvas| made.page(canvas, page, number, of))?;
        }
        Ok(())
    }

    fn leaf(&mut self, leaf: Leaf) -> Result<(), PrintError> {
        let set = leaves::set(self.booklet, leaf, self.sheets.paper)?;
        // On paper that is printed on both sides, each leaf begins on a front.
        if self.sheets.backs && self.sides % 2 == 1 {
            self.side("An empty back".to_owned(), |_| Ok(()))?;
        }
        let (booklet, paper) = (self.booklet, self.sheets.paper);
        for page in 0..set.pages {
            let name = match set.pages {
                1 => leaf.title().to_owned(),
                pages => format!("{}, page {} of {pages}", leaf.title(), page + 1),
            };
            self.side(name, |canvas| {
                set.page(canvas, booklet, page, paper);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Adds a side of a sheet.
    fn side(
        &mut self,
        name: String,
        draw: impl FnOnce(&mut Canvas<'_, '_>) -> Result<(), PrintError>,
    ) -> Result<(), PrintError> {
        self.sides += 1;
        let (width, height) = self.sheets.paper.size();
        let document = match &mut self.made {
            Made::Pdf(document) => document,
            Made::Svg(sides) => {
                let mut svg = Svg::default();
                draw(&mut Canvas::on_svg(&mut svg, self.sheets.tone))?;
                sides.push(Picture { name, svg: svg.document((width, height)) });
                return Ok(());
            }
        };
        let size = PageSettings::from_wh((width * POINTS) as f32, (height * POINTS) as f32);
        let size = size.ok_or_else(|| PrintError::File("the paper has no size".to_owned()))?;
        let mut page = document.start_page_with(size);
        let mut surface = page.surface();
        let mut canvas = Canvas::new(&mut surface, self.sheets.tone);
        let drawn = draw(&mut canvas);
        canvas.finish();
        surface.finish();
        page.finish();
        drawn
    }
}

fn finish(mut document: Document, booklet: &Booklet) -> Result<Vec<u8>, PrintError> {
    let metadata = Metadata::new()
        .title(format!("{}: print and play", booklet.name))
        .authors(vec![booklet.designer.to_owned()])
        .language("en".to_owned())
        .creator("Bagatelle".to_owned());
    document.set_metadata(metadata);
    document.finish().map_err(|error| PrintError::File(format!("{error:?}")))
}
