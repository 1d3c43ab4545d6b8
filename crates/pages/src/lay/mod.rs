//! Set-ups on a real table: the page on which one is entered piece by piece, and the page that shows one
//! large, row by row, for laying it out by hand. Every state is an address.

mod board;
mod page;
mod reading;
mod steps;

pub use page::{LayPage, Pasted};
pub use reading::OutPage;
pub use steps::{Steps, read_place};
