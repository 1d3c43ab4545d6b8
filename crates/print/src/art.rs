//! Drawings on a page: what a game draws as SVG, in the tone of the sheets.

use crate::sheets::Tone;
use krilla::color::{luma, rgb};
use krilla::geom::{Path, PathBuilder, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{
    Fill, FillRule, LineCap, LineJoin, LinearGradient, Paint, RadialGradient, SpreadMethod, Stop, Stroke,
    StrokeDash,
};
use krilla::surface::Surface;
use usvg::tiny_skia_path::PathSegment;

/// A drawing: the text of its SVG document, and what is in it.
#[derive(Clone, Debug)]
pub(crate) struct Art {
    pub source: String,
    pub tree: usvg::Tree,
}

impl Art {
    /// Reads a document.
    pub fn read(source: String) -> Result<Art, usvg::Error> {
        let tree = usvg::Tree::from_str(&source, &usvg::Options::default())?;
        Ok(Art { source, tree })
    }

    /// Its width in its own units.
    pub fn width(&self) -> f64 {
        f64::from(self.tree.size().width())
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        f64::from(self.tree.size().height())
    }
}

/// Which drawing it is: with little ink, pictures are paler than pieces, whose own drawings save ink.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A side of a piece.
    Piece,
    /// A picture of a whole table.
    Picture,
}

/// Lines broader than this, in the units of a drawing, are areas.
const BROAD: f32 = 5.0;

/// How colours are printed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    /// The tone of the sheets.
    pub tone: Tone,
    /// Which drawing it is.
    pub kind: Kind,
    /// How opaque all is, 0 to 1.
    pub opacity: f32,
}

impl Palette {
    /// A colour of an area (`filled`) or of a line.
    fn colour(self, colour: usvg::Color, filled: bool) -> krilla::color::Color {
        if self.tone == Tone::Colour {
            let usvg::Color { red, green, blue } = colour;
            // Never mixed with grey: a gradient has one kind of colours.
            return rgb::Color::new(red, green, blue).into();
        }
        luma::Color::new(self.light(colour, filled)).into()
    }

    /// How light a colour is printed where there are no colours.
    fn light(self, colour: usvg::Color, filled: bool) -> u8 {
        let light = lightness(colour);
        let light = match (self.tone, self.kind, filled) {
            // Black marks stay black; all else is a hint of paint.
            (Tone::LowInk, Kind::Piece, true) if light > 60.0 => 255.0 - (255.0 - light) * 0.3,
            (Tone::LowInk, Kind::Picture, true) => 255.0 - (255.0 - light) * 0.45,
            (Tone::LowInk, Kind::Picture, false) => 255.0 - (255.0 - light) * 0.8,
            _ => light,
        };
        light.round() as u8
    }

    /// The paint, and how opaque it is.
    fn paint(self, paint: &usvg::Paint, filled: bool) -> Option<(Paint, f32)> {
        let veil = match paint {
            usvg::Paint::LinearGradient(gradient) => veil(gradient.stops()),
            usvg::Paint::RadialGradient(gradient) => veil(gradient.stops()),
            usvg::Paint::Color(_) | usvg::Paint::Pattern(_) => None,
        };
        match veil.filter(|_| self.tone != Tone::Colour) {
            // A veil is mixed in colour, too.
            Some((colour, opacity)) => Some((self.colour(colour, filled).into(), opacity)),
            None => Some((self.whole(paint, filled)?, 1.0)),
        }
    }

    fn whole(self, paint: &usvg::Paint, filled: bool) -> Option<Paint> {
        let stops = |stops: &[usvg::Stop]| -> Vec<Stop> {
            let stop = |stop: &usvg::Stop| Stop {
                offset: part(stop.offset().get()),
                color: self.colour(stop.color(), filled),
                opacity: part(stop.opacity().get()),
            };
            stops.iter().map(stop).collect()
        };
        Some(match paint {
            usvg::Paint::Color(colour) => self.colour(*colour, filled).into(),
            usvg::Paint::LinearGradient(gradient) => LinearGradient {
                x1: gradient.x1(),
                y1: gradient.y1(),
                x2: gradient.x2(),
                y2: gradient.y2(),
                transform: transform(gradient.transform()),
                spread_method: SpreadMethod::Pad,
                stops: stops(gradient.stops()),
                anti_alias: false,
            }
            .into(),
            usvg::Paint::RadialGradient(gradient) => RadialGradient {
                cx: gradient.cx(),
                cy: gradient.cy(),
                cr: gradient.r().get(),
                fx: gradient.fx(),
                fy: gradient.fy(),
                fr: 0.0,
                transform: transform(gradient.transform()),
                spread_method: SpreadMethod::Pad,
                stops: stops(gradient.stops()),
                anti_alias: false,
            }
            .into(),
            usvg::Paint::Pattern(_) => return None,
        })
    }

    fn fill(self, fill: &usvg::Fill) -> Option<Fill> {
        let (paint, opacity) = self.paint(fill.paint(), true)?;
        Some(Fill {
            paint,
            opacity: part(fill.opacity().get() * opacity * self.opacity),
            rule: rule(fill.rule()),
        })
    }

    fn stroke(self, stroke: &usvg::Stroke) -> Option<Stroke> {
        // A broad line is an area; a dark one below it is its outline.
        let filled = stroke.width().get() > BROAD && !dark(stroke.paint());
        let (paint, opacity) = self.paint(stroke.paint(), filled)?;
        let dash = |array: &[f32]| StrokeDash { offset: stroke.dashoffset(), array: array.to_vec() };
        Some(Stroke {
            paint,
            width: stroke.width().get(),
            miter_limit: stroke.miterlimit().get(),
            line_cap: match stroke.linecap() {
                usvg::LineCap::Butt => LineCap::Butt,
                usvg::LineCap::Round => LineCap::Round,
                usvg::LineCap::Square => LineCap::Square,
            },
            line_join: match stroke.linejoin() {
                usvg::LineJoin::Miter | usvg::LineJoin::MiterClip => LineJoin::Miter,
                usvg::LineJoin::Round => LineJoin::Round,
                usvg::LineJoin::Bevel => LineJoin::Bevel,
            },
            opacity: part(stroke.opacity().get() * opacity * self.opacity),
            dash: stroke.dasharray().map(dash),
        })
    }
}

/// How light a colour is, 0 to 255.
fn lightness(colour: usvg::Color) -> f64 {
    0.299 * f64::from(colour.red) + 0.587 * f64::from(colour.green) + 0.114 * f64::from(colour.blue)
}

/// Whether a paint is a dark colour.
fn dark(paint: &usvg::Paint) -> bool {
    matches!(paint, usvg::Paint::Color(colour) if lightness(*colour) < 100.0)
}

/// The mean colour and opacity of a gradient that lets something shine through.
fn veil(stops: &[usvg::Stop]) -> Option<(usvg::Color, f32)> {
    let total: f32 = stops.iter().map(|stop| stop.opacity().get()).sum();
    let count = stops.len() as f32;
    if total <= 0.0 || total >= count {
        return None;
    }
    let mean = |channel: fn(usvg::Color) -> u8| {
        let sum: f32 = stops.iter().map(|stop| f32::from(channel(stop.color())) * stop.opacity().get()).sum();
        (sum / total).round() as u8
    };
    let colour = usvg::Color::new_rgb(mean(|c| c.red), mean(|c| c.green), mean(|c| c.blue));
    Some((colour, total / count))
}

/// Draws what is in a document, in its own units. Filters, masks, patterns, images and texts are left out: no
/// drawing of a game has them.
pub(crate) fn draw(surface: &mut Surface<'_>, tree: &usvg::Tree, palette: Palette) {
    group(surface, tree.root(), palette);
}

fn group(surface: &mut Surface<'_>, group_: &usvg::Group, palette: Palette) {
    surface.push_transform(&transform(group_.transform()));
    let mut pushed = 1;
    let clip = group_.clip_path().and_then(|clip| outline(clip.root(), clip.transform()));
    if let Some(clip) = clip {
        surface.push_clip_path(&clip, &FillRule::NonZero);
        pushed += 1;
    }
    let opacity = group_.opacity().get();
    let mut palette = palette;
    if opacity < 1.0 && palette.tone == Tone::Colour {
        surface.push_opacity(part(opacity));
        surface.push_isolated();
        pushed += 2;
    } else {
        // Groups are mixed in colour, and a printer would then make greys of coloured inks.
        palette.opacity *= opacity;
    }
    for child in group_.children() {
        match child {
            usvg::Node::Group(inner) => group(surface, inner, palette),
            usvg::Node::Path(path) => draw_path(surface, path, palette),
            usvg::Node::Image(_) | usvg::Node::Text(_) => {}
        }
    }
    (0..pushed).for_each(|_| surface.pop());
}

fn draw_path(surface: &mut Surface<'_>, path: &usvg::Path, palette: Palette) {
    let mut builder = PathBuilder::new();
    add(path.data(), usvg::Transform::identity(), &mut builder);
    let Some(shape) = builder.finish().filter(|_| path.is_visible()) else { return };
    let fill = path.fill().and_then(|fill| palette.fill(fill));
    let stroke = path.stroke().and_then(|stroke| palette.stroke(stroke));
    let order = match path.paint_order() {
        usvg::PaintOrder::FillAndStroke => vec![(fill, stroke)],
        usvg::PaintOrder::StrokeAndFill => vec![(None, stroke), (fill, None)],
    };
    for (fill, stroke) in order {
        if fill.is_some() || stroke.is_some() {
            surface.set_fill(fill);
            surface.set_stroke(stroke);
            surface.draw_path(&shape);
        }
    }
}

/// The outlines of all paths of a clip.
fn outline(group: &usvg::Group, transform: usvg::Transform) -> Option<Path> {
    fn collect(group: &usvg::Group, transform: usvg::Transform, builder: &mut PathBuilder) {
        for child in group.children() {
            match child {
                usvg::Node::Path(path) => add(path.data(), transform, builder),
                usvg::Node::Group(inner) => collect(inner, transform.pre_concat(inner.transform()), builder),
                usvg::Node::Image(_) | usvg::Node::Text(_) => {}
            }
        }
    }
    let mut builder = PathBuilder::new();
    collect(group, transform, &mut builder);
    builder.finish()
}

fn add(data: &usvg::tiny_skia_path::Path, transform: usvg::Transform, builder: &mut PathBuilder) {
    let at = |mut point: usvg::tiny_skia_path::Point| {
        transform.map_point(&mut point);
        (point.x, point.y)
    };
    for segment in data.segments() {
        match segment {
            PathSegment::MoveTo(p) => {
                let (x, y) = at(p);
                builder.move_to(x, y);
            }
            PathSegment::LineTo(p) => {
                let (x, y) = at(p);
                builder.line_to(x, y);
            }
            PathSegment::QuadTo(p, q) => {
                let ((x1, y1), (x, y)) = (at(p), at(q));
                builder.quad_to(x1, y1, x, y);
            }
            PathSegment::CubicTo(p, q, r) => {
                let ((x1, y1), (x2, y2), (x, y)) = (at(p), at(q), at(r));
                builder.cubic_to(x1, y1, x2, y2, x, y);
            }
            PathSegment::Close => builder.close(),
        }
    }
}

fn transform(transform: usvg::Transform) -> Transform {
    Transform::from_row(transform.sx, transform.ky, transform.kx, transform.sy, transform.tx, transform.ty)
}

fn rule(rule: usvg::FillRule) -> FillRule {
    match rule {
        usvg::FillRule::NonZero => FillRule::NonZero,
        usvg::FillRule::EvenOdd => FillRule::EvenOdd,
    }
}

/// A part of one; what is no number is all of it.
fn part(value: f32) -> NormalizedF32 {
    NormalizedF32::new(value.clamp(0.0, 1.0)).unwrap_or(NormalizedF32::ONE)
}

/// The text of a drawing with its colours as they are printed. Games write colours as `#rgb` or `#rrggbb`.
pub(crate) fn recoloured(source: &str, palette: Palette) -> String {
    if palette.tone == Tone::Colour {
        return source.to_owned();
    }
    let mut text = String::with_capacity(source.len());
    for (n, tag) in source.split('<').enumerate() {
        if n > 0 {
            text.push('<');
        }
        let width =
            tag.split_once("stroke-width=\"").and_then(|(_, rest)| rest.split('"').next()?.parse().ok());
        let mut rest = tag;
        while let Some((before, after)) = rest.split_once("=\"#") {
            let digits = after.split('"').next().unwrap_or_default();
            let name = before.rsplit([' ', '\n']).next().unwrap_or_default();
            text.push_str(before);
            text.push_str("=\"#");
            rest = after;
            if let ("fill" | "stroke" | "stop-color", Some(colour)) = (name, hex(digits)) {
                let broad = width.is_some_and(|width: f32| width > BROAD) && lightness(colour) >= 100.0;
                let light = palette.light(colour, name != "stroke" || broad);
                text.push_str(&format!("{light:02x}{light:02x}{light:02x}"));
                rest = &after[digits.len()..];
            }
        }
        text.push_str(rest);
    }
    text
}

/// A colour of three or six digits.
fn hex(digits: &str) -> Option<usvg::Color> {
    let short = digits.len() == 3;
    if !short && digits.len() != 6 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let step = if short { 1 } else { 2 };
    let channel = |n: usize| {
        let value = u8::from_str_radix(&digits[n * step..(n + 1) * step], 16).ok()?;
        Some(if short { value * 17 } else { value })
    };
    Some(usvg::Color::new_rgb(channel(0)?, channel(1)?, channel(2)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_without_colours_keeps_its_references() {
        let source = "<g fill=\"#fff\"><use href=\"#fed\"/><path stroke=\"#ff0000\" fill=\"url(#abc)\"/></g>";
        let palette = |tone| Palette { tone, kind: Kind::Piece, opacity: 1.0 };
        assert_eq!(recoloured(source, palette(Tone::Colour)), source);
        let grey =
            "<g fill=\"#ffffff\"><use href=\"#fed\"/><path stroke=\"#4c4c4c\" fill=\"url(#abc)\"/></g>";
        assert_eq!(recoloured(source, palette(Tone::Grey)), grey);
    }
}
