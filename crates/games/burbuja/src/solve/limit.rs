//! Why a search has ended without an answer.

/// The limit of positions is reached, or the budget is spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit;
