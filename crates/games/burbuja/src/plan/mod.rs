//! The reduced game in which programs and solvers search: one target ring, and every move goes straight to
//! it.
//!
//! A tile moves at most once, so a player who wants a certain ring moves every tile straight to one of its
//! cells. Then tiles lie only on the ring or where they were when the plan was made: at most 48 *places*, a
//! bit each. Places 0 to 23 are the ring, clockwise; the others are the cells of the tiles that must still
//! come.

mod node;
mod node_map;
mod places;
mod target;

pub use node::{Node, Step};
pub use node_map::{Key, NodeMap};
pub use places::{RING, bits};
pub use target::Plan;
