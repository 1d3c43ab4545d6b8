//! Events from the first player to the last round.

mod forms;
mod logs;
mod play;
mod refusals;
mod slow;
mod standings;
mod swiss;
