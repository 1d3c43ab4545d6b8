//! Events by link: the list of those that an account organizes or plays in, the form of a new one, and the
//! page of each.

mod form;
mod list;
mod page;

pub use form::{FormPage, Meeting};
pub use list::{EventItem, EventsPage};
pub use page::{
    ByeItem, Deadline, EventPage, PlayerItem, Reader, RoundItem, Stage, StandingItem, TableLine, TieBreakItem,
};
