//! The picture of a game: a felt board with ribbons for bridges, and sixteen buttons.
//!
//! Pure drawing: [`Picture`] says what to show, and [`Picture::svg`] shows it. `ground` draws the board itself,
//! `pieces` the buttons and the marks. Ids: `button-w5`, `button-b2` are the buttons; `space-c4` are the spaces, as
//! rings above the buttons which the page shows when they can be picked. Picks have the same names.

mod ground;
mod pieces;

pub use pieces::id as button_id;

use crate::board::Board;
use crate::rules::Layout;
use crate::things::{Button, Colour, NEIGHBOURS, Space};
use maud::{Markup, html};

/// The width of every picture, and the height of the board.
const WIDTH: i32 = 560;
/// The distance between the middles of neighbouring spaces.
const PITCH: i32 = 128;
/// From the edge of the board to the middle of the first space.
const EDGE: i32 = (WIDTH - 3 * PITCH) / 2;
/// The height of a supply and the gap to the board.
const SUPPLY: i32 = 84;

/// A move to be shown as a trail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trail {
    /// All spaces, from the first to the last. A single one shows a placement.
    pub way: Vec<Space>,
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The buttons on it.
    pub layout: Layout,
    /// The colour whose supply lies below the board, the other's lying above; `None` for no supplies.
    pub near: Option<Colour>,
    /// The side to act, whose supply is marked.
    pub side: Option<Colour>,
    /// The last move, or a move to explain.
    pub trail: Option<Trail>,
    /// Two buttons that may not swap now.
    pub forbidden: Option<(Button, Button)>,
    /// Lines to light up, as sets of spaces.
    pub lit: Vec<u16>,
    /// The ways of legal moves: the page shows the one whose button is picked and whose end is pointed at.
    pub routes: Vec<(Button, Vec<Space>)>,
    /// Whether buttons and spaces can be picked.
    pub picks: bool,
    /// What the picture shows, in words.
    pub label: String,
}

impl<'a> Picture<'a> {
    /// The board with buttons and nothing else.
    #[must_use]
    pub fn of(board: &'a Board, layout: Layout) -> Picture<'a> {
        Picture {
            board,
            layout,
            near: None,
            side: None,
            trail: None,
            forbidden: None,
            lit: Vec::new(),
            routes: Vec::new(),
            picks: false,
            label: format!("baju board: {}", board.name()),
        }
    }

    /// The picture as a complete SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = if self.near.is_some() { WIDTH + 2 * SUPPLY } else { WIDTH };
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (height) } role="group" aria-label=(self.label) {
                (ground::defs())
                (pieces::defs())
                g class="ground" transform={ "translate(0 " (self.top()) ")" } {
                    (ground::felt())
                    @for line in &self.lit { (ground::lit(*line)) }
                    @for bridge in self.board.bridges() { (ground::ribbon(bridge)) }
                    @for space in Space::all() { (ground::patch(space)) }
                    @if let Some(trail) = &self.trail { (ground::trail(&trail.way)) }
                }
                @if let Some(near) = self.near {
                    @for colour in Colour::BOTH {
                        (ground::tray(colour, self.tray_top(colour, near), self.side == Some(colour)))
                    }
                }
                @if !self.routes.is_empty() {
                    g class="routes" transform={ "translate(0 " (self.top()) ")" } fill="none" stroke="#ffc04d" stroke-width="6"
                        stroke-linejoin="round" stroke-linecap="round" pointer-events="none" {
                        @for (button, way) in &self.routes { (self.route(*button, way)) }
                    }
                }
                @for button in Button::all() { (self.button(button)) }
                @if let Some((a, b)) = self.forbidden {
                    @for button in [a, b] {
                        @if let Some(space) = self.layout.space(button) { (pieces::knot(button, self.place(space))) }
                    }
                }
                @if self.picks {
                    @for space in Space::all() { (pieces::ring(space, self.layout.button(space), self.place(space))) }
                }
            }
        }
        .into_string()
    }

    /// Where the board begins.
    fn top(&self) -> i32 {
        if self.near.is_some() { SUPPLY } else { 0 }
    }

    fn tray_top(&self, colour: Colour, near: Colour) -> i32 {
        if colour == near { SUPPLY + WIDTH } else { 0 }
    }

    /// The middle of a space.
    fn place(&self, space: Space) -> (i32, i32) {
        let (x, y) = middle(space);
        (x, y + self.top())
    }

    fn button(&self, button: Button) -> Markup {
        let (at, where_) = match (self.layout.space(button), self.near) {
            (Some(space), _) => (self.place(space), format!("on {space}")),
            (None, Some(near)) => {
                let x = WIDTH / 2 + (2 * i32::from(button.value()) - 9) * 33;
                ((x, self.tray_top(button.colour(), near) + SUPPLY / 2), "in the supply".to_owned())
            }
            (None, None) => return html! {},
        };
        let via = self
            .trail
            .as_ref()
            .filter(|trail| trail.way.len() > 2 && trail.way.last().copied() == self.layout.space(button));
        let via = via.map(|trail| {
            let stops: Vec<String> = trail.way[1..trail.way.len() - 1]
                .iter()
                .map(|space| self.place(*space))
                .map(|(x, y)| format!("{x},{y}"))
                .collect();
            stops.join(" ")
        });
        pieces::button(button, at, &where_, via.as_deref(), self.picks)
    }

    /// The way of a legal move, hidden until the page shows it.
    fn route(&self, button: Button, way: &[Space]) -> Markup {
        let Some(end) = way.last() else { return html! {} };
        let route = format!("{} space-{end}", pieces::id(button));
        html! { path class="route" data-route=(route) visibility="hidden" d=(ground::thread(way)) {} }
    }
}

/// A board without buttons, as a complete SVG document.
#[must_use]
pub fn bare(board: &Board) -> String {
    Picture::of(board, Layout::default()).svg()
}

/// A board without buttons on which there is a link between any two neighbouring spaces, to the address that `link`
/// gives: for an editor that lays and removes bridges. Bridges between other spaces are shown, but have no link.
#[must_use]
pub fn editor(board: &Board, link: impl Fn(Space, Space) -> String) -> String {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (WIDTH) " " (WIDTH) } role="group"
            aria-label="baju board with a place for a bridge between any two neighbouring spaces" {
            (ground::defs())
            g class="ground" {
                (ground::felt())
                @for bridge in board.bridges() { (ground::ribbon(bridge)) }
                @for space in Space::all() { (ground::patch(space)) }
            }
            @for from in Space::all() {
                @for to in Space::of_mask(NEIGHBOURS[from.index()]).filter(|to| *to > from) {
                    (ground::gap(from, to, board.bridge(from, to), &link(from, to)))
                }
            }
        }
    }
    .into_string()
}

/// The middle of a space on the board.
fn middle(space: Space) -> (i32, i32) {
    (EDGE + PITCH * i32::from(space.column()), EDGE + PITCH * i32::from(space.row()))
}
