//! Tokens with which programs use the API for an account: random texts, of which only a hash is
//! stored.

use crate::system::random;
use anyhow::Result;

/// What each token begins with, so that it is recognized wherever it is found.
const PREFIX: &str = "bagatelle_";

/// A new token and its hash.
///
/// # Errors
/// When the system has no random numbers.
pub fn new() -> Result<(String, String)> {
    let token = format!("{PREFIX}{}", random::code::<20>()?);
    let hash = hash(&token);
    Ok((token, hash))
}

/// The hash of a text that looks like a token; `None` for all others.
#[must_use]
pub fn hash_of(text: &str) -> Option<String> {
    text.starts_with(PREFIX).then(|| hash(text))
}

/// The token is random, so a fast hash keeps it.
fn hash(token: &str) -> String {
    let key = blake3::derive_key("bagatelle 2026-11-23 tokens of accounts for programs", b"");
    blake3::keyed_hash(&key, token.as_bytes()).to_hex().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_long_and_its_hash_does_not_tell_it() {
        let (token, stored) = new().unwrap();
        assert!(token.len() == PREFIX.len() + 32 && hash_of(&token).as_deref() == Some(stored.as_str()));
        assert!(!stored.contains(&token[PREFIX.len()..]) && new().unwrap().0 != token);
        assert_eq!(hash_of("abc.def"), None);
    }
}
