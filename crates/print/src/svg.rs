//! A side of a sheet as an SVG document that stands alone: one unit is a millimetre, letters are outlines,
//! and what is drawn several times is defined once.

use crate::art::{Kind, Palette, recoloured};
use crate::fonts::{self, Style};
use crate::setting::{POINTS, Words};
use crate::shape::{Line, Shape};
use std::collections::HashMap;
use std::fmt::Write;

/// A document that is being drawn.
#[derive(Default)]
pub(crate) struct Svg {
    definitions: String,
    body: String,
    /// The number of each drawing that is defined, by its source and whether it is a piece.
    pictures: HashMap<(String, bool), usize>,
    /// The glyphs that are defined, by the place of their face and their number there.
    glyphs: HashMap<(usize, u32), usize>,
    clips: usize,
}

impl Svg {
    /// Draws the source of a document with its upper left corner at a place, `width` by `height`.
    pub fn picture(&mut self, source: &str, palette: Palette, (x, y): (f64, f64), (w, h): (f64, f64)) {
        let key = (source.to_owned(), palette.kind == Kind::Piece);
        let next = self.pictures.len();
        let number = *self.pictures.entry(key).or_insert(next);
        if number == next {
            let (head, rest) = source.split_once('>').unwrap_or((source, ""));
            let inner = rest.strip_suffix("</svg>").unwrap_or(rest);
            let area = head.split_once("viewBox=\"").and_then(|(_, area)| area.split('"').next());
            write(
                &mut self.definitions,
                format_args!(
                    "<symbol id=\"picture-{number}\" viewBox=\"{}\">{}</symbol>",
                    area.unwrap_or("0 0 1 1"),
                    recoloured(inner, palette)
                ),
            );
        }
        let [x, y, w, h] = [x, y, w, h].map(Short);
        write(
            &mut self.body,
            format_args!(
                "<use href=\"#picture-{number}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
            ),
        );
    }

    /// Begins to draw only within a shape.
    pub fn clip(&mut self, shape: Shape) {
        let n = self.clips;
        self.clips += 1;
        write(
            &mut self.definitions,
            format_args!("<clipPath id=\"clip-{n}\"><{}/></clipPath>", element(shape)),
        );
        write(&mut self.body, format_args!("<g clip-path=\"url(#clip-{n})\">"));
    }

    /// Ends that.
    pub fn unclip(&mut self) {
        self.body.push_str("</g>");
    }

    /// Draws lines, each from point to point.
    pub fn lines(&mut self, lines: &[Line], width: f64, light: u8, dash: Option<[f32; 2]>) {
        let mut path = String::new();
        for ((x1, y1), (x2, y2)) in lines {
            let [x1, y1, x2, y2] = [*x1, *y1, *x2, *y2].map(Short);
            write(&mut path, format_args!("M{x1} {y1}L{x2} {y2}"));
        }
        write(
            &mut self.body,
            format_args!("<path d=\"{path}\" fill=\"none\"{}/>", stroke(width, light, dash)),
        );
    }

    /// Draws the outline of a shape.
    pub fn outline(&mut self, shape: Shape, width: f64, light: u8) {
        let stroke = stroke(width, light, None);
        write(&mut self.body, format_args!("<{} fill=\"none\"{stroke}/>", element(shape)));
    }

    /// Writes words in a colour with their base line at a place.
    pub fn words(&mut self, words: &Words, (x, y): (f64, f64), colour: &str) {
        let units = fonts::units(words.style);
        let scale = words.size / POINTS / units;
        let lean = if words.style == Style::Stressed { 0.2 * scale } else { 0.0 };
        let [x, y, scale, lean] = [Short(x + words.x), Short(y), Short(scale), Short(lean)];
        write(
            &mut self.body,
            format_args!("<g transform=\"matrix({scale} 0 {lean} -{scale} {x} {y})\" fill=\"{colour}\">"),
        );
        let mut at = 0.0;
        for glyph in fonts::shape(&words.text, words.style) {
            let (id, place) = (glyph.glyph_id.to_u32(), (at + f64::from(glyph.x_offset)) * units);
            if let Some(number) = self.glyph(words.style, id) {
                write(&mut self.body, format_args!("<use href=\"#glyph-{number}\" x=\"{}\"/>", Short(place)));
            }
            at += f64::from(glyph.x_advance);
        }
        self.body.push_str("</g>");
    }

    /// Defines a glyph, unless it is empty.
    fn glyph(&mut self, style: Style, id: u32) -> Option<usize> {
        let key = (fonts::place(style), id);
        if let Some(&number) = self.glyphs.get(&key) {
            return Some(number);
        }
        let outline = fonts::outline(style, id);
        if outline.is_empty() {
            return None;
        }
        let number = self.glyphs.len();
        self.glyphs.insert(key, number);
        write(&mut self.definitions, format_args!("<path id=\"glyph-{number}\" d=\"{outline}\"/>"));
        Some(number)
    }

    /// The document of a sheet of this size in millimetres.
    pub fn document(self, (width, height): (f64, f64)) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\"><defs>{}</defs><rect width=\"{width}\" height=\"{height}\" \
             fill=\"#fff\"/>{}</svg>",
            self.definitions, self.body
        )
    }
}

/// A number with at most four digits behind the point.
struct Short(f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = if self.0.abs() < 0.1 { 6 } else { 3 };
        let text = format!("{:.digits$}", self.0);
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// Adds to a text, which does not fail.
fn write(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}

/// A shape as an element without its brackets.
fn element(shape: Shape) -> String {
    let (x, y, w, h) = match shape {
        Shape::Rectangle(x, y, w, h) | Shape::Ellipse(x, y, w, h) => (x, y, w, h),
    };
    match shape {
        Shape::Rectangle(..) => {
            let [x, y, w, h] = [x, y, w, h].map(Short);
            format!("rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"")
        }
        Shape::Ellipse(..) => {
            let [cx, cy, rx, ry] = [x + w / 2.0, y + h / 2.0, w / 2.0, h / 2.0].map(Short);
            format!("ellipse cx=\"{cx}\" cy=\"{cy}\" rx=\"{rx}\" ry=\"{ry}\"")
        }
    }
}

fn stroke(width: f64, light: u8, dash: Option<[f32; 2]>) -> String {
    let dash = dash.map_or_else(String::new, |[on, off]| format!(" stroke-dasharray=\"{on} {off}\""));
    format!(" stroke=\"#{light:02x}{light:02x}{light:02x}\" stroke-width=\"{}\"{dash}", Short(width))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (number, text) in [(1.0, "1"), (0.25, "0.25"), (-0.0, "0"), (12.345_67, "12.346"), (100.0, "100")]
        {
            assert_eq!(Short(number).to_string(), text);
        }
        assert_eq!(Short(0.000_353).to_string(), "0.000353");
    }
}
