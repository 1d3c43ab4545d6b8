//! How large events may be.

/// The fewest players of an event.
pub const FEWEST: usize = 3;
/// The most players of an event.
pub const MOST: usize = 64;
/// The most rounds of a Swiss event.
pub const MOST_ROUNDS: u32 = 31;
/// The most deals of a duplicate event.
pub const MOST_DEALS: u32 = 100;
/// The most days of a round by mail.
pub const MOST_DAYS: u32 = 90;
/// The most characters of a title.
pub const LONGEST_TITLE: usize = 60;
