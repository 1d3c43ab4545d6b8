//! A game being played, without its type: positions and actions are texts, views are JSON, drawings are SVG.

mod analysis;
mod any;
mod encoded;
mod examined;
mod offers;
mod order;
mod step;
mod story;
mod texts;
mod typed;
#[cfg(not(target_family = "wasm"))]
mod written;

pub use any::{AnyPlay, LogEntry, Moment, Presentation, Refused, Story, Thought};
pub use encoded::EncodedPlay;
pub use examined::ExaminedPlay;
pub use texts::Texts;
pub(crate) use typed::{Play, player, thought};
