//! How a drawing is written so that the page's scripts and styles understand it.
//!
//! A drawing is one [`Picture`]: a complete SVG document without a size, with a `viewBox`, a role and a label. What moves,
//! turns over or can be picked is a [`Piece`] each, a direct child of the picture with a stable id. No inline styles, no
//! texts (they would need fonts), no scripts; the parts of a piece are plain SVG.
//!
//! ```
//! use bagatelle_core::present::{Halo, Picture, Piece};
//! use maud::html;
//!
//! let disc = Piece::new("disc-3").pick().label("red disc").at(40, 80).body(html! {
//!     circle r="18" fill="#b2301d" {}
//!     (Halo::circle(21))
//! });
//! let svg = Picture::new(0, 0, 200, 200).label("Connect four, red to act").draw(&html! { (disc) });
//! assert!(svg.contains(r#"<g id="disc-3" data-pick="disc-3" role="img" aria-label="red disc" transform="translate(40 80)">"#));
//! ```

use maud::{Markup, PreEscaped, Render, html};
use std::fmt::{Display, Write};

/// Something on the board, written as a group.
///
/// A piece that stands elsewhere in the next drawing under the same id moves there; a piece with another
/// [`side`](Piece::side) turns over. Attributes come in a fixed order, however the calls are ordered.
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Piece {
    id: Option<String>,
    classes: Vec<&'static str>,
    data: Vec<(&'static str, String)>,
    plain: Vec<(&'static str, String)>,
    label: Option<String>,
    title: Option<String>,
    place: Option<String>,
    more: Vec<(&'static str, String)>,
    body: Vec<Markup>,
}

impl Piece {
    /// A piece with an id, which is the same in all drawings of a game.
    pub fn new(id: impl Into<String>) -> Piece {
        Piece { id: Some(id.into()), ..Piece::default() }
    }

    /// A piece that does not move and need not be found again.
    pub fn unnamed() -> Piece {
        Piece::default()
    }

    /// A class of the game's own.
    pub fn class(mut self, class: &'static str) -> Piece {
        self.classes.push(class);
        self
    }

    /// The place in the coordinates of the picture, as a `translate`. A change of it becomes a movement.
    pub fn at(mut self, x: impl Display, y: impl Display) -> Piece {
        self.place = Some(format!("translate({x} {y})"));
        self
    }

    /// The piece can be picked by its id.
    ///
    /// # Panics
    /// When the piece has no id.
    pub fn pick(self) -> Piece {
        let id = self.id.clone().expect("a piece that is picked by its id has one");
        self.pick_as(id)
    }

    /// The piece can be picked by its id if `can`.
    pub fn pick_if(self, can: bool) -> Piece {
        if can { self.pick() } else { self }
    }

    /// The piece can be picked by this name.
    pub fn pick_as(self, name: impl Into<String>) -> Piece {
        self.data("data-pick", name.into())
    }

    /// What the piece is, in words, for those who cannot see it.
    pub fn label(mut self, label: impl Into<String>) -> Piece {
        self.label = Some(label.into());
        self
    }

    /// As [`Piece::label`], and shown by a pointer that rests on the piece.
    pub fn title(mut self, title: impl Into<String>) -> Piece {
        self.title = Some(title.into());
        self
    }

    /// Which side is up. Another side in the next drawing turns the piece over.
    pub fn side(self, side: impl Into<String>) -> Piece {
        self.data("data-side", side.into())
    }

    /// Adds both sides of a piece that can be turned over: the one that is up and the one beneath.
    pub fn turns(self, up: &Markup, beneath: &Markup) -> Piece {
        self.body(html! {
            g class="turns" { (up) }
            g class="turns under" display="none" { (beneath) }
        })
    }

    /// Where a piece whose id is new comes from: the first of these ids that was there.
    pub fn was<N: Display>(self, ids: impl IntoIterator<Item = N>) -> Piece {
        let ids = joined(ids, " ");
        self.data("data-was", ids)
    }

    /// The points by which a movement leads. None leaves it straight.
    pub fn via<X: Display, Y: Display>(self, points: impl IntoIterator<Item = (X, Y)>) -> Piece {
        let points = joined(points.into_iter().map(|(x, y)| format!("{x},{y}")), " ");
        if points.is_empty() { self } else { self.data("data-via", points) }
    }

    /// The face that a thing shows which lies at this place; of places that overlap, the page offers those of one face.
    pub fn face(self, face: impl Into<String>) -> Piece {
        self.data("data-face", face.into())
    }

    /// The face that this piece shows now, when it is picked to be put down elsewhere.
    pub fn shows(self, face: impl Into<String>) -> Piece {
        self.data("data-shows", face.into())
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
        self.attribute("pointer-events", "none")
    }

    /// The piece is not there for those who cannot see it, and the pointer goes through it.
    pub fn silent(self) -> Piece {
        self.no_pointer().attribute("aria-hidden", "true")
    }

    /// The piece is not visible until the page shows it.
    pub fn hidden(self) -> Piece {
        self.attribute("visibility", "hidden")
    }

    /// A *probe*: the thing that is on its way, which the page lets follow the pointer over a lattice of places. A drawing
    /// has one for each face that the thing can show. `pattern` is the name by which a place is picked, with `{x}` and
    /// `{y}` in it; `may` and `may_not` show that the thing may, or may not, lie there.
    pub fn probe(face: &str, pattern: &str, lattice: Lattice, may: &Markup, may_not: &Markup) -> Piece {
        let Lattice { x, y, dx, dy } = lattice;
        Piece::unnamed()
            .class("probe")
            .face(face)
            .data("data-probe", pattern.to_owned())
            .data("data-lattice", format!("{x} {y} {dx} {dy}"))
            .hidden()
            .silent()
            .body(html! {
                g class="may" { (may) }
                g class="may-not" { (may_not) }
            })
    }

    /// A presentation attribute that the parts inherit, such as `opacity` or `fill`.
    pub fn attr(mut self, name: &'static str, value: impl Display) -> Piece {
        self.more.push((name, value.to_string()));
        self
    }

    /// Adds parts.
    pub fn body(mut self, parts: Markup) -> Piece {
        self.body.push(parts);
        self
    }

    fn attribute(mut self, name: &'static str, value: &str) -> Piece {
        self.plain.push((name, value.to_owned()));
        self
    }

    fn data(mut self, name: &'static str, value: String) -> Piece {
        self.data.retain(|(other, _)| *other != name);
        self.data.push((name, value));
        self
    }

    /// Gives every attribute to `write`, in the order in which it is written.
    fn each_attribute(&self, write: &mut dyn FnMut(&str, &str)) {
        if let Some(id) = &self.id {
            write("id", id);
        }
        if !self.classes.is_empty() {
            write("class", &self.classes.join(" "));
        }
        for name in ORDER {
            for (_, value) in self.data.iter().filter(|(other, _)| *other == name) {
                write(name, value);
            }
        }
        for (name, value) in &self.plain {
            write(name, value);
        }
        if let Some(label) = &self.label {
            write("role", "img");
            write("aria-label", label);
        }
        if let Some(place) = &self.place {
            write("transform", place);
        }
        for (name, value) in &self.more {
            write(name, value);
        }
    }
}

/// The order in which the data attributes of a piece are written.
const ORDER: [&str; 8] = [
    "data-side",
    "data-was",
    "data-via",
    "data-pick",
    "data-face",
    "data-shows",
    "data-probe",
    "data-lattice",
];

impl Render for Piece {
    fn render_to(&self, out: &mut String) {
        out.push_str("<g");
        self.each_attribute(&mut |name, value| {
            let _ = write!(out, " {name}=\"");
            value.render_to(out);
            out.push('"');
        });
        out.push('>');
        if let Some(title) = &self.title {
            html! { title { (title) } }.render_to(out);
        }
        for part in &self.body {
            part.render_to(out);
        }
        out.push_str("</g>");
    }
}

fn joined<T: Display>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for item in items {
        if !text.is_empty() {
            text.push_str(between);
        }
        let _ = write!(text, "{item}");
    }
    text
}

/// The lattice of places over which a probe moves: the middle of place 0,0, and the steps to the next column and row.
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

/// The part of a piece that is shown while the piece is pointed at or picked.
#[derive(Clone, Debug)]
#[must_use]
pub struct Halo {
    shape: Shape,
    width: String,
    transform: Option<String>,
}

#[derive(Clone, Debug)]
enum Shape {
    Rect { x: String, y: String, width: String, height: String, radius: String },
    Circle { radius: String, down: Option<String> },
    Defined(String),
}

impl Halo {
    /// A rectangle with round corners.
    pub fn rect<T: Display>(x: T, y: T, width: T, height: T, radius: T) -> Halo {
        let [x, y, width, height, radius] = [x, y, width, height, radius].map(|n| n.to_string());
        Halo::new(Shape::Rect { x, y, width, height, radius })
    }

    /// A circle round the piece's origin.
    pub fn circle(radius: impl Display) -> Halo {
        Halo::new(Shape::Circle { radius: radius.to_string(), down: None })
    }

    /// A circle round a point so far below the piece's origin.
    pub fn circle_below(radius: impl Display, down: impl Display) -> Halo {
        Halo::new(Shape::Circle { radius: radius.to_string(), down: Some(down.to_string()) })
    }

    /// A shape from the drawing's definitions, by its id.
    pub fn shape(id: impl Into<String>) -> Halo {
        Halo::new(Shape::Defined(id.into()))
    }

    fn new(shape: Shape) -> Halo {
        Halo { shape, width: "5".into(), transform: None }
    }

    /// The same with another width of stroke than 5.
    pub fn stroke(self, width: impl Display) -> Halo {
        Halo { width: width.to_string(), ..self }
    }

    /// The same with a `transform` of its own, such as that of the parts that it surrounds.
    pub fn transformed(self, transform: impl Into<String>) -> Halo {
        Halo { transform: Some(transform.into()), ..self }
    }
}

impl Render for Halo {
    fn render_to(&self, out: &mut String) {
        let (width, transform) = (&self.width, self.transform.as_ref());
        match &self.shape {
            Shape::Rect { x, y, width: w, height, radius } => html! {
                rect class="halo" x=(x) y=(y) width=(w) height=(height) rx=(radius) fill="none" stroke-width=(width)
                    display="none" transform=[transform] {}
            },
            Shape::Circle { radius, down } => html! {
                circle class="halo" cy=[down] r=(radius) fill="none" stroke-width=(width) display="none" transform=[transform] {}
            },
            Shape::Defined(id) => html! {
                use class="halo" display="none" href={ "#" (id) } transform=[transform] {}
            },
        }
        .render_to(out);
    }
}

/// The way of a move that is half picked, shown while its end is pointed at. `picks` are the names that make the move, `d`
/// is path data. The group around all routes has the class `routes`.
pub fn route<N: Display>(picks: impl IntoIterator<Item = N>, d: &str) -> Markup {
    html! { path class="route" data-route=(joined(picks, " ")) visibility="hidden" d=(d) {} }
}

/// The part of a [ghost](Piece::ghost) that is shown only while it is pointed at: a shape from the definitions.
pub fn ghost_shape(id: &str) -> Markup {
    html! { use class="shape" opacity="0" href={ "#" (id) } {} }
}

/// A complete drawing.
#[derive(Clone, Debug)]
#[must_use]
pub struct Picture {
    view_box: String,
    label: String,
    dark_ground: bool,
    zoom: Option<String>,
}

impl Picture {
    /// A picture of this part of the plane: left, top, width, height.
    pub fn new(x: impl Display, y: impl Display, width: impl Display, height: impl Display) -> Picture {
        let view_box = format!("{x} {y} {width} {height}");
        Picture { view_box, label: String::new(), dark_ground: false, zoom: None }
    }

    /// What the picture shows, in words.
    pub fn label(self, label: impl Into<String>) -> Picture {
        Picture { label: label.into(), ..self }
    }

    /// The ground is dark and needs light halos.
    pub fn dark_ground(self) -> Picture {
        Picture { dark_ground: true, ..self }
    }

    /// The visitor can zoom in and move the picture about, and the board takes all the room there is: for a drawing that
    /// grows. `part` (left, top, width, height) is what lies on the lattice; what lies [aside](Piece::aside) is left out on
    /// small screens. `target` is how far apart the things lie that are to be hit: a finger needs them large.
    pub fn zooms<N: Display>(self, part: [N; 4], target: N) -> Picture {
        let [x, y, width, height] = part;
        Picture { zoom: Some(format!("{x} {y} {width} {height} {target}")), ..self }
    }

    /// The document with these children.
    #[must_use]
    pub fn draw(&self, children: &Markup) -> String {
        let class = self.dark_ground.then_some("dark-ground");
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(self.view_box) role="group" class=[class]
                data-zoom=[&self.zoom] aria-label=(self.label) {
                (PreEscaped(children.0.as_str()))
            }
        }
        .into_string()
    }
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
            "<g id=\"card-R5\" class=\"rises\" data-side=\"face\" data-was=\"back-0-1 deck\" data-via=\"1,2 3,4\" \
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
            "<g class=\"ghost\" data-pick=\"to-1\" pointer-events=\"none\" aria-hidden=\"true\"><title>row 1</title></g>"
        );
    }

    #[test]
    fn probes_turning_pieces_halos_and_routes_are_as_the_scripts_read_them() {
        let probe = Piece::probe(
            "lying",
            "to-H{x},{y}",
            Lattice { x: 20.0, y: 0.5, dx: 40.0, dy: -40.0 },
            &html! { a {} },
            &html! { b {} },
        );
        assert_eq!(
            probe.render().into_string(),
            "<g class=\"probe\" data-face=\"lying\" data-probe=\"to-H{x},{y}\" data-lattice=\"20 0.5 40 -40\" \
             visibility=\"hidden\" pointer-events=\"none\" aria-hidden=\"true\"><g class=\"may\"><a></a></g>\
             <g class=\"may-not\"><b></b></g></g>"
        );
        let card = Piece::new("c").turns(&html! { a {} }, &html! { b {} }).render().into_string();
        assert!(card.contains("<g class=\"turns under\" display=\"none\"><b></b></g>"));
        let halos = [Halo::rect(-3, -3, 6, 6, 1), Halo::circle(21).stroke(6), Halo::shape("halo-H")];
        let halos: String = halos.iter().map(|halo| halo.render().into_string()).collect();
        assert_eq!(halos.matches("class=\"halo\"").count(), 3);
        assert!(
            halos.contains(
                "<circle class=\"halo\" r=\"21\" fill=\"none\" stroke-width=\"6\" display=\"none\">"
            )
        );
        assert_eq!(
            route(["a", "b"], "M0 0").into_string(),
            "<path class=\"route\" data-route=\"a b\" visibility=\"hidden\" d=\"M0 0\"></path>"
        );
    }
}
