//! What of a game is printed on paper, for people who play it at a real table.
//!
//! A game says which pieces it has, how large they are and what their sides show ([`Prints`]); it knows no
//! paper and no file. `bagatelle-print` lays them out.

use crate::present::Playable;
use maud::Markup;

/// A game that can be printed.
pub trait Printed: Playable {
    /// The headings of the sections of [`Playable::rules_page`] that are about the page, not about the game.
    const ABOUT_THE_PAGE: &'static [&'static str] = &["On this page", "Notation"];

    /// The keys of the questions about options whose answers change what is printed.
    const ASKED: &'static [&'static str] = &[];

    /// What is printed of the game under these options.
    fn prints(&self, ink: Ink) -> Prints;
}

/// How much ink a drawing may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Grounds are painted.
    Full,
    /// Grounds stay white, marks are dark on them, and shapes tell what paint would tell.
    Low,
}

/// What is printed of a game.
#[derive(Clone, Debug)]
pub struct Prints {
    /// Its pieces, in the order in which they are printed. None for a variant without pieces.
    pub sets: Vec<PieceSet>,
    /// The reference card, as an HTML fragment like that of the rule page: what fits on one page.
    pub card: Markup,
}

/// Pieces of one kind and size.
#[derive(Clone, Debug)]
pub struct PieceSet {
    /// What they are called: `Tiles`.
    pub name: &'static str,
    /// How to make them, in a sentence.
    pub making: &'static str,
    /// The width and height of a piece that has been cut out, in millimetres.
    pub size: (f64, f64),
    /// The outline along which it is cut.
    pub outline: Outline,
    /// Where it is folded, in millimetres from its upper edge.
    pub folds: &'static [f64],
    /// What the backs are for.
    pub backs: Backs,
    /// The pieces.
    pub pieces: Vec<PrintedPiece>,
}

/// The outline of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outline {
    /// A rectangle.
    Rectangle,
    /// The ellipse that fills the size of the piece.
    Round,
}

/// What the backs of pieces are for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Backs {
    /// The game can be played without them.
    Ornament,
    /// Both sides matter: without printing on both sides of the paper, backs are pieces of their own, to be
    /// glued behind the fronts.
    Needed,
}

/// A piece.
#[derive(Clone, Debug)]
pub struct PrintedPiece {
    /// What it is, in words.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// The front.
    pub front: Side,
    /// The back, if it has one.
    pub back: Option<Side>,
}

/// A side of a piece.
#[derive(Clone, Debug)]
pub enum Side {
    /// A drawing.
    Drawing(Drawing),
    /// Words, as an HTML fragment like that of a rule page, figures included.
    Words(Markup),
}

/// A drawing of a side, without texts.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The part of the plane that the piece covers: left, top, width and height, in the units of the art.
    /// What is painted to the edge goes on beyond it, since no one cuts exactly.
    pub area: [f64; 4],
    /// The SVG, definitions included.
    pub art: Markup,
}

impl PrintedPiece {
    /// A piece with two drawn sides.
    #[must_use]
    pub fn drawn(name: String, count: usize, area: [f64; 4], front: Markup, back: Option<Markup>) -> Self {
        let side = |art| Side::Drawing(Drawing { area, art });
        PrintedPiece { name, count, front: side(front), back: back.map(side) }
    }
}

/// All that paper needs of a game.
#[derive(Clone, Debug)]
pub struct Booklet {
    /// The game's name.
    pub name: &'static str,
    /// Who made it, and when.
    pub designer: &'static str,
    /// How many play it: `1`, `2 to 4`.
    pub players: String,
    /// How long it takes.
    pub duration: String,
    /// The rule page.
    pub rules: Markup,
    /// The headings of its sections that are about the page.
    pub about_the_page: &'static [&'static str],
    /// The pieces and the reference card.
    pub prints: Prints,
}

impl Booklet {
    /// What paper needs of a game.
    #[must_use]
    pub fn of<G: Printed>(game: &G, ink: Ink) -> Booklet {
        Booklet {
            name: G::MANIFEST.name,
            designer: G::MANIFEST.designer,
            players: G::MANIFEST.players(),
            duration: G::MANIFEST.duration(),
            rules: G::rules_page(),
            about_the_page: G::ABOUT_THE_PAGE,
            prints: game.prints(ink),
        }
    }
}
