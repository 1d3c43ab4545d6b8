//! Duels on boards that are small enough to be solved outright: who wins with best play from each position,
//! and in how many actions.
//!
//! A duel is cut down by leaving out spaces and buttons: the rest is some spaces of a square at the top
//! left, the complete rows and columns of that square as lines, and the buttons of the lowest values. All
//! other rules are those of [`Position`]. Nothing need be left out: a duel with all spaces and buttons can
//! be solved if its board has so few bridges that few positions differ.
//!
//! All positions that can arise are listed, and the solver works backwards from the ends: a position is won
//! if some action leads to one that is lost for the other player, and lost if all lead to won ones. The
//! others are draws, since each player can avoid a loss forever, and the rules then end the game in a draw
//! at the third occurrence of a position. The repetition rule takes no win away either: the winner's
//! actions lead ever nearer to the end, so no position occurs twice.

mod list;

pub use list::{LIST, Listed};

use super::action::Action;
use super::position::Position;
use super::programs::symmetry::Symmetry;
use crate::board::Board;
use crate::pieces::{Button, Colour, LINES, SPACES, Space, VALUES};
use std::collections::HashMap;

/// A duel with some spaces and buttons left out.
#[derive(Clone, Debug)]
pub struct Small {
    board: Board,
    spaces: u16,
    values: u8,
    lines: Vec<u16>,
    /// The symmetries, each as its inverse: together they are the same.
    back: Vec<Symmetry>,
    /// For each button, by its index, the button of its colour with the lowest value that moves as it does
    /// from every space, and the next one among those.
    like: [u8; SPACES],
    following: [u8; SPACES],
}

/// What a position comes to with best play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Worth {
    /// The side to act wins after this many actions of both players; 0 if it has won.
    Wins(u16),
    /// Neither player can force a win.
    Drawn,
    /// The side to act loses after this many actions.
    Loses(u16),
}

/// All positions that can come about from a start, with what they come to.
#[derive(Clone, Debug)]
pub struct Solution {
    index: HashMap<u128, u32>,
    worth: Vec<Worth>,
}

impl Solution {
    /// What a position comes to; `None` if it cannot come about. It must be the [`Small::canonical`] one.
    #[must_use]
    pub fn worth(&self, position: &Position) -> Option<Worth> {
        self.index.get(&position.code()).map(|index| self.worth[*index as usize])
    }

    /// What all positions come to, in any order; positions that are images of each other count as one.
    #[must_use]
    pub fn all(&self) -> &[Worth] {
        &self.worth
    }
}

impl Small {
    /// A duel with these spaces of the square of `side` columns and rows at the top left, with the bridges
    /// between them, and with the buttons 1 to `values` of both colours.
    #[must_use]
    pub fn new(board: &Board, side: u8, spaces: u16, values: u8) -> Small {
        let square: u16 = Space::all()
            .filter(|space| space.column() < side && space.row() < side)
            .fold(0, |set, space| set | space.bit());
        let spaces = spaces & square;
        let inside = |space: Space| spaces & space.bit() != 0;
        let kept = board.bridges().iter().filter(|bridge| inside(bridge.from) && inside(bridge.to));
        let board = Board::new(board.name(), kept.copied());
        let whole = |line: &u16| line & square != 0 && line & square & !spaces == 0;
        let lines = LINES.iter().filter(|line| whole(line)).map(|line| line & square).collect();
        let keeps = |symmetry: &Symmetry| {
            Space::of_mask(spaces).all(|space| spaces & symmetry.space(space).bit() != 0)
        };
        let back = Symmetry::all(&board, side).into_iter().filter(keeps).collect();
        let moves = |button: Button| {
            Space::all().map(|from| board.targets(button.colour(), button.value(), from)).collect::<Vec<_>>()
        };
        let (mut like, mut following) = ([0; SPACES], [0; SPACES]);
        for button in Button::all() {
            let same = |other: &Button| moves(*other) == moves(button);
            let first = Button::of(button.colour()).find(same).unwrap_or(button);
            let next = Button::of(button.colour()).filter(same).find(|other| *other > button);
            like[button.index()] = first.index() as u8;
            following[button.index()] = next.unwrap_or(button).index() as u8;
        }
        Small { board, spaces, values: values.min(VALUES), lines, back, like, following }
    }

    /// Who has a line while the other has none: the winner.
    #[must_use]
    pub fn winner(&self, position: &Position) -> Option<Colour> {
        let lines = Colour::BOTH.map(|colour| {
            let own = position.layout.spaces(colour);
            self.lines.iter().any(|line| own & line == *line)
        });
        match lines {
            [true, false] => Some(Colour::White),
            [false, true] => Some(Colour::Black),
            _ => None,
        }
    }

    /// Calls `each` with the legal actions; if several buttons in the supply move alike, with those of only
    /// one.
    pub fn each_action(&self, position: &Position, mut each: impl FnMut(Action)) {
        let mut known = 0u16;
        let mut last = None;
        position.each_action(&self.board, |action| match action {
            Action::Move { to, .. } if self.spaces & to.bit() != 0 => each(action),
            Action::Place { value, at } if value <= self.values && self.spaces & at.bit() != 0 => {
                // The placements of a button come in a row.
                let button = Button::new(position.side, value);
                let like = 1 << self.like[button.index()];
                if last != Some(button) && known & like == 0 {
                    last = Some(button);
                    known |= like;
                }
                if last == Some(button) {
                    each(action);
                }
            }
            _ => (),
        });
    }

    /// The position that stands for all that are worth the same for a plain reason: images under the
    /// symmetries, buttons exchanged that move alike, a swapped pair that could not swap back anyway.
    #[must_use]
    pub fn canonical(&self, position: &Position) -> Position {
        Position::from_code(self.code(position))
    }

    /// The code of the [`Small::canonical`] position: the least of the images.
    fn code(&self, position: &Position) -> u128 {
        let mut position = *position;
        if !position.swap_back(&self.board) {
            position.swapped = None;
        }
        self.back.iter().map(|back| self.code_of(&position, back)).min().unwrap_or_default()
    }

    /// The code of the image of a position from which `back` leads back, with the buttons that move alike in
    /// the order of the spaces.
    fn code_of(&self, position: &Position, back: &Symmetry) -> u128 {
        // The name that the next button of a kind is given, and the names that were given.
        let mut names: [u8; SPACES] = std::array::from_fn(|index| index as u8);
        let mut named = names;
        let mut board = 0;
        for space in Space::all() {
            let on = position.layout.button(back.space(space)).map_or(SPACES as u8, |button| {
                let next = &mut names[usize::from(self.like[button.index()])];
                let name = *next;
                *next = self.following[usize::from(name)];
                named[button.index()] = name;
                name
            });
            board = board << 5 | u128::from(on);
        }
        position.code_as(board, |button| Button::at(named[button.index()]))
    }

    /// Solves all positions that can come about from `start`.
    ///
    /// # Panics
    /// If there are more than 2^32 of them.
    #[must_use]
    pub fn solve(&self, start: &Position) -> Solution {
        let mut codes = vec![self.code(start)];
        let mut index = HashMap::from([(codes[0], 0u32)]);
        let mut worth = Vec::new();
        // Where the successors of each position begin in `next`.
        let (mut begins, mut next): (Vec<usize>, Vec<u32>) = (vec![0], Vec::new());
        while let Some(code) = codes.get(worth.len()) {
            let position = Position::from_code(*code);
            worth.push(match self.winner(&position) {
                Some(winner) if winner == position.side => Worth::Wins(0),
                Some(_) => Worth::Loses(0),
                None => Worth::Drawn,
            });
            if worth.last() == Some(&Worth::Drawn) {
                self.each_action(&position, |action| {
                    let mut after = position;
                    after.act(action);
                    let code = self.code(&after);
                    let number = *index.entry(code).or_insert_with(|| {
                        codes.push(code);
                        u32::try_from(codes.len() - 1).expect("fewer than 2^32 positions")
                    });
                    next.push(number);
                });
            }
            begins.push(next.len());
        }
        drop(codes);
        follow_back(&mut worth, &begins, &next);
        Solution { index, worth }
    }
}

/// Follows the ends backwards: `worth` has the finished positions, and draws elsewhere. The successors of
/// position `n` are `next[begins[n]..begins[n + 1]]`.
fn follow_back(worth: &mut [Worth], begins: &[usize], next: &[u32]) {
    // The same arrows from their other ends.
    let mut starts = vec![0usize; worth.len() + 1];
    next.iter().for_each(|to| starts[*to as usize + 1] += 1);
    (1..starts.len()).for_each(|at| starts[at] += starts[at - 1]);
    let mut fill = starts.clone();
    let mut before = vec![0u32; next.len()];
    for (from, ends) in begins.windows(2).enumerate() {
        for to in &next[ends[0]..ends[1]] {
            before[fill[*to as usize]] = from as u32;
            fill[*to as usize] += 1;
        }
    }
    // How many actions are left that are not known to lose.
    let mut open: Vec<u32> = begins.windows(2).map(|ends| (ends[1] - ends[0]) as u32).collect();
    let mut known: Vec<u32> =
        (0..worth.len() as u32).filter(|at| worth[*at as usize] != Worth::Drawn).collect();
    // Positions become known in the order of how far the end is, so the first way to win is the shortest and
    // the last one to lose the longest.
    let mut at = 0;
    while let Some(&to) = known.get(at) {
        at += 1;
        for &from in &before[starts[to as usize]..starts[to as usize + 1]] {
            if worth[from as usize] != Worth::Drawn {
                continue;
            }
            match worth[to as usize] {
                Worth::Loses(plies) => worth[from as usize] = Worth::Wins(plies + 1),
                Worth::Wins(plies) => {
                    open[from as usize] -= 1;
                    if open[from as usize] > 0 {
                        continue;
                    }
                    worth[from as usize] = Worth::Loses(plies + 1);
                }
                Worth::Drawn => continue,
            }
            known.push(from);
        }
    }
}
