//! Links by which the owner of an account sets a new password, once.

use crate::system::random;
use anyhow::Result;
use bagatelle_table::Millis;

/// How long a link is valid, in milliseconds: a day.
pub const HOLDS_FOR: Millis = 24 * 60 * 60 * 1000;

/// A new code, which goes into the link, and its hash, which is stored.
///
/// # Errors
/// When the system gives no random numbers.
pub fn new_code() -> Result<(String, String)> {
    let code = random::code::<20>()?;
    let hash = hash(&code);
    Ok((code, hash))
}

/// The hash of a code. The code is random, so a fast hash keeps it.
#[must_use]
pub fn hash(code: &str) -> String {
    let key = blake3::derive_key("bagatelle 2026-11-23 links for new passwords", b"");
    blake3::keyed_hash(&key, code.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_long_and_its_hash_does_not_tell_it() {
        let (code, stored) = new_code().unwrap();
        assert!(code.len() == 32 && hash(&code) == stored && !stored.contains(&code));
        assert_ne!(new_code().unwrap().0, code);
    }
}
