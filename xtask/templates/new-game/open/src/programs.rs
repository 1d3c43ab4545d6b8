//! The players made of code.

use crate::action::{Action, MOST};
use crate::rules::ToyGame;
use crate::state::State;
use bagatelle_core::persona::{Backdrop, Extra, Face, Hair, Persona, Shade, Skin, Skill};
use bagatelle_core::program::{Advice, Budget, Program, ProgramSpec, Random};
use bagatelle_core::{Game, Rng};

/// The programs, weakest first.
pub const PROGRAMS: &[ProgramSpec<ToyGame>] = &[
    ProgramSpec {
        name: "1",
        about: "takes any number of stones",
        persona: Some(Persona {
            name: "Ivo",
            skill: Skill::Beginner,
            style: "Takes as many stones as he likes.",
            face: Face::new(Skin::Rosy, Hair::Cropped, Shade::Brown, Backdrop::Sand),
        }),
        think_ms: 10,
        make: || Box::new(Random),
    },
    ProgramSpec {
        name: "2",
        about: "plays perfectly",
        persona: Some(Persona {
            name: "Hana",
            skill: Skill::Master,
            style: "Never leaves you a heap you can win with.",
            face: Face::new(Skin::Tan, Hair::Bun, Shade::Black, Backdrop::Sage).with(Extra::Glasses),
        }),
        think_ms: 10,
        make: || Box::new(Perfect),
    },
];

/// Leaves a heap from which the other player loses, if it can.
#[derive(Clone, Copy, Debug)]
pub struct Perfect;

impl Program<ToyGame> for Perfect {
    fn choose(
        &mut self,
        game: &ToyGame,
        view: &State,
        legal: &[Action],
        _budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        // The player to move loses with a heap of 0, 4, 8 ... stones, or of 1, 5, 9 ... where the last stone
        // loses.
        let lost = u8::from(game.options().last_loses);
        let wins = |action: &&Action| {
            let left = view.stones - action.stones;
            left >= lost && (left - lost).is_multiple_of(MOST + 1)
        };
        let action = legal.iter().find(wins).copied().unwrap_or_else(|| legal[rng.index(legal.len())]);
        Advice::plain(action)
    }
}
