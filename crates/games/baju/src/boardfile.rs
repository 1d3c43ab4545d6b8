//! Board files: the text form of a board, and the boards that come with the program.
//!
//! ```text
//! baju-board 1
//! name My board
//! # bridges, as pairs of spaces; columns a-d from the left, rows 1-4 from the top
//! red   a1-b1 a1-a2
//! white b1-c1
//! black a2-a3
//! ```
//! A word may stand at the head of several lines. `#` at the start of a line or after a blank begins a comment.
//! [`read`] reports *everything* that is wrong or odd with a file, as data, so that an editor can show it.

use crate::board::{Board, Bridge, Dye};
use crate::things::{Colour, Space, VALUES};
use serde::{Serialize, Serializer};
use std::fmt;
use thiserror::Error;

/// The largest board file that is read, in bytes.
pub const LARGEST: usize = 16 << 10;
/// The longest name of a board, in characters.
pub const LONGEST_NAME: usize = 60;

/// A board that comes with the program. None of them is the designer's: that one is not known to us.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandIn {
    /// The name that the option `board` uses.
    pub id: &'static str,
    /// The board file.
    pub text: &'static str,
}

/// The boards that come with the program, the default first.
pub const STAND_INS: [StandIn; 3] = [
    StandIn { id: "twin-loops", text: include_str!("../boards/twin-loops.baju") },
    StandIn { id: "red-ring", text: include_str!("../boards/red-ring.baju") },
    StandIn { id: "frame", text: include_str!("../boards/frame.baju") },
];

impl StandIn {
    /// The board.
    #[must_use]
    pub fn board(&self) -> Board {
        let report = read(self.text);
        debug_assert!(report.errors.is_empty(), "{}: {:?}", self.id, report.errors);
        report.board.unwrap_or_else(|| Board::new(self.id, []))
    }
}

/// Why a file is not a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// The file is larger than [`LARGEST`].
    #[error("a board file has at most 16 KiB")]
    TooLarge,
    /// The first line is not `baju-board 1`.
    #[error("the first line must be “baju-board 1”")]
    Header,
    /// A line begins with a word that is not known.
    #[error("line {line}: “{word}” is none of name, red, white and black")]
    Word {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        word: String,
    },
    /// The name is longer than [`LONGEST_NAME`].
    #[error("line {line}: a name has at most 60 characters")]
    Name {
        /// The line, counted from 1.
        line: usize,
    },
    /// A bridge is not written as two spaces with a hyphen between them.
    #[error("line {line}: “{text}” is not a bridge such as a1-b1")]
    Pair {
        /// The line, counted from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A bridge ends on something that is not a space of the board.
    #[error("line {line}: “{space}” in “{text}” is not a space; they are a1 to d4")]
    UnknownSpace {
        /// The line, counted from 1.
        line: usize,
        /// The bridge as written.
        text: String,
        /// The end that is no space.
        space: String,
    },
    /// A bridge leads from a space to itself.
    #[error("line {line}: a bridge cannot lead from {space} to itself")]
    Loop {
        /// The line, counted from 1.
        line: usize,
        /// The space.
        space: Space,
    },
    /// A second bridge joins a pair of spaces.
    #[error("line {line}: {from} and {to} are already joined by the {first} bridge of line {earlier}", first = first.word())]
    Second {
        /// The line, counted from 1.
        line: usize,
        /// One end.
        from: Space,
        /// The other end.
        to: Space,
        /// The dye of the bridge that was there first.
        first: Dye,
        /// The line of the bridge that was there first.
        earlier: usize,
    },
}

/// What is odd about a board on which one can play nevertheless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardWarning {
    /// Buttons of this colour cannot get from everywhere to everywhere.
    Disconnected(Colour),
    /// A button of this colour and value cannot move at all from these spaces.
    NoTarget {
        /// The button's colour.
        colour: Colour,
        /// The button's value.
        value: u8,
        /// The spaces, as a set.
        spaces: u16,
    },
    /// No symmetry of the square turns the white bridges into the black ones, so the colours are not equally placed.
    NotSymmetric,
}

impl fmt::Display for BoardWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardWarning::Disconnected(colour) => write!(
                f,
                "the red and {} bridges do not join all spaces: {} buttons cannot get everywhere",
                colour.word(),
                colour.word()
            ),
            BoardWarning::NoTarget { colour, value, spaces } => {
                write!(f, "a {} {value} cannot move from", colour.word())?;
                if *spaces == u16::MAX {
                    return f.write_str(" any space");
                }
                Space::of_mask(*spaces).try_for_each(|space| write!(f, " {space}"))
            }
            BoardWarning::NotSymmetric => f.write_str(
                "no turn or reflection of the board exchanges the white and the black bridges: one colour may be better off",
            ),
        }
    }
}

/// Everything there is to say about a board file.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The board, if nothing is wrong.
    pub board: Option<Board>,
    /// What is wrong, in the order of the lines.
    pub errors: Vec<BoardError>,
    /// What is odd; empty if something is wrong.
    pub warnings: Vec<BoardWarning>,
}

impl Serialize for Report {
    /// `{"name": "...", "errors": ["..."], "warnings": ["..."]}`; the name is null if there is no board.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Plain<'a> {
            name: Option<&'a str>,
            errors: Vec<String>,
            warnings: Vec<String>,
        }
        Plain {
            name: self.board.as_ref().map(Board::name),
            errors: self.errors.iter().map(ToString::to_string).collect(),
            warnings: self.warnings.iter().map(ToString::to_string).collect(),
        }
        .serialize(serializer)
    }
}

/// Reads a board file and says everything that is wrong or odd about it.
#[must_use]
pub fn read(text: &str) -> Report {
    let mut reader = Reader::default();
    if text.len() > LARGEST {
        reader.errors.push(BoardError::TooLarge);
    } else {
        reader.lines(text);
    }
    let Reader { name, bridges, errors } = reader;
    if !errors.is_empty() {
        return Report { board: None, errors, warnings: Vec::new() };
    }
    let board =
        Board::new(&name.unwrap_or_else(|| "Unnamed board".into()), bridges.into_iter().map(|(b, _)| b));
    let warnings = warnings(&board);
    Report { board: Some(board), errors, warnings }
}

/// The board that the option `board` names: the id of a stand-in, or the text of a board file.
///
/// # Errors
/// The first thing that is wrong with the file; `None` if the text is neither an id nor looks like a file.
pub fn by_option(option: &str) -> Result<Board, Option<BoardError>> {
    if let Some(stand_in) = STAND_INS.iter().find(|stand_in| stand_in.id == option) {
        return Ok(stand_in.board());
    }
    if !option.contains('\n') && !option.trim_start().starts_with("baju-board") {
        return Err(None);
    }
    let Report { board, errors, .. } = read(option);
    board.ok_or_else(|| errors.into_iter().next())
}

/// The board as a file that reads back to the same board.
#[must_use]
pub fn write(board: &Board) -> String {
    let mut text = format!("baju-board 1\nname {}\n", board.name());
    for dye in Dye::ALL {
        let pairs: Vec<String> = board
            .bridges()
            .iter()
            .filter(|bridge| bridge.dye == dye)
            .map(|bridge| format!(" {}-{}", bridge.from, bridge.to))
            .collect();
        if !pairs.is_empty() {
            text += &format!("{}{}\n", dye.word(), pairs.concat());
        }
    }
    text
}

#[derive(Default)]
struct Reader {
    name: Option<String>,
    bridges: Vec<(Bridge, usize)>,
    errors: Vec<BoardError>,
}

impl Reader {
    fn lines(&mut self, text: &str) {
        let mut lines = text
            .trim_start_matches('\u{feff}')
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, uncommented(line)))
            .filter(|(_, line)| !line.is_empty());
        let header = lines.next().map(|(_, line)| line.split_whitespace().collect::<Vec<_>>());
        if header.as_deref() != Some(&["baju-board", "1"]) {
            self.errors.push(BoardError::Header);
            return;
        }
        for (line, content) in lines {
            let (word, rest) = content.split_once(char::is_whitespace).unwrap_or((content, ""));
            if word == "name" {
                self.name(line, rest.trim());
            } else if let Some(dye) = Dye::ALL.into_iter().find(|dye| dye.word() == word) {
                rest.split_whitespace().for_each(|pair| self.pair(line, dye, pair));
            } else {
                self.errors.push(BoardError::Word { line, word: shortened(word) });
            }
        }
    }

    fn name(&mut self, line: usize, name: &str) {
        if name.chars().count() > LONGEST_NAME {
            self.errors.push(BoardError::Name { line });
        } else if !name.is_empty() {
            self.name = Some(name.chars().filter(|c| !c.is_control()).collect());
        }
    }

    fn pair(&mut self, line: usize, dye: Dye, text: &str) {
        let Some((a, b)) = text.split_once('-') else {
            return self.errors.push(BoardError::Pair { line, text: shortened(text) });
        };
        let mut space = |name: &str| {
            let space = Space::read(name);
            if space.is_none() {
                self.errors.push(BoardError::UnknownSpace {
                    line,
                    text: shortened(text),
                    space: shortened(name),
                });
            }
            space
        };
        let (Some(a), Some(b)) = (space(a), space(b)) else { return };
        let Some(bridge) = Bridge::new(dye, a, b) else {
            return self.errors.push(BoardError::Loop { line, space: a });
        };
        let same = |other: &&(Bridge, usize)| (other.0.from, other.0.to) == (bridge.from, bridge.to);
        match self.bridges.iter().find(same) {
            Some(&(first, earlier)) => self.errors.push(BoardError::Second {
                line,
                from: bridge.from,
                to: bridge.to,
                first: first.dye,
                earlier,
            }),
            None => self.bridges.push((bridge, line)),
        }
    }
}

/// A line without its comment and the blanks around it.
fn uncommented(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| at == 0 || line[..at].ends_with(char::is_whitespace);
    let end = line.match_indices('#').find(begins).map_or(line.len(), |(at, _)| at);
    line[..end].trim()
}

/// A text cut to a length fit for a message.
fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(20).collect();
    if text.chars().nth(20).is_some() {
        short.push('…');
    }
    short
}

fn warnings(board: &Board) -> Vec<BoardWarning> {
    let mut warnings = Vec::new();
    for colour in Colour::BOTH {
        if !connected(board, colour) {
            warnings.push(BoardWarning::Disconnected(colour));
        }
    }
    for colour in Colour::BOTH {
        for value in 1..=VALUES {
            let stuck = Space::all().filter(|space| board.targets(colour, value, *space) == 0);
            let spaces = stuck.fold(0, |set, space| set | space.bit());
            if spaces != 0 {
                warnings.push(BoardWarning::NoTarget { colour, value, spaces });
            }
        }
    }
    if !symmetric(board) {
        warnings.push(BoardWarning::NotSymmetric);
    }
    warnings
}

fn connected(board: &Board, colour: Colour) -> bool {
    let mut reached = 1u16;
    loop {
        let wider = Space::of_mask(reached).fold(reached, |set, space| set | board.across(colour, space));
        if wider == reached {
            return reached == u16::MAX;
        }
        reached = wider;
    }
}

/// Whether one of the eight symmetries of the square keeps the red bridges and exchanges the white and the black ones.
fn symmetric(board: &Board) -> bool {
    (0..8).any(|symmetry| {
        board.bridges().iter().all(|bridge| {
            let exchanged = match bridge.dye {
                Dye::Red => Dye::Red,
                Dye::White => Dye::Black,
                Dye::Black => Dye::White,
            };
            board.bridge(image(bridge.from, symmetry), image(bridge.to, symmetry)) == Some(exchanged)
        })
    })
}

/// Where one of the eight symmetries of the square takes a space.
fn image(space: Space, symmetry: u8) -> Space {
    let (mut column, mut row) = (space.column(), space.row());
    if symmetry & 1 != 0 {
        column = 3 - column;
    }
    if symmetry & 2 != 0 {
        row = 3 - row;
    }
    if symmetry & 4 != 0 {
        (column, row) = (row, column);
    }
    Space::new(column, row)
}
