//! A side of a sheet to draw on, in millimetres.

use crate::art::{self, Kind, Palette};
use crate::fonts;
use crate::setting::{POINTS, Strip, Words};
use crate::sheets::Tone;
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Point, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule, LineCap, Stroke, StrokeDash};
use krilla::surface::Surface;

/// A surface on which a unit is a millimetre.
pub(crate) struct Canvas<'a, 'b> {
    surface: &'a mut Surface<'b>,
    tone: Tone,
}

/// A line from a point to a point.
pub(crate) type Line = ((f64, f64), (f64, f64));

/// How dark a line or a text is, 0 (black) to 255.
pub(crate) type Light = u8;

impl<'a, 'b> Canvas<'a, 'b> {
    /// Takes a surface that is measured in points.
    pub fn new(surface: &'a mut Surface<'b>, tone: Tone) -> Canvas<'a, 'b> {
        surface.push_transform(&Transform::from_scale(POINTS as f32, POINTS as f32));
        Canvas { surface, tone }
    }

    /// Ends the drawing: the surface is measured in points again.
    pub fn finish(self) {
        self.surface.pop();
    }

    /// Draws a document with its upper left corner at a place, `width` wide.
    pub fn picture(&mut self, tree: &usvg::Tree, kind: Kind, (x, y): (f64, f64), width: f64) {
        let scale = width as f32 / tree.size().width();
        self.surface.push_transform(&Transform::from_row(scale, 0.0, 0.0, scale, x as f32, y as f32));
        art::draw(self.surface, tree, Palette { tone: self.tone, kind, opacity: 1.0 });
        self.surface.pop();
    }

    /// Draws only within a shape.
    pub fn within(&mut self, shape: &Path, draw: impl FnOnce(&mut Canvas<'_, 'b>)) {
        self.surface.push_clip_path(shape, &FillRule::NonZero);
        draw(&mut Canvas { surface: self.surface, tone: self.tone });
        self.surface.pop();
    }

    /// Draws lines, each from point to point, dashed or not.
    pub fn lines(&mut self, lines: &[Line], width: f64, light: Light, dash: Option<[f32; 2]>) {
        let mut builder = PathBuilder::new();
        for ((x1, y1), (x2, y2)) in lines {
            builder.move_to(*x1 as f32, *y1 as f32);
            builder.line_to(*x2 as f32, *y2 as f32);
        }
        self.stroke(builder.finish(), width, light, dash);
    }

    /// Draws an outline.
    pub fn stroke(&mut self, path: Option<Path>, width: f64, light: Light, dash: Option<[f32; 2]>) {
        let Some(path) = path else { return };
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke {
            paint: luma::Color::new(light).into(),
            width: width as f32,
            line_cap: LineCap::Butt,
            dash: dash.map(|dash| StrokeDash { array: dash.to_vec(), offset: 0.0 }),
            ..Stroke::default()
        }));
        self.surface.draw_path(&path);
    }

    /// Writes words with their base line at a place.
    pub fn words(&mut self, words: &Words, (x, y): (f64, f64), light: Light) {
        let ink = match self.tone {
            // The ink of the pages.
            Tone::Colour if light == INK => rgb::Color::new(0x2b, 0x26, 0x22).into(),
            _ => luma::Color::new(light).into(),
        };
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(Fill {
            paint: ink,
            opacity: NormalizedF32::ONE,
            rule: FillRule::NonZero,
        }));
        let glyphs = fonts::shape(&words.text, words.style);
        // The fonts have no slanted letters.
        let lean = if words.style == fonts::Style::Stressed { -0.2 } else { 0.0 };
        let place = Transform::from_row(1.0, 0.0, lean, 1.0, (x + words.x) as f32, y as f32);
        self.surface.push_transform(&place);
        let size = (words.size / POINTS) as f32;
        let font = fonts::font(words.style);
        self.surface.draw_glyphs(Point::from_xy(0.0, 0.0), &glyphs, font, &words.text, size, false);
        self.surface.pop();
    }

    /// Draws a strip with its upper left corner at a place.
    pub fn strip(&mut self, strip: &Strip, (x, y): (f64, f64)) {
        for picture in &strip.pictures {
            self.picture(&picture.tree, Kind::Picture, (x + picture.x, y + picture.y), picture.width);
        }
        for (base, words) in &strip.words {
            self.words(words, (x, y + base), INK);
        }
    }
}

/// The darkness of texts.
pub(crate) const INK: Light = 0;

/// A rectangle as an outline.
pub(crate) fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Option<Path> {
    let mut builder = PathBuilder::new();
    builder.push_rect(Rect::from_xywh(x as f32, y as f32, width as f32, height as f32)?);
    builder.finish()
}

/// An ellipse in a rectangle as an outline.
pub(crate) fn ellipse(x: f64, y: f64, width: f64, height: f64) -> Option<Path> {
    // How far the handles of a quarter are from its ends, for the best curve.
    let bend = 0.552_285;
    let (rx, ry) = (width / 2.0, height / 2.0);
    let (cx, cy) = (x + rx, y + ry);
    let mut builder = PathBuilder::new();
    builder.move_to((cx + rx) as f32, cy as f32);
    for (from, to) in [
        ((1.0, 0.0), (0.0, 1.0)),
        ((0.0, 1.0), (-1.0, 0.0)),
        ((-1.0, 0.0), (0.0, -1.0)),
        ((0.0, -1.0), (1.0, 0.0)),
    ] {
        let near = (cx + rx * (from.0 + to.0 * bend), cy + ry * (from.1 + to.1 * bend));
        let far = (cx + rx * (to.0 + from.0 * bend), cy + ry * (to.1 + from.1 * bend));
        let end = (cx + rx * to.0, cy + ry * to.1);
        builder.cubic_to(
            near.0 as f32,
            near.1 as f32,
            far.0 as f32,
            far.1 as f32,
            end.0 as f32,
            end.1 as f32,
        );
    }
    builder.close();
    builder.finish()
}
