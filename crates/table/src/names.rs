//! Names and texts that other players read.

use crate::rejection::Rejection;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// The name shown in place of that of a deleted account. Stored rows hold it.
pub const DELETED_ACCOUNT: &str = "Somebody";

/// The text without control, bidirectional and zero-width characters, with runs of white space folded to one space.
#[must_use]
pub fn plain_text(text: &str) -> String {
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let words = text.split(|c: char| c.is_whitespace() || unseen(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

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
