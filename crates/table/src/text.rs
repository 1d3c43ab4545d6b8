//! Texts that other players read, in a form that cannot confuse them.

use bagatelle_core::text::{composed, decomposed, is_seen, without_unseen};

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

/// The text without what is not seen, with letters and their marks as one, and runs of white space folded to
/// one space. It is empty if nothing of it is seen.
#[must_use]
pub fn plain_text(text: &str) -> String {
    let plain = folded(&composed(&without_unseen(text)));
    if is_seen(&plain) { plain } else { String::new() }
}

/// The text with runs of white space folded to one space.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The forms in which a name may be stored that a person types: that of today first, then those that older
/// versions have stored.
#[must_use]
pub fn forms_of_name(text: &str) -> Vec<String> {
    // Older versions knew a list of what is not seen.
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' |
                '\u{feff}')
    };
    let old = folded(&text.replace(unseen, " "));
    let mut forms = vec![plain_text(text)];
    for form in [composed(&old), decomposed(&old), old] {
        if !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Why there is no record of a running game with hidden information.
pub const SEALED: &str = "The record would show hidden cards. You can get it when the game is over.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_plain_and_keep_what_joins() {
        let texts = [
            ("  a \n b\u{200b}c ", "a bc"),
            (
                "hello \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
                "hello \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            ),
            ("e\u{301}", "\u{e9}"),
            ("\u{2800}\u{3164}", ""),
            ("\u{202e}evil\u{202c}", "evil"),
        ];
        for (text, plain) in texts {
            assert_eq!(plain_text(text), plain, "{}", text.escape_unicode());
            assert_eq!(plain_text(plain), plain, "once is enough");
        }
    }
}
