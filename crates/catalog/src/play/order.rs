//! The bytewise order of the texts of actions. A position may have a thousand of them, and most differ in
//! their first bytes: those are compared as a number.

/// Sorts texts.
#[cfg(not(target_family = "wasm"))]
pub(super) fn sorted<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut keyed: Vec<(u128, &str)> = texts.map(|text| (beginning(text), text)).collect();
    keyed.sort_unstable_by_key(|(beginning, _)| *beginning);
    for same in keyed.chunk_by_mut(|a, b| a.0 == b.0).filter(|same| same.len() > 1) {
        same.sort_unstable_by_key(|(_, text)| *text);
    }
    keyed.into_iter().map(|(_, text)| text).collect()
}

/// The first sixteen bytes as a number: of two texts the one with the smaller number comes first.
pub(super) fn beginning(text: &str) -> u128 {
    let mut bytes = [0; 16];
    let length = text.len().min(bytes.len());
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u128::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_are_sorted_bytewise(mut texts: Vec<String>, twins in "[ab\0]{15,18}", others in
            "[ab\0]{15,18}") {
            texts.extend([twins.clone(), twins + "a", others]);
            let found = sorted(texts.iter().map(String::as_str));
            let mut expected: Vec<&str> = texts.iter().map(String::as_str).collect();
            expected.sort_unstable();
            prop_assert_eq!(found, expected);
        }
    }
}
