//! Letters as outlines, for pictures: a renderer then needs no fonts.
//!
//! A file of letters has a line for each character: the character, how wide it is, and its outline, which is
//! the data of an SVG path with relative commands and y downwards; all in thousandths of the size. After an
//! empty line come the pairs that are closer together or further apart: the characters on the left, then in
//! turn a distance and the characters on the right that it is for.

use bagatelle_core::text::without_ignored;
use maud::{Markup, html};
use std::fmt::Write;
use std::sync::LazyLock;

/// How many units of a file of letters make the size of a text.
const UNITS: u32 = 1000;
/// What is drawn for a character that has no letter here: its width and its outline.
const BOX: (i32, &str) = (600, "m80 0v-660h440v660zm50-50h340v-560h-340z");

/// How heavy letters are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// As in running text.
    Regular,
    /// As in headings.
    Semibold,
}

impl Weight {
    fn letters(self) -> &'static Letters {
        static REGULAR: LazyLock<Letters> =
            LazyLock::new(|| Letters::read(include_str!("../../../assets/letters/regular.txt")));
        static SEMIBOLD: LazyLock<Letters> =
            LazyLock::new(|| Letters::read(include_str!("../../../assets/letters/semibold.txt")));
        match self {
            Weight::Regular => &REGULAR,
            Weight::Semibold => &SEMIBOLD,
        }
    }
}

/// A file of letters.
struct Letters {
    /// By character: its width and its outline.
    letters: Vec<(char, i32, &'static str)>,
    /// The characters on the left, and the rest of the line.
    pairs: Vec<(&'static str, &'static str)>,
}

impl Letters {
    fn read(file: &'static str) -> Letters {
        let (letters, pairs) = file.split_once("\n\n").unwrap_or((file, ""));
        let letter = |line: &'static str| {
            let mut chars = line.chars();
            let c = chars.next()?;
            let said = chars.as_str().trim_start();
            let (width, outline) = said.split_once(' ').unwrap_or((said, ""));
            Some((c, width.parse().ok()?, outline))
        };
        let pairs = pairs.lines().filter_map(|line| line.split_once(' '));
        Letters { letters: letters.lines().filter_map(letter).collect(), pairs: pairs.collect() }
    }

    /// The width and the outline of a character.
    fn letter(&self, c: char) -> (i32, &'static str) {
        let found = self.letters.binary_search_by_key(&c, |letter| letter.0);
        found.map_or(BOX, |n| (self.letters[n].1, self.letters[n].2))
    }

    /// What is added to the distance of two characters.
    fn distance(&self, left: char, right: char) -> i32 {
        let of_left = self.pairs.iter().find(|(chars, _)| chars.contains(left));
        let mut words = of_left.map_or("", |(_, rest)| rest).split(' ');
        while let (Some(distance), Some(chars)) = (words.next(), words.next()) {
            if chars.contains(right) {
                return distance.parse().unwrap_or_default();
            }
        }
        0
    }
}

/// A line of text as one outline.
pub struct Line {
    /// The data of an SVG path that begins at the left end of the base line.
    outline: String,
    /// In thousandths of the size.
    width: u32,
}

impl Line {
    /// A line in letters of a weight. A character without a letter is a box; characters that drawing
    /// ignores are invisible.
    pub fn new(text: &str, weight: Weight) -> Line {
        let letters = weight.letters();
        let (mut outline, mut pen, mut before) = (String::new(), 0, None);
        for c in without_ignored(text).chars() {
            let (width, letter) = letters.letter(c);
            pen += before.map_or(0, |before| letters.distance(before, c));
            if !letter.is_empty() {
                // Writing to a text cannot fail.
                let _ = write!(outline, "M{pen} 0{letter}");
            }
            pen += width;
            before = Some(c);
        }
        Line { outline, width: u32::try_from(pen).unwrap_or_default() }
    }

    /// The largest size up to `size` at which the line is at most this wide.
    pub fn fitted(&self, size: u32, width: u32) -> u32 {
        size.min(width * UNITS / self.width.max(1))
    }

    /// The line from a point, or to it, on its base line.
    pub fn draw(&self, x: u32, y: u32, size: u32, end: bool, fill: &str) -> Markup {
        let scale = f64::from(size) / f64::from(UNITS);
        let left = f64::from(x) - if end { f64::from(self.width) * scale } else { 0.0 };
        let place = format!("translate({left} {y}) scale({scale})");
        html! { path d=(self.outline) fill=(fill) transform=(place) {} }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_europe() {
        for weight in [Weight::Regular, Weight::Semibold] {
            let letters = weight.letters();
            assert_eq!(letters.letters.len(), 521);
            assert!(letters.letters.is_sorted_by(|one, other| one.0 < other.0));
            for (c, width, outline) in &letters.letters {
                assert!((100..=1500).contains(width), "{c}");
                assert_eq!(outline.is_empty(), c.is_whitespace(), "{c}");
                assert!(outline.is_empty() || outline.starts_with('m') && outline.ends_with('z'), "{c}");
                assert!(outline.chars().all(|c| "mlhvqtz-. 0123456789".contains(c)), "{c}: {outline}");
            }
            for c in "Zażółć gęślą jaźń, Ежик, Ωμέγα: “24–25” · … − €".chars()
            {
                assert_ne!(letters.letter(c), BOX, "{c}");
            }
        }
    }

    #[test]
    fn letters_stand_as_their_shapes_want() {
        for weight in [Weight::Regular, Weight::Semibold] {
            let letters = weight.letters();
            assert!(letters.distance('A', 'V') < 0 && letters.distance('Т', 'о') < 0);
            assert_eq!((letters.distance('n', 'n'), letters.distance(' ', 'n')), (0, 0));
            for (left, rest) in &letters.pairs {
                let words: Vec<&str> = rest.split(' ').collect();
                let (distances, chars): (Vec<_>, Vec<_>) =
                    words.chunks(2).map(|two| (two[0], two[1])).unzip();
                assert!(distances.iter().all(|said| said.parse::<i32>().is_ok_and(|n| n != 0)), "{rest}");
                let known = |c| letters.letters.iter().any(|letter| letter.0 == c);
                assert!(left.chars().chain(chars.concat().chars()).all(known), "{left}: {rest}");
            }
        }
        let width = |text| Line::new(text, Weight::Regular).width;
        assert!(width("AV") < width("A") + width("V"));
        assert_eq!(width("nn"), 2 * width("n"));
    }

    #[test]
    fn a_character_without_a_letter_is_a_box() {
        let line = |text| Line::new(text, Weight::Regular);
        assert_eq!(line("字").outline, format!("M0 0{}", BOX.1));
        assert_eq!(line("字n").width, 600 + line("n").width);
        // A family is three people and two joiners.
        assert_eq!(line("\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}").width, 3 * 600);
        assert_eq!((line("").width, line("").outline.as_str()), (0, ""));
    }

    #[test]
    fn a_line_begins_or_ends_at_a_point() {
        let line = Line { outline: "M0 0m0 0h500z".into(), width: 500 };
        let drawn = |end| line.draw(60, 90, 40, end, "#000").into_string();
        assert_eq!(
            drawn(false),
            r##"<path d="M0 0m0 0h500z" fill="#000" transform="translate(60 90) scale(0.04)"></path>"##
        );
        assert!(drawn(true).contains(r#""translate(40 90) scale(0.04)""#));
        assert_eq!((line.fitted(40, 20), line.fitted(40, 10)), (40, 20));
    }
}
