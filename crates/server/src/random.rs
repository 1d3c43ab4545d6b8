//! Random ids and seeds from the operating system.

use anyhow::{Result, anyhow};
use bagatelle_core::rng::{ID_DIGITS, id_code, seed_code};
use bagatelle_core::{CommittedSeed, Randomness};
use bagatelle_table::Event;

/// Fresh random bytes.
///
/// # Errors
/// When the system gives none.
pub fn bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| anyhow!("the system gives no random numbers: {e}"))?;
    Ok(bytes)
}

/// `N` random bytes, written in letters and digits.
///
/// # Errors
/// As [`bytes`].
pub fn code<const N: usize>() -> Result<String> {
    Ok(id_code(&bytes::<N>()?))
}

/// The id of a new table.
///
/// # Errors
/// As [`bytes`].
pub fn table_id() -> Result<String> {
    code::<10>()
}

/// Whether ids have this letter or digit.
#[must_use]
pub fn is_digit(byte: u8) -> bool {
    ID_DIGITS.bytes().any(|digit| digit == byte)
}

/// The id that is given, or that of a new table.
///
/// # Errors
/// As [`bytes`].
pub fn table_id_or(given: Option<String>) -> Result<String> {
    given.map_or_else(table_id, Ok)
}

/// The id of the table that continues another one from the first event that is not the same there: always the
/// same one, so that it is made once.
#[must_use]
pub fn branch_id(table: &str, number: usize, event: &Event) -> String {
    let stored = event.to_stored();
    let text = format!("{table} {number} {} {} {}", stored.at, stored.kind, stored.text);
    let key = blake3::derive_key("bagatelle 2026-11-23 games that go on from others", text.as_bytes());
    id_code(&key[..10])
}

/// The id of what is always the same for these bytes, as long as that of a table.
#[must_use]
pub fn id_of(bytes: [u8; 32]) -> String {
    id_code(&bytes[..10])
}

/// A fresh seed, 80 bits.
///
/// # Errors
/// As [`bytes`].
pub fn seed() -> Result<String> {
    bytes().map(seed_code)
}

/// A fresh seed and a nonce to commit to, 256 bits each.
///
/// # Errors
/// As [`bytes`].
pub fn committed_seed() -> Result<CommittedSeed> {
    Ok(CommittedSeed { seed: Randomness::from_bytes(bytes()?), nonce: Randomness::from_bytes(bytes()?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_letters_and_digits_of_five_bits_each() {
        let code = code::<16>().unwrap();
        assert_eq!(code.len(), 26);
        assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
    }
}
