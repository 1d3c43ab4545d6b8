//! The people who want to be seen: a page for each, and a page of all, with their records.

mod all;
mod profile;

pub use all::PeoplePage;
pub use profile::ProfilePage;
