//! What people see of the game: how a move is picked, which keys make it, the figures beside the board, the
//! sentences.

use crate::action::{Action, CELLS};
use crate::draw::{self, tile_id};
use crate::grade::{FORMER, LENGTHS};
use crate::guide;
use crate::lesson::LESSON;
use crate::options::Match;
use crate::rulepage;
use crate::rules::BrainBurn;
use crate::state::{State, solved};
use crate::view::Seen;
use bagatelle_core::present::{
    Analyser, Demo, Fact, Grader, Lesson, Manifest, Motion, ParFinder, PiecepackNotation, Playable, Position,
    Question, Scene, Solver, Sound, Step, Surface, in_moves,
};
use bagatelle_core::{Game, Viewer};
use maud::Markup;
use std::time::Duration;

/// Six slides from home, and three more that the page plays. No coin is to be swapped.
const DEMO: Demo = Demo {
    position: Position {
        setup: "{\"position\":\"SA S2 S3 S4 S5 MA M3 M4 -- M5 CA M2 C2 C4 C5 AA A2 C3 A4 A5 S0 M0 A3 C0 A0 \
            | A 2 3 4 5 A 3 4 - 5 A 2 2 4 5 A 2 3 4 5 0 0 3 0 0\"}",
        ..Position::START
    },
    back: &["U", "U", "L"],
};

impl Playable for BrainBurn {
    const MANIFEST: Manifest = Manifest {
        name: "Brain Burn",
        tagline: "Slide the tiles home and match each with its coin.",
        designer: "Mark A. Biggar, 2003",
        seats: 1..=1,
        minutes: 5..=20,
        options,
        deal_options,
        overlays: &[draw::TILES, draw::COINS],
        solve_limit: Some(Duration::from_millis(1500)),
        grades: LENGTHS,
        former_grades: FORMER,
        plain_grade: "Full shuffle",
        // Twice from short to long, and on Sunday, when there is time, a full shuffle.
        week: [Some(0), Some(1), Some(2), Some(0), Some(1), Some(2), None],
        first_grade: Some(0),
        par_limit: Some(Duration::from_secs(8)),
        demo: Some(DEMO),
        surface: Surface::Felt,
        ornament: "M0-11.5C2-6 8-4 8 3A8 8 0 0 1-8 3C-8-1-6-3-4.5-5c0 3 1 4 2 4.5C-1-4-2-8 0-11.5zM0 1 \
            c3 2.5 4 4 4 5.5a4 4 0 0 1-8 0C-4 5-2 3 0 1z",
        on_paper: true,
        laid: true,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn keys() -> &'static [(&'static str, &'static str)] {
        &[
            ("Arrow keys", "Slide the tile beside the hole that way"),
            ("Shift with an arrow key", "Swap the coin of the tile that moved with its neighbour’s"),
        ]
    }

    fn goal(&self, _view: &State) -> String {
        guide::goal(self.options().coins).into()
    }

    const GOAL_FIGURE: bool = true;

    fn goal_figure(&self, _view: &State) -> Option<String> {
        Some(draw::figure(&solved(2).matched(self.options().coins)))
    }

    fn status(&self, _view: &State, picks: &[&str]) -> String {
        guide::status(picks)
    }

    fn why_not(&self, view: &State, picks: &[&str]) -> Option<String> {
        guide::why_not(view, picks)
    }

    fn sound(&self, _seen: &Seen) -> Sound {
        Sound::Slide
    }

    fn lights(&self, _before: &State, seen: &Seen) -> Vec<String> {
        guide::lights(seen)
    }

    fn topic(&self, view: &State) -> &'static str {
        if view.is_solved() { "rule-goal" } else { "rule-move" }
    }

    fn svg(&self, scene: &Scene<'_, Self>) -> String {
        draw::picture(scene.view, scene.fixed)
    }

    /// The tile that slides, then the tile with which it swaps coins.
    fn path(&self, view: &State, action: Action) -> Vec<Step> {
        let (from, partner) = view.cells_of(action);
        let tile = |cell: Option<usize>| cell.and_then(|c| view.tile(c)).map(tile_id).map(Step::One);
        tile(from).into_iter().chain(tile(partner)).collect()
    }

    fn picked_first(&self, _view: &State, _action: Action) -> &'static str {
        "tile"
    }

    fn key(&self, _view: &State, action: Action) -> Option<String> {
        Some(match action.swap {
            None => guide::arrow(action.slide).to_owned(),
            Some(side) => format!("Shift+{}", guide::arrow(side)),
        })
    }

    /// The tile goes into the hole with its coin, or with that of its partner, which gets the tile's.
    fn motions(&self, view: &State, action: Action) -> Vec<Motion> {
        let (Some(from), partner) = view.cells_of(action) else { return Vec::new() };
        let hole = view.hole();
        let tile = view.tile(from).map(|tile| draw::tile_to(tile, hole));
        let coin = |at, to| view.coin(at).map(|coin| draw::coin_to(coin.index(), to));
        let coins = match partner {
            None => [coin(from, hole), None],
            Some(partner) => [coin(from, partner), coin(partner, hole)],
        };
        tile.into_iter().chain(coins.into_iter().flatten()).collect()
    }

    fn say(&self, _before: &State, seen: &Seen) -> String {
        guide::tell(seen)
    }

    fn advise(&self, view: &State, action: Action) -> String {
        let mut after = *view;
        self.apply(&mut after, action);
        guide::advise(&self.observe(view, action, &after, Viewer::Spectator))
    }

    /// After how many moves of the line there is more in its place.
    fn reason(&self, view: &State, line: &[Action]) -> Option<String> {
        let mut after = *view;
        line.iter().enumerate().find_map(|(n, action)| {
            self.apply(&mut after, *action);
            let tiles = after.wrong_tiles() < view.wrong_tiles();
            let coins = after.wrong_coins() < view.wrong_coins();
            let (verb, what) = match (tiles, coins) {
                _ if after.is_solved() => ("solve", "the puzzle"),
                (true, true) => ("put", "a tile and a coin in place"),
                (true, false) => ("put", "a tile in place"),
                (false, true) => ("put", "a coin in place"),
                (false, false) => return None,
            };
            Some(in_moves(n + 1, verb, what))
        })
    }

    fn facts(&self, view: &State, seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        vec![
            Fact::new("Moves", seen.len()).scored(),
            Fact::new("Swaps", seen.filter(|seen| seen.action.swap.is_some()).count()).scored(),
            Fact::new("Tiles out of place", view.wrong_tiles()),
            Fact::new("Coins to match", view.wrong_coins()),
        ]
    }

    fn analyser(&self) -> Option<&dyn Analyser<Self>> {
        self.searched().map(|game| game as _)
    }

    fn piecepack_notation(&self) -> Option<&dyn PiecepackNotation<Self>> {
        Some(self)
    }

    /// The searches know only that a coin’s value counts.
    fn solver(&self) -> Option<&dyn Solver<Self>> {
        self.searched().map(|game| game as _)
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }

    fn grader(&self) -> Option<&dyn Grader<Self>> {
        self.searched().map(|game| game as _)
    }

    fn par(&self) -> Option<&dyn ParFinder<Self>> {
        self.searched().map(|game| game as _)
    }
}

impl BrainBurn {
    /// The game, if the searches know its rules.
    fn searched(&self) -> Option<&BrainBurn> {
        match self.options().coins {
            Match::Value => Some(self),
            Match::Suit => None,
        }
    }
}

fn options() -> Vec<Question> {
    vec![
        Question::choice("coins", "The coin on each tile")
            .help(
                "The rules ask for “a coin of the same value as the tile”. If its suit counts, too, there \
                 are no hints, no par and no shorter deals: the solver doesn’t know this reading.",
            )
            .answers([
                (Match::Value, "Any of its value"),
                (Match::Suit, "Its own: the same suit and value (unofficial, harder)"),
            ]),
    ]
}

fn deal_options() -> Vec<Question> {
    let cells = (0..CELLS).map(|cell| (cell, format!("Row {}, column {}", cell / 5 + 1, cell % 5 + 1)));
    vec![
        Question::choice("hole", "Position of the hole")
            .help("You choose before the tiles are turned up.")
            .answers([(None::<u8>, "Anywhere")])
            .answers(cells)
            .grid(5),
    ]
}
