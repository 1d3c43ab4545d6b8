//! The players made of code. They know what a person on their seat knows.

use crate::action::Action;
use crate::rules::ToyGame;
use crate::view::View;
use bagatelle_core::persona::{Backdrop, Extra, Face, Hair, Persona, Shade, Skin, Skill};
use bagatelle_core::program::{Advice, Budget, Program, ProgramSpec, Random};
use bagatelle_core::Rng;
use std::cmp::Ordering;

/// The programs, weakest first.
pub const PROGRAMS: &[ProgramSpec<ToyGame>] = &[
    ProgramSpec {
        name: "1",
        about: "plays any card",
        persona: Some(Persona {
            name: "Ivo",
            skill: Skill::Beginner,
            style: "Plays whatever card comes first to hand.",
            face: Face::new(Skin::Rosy, Hair::Cropped, Shade::Brown, Backdrop::Sand),
        }),
        think_ms: 10,
        make: || Box::new(Random),
    },
    ProgramSpec {
        name: "2",
        about: "wins cheaply, and counts the cards",
        persona: Some(Persona {
            name: "Hana",
            skill: Skill::Casual,
            style: "Counts the cards, and never spends more than a trick is worth.",
            face: Face::new(Skin::Tan, Hair::Bun, Shade::Black, Backdrop::Sage).with(Extra::Glasses),
        }),
        think_ms: 10,
        make: || Box::new(Counting),
    },
];

/// Answers with the weakest card that wins, else with the weakest of all. Leads a card that no unseen one
/// beats, else the weakest.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

impl Program<ToyGame> for Counting {
    fn choose(
        &mut self,
        game: &ToyGame,
        view: &View,
        legal: &[Action],
        _budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let others = view.led.map_or_else(|| view.unseen(), |led| vec![led]);
        let wins = |action: &&Action| others.iter().all(|other| game.beats(action.card, *other));
        let weaker = |one: &&Action, other: &&Action| {
            if game.beats(one.card, other.card) { Ordering::Greater } else { Ordering::Less }
        };
        let weakest = legal.iter().filter(wins).min_by(weaker).or_else(|| legal.iter().min_by(weaker));
        Advice::plain(weakest.copied().unwrap_or_else(|| legal[rng.index(legal.len())]))
    }
}
