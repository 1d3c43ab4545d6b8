//! The fonts of the sheets, which every file embeds: those of the pages.

use harfrust::{FontRef, ShapeOptions, ShaperData, ShaperInstance, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
use skrifa::MetadataProvider;
use skrifa::instance::{Location, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use std::collections::HashMap;
use std::sync::LazyLock;

static TEXT: &[u8] = include_bytes!("../../../assets/fonts/text.ttf");
static TITLE: &[u8] = include_bytes!("../../../assets/fonts/title.ttf");

/// A style of letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Style {
    /// Running text.
    Plain,
    /// Words that are easily found.
    Strong,
    /// Stressed words; they lean.
    Stressed,
    /// Titles and headings.
    Title,
}

/// A font of one weight, ready to be measured and drawn.
struct Face {
    bytes: &'static [u8],
    font: Font,
    reference: FontRef<'static>,
    data: ShaperData,
    instance: ShaperInstance,
    units: f32,
    weight: f32,
}

impl Face {
    fn new(bytes: &'static [u8], weight: f32) -> Face {
        let font = Font::new_variable(bytes.to_vec().into(), 0, &[(Tag::new(b"wght"), weight)]);
        let font = font.expect("the font is part of the program");
        let reference = FontRef::new(bytes).expect("the font is part of the program");
        let data = ShaperData::new(&reference);
        let instance = ShaperInstance::from_variations(&reference, [("wght", weight)]);
        let units = font.units_per_em();
        Face { bytes, font, reference, data, instance, units, weight }
    }
}

static FACES: LazyLock<[Face; 3]> =
    LazyLock::new(|| [Face::new(TEXT, 400.0), Face::new(TEXT, 650.0), Face::new(TITLE, 600.0)]);

/// The place of the face of a style among all faces.
pub(crate) fn place(style: Style) -> usize {
    match style {
        Style::Plain | Style::Stressed => 0,
        Style::Strong => 1,
        Style::Title => 2,
    }
}

fn face(style: Style) -> &'static Face {
    &FACES[place(style)]
}

/// How many units of its outlines the size of a face is.
pub(crate) fn units(style: Style) -> f64 {
    f64::from(face(style).units)
}

/// The outline of a glyph as the path of an SVG document, upwards; empty for a space.
pub(crate) fn outline(style: Style, glyph: u32) -> String {
    let face = face(style);
    let Ok(font) = skrifa::FontRef::new(face.bytes) else {
        return String::new();
    };
    let location: Location = font.axes().location([("wght", face.weight)]);
    let mut pen = Pen(String::new());
    if let Some(outline) = font.outline_glyphs().get(skrifa::GlyphId::new(glyph)) {
        // What cannot be drawn is left out, as in the file.
        let _ = outline.draw(DrawSettings::unhinted(Size::unscaled(), &location), &mut pen);
    }
    pen.0
}

/// Writes an outline.
struct Pen(String);

impl Pen {
    fn add(&mut self, command: char, numbers: &[f32]) {
        self.0.push(command);
        for (n, number) in numbers.iter().enumerate() {
            if n > 0 {
                self.0.push(' ');
            }
            self.0.push_str(&(number.round() as i32).to_string());
        }
    }
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[x, y]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.add('Q', &[cx, cy, x, y]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.add('C', &[ax, ay, bx, by, x, y]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

/// The font of a style.
pub(crate) fn font(style: Style) -> Font {
    face(style).font.clone()
}

/// The glyphs of a text in a line; their advances are parts of the size.
pub(crate) fn shape(text: &str, style: Style) -> Vec<KrillaGlyph> {
    let face = face(style);
    let mut buffer = UnicodeBuffer::new();
    buffer.push_str(text);
    buffer.guess_segment_properties();
    let shaper = face.data.shaper(&face.reference).instance(Some(&face.instance)).build();
    let shaped = shaper.shape(buffer, ShapeOptions::new());
    let infos = shaped.glyph_infos();
    let next = |n: usize, cluster: u32| {
        infos[n..]
            .iter()
            .map(|info| info.cluster)
            .find(|&other| other > cluster)
            .map_or(text.len(), |c| c as usize)
    };
    let glyph =
        |(n, (info, position)): (usize, (&harfrust::GlyphInfo, &harfrust::GlyphPosition))| KrillaGlyph {
            glyph_id: GlyphId::new(info.glyph_id),
            text_range: info.cluster as usize..next(n, info.cluster),
            x_advance: position.x_advance as f32 / face.units,
            x_offset: position.x_offset as f32 / face.units,
            y_offset: position.y_offset as f32 / face.units,
            y_advance: position.y_advance as f32 / face.units,
            location: None,
        };
    infos.iter().zip(shaped.glyph_positions()).enumerate().map(glyph).collect()
}

/// The width of a text in a line, as a multiple of its size.
pub(crate) fn width(text: &str, style: Style) -> f64 {
    shape(text, style).iter().map(|glyph| f64::from(glyph.x_advance)).sum()
}

/// The widths of words, each measured once: a text is set in several sizes until it fits.
#[derive(Default)]
pub(crate) struct Widths(HashMap<(Style, String), f64>);

impl Widths {
    /// As [`width`].
    pub fn of(&mut self, word: &str, style: Style) -> f64 {
        *self.0.entry((style, word.to_owned())).or_insert_with(|| width(word, style))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_measured_in_their_weight() {
        let [plain, strong] = [Style::Plain, Style::Strong].map(|style| width("Bagatelle", style));
        assert!((3.0..5.0).contains(&plain) && strong > plain, "{plain} {strong}");
    }

    #[test]
    fn the_fonts_have_the_letters_of_the_texts() {
        for style in [Style::Plain, Style::Strong, Style::Title] {
            let glyphs = shape("Antonio Recuenca Muñoz’s “7×7” – 50 mm · • …", style);
            assert!(glyphs.iter().all(|glyph| glyph.glyph_id.to_u32() != 0));
        }
    }
}
