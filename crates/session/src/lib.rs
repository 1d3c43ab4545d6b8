//! A table with what is shown beside it: the solver's hint, the par and the grade of the deal, where a
//! solution went long, and the review of the game.
//!
//! A host (the server, or the browser on its own) holds a [`Session`], asks it what there is to do, does
//! that work where it likes, and hands in the results. The session decides who may ask, which help is
//! recorded before it is shown, and which results no longer belong to the position. It reads no clock and
//! does no I/O.
//!
//! Read [`Session`] first, then [`Task`], which says what each kind of work is.

#![forbid(unsafe_code)]

mod beside;
mod hint;
mod session;
mod task;

pub use beside::{Awaited, Beside, Detours, ReviewState};
pub use hint::{FoundHint, HintChange, HintState, HintView, Strength};
pub use session::Session;
pub use task::{DETOURS_LIMIT, Task, detours_share, think, think_limit};
