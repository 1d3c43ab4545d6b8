//! The opening book: what long searches found about positions at the start of a duel on the default board.
//!
//! `examples/baju_book.rs` writes the file. Its first line has the nodes of each search, and each other line
//! an entry: the actions that lead to its position from the empty board (`-` for none), how deep the search
//! looked, and the actions that are about as good as the best one, the best first, with their scores in
//! hundredths of a point for the side to act:
//!
//! ```text
//! baju-book 1 nodes 8000000
//! 8@b2 3@b3<TAB>9<TAB>5@c3 +34 4@c3 +31
//! ```
//!
//! Of positions that are images of each other under the symmetries of the board, the [canonical] one has the
//! entry.

use super::search::search_lines;
use super::symmetry::{Symmetry, canonical};
use super::tree::DuelTree;
use crate::board::{Board, Bridge};
use crate::boardfile::STAND_INS;
use crate::duel::action::Action;
use crate::duel::position::Position;
use crate::duel::state::State;
use crate::pieces::{Colour, SIDE};
use bagatelle_core::program::Budget;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;
use thiserror::Error;

/// The book that comes with the program.
static BOOK: LazyLock<Option<Book>> =
    LazyLock::new(|| Book::read(include_str!("../../../book/twin-loops.tsv")).ok());

/// The most actions of an entry, and the most hundredths of a point by which they may be worse than the best.
const MOST: usize = 2;
const EQUAL: i32 = 6;
/// The size of the table of a search for an entry, as a power of two.
const BITS: u32 = 22;

/// How each book begins.
const HEADER: &str = "baju-book 1 nodes ";

/// What long searches found about positions at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The nodes of each search.
    pub nodes: u64,
    /// By the codes of their positions.
    entries: BTreeMap<u128, Entry>,
    bridges: Vec<Bridge>,
    symmetries: Vec<Symmetry>,
}

/// What is known about one position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// How it is reached from the empty board. The position is the [canonical] one of its images.
    pub line: Vec<Action>,
    /// How deep the search looked, in plies.
    pub depth: u32,
    /// The actions that are about equally good, with their scores for the side to act; the best first.
    pub best: Vec<(Action, i32)>,
}

/// Why a text is not a book.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// The first line is not that of a book.
    #[error("the first line must be “{HEADER}” and a number")]
    Header,
    /// A line is not an entry.
    #[error(
        "line {0} is not an entry: actions, depth, and best actions with their scores, with tabs between them"
    )]
    Entry(usize),
    /// An action is not legal where it is listed.
    #[error("line {line}: {action} is not legal")]
    Illegal {
        /// The line, counted from 1.
        line: usize,
        /// The action.
        action: Action,
    },
    /// The position is not the canonical one of its images.
    #[error("line {0}: another image of the position is the canonical one")]
    Image(usize),
    /// Two entries have the same position.
    #[error("line {0}: the position has an entry already")]
    Twice(usize),
}

impl Book {
    /// A book without entries, for the default board.
    #[must_use]
    pub fn new(nodes: u64) -> Book {
        let board = STAND_INS[0].board();
        Book {
            nodes,
            entries: BTreeMap::new(),
            bridges: board.bridges().to_vec(),
            symmetries: Symmetry::all(&board, SIDE),
        }
    }

    /// The book that comes with the program, if `board` is the one that it is for.
    #[must_use]
    pub fn of(board: &Board) -> Option<&'static Book> {
        BOOK.as_ref().filter(|book| book.bridges == board.bridges())
    }

    /// Reads what [`Book`] writes.
    ///
    /// # Errors
    /// The first fault of the text.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let mut lines = text.lines();
        let header = lines.next().and_then(|line| line.strip_prefix(HEADER));
        let mut book = Book::new(header.and_then(|nodes| nodes.parse().ok()).ok_or(BookError::Header)?);
        let board = STAND_INS[0].board();
        for (index, line) in lines.enumerate() {
            let number = index + 2;
            let entry = read_entry(line).ok_or(BookError::Entry(number))?;
            let mut position = Position::empty(Colour::White);
            for action in entry.line.iter().copied() {
                legal(&board, &position, action, number)?;
                position.act(action);
            }
            for (action, _) in &entry.best {
                legal(&board, &position, *action, number)?;
            }
            if canonical(&book.symmetries, &position).0 != position {
                return Err(BookError::Image(number));
            }
            if book.entries.insert(position.code(), entry).is_some() {
                return Err(BookError::Twice(number));
            }
        }
        Ok(book)
    }

    /// Searches a position that `line` leads to in the way in which the entries of this book are searched:
    /// always with the same outcome.
    #[must_use]
    pub fn search(&self, board: &Board, line: &[Action], state: &State) -> Entry {
        let (_, to) = canonical(&self.symmetries, state.position());
        let mut whole = Vec::new();
        let budget = Budget::nodes(self.nodes);
        // The last depth may be unfinished, and its scores cannot be compared with those of the one before.
        search_lines(&DuelTree::new(board), state, MOST * to.len(), BITS, &budget, |found| {
            whole = found.to_vec();
        });
        let top = whole.first().map_or(0, |found| found.score);
        let (mut best, mut images): (Vec<(Action, i32)>, Vec<u128>) = (Vec::new(), Vec::new());
        for found in whole.iter().filter(|found| found.score >= top - EQUAL) {
            let Some(&action) = found.line.first() else { continue };
            let mut next = *state.position();
            next.act(action);
            let image = canonical(&self.symmetries, &next).0.code();
            if !images.contains(&image) && best.len() < MOST {
                images.push(image);
                best.push((action, found.score));
            }
        }
        best.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        Entry { line: line.to_vec(), depth: whole.first().map_or(0, |found| found.depth), best }
    }

    /// Adds what a search found about a position that `line` leads to, in any of its images.
    pub fn add(&mut self, mut entry: Entry) {
        let mut position = Position::empty(Colour::White);
        entry.line.iter().for_each(|action| position.act(*action));
        let (position, to) = canonical(&self.symmetries, &position);
        if let Some(symmetry) = to.first() {
            entry.line.iter_mut().for_each(|action| *action = symmetry.action(*action));
            entry.best.iter_mut().for_each(|(action, _)| *action = symmetry.action(*action));
            self.entries.insert(position.code(), entry);
        }
    }

    /// The entry of a position that is the canonical one of its images.
    #[must_use]
    pub fn entry(&self, position: &Position) -> Option<&Entry> {
        self.entries.get(&position.code())
    }

    /// What the book says about a position: the entry of its image and the best actions as they are in the
    /// position itself, with those of each symmetry that the position has.
    #[must_use]
    pub fn find(&self, position: &Position) -> Option<Entry> {
        let (image, to) = canonical(&self.symmetries, position);
        let entry = self.entries.get(&image.code())?;
        let mut best: Vec<(Action, i32)> = Vec::new();
        for &(action, score) in &entry.best {
            for symmetry in &to {
                let action = symmetry.inverse().action(action);
                if !best.iter().any(|(known, _)| *known == action) {
                    best.push((action, score));
                }
            }
        }
        Some(Entry { best, ..entry.clone() })
    }

    /// The sentence that says that an answer is from this book. `words` says what an action does, in a
    /// sentence.
    pub fn credit(&self, entry: &Entry, words: impl Fn(Action) -> String) -> String {
        let told = entry.best.iter().take(MOST).map(|(action, _)| words(*action));
        let told: Vec<String> = told.map(|text| text.trim_end_matches('.').to_owned()).collect();
        format!("The opening book says: {}.", told.join(", or "))
    }

    /// All entries.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.values()
    }
}

fn legal(board: &Board, position: &Position, action: Action, line: usize) -> Result<(), BookError> {
    let mut found = position.winner().is_none();
    if found {
        found = false;
        position.each_action(board, |legal| found |= legal == action);
    }
    if found { Ok(()) } else { Err(BookError::Illegal { line, action }) }
}

fn read_entry(line: &str) -> Option<Entry> {
    let mut fields = line.split('\t');
    let actions = match fields.next()? {
        "-" => Vec::new(),
        actions => actions.split(' ').map(|action| action.parse().ok()).collect::<Option<_>>()?,
    };
    let depth = fields.next()?.parse().ok()?;
    let words: Vec<&str> = fields.next()?.split(' ').collect();
    let (pairs, rest) = words.as_chunks::<2>();
    let pair = |[action, score]: &[&str; 2]| Some((action.parse().ok()?, score.parse().ok()?));
    let best: Vec<(Action, i32)> = pairs.iter().map(pair).collect::<Option<_>>()?;
    let whole = fields.next().is_none() && rest.is_empty();
    (whole && best.is_sorted_by(|a, b| a.1 >= b.1)).then_some(Entry { line: actions, depth, best })
}

impl fmt::Display for Book {
    /// As the file holds it: short lines of actions first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}{}", self.nodes)?;
        let mut entries: Vec<&Entry> = self.entries().collect();
        entries.sort_by_key(|entry| (entry.line.len(), entry.line.clone()));
        for Entry { line, depth, best } in entries {
            let line: Vec<String> = line.iter().map(ToString::to_string).collect();
            let best: Vec<String> =
                best.iter().map(|(action, score)| format!("{action} {score:+}")).collect();
            let line = if line.is_empty() { "-".to_owned() } else { line.join(" ") };
            writeln!(f, "{line}\t{depth}\t{}", best.join(" "))?;
        }
        Ok(())
    }
}
