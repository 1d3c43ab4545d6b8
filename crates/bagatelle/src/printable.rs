//! Foreign texts in a form that is safe for a terminal: a name, a file or an engine can neither control
//! the terminal nor begin a new line.

/// The longest name or sentence of others that is shown, in characters.
const LONGEST: usize = 200;
/// The longest error, in characters: it may hold several such texts.
const LONGEST_ERROR: usize = 2000;

/// A text in one line, with characters that are not seen escaped, and cut where it is very long.
#[must_use]
pub fn printable(text: &str) -> String {
    within(text, LONGEST)
}

/// The same, cut after a number of characters.
#[must_use]
pub fn within(text: &str, longest: usize) -> String {
    let mut shown = String::new();
    for (n, c) in text.chars().enumerate() {
        if n == longest {
            shown.push('…');
            break;
        }
        match c {
            // Those that the language escapes, too, but are harmless: a quoted name reads better without.
            '"' | '\'' | '\\' | '\u{200d}' => shown.push(c),
            // Behind another one, a mark that changes it is a part of it.
            c if n > 0 => shown.extend(format!("a{c}").escape_debug().skip(1)),
            c => shown.extend(c.escape_debug()),
        }
    }
    shown
}

/// Tells of an error on standard error.
pub fn report(error: &anyhow::Error) {
    crate::output::note!("bagatelle: {}", within(&reasons(error), LONGEST_ERROR));
}

/// An error with its causes. A cause whose words stand in what it has caused is not said again.
#[must_use]
pub fn reasons(error: &anyhow::Error) -> String {
    let mut told: Vec<String> = Vec::new();
    for cause in error.chain().map(ToString::to_string) {
        if !told.last().is_some_and(|last| last.contains(&cause)) {
            told.push(cause);
        }
    }
    told.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_said_once() {
        let inner = anyhow::anyhow!("the disk is full");
        let middle = inner.context("error returned from database: the disk is full");
        assert_eq!(
            reasons(&middle.context("a.tar")),
            "a.tar: error returned from database: the disk is full"
        );
        let others = anyhow::anyhow!("no such file").context("a.tar");
        assert_eq!(reasons(&others), "a.tar: no such file");
    }

    #[test]
    fn nothing_reaches_the_terminal_but_letters() {
        let texts = [
            ("Ann", "Ann"),
            ("“Zoë” isn’t \"here\"", "“Zoë” isn’t \"here\""),
            ("a\u{1b}[31m b\n", "a\\u{1b}[31m b\\n"),
            ("\u{9b}2J\r\t\u{7f}", "\\u{9b}2J\\r\\t\\u{7f}"),
            ("a\u{202e}b\u{2028}c", "a\\u{202e}b\\u{2028}c"),
            ("👨\u{200d}👩", "👨\u{200d}👩"),
            ("日本 y\u{302}", "日本 y\u{302}"),
        ];
        for (text, shown) in texts {
            assert_eq!(printable(text), shown);
        }
        let long = printable(&"x".repeat(100_000));
        assert!(long.chars().count() == LONGEST + 1 && long.ends_with('…'), "{long}");
        assert!((0..=0x10_ffff).filter_map(char::from_u32).all(|c| {
            let shown = printable(&format!("a{c}"));
            !shown.chars().any(char::is_control)
        }));
    }
}
