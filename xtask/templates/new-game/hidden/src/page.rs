//! The game on a page: what is picked, read and asked.

use crate::action::Action;
use crate::programs::PROGRAMS;
use crate::rules::ToyGame;
use crate::view::{Seen, View};
use crate::{draw, guide, rulepage};
use bagatelle_core::present::{Fact, Manifest, Playable, Question, Scene, Step, player};
use bagatelle_core::program::ProgramSpec;
use bagatelle_core::{Game, Seat};
use maud::Markup;
// --lesson
use bagatelle_core::present::Lesson;
use crate::lesson::LESSON;
// --

fn options() -> Vec<Question> {
    vec![Question::yes_no("low_wins", "Does the lower card win a trick?")]
}

impl Playable for ToyGame {
    const MANIFEST: Manifest = Manifest {
        name: "Toy game",
        tagline: "Count the cards, and win three of five tricks.",
        designer: "traditional",
        seats: 2..=2,
        minutes: 1..=2,
        options,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn goal(&self, _view: &View) -> String {
        guide::goal(self.options())
    }

    fn status(&self, view: &View, _picks: &[&str]) -> String {
        guide::status(view)
    }

    fn why_not(&self, view: &View, picks: &[&str]) -> Option<String> {
        guide::why_not(view, picks)
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::picture(self, scene.view, scene.near, !scene.legal.is_empty())
    }

    fn path(&self, _view: &View, action: Action) -> Vec<Step> {
        vec![Step::one(draw::pick(action.card))]
    }

    fn key(&self, _view: &View, action: Action) -> Option<String> {
        (action.card < 10).then(|| action.to_string())
    }

    fn picked_first(&self, _view: &View, _action: Action) -> &'static str {
        "card"
    }

    fn say(&self, _before: &View, seen: &Seen) -> String {
        guide::tell(self, seen)
    }

    fn lights(&self, _before: &View, seen: &Seen) -> Vec<String> {
        vec![draw::pick(seen.card)]
    }

    fn foretell(&self, _view: &View, action: Action) -> String {
        format!("Play the {}.", action.card)
    }

    fn facts(&self, view: &View, _seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        let won = |seat| Fact::new(format!("Tricks, {}", player(seat)), self.won(&view.tricks, seat));
        [Seat(0), Seat(1)].map(|seat| won(seat).scored()).to_vec()
    }

    fn side(&self, _view: &View, seat: Seat) -> Option<String> {
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
