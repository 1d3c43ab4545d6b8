//! The people who want to be seen: the page of one, and the page of all, with their records.

mod all;
mod profile;

pub use all::PeoplePage;
pub use profile::ProfilePage;
