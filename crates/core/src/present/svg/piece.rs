//! Things on the board.

use super::attributes::{Attributes, Order};
use super::value::Value;
use maud::{Markup, Render, html};
use std::borrow::Cow;

/// Something on the board, written as a group.
///
/// A piece that stands elsewhere in the next drawing under the same id moves there; a piece with another
/// [`side`](Piece::side) turns over. Attributes come in a fixed order, however the calls are ordered.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Piece {
    attributes: Attributes,
    title: Option<String>,
    body: Cow<'static, str>,
}

impl Piece {
    /// A piece with an id, which is the same in all drawings of a game.
    pub fn new(id: impl Value) -> Piece {
        Piece::unnamed().with(Order::Id, "id", id)
    }

    /// A piece that does not move and need not be found again.
    pub fn unnamed() -> Piece {
        Piece::default()
    }

    /// A class of the game's own.
    pub fn class(mut self, class: &'static str) -> Piece {
        self.attributes.append(Order::Class, "class", class);
        self
    }

    /// The place in the coordinates of the picture, as a `translate`. A change of it becomes a movement.
    pub fn at(mut self, x: impl Value, y: impl Value) -> Piece {
        self.attributes.set(Order::Place, "transform", |values| {
            values.push_str("translate(");
            x.write_to(values);
            values.push(' ');
            y.write_to(values);
            values.push(')');
        });
        self
    }

    /// The piece can be picked by its id.
    ///
    /// # Panics
    /// When the piece has no id.
    pub fn pick(mut self) -> Piece {
        let copied = self.attributes.copy(Order::Id, Order::Pick, "data-pick");
        assert!(copied, "a piece that is picked by its id has one");
        self
    }

    /// The piece can be picked by its id if `can`.
    pub fn pick_if(self, can: bool) -> Piece {
        if can { self.pick() } else { self }
    }

    /// The piece can be picked by this name.
    pub fn pick_as(self, name: impl Value) -> Piece {
        self.with(Order::Pick, "data-pick", name)
    }

    /// What the piece is, in words, for those who cannot see it.
    pub fn label(self, label: impl Value) -> Piece {
        self.with(Order::Label, "role=\"img\" aria-label", label)
    }

    /// As [`Piece::label`], and shown by a pointer that rests on the piece.
    pub fn title(mut self, title: impl Value) -> Piece {
        let mut text = String::new();
        title.write_to(&mut text);
        self.title = Some(text);
        self
    }

    /// Which side is up. Another side in the next drawing turns the piece over.
    pub fn side(self, side: impl Value) -> Piece {
        self.with(Order::Side, "data-side", side)
    }

    /// Adds both sides of a piece that can be turned over: the one that is up and the one beneath.
    pub fn turns(self, up: &Markup, beneath: &Markup) -> Piece {
        self.body(turns(up, beneath))
    }

    /// Where a piece whose id is new comes from: the first of these ids that was there.
    pub fn was<N: Value>(mut self, ids: impl IntoIterator<Item = N>) -> Piece {
        self.attributes.set(Order::Was, "data-was", |values| {
            for (n, id) in ids.into_iter().enumerate() {
                if n > 0 {
                    values.push(' ');
                }
                id.write_to(values);
            }
        });
        self
    }

    /// The points by which a movement leads. None leaves it straight.
    pub fn via<X: Value, Y: Value>(mut self, points: impl IntoIterator<Item = (X, Y)>) -> Piece {
        let mut points = points.into_iter().peekable();
        if points.peek().is_none() {
            return self;
        }
        self.attributes.set(Order::Via, "data-via", |values| {
            for (n, (x, y)) in points.enumerate() {
                if n > 0 {
                    values.push(' ');
                }
                x.write_to(values);
                values.push(',');
                y.write_to(values);
            }
        });
        self
    }

    /// The face that a thing shows which lies at this place; of places that overlap, the page offers those of
    /// one face.
    pub fn face(self, face: impl Value) -> Piece {
        self.with(Order::Face, "data-face", face)
    }

    /// The face that this piece shows now, when it is picked to be put down elsewhere.
    pub fn shows(self, face: impl Value) -> Piece {
        self.with(Order::Shows, "data-shows", face)
    }

    /// The halo is shown whenever the piece can be picked, not only while it is pointed at.
    pub fn lit(self) -> Piece {
        self.class("lit")
    }

    /// The piece rises when it is picked.
    pub fn rises(self) -> Piece {
        self.class("rises")
    }

    /// A place or a choice that is shown only while it can be picked.
    pub fn ghost(self) -> Piece {
        self.class("ghost")
    }

    /// The piece lies beside the lattice of places.
    pub fn aside(self) -> Piece {
        self.class("aside")
    }

    /// The pointer goes through the piece to what lies below.
    pub fn no_pointer(self) -> Piece {
        self.also(Order::Plain, "pointer-events", "none")
    }

    /// The piece is not there for those who cannot see it, and the pointer goes through it.
    pub fn silent(self) -> Piece {
        self.no_pointer().also(Order::Plain, "aria-hidden", "true")
    }

    /// The piece is not visible until the page shows it.
    pub fn hidden(self) -> Piece {
        self.also(Order::Plain, "visibility", "hidden")
    }

    /// A *probe*: the thing that is on its way, which the page lets follow the pointer over a lattice of
    /// places. A drawing has one for each face that the thing can show. `pattern` is the name by which a
    /// place is picked, with `{x}` and `{y}` in it; `may` and `may_not` show that the thing may, or may not,
    /// lie there.
    pub fn probe(face: &str, pattern: &str, lattice: Lattice, may: &Markup, may_not: &Markup) -> Piece {
        let Lattice { x, y, dx, dy } = lattice;
        Piece::unnamed()
            .class("probe")
            .face(face)
            .with(Order::Probe, "data-probe", pattern)
            .with(Order::Lattice, "data-lattice", format_args!("{x} {y} {dx} {dy}"))
            .hidden()
            .silent()
            .body(html! {
                g class="may" { (may) }
                g class="may-not" { (may_not) }
            })
    }

    /// What the page stages when the piece comes to have this, while it is watched: a kind that
    /// `assets/js/staging.js` knows, and its words. The piece as it is drawn is how that ends.
    pub fn moment(self, moment: impl Value) -> Piece {
        self.also(Order::More, "data-moment", moment)
    }

    /// A presentation attribute that the parts inherit, such as `opacity` or `fill`.
    pub fn attr(self, name: &'static str, value: impl Value) -> Piece {
        self.also(Order::More, name, value)
    }

    /// Adds parts.
    pub fn body(mut self, parts: Markup) -> Piece {
        if self.body.is_empty() {
            self.body = parts.0.into();
        } else {
            self.body.to_mut().push_str(&parts.0);
        }
        self
    }

    /// As [`Piece::body`], with parts that are the same in all drawings.
    pub fn constant_body(mut self, parts: &'static Markup) -> Piece {
        if self.body.is_empty() {
            self.body = parts.0.as_str().into();
        } else {
            self.body.to_mut().push_str(&parts.0);
        }
        self
    }

    fn with(mut self, order: Order, name: &'static str, value: impl Value) -> Piece {
        self.attributes.set(order, name, |values| value.write_to(values));
        self
    }

    fn also(mut self, order: Order, name: &'static str, value: impl Value) -> Piece {
        self.attributes.add(order, name, value);
        self
    }
}

impl Render for Piece {
    fn render_to(&self, out: &mut String) {
        out.push_str("<g");
        self.attributes.write_to(out);
        out.push('>');
        if let Some(title) = &self.title {
            out.extend(["<title>", title, "</title>"]);
        }
        out.push_str(&self.body);
        out.push_str("</g>");
    }
}

/// Both sides of a piece that can be turned over, as [`Piece::turns`] adds them.
#[must_use]
pub fn turns(up: &Markup, beneath: &Markup) -> Markup {
    html! {
        g class="turns" { (up) }
        g class="turns under" display="none" { (beneath) }
    }
}

/// The lattice of places over which a probe moves: the middle of place 0,0, and the steps to the next column
/// and row.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lattice {
    /// The middle of place 0,0.
    pub x: f64,
    /// The middle of place 0,0.
    pub y: f64,
    /// The step to the next column.
    pub dx: f64,
    /// The step to the next row.
    pub dy: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_have_an_order_of_their_own() {
        let piece = Piece::new("card-R5").at(1.5, 2).attr("opacity", ".4").rises().label("red <5>");
        let piece = piece.was(["back-0-1", "deck"]).pick().side("face").via([(1, 2), (3, 4)]);
        assert_eq!(
            piece.body(html! { rect {} }).render().into_string(),
            "<g id=\"card-R5\" class=\"rises\" data-side=\"face\" data-was=\"back-0-1 deck\" data-via=\"1,2 \
             3,4\" \
             data-pick=\"card-R5\" role=\"img\" aria-label=\"red &lt;5&gt;\" \
             transform=\"translate(1.5 2)\" opacity=\".4\"><rect></rect></g>"
        );
    }

    #[test]
    fn what_is_not_said_is_not_written() {
        let none: [(i32, i32); 0] = [];
        let piece = Piece::new("a").pick_if(false).via(none);
        assert_eq!(piece.render().into_string(), "<g id=\"a\"></g>");
        let piece = Piece::unnamed().ghost().pick_as("to-1").title("row 1").silent();
        assert_eq!(
            piece.render().into_string(),
            "<g class=\"ghost\" data-pick=\"to-1\" pointer-events=\"none\" aria-hidden=\"true\"><title>row \
             1</title></g>"
        );
    }

    #[test]
    fn probes_and_turning_pieces_are_as_the_scripts_read_them() {
        let probe = Piece::probe(
            "horizontal",
            "to-H{x},{y}",
            Lattice { x: 20.0, y: 0.5, dx: 40.0, dy: -40.0 },
            &html! { a {} },
            &html! { b {} },
        );
        assert_eq!(
            probe.render().into_string(),
            "<g class=\"probe\" data-face=\"horizontal\" data-probe=\"to-H{x},{y}\" data-lattice=\"20 0.5 \
             40 -40\" visibility=\"hidden\" pointer-events=\"none\" aria-hidden=\"true\"><g \
             class=\"may\"><a></a></g><g class=\"may-not\"><b></b></g></g>"
        );
        let card = Piece::new("c").turns(&html! { a {} }, &html! { b {} }).render().into_string();
        assert!(card.contains("<g class=\"turns under\" display=\"none\"><b></b></g>"));
    }
}
