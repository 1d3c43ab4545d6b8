//! Engines: programs in processes of their own, which read and write lines of JSON. `docs/engines.md`
//! explains how to write one.

mod fault;
mod process;
mod protocol;
mod running;
mod speak;
mod think;

pub use fault::Fault;
pub use process::{Engine, Limit};
pub use protocol::{Answer, Clock, FIRST, Message, TurnClock};
pub use running::{kill_all, kill_all_and_exit};
pub use speak::speak;
pub use think::think;
