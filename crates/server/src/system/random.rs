//! Random ids and seeds from the operating system.

use anyhow::{Result, anyhow};
use bagatelle_core::rng::{ID_DIGITS, id_code, seed_code};
use bagatelle_core::{CommittedSeed, Randomness};
use bagatelle_table::Event;

/// Fresh random bytes.
///
/// # Errors
/// When the system has none.
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

/// How many bytes are in the ids of tables that the server makes. Those that a device makes have ten, so no
/// device can take the id of a table that the server is about to make. Older ids of the server have ten, too.
const OWN: usize = 11;

/// How many letters and digits that is.
const OWN_DIGITS: usize = (OWN * 8).div_ceil(5);

/// How many letters and digits the id of a table that a device makes has.
const DEVICE_DIGITS: usize = 16;

/// The id of a new table.
///
/// # Errors
/// As [`bytes`].
pub fn table_id() -> Result<String> {
    code::<OWN>()
}

/// Whether this is the id of a table that only the server makes.
#[must_use]
pub fn is_own_id(id: &str) -> bool {
    id.len() == OWN_DIGITS
}

/// Whether this can be the id of a table.
#[must_use]
pub fn is_table_id(id: &str) -> bool {
    (is_own_id(id) || id.len() == DEVICE_DIGITS) && id.bytes().all(is_digit)
}

/// Whether ids have this letter or digit.
fn is_digit(byte: u8) -> bool {
    ID_DIGITS.bytes().any(|digit| digit == byte)
}

/// The id that is given, or that of a new table.
///
/// # Errors
/// As [`bytes`].
pub fn table_id_or(given: Option<String>) -> Result<String> {
    given.map_or_else(table_id, Ok)
}

/// The id of the table that continues another one from the first event that differs: always the same id, so
/// that the table is made once.
#[must_use]
pub fn branch_id(table: &str, number: usize, event: &Event) -> String {
    let stored = event.to_stored();
    let text = format!("{table} {number} {} {} {}", stored.at, stored.kind, stored.text);
    let key = blake3::derive_key("bagatelle 2026-11-23 games that go on from others", text.as_bytes());
    id_code(&key[..OWN])
}

/// An id that is always the same for these bytes, as long as that of a table.
#[must_use]
pub fn id_of(bytes: [u8; 32]) -> String {
    id_code(&bytes[..OWN])
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
    fn the_ids_of_the_server_are_not_those_of_devices() {
        for own in [table_id().unwrap(), id_of([7; 32])] {
            assert!(is_own_id(&own) && is_table_id(&own), "{own}");
        }
        let of_device = code::<10>().unwrap();
        assert!(is_table_id(&of_device) && !is_own_id(&of_device));
        assert!(!is_table_id(&of_device[1..]) && !is_table_id(&of_device.to_uppercase()));
    }

    #[test]
    fn codes_are_letters_and_digits_of_five_bits_each() {
        let code = code::<16>().unwrap();
        assert_eq!(code.len(), 26);
        assert!(code.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
    }
}
