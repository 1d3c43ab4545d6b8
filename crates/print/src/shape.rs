//! Lines and shapes on a sheet, in millimetres.

use krilla::geom::{Path, PathBuilder, Rect};

/// A shape by the left edge, the upper edge, the width and the height of what it fills.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Shape {
    Rectangle(f64, f64, f64, f64),
    Ellipse(f64, f64, f64, f64),
}

/// A line from a point to a point.
pub(crate) type Line = ((f64, f64), (f64, f64));

impl Shape {
    /// Its outline; nothing for a shape without an area.
    pub fn path(self) -> Option<Path> {
        match self {
            Shape::Rectangle(x, y, width, height) => rectangle(x, y, width, height),
            Shape::Ellipse(x, y, width, height) => ellipse(x, y, width, height),
        }
    }
}

/// A rectangle as an outline.
fn rectangle(x: f64, y: f64, width: f64, height: f64) -> Option<Path> {
    let mut builder = PathBuilder::new();
    builder.push_rect(Rect::from_xywh(x as f32, y as f32, width as f32, height as f32)?);
    builder.finish()
}

/// An ellipse in a rectangle as an outline.
fn ellipse(x: f64, y: f64, width: f64, height: f64) -> Option<Path> {
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
