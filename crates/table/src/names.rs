//! The names of players.

use crate::rejection::Rejection;
use crate::text::{LONGEST_NAME, plain_text};

/// The name shown in place of that of a deleted account. Stored rows hold it; those of version 0.2.0 and
/// before hold another one, which stays reserved, too.
pub const DELETED_ACCOUNT: &str = "Deleted account";

/// The name as it is shown: plain, not empty, at most [`LONGEST_NAME`] characters, and none that means
/// something else in an address.
///
/// # Errors
/// When nothing of it is seen, it is too long, or it is `.` or `..`.
pub fn check_name(text: &str) -> Result<String, Rejection> {
    let name = plain_text(text);
    match name.chars().count() {
        0 => Err(Rejection::NameMissing),
        n if n > LONGEST_NAME => Err(Rejection::NameTooLong),
        _ if name == "." || name == ".." => Err(Rejection::NameIsPath),
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

/// A friendly name for a visitor who has not given one, such as `Quiet Heron`: always the same for the same
/// id.
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

/// What a person is called: by the own name, or, without one, by that of a guest.
#[must_use]
pub fn called(name: String, id: &str) -> String {
    if name.is_empty() { guest_name(id) } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::forms_of_name;

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
        assert_eq!(check_name("Zoe\u{308}").unwrap(), "Zo\u{eb}");
        for good in ["...", ".a", "\u{1f468}\u{200d}\u{1f469}", "\u{645}\u{6cc}\u{200c}\u{62e}"] {
            assert_eq!(check_name(good).unwrap(), good);
        }
        let bad = [
            "",
            " \u{200b} ",
            "\u{3164}",
            "\u{2800} \u{2800}",
            "\u{301}",
            "\u{115f}\u{1160}",
            ".",
            " .. ",
            ".\u{ad}.",
        ];
        for bad in bad.into_iter().chain(["a name that is longer than it may be"]) {
            assert!(check_name(bad).is_err(), "{}", bad.escape_unicode());
        }
    }

    #[test]
    fn a_name_of_an_older_version_is_found_by_what_is_typed() {
        let found = |typed: &str, stored: &str| forms_of_name(typed).contains(&stored.to_owned());
        for name in ["\u{3164}", "..", "Zoe\u{308}", "Zo\u{eb}", "a\u{ad}b", "Ann Lee"] {
            assert!(found(name, name), "{}", name.escape_unicode());
        }
        assert!(
            found("Zo\u{eb}", "Zoe\u{308}")
                && found(" Ann\u{200d}Lee", "Ann Lee")
                && found("..\u{200b}", "..")
        );
        assert_eq!(forms_of_name("Ann"), ["Ann"]);
    }
}
