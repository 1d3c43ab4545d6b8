//! Random bytes from the operating system, and codes made of them.

use anyhow::{Result, anyhow};
use bagatelle_core::rng::seed_code;

/// Fresh random bytes.
///
/// # Errors
/// When the system gives none.
pub fn bytes<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|e| anyhow!("the system gives no random numbers: {e}"))?;
    Ok(bytes)
}

/// `N` random bytes written in small letters and figures, five bits each.
///
/// # Errors
/// When the system gives no random numbers.
pub fn code<const N: usize>() -> Result<String> {
    const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let (mut code, mut bits, mut held) = (String::new(), 0u32, 0u32);
    for byte in bytes::<N>()? {
        bits = bits << 8 | u32::from(byte);
        held += 8;
        while held >= 5 {
            held -= 5;
            code.push(char::from(ALPHABET[(bits >> held & 31) as usize]));
        }
    }
    if held > 0 {
        code.push(char::from(ALPHABET[(bits << (5 - held) & 31) as usize]));
    }
    Ok(code)
}

/// A fresh seed code, 80 bits.
///
/// # Errors
/// When the system gives no random numbers.
pub fn seed() -> Result<String> {
    bytes().map(seed_code)
}
