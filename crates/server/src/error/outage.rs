//! The message when the database cannot do its work; the reason goes into the log.

use bagatelle_store::StoreError;

/// The sentence for the player.
#[must_use]
pub fn told(error: &StoreError) -> Option<&'static str> {
    let told = match error {
        StoreError::Unreachable(_) => {
            "The server can’t reach its games right now. Please try again in a few seconds."
        }
        StoreError::Unknown(_) => {
            "The server doesn’t know whether this was saved. Please check before you repeat it."
        }
        StoreError::Full(_) => "The server’s disk is full, so nothing can be saved. Your game is unchanged.",
        StoreError::Busy(_) => "The server is busy right now. Please try again in a few seconds.",
        _ => return None,
    };
    match error {
        StoreError::Busy(_) => tracing::warn!(%error, "a request came while the database was busy"),
        _ => tracing::error!(%error, "the database failed a request"),
    }
    Some(told)
}
