//! How a drawing is written so that the page's scripts and styles understand it.
//!
//! A drawing is one [`Picture`]: a complete SVG document without a size, with a `viewBox`, a role and a
//! label. Everything that moves, turns over or can be picked is a [`Piece`] of its own, a direct child of
//! the picture with a stable id. No inline styles, no texts but names (others would need fonts), no
//! scripts; the parts of a piece are plain SVG.
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
//! assert!(svg.contains(r#"<g id="disc-3" data-pick="disc-3" role="img" aria-label="red disc""#));
//! assert!(svg.contains(r#"transform="translate(40 80)">"#));
//! ```
//!
//! A page draws its board again for each request, so the parts write their attributes straight into text. An
//! attribute takes any [`Value`]: a text, a number, a tuple of them, or `format_args!(…)`; none of them needs
//! a `String` of its own.

mod attributes;
mod bare;
mod fixed;
mod halo;
mod name;
mod picture;
mod piece;
mod value;

pub use bare::bare;
pub use fixed::{Fixed, FixedPart};
pub use halo::{Halo, ghost_shape, route};
pub use name::name;
pub use picture::{Picture, Room, steady};
pub use piece::{Lattice, Piece, turns};
pub use value::{Rounded, Value, Written, escaped, rounded, written};
