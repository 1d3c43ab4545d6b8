//! What people can do about others who disturb them: report them to the moderators, or block them.

mod blocked;
mod report;

pub use blocked::{BlockedPage, BlockedPerson};
pub use report::{LONGEST_NOTE, ReportPage, Reported};
