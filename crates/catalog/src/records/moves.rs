//! The moves of Portable Piecepack Notation, cut into the parts that its numbers make.

/// A move that stands under a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word<'t> {
    /// The move.
    pub text: &'t str,
    /// How many numbers stand before it.
    pub number: usize,
    /// How many parts stand before it. A number begins one, and so does a semicolon, or a point that stands
    /// alone.
    pub part: usize,
}

/// The moves of a text, without its comments.
///
/// # Errors
/// When a comment does not end.
pub fn read<'t>(text: &'t str, layout: &str) -> Result<(Vec<Word<'t>>, Option<usize>), String> {
    let (mut words, mut number, mut part, mut laid) = (Vec::new(), 0, 0, None);
    // Where the next brace closes: of many that open before it, each looks once.
    let mut close = 0;
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        if rest.starts_with('{') {
            let at = text.len() - rest.len();
            if close <= at {
                close = at + rest.find('}').ok_or("a comment doesn’t end")?;
            }
            // Braces that are a part of a move are no comment.
            let behind = &text[close + 1..];
            if behind.chars().next().is_none_or(|next| next.is_whitespace() || next == ';') {
                rest = behind.trim_start();
                continue;
            }
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        for (n, piece) in rest[..end].split(';').enumerate() {
            if n > 0 {
                part += 1;
            }
            match piece {
                "" => {}
                "." => part += 1,
                _ if is_number(piece) => {
                    (number, part) = (number + 1, part + 1);
                    if piece == layout {
                        laid = Some(number);
                    }
                }
                text => words.push(Word { text, number, part }),
            }
        }
        rest = rest[end..].trim_start();
    }
    Ok((words, laid))
}

/// Whether a word is the number of a move: letters, digits, points and underscores that end with a point.
fn is_number(word: &str) -> bool {
    word.ends_with('.') && word.chars().all(|c| c.is_alphanumeric() || "._".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_semicolons_and_points_make_parts() {
        let (words, laid) =
            read("setup. t@a1 1. a {one\n two} b;c . d 2... e\u{2003}; f;\n{x}; g", "setup.").unwrap();
        let told: Vec<_> = words.iter().map(|word| (word.text, word.number, word.part)).collect();
        let all = [
            ("t@a1", 1, 1),
            ("a", 2, 2),
            ("b", 2, 2),
            ("c", 2, 3),
            ("d", 2, 4),
            ("e", 3, 5),
            ("f", 3, 6),
            ("g", 3, 8),
        ];
        assert_eq!((told.as_slice(), laid), (&all[..], Some(1)));
        assert!(read("1. a {b", "setup.").is_err());
        let (words, _) = read("t@{a,b}2 {a,b}3", "setup.").unwrap();
        assert_eq!(words.iter().map(|word| word.text).collect::<Vec<_>>(), ["t@{a,b}2", "{a,b}3"]);
    }
}
