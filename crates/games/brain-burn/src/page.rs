//! What people see of the game: how a move is picked, which keys make it, the figures beside the board, the sentences.

use crate::draw;
use crate::notation;
use crate::rulepage;
use crate::rules::{Action, BrainBurn, CELLS, State, View};
use bagatelle_core::playable::{About, Fact, Overlay, Playable, Question, Scene, Step};
use bagatelle_piecepack::{Lettering, Tile};

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

    fn overlays() -> &'static [Overlay] {
        const {
            &[
                Overlay { id: "tiles", label: "Mark tiles out of place" },
                Overlay { id: "coins", label: "Mark coins that do not match" },
            ]
        }
    }
}

fn tile_name(tile: Tile) -> String {
    format!("the {} of {}", tile.rank.name(), tile.suit.name())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The position of a text as a picture, for figures.
///
/// # Errors
/// As [`notation::position`].
pub fn picture_of(position: &str) -> Result<String, crate::Fault> {
    notation::position(position).map(|state| picture(&state))
}
