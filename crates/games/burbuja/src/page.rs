//! What people see of the game: how a move is picked, which keys make it, the figures beside the picture, the sentences.

use crate::action::{Action, Source};
use crate::draw::{self, KNOWN_COINS, NEAREST_RING, action_name};
use crate::plan::Plan;
use crate::rules::Burbuja;
use crate::state::Status;
use crate::view::{Seen, View};
use crate::{hint, programs, rulepage};
use bagatelle_core::present::{
    Certifier, Control, Fact, Hint, Manifest, ParFinder, Playable, Question, Reviewer, Scene, Solved, Solver,
    Step,
};
use bagatelle_core::program::ProgramSpec;
use bagatelle_piecepack::Suit;
use maud::Markup;
use std::time::Duration;

impl Playable for Burbuja {
    const MANIFEST: Manifest = Manifest {
        name: "Burbuja",
        tagline: "Blow a square of tiles up to a ring, one coin at a time.",
        designer: "Antonio Recuenca Muñoz",
        seats: 1..=1,
        minutes: 15..=15,
        options,
        overlays: &[NEAREST_RING, KNOWN_COINS],
        solve_limit: Some(Duration::from_secs(2)),
        par_limit: Some(Duration::from_secs(2)),
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn goal(&self, _view: &View) -> String {
        "Move the tiles out until the 24 of them form a hollow square, seven tiles wide.".into()
    }

    fn status(&self, _view: &View, _picks: &[&str]) -> String {
        "Take a coin: the tile with its value and suit will move.".into()
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::scene(self, scene.view, scene.legal)
    }

    fn path(&self, _view: &View, action: Action) -> Vec<Step> {
        vec![Step::one(action_name(action))]
    }

    /// `1` to `4` take the front coins, `5` to `8` the top ones, `0` rejects.
    fn key(&self, _view: &View, action: Action) -> Option<String> {
        match action {
            Action::Pick(suit, Source::Front) => Some((suit.index() + 1).to_string()),
            Action::Pick(suit, Source::Top) => Some((suit.index() + 5).to_string()),
            Action::Move(_) => None,
            Action::Reject => Some("0".into()),
        }
    }

    fn controls(&self, view: &View) -> Vec<Control> {
        let Some(tile) = view.open.hand else { return Vec::new() };
        let left = view.open.chances.of(tile.suit);
        if left == 0 || view.open.status != Status::Playing {
            return Vec::new();
        }
        let known = &view.piles[tile.suit];
        let label = match (known.front, known.stack(), left) {
            (None, 0, _) => "Reject (the coin comes straight back)".to_owned(),
            (_, _, 1) => "Reject the coin (last chance)".to_owned(),
            _ => format!("Reject the coin ({left} chances)"),
        };
        vec![Control::new(action_name(Action::Reject), label)]
    }

    fn say(&self, _before: &View, seen: &Seen) -> String {
        let (Some(coin), turned) = (seen.coin, seen.turned) else {
            return match seen.action {
                Action::Pick(suit, Source::Top) => {
                    format!("The top coin of the {} is turned up.", suit.name())
                }
                _ => seen.to_string(),
            };
        };
        match (seen.action, turned) {
            (Action::Pick(_, Source::Front), None) => format!("The {coin} is taken from the front."),
            (Action::Pick(_, Source::Front), Some(next)) => {
                format!("The {coin} is taken from the front; the {next} is turned up behind it.")
            }
            (Action::Pick(suit, Source::Top), _) => {
                format!("The top coin of the {} is turned up: the {}.", suit.name(), coin.rank.name())
            }
            (Action::Move(cell), _) => format!("The {coin} moves to {cell}."),
            (Action::Reject, _) => format!("The coin of the {coin} is rejected and goes under its stack."),
        }
    }

    fn facts(&self, view: &View, _seen: &[Seen]) -> Vec<Fact> {
        let unseen: usize = Suit::ALL.iter().map(|&suit| view.piles[suit].unseen.len()).sum();
        let nearest = Plan::all(self, view).iter().map(|(_, node)| node.missing()).min();
        let missing = nearest.map_or("out of reach".to_owned(), |missing| missing.to_string());
        vec![
            Fact::new("Moves", view.open.discards.len()).scored(),
            Fact::new("Second chances", view.open.chances.total()),
            Fact::new("Unseen coins", unseen),
            Fact::new("Tiles off the nearest ring", missing),
        ]
    }

    fn foretell(&self, view: &View, action: Action) -> String {
        self.say(view, &Seen::expected(view, action))
    }

    fn hint(&self, view: &View, solved: &Solved<Action>, strength: u8) -> Hint {
        hint::hint(view, solved, strength)
    }

    fn programs() -> &'static [ProgramSpec<Self>] {
        &programs::PROGRAMS
    }

    fn solver(&self) -> Option<&dyn Solver<Self>> {
        Some(self)
    }

    fn par(&self) -> Option<&dyn ParFinder<Self>> {
        Some(self)
    }

    fn reviewer(&self) -> Option<&dyn Reviewer<Self>> {
        Some(self)
    }

    fn certifier(&self) -> Option<&dyn Certifier<Self>> {
        Some(self)
    }
}

fn options() -> Vec<Question> {
    vec![
        Question::choice("chances", "Second chances")
            .help(
                "How often you may put a coin back and take another one of its suit. \
                 Your own choice is a number for each suit, such as S2M0C1A0.",
            )
            .answers([
                ("S1M1C1A1", "A pawn for each suit (standard)"),
                ("shared4", "One die: four for any suit (flexible)"),
                ("S2M2C2A2", "Dice: two for each suit (easier)"),
                ("S3M3C3A3", "Dice: three for each suit"),
                ("S4M4C4A4", "Dice: four for each suit"),
                ("S5M5C5A5", "Dice: five for each suit (easiest)"),
                ("S1M1C1A0", "Pawns without the Arms (harder)"),
                ("S1M1C0A0", "Pawns for Suns and Moons"),
                ("S1M0C0A0", "A pawn for the Suns only"),
                ("S0M0C0A0", "None (hardest)"),
            ])
            .or_own_text(),
        Question::choice("ring", "The ring").answers([
            ("any", "Anywhere on the table"),
            ("concentric", "Around the middle of the first square (unofficial, harder)"),
        ]),
        Question::choice("groups", "The tiles").answers([
            ("any", "Every tile touches another one"),
            ("one", "All tiles stay in one group (unofficial, harder)"),
        ]),
    ]
}
