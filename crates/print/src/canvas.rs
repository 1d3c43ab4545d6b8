//! A side of a sheet to draw on, in millimetres: of a PDF file, or as an SVG document.

use crate::art::{self, Art, Kind, Palette};
use crate::fonts;
use crate::setting::{POINTS, Strip, Words};
use crate::shape::{Line, Shape};
use crate::sheets::Tone;
use crate::svg::Svg;
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Point, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Stroke, StrokeDash};
use krilla::surface::Surface;

/// A surface on which a unit is a millimetre.
pub(crate) struct Canvas<'a, 'b> {
    ground: Ground<'a, 'b>,
    tone: Tone,
}

/// What a canvas draws on.
enum Ground<'a, 'b> {
    Pdf(&'a mut Surface<'b>),
    Svg(&'a mut Svg),
}

/// How dark a line or a text is, 0 (black) to 255.
pub(crate) type Light = u8;

impl<'a, 'b> Canvas<'a, 'b> {
    /// Takes a surface that is measured in points.
    pub fn new(surface: &'a mut Surface<'b>, tone: Tone) -> Canvas<'a, 'b> {
        surface.push_transform(&Transform::from_scale(POINTS as f32, POINTS as f32));
        Canvas { ground: Ground::Pdf(surface), tone }
    }

    /// Takes a document.
    pub fn on_svg(svg: &'a mut Svg, tone: Tone) -> Canvas<'a, 'b> {
        Canvas { ground: Ground::Svg(svg), tone }
    }

    /// Ends the drawing: the surface is measured in points again.
    pub fn finish(self) {
        if let Ground::Pdf(surface) = self.ground {
            surface.pop();
        }
    }

    /// Draws a document with its upper left corner at a place, `width` wide.
    pub fn picture(&mut self, art: &Art, kind: Kind, (x, y): (f64, f64), width: f64) {
        let palette = Palette { tone: self.tone, kind, opacity: 1.0 };
        let surface = match &mut self.ground {
            Ground::Pdf(surface) => surface,
            Ground::Svg(svg) => {
                let height = width * art.height() / art.width();
                return svg.picture(&art.source, palette, (x, y), (width, height));
            }
        };
        let scale = (width / art.width()) as f32;
        surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x as f32, y as f32));
        art::draw(surface, &art.tree, palette);
        surface.pop();
    }

    /// Draws only within a shape; nothing within one without an area.
    pub fn within(&mut self, shape: Shape, draw: impl FnOnce(&mut Canvas<'_, 'b>)) {
        let tone = self.tone;
        match &mut self.ground {
            Ground::Pdf(surface) => {
                let Some(path) = shape.path() else { return };
                surface.push_clip_path(&path, &FillRule::NonZero);
                draw(&mut Canvas { ground: Ground::Pdf(surface), tone });
                surface.pop();
            }
            Ground::Svg(svg) => {
                svg.clip(shape);
                draw(&mut Canvas { ground: Ground::Svg(svg), tone });
                svg.unclip();
            }
        }
    }

    /// Draws lines, each from point to point, dashed or not.
    pub fn lines(&mut self, lines: &[Line], width: f64, light: Light, dash: Option<[f32; 2]>) {
        let surface = match &mut self.ground {
            Ground::Pdf(surface) => surface,
            Ground::Svg(svg) => return svg.lines(lines, width, light, dash),
        };
        let mut builder = PathBuilder::new();
        for ((x1, y1), (x2, y2)) in lines {
            builder.move_to(*x1 as f32, *y1 as f32);
            builder.line_to(*x2 as f32, *y2 as f32);
        }
        stroke(surface, builder.finish(), width, light, dash);
    }

    /// Draws the outline of a shape.
    pub fn outline(&mut self, shape: Shape, width: f64, light: Light) {
        match &mut self.ground {
            Ground::Pdf(surface) => stroke(surface, shape.path(), width, light, None),
            Ground::Svg(svg) => svg.outline(shape, width, light),
        }
    }

    /// Writes words with their base line at a place.
    pub fn words(&mut self, words: &Words, (x, y): (f64, f64), light: Light) {
        // The ink of the pages.
        let (r, g, b) = (0x2b, 0x26, 0x22);
        let of_pages = self.tone == Tone::Colour && light == INK;
        let surface = match &mut self.ground {
            Ground::Pdf(surface) => surface,
            Ground::Svg(svg) => {
                let (r, g, b) = if of_pages { (r, g, b) } else { (light, light, light) };
                return svg.words(words, (x, y), &format!("#{r:02x}{g:02x}{b:02x}"));
            }
        };
        let ink = if of_pages { rgb::Color::new(r, g, b).into() } else { luma::Color::new(light).into() };
        surface.set_stroke(None);
        surface.set_fill(Some(Fill { paint: ink, opacity: NormalizedF32::ONE, rule: FillRule::NonZero }));
        let glyphs = fonts::shape(&words.text, words.style);
        // The fonts have no slanted letters.
        let lean = if words.style == fonts::Style::Stressed { -0.2 } else { 0.0 };
        let place = Transform::from_row(1.0, 0.0, lean, 1.0, (x + words.x) as f32, y as f32);
        surface.push_transform(&place);
        let size = (words.size / POINTS) as f32;
        let font = fonts::font(words.style);
        surface.draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font, &words.text, size, false);
        surface.pop();
    }

    /// Draws a strip with its upper left corner at a place.
    pub fn strip(&mut self, strip: &Strip, (x, y): (f64, f64)) {
        for picture in &strip.pictures {
            self.picture(&picture.art, Kind::Picture, (x + picture.x, y + picture.y), picture.width);
        }
        for (base, words) in &strip.words {
            self.words(words, (x, y + base), INK);
        }
    }
}

/// The darkness of texts.
pub(crate) const INK: Light = 0;

fn stroke(surface: &mut Surface<'_>, path: Option<Path>, width: f64, light: Light, dash: Option<[f32; 2]>) {
    let Some(path) = path else { return };
    surface.set_fill(None);
    surface.set_stroke(Some(Stroke {
        paint: luma::Color::new(light).into(),
        width: width as f32,
        line_cap: LineCap::Butt,
        dash: dash.map(|dash| StrokeDash { array: dash.to_vec(), offset: 0.0 }),
        ..Stroke::default()
    }));
    surface.draw_path(&path);
}
