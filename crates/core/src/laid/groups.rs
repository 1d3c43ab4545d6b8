//! Places, and the pieces that may lie there.

use maud::Markup;

/// Places that belong together, and the pieces that may lie on them.
#[derive(Clone, Debug)]
pub struct Group {
    /// What they are called: `Tiles`, `Coins of Suns`.
    pub name: String,
    /// The heading under which they are shown, together with neighbours of the same heading.
    pub sheet: &'static str,
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// In how many ways each piece may lie. The pieces are listed way after way, and are counted together.
    pub ways: usize,
    /// The places, row by row from the top.
    pub spots: Vec<Spot>,
    /// The group whose pieces lie below those of this one, place for place.
    pub under: Option<usize>,
    /// What is drawn below the places, which are round then: one step from place to place is [`PITCH`] long,
    /// and the origin is the middle of the first place.
    pub ground: Option<Markup>,
}

/// From the middle of a place to the middle of the next one in a drawing.
pub const PITCH: i32 = 106;

/// Pieces that are equal.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The characters that stand for it in a code; all of a group have as many. Letters, figures and `-`.
    pub id: String,
    /// What it is: `3 of Suns`.
    pub name: String,
    /// How many there are.
    pub count: usize,
    /// Its drawing, in a square from -50 to 50.
    pub art: Markup,
    /// Where it lies on its place, which is as large, and how large it is there: to the right, down, scale.
    pub seat: (f32, f32, f32),
}

impl Piece {
    /// The seat of a piece that fills its place.
    pub const CENTRED: (f32, f32, f32) = (0.0, 0.0, 1.0);
}

/// A place.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Where it is: `row 2, column 3`.
    pub name: String,
    /// The column in which it is shown, from 0.
    pub column: i32,
    /// The row in which it is shown, from 0.
    pub row: i32,
    /// Whether it may stay empty.
    pub optional: bool,
    /// What is drawn there while it is empty.
    pub ghost: Option<Markup>,
}

/// A place by its group and its number there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The group.
    pub group: usize,
    /// The place in the group.
    pub spot: usize,
}
