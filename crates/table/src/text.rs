//! Texts that other players read, in a form that cannot confuse them.

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 24;

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

/// Why there is no record of a running game with hidden information.
pub const SEALED: &str = "The record would show what is still hidden. It is available when the game is over.";
