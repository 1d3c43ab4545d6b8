//! Texts that people type. The same letters can arrive as different characters from different systems, and
//! some characters are invisible; Unicode says which.

use unicode::{is_ignored, is_modifier, is_of_word, is_pictographic, is_variation, may_be_seen};

#[cfg(not(target_family = "wasm"))]
mod unicode {
    use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
    use icu_properties::props::{
        BinaryProperty, DefaultIgnorableCodePoint, EmojiModifier, ExtendedPictographic, GeneralCategory,
        GeneralCategoryGroup, VariationSelector,
    };
    use icu_properties::{CodePointMapData, CodePointSetData};

    pub fn composed(text: &str) -> String {
        ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned()
    }
    pub fn decomposed(text: &str) -> String {
        DecomposingNormalizerBorrowed::new_nfd().normalize(text).into_owned()
    }
    fn has<P: BinaryProperty>(c: char) -> bool {
        CodePointSetData::new::<P>().contains(c)
    }
    fn is_in(group: GeneralCategoryGroup, c: char) -> bool {
        group.contains(CodePointMapData::<GeneralCategory>::new().get(c))
    }
    pub fn is_ignored(c: char) -> bool {
        has::<DefaultIgnorableCodePoint>(c)
    }
    pub fn is_variation(c: char) -> bool {
        has::<VariationSelector>(c)
    }
    pub fn is_pictographic(c: char) -> bool {
        has::<ExtendedPictographic>(c)
    }
    pub fn is_modifier(c: char) -> bool {
        has::<EmojiModifier>(c)
    }
    pub fn is_of_word(c: char) -> bool {
        is_in(GeneralCategoryGroup::Letter.union(GeneralCategoryGroup::Mark), c)
    }
    pub fn may_be_seen(c: char) -> bool {
        let seen = GeneralCategoryGroup::Letter
            .union(GeneralCategoryGroup::Number)
            .union(GeneralCategoryGroup::Punctuation)
            .union(GeneralCategoryGroup::Symbol)
            // Letters of a later version of Unicode, or of none: at least a box is drawn.
            .union(GeneralCategoryGroup::Unassigned)
            .union(GeneralCategoryGroup::PrivateUse);
        is_in(seen, c)
    }
}

/// The same in a browser, where names are one's own and the server looks at them again: by ranges.
#[cfg(target_family = "wasm")]
mod unicode {
    pub fn composed(text: &str) -> String {
        text.to_owned()
    }
    pub fn decomposed(text: &str) -> String {
        text.to_owned()
    }
    pub fn is_ignored(c: char) -> bool {
        let common =
            matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
        common
            || is_variation(c)
            || matches!(c, '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' |
                '\u{e0000}'..='\u{e0fff}')
    }
    pub fn is_variation(c: char) -> bool {
        matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
    }
    pub fn is_pictographic(c: char) -> bool {
        matches!(c, '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1f3fa}' | '\u{1f400}'..='\u{1faff}')
    }
    pub fn is_modifier(c: char) -> bool {
        matches!(c, '\u{1f3fb}'..='\u{1f3ff}')
    }
    pub fn is_of_word(c: char) -> bool {
        c.is_alphabetic() || !c.is_ascii() && !c.is_whitespace() && !is_pictographic(c)
    }
    pub fn may_be_seen(c: char) -> bool {
        !c.is_whitespace() && !c.is_control()
    }
}

/// The joiners: they say how the characters before and after them are drawn.
const NO_JOIN: char = '\u{200c}';
const JOIN: char = '\u{200d}';
/// What is drawn as nothing, though Unicode counts it among what is seen: a pattern of no dots, and a note
/// without a head.
const BLANK: [char; 2] = ['\u{2800}', '\u{1d159}'];

/// The text with each letter and its marks as one character where there is one (Unicode's form C): texts that
/// look the same and were typed on different systems are equal.
#[must_use]
pub fn composed(text: &str) -> String {
    unicode::composed(text)
}

/// The text with each mark as a character of its own (form D), as some systems type it.
#[must_use]
pub fn decomposed(text: &str) -> String {
    unicode::decomposed(text)
}

/// A seed as it was typed, in the form in which a deal follows from it. A seed that is stored is taken as it
/// stands.
#[must_use]
pub fn typed_seed(text: &str) -> String {
    composed(text.trim())
}

/// Whether a text has something in it that is seen.
#[must_use]
pub fn is_seen(text: &str) -> bool {
    text.chars().any(|c| may_be_seen(c) && !is_ignored(c) && !BLANK.contains(&c))
}

/// The text without invisible characters: control characters count as spaces, and those that drawing ignores
/// are left out. Characters that change how their neighbours are drawn stay between such neighbours: joiners,
/// variation selectors, the tags of a flag.
#[must_use]
pub fn without_unseen(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let before = kept.chars().next_back();
        let stays = match c {
            JOIN | NO_JOIN => match (before, rest.peek()) {
                (Some(one), Some(&other)) => joins(c, one, other),
                _ => false,
            },
            '\u{e0020}'..='\u{e007f}' => {
                before.is_some_and(|before| matches!(before, '\u{1f3f4}' | '\u{e0020}'..='\u{e007e}'))
            }
            '\u{fff9}'..='\u{fffb}' => false,
            c if is_variation(c) => before.is_some_and(|before| !before.is_whitespace()),
            c => !is_ignored(c),
        };
        if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
            kept.push(' ');
        } else if stays {
            kept.push(c);
        }
    }
    kept
}

/// The text without all that is ignored in drawing, joiners included, and without what is drawn as nothing:
/// of texts that differ in nothing else, hardly anybody sees the difference.
#[must_use]
pub fn without_ignored(text: &str) -> String {
    text.chars().filter(|c| !is_ignored(*c) && !BLANK.contains(c)).collect()
}

/// Whether a joiner between two characters says something.
fn joins(joiner: char, before: char, after: char) -> bool {
    let is_word = |c| is_of_word(c) && !is_ignored(c);
    let is_emoji = is_pictographic;
    let ends_emoji = |c| is_emoji(c) || is_modifier(c) || c == '\u{fe0f}';
    is_word(before) && is_word(after) || joiner == JOIN && ends_emoji(before) && is_emoji(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_the_same_is_the_same() {
        assert_eq!(composed("pa\u{308}sswo\u{308}rter"), "p\u{e4}ssw\u{f6}rter");
        assert_eq!(decomposed("p\u{e4}"), "pa\u{308}");
        assert_eq!(typed_seed(" Zoe\u{308}\n"), "Zo\u{eb}");
        assert_eq!(composed("\u{fb01} ASCII ①"), "\u{fb01} ASCII ①", "nothing else is changed");
    }

    #[test]
    fn joiners_stay_where_they_join() {
        let kept = [
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "\u{1f44b}\u{1f3fd}\u{200d}\u{1f469}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "\u{645}\u{6cc}\u{200c}\u{62e}\u{648}\u{627}\u{647}\u{645}",
            "\u{915}\u{94d}\u{200d}\u{937}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
            "1\u{fe0f}\u{20e3}",
        ];
        for text in kept {
            assert_eq!(without_unseen(text), text, "{}", text.escape_unicode());
        }
        let left_out = [
            ("a\u{200d} b", "a b"),
            ("\u{200d}a\u{200d}\u{200d}b\u{200c}", "a\u{200d}b"),
            ("a\u{200c}1", "a1"),
            ("\u{1f468}\u{200c}\u{1f469}", "\u{1f468}\u{1f469}"),
            ("x\u{e0067}y", "xy"),
            ("\u{fe0f}a", "a"),
            (
                "a\u{ad}b\u{34f}c\u{115f}\u{1160}\u{3164}\u{ffa0}\u{202e}\u{2066}\u{feff}\u{180e}\u{fff9}d",
                "abcd",
            ),
            ("a\nb\u{2028}c\u{7f}", "a b c "),
        ];
        for (text, plain) in left_out {
            assert_eq!(without_unseen(text), plain, "{}", text.escape_unicode());
        }
    }

    #[test]
    fn nothing_that_is_ignored_is_seen() {
        for c in (0..=0x10_ffff).filter_map(char::from_u32) {
            let alone = without_unseen(&c.to_string());
            let ignored = is_ignored(c) || c.is_control();
            assert!(!ignored || alone.trim().is_empty(), "U+{:04X}", u32::from(c));
            assert!(!ignored || !is_seen(&c.to_string()), "U+{:04X}", u32::from(c));
        }
        for blank in ["", " ", "\u{2800}", "\u{301}", "\u{3164}\u{2003}", "\u{1d159}"] {
            assert!(!is_seen(blank), "{}", blank.escape_unicode());
        }
        for seen in ["a", "7", "-", "\u{1f44b}", "\u{5d0}", "日", "\u{2801}", "\u{378}"] {
            assert!(is_seen(seen), "{seen}");
        }
    }
}
