//! The picture of a position: a cloth with the tiles on it, and below it a rail with the coins of the four
//! suits.
//!
//! The cloth shows the tiles and a cell round them on every side, at least nine cells by nine. It rests as
//! long as they fit, so that only what moves is seen to move; tiles further out make everything smaller.
//! Every tile and coin is placed by the `translate` of its own group, in coordinates of the whole picture;
//! its size is on a group inside.
//!
//! Ids: tiles are `tile-S3`, coins whose value is known `coin-S3`, the rest of a stack `stack-S`, pawns and
//! dice `pawn-S` and `die-S` (`die-all` for the shared one). Picked are `front-S`, `top-S` and, to land on,
//! `cell-3,-1`; empty cells on which no tile may land now have such ids, too.

mod coins;
mod ground;
mod layout;
mod tiles;

pub use coins::KNOWN_COINS;
pub use ground::NEAREST_RING;
pub use layout::{action_name, cell_name, cell_of, coin_id, pick_name, tile_id};

use crate::action::{Action, Source};
use crate::board::Cell;
use crate::chances::Chances;
use crate::coins::Discards;
use crate::options::{Options, Ring};
use crate::rules::Burbuja;
use crate::state::{Open, Status};
use crate::view::View;
use bagatelle_core::present::svg::route;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Fixed, Motion, Picture, written};
use bagatelle_piecepack::draw::defs;
use bagatelle_piecepack::{Suit, Tile};
use layout::{CLOTH, HEIGHT, INSET, WIDTH, Window};
use maud::{Markup, html};
use std::collections::BTreeSet;

/// Draws what `view` shows, as a complete SVG document. `legal` are the actions that the reader may take.
#[must_use]
pub fn scene(game: &Burbuja, view: &View, legal: &[Action], fixed: Fixed) -> String {
    let window = Window::of(&view.open.cells);
    let cells: Vec<Cell> = landings(legal).collect();
    // Before a coin is taken a hint may be about any of them.
    let closed = if legal.is_empty() { Vec::new() } else { closed(&view.open, &cells) };
    document(
        game,
        view,
        legal,
        (&window, fixed),
        &html! {
            (ground::nearest_ring(game, view, &window))
            @for cell in closed { (tiles::closed(&window, cell)) }
            @for cell in cells { (tiles::landing(&view.open, &window, cell).ghost().pick()) }
        },
    )
}

/// What an action is sure to move. The tile goes to its cell as the cloth shows it now, even where that makes
/// the cloth show more cells afterwards.
pub(crate) fn motions(view: &View, action: Action) -> Vec<Motion> {
    let goes = |kind, tile, to| Motion::new(written(layout::id(kind, tile)), to);
    match (action, view.open.hand) {
        (Action::Pick(suit, Source::Front), _) => {
            let coin = view.piles[suit].front.map(|rank| Tile::new(suit, rank));
            coin.map(|coin| goes("coin", coin, coins::in_hand(suit))).into_iter().collect()
        }
        (Action::Move(cell), Some(tile)) => {
            let used = view.open.discards.as_slice().iter().filter(|used| used.suit == tile.suit).count();
            let to = Window::of(&view.open.cells).place(cell);
            vec![
                goes("tile", tile, to),
                goes("coin", tile, layout::used_at(view.open.chances, tile.suit, used)),
            ]
        }
        _ => Vec::new(),
    }
}

/// The same as a figure for a page of text: nothing can be picked, the cells to land on are shown, the
/// nearest ring is not.
#[must_use]
pub fn figure(game: &Burbuja, view: &View, legal: &[Action]) -> String {
    let window = Window::of(&view.open.cells);
    let cells = html! { @for cell in landings(legal) { (tiles::landing(&view.open, &window, cell)) } };
    document(game, view, &[], (&window, Fixed::Drawn), &cells)
}

/// A picture of tiles that form the ring that wins, on the cloth alone.
#[must_use]
pub fn goal(options: &Options) -> String {
    let centre = Cell::new(0, 0);
    // Any tile may lie anywhere on the ring.
    let mut cells = [centre; Tile::COUNT];
    for (n, cell) in Cell::ring(centre).enumerate() {
        cells[n * 7 % Tile::COUNT] = cell;
    }
    let open = Open {
        cells,
        chances: options.chances,
        hand: None,
        confined: None,
        discards: Discards::default(),
        status: Status::Won,
    };
    let window = Window::of(&open.cells);
    let side = 2.0 * INSET + CLOTH;
    Picture::new(0, 0, side, side).label("A won position: the tiles form a hollow square").draw(&html! {
        (defs())
        (*ground::OWN_DEFS)
        (ground::cloth(&window))
        @if options.ring == Ring::Concentric { (ground::first_square(&window)) }
        @for tile in Tile::all() { (tiles::tile(&open, &window, tile)) }
    })
}

fn landings(legal: &[Action]) -> impl Iterator<Item = Cell> {
    legal.iter().filter_map(|action| match action {
        Action::Move(cell) => Some(*cell),
        _ => None,
    })
}

/// The empty cells around the tiles, corner to corner included, that are not among `cells`.
fn closed(open: &Open, cells: &[Cell]) -> Vec<Cell> {
    let around = |cell: &Cell| {
        let (x, y) = (cell.x, cell.y);
        (-1..=1)
            .flat_map(move |dx| (-1..=1).map(move |dy| Cell::new(x.saturating_add(dx), y.saturating_add(dy))))
    };
    let all: BTreeSet<Cell> = open.cells.iter().flat_map(around).collect();
    all.into_iter().filter(|cell| !cells.contains(cell) && !open.cells.contains(cell)).collect()
}

/// The outlines of the tiles that the coins in front would move, shown while such a coin is pointed at.
fn routes(view: &View, legal: &[Action], window: &Window) -> Markup {
    let picks = legal.iter().filter_map(|action| match *action {
        Action::Pick(suit, source) => Some((pick_name(suit, source), view.coin(suit, source)?)),
        _ => None,
    });
    html! {
        g class="routes" pointer-events="none" fill="none" stroke="#ffd98a" stroke-width="8"
            stroke-linejoin="round" {
            @for (name, tile) in picks { (route([name], &tiles::outline(&view.open, window, tile))) }
        }
    }
}

/// The picture, with `under` between the cloth and the tiles. The coins of `legal` can be picked.
fn document(
    game: &Burbuja,
    view: &View,
    legal: &[Action],
    (window, fixed): (&Window, Fixed),
    under: &Markup,
) -> String {
    // Always in the same order, but for the lifted one, so that an update only has to change what moved.
    let tiles = Tile::all().filter(|&tile| view.open.hand != Some(tile)).chain(view.open.hand);
    Picture::ended(html! {
        (Picture::new(0, 0, WIDTH, HEIGHT).label(label(view)).dark_ground())
        (fixed.part("shapes", defs().0))
        (fixed.part("own-shapes", &ground::OWN_DEFS.0))
        (ground::cloth(window))
        (under)
        @for tile in tiles { (tiles::tile(&view.open, window, tile)) }
        (fixed.part("rail", &ground::rail(view.open.chances).0))
        @for suit in Suit::ALL { (coins::coins(game, view, legal, suit)) }
        @if let Chances::Shared(left) = view.open.chances { (coins::shared_die(left)) }
        @if let Some(tile) = view.open.hand { (coins::hand(tile)) }
        (routes(view, legal, window))
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
