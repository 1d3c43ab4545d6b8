//! Reading and writing board files.

use super::report::{BoardError, LARGEST, LONGEST_NAME, Report};
use super::survey::warnings;
use crate::board::{Board, Bridge, Dye};
use crate::pieces::Space;

/// Reads a board file and says everything that is wrong or unusual about it.
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
