//! What is shown while the visitor points at something: halos, the shapes of ghosts, routes.

use super::value::{Value, Written, written};
use maud::{Markup, Render, html};
use std::borrow::Cow;

/// The part of a piece that is shown while the piece is pointed at or picked.
#[derive(Clone, Debug)]
#[must_use]
pub struct Halo {
    tag: &'static str,
    /// The attributes that come first.
    attributes: String,
    /// The width of the stroke, where the shape has one of its own.
    stroke: Option<Cow<'static, str>>,
    transform: Option<String>,
}

impl Halo {
    /// A rectangle with round corners.
    pub fn rect<T: Value>(x: T, y: T, width: T, height: T, radius: T) -> Halo {
        Halo::shaped("rect", &[("x", &x), ("y", &y), ("width", &width), ("height", &height), ("rx", &radius)])
    }

    /// A circle round the piece's origin.
    pub fn circle(radius: impl Value) -> Halo {
        Halo::shaped("circle", &[("r", &radius)])
    }

    /// A circle round a point so far below the piece's origin.
    pub fn circle_below(radius: impl Value, down: impl Value) -> Halo {
        Halo::shaped("circle", &[("cy", &down), ("r", &radius)])
    }

    /// A shape from the drawing's definitions, by its id.
    pub fn shape(id: impl Value) -> Halo {
        let mut attributes = String::from(" display=\"none\" href=\"#");
        id.write_to(&mut attributes);
        attributes.push('"');
        Halo { tag: "use", attributes, stroke: None, transform: None }
    }

    fn shaped(tag: &'static str, attributes: &[(&str, &dyn Value)]) -> Halo {
        let mut text = String::with_capacity(80);
        for (name, value) in attributes {
            text.extend([" ", name, "=\""]);
            value.write_to(&mut text);
            text.push('"');
        }
        Halo { tag, attributes: text, stroke: Some("5".into()), transform: None }
    }

    /// The same with another width of stroke than 5. A shape from the definitions keeps its own.
    pub fn stroke(mut self, width: impl Value) -> Halo {
        self.stroke = self.stroke.map(|_| written(width).into());
        self
    }

    /// The same with a `transform` of its own, such as that of the parts that it surrounds.
    pub fn transformed(self, transform: impl Value) -> Halo {
        Halo { transform: Some(written(transform)), ..self }
    }
}

impl Render for Halo {
    fn render_to(&self, out: &mut String) {
        out.extend(["<", self.tag, " class=\"halo\"", &self.attributes]);
        if let Some(width) = &self.stroke {
            out.extend([" fill=\"none\" stroke-width=\"", width, "\" display=\"none\""]);
        }
        if let Some(transform) = &self.transform {
            out.extend([" transform=\"", transform, "\""]);
        }
        out.extend(["></", self.tag, ">"]);
    }
}

/// The way of a move that is half picked, shown while its end is pointed at. `picks` are the names that make
/// the move, `d` is path data. The group around all routes has the class `routes`.
pub fn route<N: Value>(picks: impl IntoIterator<Item = N>, d: &str) -> Markup {
    let mut names = String::new();
    for pick in picks {
        if !names.is_empty() {
            names.push(' ');
        }
        pick.write_to(&mut names);
    }
    html! { path class="route" data-route=(maud::PreEscaped(names)) visibility="hidden" d=(Written(d)) {} }
}

/// The part of a [ghost](super::Piece::ghost) that is shown only while it is pointed at: a shape from the
/// definitions.
pub fn ghost_shape(id: &str) -> Markup {
    html! { use class="shape" opacity="0" href={ "#" (id) } {} }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halos_and_routes_are_as_the_scripts_read_them() {
        let drawn = |halo: Halo| halo.render().into_string();
        assert_eq!(
            drawn(Halo::rect(-3.5, -3.0, 6.0, 6.0, 1.0).transformed("scale(2)")),
            "<rect class=\"halo\" x=\"-3.5\" y=\"-3\" width=\"6\" height=\"6\" rx=\"1\" fill=\"none\" \
             stroke-width=\"5\" \
             display=\"none\" transform=\"scale(2)\"></rect>"
        );
        assert_eq!(
            drawn(Halo::circle_below(21, 4).stroke(6)),
            "<circle class=\"halo\" cy=\"4\" r=\"21\" fill=\"none\" stroke-width=\"6\" \
             display=\"none\"></circle>"
        );
        assert_eq!(drawn(Halo::circle(21)), drawn(Halo::circle_below(21, 0)).replace(" cy=\"0\"", ""));
        assert_eq!(
            drawn(Halo::shape("halo-H").stroke(6)),
            "<use class=\"halo\" display=\"none\" href=\"#halo-H\"></use>"
        );
        assert_eq!(
            route(["a", "b"], "M0 0").into_string(),
            "<path class=\"route\" data-route=\"a b\" visibility=\"hidden\" d=\"M0 0\"></path>"
        );
    }
}
