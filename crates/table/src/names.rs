//! The names of players.

use crate::rejection::Rejection;
use crate::text::{LONGEST_NAME, plain_text};

/// The name shown in place of that of a deleted account. Stored rows hold it.
pub const DELETED_ACCOUNT: &str = "Somebody";

/// The name as it is shown: plain, not empty, at most [`LONGEST_NAME`] characters.
///
/// # Errors
/// When nothing is left of it, or it is too long.
pub fn check_name(text: &str) -> Result<String, Rejection> {
    let name = plain_text(text);
    match name.chars().count() {
        0 => Err(Rejection::NameMissing),
        n if n > LONGEST_NAME => Err(Rejection::NameTooLong),
        _ => Ok(name),
    }
}

/// How guests are.
const MANNERS: [&str; 32] = [
    "Amber", "Bold", "Brave", "Bright", "Calm", "Clever", "Cosy", "Curious", "Daring", "Gentle", "Golden",
    "Happy", "Honest", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Mellow", "Merry", "Nimble", "Patient",
    "Polite", "Proud", "Quick", "Quiet", "Silver", "Sunny", "Swift", "Warm", "Wise", "Witty",
];
/// What guests are.
const ANIMALS: [&str; 32] = [
    "Badger", "Beaver", "Bee", "Bison", "Crane", "Deer", "Dolphin", "Dormouse", "Falcon", "Finch", "Fox",
    "Hare", "Hedgehog", "Heron", "Ibis", "Kestrel", "Lark", "Lynx", "Magpie", "Marten", "Mole", "Otter",
    "Owl", "Panda", "Puffin", "Raven", "Robin", "Seal", "Sparrow", "Squirrel", "Swan", "Wren",
];

/// A friendly name for a visitor who has not given one, such as `Quiet Heron`: always the same for the same id.
#[must_use]
pub fn guest_name(id: &str) -> String {
    // FNV-1a, folded: names need to differ, not to be unique.
    let hash = id.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // The last characters alone would hardly reach the upper bits.
    let hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let pick = |words: &[&'static str; 32], shift: u32| words[(hash >> shift) as usize % 32];
    format!("{} {}", pick(&MANNERS, 32), pick(&ANIMALS, 40))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_have_names_that_differ_and_can_be_used() {
        let names: std::collections::BTreeSet<String> =
            (0..100).map(|n| guest_name(&format!("visitor{n}"))).collect();
        assert!(names.len() > 80, "{} names for a hundred guests", names.len());
        assert!(names.iter().all(|name| check_name(name).as_ref() == Ok(name)));
        assert_eq!(guest_name("visitor1"), guest_name("visitor1"));
    }

    #[test]
    fn a_name_is_plain_not_empty_and_short() {
        assert_eq!(check_name("  Ann \u{202e} Lee\n").unwrap(), "Ann Lee");
        for bad in ["", " \u{200b} ", "a name that is longer than it may be"] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }
}
