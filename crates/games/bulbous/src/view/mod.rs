//! What one viewer knows: of a position its [`View`], of an action what it has [`Seen`]. [`ViewShape`] is
//! what a view is written as.

mod moment;
mod position;
mod read;
mod seen;
mod shape;

pub use position::View;
pub(crate) use read::read;
pub use seen::{Consequence, Laid, Seen, SeenAction};
pub use shape::ViewShape;
