//! The deals of the day: their tiles, the pages of a day and of a deal, the calendar, streaks and statistics.
//!
//! A deal belongs to a world date, the date in UTC. The pages are drawn with world dates; a script shows the
//! visitor's own date beside them. Everything shown about a visitor follows from the rows of [`Played`].

mod calendar;
mod daily;
mod days;
mod page;
mod played;
mod statistics;
mod table;
mod tile;

pub use crate::day::{DayStanding, OfDay};
pub use crate::game::has_deal;
pub use daily::DailyPage;
pub use days::{FIRST_DAY, is_open};
pub(crate) use page::head;
pub use page::{Listing, TodayPage};
pub(crate) use played::solved_position;
pub use played::{Played, Standing};
pub use statistics::{Statistics, Streak};
pub use table::{Best, DayTable, Entry};
pub use tile::Offer;
