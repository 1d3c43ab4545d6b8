//! The pages of moderators: how the server is doing, the reports, and the log of acts.

mod around;
mod figure;
mod log;
mod overview;
mod reports;

pub use figure::Series;
pub use log::{Deed, LogPage};
pub use overview::{Live, OverviewPage, Queue, RecentError};
pub use reports::{OneReport, ReportEntry, ReportedAt, ReportsPage, Said, Standing};
