//! The picture of a position: a cloth with the tiles on it, and below it a rail with the coins of the four suits.
//!
//! The cloth shows the tiles and a cell round them on every side, at least nine cells by nine: what lies further out makes
//! everything smaller, and the middle of the tiles stays in the middle. Every tile and coin is placed by the `translate`
//! of its own group, in coordinates of the whole picture; its size is on a group inside.
//!
//! Ids: tiles are `tile-S3`, coins whose value is known `coin-S3`, what is left of a stack `stack-S`, pawns and dice
//! `pawn-S` and `die-S` (`die-all` for the shared one). Picked are `front-S`, `top-S` and, to land on, `cell-3,-1`.

mod coins;
mod ground;
mod layout;
mod tiles;

pub use coins::KNOWN_COINS;
pub use ground::NEAREST_RING;
pub use layout::{action_name, cell_name, pick_name};

use crate::action::{Action, Source};
use crate::board::Cell;
use crate::chances::Chances;
use crate::rules::Burbuja;
use crate::view::View;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Motion, Picture};
use bagatelle_piecepack::draw::defs;
use bagatelle_piecepack::{Suit, Tile};
use layout::{HEIGHT, WIDTH, Window};
use maud::{Markup, html};

/// Draws what `view` shows, as a complete SVG document. `legal` are the actions that the reader may take.
#[must_use]
pub fn scene(game: &Burbuja, view: &View, legal: &[Action]) -> String {
    let window = Window::of(&view.open.cells);
    let cells = landings(legal).map(|cell| tiles::landing(&window, cell).ghost().pick());
    document(
        game,
        view,
        legal,
        &window,
        &html! {
            (ground::nearest_ring(game, view, &window))
            @for cell in cells { (cell) }
        },
    )
}

/// What an action is sure to move. The tile goes to its cell as the cloth shows it now, even where that makes the cloth show
/// more cells afterwards.
pub(crate) fn motions(view: &View, action: Action) -> Vec<Motion> {
    let goes = |kind, tile, to| Motion::new(layout::id(kind, tile), to);
    match (action, view.open.hand) {
        (Action::Pick(suit, Source::Front), _) => {
            let coin = view.piles[suit].front.map(|rank| Tile::new(suit, rank));
            coin.map(|coin| goes("coin", coin, coins::in_hand(suit))).into_iter().collect()
        }
        (Action::Move(cell), Some(tile)) => {
            let used = view.open.discards.as_slice().iter().filter(|used| used.suit == tile.suit).count();
            let to = Window::of(&view.open.cells).place(cell);
            vec![goes("tile", tile, to), goes("coin", tile, coins::used_at(tile.suit, used))]
        }
        _ => Vec::new(),
    }
}

/// The same as a figure for a page of text: nothing can be picked, the cells to land on are shown, the nearest ring is not.
#[must_use]
pub fn figure(game: &Burbuja, view: &View, legal: &[Action]) -> String {
    let window = Window::of(&view.open.cells);
    let cells = html! { @for cell in landings(legal) { (tiles::landing(&window, cell)) } };
    document(game, view, &[], &window, &cells)
}

fn landings(legal: &[Action]) -> impl Iterator<Item = Cell> {
    legal.iter().filter_map(|action| match action {
        Action::Move(cell) => Some(*cell),
        _ => None,
    })
}

/// The picture, with `under` between the cloth and the tiles. The coins of `legal` can be picked.
fn document(game: &Burbuja, view: &View, legal: &[Action], window: &Window, under: &Markup) -> String {
    // Always in the same order, but for the lifted one, so that an update only has to change what moved.
    let tiles = Tile::all().filter(|&tile| view.open.hand != Some(tile)).chain(view.open.hand);
    Picture::new(0, 0, WIDTH, HEIGHT).label(label(view)).draw(&html! {
        (defs())
        (ground::own_defs())
        (ground::cloth(window))
        (under)
        @for tile in tiles { (tiles::tile(view, window, tile)) }
        (ground::rail())
        @for suit in Suit::ALL { (coins::coins(game, view, legal, suit)) }
        @if let Chances::Shared(left) = view.open.chances { (coins::shared_die(left)) }
        @if let Some(tile) = view.open.hand { (coins::hand(tile)) }
    })
}

/// What the picture shows, in a few words.
fn label(view: &View) -> String {
    let table = match view.open.discards.len() {
        0 => "Burbuja table at the start".to_owned(),
        1 => "Burbuja table after one move".to_owned(),
        moves => format!("Burbuja table after {}", counted(moves, "move")),
    };
    match view.open.hand {
        Some(tile) => format!("{table}, coin of the {tile} in hand"),
        None => table,
    }
}
