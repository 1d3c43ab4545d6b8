//! What people do against others who disturb them: they report them to the moderators, or block them.

mod blocked;
mod report;

pub use blocked::{BlockedPage, BlockedPerson};
pub use report::{LONGEST_NOTE, ReportPage, Reported, moderators_see};
