//! The page of a position of the day: the board, what is asked, and what came of each try.

mod page;
mod solved;
mod waiting;

pub use page::PositionPage;
pub use waiting::WaitingPage;
