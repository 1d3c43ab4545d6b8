//! Board files: the text form of a board, and the boards that come with the program.
//!
//! ```text
//! baju-board 1
//! name My board
//! # bridges, as pairs of spaces; columns a-d from the left, rows 1-4 from the top
//! red   a1-b1 a1-a2
//! white b1-c1
//! black a2-a3
//! ```
//! Several lines may begin with the same word. `#` at the start of a line or after a space begins a comment.
//! [`read`] reports *everything* that is wrong or unusual in a file, as data, so that an editor can show it.

mod random;
mod report;
mod stand_ins;
mod survey;
mod text;

pub use random::{LONGEST_TEXT, RANDOM, random};
pub use report::{BoardError, BoardWarning, LARGEST, LONGEST_NAME, Report};
pub use stand_ins::{STAND_INS, StandIn};
pub use text::{read, write};
