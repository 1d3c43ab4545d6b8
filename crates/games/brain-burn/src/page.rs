//! What people see of the game: how a move is picked, which keys make it, the figures beside the board, the sentences.

use crate::action::{Action, CELLS, Direction};
use crate::draw::{self, tile_id};
use crate::lesson::LESSON;
use crate::rulepage;
use crate::rules::BrainBurn;
use crate::state::State;
use crate::view::Seen;
use bagatelle_core::present::{Fact, Lesson, Manifest, ParFinder, Playable, Question, Scene, Solver, Step};
use maud::Markup;
use std::time::Duration;

impl Playable for BrainBurn {
    const MANIFEST: Manifest = Manifest {
        name: "Brain Burn",
        tagline: "Slide the tiles home, and bring each its coin on the way.",
        designer: "Mark A. Biggar, 2003",
        seats: 1..=1,
        minutes: 20..=20,
        deal_options,
        overlays: &[draw::TILES, draw::COINS],
        solve_limit: Some(Duration::from_millis(1500)),
        par_limit: Some(Duration::from_secs(8)),
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn goal(&self, _view: &State) -> String {
        "Bring each suit into its own row, ace to five from the left, with a coin of the same value on every tile.".into()
    }

    fn status(&self, _view: &State, _picks: &[&str]) -> String {
        "Slide a tile into the hole.".into()
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::picture(scene.view)
    }

    /// The tile that slides, then the tile with which it swaps coins.
    fn path(&self, view: &State, action: Action) -> Vec<Step> {
        let (from, partner) = view.cells_of(action);
        let tile = |cell: Option<usize>| cell.and_then(|c| view.tile(c)).map(tile_id).map(Step::One);
        tile(from).into_iter().chain(tile(partner)).collect()
    }

    fn key(&self, _view: &State, action: Action) -> Option<String> {
        let arrow = |direction| match direction {
            Direction::Up => "ArrowUp",
            Direction::Down => "ArrowDown",
            Direction::Left => "ArrowLeft",
            Direction::Right => "ArrowRight",
        };
        Some(match action.swap {
            None => arrow(action.slide).to_owned(),
            Some(side) => format!("Shift+{}", arrow(side)),
        })
    }

    fn say(&self, _before: &State, seen: &Seen) -> String {
        let Some((tile, coin)) = seen.slid else { return seen.to_string() };
        let (rank, suit, way) = (tile.rank.name(), tile.suit.name(), seen.action.slide.word());
        match seen.partner {
            None => format!("The {rank} of {suit} slides {way}."),
            Some((other, theirs)) => format!(
                "The {rank} of {suit} slides {way} and swaps its coin, {}, for the {} of the {other}.",
                coin.name(),
                theirs.name()
            ),
        }
    }

    fn facts(&self, view: &State, seen: &[Seen]) -> Vec<Fact> {
        vec![
            Fact::new("Moves", seen.len()).scored(),
            Fact::new("Swaps", seen.iter().filter(|seen| seen.action.swap.is_some()).count()).scored(),
            Fact::new("Tiles to place", view.wrong_tiles()),
            Fact::new("Coins to match", view.wrong_coins()),
        ]
    }

    fn solver(&self) -> Option<&dyn Solver<Self>> {
        Some(self)
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }

    fn par(&self) -> Option<&dyn ParFinder<Self>> {
        Some(self)
    }
}

fn deal_options() -> Vec<Question> {
    let cells = (0..CELLS).map(|cell| (cell, format!("Row {}, column {}", cell / 5 + 1, cell % 5 + 1)));
    vec![
        Question::choice("hole", "Where the hole is")
            .help("You choose before the tiles are turned up.")
            .answers([(None::<u8>, "Anywhere")])
            .answers(cells)
            .grid(5),
    ]
}
