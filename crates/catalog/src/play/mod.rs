//! A game being played, without its type: positions and actions are texts, views are JSON, drawings are SVG.

mod analysis;
mod any;
mod encoded;
mod examined;
mod offers;
mod order;
mod step;
mod story;
#[cfg(not(target_family = "wasm"))]
mod texts;
mod typed;

pub use any::{AnyPlay, LogEntry, Moment, Presentation, Refused, Story, Thought};
pub use encoded::EncodedPlay;
pub use examined::ExaminedPlay;
#[cfg(not(target_family = "wasm"))]
pub use texts::Texts;
pub(crate) use typed::{Play, player, thought};

/// What programs read of a game. Browsers have pages alone.
#[cfg(target_family = "wasm")]
pub trait Texts {}

#[cfg(target_family = "wasm")]
impl<T> Texts for T {}
