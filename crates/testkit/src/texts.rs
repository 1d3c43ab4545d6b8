//! The laws of the texts of actions: their pattern, their parser and their numbers agree.
//!
//! Each is written by hand where it is used, since none follows from another: a pattern is looser than the
//! parser where a regular expression cannot say what is meant (a card twice, a button that stays where it
//! is), and in some games the number of an action depends on the position.

use bagatelle_core::encoding::Encoded;
use bagatelle_core::schema::Described;
use bagatelle_core::{Rng, Seed, Stream, Turn};
use regex_syntax::hir::{Class, Hir, HirKind};
use std::collections::{BTreeMap, HashMap};

/// The most plies of a game that is played.
const PLIES: usize = 120;

/// The texts of a pattern up to a bound, and how many of them are actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Language {
    /// The most letters of a class that are tried, the first ones.
    pub letters: usize,
    /// The most times that a part is repeated which can be repeated without an end.
    pub repeats: u32,
    /// How many texts that makes.
    pub texts: usize,
    /// How many of these are actions.
    pub actions: usize,
}

impl Language {
    /// The bound for patterns of a few texts.
    pub const BASE: Language = Language { letters: 10, repeats: 1, texts: 0, actions: 0 };

    /// The texts of a pattern within the bound.
    fn of(&self, pattern: &str) -> Vec<String> {
        self.written(&regex_syntax::parse(pattern).unwrap_or_else(|error| panic!("{pattern}: {error}")))
    }

    fn written(&self, part: &Hir) -> Vec<String> {
        let joined = |begun: &[String], more: &[String]| -> Vec<String> {
            begun.iter().flat_map(|begun| more.iter().map(move |more| format!("{begun}{more}"))).collect()
        };
        let nothing = vec![String::new()];
        match part.kind() {
            HirKind::Empty | HirKind::Look(_) => nothing,
            HirKind::Literal(text) => vec![String::from_utf8_lossy(&text.0).into_owned()],
            HirKind::Class(Class::Unicode(class)) => {
                let letters = class.iter().flat_map(|range| range.start()..=range.end());
                letters.take(self.letters).map(String::from).collect()
            }
            HirKind::Class(Class::Bytes(_)) => panic!("patterns have classes of letters"),
            HirKind::Capture(group) => self.written(&group.sub),
            HirKind::Concat(parts) => {
                parts.iter().fold(nothing, |begun, part| joined(&begun, &self.written(part)))
            }
            HirKind::Alternation(parts) => parts.iter().flat_map(|part| self.written(part)).collect(),
            HirKind::Repetition(repeated) => {
                let once = self.written(&repeated.sub);
                let most = repeated.max.unwrap_or(self.repeats.max(repeated.min));
                let (mut all, mut times) = (Vec::new(), nothing);
                for n in 0..=most {
                    if n >= repeated.min {
                        all.extend_from_slice(&times);
                    }
                    times = joined(&times, &once);
                }
                all
            }
        }
    }
}

/// Makes the test of the texts of a game's actions: `enter_texts!(Game, Language { .. })`.
#[macro_export]
macro_rules! enter_texts {
    ($game:ty, $language:expr) => {
        #[test]
        fn its_texts_are_those_of_its_pattern() {
            $crate::texts::laws::<$game>($language);
        }
    };
}

/// Makes the test of the numbers of a game's actions, where they are the same in all positions:
/// `enter_numbers!(Game, Language { .. })`.
#[macro_export]
macro_rules! enter_numbers {
    ($game:ty, $language:expr) => {
        #[test]
        fn its_numbers_are_those_of_its_texts() {
            $crate::texts::numbers::<$game>($language);
        }
    };
}

/// The actions among the texts of the pattern.
fn actions<G: Described>(language: Language) -> Vec<G::Action> {
    let texts = language.of(G::ACTION.pattern);
    let actions: Vec<G::Action> = texts
        .iter()
        .filter_map(|text| {
            let action = text.parse::<G::Action>().ok()?;
            assert_eq!(action.to_string(), *text, "{}: an action has one text", G::ID);
            Some(action)
        })
        .collect();
    let found = Language { texts: texts.len(), actions: actions.len(), ..language };
    assert_eq!(found, language, "{}: texts of the pattern, and actions among them", G::ID);
    actions
}

/// Checks how many texts of the pattern are actions, and that each is written as it was read.
///
/// # Panics
/// When they are not.
pub fn laws<G: Described>(language: Language) {
    actions::<G>(language);
}

/// Checks that the actions among the texts of the pattern have a number each, and that an action has the same
/// number in all positions. Where all texts of the pattern are actions, all numbers are those of actions.
///
/// # Panics
/// When that is not so.
pub fn numbers<G: Described + Encoded>(language: Language) {
    for (v, (options, deal)) in G::variants().into_iter().enumerate() {
        let name = format!("{} variant {v}", G::ID);
        let game = G::new(&options).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut rng = Rng::new(&Seed::from_text(&name), Stream::Test);
        let mut state = game.start(&game.deal(&deal, &mut rng).expect(&name)).expect(&name);
        let mut texts: BTreeMap<u32, String> = BTreeMap::new();
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut out = Vec::new();
        for action in actions::<G>(language) {
            game.number(&state, &[action], &mut out);
            let (number, text) = (out[0], action.to_string());
            assert!(number < game.numbers(), "{name}: {text} has the number {number}");
            let other = texts.insert(number, text.clone());
            assert_eq!(other, None, "{name}: the number {number} is that of {text}, too");
            numbers.insert(text, number);
        }
        if language.texts == language.actions {
            let all: Vec<u32> = (0..game.numbers()).collect();
            assert_eq!(texts.into_keys().collect::<Vec<u32>>(), all, "{name}: all numbers are of actions");
        }
        let mut legal = Vec::new();
        for _ in 0..PLIES {
            game.legal(&state, &mut legal);
            game.number(&state, &legal, &mut out);
            for (action, &number) in legal.iter().zip(&out) {
                let known = *numbers.entry(action.to_string()).or_insert(number);
                assert_eq!(number, known, "{name}: {action} has one number in all positions");
            }
            let action = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.sample_chance(&state, &mut rng),
                Turn::Seat(_) => rng.choose(&legal).copied(),
            };
            game.apply(&mut state, action.expect("there is something to do"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_pattern_has_these_texts() {
        let texts = |letters, repeats, pattern| Language { letters, repeats, ..Language::BASE }.of(pattern);
        assert_eq!(
            texts(10, 1, "^(no|a[bc]?|-?[0-2])$"),
            ["no", "a", "ab", "ac", "0", "1", "2", "-0", "-1", "-2"]
        );
        assert_eq!(texts(2, 2, r"^x\d+(,y)*$").len(), (2 + 4) * 3);
        assert_eq!(texts(1, 3, "^a{2}(b|c){0,1}$"), ["aa", "aab"]);
    }
}
