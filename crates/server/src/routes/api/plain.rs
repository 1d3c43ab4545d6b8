//! Which names stand in sentences: what a request has sent is sent back only where it can be nothing but a
//! name.

/// The longest name in a sentence, in characters.
const LONGEST: usize = 60;

/// Whether a name, or a path to one, may stand in a sentence.
pub fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-[]".contains(c);
    (1..=LONGEST).contains(&name.len()) && name != "." && name.chars().all(plain)
}
