//! The fonts of the sheets, which every file embeds: those of the pages.

use harfrust::{FontRef, ShapeOptions, ShaperData, ShaperInstance, UnicodeBuffer};
use krilla::text::{Font, GlyphId, KrillaGlyph, Tag};
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
    font: Font,
    reference: FontRef<'static>,
    data: ShaperData,
    instance: ShaperInstance,
    units: f32,
}

impl Face {
    fn new(bytes: &'static [u8], weight: f32) -> Face {
        let font = Font::new_variable(bytes.to_vec().into(), 0, &[(Tag::new(b"wght"), weight)]);
        let font = font.expect("the font is part of the program");
        let reference = FontRef::new(bytes).expect("the font is part of the program");
        let data = ShaperData::new(&reference);
        let instance = ShaperInstance::from_variations(&reference, [("wght", weight)]);
        let units = font.units_per_em();
        Face { font, reference, data, instance, units }
    }
}

static FACES: LazyLock<[Face; 3]> =
    LazyLock::new(|| [Face::new(TEXT, 400.0), Face::new(TEXT, 650.0), Face::new(TITLE, 600.0)]);

fn face(style: Style) -> &'static Face {
    &FACES[match style {
        Style::Plain | Style::Stressed => 0,
        Style::Strong => 1,
        Style::Title => 2,
    }]
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
