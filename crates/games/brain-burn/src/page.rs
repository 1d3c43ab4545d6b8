//! What people see of the game: how a move is picked, which keys make it, the figures beside the board, the sentences.

use crate::draw;
use crate::rulepage;
use crate::rules::{Action, BrainBurn, CELLS, State, View};
use crate::solve::{Limits, Position, Solution, Solver};
use bagatelle_core::playable::{
    About, Fact, Mark, Overlay, Playable, Progress, Question, Scene, Solved, Step,
};
use bagatelle_core::program::Budget;
use bagatelle_piecepack::{Lettering, Tile};
use std::sync::{LazyLock, Mutex};

fn tile_id(tile: Tile) -> String {
    format!("tile-{}", tile.text(Lettering::Capital))
}

/// The picture of a position.
pub fn picture(state: &State) -> String {
    let cells: [_; CELLS] = std::array::from_fn(|cell| {
        let (tile, coin) = state.tile(cell).zip(state.coin(cell))?;
        Some(draw::Piece { tile, coin: coin.rank, coin_id: coin.index() })
    });
    draw::scene(&draw::Scene { cells })
}

impl Playable for BrainBurn {
    fn about() -> About {
        About {
            name: "Brain Burn",
            tagline: "Slide the tiles home, and bring each its coin on the way.",
            designer: "Mark A. Biggar, 2003",
            players: "1",
            minutes: "20 min",
        }
    }

    fn rules() -> String {
        rulepage::html()
    }

    fn wish_questions() -> Vec<Question> {
        let cells = (0..CELLS)
            .map(|cell| (cell.to_string(), format!("Row {}, column {}", cell / 5 + 1, cell % 5 + 1)));
        vec![Question {
            key: "hole",
            label: "Where the hole is",
            help: "You choose before the tiles are turned up.",
            answers: [("null".to_owned(), "Anywhere".to_owned())].into_iter().chain(cells).collect(),
            grid: Some(5),
            own: false,
        }]
    }

    fn draw(&self, scene: &Scene<'_, Self>) -> String {
        picture(&scene.view.0)
    }

    /// The tile that slides, then the tile with which it swaps coins.
    fn path(&self, view: &View, action: Action) -> Vec<Step> {
        let (from, partner) = view.0.cells_of(action);
        let tile = |cell: Option<usize>| cell.and_then(|c| view.0.tile(c)).map(tile_id).map(Step::One);
        tile(from).into_iter().chain(tile(partner)).collect()
    }

    fn key(&self, _view: &View, action: Action) -> Option<String> {
        let arrow = |direction| match direction {
            crate::Direction::Up => "ArrowUp",
            crate::Direction::Down => "ArrowDown",
            crate::Direction::Left => "ArrowLeft",
            crate::Direction::Right => "ArrowRight",
        };
        Some(match action.swap {
            None => arrow(action.slide).to_owned(),
            Some(side) => format!("Shift+{}", arrow(side)),
        })
    }

    fn say(&self, before: &View, seen: &str) -> String {
        let Ok(action) = seen.parse::<Action>() else { return seen.to_owned() };
        let state = &before.0;
        let (from, partner) = state.cells_of(action);
        let Some((tile, coin)) = from.and_then(|c| state.tile(c).zip(state.coin(c))) else {
            return seen.to_owned();
        };
        let slide = format!("{} slides {}", capital(&tile_name(tile)), action.slide.word());
        match partner.and_then(|c| state.tile(c).zip(state.coin(c))) {
            Some((other, theirs)) => format!(
                "{slide} and swaps its coin, {}, for the {} of {}.",
                coin.rank.name(),
                theirs.rank.name(),
                tile_name(other)
            ),
            None => slide + ".",
        }
    }

    fn facts(&self, view: &View, seen: &[String]) -> Vec<Fact> {
        vec![
            Fact::new("Moves", seen.len()).scored(),
            Fact::new("Swaps", seen.iter().filter(|text| text.len() == 2).count()).scored(),
            Fact::new("Tiles to place", view.0.wrong_tiles()),
            Fact::new("Coins to match", view.0.wrong_coins()),
        ]
    }

    fn solve_ms() -> Option<u32> {
        Some(1500)
    }

    fn solve(&self, view: &View, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Action>> {
        if view.0.is_solved() {
            return None;
        }
        let solution = solution(&view.0, budget, 0.15, progress);
        let json = serde_json::json!({
            "actions": solution.moves.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "length": solution.slides(),
            "lower_bound": solution.lower_bound,
            "optimal": solution.is_optimal(),
        });
        let text = in_words(&solution);
        Some(Solved { line: solution.moves, json, text })
    }

    fn mark_ms() -> Option<u32> {
        Some(8000)
    }

    fn mark(&self, start: &State, budget: &Budget<'_>) -> Option<Mark> {
        let solution = solution(start, budget, 0.4, &mut |_, _| ());
        Some(Mark { moves: solution.slides(), at_least: solution.lower_bound })
    }

    fn overlays() -> &'static [Overlay] {
        const {
            &[
                Overlay { id: "tiles", label: "Mark tiles out of place" },
                Overlay { id: "coins", label: "Mark coins that do not match" },
            ]
        }
    }
}

/// The solver with its tables, which never change: built when it is first needed.
static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

/// The most memory a search takes, in bytes; it gets there after some ten seconds.
const MEMORY: usize = 400 << 20;

/// The best solution that can be found within a budget, of which the share `proof` goes into the lower bound.
fn solution(state: &State, budget: &Budget<'_>, proof: f64, progress: Progress<'_>) -> Solution {
    let spent = |nodes: u64| match (budget.nodes, budget.spent) {
        _ if (budget.stop)() => 1.0,
        (Some(limit), _) => nodes as f64 / limit.max(1) as f64,
        (None, Some(spent)) => spent(),
        (None, None) => 0.0,
    };
    let limits = Limits { spent: &spent, workers: budget.workers, memory: MEMORY, proof, seed: 1 };
    let told = Mutex::new(progress);
    SOLVER.solve(&Position::from(state), &limits, &|better| {
        if let Ok(mut tell) = told.lock() {
            tell(None, &in_words(better));
        }
    })
}

fn in_words(solution: &Solution) -> String {
    let (slides, swaps) = (solution.slides(), solution.swaps());
    if solution.is_optimal() {
        format!("Solved in {slides} slides with {swaps} swaps. No solution is shorter: that is proved.")
    } else {
        let bound = solution.lower_bound;
        format!("Solved in {slides} slides with {swaps} swaps. At least {bound} are needed: that is proved.")
    }
}

fn tile_name(tile: Tile) -> String {
    format!("the {} of {}", tile.rank.name(), tile.suit.name())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
