//! Passwords: hashed with argon2id, a few at a time, and guessed at only so often.
//!
//! Whether a name exists is not told by how long an answer takes: for a name that nobody has the same work is done.

use crate::live::{GameError, now};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many characters a password has.
pub const LENGTH: RangeInclusive<usize> = 8..=200;
/// How many passwords are hashed at once; each takes 19 MiB and some hundredths of a second.
const AT_ONCE: usize = 2;
/// How long somebody waits for a place to hash.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a name may be tried with a wrong password within [`WHILE_MS`].
const TRIES: u32 = 10;
/// The time over which wrong passwords are counted, in milliseconds.
const WHILE_MS: i64 = 15 * 60 * 1000;
/// How many names are remembered that were tried in vain.
const REMEMBERED: usize = 10_000;

/// Hashes and checks passwords.
pub struct Passwords {
    places: Arc<Semaphore>,
    failures: Mutex<HashMap<String, Failures>>,
}

#[derive(Clone, Copy)]
struct Failures {
    count: u32,
    /// When they are forgotten, in milliseconds since 1970.
    until: i64,
}

impl Default for Passwords {
    fn default() -> Passwords {
        Passwords { places: Arc::new(Semaphore::new(AT_ONCE)), failures: Mutex::default() }
    }
}

impl Passwords {
    /// A new password as it is stored.
    ///
    /// # Errors
    /// When it is too short or too long, or too many people are at it.
    pub async fn hash(&self, password: String) -> Result<String, GameError> {
        if !LENGTH.contains(&password.chars().count()) {
            let why = format!("a password has {} to {} characters", LENGTH.start(), LENGTH.end());
            return Err(GameError::Refused(why));
        }
        self.work(move || {
            let hash = Argon2::default().hash_password(password.as_bytes());
            hash.map(|hash| hash.to_string()).map_err(odd)
        })
        .await
    }

    /// Whether this is the password of an account; `stored` is none if nobody has the name.
    ///
    /// # Errors
    /// When the name was tried too often, or too many people are at it, or what is stored is no hash.
    pub async fn check(
        &self,
        name: &str,
        password: String,
        stored: Option<String>,
    ) -> Result<bool, GameError> {
        let key = name.to_lowercase();
        if !self.may_try(&key, now()) {
            let why = "that was tried too often: wait a quarter of an hour";
            return Err(GameError::Refused(why.into()));
        }
        let right = self.work(move || match stored {
            Some(stored) => {
                let stored = PasswordHash::new(&stored).map_err(odd)?;
                Ok(Argon2::default().verify_password(password.as_bytes(), &stored).is_ok())
            }
            None => {
                let salt = b"a name of nobody";
                Argon2::default().hash_password_into(password.as_bytes(), salt, &mut [0; 32]).map_err(odd)?;
                Ok(false)
            }
        });
        let right = right.await?;
        if right {
            self.failures().remove(&key);
        }
        Ok(right)
    }

    /// Does costly work when there is a place for it.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, GameError> + Send + 'static,
    ) -> Result<T, GameError> {
        let place = self.place().await?;
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            work()
        });
        done.await.map_err(anyhow::Error::from)?
    }

    async fn place(&self) -> Result<OwnedSemaphorePermit, GameError> {
        let place = tokio::time::timeout(PATIENCE, Arc::clone(&self.places).acquire_owned()).await;
        let place =
            place.map_err(|_| GameError::Refused("too many people are at the door: try again".into()))?;
        Ok(place.map_err(anyhow::Error::from)?)
    }

    fn failures(&self) -> std::sync::MutexGuard<'_, HashMap<String, Failures>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a try as failed until it is known to be right, so that many at once do not slip through.
    fn may_try(&self, key: &str, now: i64) -> bool {
        let mut failures = self.failures();
        if failures.len() >= REMEMBERED {
            failures.retain(|_, f| f.until > now);
        }
        if failures.len() >= REMEMBERED {
            // Somebody tries many names: what counts are those that were tried often.
            failures.retain(|_, f| f.count > 1);
        }
        let known = failures.entry(key.to_owned()).or_insert(Failures { count: 0, until: 0 });
        if known.until <= now {
            *known = Failures { count: 0, until: now + WHILE_MS };
        }
        known.count = known.count.saturating_add(1);
        known.count <= TRIES
    }
}

fn odd(error: impl std::fmt::Display) -> GameError {
    GameError::Machine(anyhow::anyhow!("a password cannot be hashed: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_is_right_and_it_is_not_stored() {
        let passwords = Passwords::default();
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

    #[test]
    fn a_name_is_not_tried_for_ever() {
        let passwords = Passwords::default();
        let tried: Vec<bool> = (0..12).map(|n| passwords.may_try("ann", n)).collect();
        assert_eq!(tried.iter().filter(|may| **may).count(), TRIES as usize);
        assert!(passwords.may_try("bob", 12), "other names are not concerned");
        assert!(passwords.may_try("ann", WHILE_MS), "and it is forgotten after a while");
    }

    #[test]
    fn many_names_do_not_fill_the_memory() {
        let passwords = Passwords::default();
        while passwords.may_try("ann", 0) {}
        for n in 0..2 * REMEMBERED {
            passwords.may_try(&n.to_string(), 0);
        }
        assert!(passwords.failures().len() <= REMEMBERED);
        assert!(!passwords.may_try("ann", 0), "who was tried often is still remembered");
    }
}
