//! What people see of the game: how a move is picked, which keys make it, the figures beside the picture, the
//! sentences.

use crate::action::{Action, Source};
use crate::draw::{self, KNOWN_COINS, NEAREST_RING, action_name};
use crate::lesson::LESSON;
use crate::options::Flip;
use crate::plan::Plan;
use crate::rules::Burbuja;
use crate::state::Status;
use crate::view::{Seen, View};
use crate::{guide, hint, programs, rulepage, words};
use bagatelle_core::Game;
use bagatelle_core::present::{
    Analyser, Certifier, Control, EASY_TO_EXPERT, Fact, Grader, Hint, Lesson, Manifest, Motion, ParFinder,
    PiecepackNotation, Playable, Question, Reviewer, Scene, Solved, Solver, Sound, Step,
};
use bagatelle_core::program::ProgramSpec;
use bagatelle_piecepack::Suit;
use maud::Markup;
use std::time::Duration;

impl Playable for Burbuja {
    const MANIFEST: Manifest = Manifest {
        name: "Burbuja",
        tagline: "Inflate a square of tiles into a ring, one coin at a time.",
        designer: "Antonio Recuenca Muñoz",
        seats: 1..=1,
        minutes: 15..=15,
        options,
        overlays: &[NEAREST_RING, KNOWN_COINS],
        solve_limit: Some(Duration::from_secs(2)),
        grades: EASY_TO_EXPERT,
        par_limit: Some(Duration::from_secs(2)),
        ornament: "M-9.5 -9.5h5v5h-5zM-2.5 -9.5h5v5h-5zM4.5 -9.5h5v5h-5zM-9.5 -2.5h5v5h-5zM4.5 -2.5h5v5 \
            h-5zM-9.5 4.5h5v5h-5zM-2.5 4.5h5v5h-5zM4.5 4.5h5v5h-5zM-1.6 0a1.6 1.6 0 1 0 3.2 0 \
            a1.6 1.6 0 1 0-3.2 0z",
        on_paper: true,
        laid: true,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn keys() -> &'static [(&'static str, &'static str)] {
        &[
            ("1 to 4", "Take the front coin of the first, second, third or fourth suit"),
            ("5 to 8", "Take the top coin of that suit’s stack"),
            ("0", "Reject the coin"),
        ]
    }

    fn goal(&self, _view: &View) -> String {
        guide::goal(self.options())
    }

    const GOAL_FIGURE: bool = true;

    fn goal_figure(&self, _view: &View) -> Option<String> {
        Some(draw::goal(self.options()))
    }

    fn status(&self, view: &View, _picks: &[&str]) -> String {
        guide::status(self, view)
    }

    fn why_not(&self, view: &View, picks: &[&str]) -> Option<String> {
        guide::why_not(self, view, picks)
    }

    fn lights(&self, before: &View, seen: &Seen) -> Vec<String> {
        guide::lights(before, seen)
    }

    fn sound(&self, seen: &Seen) -> Sound {
        match seen.action {
            Action::Pick(..) | Action::Reject => Sound::Coin,
            Action::Move(_) => Sound::Wood,
        }
    }

    fn topic(&self, view: &View) -> &'static str {
        guide::topic(self, view)
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::scene(self, scene.view, scene.legal, scene.fixed)
    }

    fn path(&self, _view: &View, action: Action) -> Vec<Step> {
        vec![Step::one(action_name(action))]
    }

    /// A front coin goes into the hand; the tile in hand goes to its cell, and its coin to the used ones.
    fn motions(&self, view: &View, action: Action) -> Vec<Motion> {
        draw::motions(view, action)
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

    fn warning(&self, view: &View, action: Action) -> Option<String> {
        guide::warning(self, view, action)
    }

    fn controls(&self, view: &View) -> Vec<Control> {
        if view.open.status != Status::Playing {
            return Vec::new();
        }
        // It stays where it is, and as high as it is, also while no coin is in hand, so that nothing jumps:
        // the status tells what the suit has left.
        vec![Control::new(action_name(Action::Reject), "Reject the coin").key('0')]
    }

    fn say(&self, before: &View, seen: &Seen) -> String {
        words::tell(before, seen)
    }

    fn facts(&self, view: &View, _seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        let unseen: usize = Suit::ALL.iter().map(|&suit| view.piles[suit].unseen.len()).sum();
        let missing = Plan::nearest(self, view).map_or("out of reach".to_owned(), |(_, off)| off.to_string());
        vec![
            Fact::new("Moves", view.open.discards.len()).scored(),
            Fact::new("Second chances left", view.open.chances.total()),
            Fact::new("Unseen coins", unseen),
            Fact::new("Tiles out of place", missing),
        ]
    }

    fn foretell(&self, view: &View, action: Action) -> String {
        self.say(view, &Seen::expected(view, action))
    }

    fn hint(&self, view: &View, solved: &Solved<Action>, strength: u8, _legal: &[Action]) -> Hint {
        hint::hint(self, view, solved, strength)
    }

    fn programs() -> &'static [ProgramSpec<Self>] {
        &programs::PROGRAMS
    }

    fn piecepack_notation(&self) -> Option<&dyn PiecepackNotation<Self>> {
        Some(self)
    }

    /// None of the searches knows that a coin may be turned up only after a tile has landed.
    fn solver(&self) -> Option<&dyn Solver<Self>> {
        self.searched().map(|game| game as _)
    }

    fn grader(&self) -> Option<&dyn Grader<Self>> {
        Some(self)
    }

    fn par(&self) -> Option<&dyn ParFinder<Self>> {
        self.searched().map(|game| game as _)
    }

    fn analyser(&self) -> Option<&dyn Analyser<Self>> {
        self.searched().map(|game| game as _)
    }

    fn reviewer(&self) -> Option<&dyn Reviewer<Self>> {
        self.searched().map(|game| game as _)
    }

    fn certifier(&self) -> Option<&dyn Certifier<Self>> {
        self.searched().map(|game| game as _)
    }
}

impl Burbuja {
    /// The game, if the searches know its rules.
    fn searched(&self) -> Option<&Burbuja> {
        match self.options().flip {
            Flip::Early => Some(self),
            Flip::Late => None,
        }
    }
}

fn options() -> Vec<Question> {
    vec![
        Question::choice("chances", "Second chances")
            .help(
                "How often you may put a coin back and take another of its suit. A custom choice is a \
                 number for each suit, such as S2M0C1A0.",
            )
            .answers([
                ("S1M1C1A1", "A pawn for each suit (standard)"),
                ("shared4", "One die: four for any suit (flexible)"),
                ("S2M2C2A2", "Dice: two for each suit (easier)"),
                ("S3M3C3A3", "Dice: three for each suit"),
                ("S4M4C4A4", "Dice: four for each suit"),
                ("S5M5C5A5", "Dice: five for each suit (easiest)"),
                ("S1M1C1A0", "A pawn for each suit but Arms (harder)"),
                ("S1M1C0A0", "Pawns for Suns and Moons"),
                ("S1M0C0A0", "A pawn for Suns only"),
                ("S0M0C0A0", "None (hardest)"),
            ])
            .or_own_text("S2M0C1A0"),
        Question::choice("ring", "The ring").answers([
            ("any", "Anywhere on the table"),
            ("concentric", "Around the starting square’s centre (unofficial, harder)"),
        ]),
        Question::choice("groups", "The tiles").answers([
            ("any", "Every tile touches another"),
            ("one", "All tiles stay in one group (unofficial, harder)"),
        ]),
        Question::choice("stranding", "A front coin whose tile has nowhere to go")
            .help("Once its suit has no second chance left.")
            .answers([
                ("strict", "You may take it, and lose"),
                ("lenient", "It stays; take another (easier)"),
            ]),
        Question::choice("flip", "The next front coin is turned up")
            .help(
                "The rules turn it up “if the player chooses” a front coin, and again “if the rejected coin \
                 was the one in front”, as if it still lay face down. With the harder choice there are no \
                 hints and no par: the solver doesn’t know this reading.",
            )
            .answers([
                ("early", "As soon as you take the front coin"),
                ("late", "After the move or rejection (harder)"),
            ]),
        Question::choice("rejections", "With dice, rejections in one turn")
            .help(
                "After a rejection the rules say to “pick one of the two visible coins, move the \
                 corresponding tile”.",
            )
            .answers([("any", "As many as the dice allow"), ("one", "One (harder)")]),
        Question::choice("coins", "The coins in the stacks")
            .help("The rules pile them “suit-side up”. Open coins make a game without luck (unofficial).")
            .answers([("hidden", "Face down"), ("open", "Face up: you see their order (easier)")]),
    ]
}
