//! Grades: how hard a deal is, stated before it is played, and deals of a chosen grade.
//!
//! A grade changes no rule: it chooses among deals. The seed says which deal it is, so a graded seed is a
//! text that begins with the word of its grade: `easy:7K2M-0Q9D-XXV3-41TB`.

use super::question::Question;
use crate::game::Game;
use crate::program::Allowance;
use crate::rng::{Rng, Seed, Stream};

/// How hard a deal is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grade {
    /// The word in seeds and in the API: small letters only.
    pub word: &'static str,
    /// What players read: `Easy`.
    pub label: &'static str,
}

/// The key of the question after the grade among the questions about a deal.
pub const GRADE: &str = "grade";

impl Grade {
    /// The text of a seed under which this grade is dealt.
    #[must_use]
    pub fn seed(&self, text: &str) -> String {
        format!("{}:{text}", self.word)
    }

    /// Splits the text of a seed into the place of its grade among `grades`, if it begins with one, and the
    /// rest.
    #[must_use]
    pub fn split<'a, 'g>(
        grades: impl IntoIterator<Item = &'g Grade>,
        text: &'a str,
    ) -> (Option<usize>, &'a str) {
        let text = text.trim();
        let split = || {
            let (word, rest) = text.split_once(':')?;
            Some((grades.into_iter().position(|grade| grade.word == word)?, rest.trim()))
        };
        split().map_or((None, text), |(grade, rest)| (Some(grade), rest))
    }

    /// The question which grade is wanted. `plain` is what a deal is called for which none is.
    #[must_use]
    pub fn question(grades: &[Grade], plain: &str) -> Question {
        Question::choice(GRADE, "Difficulty")
            .answers([(None::<&str>, plain)])
            .answers(grades.iter().map(|grade| (grade.word, grade.label)))
    }
}

/// How many deals are drawn at most to find one of a grade.
const DRAWN: u64 = 400;

/// Tells how hard deals are. The answers depend on the position alone: not on time, threads or the machine.
/// What they cost is taken from the allowance of the request; once that is spent, they are not to be used.
pub trait Grader<G: Game>: Sync {
    /// The place of a start position among [`Manifest::all_grades`](super::Manifest::all_grades); `None`
    /// where it cannot be said. It tells nothing that a player may not know.
    fn grade(&self, start: &G::State, allowance: &Allowance<'_>) -> Option<usize>;

    /// Whether a start position has a grade. A game for which this is sooner known than which one it has says
    /// so.
    fn has_grade(&self, start: &G::State, grade: usize, allowance: &Allowance<'_>) -> bool {
        self.grade(start, allowance) == Some(grade)
    }

    /// A deal of a grade: by default the first that has it of those that the seed gives. `None` if none was
    /// found before the allowance was spent.
    ///
    /// # Errors
    /// When the options of the deal are refused.
    fn deal_of(
        &self,
        game: &G,
        grade: usize,
        options: &G::DealOptions,
        seed: &Seed,
        allowance: &Allowance<'_>,
    ) -> Result<Option<G::Setup>, G::SetupError> {
        for n in 0..DRAWN {
            let seed = if n == 0 { *seed } else { seed.nth(n) };
            let setup = game.deal(options, &mut Rng::new(&seed, Stream::Deal))?;
            let has_grade = self.has_grade(&game.start(&setup)?, grade, allowance);
            if allowance.is_spent() {
                break;
            }
            if has_grade {
                return Ok(Some(setup));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRADES: &[Grade] = &[Grade { word: "easy", label: "Easy" }, Grade { word: "hard", label: "Hard" }];

    #[test]
    fn a_seed_says_its_grade() {
        assert_eq!(Grade::split(GRADES, " hard:AB-CD "), (Some(1), "AB-CD"));
        assert_eq!(Grade::split(GRADES, "daily:2026-11-21"), (None, "daily:2026-11-21"));
        assert_eq!(Grade::split(&[], "hard:AB-CD"), (None, "hard:AB-CD"));
        assert_eq!(GRADES[1].seed("AB-CD"), "hard:AB-CD");
        let question = Grade::question(GRADES, "Any");
        assert_eq!(question.answers[0].value, "null");
        assert_eq!(question.answers[1].value, "\"easy\"");
    }
}
