//! Hints: at strength 1 how the game stands, at 2 the suit, at 3 the move.

use crate::action::{Action, Source};
use crate::draw::{action_name, pick_name};
use crate::solve::verdict::{Verdict, advice};
use crate::view::View;
use bagatelle_core::present::{Hint, Solved};

/// The hint from what the solver found.
#[must_use]
pub fn hint(view: &View, solved: &Solved<Action>, strength: u8) -> Hint {
    let verdict = solved.json["verdict"].as_str().and_then(Verdict::from_word).unwrap_or(Verdict::NotProven);
    let standing = verdict.sentence();
    let (text, marks) = match (strength, solved.line.first()) {
        (_, None) => (solved.text.clone(), Vec::new()),
        (..=1, _) => (standing.into(), Vec::new()),
        (2, Some(&Action::Pick(suit, _))) => {
            let both = [Source::Front, Source::Top].map(|source| pick_name(suit, source));
            (format!("{standing} Take one of the {}.", suit.name()), both.into())
        }
        (2, Some(Action::Move(_))) => (format!("{standing} Move the tile; do not reject."), Vec::new()),
        (_, Some(&action)) => {
            (format!("{standing} {}", advice(view, verdict, action)), vec![action_name(action)])
        }
    };
    Hint { text, marks }
}
