//! The names of players in a drawing.

use super::value::{Value, Written};
use maud::{Markup, html};

/// The name of a player around a point, cut off where it is wider than `room`.
///
/// Names are the only texts of a drawing: no outlines could have the letters of all languages. Pages show
/// them in their own font; a picture that is made without fonts leaves them out. The piece that they stand on
/// has a [label](super::Piece::label) with the name.
#[must_use]
pub fn name(name: impl Value, (x, y): (f64, f64), room: f64, size: f64, ink: &str) -> Markup {
    let height = size * 1.5;
    html! {
        svg.name x=(Written(x - room / 2.0)) y=(Written(y - height / 2.0)) width=(Written(room))
            height=(Written(height)) aria-hidden="true" pointer-events="none" {
            text x="50%" y="50%" dy=".35em" text-anchor="middle" font-family="sans-serif"
                font-size=(Written(size)) fill=(ink) { (Written(name)) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_its_room_and_no_more() {
        let svg = name("Ann <3>", (50.0, 20.0), 80.0, 10.0, "#fff").into_string();
        assert!(
            svg.starts_with("<svg class=\"name\" x=\"10\" y=\"12.5\" width=\"80\" height=\"15\""),
            "{svg}"
        );
        assert!(svg.contains(">Ann &lt;3&gt;</text>"), "{svg}");
    }
}
