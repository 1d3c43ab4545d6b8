//! The small boards that are solved: `docs/solved.md` lists them with the results.

use super::{Small, Solution, Worth};
use crate::boardfile::read;
use crate::duel::position::Position;
use crate::pieces::{Colour, SIDE, VALUES};
use bagatelle_core::present::text::grouped;

/// A duel on a small board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Listed {
    /// A word for the command line.
    pub id: &'static str,
    /// What the board is like.
    pub about: &'static str,
    /// The columns and rows of the square that its spaces are in.
    pub side: u8,
    /// Its spaces, as a set.
    pub spaces: u16,
    /// The highest value of its buttons.
    pub values: u8,
    /// The lines of its board file that have bridges.
    pub bridges: &'static str,
}

/// The square of three columns and rows, and the same without the space in the middle.
const NINE: u16 = 0x777;
const EIGHT: u16 = 0x757;
/// Two rows of three, and the same with one more space.
const SIX: u16 = 0x077;
const SEVEN: u16 = 0x177;

const GRID: &str = "red a1-b1 b1-c1 a2-b2 b2-c2 a3-b3 b3-c3 a1-a2 a2-a3 b1-b2 b2-b3 c1-c2 c2-c3";
const RING: &str = "red a1-b1 b1-c1 c1-c2 c2-c3 c3-b3 b3-a3 a3-a2 a2-a1";
const STAR: &str = "red b2-a1 b2-b1 b2-c1 b2-a2 b2-c2 b2-a3 b2-b3 b2-c3";
const WHEEL: &str =
    "red a1-b1 b1-c1 c1-c2 c2-c3 c3-b3 b3-a3 a3-a2 a2-a1 b2-a1 b2-b1 b2-c1 b2-a2 b2-c2 b2-a3 b2-b3 b2-c3";
const LEAPS: &str = "red a1-b3 b3-c1 c1-a2 a2-c3 c3-b1 b1-a3 a3-c2 c2-a1";
const TWO: &str = "white a1-b1 b1-c1 c1-c2 c2-c3 c3-b3 b3-a3 a3-a2 a2-a1\n\
                   black a1-b3 b3-c1 c1-a2 a2-c3 c3-b1 b1-a3 a3-c2 c2-a1";
const SPLIT: &str = "white a1-b1 b1-c1 a2-b2 b2-c2 a3-b3 b3-c3\nblack a1-a2 a2-a3 b1-b2 b2-b3 c1-c2 c2-c3";
const RING_OF_SIX: &str = "red a1-b1 b1-c1 c1-c2 c2-b2 b2-a2 a2-a1";
const RING_OF_SEVEN: &str = "red a1-b1 b1-c1 c1-c2 c2-b2 b2-a3 a3-a2 a2-a1";
const RING_OF_NINE: &str = "red a1-b1 b1-c1 c1-c2 c2-c3 c3-b3 b3-a3 a3-a2 a2-b2 b2-a1";

const fn three(
    id: &'static str,
    about: &'static str,
    spaces: u16,
    values: u8,
    bridges: &'static str,
) -> Listed {
    Listed { id, about, side: 3, spaces, values, bridges }
}

/// The boards, by what they are like and then by the number of buttons.
pub const LIST: &[Listed] = &[
    Listed {
        id: "bare-16",
        about: "all sixteen spaces and buttons, no bridge",
        side: SIDE,
        spaces: u16::MAX,
        values: VALUES,
        bridges: "",
    },
    three("bare-3", "nine spaces, no bridge", NINE, 3, ""),
    three("bare-4", "nine spaces, no bridge", NINE, 4, ""),
    three("grid-3", "nine spaces, a bridge between all neighbours", NINE, 3, GRID),
    three("grid-4", "nine spaces, a bridge between all neighbours", NINE, 4, GRID),
    three("star-3", "nine spaces, the middle joined to all others", NINE, 3, STAR),
    three("star-4", "nine spaces, the middle joined to all others", NINE, 4, STAR),
    three("wheel-3", "nine spaces, a star and a ring around it", NINE, 3, WHEEL),
    three("wheel-4", "nine spaces, a star and a ring around it", NINE, 4, WHEEL),
    three(
        "split-3",
        "nine spaces, white bridges along the rows, black ones along the columns",
        NINE,
        3,
        SPLIT,
    ),
    three(
        "split-4",
        "nine spaces, white bridges along the rows, black ones along the columns",
        NINE,
        4,
        SPLIT,
    ),
    three("moat-3", "a ring of eight spaces around one without a bridge", NINE, 3, RING),
    three("moat-4", "a ring of eight spaces around one without a bridge", NINE, 4, RING),
    three("leaps-3", "nine spaces, eight of them in a ring of knight’s moves", NINE, 3, LEAPS),
    three("leaps-4", "nine spaces, eight of them in a ring of knight’s moves", NINE, 4, LEAPS),
    three(
        "two-3",
        "nine spaces, eight of them in a white and in a black ring of knight’s moves",
        NINE,
        3,
        TWO,
    ),
    three(
        "two-4",
        "nine spaces, eight of them in a white and in a black ring of knight’s moves",
        NINE,
        4,
        TWO,
    ),
    three("ring-6", "a ring of six spaces: two rows", SIX, 3, RING_OF_SIX),
    three("ring-7", "a ring of seven spaces: two rows and a1 to a3", SEVEN, 3, RING_OF_SEVEN),
    three("ring-8-3", "a ring of eight spaces, none in the middle", EIGHT, 3, RING),
    three("ring-8-4", "a ring of eight spaces, none in the middle", EIGHT, 4, RING),
    three("ring-9-3", "a ring of all nine spaces, one bridge from b2 to a1", NINE, 3, RING_OF_NINE),
    three("ring-9-4", "a ring of all nine spaces, one bridge from b2 to a1", NINE, 4, RING_OF_NINE),
];

impl Listed {
    /// The board file.
    #[must_use]
    pub fn text(&self) -> String {
        format!("baju-board 1\nname {}\n{}\n", self.id, self.bridges)
    }

    /// The duel on the board.
    ///
    /// # Panics
    /// If the board file is wrong; those of [`LIST`] are right.
    #[must_use]
    pub fn duel(&self) -> Small {
        let board = read(&self.text()).board.expect("the board file is right");
        Small::new(&board, self.side, self.spaces, self.values)
    }

    /// A row of the table in `docs/solved.md`, from the positions that can be reached from the empty board.
    #[must_use]
    pub fn row(&self, duel: &Small, solution: &Solution) -> String {
        let outcome = match solution.worth(&duel.canonical(&Position::empty(Colour::White))) {
            Some(Worth::Wins(plies)) => format!("White wins in {plies}"),
            Some(Worth::Loses(plies)) => format!("Black wins in {plies}"),
            Some(Worth::Drawn) | None => "draw".to_owned(),
        };
        let count = |wanted: fn(&Worth) -> bool| {
            grouped(solution.all().iter().filter(|worth| wanted(worth)).count() as u64)
        };
        let longest = solution.all().iter().filter_map(|worth| match worth {
            Worth::Wins(plies) | Worth::Loses(plies) => Some(*plies),
            Worth::Drawn => None,
        });
        format!(
            "| `{}` | {} | {} | {outcome} | {} | {} | {} | {} | {} |",
            self.id,
            self.about,
            self.values,
            grouped(solution.all().len() as u64),
            count(|worth| matches!(worth, Worth::Wins(_))),
            count(|worth| matches!(worth, Worth::Loses(_))),
            count(|worth| matches!(worth, Worth::Drawn)),
            longest.max().unwrap_or_default(),
        )
    }
}
