//! What can be learned from a game.

use crate::{Refused, Reply};
use bagatelle_core::{Outcome, Seat};
use bagatelle_pages::analysis::ReviewPage;
use bagatelle_session::ReviewState;
use bagatelle_table::Table;

/// How a review is looked at.
pub struct Look<'a> {
    /// The id under which the pages of the game are found.
    pub id: &'a str,
    /// The seats of the reader.
    pub own: &'a [Seat],
    /// How the game ended, where that is known from elsewhere.
    pub result: Option<&'a Outcome>,
    /// Which turning point is shown, from 0.
    pub turn: usize,
    /// After how many moves of its better line the board is shown.
    pub step: usize,
    /// The number of the table's newest event and of what else has changed, where the page hears of changes.
    pub live: Option<(u64, u64)>,
    /// Whether only the part that changes is wanted.
    pub is_part: bool,
}

/// The review of a game, or how far it is.
///
/// # Errors
/// When the game has none.
pub fn show(table: &Table, state: &ReviewState, look: &Look<'_>) -> Result<Reply, Refused> {
    let (review, made) = match state {
        ReviewState::None => return Err(Refused::NotFound),
        ReviewState::Offered => (None, None),
        ReviewState::Making { share } => (None, *share),
        ReviewState::Ready(review) => (Some(review.as_ref()), None),
    };
    let Look { id, own, result, turn, step, live, .. } = *look;
    let page = ReviewPage { table, id, review, made, own, result, turn, step, live };
    Ok(Reply::Html(if look.is_part { page.part() } else { page.page() }))
}
