//! What is said where the database cannot do its work at the moment; why is for the log.

use bagatelle_store::StoreError;

/// The sentence for the player.
#[must_use]
pub fn told(error: &StoreError) -> Option<&'static str> {
    let told = match error {
        StoreError::Unreachable(_) => {
            "The server cannot reach its games at the moment. Please try again in a few seconds."
        }
        StoreError::Unknown(_) => {
            "It is not known whether this was written. Please look again before you repeat it."
        }
        StoreError::Full(_) => {
            "The server's disk is full, so nothing can be written. Your game is as it was."
        }
        StoreError::Busy(_) => "The server is busy at the moment. Please try again in a few seconds.",
        _ => return None,
    };
    match error {
        StoreError::Busy(_) => tracing::warn!(%error, "a request came while the database was busy"),
        _ => tracing::error!(%error, "the database failed a request"),
    }
    Some(told)
}
