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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_plain_not_empty_and_short() {
        assert_eq!(check_name("  Ann \u{202e} Lee\n").unwrap(), "Ann Lee");
        for bad in ["", " \u{200b} ", "a name that is longer than it may be"] {
            assert!(check_name(bad).is_err(), "{bad}");
        }
    }
}
