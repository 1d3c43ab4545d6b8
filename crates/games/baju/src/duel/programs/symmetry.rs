//! The ways to turn and mirror a board after which it has the same bridges. They map positions to positions
//! that are worth the same, and actions to actions.

use crate::board::Board;
use crate::duel::action::Action;
use crate::duel::position::Position;
use crate::layout::Layout;
use crate::pieces::{SPACES, Space};

/// A way to turn or mirror a board: where each space goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry([u8; SPACES]);

impl Symmetry {
    /// The symmetries of a board, the identity first. Those of the whole board have a `side` of 4; with a
    /// smaller one, only the square of that many columns and rows at the top left is turned and mirrored, and
    /// the other spaces stay where they are.
    #[must_use]
    pub fn all(board: &Board, side: u8) -> Vec<Symmetry> {
        let keeps = |symmetry: &Symmetry| {
            board.bridges().iter().all(|bridge| {
                board.bridge(symmetry.space(bridge.from), symmetry.space(bridge.to)) == Some(bridge.dye)
            })
        };
        (0..8).map(|turn| Symmetry::of_square(turn, side)).filter(keeps).collect()
    }

    /// One of the eight of a square: mirrored left to right, top to bottom, and along the diagonal, as the
    /// three bits say.
    fn of_square(turn: u8, side: u8) -> Symmetry {
        let mut map = [0; SPACES];
        for space in Space::all() {
            let (mut column, mut row) = (space.column(), space.row());
            if column < side && row < side {
                if turn & 1 != 0 {
                    column = side - 1 - column;
                }
                if turn & 2 != 0 {
                    row = side - 1 - row;
                }
                if turn & 4 != 0 {
                    (column, row) = (row, column);
                }
            }
            map[space.index()] = Space::new(column, row).index() as u8;
        }
        Symmetry(map)
    }

    /// Where a space goes.
    #[inline]
    #[must_use]
    pub fn space(&self, space: Space) -> Space {
        Space::at(self.0[space.index()])
    }

    /// Where the buttons of a position go.
    #[must_use]
    pub fn position(&self, position: &Position) -> Position {
        let mut layout = Layout::default();
        for space in Space::of_mask(position.layout.taken()) {
            if let Some(button) = position.layout.button(space) {
                layout.place(button, self.space(space));
            }
        }
        Position { layout, ..*position }
    }

    /// The image of an action.
    #[must_use]
    pub fn action(&self, action: Action) -> Action {
        match action {
            Action::Place { value, at } => Action::Place { value, at: self.space(at) },
            Action::Move { from, to } => Action::Move { from: self.space(from), to: self.space(to) },
        }
    }

    /// The symmetry that leads back.
    #[must_use]
    pub fn inverse(&self) -> Symmetry {
        let mut map = [0; SPACES];
        for space in Space::all() {
            map[self.space(space).index()] = space.index() as u8;
        }
        Symmetry(map)
    }
}

/// The image of a position that stands for all its images, and the symmetries that lead to it: the one with
/// the least [`Position::code`].
#[must_use]
pub fn canonical(symmetries: &[Symmetry], position: &Position) -> (Position, Vec<Symmetry>) {
    let (mut least, mut to): (Option<(u128, Position)>, Vec<Symmetry>) = (None, Vec::new());
    for symmetry in symmetries {
        let image = symmetry.position(position);
        let code = image.code();
        if least.is_none_or(|(least, _)| code < least) {
            least = Some((code, image));
            to.clear();
        }
        if least.is_some_and(|(least, _)| code == least) {
            to.push(*symmetry);
        }
    }
    (least.map_or(*position, |(_, image)| image), to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boardfile::{STAND_INS, read};
    use crate::duel::notation::read_position;
    use crate::pieces::SIDE;

    #[test]
    fn boards_have_the_symmetries_that_their_bridges_have() {
        let counts = STAND_INS.map(|stand_in| Symmetry::all(&stand_in.board(), SIDE).len());
        assert_eq!(counts, [4, 4, 4]);
        let one = read("baju-board 1\nred a1-b1\n").board.unwrap();
        assert_eq!(Symmetry::all(&one, SIDE).len(), 1);
        assert_eq!(Symmetry::all(&one, 2).len(), 2);
    }

    #[test]
    fn images_have_the_images_of_the_actions_and_one_canonical_form() {
        let board = STAND_INS[0].board();
        let symmetries = Symmetry::all(&board, SIDE);
        let position = read_position("----W6B4/B8W8W1W2/W5--B7B5/------W3 W W1B7").unwrap();
        let actions = |position: &Position| {
            let mut actions = Vec::new();
            position.each_action(&board, |action| actions.push(action));
            actions.sort_unstable();
            actions
        };
        let canon = canonical(&symmetries, &position).0;
        for symmetry in &symmetries {
            let image = symmetry.position(&position);
            let mut mapped: Vec<Action> =
                actions(&position).into_iter().map(|action| symmetry.action(action)).collect();
            mapped.sort_unstable();
            assert_eq!(actions(&image), mapped);
            assert_eq!(symmetry.inverse().position(&image), position);
            let (same, to) = canonical(&symmetries, &image);
            assert_eq!(same, canon);
            assert!(to.iter().all(|symmetry| symmetry.position(&image) == canon) && to.len() == 1);
        }
        let empty = Position::empty(crate::pieces::Colour::White);
        assert_eq!(canonical(&symmetries, &empty).1.len(), symmetries.len());
    }
}
