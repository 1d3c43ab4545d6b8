//! How a game ended, in the words of the API.

use bagatelle_table::{Ending, Forfeit};
use serde::Serialize;
use utoipa::ToSchema;

/// How a game ended.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum EndingKind {
    /// By the rules of the game.
    Rules,
    /// A player resigned.
    Resigned,
    /// A player was away, and another player did not wait any longer.
    Left,
    /// A clock ran out.
    OutOfTime,
    /// The organizer removed a player from the event.
    Removed,
    /// A player left the event.
    Withdrawn,
    /// A player of an event did not come, or did not finish in time.
    Late,
    /// The players agreed to a draw.
    DrawAgreed,
    /// The player gave up.
    GivenUp,
    /// It does not count: it ended before each player had moved, or the only person left it to programs.
    Aborted,
}

impl From<Ending> for EndingKind {
    fn from(ending: Ending) -> EndingKind {
        match ending {
            Ending::ByRules => EndingKind::Rules,
            Ending::Resigned(_) => EndingKind::Resigned,
            Ending::Left(_) => EndingKind::Left,
            Ending::OutOfTime(_) => EndingKind::OutOfTime,
            Ending::Forfeited(_, Forfeit::Removed) => EndingKind::Removed,
            Ending::Forfeited(_, Forfeit::Withdrawn) => EndingKind::Withdrawn,
            Ending::Forfeited(_, Forfeit::Late) => EndingKind::Late,
            Ending::DrawAgreed => EndingKind::DrawAgreed,
            Ending::GivenUp => EndingKind::GivenUp,
            Ending::Aborted => EndingKind::Aborted,
        }
    }
}
