//! The picture of a position: a cloth with the tiles on it, and below it a rail with the coins of the four suits.
//!
//! The cloth shows the tiles and a cell round them on every side, at least nine cells by nine: what lies further out makes
//! everything smaller, and the middle of the tiles stays in the middle. Every tile and coin is placed by the `translate`
//! of its own group, in coordinates of the whole picture; its size is on a group inside.
//!
//! Names: tiles are `tile-S3`, coins whose value is known `coin-S3`, what is left of a stack `stack-S`, pawns and dice
//! `pawn-S` and `die-S` (`die-all` for the shared one). Picked are `front-S`, `top-S` and, to land on, `cell-3,-1`.

use crate::board::Cell;
use crate::coins::Chances;
use crate::notation::{Action, Source};
use crate::plan::{Plan, RING};
use crate::rules::Burbuja;
use crate::view::View;
use bagatelle_core::Game;
use bagatelle_piecepack::draw::{self as pieces, CREAM, Face, ink};
use bagatelle_piecepack::{Lettering, Rank, Suit, Tile};
use maud::{Markup, html};

/// The width of the picture.
const WIDTH: f32 = 1000.0;
/// The side of the cloth.
const CLOTH: f32 = 960.0;
/// How far the cloth is from the edge.
const INSET: f32 = 20.0;
/// Where the rail with the coins begins.
const RAIL: f32 = 1008.0;
/// The height of the rail.
const RAIL_HEIGHT: f32 = 372.0;
/// The height of the picture.
const HEIGHT: f32 = RAIL + RAIL_HEIGHT + 20.0;
/// The distance from one suit's column to the next.
const COLUMN: f32 = 240.0;
/// The size of the coins that can be picked.
const COIN: f32 = 2.35;
/// The size of the coins that were used.
const SMALL_COIN: f32 = 0.92;

/// The name by which a pick is picked.
#[must_use]
pub fn pick_name(suit: Suit, source: Source) -> String {
    match source {
        Source::Front => format!("front-{suit}"),
        Source::Top => format!("top-{suit}"),
    }
}

/// The name by which a cell is picked.
#[must_use]
pub fn cell_name(cell: Cell) -> String {
    format!("cell-{cell}")
}

/// The id of a tile or coin.
fn id(kind: &str, tile: Tile) -> String {
    format!("{kind}-{}", tile.text(Lettering::Capital))
}

fn translate(x: f32, y: f32) -> String {
    let round = |at: f32| (at * 10.0).round() / 10.0;
    format!("translate({} {})", round(x), round(y))
}

/// How the cells of the grid lie on the cloth.
struct Window {
    pitch: f32,
    /// The middle of what is shown, in cells.
    middle: (f32, f32),
}

impl Window {
    fn of(cells: &[Cell]) -> Window {
        let span = |at: fn(&Cell) -> i8| {
            let least = cells.iter().map(at).min().unwrap_or(0);
            let most = cells.iter().map(at).max().unwrap_or(0);
            (f32::from(least), f32::from(most))
        };
        let (left, right) = span(|cell| cell.x);
        let (low, high) = span(|cell| cell.y);
        let across = (right - left).max(high - low) + 3.0;
        Window { pitch: CLOTH / across.max(9.0), middle: ((left + right) / 2.0, (low + high) / 2.0) }
    }

    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        let centre = INSET + CLOTH / 2.0;
        (centre + (x - self.middle.0) * self.pitch, centre - (y - self.middle.1) * self.pitch)
    }

    fn place(&self, cell: Cell) -> String {
        let (x, y) = self.at(cell.x.into(), cell.y.into());
        translate(x, y)
    }

    /// The scale of a tile.
    fn scale(&self) -> String {
        format!("scale({:.3})", self.pitch / 102.0)
    }
}

/// The middle of a suit's column.
fn column(suit: Suit) -> f32 {
    WIDTH / 2.0 + COLUMN * (suit.index() as f32 - 1.5)
}

/// Draws what `view` shows, as a complete SVG document. `legal` are the actions that the reader may take.
#[must_use]
pub fn scene(game: &Burbuja, view: &View, legal: &[Action]) -> String {
    let window = Window::of(&view.open.cells);
    // Upper rows first, so that the edge of a tile lies over the shadow of the one above.
    let mut tiles: Vec<Tile> = Tile::all().filter(|&tile| view.open.hand != Some(tile)).collect();
    tiles.sort_by_key(|&tile| -view.open.cell(tile).y);
    let landings = legal.iter().filter_map(|action| match action {
        Action::Move(cell) => Some(*cell),
        _ => None,
    });
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) }
            role="group" aria-label=(label(view)) {
            (pieces::defs())
            (own_defs())
            (cloth(&window))
            (target(game, view, &window))
            @for cell in landings { (ghost(&window, cell)) }
            @for tile in tiles { (table_tile(view, &window, tile)) }
            @if let Some(tile) = view.open.hand { (table_tile(view, &window, tile)) }
            (rail())
            @for suit in Suit::ALL { (coins(game, view, legal, suit)) }
            @if let Chances::Shared(left) = view.open.chances { (shared_die(left)) }
            @if let Some(tile) = view.open.hand { (hand(tile)) }
        }
    }
    .into_string()
}

/// What the picture shows, in a few words.
fn label(view: &View) -> String {
    let moves = view.open.discards.len();
    match view.open.hand {
        Some(tile) => format!("Burbuja table after {moves} moves, coin of the {tile} in hand"),
        None => format!("Burbuja table after {moves} moves"),
    }
}

fn own_defs() -> Markup {
    html! {
        defs {
            linearGradient id="bu-cloth" x1="0" y1="0" x2=".3" y2="1" {
                stop stop-color="#5f7a72" {}
                stop offset="1" stop-color="#4e675f" {}
            }
            linearGradient id="bu-rail" x1="0" y1="0" x2=".12" y2="1" {
                stop stop-color="#8a5b3b" {}
                stop offset="1" stop-color="#6d4329" {}
            }
            g id="bu-well" {
                circle r="54" fill="#2b1a10" fill-opacity=".5" {}
                circle cy="1.5" r="52.5" fill="#503220" {}
                path d="M-45 29A53.5 53.5 0 0 0 45 29" fill="none" stroke="#fff" stroke-opacity=".17" stroke-width="1.6" {}
            }
            g id="bu-ghost" {
                rect x="-43" y="-43" width="86" height="86" rx="9" fill="#fff6e2" fill-opacity=".09"
                    stroke="#fff6e2" stroke-opacity=".5" stroke-width="2.4" stroke-dasharray="9 7.2" {}
                path d="M-6 0H6M0-6V6" stroke="#fff6e2" stroke-opacity=".4" stroke-width="2.4" stroke-linecap="round" {}
            }
        }
    }
}

/// The cloth, with a dot where four cells meet.
fn cloth(window: &Window) -> Markup {
    let pitch = window.pitch;
    let edge = INSET + 20.0;
    let first = |at: f32| at - ((at - edge) / pitch).floor() * pitch;
    let (x, y) = window.at(0.5, 0.5);
    let (x, y) = (first(x), first(y));
    let far = INSET + CLOTH - 20.0;
    let rows = ((far - y) / pitch) as usize;
    html! {
        g class="cloth" {
            rect x=(INSET - 5.0) y=(INSET + 2.0) width=(CLOTH + 10.0) height=(CLOTH + 8.0) rx="30" fill="#000" opacity=".1" {}
            rect x=(INSET - 2.0) y=(INSET + 1.0) width=(CLOTH + 4.0) height=(CLOTH + 5.0) rx="28" fill="#000" opacity=".16" {}
            rect x=(INSET) y=(INSET) width=(CLOTH) height=(CLOTH) rx="26" fill="url(#bu-cloth)" {}
            path fill="none" stroke="#fff" stroke-opacity=".15" stroke-width="5" stroke-linecap="round"
                stroke-dasharray={ "0 " (pitch) } d={
                @for row in 0..=rows { "M" (format!("{x:.1} {:.1}H{far:.1}", y + pitch * row as f32)) }
            } {}
            // A stitched hem.
            rect x=(INSET + 9.0) y=(INSET + 9.0) width=(CLOTH - 18.0) height=(CLOTH - 18.0) rx="19" fill="none"
                stroke="#dfe8df" stroke-opacity=".28" stroke-width="2.4" stroke-dasharray="11 8" stroke-linecap="round" {}
        }
    }
}

/// The ring that needs the fewest moves from here, shown on request.
fn target(game: &Burbuja, view: &View, window: &Window) -> Markup {
    let plans = Plan::all(game, view);
    let nearest = plans.iter().min_by_key(|(_, node)| (node.taken & !RING).count_ones());
    html! {
        @if let Some((plan, _)) = nearest {
            @let (x, y) = window.at(plan.centre.x.into(), plan.centre.y.into());
            @let (outer, inner) = (window.pitch * 3.5, window.pitch * 2.5);
            g class="mark-ring" fill="#ffd98a" pointer-events="none" {
                path fill-opacity=".2" fill-rule="evenodd" d={ (square(x, y, outer)) (square(x, y, inner)) } {}
                path d={ (square(x, y, outer - 2.0)) (square(x, y, inner + 2.0)) } fill="none" stroke="#ffd98a"
                    stroke-opacity=".85" stroke-width="3.5" stroke-linejoin="round" stroke-dasharray="3 10" stroke-linecap="round" {}
            }
        }
    }
}

fn square(x: f32, y: f32, half: f32) -> String {
    format!("M{:.1} {:.1}h{side:.1}v{side:.1}h-{side:.1}z", x - half, y - half, side = 2.0 * half)
}

/// A cell on which the tile in hand may land.
fn ghost(window: &Window, cell: Cell) -> Markup {
    let name = cell_name(cell);
    html! {
        g id=(name) class="ghost" data-pick=(name) role="img" aria-label={ "empty cell " (cell) }
            transform=(window.place(cell)) {
            g transform=(window.scale()) {
                rect x="-51" y="-51" width="102" height="102" fill-opacity="0" {}
                use href="#bu-ghost" {}
            }
            (tile_halo(window.pitch))
        }
    }
}

fn tile_halo(pitch: f32) -> Markup {
    let half = pitch * 0.46;
    html! {
        rect class="halo" x=(-half) y=(-half) width=(2.0 * half) height=(2.0 * half) rx="10" fill="none" stroke-width="6" {}
    }
}

/// A tile on the table. The one whose coin is in hand is lifted.
fn table_tile(view: &View, window: &Window, tile: Tile) -> Markup {
    let cell = view.open.cell(tile);
    let in_hand = view.open.hand == Some(tile);
    html! {
        g id=(id("tile", tile)) role="img" aria-label={ (tile) " at " (cell) } transform=(window.place(cell)) {
            g transform=(window.scale()) {
                @if in_hand {
                    rect x="-50" y="-48" width="106" height="108" rx="12" fill="#000" opacity=".22" {}
                    g transform="translate(-3-8)scale(1.05)" {
                        (pieces::tile(tile, Face::Open))
                        rect x="-46.5" y="-47" width="93" height="89" rx="7" fill="none" stroke=(ink(tile.suit))
                            stroke-width="4.5" {}
                    }
                } @else { (pieces::tile(tile, Face::Open)) }
            }
        }
    }
}

/// The wooden rail on which the coins lie.
fn rail() -> Markup {
    let (left, width) = (INSET, CLOTH);
    html! {
        g class="rail" {
            rect x=(left - 4.0) y=(RAIL + 4.0) width=(width + 8.0) height=(RAIL_HEIGHT + 10.0) rx="28" fill="#000" opacity=".13" {}
            rect x=(left) y=(RAIL) width=(width) height=(RAIL_HEIGHT + 8.0) rx="24" fill="#442616" {}
            rect x=(left) y=(RAIL) width=(width) height=(RAIL_HEIGHT) rx="24" fill="url(#bu-rail)" {}
            path fill="none" stroke="#2e190c" stroke-opacity=".15" stroke-width="1.5" d={
                "M30 " (RAIL + 26.0) "C260 " (RAIL + 34.0) " 640 " (RAIL + 14.0) " 970 " (RAIL + 28.0)
                "M26 " (RAIL + 172.0) "C300 " (RAIL + 156.0) " 560 " (RAIL + 184.0) " 974 " (RAIL + 166.0)
                "M26 " (RAIL + 344.0) "C340 " (RAIL + 358.0) " 700 " (RAIL + 336.0) " 974 " (RAIL + 352.0)
            } {}
            rect x=(left + 1.0) y=(RAIL + 1.0) width=(width - 2.0) height=(RAIL_HEIGHT - 2.0) rx="23" fill="none"
                stroke="url(#pp-rim)" stroke-width="2" {}
            @for suit in Suit::ALL {
                @let x = column(suit);
                @if suit != Suit::Suns {
                    path d={ "M" (x - COLUMN / 2.0) " " (RAIL + 24.0) "v" (RAIL_HEIGHT - 48.0) } stroke="#2b1a10"
                        stroke-opacity=".4" stroke-width="2" {}
                    path d={ "M" (x - COLUMN / 2.0 + 1.8) " " (RAIL + 24.0) "v" (RAIL_HEIGHT - 48.0) } stroke="#fff"
                        stroke-opacity=".12" stroke-width="1.4" {}
                }
                @for (offset, mark) in [(STACK_X, true), (FRONT_X, false)] {
                    g transform=(translate(x + offset, RAIL + COIN_Y)) {
                        use href="#bu-well" {}
                        g transform="scale(1.5)" fill=(CREAM) opacity=".13" {
                            @if mark { (pieces::suit_glyph(suit, 0.0, 0.0)) }
                        }
                    }
                }
            }
        }
    }
}

/// Where the stack is, from the middle of the column.
const STACK_X: f32 = -57.0;
/// Where the front coin is, from the middle of the column.
const FRONT_X: f32 = 57.0;
/// Where both are, from the top of the rail.
const COIN_Y: f32 = 92.0;

/// The coins of a suit: stack, front, chances, what is known, discards.
fn coins(game: &Burbuja, view: &View, legal: &[Action], suit: Suit) -> Markup {
    let x = column(suit);
    let known = &view.piles[suit];
    let may = |source| legal.contains(&Action::Pick(suit, source));
    let height = known.stack();
    html! {
        @if height > 0 {
            @let name = pick_name(suit, Source::Top);
            g id={ "stack-" (suit) } data-pick=[may(Source::Top).then_some(&name)] role="img"
                aria-label={ "stack of " (suit.name()) ", " (height) (if height == 1 { " coin" } else { " coins" }) }
                transform=(translate(x + STACK_X, RAIL + COIN_Y)) {
                (hit_area())
                g transform={ "scale(" (COIN) ")" } {
                    @for step in 1..height { g transform={ "translate(0 " (3.0 - 3.2 * (step - 1) as f32) ")" } { use href="#pp-coin" {} } }
                    g transform={ "translate(0 " (3.0 - 3.2 * (height - 1) as f32) ")" } { (pieces::coin_back(suit)) }
                }
                (coin_halo(3.0 - 3.2 * (height - 1) as f32))
            }
        }
        @if let Some(rank) = known.front {
            @let name = pick_name(suit, Source::Front);
            g id=(id("coin", Tile::new(suit, rank))) data-pick=[may(Source::Front).then_some(&name)] role="img"
                aria-label={ "front coin of " (suit.name()) ": " (rank.name()) }
                transform=(translate(x + FRONT_X, RAIL + COIN_Y)) {
                (hit_area())
                g transform={ "scale(" (COIN) ")" } { (pieces::coin_face(rank)) }
                (coin_halo(0.0))
            }
        }
        (chances(game, view, suit))
        (knowledge(view, suit))
        @for (n, tile) in view.open.discards.as_slice().iter().filter(|tile| tile.suit == suit).enumerate() {
            g id=(id("coin", *tile)) role="img" aria-label={ "used coin: " (tile) }
                transform=(translate(x - 27.0 + 25.5 * n as f32, RAIL + 322.0)) {
                g transform={ "scale(" (SMALL_COIN) ")" } { (pieces::coin_face(tile.rank)) }
            }
        }
    }
}

/// Something large enough for a finger.
fn hit_area() -> Markup {
    html! { rect x="-57" y="-80" width="114" height="150" fill-opacity="0" {} }
}

fn coin_halo(down: f32) -> Markup {
    html! { circle class="halo" cy=((down - 0.8) * COIN) r=(24.0 * COIN) fill="none" stroke-width="6" {} }
}

/// The pawn or the die that stands for the chances of a suit, or the print of a pawn that is gone.
fn chances(game: &Burbuja, view: &View, suit: Suit) -> Markup {
    let Chances::Each(at_start) = game.options().chances else { return html! {} };
    let (had, left) = (at_start[suit.index()], view.open.chances.of(suit));
    let at = translate(column(suit) - 86.0, RAIL + 312.0);
    let says = |left: u8| match left {
        0 => format!("no second chance left for {}", suit.name()),
        1 => format!("one second chance for {}", suit.name()),
        more => format!("{more} second chances for {}", suit.name()),
    };
    html! {
        @if had > 1 {
            @if let Some(rank) = Rank::from_index(left.into()) {
                g id={ "die-" (suit) } role="img" aria-label=(says(left)) transform=(at) {
                    g transform="scale(1.25)" { (pieces::die(suit, rank)) }
                }
            }
        } @else if left == 1 {
            g id={ "pawn-" (suit) } role="img" aria-label=(says(1)) transform=(at) {
                g transform="scale(1.05)" { (pieces::pawn(suit)) }
            }
        } @else {
            g role="img" aria-label=(says(0)) transform=(at) {
                ellipse cy="36" rx="21" ry="7.5" fill="#2b1a10" fill-opacity=".38" {}
                path d="M-19 39.5A21 7.5 0 0 0 19 39.5" fill="none" stroke="#fff" stroke-opacity=".16" stroke-width="1.4" {}
            }
        }
    }
}

/// What the player may know of a stack: the coins that nobody has seen, then a bar, then those put back, in order.
fn knowledge(view: &View, suit: Suit) -> Markup {
    let known = &view.piles[suit];
    let unseen: Vec<Rank> = known.unseen.iter().collect();
    let returned: Vec<Rank> = known.returned.iter().collect();
    let width = 34.0 * (unseen.len() + returned.len()) as f32 + if returned.is_empty() { 0.0 } else { 16.0 };
    let x = |n: usize| 17.0 - width / 2.0 + 34.0 * n as f32;
    let names = |ranks: &[Rank]| ranks.iter().map(|rank| rank.name()).collect::<Vec<_>>().join(", ");
    let mut says = format!("unseen {}: {}", suit.name(), names(&unseen));
    if !returned.is_empty() {
        says += &format!("; put back: {}", names(&returned));
    }
    html! {
        @if width > 0.0 {
            g class="mark-known" role="img" aria-label=(says) transform=(translate(column(suit), RAIL + 214.0)) {
                rect x=(-width / 2.0 - 6.0) y="-25" width=(width + 12.0) height="50" rx="10" fill="#2b1a10" fill-opacity=".42" {}
                @for (n, &rank) in unseen.iter().enumerate() { (small_rank(rank, x(n))) }
                @if !returned.is_empty() {
                    path d={ "M" (x(unseen.len()) - 9.0) " -17V17" } stroke=(CREAM) stroke-opacity=".55" stroke-width="2.5" {}
                }
                @for (n, &rank) in returned.iter().enumerate() { (small_rank(rank, x(unseen.len() + n) + 16.0)) }
            }
        }
    }
}

fn small_rank(rank: Rank, x: f32) -> Markup {
    html! {
        g transform={ "translate(" (x) " 0)scale(.58)" } stroke=(CREAM) { (pieces::rank_glyph(rank, 0.0, 0.0)) }
    }
}

/// The die that counts the chances for all suits.
fn shared_die(left: u8) -> Markup {
    let rank = Rank::from_index(left.into()).unwrap_or(Rank::Null);
    html! {
        g id="die-all" role="img" aria-label={ (left) " second chances for any suit" } transform=(translate(WIDTH / 2.0, RAIL + 312.0)) {
            g transform="scale(1.35)" { (pieces::die(Suit::Moons, rank)) }
        }
    }
}

/// The coin in hand, held above its column.
fn hand(tile: Tile) -> Markup {
    html! {
        g id=(id("coin", tile)) role="img" aria-label={ "coin in hand: " (tile) }
            transform=(translate(column(tile.suit), RAIL - 14.0)) {
            circle cx="5" cy="15" r="56" fill="#000" opacity=".2" {}
            circle r="57" fill=(ink(tile.suit)) {}
            circle r="57" fill="none" stroke=(CREAM) stroke-opacity=".5" stroke-width="2" {}
            g transform={ "scale(" (COIN) ")" } { (pieces::coin_face(tile.rank)) }
        }
    }
}
