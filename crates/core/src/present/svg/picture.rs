//! Whole drawings.

use super::value::Value;
use maud::{Markup, Render};

/// Reserves room for this many more bytes: `html!` begins with little, and a growing text is copied each
/// time its room is doubled.
#[derive(Clone, Copy, Debug)]
pub struct Room(pub usize);

impl Room {
    /// Room for most drawings.
    pub const PICTURE: Room = Room(48 << 10);
}

impl Render for Room {
    /// Writes nothing.
    fn render_to(&self, out: &mut String) {
        out.reserve(self.0);
    }
}

/// A complete drawing.
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture {
    view_box: String,
    label: String,
    dark_ground: bool,
    /// What it does where there is little room: the attribute `data-zoom` or `data-wide`, or nothing.
    room: String,
}

impl Picture {
    /// A picture of this part of the plane: left, top, width, height.
    pub fn new(x: impl Value, y: impl Value, width: impl Value, height: impl Value) -> Picture {
        let mut view_box = String::new();
        x.write_to(&mut view_box);
        for value in [&y as &dyn Value, &width, &height] {
            view_box.push(' ');
            value.write_to(&mut view_box);
        }
        Picture { view_box, label: String::new(), dark_ground: false, room: String::new() }
    }

    /// What the picture shows, in words.
    pub fn label(mut self, label: impl Value) -> Picture {
        self.label.clear();
        label.write_to(&mut self.label);
        self
    }

    /// The ground is dark and needs light halos.
    pub fn dark_ground(self) -> Picture {
        Picture { dark_ground: true, ..self }
    }

    /// The visitor can zoom in and move the picture about, and the board takes all the room there is: for a
    /// drawing that grows. `part` (left, top, width, height) is the area of the lattice; pieces that lie
    /// [aside](super::Piece::aside) are left out on small screens. `target` is the distance between
    /// targets: a finger needs it to be large.
    pub fn zooms(mut self, part: [i32; 4], target: i32) -> Picture {
        let [x, y, width, height] = part;
        self.room = format!("\" data-zoom=\"{x} {y} {width} {height} {target}");
        self
    }

    /// The drawing has much on it: it is as wide as a small screen, even if buttons are then below that.
    pub fn wide(mut self) -> Picture {
        self.room = "\" data-wide=\"".to_owned();
        self
    }

    /// The document with these children.
    #[must_use]
    pub fn draw(&self, children: &Markup) -> String {
        self.draw_with(|out| out.push_str(&children.0))
    }

    /// As [`Picture::draw`], with children that are written straight into the document.
    #[must_use]
    pub fn draw_with(&self, write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        self.render_to(&mut out);
        write(&mut out);
        out.push_str(END);
        out
    }

    /// The document that begins with a picture, written as `html! { (picture) … }`: large drawings are not
    /// copied.
    #[must_use]
    pub fn ended(begun: Markup) -> String {
        let mut out = begun.0;
        out.push_str(END);
        out
    }
}

/// The middle of a window on a drawing that grows: all from `low` to `high` lies no farther from it than
/// `half`. It is a multiple of `step`, or of half of that, as near to the origin as can be, so that the
/// window seldom moves. `None` where the window is too small.
#[must_use]
pub fn steady(low: i32, high: i32, half: i32, step: i32) -> Option<i32> {
    [step, step / 2].into_iter().find_map(|step| {
        let least = -(half - high).div_euclid(step) * step;
        let most = (low + half).div_euclid(step) * step;
        (least <= most).then(|| 0.clamp(least, most))
    })
}

/// The end of a document.
const END: &str = "</svg>";

impl Render for Picture {
    /// Writes the beginning of the document, with room for most drawings.
    fn render_to(&self, out: &mut String) {
        Room::PICTURE.render_to(out);
        let class = if self.dark_ground { "\" class=\"dark-ground" } else { "" };
        out.extend([
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"",
            &self.view_box,
            "\" role=\"group",
            class,
            &self.room,
        ]);
        out.extend(["\" aria-label=\"", &self.label, "\">"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use maud::html;

    #[test]
    fn a_window_rests_until_something_leaves_it() {
        assert_eq!(steady(-6, 6, 6, 4), Some(0));
        assert_eq!([7, 8, 10, 11].map(|high| steady(0, high, 6, 4)), [Some(4), Some(4), Some(4), Some(6)]);
        assert_eq!(
            [-7, -8, -10, -11].map(|low| steady(low, 0, 6, 4)),
            [Some(-4), Some(-4), Some(-4), Some(-6)]
        );
        assert_eq!([steady(0, 12, 6, 4), steady(1, 13, 6, 4), steady(0, 13, 6, 4)], [Some(6), None, None]);
    }

    #[test]
    fn a_picture_is_a_document() {
        let picture = Picture::new(-1.5, 0, 20, 30).label("red & blue");
        assert_eq!(
            Picture::ended(html! { (picture) g {} }),
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1.5 0 20 30\" role=\"group\" \
             aria-label=\"red &amp; blue\"><g></g></svg>"
        );
        assert!(
            picture
                .clone()
                .zooms([-40, 0, 80, 60], 20)
                .draw(&html! {})
                .contains(" data-zoom=\"-40 0 80 60 20\" aria-label=")
        );
        assert!(
            picture
                .dark_ground()
                .draw(&html! {})
                .contains(" role=\"group\" class=\"dark-ground\" aria-label=")
        );
    }
}
