//! Randomness that can be repeated: a seed gives the same deal on any machine, forever.
//!
//! The generator is ChaCha8 (Bernstein 2008, as in the `rand` crate), whose words are fixed by name. Bounded
//! draws and shuffles are written here, since libraries may change how they draw. The golden values in the
//! tests of this module must never change.

use data_encoding::{Encoding, Specification};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::fmt;
use std::sync::LazyLock;

/// What a generator is for. Each purpose has its own stream of the same seed, so that no purpose can foresee
/// or disturb another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub enum Stream {
    /// The first shuffle.
    Deal = 0,
    /// Chance actions after the deal.
    Chance = 1,
    /// Filling in what a viewer does not know.
    Determinization = 2,
    /// Random play to the end.
    Rollout = 3,
    /// A program's own choices, such as breaking ties.
    Program = 4,
    /// Pairings and openings of an arena.
    Arena = 5,
    /// Tests and benchmarks.
    Test = 6,
}

/// 32 bytes from which all randomness of a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

impl Seed {
    /// The seed from a text (a seed code, a number, `daily:2026-11-21`): its BLAKE3 hash under our own
    /// context name. Spaces at the ends are ignored; letters are case-sensitive.
    #[must_use]
    pub fn from_text(text: &str) -> Seed {
        let mut hasher = blake3::Hasher::new_derive_key("bagatelle 2026 seed text");
        hasher.update(text.trim().as_bytes());
        Seed(*hasher.finalize().as_bytes())
    }

    /// A seed from 32 bytes, for example from the operating system.
    #[must_use]
    pub fn from_bytes(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// The seed of the `n`th of many games that are played from one seed.
    #[must_use]
    pub fn nth(&self, n: u64) -> Seed {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        hasher.update(&n.to_le_bytes());
        Seed(*hasher.finalize().as_bytes())
    }
}

impl fmt::Debug for Seed {
    /// Does not print the seed: logs must not give away a deal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(..)")
    }
}

/// The letters and digits of ids: Crockford's base 32 in lower case.
pub const ID_DIGITS: &str = "0123456789abcdefghjkmnpqrstvwxyz";

/// Crockford's base 32, without padding, in upper case for people to read, and in lower case for addresses.
static SEED_CODE: LazyLock<Encoding> = LazyLock::new(|| base32(&ID_DIGITS.to_ascii_uppercase()));
static ID_CODE: LazyLock<Encoding> = LazyLock::new(|| base32(ID_DIGITS));

fn base32(digits: &str) -> Encoding {
    let mut specification = Specification::new();
    specification.symbols.push_str(digits);
    specification.encoding().expect("32 different symbols")
}

/// Bytes in [letters and digits](ID_DIGITS) for an address, five bits each.
#[must_use]
pub fn id_code(bytes: &[u8]) -> String {
    ID_CODE.encode(bytes)
}

/// A code for a fresh seed: 16 characters of Crockford's base 32 in groups of four, 80 bits from `bytes`.
#[must_use]
pub fn seed_code(bytes: [u8; 10]) -> String {
    let code = SEED_CODE.encode(&bytes);
    let groups = code.as_bytes().chunks(4).map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join("-")
}

/// A generator for one purpose. It cannot be cloned: two copies would draw the same "chance" twice.
#[derive(Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// The generator of `seed` for one purpose, at its start.
    #[must_use]
    pub fn new(seed: &Seed, stream: Stream) -> Rng {
        let mut rng = ChaCha8Rng::from_seed(seed.0);
        rng.set_stream(stream as u64);
        Rng(rng)
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_u32(&mut self) -> u32 {
        rand::Rng::next_u32(&mut self.0)
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        rand::Rng::next_u64(&mut self.0)
    }

    /// A number in `0..n`, every one equally likely (Lemire 2019, "Fast random integer generation in an
    /// interval", with rejection).
    ///
    /// # Panics
    /// If `n` is 0: there is no such number.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        assert!(n > 0, "no number is below 0");
        let mut product = u64::from(self.next_u32()) * u64::from(n);
        let mut low = product as u32;
        if low < n {
            let threshold = n.wrapping_neg() % n;
            while low < threshold {
                product = u64::from(self.next_u32()) * u64::from(n);
                low = product as u32;
            }
        }
        (product >> 32) as u32
    }

    /// A position in a list of `len` items.
    ///
    /// # Panics
    /// If the list is empty or has 2^32 items or more.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        self.below(u32::try_from(len).expect("lists are shorter than 2^32")) as usize
    }

    /// One item of a list, or `None` if it is empty.
    #[inline]
    pub fn choose<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        if list.is_empty() { None } else { Some(&list[self.index(list.len())]) }
    }

    /// Puts a list into random order, every order equally likely (Fisher and Yates, from the end).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.index(i + 1));
        }
    }

    /// A number in `0.0..1.0` with 53 bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_values_stay_for_ever() {
        let seed = Seed::from_text("golden");
        let mut deal = Rng::new(&seed, Stream::Deal);
        let words: Vec<u64> = (0..3).map(|_| deal.next_u64()).collect();
        let mut chance = Rng::new(&seed, Stream::Chance);
        let dice: Vec<u32> = (0..12).map(|_| chance.below(6)).collect();
        let mut list: Vec<u8> = (0..10).collect();
        Rng::new(&seed.nth(3), Stream::Deal).shuffle(&mut list);
        assert_eq!(words, [13148837862880391012, 12470891428537527320, 10703004800741157305]);
        assert_eq!(dice, [0, 1, 4, 3, 1, 4, 2, 4, 4, 4, 4, 1]);
        assert_eq!(list, [9, 6, 8, 5, 7, 2, 1, 3, 0, 4]);
    }

    #[test]
    fn a_shuffle_is_uniform() {
        let mut rng = Rng::new(&Seed::from_text("uniform"), Stream::Test);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut list = [0, 1, 2, 3];
            rng.shuffle(&mut list);
            *counts.entry(list).or_insert(0i32) += 1;
        }
        assert_eq!(counts.len(), 24);
        // 23 degrees of freedom: the 99.99% point of chi-square is 58.6.
        let chi2: f64 = counts.values().map(|c| f64::from(c - 1000).powi(2) / 1000.0).sum();
        assert!(chi2 < 58.6, "chi-square {chi2}");
    }

    #[test]
    fn seed_codes_show_all_bits() {
        assert_eq!(seed_code([0; 10]), "0000-0000-0000-0000");
        assert_eq!(seed_code([255; 10]), "ZZZZ-ZZZZ-ZZZZ-ZZZZ");
        assert_eq!(seed_code([0, 0, 0, 0, 1, 0, 0, 0, 0, 32]), "0000-0001-0000-0010");
    }

    #[test]
    fn ids_are_letters_and_digits_of_five_bits_each() {
        assert_eq!(id_code(&[0xff, 0x00, 0x0f, 0xf0]), "zw00zw0");
    }

    #[test]
    fn a_seed_is_not_printed() {
        assert_eq!(format!("{:?}", Seed::from_text("secret")), "Seed(..)");
    }
}
