//! Argon2id in reusable work areas.
//!
//! A hash fills 19 MiB. If each hash allocated a new area, the allocator would keep them scattered in
//! memory, up to hundreds of megabytes after some dozens of log-ins.

use crate::error::AppError;
use anyhow::anyhow;
use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::fmt::Display;
use std::sync::{Mutex, PoisonError};

/// The stand-in for the hash of an account that does not exist: it has the same cost parameters as a new
/// hash.
const UNKNOWN: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$YW4gdW5rbm93biBuYW1lLg$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Argon2id with the areas that it works in.
#[derive(Default)]
pub struct Areas(Mutex<Vec<Vec<Block>>>);

fn failed(error: impl Display) -> AppError {
    AppError::Internal(anyhow!("argon2: {error}"))
}

impl Areas {
    /// The hash of a password, as it is stored.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn hash(&self, password: &str) -> Result<String, AppError> {
        let (algorithm, version, params) = (Algorithm::default(), Version::default(), Params::default());
        let salt = Salt::generate();
        let mut hash = PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: ParamsString::try_from(&params).map_err(failed)?,
            salt: Some(salt),
            hash: None,
        };
        hash.hash = Some(self.fill(&Argon2::new(algorithm, version, params), password, &salt)?);
        Ok(hash.to_string())
    }

    /// Whether a password is the stored one. Without a stored one, the same work is done on a hash that
    /// fits no password.
    ///
    /// # Errors
    /// When the stored value is not a hash.
    pub fn check(&self, password: &str, stored: Option<&str>) -> Result<bool, AppError> {
        let fits = self.compare(password, stored.unwrap_or(UNKNOWN))?;
        Ok(fits && stored.is_some())
    }

    /// Whether a password has this hash.
    fn compare(&self, password: &str, stored: &str) -> Result<bool, AppError> {
        let stored = PasswordHash::new(stored).map_err(failed)?;
        let algorithm = Algorithm::try_from(stored.algorithm.as_str()).map_err(failed)?;
        let version = stored.version.map_or(Ok(Version::default()), Version::try_from).map_err(failed)?;
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&stored).map_err(failed)?);
        let (Some(salt), Some(expected)) = (stored.salt, stored.hash) else {
            return Err(failed("a stored password has no salt or no hash"));
        };
        // The comparison takes the same time wherever the two differ.
        Ok(self.fill(&argon2, password, &salt)? == expected)
    }

    fn fill(&self, argon2: &Argon2<'_>, password: &str, salt: &[u8]) -> Result<Output, AppError> {
        let params = argon2.params();
        let (blocks, length) =
            (params.block_count(), params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN));
        let mut area = self.areas().pop().unwrap_or_default();
        if area.len() < blocks {
            area.resize(blocks, Block::default());
        }
        let mut out = [0; Output::MAX_LENGTH];
        let filled = match (out.get_mut(..length), area.get_mut(..blocks)) {
            (Some(out), Some(area)) => {
                argon2.hash_password_into_with_memory(password.as_bytes(), salt, out, area)
            }
            _ => return Err(failed("a stored hash is too long")),
        };
        self.areas().push(area);
        filled.map_err(failed)?;
        Output::new(&out[..length]).map_err(failed)
    }

    fn areas(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::PasswordVerifier;

    /// What this process has in memory, in bytes.
    #[cfg(target_os = "linux")]
    fn resident() -> usize {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        pages.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * 4096
    }

    #[test]
    fn an_unknown_name_is_as_much_work_as_an_account() {
        let areas = Areas::default();
        let new = areas.hash("correct horse").unwrap();
        let (new, unknown) = (PasswordHash::new(&new).unwrap(), PasswordHash::new(UNKNOWN).unwrap());
        assert_eq!(
            (new.algorithm, new.version, &new.params),
            (unknown.algorithm, unknown.version, &unknown.params)
        );
        let lengths = |hash: &PasswordHash| (hash.salt.unwrap().len(), hash.hash.unwrap().len());
        assert_eq!(lengths(&new), lengths(&unknown));
        // Both go through `compare`; for a name without an account no password is right.
        let areas = Areas::default();
        assert!(!areas.check("correct horse", None).unwrap());
        let after_unknown = areas.areas().first().map(Vec::len);
        let areas = Areas::default();
        assert!(!areas.check("incorrect horse", Some(&new.to_string())).unwrap());
        assert_eq!(after_unknown, areas.areas().first().map(Vec::len), "the same work area is filled");
    }

    #[test]
    fn a_hash_is_what_others_make_and_check() {
        let areas = Areas::default();
        let stored = areas.hash("correct horse").unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(Argon2::default().verify_password(b"correct horse", stored.as_str()).is_ok());
        assert!(areas.check("correct horse", Some(&stored)).unwrap());
        assert!(!areas.check("correct Horse", Some(&stored)).unwrap());
        assert!(!areas.check("correct horse", None).unwrap());
        // Hashes with other parameters are still valid.
        let params = Params::new(64, 3, 2, Some(24)).unwrap();
        let small = Argon2::new(Algorithm::Argon2i, Version::V0x10, params);
        let small =
            argon2::PasswordHasher::<PasswordHash>::hash_password(&small, b"abc").unwrap().to_string();
        assert!(areas.check("abc", Some(&small)).unwrap() && !areas.check("abd", Some(&small)).unwrap());
        assert!(areas.check("abc", Some("nonsense")).is_err());
        assert_eq!(areas.areas().len(), 1, "one after the other needs one area");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn many_checks_leave_the_memory_of_two() {
        let areas = Areas::default();
        let before = resident();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| (0..12).for_each(|_| assert!(!areas.check("12345678", None).unwrap())));
            }
        });
        let more = resident().saturating_sub(before) >> 20;
        assert!(more < 60, "{more} MiB stay");
    }
}
