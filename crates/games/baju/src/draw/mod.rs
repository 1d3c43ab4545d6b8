//! The picture of a game: a felt board with ribbons for bridges, and sixteen buttons.
//!
//! Pure drawing: [`BoardPicture`] says what to show, and [`BoardPicture::svg`] shows it. `ground` draws the
//! board itself, `buttons` the buttons and the marks. Ids: `button-w5`, `button-b2` are the buttons;
//! `space-c4` are the spaces, as rings above the buttons; the page shows them when they can be picked. Picks
//! have the same names. `place-c4` are the spaces below the buttons, which the page lights for a line of the
//! log.

mod buttons;
mod ground;
mod layout;
pub(crate) mod paper;

pub(crate) use buttons::{alone as button, blank, defs as button_shapes};
pub use buttons::{button_id, place_id, space_id};

use crate::board::Board;
use crate::layout::Layout;
use crate::pieces::{Button, Colour, NEIGHBOURS, Space};
use bagatelle_core::present::{Fixed, Motion, Picture, Piece, Written, rounded, svg};
use layout::{PITCH, SUPPLY, WIDTH, in_supply, middle};
use maud::{Markup, html};
use std::sync::LazyLock;

/// What a picture shows.
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    /// The board.
    pub board: &'a Board,
    /// The buttons on it.
    pub layout: Layout,
    /// The colour whose supply lies below the board, the other's lying above; `None` for no supplies.
    pub near: Option<Colour>,
    /// The side to act, whose supply is marked.
    pub side: Option<Colour>,
    /// The last move, or a move to explain: all spaces, from the first to the last. A single one shows a
    /// placement.
    pub trail: Option<Vec<Space>>,
    /// Whether the lines decide the game.
    pub decided: bool,
    /// Two buttons that may not swap now.
    pub forbidden: Option<(Button, Button)>,
    /// Lines to light up, as sets of spaces.
    pub lit: Vec<u16>,
    /// The ways of legal moves: the page shows those of the button that is picked, the one whose end is
    /// pointed at clearest.
    pub routes: Vec<(Button, Vec<Space>)>,
    /// Whether buttons and spaces can be picked.
    pub picks: bool,
    /// What the picture shows, in words.
    pub label: String,
    /// Whether the parts that never change are drawn.
    pub fixed: Fixed,
}

impl<'a> BoardPicture<'a> {
    /// The board with buttons and nothing else.
    #[must_use]
    pub fn of(board: &'a Board, layout: Layout) -> BoardPicture<'a> {
        BoardPicture {
            board,
            layout,
            near: None,
            side: None,
            trail: None,
            decided: false,
            forbidden: None,
            lit: Vec::new(),
            routes: Vec::new(),
            picks: false,
            label: format!("baju board: {}", board.name()),
            fixed: Fixed::Drawn,
        }
    }

    /// Adds the ways of legal moves, each from one space to another.
    pub fn offer(&mut self, moves: impl IntoIterator<Item = (Space, Space)>) {
        for (from, to) in moves {
            if let Some(button) = self.layout.button(from)
                && let Some(way) = self.board.way(button, from, to)
            {
                self.routes.push((button, way));
            }
        }
    }

    /// The picture as a complete SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = if self.near.is_some() { WIDTH + 2 * SUPPLY } else { WIDTH };
        Picture::ended(html! {
            (Picture::new(0, 0, WIDTH, height).label(self.label.as_str()))
            (self.fixed.part("shapes", &DEFS.0))
            (self.ground())
            @if let Some(near) = self.near {
                @for colour in Colour::BOTH {
                    (ground::tray(colour, self.tray_top(colour, near), self.side == Some(colour)))
                }
            }
            @if self.picks {
                @for space in Space::all() { (buttons::place(space, self.layout.button(space).is_some(),
                    self.place(space))) }
            }
            @if !self.routes.is_empty() { (self.routes()) }
            @for button in Button::all() { @if let Some(piece) = self.button(button) { (piece) } }
            @for line in &self.lit { (ground::sewn(*line, self.top())) }
            @if let Some((a, b)) = self.forbidden {
                @for button in [a, b] {
                    @if let Some(space) = self.layout.space(button) { (buttons::no_reversal(button,
                        self.place(space))) }
                }
            }
            @if self.picks {
                @for space in Space::all() { (buttons::ring(space, self.layout.button(space),
                    self.place(space))) }
            }
        })
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

    fn ground(&self) -> Piece {
        Piece::unnamed().class("ground").at(0, self.top()).body(html! {
            (self.fixed.part("felt", &ground::FELT.0))
            @for line in &self.lit { (ground::lit(*line)) }
            (self.fixed.part("bridges", &self.bridges().0))
            // How it was decided is seen better than the last move.
            @if let Some(way) = self.trail.as_ref().filter(|_| !self.decided) { (ground::trail(way)) }
        })
    }

    fn bridges(&self) -> Markup {
        match self.fixed {
            Fixed::Drawn => ground::bridges_and_spaces(self.board),
            Fixed::LeftOut => Markup::default(),
        }
    }

    /// The ways of legal moves, hidden until the page shows those of the button that is picked.
    fn routes(&self) -> Markup {
        html! {
            g class="routes" transform={ "translate(0 " (self.top()) ")" } fill="none" stroke="#ffc04d"
                stroke-width="6"
                stroke-linejoin="round" stroke-linecap="round" pointer-events="none" {
                @for (button, way) in &self.routes {
                    @if let Some(end) = way.last() {
                        (svg::route([button_id(*button), space_id(*end)], &ground::thread(way)))
                    }
                }
            }
        }
    }

    /// A button on the board or in its supply, if the picture has supplies.
    fn button(&self, button: Button) -> Option<Piece> {
        let space = self.layout.space(button);
        let (at, place) = match (space, self.near) {
            (Some(space), _) => (self.place(space), (Some(space.in_words()), "")),
            (None, Some(near)) => {
                let y = self.tray_top(button.colour(), near) + SUPPLY / 2;
                ((in_supply(button.value()), y), (None, "in the supply"))
            }
            (None, None) => return None,
        };
        let stops = match self.trail.as_deref() {
            Some([_, stops @ .., end]) if space == Some(*end) => stops,
            _ => &[],
        };
        let via = stops.iter().map(|space| self.place(*space));
        Some(buttons::button(button, at, place, self.picks).via(via))
    }
}

/// The definitions that every picture with buttons begins with.
static DEFS: LazyLock<Markup> = LazyLock::new(|| html! { (ground::defs()) (buttons::defs()) });

/// A button that moves to a space of a picture with supplies, or without.
#[must_use]
pub fn button_to(button: Button, space: Space, supplies: bool) -> Motion {
    let (x, y) = middle(space);
    let top = if supplies { SUPPLY } else { 0 };
    Motion::new(button_id(button), (x as f32, (y + top) as f32))
}

/// The bridges of a board alone, where spaces are so far apart and the first one is at the origin.
pub(crate) fn bridges(board: &Board, pitch: i32) -> Markup {
    let (x, y) = middle(Space::at(0));
    let scale = rounded(f64::from(pitch) / f64::from(PITCH), 3);
    html! {
        g transform=(Written(("scale(", scale, ")translate(", -x, ' ', -y, ')'))) {
            @for bridge in board.bridges() { (ground::ribbon(bridge)) }
        }
    }
}

/// A board without buttons, as a complete SVG document.
#[must_use]
pub fn bare(board: &Board) -> String {
    BoardPicture::of(board, Layout::default()).svg()
}

/// A board without buttons on which there is a link between any two neighbouring spaces, to the address that
/// `link` gives: for an editor that lays and removes bridges. Bridges between other spaces are shown, but
/// have no link.
#[must_use]
pub fn editor(board: &Board, link: impl Fn(Space, Space) -> String) -> String {
    let label = "baju board with a place for a bridge between any two neighbouring spaces";
    Picture::new(0, 0, WIDTH, WIDTH).label(label).draw(&html! {
        (ground::defs())
        g class="ground" {
            (*ground::FELT)
            (ground::bridges_and_spaces(board))
        }
        @for from in Space::all() {
            @for to in Space::of_mask(NEIGHBOURS[from.index()]).filter(|to| *to > from) {
                (ground::gap(from, to, board.bridge(from, to), &link(from, to)))
            }
        }
    })
}
