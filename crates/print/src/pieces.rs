//! Sheets of pieces.

use crate::art::{Art, Kind};
use crate::canvas::{Canvas, INK};
use crate::error::PrintError;
use crate::fonts::{self, Style, Widths};
use crate::plan::{Batch, Face, MARK, Page, Placed};
use crate::setting::{self, POINTS, Strip, Type, Words};
use crate::shape::Shape;
use crate::sheets::{Sheets, Tone};
use crate::words;
use bagatelle_core::printed::{Booklet, Drawing, Outline, PieceSet, Side};
use std::collections::HashMap;

/// The lightness of what is no part of a piece: labels, cut marks.
const FAINT: u8 = 90;

/// The sides of pieces, read once each.
pub(crate) struct Pieces<'a> {
    booklet: &'a Booklet,
    sheets: &'a Sheets,
    sides: HashMap<(usize, usize, bool), Ready>,
}

/// A side that is ready to be drawn.
enum Ready {
    /// A drawing, as wide as the piece with the reserve around it.
    Drawn(Box<Art>),
    /// Words.
    Set(Vec<Strip>),
}

/// The width of the outlines along which pieces are cut, in millimetres.
const CUT: f64 = 0.2;

/// How far drawings are read beyond the bleed, in millimetres, so that no edge shows.
const RESERVE: f64 = 0.4;
/// The white around words on a piece, in millimetres.
const PAD: f64 = 3.5;

impl<'a> Pieces<'a> {
    pub(crate) fn new(booklet: &'a Booklet, sheets: &'a Sheets) -> Pieces<'a> {
        Pieces { booklet, sheets, sides: HashMap::new() }
    }

    /// Draws a page. `number` and `of` count the pages of pieces, backs included.
    pub(crate) fn page(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        page: &Page,
        number: usize,
        of: usize,
    ) -> Result<(), PrintError> {
        let (width, _) = self.sheets.paper.size();
        let back = if page.back { ", back" } else { "" };
        let title = format!("{}, pieces: sheet {number} of {of}{back}", self.booklet.name);
        canvas.words(&line(&title, Style::Strong, 8.0), (7.0, 6.6), FAINT);
        canvas.words(&line(self.booklet.designer, Style::Plain, 7.0), (7.0, 9.9), FAINT);
        if !page.back {
            ruler(canvas, width, "Print at 100%, not fitted to the page:");
        }
        for batch in &page.batches {
            self.batch(canvas, batch)?;
        }
        Ok(())
    }

    fn batch(&mut self, canvas: &mut Canvas<'_, '_>, batch: &Batch) -> Result<(), PrintError> {
        let booklet: &'a Booklet = self.booklet;
        let set = &booklet.prints.sets[batch.set];
        for placed in &batch.pieces {
            self.piece(canvas, batch, set, placed)?;
        }
        if batch.marked {
            let many = batch.pieces.len();
            let sides = if batch.face == Face::Back { ", other side, to be glued behind" } else { "" };
            let label = format!("{}: {many}{sides}. {}", set.name, set.making);
            let label = line(&label, Style::Plain, 7.5);
            let wide = fonts::width(&label.text, label.style) * label.size / POINTS;
            canvas.words(&label, (batch.label.0 - wide / 2.0, batch.label.1 + 3.2), FAINT);
            cut_marks(canvas, batch, set, self.sheets);
        }
        Ok(())
    }

    fn piece(
        &mut self,
        canvas: &mut Canvas<'_, '_>,
        batch: &Batch,
        set: &'a PieceSet,
        placed: &Placed,
    ) -> Result<(), PrintError> {
        let (wide, high) = set.size;
        // Without paint there is nothing to bleed.
        let bleed = if self.sheets.tone == Tone::LowInk { 0.0 } else { self.sheets.bleed };
        let (x, y) = (placed.x, placed.y);
        let shape = |more: f64| match set.outline {
            Outline::Rectangle => Shape::Rectangle(x - more, y - more, wide + 2.0 * more, high + 2.0 * more),
            Outline::Round => Shape::Ellipse(x - more, y - more, wide + 2.0 * more, high + 2.0 * more),
        };
        let reserve = self.sheets.bleed + RESERVE;
        let (side, ready) = self.ready(batch, placed.piece, set)?;
        if let Ready::Drawn(art) = ready {
            let (width, at) = (wide + 2.0 * reserve, (x - reserve, y - reserve));
            canvas.within(shape(bleed), |inner| inner.picture(art, Kind::Piece, at, width));
        }
        if let Ready::Set(strips) = ready {
            let full: f64 = strips
                .iter()
                .enumerate()
                .map(|(n, strip)| strip.height + if n > 0 { strip.space } else { 0.0 })
                .sum();
            let mut at = y + ((high - full) / 2.0).max(PAD);
            canvas.within(shape(0.0), |inner| {
                for (n, strip) in strips.iter().enumerate() {
                    at += if n > 0 { strip.space } else { 0.0 };
                    inner.strip(strip, (x + PAD, at));
                    at += strip.height;
                }
            });
        }
        let outlined = self.sheets.tone == Tone::LowInk || self.sheets.bleed == 0.0;
        if batch.marked && (outlined || set.outline == Outline::Round || matches!(side, Side::Words(_))) {
            // Light on dark paint, dark on light paint: one of both is seen everywhere.
            if !outlined && set.outline == Outline::Round {
                canvas.outline(shape(0.0), CUT + 0.25, 255);
            }
            canvas.outline(shape(0.0), CUT, FAINT);
        }
        if batch.face == Face::Front {
            let out = bleed + MARK.0;
            for fold in set.folds {
                let y = y + fold;
                canvas.lines(&[((x - out - 2.5, y), (x + wide + out + 2.5, y))], 0.18, 110, Some([0.5, 0.9]));
            }
        }
        Ok(())
    }

    fn ready(
        &mut self,
        batch: &Batch,
        piece: usize,
        set: &'a PieceSet,
    ) -> Result<(&'a Side, &Ready), PrintError> {
        let front = &set.pieces[piece].front;
        let side = match batch.face {
            Face::Front => front,
            Face::Back => set.pieces[piece].back.as_ref().unwrap_or(front),
        };
        let key = (batch.set, piece, batch.face == Face::Front);
        if !self.sides.contains_key(&key) {
            let ready = match side {
                Side::Drawing(drawing) => Ready::Drawn(Box::new(read(drawing, set.size, self.sheets.bleed)?)),
                Side::Words(words) => Ready::Set(fit(&words.0, set.size)?),
            };
            self.sides.insert(key, ready);
        }
        Ok((side, &self.sides[&key]))
    }
}

/// A drawing as a document, with the reserve around it.
fn read(drawing: &Drawing, (wide, _): (f64, f64), bleed: f64) -> Result<Art, PrintError> {
    let [x, y, w, h] = drawing.area;
    let more = (bleed + RESERVE) * w / wide;
    let (x, y, w, h) = (x - more, y - more, w + 2.0 * more, h + 2.0 * more);
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"{x} {y} {w} \
            {h}\">{}</svg>",
        drawing.art.0
    );
    Art::read(svg).map_err(|error| PrintError::Drawing(error.to_string()))
}

/// Words in the largest letters in which they fit on a piece.
fn fit(words: &str, (wide, high): (f64, f64)) -> Result<Vec<Strip>, PrintError> {
    let blocks = words::read(words, &[])?;
    let room = [high - 2.0 * PAD];
    let mut widths = Widths::default();
    let mut size = 12.0;
    loop {
        let strips = setting::set(&mut widths, &blocks, Type { size, width: wide - 2.0 * PAD });
        if size < 5.0 || setting::flow(&strips, &room).is_some() {
            return Ok(strips);
        }
        size -= 0.1;
    }
}

/// Words in one line.
pub(crate) fn line(text: &str, style: Style, size: f64) -> Words {
    Words { x: 0.0, text: text.to_owned(), style, size }
}

/// A ruler at the top of a sheet: if it is not five centimetres long, the printer has changed the size.
fn ruler(canvas: &mut Canvas<'_, '_>, width: f64, before: &str) {
    let (end, y) = (width - 20.0, 7.0);
    let begin = end - 50.0;
    let mut marks = vec![((begin, y), (end, y))];
    marks.extend((0..=5).map(|n| {
        let x = begin + 10.0 * f64::from(n);
        ((x, y - if n % 5 == 0 { 1.2 } else { 0.7 }), (x, y + 1.2))
    }));
    canvas.lines(&marks, 0.15, FAINT, None);
    let label = line("50 mm", Style::Plain, 7.5);
    canvas.words(&label, (end + 1.5, y + 0.9), FAINT);
    let before = line(before, Style::Plain, 7.5);
    let wide = fonts::width(&before.text, before.style) * before.size / POINTS;
    canvas.words(&before, (begin - 2.0 - wide, y + 0.9), FAINT);
}

/// Marks at the ends of all straight cuts, beyond the bleed. Round pieces have outlines instead.
fn cut_marks(canvas: &mut Canvas<'_, '_>, batch: &Batch, set: &PieceSet, sheets: &Sheets) {
    if set.outline == Outline::Round {
        return;
    }
    let (wide, high) = set.size;
    let edges = |at: fn(&Placed) -> f64, length: f64| {
        let mut all: Vec<f64> =
            batch.pieces.iter().flat_map(|placed| [at(placed), at(placed) + length]).collect();
        all.sort_by(f64::total_cmp);
        all.dedup_by(|a, b| (*a - *b).abs() < 0.01);
        all
    };
    let (across, down) = (edges(|placed| placed.x, wide), edges(|placed| placed.y, high));
    let (Some(left), Some(right)) = (across.first(), across.last()) else { return };
    let (Some(top), Some(bottom)) = (down.first(), down.last()) else { return };
    let near = sheets.bleed + MARK.0;
    let far = near + MARK.1;
    let mut marks = Vec::new();
    for &x in &across {
        marks.extend([((x, top - far), (x, top - near)), ((x, bottom + near), (x, bottom + far))]);
    }
    for &y in &down {
        marks.extend([((left - far, y), (left - near, y)), ((right + near, y), (right + far, y))]);
    }
    canvas.lines(&marks, 0.15, INK, None);
}
