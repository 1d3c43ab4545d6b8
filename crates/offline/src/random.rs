//! Ids and seeds from the random bytes of a request.

use bagatelle_core::rng::{id_code, seed_code};

/// How many seeds are tried for a deal that may come to nothing.
const SEEDS_TRIED: u8 = 20;

/// Ten bytes for a purpose, from the random text of a request.
fn bytes(random: &str, purpose: u8) -> [u8; 10] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(random.as_bytes()).update(&[purpose]);
    let mut bytes = [0; 10];
    hasher.finalize_xof().fill(&mut bytes);
    bytes
}

/// The id of a new table.
pub fn table_id(random: &str) -> String {
    id_code(&bytes(random, 0))
}

/// A number at random.
pub fn lot(random: &str) -> u8 {
    bytes(random, 1)[0]
}

/// Fresh seeds.
pub fn seeds(random: &str) -> Vec<String> {
    (2..2 + SEEDS_TRIED).map(|purpose| seed_code(bytes(random, purpose))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_seeds_look_like_those_of_a_server() {
        let id = table_id("x");
        assert_eq!(id.len(), 16);
        assert!(id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()));
        assert_ne!(id, table_id("y"));
        let seeds = seeds("x");
        assert_eq!(seeds[0].len(), 19);
        assert_ne!(seeds[0], seeds[1]);
    }
}
