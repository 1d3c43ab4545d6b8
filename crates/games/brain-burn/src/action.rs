//! What a player does: slide a tile, and perhaps swap its coin.

/// The width and height of the square.
pub const SIDE: usize = 5;
/// The number of cells, counted row by row from the top left.
pub const CELLS: usize = SIDE * SIDE;

/// One of the four ways a tile can slide, or a neighbour can lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Towards row one.
    Up,
    /// Towards row five.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the fifth column.
    Right,
}

impl Direction {
    /// All four, in the order of their numbers.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// The cell next to `cell` on this side, if it is on the board.
    #[must_use]
    #[inline]
    pub const fn from(self, cell: usize) -> Option<usize> {
        match self {
            Direction::Up if cell >= SIDE => Some(cell - SIDE),
            Direction::Down if cell < CELLS - SIDE => Some(cell + SIDE),
            Direction::Left if !cell.is_multiple_of(SIDE) => Some(cell - 1),
            Direction::Right if cell % SIDE < SIDE - 1 => Some(cell + 1),
            _ => None,
        }
    }

    /// The opposite way.
    #[must_use]
    #[inline]
    pub const fn back(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }

    /// The word for people.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["up", "down", "left", "right"][self as usize]
    }
}

/// A slide and, perhaps, a swap after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Action {
    /// The way the tile goes.
    pub slide: Direction,
    /// Where the tile lies, seen from the moved one, whose coin is exchanged.
    pub swap: Option<Direction>,
}
