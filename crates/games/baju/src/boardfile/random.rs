//! Boards drawn by lot from a text: the same text makes the same board for everyone, for ever.
//!
//! A reflection or half a turn of such a board exchanges its white and black bridges, so neither colour has
//! an advantage, and nothing about it is unusual.

use super::report::LONGEST_NAME;
use super::stand_ins::STAND_INS;
use super::survey::{image, warnings};
use crate::board::{Board, Bridge, Dye};
use crate::pieces::Space;
use bagatelle_core::{Rng, Seed, Stream};

/// What the option `board` begins with if a text follows from which the board is drawn.
pub const RANDOM: &str = "random:";
/// The longest text from which a board is drawn, in characters.
pub const LONGEST_TEXT: usize = LONGEST_NAME - 8;
/// The symmetries that exchange two halves of the board, by the numbers of [`image`]: two reflections along
/// its sides, half a turn, two reflections along its diagonals.
const HALVES: [u8; 5] = [1, 2, 3, 4, 7];
/// How many boards are drawn at most: most of them do not join all spaces, which is seen at once.
const TRIES: usize = 10_000;

/// The board drawn from a text; `None` if the text is empty, too long, or has characters that are no text.
#[must_use]
pub fn random(text: &str) -> Option<Board> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 || length > LONGEST_TEXT || text.chars().any(char::is_control) {
        return None;
    }
    let mut rng = Rng::new(&Seed::from_text(&format!("baju board {text}")), Stream::Deal);
    let name = format!("Random: {text}");
    let drawn = (0..TRIES).map(|_| bridges(&mut rng)).filter(|bridges| joins_all(bridges));
    let mut boards = drawn.map(|bridges| Board::new(&name, bridges));
    // So many failures do not happen; the usual board would have nothing unusual, either.
    boards.find(|board| warnings(board).is_empty()).or_else(|| Some(STAND_INS[0].board()))
}

/// Bridges between neighbours: pairs of which a symmetry takes one to the other are both red, or a white and
/// a black one, or left out.
fn bridges(rng: &mut Rng) -> Vec<Bridge> {
    let symmetry = HALVES[rng.index(HALVES.len())];
    let mut laid: Vec<Bridge> = Vec::new();
    let mut seen: Vec<(Space, Space)> = Vec::new();
    for (a, b) in neighbours() {
        if seen.contains(&(a, b)) {
            continue;
        }
        let (c, d) = (image(a, symmetry), image(b, symmetry));
        let (c, d) = (c.min(d), c.max(d));
        seen.extend([(a, b), (c, d)]);
        let dyes = match rng.below(20) {
            0..2 => continue,
            2..10 => [Dye::Red, Dye::Red],
            10..15 => [Dye::White, Dye::Black],
            _ => [Dye::Black, Dye::White],
        };
        // A bridge that stays where it is can only be red.
        let lone = (a, b) == (c, d);
        let ends = [(dyes[0], a, b), (dyes[1], c, d)];
        let fitting =
            ends.into_iter().take(if lone { 1 } else { 2 }).filter(|(dye, ..)| !lone || *dye == Dye::Red);
        laid.extend(fitting.filter_map(|(dye, from, to)| Bridge::new(dye, from, to)));
    }
    laid
}

/// All pairs of neighbours, the earlier one in reading order first.
fn neighbours() -> impl Iterator<Item = (Space, Space)> {
    Space::all().flat_map(|space| {
        let (column, row) = (space.column(), space.row());
        let right = (column < 3).then(|| (space, Space::new(column + 1, row)));
        let below = (row < 3).then(|| (space, Space::new(column, row + 1)));
        right.into_iter().chain(below)
    })
}

/// Whether the red and white bridges join all spaces; by the symmetry the red and black ones then do, too.
fn joins_all(bridges: &[Bridge]) -> bool {
    let mut reached = 1u16;
    loop {
        let carries = |bridge: &&Bridge| bridge.dye != Dye::Black;
        let wider = bridges.iter().filter(carries).fold(reached, |set, bridge| {
            let ends = bridge.from.bit() | bridge.to.bit();
            if set & ends == 0 { set } else { set | ends }
        });
        if wider == reached {
            return reached == u16::MAX;
        }
        reached = wider;
    }
}
