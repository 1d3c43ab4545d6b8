//! Leaves with words: the rule sheet and the reference card.

use crate::canvas::{Canvas, INK};
use crate::error::PrintError;
use crate::fonts::{self, Style, Widths};
use crate::pieces::line;
use crate::setting::{self, POINTS, Strip, Type};
use crate::sheets::Paper;
use crate::words;
use bagatelle_core::printed::Booklet;

/// The white around a leaf in millimetres: beside it, above it, below it.
const MARGIN: (f64, f64, f64) = (14.0, 13.0, 14.0);
/// The gap between columns.
const GAP: f64 = 8.0;
/// The height of the title.
const HEAD: f64 = 19.0;
/// The smallest letters in points that anyone should have to read.
const SMALLEST: f64 = 7.5;
/// How many columns a page has.
const COLUMNS: usize = 2;

/// What a leaf is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaf {
    /// The rules, on two pages at most.
    Rules,
    /// The reference card, on one page.
    Card,
}

impl Leaf {
    /// The most pages it may have.
    pub(crate) fn most_pages(self) -> usize {
        match self {
            Leaf::Rules => 2,
            Leaf::Card => 1,
        }
    }

    /// The largest letters in points.
    fn largest(self) -> f64 {
        match self {
            Leaf::Rules => 10.6,
            Leaf::Card => 12.5,
        }
    }

    /// The title.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Leaf::Rules => "Rules",
            Leaf::Card => "Reference card",
        }
    }
}

/// A leaf that has been set.
pub(crate) struct Set {
    leaf: Leaf,
    strips: Vec<Strip>,
    /// In which column each strip stands, and how far below its upper edge.
    places: Vec<(usize, f64)>,
    /// How many pages it has.
    pub pages: usize,
}

/// Sets a leaf in the largest letters in which it fits.
pub(crate) fn set(booklet: &Booklet, leaf: Leaf, paper: Paper) -> Result<Set, PrintError> {
    let blocks = match leaf {
        Leaf::Rules => words::read(&booklet.rules.0, booklet.about_the_page)?,
        Leaf::Card => words::read(&booklet.prints.card.0, &[])?,
    };
    let (width, height) = paper.size();
    let column = (width - 2.0 * MARGIN.0 - GAP * (COLUMNS - 1) as f64) / COLUMNS as f64;
    let full = height - MARGIN.1 - MARGIN.2;
    let mut widths = Widths::default();
    for pages in 1..=leaf.most_pages() {
        // Letters may be a little smaller if the text then takes a page less.
        let smallest = if pages < leaf.most_pages() { 9.0 } else { SMALLEST };
        let steps = ((leaf.largest() - smallest) * 10.0).round() as usize;
        for size in (0..=steps).map(|step| leaf.largest() - step as f64 / 10.0) {
            let strips = setting::set(&mut widths, &blocks, Type { size, width: column });
            if let Some(places) = columns(&strips, pages, full) {
                return Ok(Set { leaf, strips, places, pages });
            }
        }
    }
    Err(PrintError::Long { leaf: leaf.title(), name: booklet.name })
}

/// The places of strips in the columns of this many pages. Those of the last page end at the same height.
fn columns(strips: &[Strip], pages: usize, full: f64) -> Option<Vec<(usize, f64)>> {
    let heights = |last: f64| -> Vec<f64> {
        let page = |n: usize| {
            let height = if n + 1 == pages { last.min(full) } else { full };
            [if n == 0 { height.min(full) - HEAD } else { height }; COLUMNS]
        };
        (0..pages).flat_map(page).collect()
    };
    let mut best = setting::flow(strips, &heights(full))?;
    let (mut low, mut high) = (HEAD, full);
    while high - low > 0.5 {
        let middle = f64::midpoint(low, high);
        match setting::flow(strips, &heights(middle)) {
            Some(placed) => {
                best = placed;
                high = middle;
            }
            None => low = middle,
        }
    }
    Some(best)
}

impl Set {
    /// Draws one of its pages, the first being 0.
    pub(crate) fn page(&self, canvas: &mut Canvas<'_, '_>, booklet: &Booklet, page: usize, paper: Paper) {
        let (width, height) = paper.size();
        let column = (width - 2.0 * MARGIN.0 - GAP) / 2.0;
        let top = if page == 0 { MARGIN.1 + HEAD } else { MARGIN.1 };
        if page == 0 {
            let title = line(booklet.name, Style::Title, 26.0);
            canvas.words(&title, (MARGIN.0, MARGIN.1 + 7.5), INK);
            let what = line(self.leaf.title(), Style::Title, 13.0);
            let wide = fonts::width(&what.text, what.style) * what.size / POINTS;
            canvas.words(&what, (width - MARGIN.0 - wide, MARGIN.1 + 7.5), 90);
            let players =
                if booklet.players == "1" { "1 player" } else { &format!("{} players", booklet.players) };
            let credit = format!("{} · {players} · {}", booklet.designer, booklet.duration);
            canvas.words(&line(&credit, Style::Plain, 9.0), (MARGIN.0, MARGIN.1 + 12.6), 90);
            let y = MARGIN.1 + HEAD - 4.4;
            canvas.lines(&[((MARGIN.0, y), (width - MARGIN.0, y))], 0.25, 120, None);
        }
        let here = self.places.iter().zip(&self.strips).filter(|((column, _), _)| column / COLUMNS == page);
        for ((place, y), strip) in here {
            let x = MARGIN.0 + (place % COLUMNS) as f64 * (column + GAP);
            canvas.strip(strip, (x, top + y));
        }
        let mut foot = format!("{} · {}", booklet.name, self.leaf.title());
        if self.pages > 1 {
            foot.push_str(&format!(" · {} of {}", page + 1, self.pages));
        }
        let foot = line(&foot, Style::Plain, 7.5);
        let wide = fonts::width(&foot.text, foot.style) * foot.size / POINTS;
        canvas.words(&foot, ((width - wide) / 2.0, height - 7.0), 110);
    }
}
