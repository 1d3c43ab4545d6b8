//! What one viewer knows: of a position its [`View`], of an action what it has [`Seen`].

mod position;
mod seen;

pub use position::View;
pub use seen::{Consequence, Laid, Seen, SeenAction};
