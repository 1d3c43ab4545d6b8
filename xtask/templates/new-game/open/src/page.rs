//! The game on a page: what is picked, read and asked.

use crate::action::Action;
use crate::programs::PROGRAMS;
use crate::rules::ToyGame;
use crate::state::State;
use crate::view::Seen;
use crate::{draw, guide, rulepage};
use bagatelle_core::present::{Fact, Manifest, Playable, Question, Scene, Step};
use bagatelle_core::program::ProgramSpec;
use bagatelle_core::{Game, Seat};
use maud::Markup;
// --lesson
use bagatelle_core::present::Lesson;
use crate::lesson::LESSON;
// --

fn options() -> Vec<Question> {
    vec![Question::yes_no("last_loses", "Does the player who takes the last stone lose?")]
}

impl Playable for ToyGame {
    const MANIFEST: Manifest = Manifest {
        name: "Toy game",
        tagline: "Take one, two or three stones, but leave the right number.",
        designer: "traditional",
        seats: 2..=2,
        minutes: 1..=2,
        options,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn goal(&self, _view: &State) -> String {
        guide::goal(self.options()).into()
    }

    fn status(&self, view: &State, _picks: &[&str]) -> String {
        guide::status(view)
    }

    fn why_not(&self, view: &State, picks: &[&str]) -> Option<String> {
        guide::why_not(view, picks)
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::picture(scene.view, !scene.legal.is_empty())
    }

    fn path(&self, view: &State, action: Action) -> Vec<Step> {
        vec![Step::one(draw::pick(view.stones, action.stones))]
    }

    fn key(&self, _view: &State, action: Action) -> Option<String> {
        Some(action.to_string())
    }

    fn say(&self, _before: &State, seen: &Seen) -> String {
        guide::tell(seen)
    }

    fn facts(&self, view: &State, seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        vec![Fact::new("Stones left", view.stones), Fact::new("Moves", seen.len()).scored()]
    }

    fn side(&self, _view: &State, seat: Seat) -> Option<String> {
        Some(guide::side(seat).to_owned())
    }

    fn programs() -> &'static [ProgramSpec<Self>] {
        PROGRAMS
    }
    // --lesson

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }
    // --
}
