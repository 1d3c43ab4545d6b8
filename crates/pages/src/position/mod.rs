//! The page of a position of the day: the board, the task, and the result of each try.

mod page;
mod solved;
mod waiting;

pub use page::PositionPage;
pub use waiting::WaitingPage;
