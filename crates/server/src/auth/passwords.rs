//! Passwords: hashed with argon2id, a few at a time, and tried only so often for a name.
//!
//! The time of an answer does not tell whether a name exists: for an unknown name the same work is done.

use super::work_area::Areas;
use crate::clock::Clock;
use crate::error::AppError;
use crate::throttle::Throttle;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many characters a password has.
pub const LENGTH: RangeInclusive<usize> = 8..=200;
/// How many passwords are hashed at once; each takes 19 MiB and some hundredths of a second.
const AT_ONCE: usize = 2;
/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a name may be tried at once; each further try is free after [`TRY_EVERY`].
const TRIES: u32 = 10;
/// How long it takes until another try is free.
const TRY_EVERY: Duration = Duration::from_secs(90);

/// Hashes and checks passwords.
pub struct Passwords {
    places: Arc<Semaphore>,
    areas: Arc<Areas>,
    tries: Throttle,
}

impl Passwords {
    /// Passwords whose tries are counted by this clock.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Passwords {
        let tries = Throttle::new(clock, TRIES, TRY_EVERY);
        Passwords { places: Arc::new(Semaphore::new(AT_ONCE)), areas: Arc::default(), tries }
    }

    /// The hash of a new password, as it is stored.
    ///
    /// # Errors
    /// When it is too short or too long, or the server is busy.
    pub async fn hash(&self, password: String) -> Result<String, AppError> {
        if !LENGTH.contains(&password.chars().count()) {
            let why = format!("a password has {} to {} characters", LENGTH.start(), LENGTH.end());
            return Err(AppError::Refused(why));
        }
        self.work(move |areas| areas.hash(&password)).await
    }

    /// Whether this is the password of an account; `stored` is `None` if no account has the name.
    ///
    /// # Errors
    /// When the name was tried too often, the server is busy, or the stored value is not a hash.
    pub async fn check(
        &self,
        name: &str,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, AppError> {
        if !self.tries.allow(&name.to_lowercase()) {
            return Err(AppError::refused("that name was tried too often: wait a few minutes"));
        }
        self.work(move |areas| areas.check(&password, stored.as_deref())).await
    }

    /// Forgets tries that no longer count.
    pub fn tidy(&self) {
        self.tries.tidy();
    }

    /// Does costly work when there is a place for it.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Areas) -> Result<T, AppError> + Send + 'static,
    ) -> Result<T, AppError> {
        let place = self.place().await?;
        let areas = Arc::clone(&self.areas);
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&areas)
        });
        done.await.map_err(anyhow::Error::from)?
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, AppError> {
        let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let place = place.map_err(|_| AppError::refused("the server is busy; try again"))?;
        Ok(place.map_err(anyhow::Error::from)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::ManualClock;

    #[tokio::test]
    async fn a_password_is_known_by_its_hash() {
        let passwords = Passwords::new(Arc::new(ManualClock::new(1)));
        let stored = passwords.hash("correct horse".into()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$") && !stored.contains("horse"));
        assert_ne!(stored, passwords.hash("correct horse".into()).await.unwrap(), "each has its own salt");
        let check = async |password: &str, stored: Option<&String>| {
            passwords.check("Ann", password.into(), stored.cloned()).await.unwrap()
        };
        assert!(check("correct horse", Some(&stored)).await);
        assert!(!check("correct Horse", Some(&stored)).await);
        assert!(!check("correct horse", None).await);
        for bad in ["1234567", &"x".repeat(201)] {
            assert!(passwords.hash(bad.into()).await.is_err());
        }
    }

    #[tokio::test]
    async fn a_name_is_tried_only_so_often() {
        let clock = Arc::new(ManualClock::new(1));
        let passwords = Passwords::new(clock.clone());
        for _ in 0..TRIES {
            assert!(!passwords.check("Ann", "12345678".into(), None).await.unwrap());
        }
        assert!(passwords.check("ANN", "12345678".into(), None).await.is_err());
        assert!(passwords.check("Bob", "12345678".into(), None).await.is_ok(), "other names are free");
        clock.advance(90_000);
        assert!(passwords.check("ann", "12345678".into(), None).await.is_ok());
    }
}
