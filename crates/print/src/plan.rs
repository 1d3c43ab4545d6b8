//! Which pieces are printed where.

use crate::sheets::Sheets;
use bagatelle_core::printed::{Backs, Outline, PieceSet, Prints};

/// The distance of all marks from the edges of the paper, in millimetres. Printers leave about as much white.
const EDGE: f64 = 5.0;
/// Where pieces begin, below the line at the top of each sheet.
const TOP: f64 = 11.0;
/// The height of the line above the pieces of a kind.
const LABEL: f64 = 5.2;
/// The gap below the pieces of a kind.
const BELOW: f64 = 1.5;
/// The gap between a bleed and a cut mark, and the length of a mark.
pub(crate) const MARK: (f64, f64) = (1.0, 3.5);
/// The gap between round pieces, which no straight cut parts.
const ROUND_GAP: f64 = 2.0;

/// Which side of a piece is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// The front.
    Front,
    /// The back.
    Back,
}

/// A piece on a sheet. Measures are in millimetres from the upper left corner of the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed {
    /// Its place in the pieces of its set.
    pub piece: usize,
    /// The left edge of the piece that has been cut out.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
}

/// Pieces of a kind that lie together on a sheet, in rows and columns.
#[derive(Clone, PartialEq, Debug)]
pub struct Batch {
    /// The place of the kind in [`Prints::sets`].
    pub set: usize,
    /// Which sides are seen.
    pub face: Face,
    /// The pieces.
    pub pieces: Vec<Placed>,
    /// Whether cut marks stand around them: not on the backs of sheets.
    pub marked: bool,
    /// The middle of the sheet’s width, and the upper edge of the line above the pieces.
    pub label: (f64, f64),
}

/// A side of a sheet with pieces.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    /// What lies on it.
    pub batches: Vec<Batch>,
    /// Whether it is the back of the page before it.
    pub back: bool,
}

/// All sides of sheets with pieces. If `sheets` ask for backs, each front is followed by its back.
///
/// # Errors
/// The name of a kind of pieces that are larger than the paper.
pub fn pages(prints: &Prints, sheets: &Sheets) -> Result<Vec<Page>, &'static str> {
    let mut layout = Layout { sheets, pages: Vec::new(), y: f64::INFINITY };
    for (n, set) in prints.sets.iter().enumerate() {
        let all = |with: fn(&PieceSet, usize) -> bool| -> Vec<usize> {
            let pieces = set.pieces.iter().enumerate().filter(|(k, _)| with(set, *k));
            pieces.flat_map(|(k, piece)| std::iter::repeat_n(k, piece.count)).collect()
        };
        layout.add(n, set, Face::Front, &all(|_, _| true))?;
        if !sheets.backs && set.backs == Backs::Needed {
            layout.add(n, set, Face::Back, &all(|set, k| set.pieces[k].back.is_some()))?;
        }
    }
    let fronts = layout.pages;
    if !sheets.backs {
        return Ok(fronts);
    }
    Ok(fronts
        .into_iter()
        .flat_map(|front| {
            let back = behind(prints, sheets, &front);
            [front, back]
        })
        .collect())
}

/// How far bleed and marks reach beyond the pieces of a set. Round ones have outlines instead of marks.
fn margin(sheets: &Sheets, set: &PieceSet) -> f64 {
    match set.outline {
        Outline::Rectangle => sheets.bleed + MARK.0 + MARK.1,
        Outline::Round => sheets.bleed.max(ROUND_GAP / 2.0),
    }
}

struct Layout<'a> {
    sheets: &'a Sheets,
    pages: Vec<Page>,
    /// Where the last page is free.
    y: f64,
}

impl Layout<'_> {
    fn add(&mut self, n: usize, set: &PieceSet, face: Face, pieces: &[usize]) -> Result<(), &'static str> {
        let (width, height) = self.sheets.paper.size();
        let (wide, high) = set.size;
        let round = if set.outline == Outline::Round { ROUND_GAP } else { 0.0 };
        let gap = (2.0 * self.sheets.bleed).max(round);
        let around = margin(self.sheets, set);
        let room = width - 2.0 * (EDGE + around);
        let columns = ((room + gap) / (wide + gap) + 1e-9).floor() as usize;
        if columns == 0 {
            return Err(set.name);
        }
        let mut rest = pieces;
        while !rest.is_empty() {
            let free = height - EDGE - self.y - LABEL - 2.0 * around;
            let rows = ((free + gap) / (high + gap) + 1e-9).floor();
            let fresh = self.y <= TOP;
            // Pieces that fit on one sheet are not divided among two.
            let whole = |rows: f64| rows as usize * columns >= rest.len();
            let on_fresh = ((height - EDGE - TOP - LABEL - 2.0 * around + gap) / (high + gap) + 1e-9).floor();
            if rows < 1.0 || (!fresh && !whole(rows) && whole(on_fresh)) {
                if on_fresh < 1.0 {
                    return Err(set.name);
                }
                self.pages.push(Page::default());
                self.y = TOP;
                continue;
            }
            let count = rest.len().min(rows as usize * columns);
            let used = count.min(columns) as f64;
            let left = (width - used * (wide + gap) + gap) / 2.0;
            let top = self.y + LABEL + around;
            let at = |(k, piece): (usize, &usize)| Placed {
                piece: *piece,
                x: left + (k % columns) as f64 * (wide + gap),
                y: top + (k / columns) as f64 * (high + gap),
            };
            let placed: Vec<Placed> = rest[..count].iter().enumerate().map(at).collect();
            let label = (width / 2.0, self.y);
            let batch = Batch { set: n, face, pieces: placed, marked: true, label };
            if let Some(page) = self.pages.last_mut() {
                page.batches.push(batch);
            }
            let lines = count.div_ceil(columns) as f64;
            self.y = top + lines * (high + gap) - gap + around + BELOW;
            rest = &rest[count..];
        }
        Ok(())
    }
}

/// The back of a sheet that is turned over its long edge: what lies on the left of the front lies on the
/// right.
fn behind(prints: &Prints, sheets: &Sheets, front: &Page) -> Page {
    let (width, _) = sheets.paper.size();
    let batches = front.batches.iter().map(|batch| {
        let set = &prints.sets[batch.set];
        let mirrored = batch.pieces.iter().filter(|placed| set.pieces[placed.piece].back.is_some());
        let pieces =
            mirrored.map(|placed| Placed { x: width - placed.x - set.size.0, ..*placed }).collect::<Vec<_>>();
        Batch { face: Face::Back, marked: false, pieces, ..batch.clone() }
    });
    Page { batches: batches.filter(|batch| !batch.pieces.is_empty()).collect(), back: true }
}
