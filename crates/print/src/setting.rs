//! Blocks set in lines of a width: what stands where.

use crate::art::Art;
use crate::fonts::{Style, Widths};
use crate::words::{Block, Figure, Run};
use std::rc::Rc;

/// Points in a millimetre.
pub(crate) const POINTS: f64 = 72.0 / 25.4;

/// How a text is set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Type {
    /// The size of the letters in points.
    pub size: f64,
    /// The width of a line in millimetres.
    pub width: f64,
}

/// Words in one style, from a place in the line on.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    pub x: f64,
    pub text: String,
    pub style: Style,
    /// The size in points.
    pub size: f64,
}

/// A picture in a row of them: its place, its width, and the height it needs.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub art: Rc<Art>,
    pub x: f64,
    pub y: f64,
    pub width: f64,
}

/// A strip as wide as the line that is not divided. All measures are in millimetres.
#[derive(Clone, Debug)]
pub(crate) struct Strip {
    /// The space above, unless it is the first of a column.
    pub space: f64,
    pub height: f64,
    /// Words, each with how far below the upper edge its base line is.
    pub words: Vec<(f64, Words)>,
    pub pictures: Vec<Picture>,
    /// Whether the next strip follows in the same column.
    pub joined: bool,
}

/// A word between two places at which a line may end, in one or more styles.
struct Atom {
    runs: Vec<Run>,
    width: f64,
}

/// The parts of a text that are not divided.
fn atoms(widths: &mut Widths, runs: &[Run], size: f64) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = Vec::new();
    let mut fresh = true;
    for run in runs {
        for (n, word) in run.text.split(' ').enumerate() {
            fresh |= n > 0;
            if word.is_empty() {
                continue;
            }
            let width = widths.of(word, run.style) * size / POINTS;
            let run = Run { text: word.to_owned(), style: run.style };
            match atoms.last_mut() {
                Some(atom) if !fresh => {
                    atom.width += width;
                    atom.runs.push(run);
                }
                _ => atoms.push(Atom { runs: vec![run], width }),
            }
            fresh = false;
        }
        fresh |= run.text.ends_with(' ');
    }
    atoms
}

/// The lines of a text, each as words from the left.
fn lines(widths: &mut Widths, runs: &[Run], size: f64, indent: f64, width: f64) -> Vec<Vec<Words>> {
    let space = widths.of(" ", Style::Plain) * size / POINTS;
    let mut lines: Vec<Vec<Words>> = Vec::new();
    let mut x = f64::INFINITY;
    for atom in atoms(widths, runs, size) {
        if x + space + atom.width > width {
            lines.push(Vec::new());
            x = indent;
        } else {
            x += space;
        }
        let Some(line) = lines.last_mut() else { continue };
        for (n, run) in atom.runs.into_iter().enumerate() {
            let wide = widths.of(&run.text, run.style) * size / POINTS;
            match line.last_mut() {
                Some(last) if last.style == run.style => {
                    if n == 0 {
                        last.text.push(' ');
                    }
                    last.text.push_str(&run.text);
                }
                _ => line.push(Words { x, text: run.text, style: run.style, size }),
            }
            x += wide;
        }
    }
    lines
}

/// The strips of blocks.
pub(crate) fn set(widths: &mut Widths, blocks: &[Block], kind: Type) -> Vec<Strip> {
    let size = kind.size;
    let mut strips: Vec<Strip> = Vec::new();
    let mut after_heading = true;
    for block in blocks {
        match block {
            Block::Heading(runs) => {
                let large = size * 1.24;
                text(
                    &mut strips,
                    lines(widths, runs, large, 0.0, kind.width),
                    large,
                    size * 0.85 / POINTS,
                    true,
                );
            }
            Block::Paragraph(runs) => {
                let space = if after_heading { size * 0.12 } else { size * 0.45 } / POINTS;
                text(&mut strips, lines(widths, runs, size, 0.0, kind.width), size, space, false);
            }
            Block::Item(mark, runs) => {
                let indent = size * 1.25 / POINTS;
                let mut set = lines(widths, runs, size, indent, kind.width);
                if let Some(first) = set.first_mut() {
                    first.insert(0, Words { x: 0.0, text: mark.clone(), style: Style::Plain, size });
                }
                text(&mut strips, set, size, size * 0.2 / POINTS, false);
            }
            Block::Figures(figures) => strips.extend(rows(widths, figures, kind)),
        }
        after_heading = matches!(block, Block::Heading(_));
    }
    strips
}

/// Adds the lines of a block. Neither its first nor its last line stands alone.
fn text(strips: &mut Vec<Strip>, lines: Vec<Vec<Words>>, size: f64, space: f64, heading: bool) {
    let lead = size * if heading { 1.15 } else { 1.27 } / POINTS;
    let count = lines.len();
    for (n, line) in lines.into_iter().enumerate() {
        let words = line.into_iter().map(|words| (lead * 0.76, words)).collect();
        strips.push(Strip {
            space: if n == 0 { space } else { 0.0 },
            height: lead,
            words,
            pictures: Vec::new(),
            joined: heading || (count > 1 && (n == 0 || n + 2 == count)),
        });
    }
}

/// Figures in rows, all on one scale, with their captions.
fn rows(widths: &mut Widths, figures: &[Figure], kind: Type) -> Vec<Strip> {
    let per_row = match figures.len() {
        0 => return Vec::new(),
        1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let gap = 3.0;
    let cell = (kind.width - gap * (per_row - 1) as f64) / per_row as f64;
    let (widest, highest) = figures
        .iter()
        .fold((1.0_f64, 1.0_f64), |(w, h), figure| (w.max(figure.art.width()), h.max(figure.art.height())));
    // A figure that stands alone is no larger than it must be; letters and figures shrink together.
    let most_high = 5.4 * kind.size;
    let most_wide = if per_row == 1 { (6.6 * kind.size).min(cell) } else { cell };
    let scale = (most_wide / widest).min(most_high / highest);
    let small = kind.size * 0.88;
    let lead = small * 1.2 / POINTS;
    figures
        .chunks(per_row)
        .map(|row| {
            let height = row.iter().map(|figure| figure.art.height() * scale).fold(0.0, f64::max);
            let mut strip = Strip {
                space: kind.size * 0.55 / POINTS,
                height,
                words: Vec::new(),
                pictures: Vec::new(),
                joined: false,
            };
            let mut most = 0;
            for (n, figure) in row.iter().enumerate() {
                let art = &figure.art;
                let left = (cell + gap) * n as f64;
                let width = art.width() * scale;
                let beside = per_row == 1 && !figure.caption.is_empty() && cell - width > 26.0;
                if beside {
                    let x = width + gap;
                    let set = lines(widths, &figure.caption, small, x, cell);
                    let top = ((height - set.len() as f64 * lead) / 2.0).max(0.0);
                    strip.height = strip.height.max(set.len() as f64 * lead);
                    for (k, line) in set.into_iter().enumerate() {
                        let base = top + lead * (k as f64 + 0.76);
                        strip.words.extend(line.into_iter().map(|words| (base, words)));
                    }
                    strip.pictures.push(Picture { art: art.clone(), x: 0.0, y: 0.0, width });
                    continue;
                }
                let x = left + (cell - width) / 2.0;
                let y = height - art.height() * scale;
                strip.pictures.push(Picture { art: art.clone(), x, y, width });
                let set = lines(widths, &figure.caption, small, left, left + cell);
                most = most.max(set.len());
                for (k, line) in set.into_iter().enumerate() {
                    let base = height + lead * (k as f64 + 0.95);
                    strip.words.extend(line.into_iter().map(|words| (base, words)));
                }
            }
            if most > 0 {
                strip.height += lead * (most as f64 + 0.3);
            }
            strip
        })
        .collect()
}

/// Where strips stand in columns of these heights: in which one, and how far below its upper edge.
pub(crate) fn flow(strips: &[Strip], columns: &[f64]) -> Option<Vec<(usize, f64)>> {
    let mut placed = Vec::with_capacity(strips.len());
    let (mut column, mut y) = (0, 0.0);
    for unit in strips.split_inclusive(|strip| !strip.joined) {
        let height: f64 = unit
            .iter()
            .enumerate()
            .map(|(n, strip)| strip.height + if n > 0 { strip.space } else { 0.0 })
            .sum();
        let space = |y: f64| if y == 0.0 { 0.0 } else { unit[0].space };
        while y + space(y) + height > *columns.get(column)? + 1e-6 {
            column += 1;
            y = 0.0;
        }
        y += space(y);
        for (n, strip) in unit.iter().enumerate() {
            y += if n > 0 { strip.space } else { 0.0 };
            placed.push((column, y));
            y += strip.height;
        }
    }
    Some(placed)
}
