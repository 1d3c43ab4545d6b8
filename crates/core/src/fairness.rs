//! Deals that can be checked: the server commits to a seed before it shows it, and the seats add to it.
//!
//! Before a game the server draws a [`CommittedSeed`], a seed and a nonce of 32 random bytes each, and shows
//! the [commitment](CommittedSeed::commitment): their SHA-256 hash. Each seat may add [`Randomness`] of its
//! own. The deal follows from the seed and what the seats have added ([`CommittedSeed::deal_seed`]), so
//! neither side chooses it. When the game is over, the seed and the nonce are shown, and everything can be
//! computed again.
//!
//! Everything hashed is text, one line for each part, so that any tool can compute the hashes.
//! `docs/fairness.md` explains the derivation; the golden values in the tests of this module must never
//! change.

use crate::rng::seed_code;
use data_encoding::{DecodeError, HEXLOWER};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The first line of the text whose hash is a commitment.
const COMMITMENT: &str = "bagatelle commitment 1";
/// The first line of what the seed of a deal is made from.
const DEAL: &str = "bagatelle deal 1";
/// The first line of what the seed of a day is made from.
const DAY: &str = "bagatelle day 1";
/// The line of a seat that adds nothing.
const NOTHING: &str = "-";

/// A text that is not 32 bytes in hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("randomness is written as 64 lower-case hexadecimal digits")]
pub struct NotRandomness;

/// 32 random bytes, written as 64 hexadecimal digits in lower case: there is one text for each value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Randomness([u8; 32]);

impl Randomness {
    /// The value of these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Randomness {
        Randomness(bytes)
    }
}

impl fmt::Display for Randomness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&HEXLOWER.encode(&self.0))
    }
}

impl fmt::Debug for Randomness {
    /// Does not print the value, which may be a secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Randomness(..)")
    }
}

impl FromStr for Randomness {
    type Err = NotRandomness;
    fn from_str(text: &str) -> Result<Randomness, NotRandomness> {
        let bytes = HEXLOWER.decode(text.as_bytes()).map_err(|_: DecodeError| NotRandomness)?;
        bytes.try_into().map(Randomness).map_err(|_| NotRandomness)
    }
}

impl TryFrom<String> for Randomness {
    type Error = NotRandomness;
    fn try_from(text: String) -> Result<Randomness, NotRandomness> {
        text.parse()
    }
}

impl From<Randomness> for String {
    fn from(randomness: Randomness) -> String {
        randomness.to_string()
    }
}

/// A seed that is committed to before it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommittedSeed {
    /// What the deal is made from. A secret until the game is over.
    pub seed: Randomness,
    /// What prevents trying seeds until one fits the commitment. A secret until the game is over.
    pub nonce: Randomness,
}

impl CommittedSeed {
    /// What is shown before the game: it fixes seed and nonce, and reveals nothing about them.
    #[must_use]
    pub fn commitment(&self) -> String {
        HEXLOWER.encode(&self.hash(COMMITMENT, &[self.nonce.to_string()]))
    }

    /// The text of the seed from which a game is dealt, given what each of its seats has added, in order.
    /// `attempt` counts from 0: a deal that would be over before it has begun is left for the next one.
    #[must_use]
    pub fn deal_seed(&self, added: &[Option<Randomness>], attempt: usize) -> String {
        let line = |added: &Option<Randomness>| added.map_or(NOTHING.to_owned(), |added| added.to_string());
        let lines: Vec<String> = added.iter().map(line).chain([attempt.to_string()]).collect();
        code(self.hash(DEAL, &lines))
    }

    /// The text of the seed from which the deals of a world date are made.
    #[must_use]
    pub fn day_seed(&self, date: &str) -> String {
        format!("daily:{date}:{}", code(self.hash(DAY, &[date.to_owned()])))
    }

    /// The SHA-256 hash of a text of lines: the name of the purpose, the seed, and the others.
    fn hash(&self, purpose: &str, lines: &[String]) -> [u8; 32] {
        let mut hasher = Sha256::new();
        for line in [purpose, &self.seed.to_string()].into_iter().chain(lines.iter().map(String::as_str)) {
            hasher.update(line);
            hasher.update("\n");
        }
        hasher.finalize().into()
    }
}

/// The first 80 bits of a hash, as the code of a seed.
fn code(hash: [u8; 32]) -> String {
    let mut bytes = [0; 10];
    bytes.copy_from_slice(&hash[..10]);
    seed_code(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn committed() -> CommittedSeed {
        CommittedSeed { seed: Randomness([1; 32]), nonce: Randomness([2; 32]) }
    }

    #[test]
    fn golden_values_stay_for_ever() {
        let committed = committed();
        let added = [Some(Randomness([3; 32])), None];
        assert_eq!(
            committed.commitment(),
            "16ecd8fb05af017569660dc0f6a49191df9d08717dce9dbcaa268b9900968bbc"
        );
        assert_eq!(committed.deal_seed(&added, 0), "5BCQ-1MD7-YVHH-M5PM");
        assert_eq!(committed.deal_seed(&added, 1), "RKMC-QW6D-Y30F-30QD");
        assert_eq!(committed.day_seed("2026-11-23"), "daily:2026-11-23:DBCE-VB14-SYPF-Q6FP");
    }

    #[test]
    fn there_is_one_text_for_each_value() {
        let text = "0123456789abcdef".repeat(4);
        assert_eq!(text.parse::<Randomness>().unwrap().to_string(), text);
        let long = format!("{text}00");
        for other in ["", "-", &text[1..], &long, &text.to_uppercase(), &text.replace('0', "g")] {
            assert_eq!(other.parse::<Randomness>(), Err(NotRandomness), "{other}");
        }
    }

    #[test]
    fn a_secret_is_not_printed() {
        assert_eq!(
            format!("{:?}", committed()),
            "CommittedSeed { seed: Randomness(..), nonce: Randomness(..) }"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Each bit of seed and nonce changes the commitment, and each bit of the seed and of what seats add
        /// changes the deal.
        #[test]
        fn each_bit_counts(seed: [u8; 32], nonce: [u8; 32], added: [u8; 32], seats in 1usize..5,
            bit in 0usize..256) {
            let flipped = |mut bytes: [u8; 32]| {
                bytes[bit / 8] ^= 1 << (bit % 8);
                Randomness(bytes)
            };
            let plain = CommittedSeed { seed: Randomness(seed), nonce: Randomness(nonce) };
            let other_seed = CommittedSeed { seed: flipped(seed), ..plain };
            let other_nonce = CommittedSeed { nonce: flipped(nonce), ..plain };
            prop_assert_ne!(plain.commitment(), other_seed.commitment());
            prop_assert_ne!(plain.commitment(), other_nonce.commitment());
            prop_assert_ne!(plain.day_seed("2026-11-23"), other_seed.day_seed("2026-11-23"));
            let all = vec![Some(Randomness(added)); seats];
            prop_assert_ne!(plain.deal_seed(&all, 0), other_seed.deal_seed(&all, 0));
            prop_assert_ne!(plain.deal_seed(&all, 0), plain.deal_seed(&all, 1));
            for seat in 0..seats {
                for other in [Some(flipped(added)), None] {
                    let mut changed = all.clone();
                    changed[seat] = other;
                    prop_assert_ne!(plain.deal_seed(&all, 0), plain.deal_seed(&changed, 0));
                }
            }
        }
    }
}
