//! Colours, buttons and spaces, and the lines that spaces form.

use bagatelle_core::present::{Value, written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Write};
use std::ops::{Index, IndexMut};

/// Rows and columns of the board, and the length of a line.
pub const SIDE: u8 = 4;
/// Spaces on the board, and buttons of both colours together.
pub const SPACES: usize = 16;
/// Buttons of one colour; also the highest value.
pub const VALUES: u8 = 8;

/// The colour of a button, or of the player who owns it.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
pub enum Colour {
    /// Seat 0 of the duel. Crosses red and white bridges.
    #[default]
    #[serde(rename = "W")]
    White,
    /// Seat 1 of the duel. Crosses red and black bridges.
    #[serde(rename = "B")]
    Black,
}

impl Colour {
    /// Both colours, white first.
    pub const BOTH: [Colour; 2] = [Colour::White, Colour::Black];

    /// The other colour.
    #[must_use]
    pub fn other(self) -> Colour {
        match self {
            Colour::White => Colour::Black,
            Colour::Black => Colour::White,
        }
    }

    /// `W` or `B`, as in all text forms.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Colour::White => 'W',
            Colour::Black => 'B',
        }
    }

    /// `white` or `black`, for sentences and names in drawings.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
        }
    }

    /// `White` or `Black`, the name of the player.
    #[must_use]
    pub const fn player(self) -> &'static str {
        match self {
            Colour::White => "White",
            Colour::Black => "Black",
        }
    }

    /// The colour that a letter stands for.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::BOTH.into_iter().find(|c| c.letter() == letter)
    }
}

/// One `T` for each colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColour<T>(pub [T; 2]);

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;
    #[inline]
    fn index(&self, colour: Colour) -> &T {
        &self.0[colour as usize]
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    #[inline]
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour as usize]
    }
}

/// One of the sixteen buttons: white 1 to 8, then black 1 to 8. Written `W5`, `B2`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Button(u8);

impl Button {
    /// The button of a colour with a value.
    ///
    /// # Panics
    /// If the value is not 1 to 8; texts go through [`Button::read`].
    #[inline]
    #[must_use]
    pub fn new(colour: Colour, value: u8) -> Button {
        assert!((1..=VALUES).contains(&value), "no button has the value {value}");
        Button(colour as u8 * VALUES + value - 1)
    }

    /// The button with an index below 16.
    #[inline]
    #[must_use]
    pub(crate) fn at(index: u8) -> Button {
        Button(index & 15)
    }

    /// All sixteen, white first, values ascending.
    pub fn all() -> impl DoubleEndedIterator<Item = Button> + Clone {
        (0..SPACES as u8).map(Button)
    }

    /// The eight of one colour, values ascending.
    pub fn of(colour: Colour) -> impl DoubleEndedIterator<Item = Button> + Clone {
        let first = colour as u8 * VALUES;
        (first..first + VALUES).map(Button)
    }

    /// Position in [`Button::all`], 0 to 15.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The button's colour.
    #[inline]
    #[must_use]
    pub fn colour(self) -> Colour {
        if self.0 < VALUES { Colour::White } else { Colour::Black }
    }

    /// The number on the button: how many bridges it crosses in one move.
    #[inline]
    #[must_use]
    pub fn value(self) -> u8 {
        self.0 % VALUES + 1
    }

    /// The button in words: `white 5`.
    #[must_use]
    pub fn words(self) -> String {
        written(self.in_words())
    }

    /// As [`Button::words`], to be written into a text.
    pub(crate) fn in_words(self) -> impl Value {
        (self.colour().word(), ' ', self.value())
    }

    /// The button that a token such as `W5` names.
    #[must_use]
    pub fn read(token: &str) -> Option<Button> {
        let mut chars = token.chars();
        let colour = Colour::from_letter(chars.next()?)?;
        let value = chars.next()?.to_digit(10).and_then(|d| u8::try_from(d).ok())?;
        ((1..=VALUES).contains(&value) && chars.next().is_none()).then(|| Button::new(colour, value))
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.colour().letter())?;
        f.write_char(char::from(b'0' + self.value()))
    }
}

/// One of the sixteen spaces, in reading order: `a1` is top left, `d1` top right, `a4` bottom left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Space(u8);

impl Space {
    /// The space in a column (0 is `a`) and a row (0 is `1`, at the top).
    ///
    /// # Panics
    /// If either is not 0 to 3.
    #[must_use]
    pub fn new(column: u8, row: u8) -> Space {
        assert!(column < SIDE && row < SIDE, "the board has four columns and four rows");
        Space(row * SIDE + column)
    }

    /// The space with an index below 16, in reading order.
    #[inline]
    #[must_use]
    pub(crate) fn at(index: u8) -> Space {
        Space(index & 15)
    }

    /// All spaces in reading order.
    pub fn all() -> impl DoubleEndedIterator<Item = Space> + Clone {
        (0..SPACES as u8).map(Space)
    }

    /// The spaces of a set.
    pub fn of_mask(mask: u16) -> impl Iterator<Item = Space> + Clone {
        let mut rest = mask;
        std::iter::from_fn(move || {
            let space = (rest != 0).then(|| Space(rest.trailing_zeros() as u8))?;
            rest &= rest - 1;
            Some(space)
        })
    }

    /// Position in reading order, 0 to 15.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The set that holds only this space: bit `index`.
    #[inline]
    #[must_use]
    pub fn bit(self) -> u16 {
        1 << self.0
    }

    /// Column, 0 to 3 from the left.
    #[must_use]
    pub fn column(self) -> u8 {
        self.0 % SIDE
    }

    /// Row, 0 to 3 from the top.
    #[must_use]
    pub fn row(self) -> u8 {
        self.0 / SIDE
    }

    /// Where the space is, in words: `row 3, column 2`. The board shows no names, so sentences say this.
    #[must_use]
    pub fn words(self) -> String {
        written(self.in_words())
    }

    /// As [`Space::words`], to be written into a text.
    pub(crate) fn in_words(self) -> impl Value {
        ("row ", self.row() + 1, ", column ", self.column() + 1)
    }

    /// The characters of its name: the column and the row.
    pub(crate) fn letters(self) -> [char; 2] {
        [char::from(b'a' + self.column()), char::from(b'1' + self.row())]
    }

    /// The space that a name such as `b3` stands for.
    #[must_use]
    pub fn read(name: &str) -> Option<Space> {
        match *name.as_bytes() {
            [column @ b'a'..=b'd', row @ b'1'..=b'4'] => Some(Space::new(column - b'a', row - b'1')),
            _ => None,
        }
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().into_iter().try_for_each(|letter| f.write_char(letter))
    }
}

/// The eight lines: rows 1 to 4, then columns a to d, as sets of spaces.
pub const LINES: [u16; 8] = [0x000f, 0x00f0, 0x0f00, 0xf000, 0x1111, 0x2222, 0x4444, 0x8888];

/// For each space, its orthogonal neighbours on the grid (bridges do not matter).
pub const NEIGHBOURS: [u16; SPACES] = neighbours();

const fn neighbours() -> [u16; SPACES] {
    let mut table = [0; SPACES];
    let mut space = 0;
    while space < SPACES {
        let (column, row) = (space % 4, space / 4);
        if column > 0 {
            table[space] |= 1 << (space - 1);
        }
        if column < 3 {
            table[space] |= 1 << (space + 1);
        }
        if row > 0 {
            table[space] |= 1 << (space - 4);
        }
        if row < 3 {
            table[space] |= 1 << (space + 4);
        }
        space += 1;
    }
    table
}

/// Whether a set of spaces holds a whole row or column.
#[inline]
#[must_use]
pub fn has_line(spaces: u16) -> bool {
    let rows = spaces & (spaces >> 1);
    let rows = rows & (rows >> 2) & 0x1111;
    let columns = spaces & (spaces >> 4);
    let columns = columns & (columns >> 8);
    (rows | columns) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for space in Space::all() {
            assert_eq!(Space::read(&space.to_string()), Some(space));
        }
        for button in Button::all() {
            assert_eq!(Button::read(&button.to_string()), Some(button));
            assert_eq!(Button::new(button.colour(), button.value()), button);
        }
        assert_eq!(Space::read("b3"), Some(Space::new(1, 2)));
        for wrong in ["", "e1", "a5", "a0", "A1", "a11", "1a", "é"] {
            assert_eq!(Space::read(wrong), None, "{wrong}");
        }
        for wrong in ["", "W", "W0", "W9", "B11", "w1", "W٣"] {
            assert_eq!(Button::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_set_has_a_line_exactly_if_it_holds_one() {
        for set in 0..=u16::MAX {
            assert_eq!(has_line(set), LINES.iter().any(|line| set & line == *line), "{set:#x}");
        }
    }

    #[test]
    fn neighbours_share_a_side() {
        for a in Space::all() {
            for b in Space::all() {
                let apart = a.column().abs_diff(b.column()) + a.row().abs_diff(b.row());
                assert_eq!(NEIGHBOURS[a.index()] & b.bit() != 0, apart == 1, "{a} {b}");
            }
        }
    }
}
