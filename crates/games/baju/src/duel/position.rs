//! A position of the duel by itself, without its history: the legal actions and their results. It is
//! small and cheap to copy, so searches use it, too.

use super::action::Action;
use crate::board::Board;
use crate::layout::Layout;
use crate::pieces::{self, Button, Colour, Space, has_line};

/// What lies on the board, and what has to be remembered of the last turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The buttons on the board.
    pub layout: Layout,
    /// Who acts now.
    pub side: Colour,
    /// The two buttons of different colours that swapped on the last turn, the lower one in [`Button`] order
    /// first. No player could swap two of one colour back on the next turn, so those are no part of the
    /// position.
    pub swapped: Option<(Button, Button)>,
}

impl Position {
    /// The empty board.
    #[must_use]
    pub fn empty(first: Colour) -> Position {
        Position { layout: Layout::default(), side: first, swapped: None }
    }

    /// The spaces on which the side to act may place a button.
    #[inline]
    #[must_use]
    pub fn open(&self) -> u16 {
        let taken = self.layout.taken();
        if taken == 0 {
            return u16::MAX;
        }
        // Shifted by a column and by a row; what would wrap round the left or right edge is cut off.
        let theirs = self.layout.spaces(self.side.other());
        let beside = (theirs & 0x7777) << 1 | (theirs & 0xeeee) >> 1 | theirs << 4 | theirs >> 4;
        beside & !taken
    }

    /// The space that the button on `from` may not go to because of the reversal rule, as a set.
    #[inline]
    #[must_use]
    pub fn forbidden(&self, button: Button) -> u16 {
        let partner = match self.swapped {
            Some((a, b)) if a == button => b,
            Some((a, b)) if b == button => a,
            _ => return 0,
        };
        self.layout.space(partner).map_or(0, Space::bit)
    }

    /// Whether the side to act could swap back the pair that swapped on the last turn, if that were allowed.
    #[must_use]
    pub fn swap_back(&self, board: &Board) -> bool {
        self.swapped.is_some_and(|(a, b)| {
            [(a, b), (b, a)].into_iter().any(|(mover, partner)| {
                mover.colour() == self.side
                    && self.layout.space(mover).zip(self.layout.space(partner)).is_some_and(|(from, to)| {
                        board.targets(mover.colour(), mover.value(), from) & to.bit() != 0
                    })
            })
        })
    }

    /// The spaces to which the side to act may move its button on `from`.
    #[inline]
    #[must_use]
    pub fn moves(&self, board: &Board, button: Button, from: Space) -> u16 {
        board.targets(button.colour(), button.value(), from) & !self.forbidden(button)
    }

    /// Calls `each` with every legal action: moves first, then placements.
    #[inline]
    pub fn each_action(&self, board: &Board, mut each: impl FnMut(Action)) {
        for from in Space::of_mask(self.layout.spaces(self.side)) {
            let Some(button) = self.layout.button(from) else { continue };
            Space::of_mask(self.moves(board, button, from)).for_each(|to| each(Action::Move { from, to }));
        }
        let open = self.open();
        if open != 0 {
            for button in self.layout.supply(self.side) {
                let value = button.value();
                Space::of_mask(open).for_each(|at| each(Action::Place { value, at }));
            }
        }
    }

    /// The number of legal actions.
    #[inline]
    #[must_use]
    pub fn count_actions(&self, board: &Board) -> usize {
        let own = self.layout.spaces(self.side);
        let supply = u32::from(pieces::VALUES) - own.count_ones();
        let mut count = if supply == 0 { 0 } else { supply * self.open().count_ones() };
        for from in Space::of_mask(own) {
            if let Some(button) = self.layout.button(from) {
                count += board.targets(self.side, button.value(), from).count_ones();
            }
        }
        if let Some((a, b)) = self.swapped {
            for button in [a, b].into_iter().filter(|button| button.colour() == self.side) {
                if let Some(from) = self.layout.space(button) {
                    let reversal = board.targets(self.side, button.value(), from) & self.forbidden(button);
                    count -= reversal.count_ones();
                }
            }
        }
        count as usize
    }

    /// The buttons on two spaces, the lower one in [`Button`] order first; `None` if one space is empty.
    #[inline]
    pub(super) fn exchanged(&self, from: Space, to: Space) -> Option<(Button, Button)> {
        let (a, b) = self.layout.button(from).zip(self.layout.button(to))?;
        Some((a.min(b), a.max(b)))
    }

    /// Takes a legal action.
    #[inline]
    pub fn act(&mut self, action: Action) {
        self.swapped = None;
        match action {
            Action::Place { value, at } => self.layout.place(Button::new(self.side, value), at),
            Action::Move { from, to } => {
                self.swapped = self.exchanged(from, to).filter(|(a, b)| a.colour() != b.colour());
                self.layout.exchange(from, to);
            }
        }
        self.side = self.side.other();
    }

    /// Who has a line while the other has none: the winner.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        match Colour::BOTH.map(|colour| has_line(self.layout.spaces(colour))) {
            [true, false] => Some(Colour::White),
            [false, true] => Some(Colour::Black),
            _ => None,
        }
    }

    /// How many bits [`Position::code`] has.
    pub(super) const CODE_BITS: u32 = 90;

    /// A pair of buttons as a nine-bit number, 0 for none.
    #[inline]
    pub(super) fn pair_code(pair: Option<(Button, Button)>) -> u128 {
        pair.map_or(0, |(a, b)| 1 + (a.min(b).index() * 16 + a.max(b).index()) as u128)
    }

    /// The position as one number: five bits for each space, then the swapped pair and the side.
    #[must_use]
    pub fn code(&self) -> u128 {
        let on = |space| self.layout.button(space).map_or(pieces::SPACES, Button::index);
        self.code_as(Space::all().fold(0, |code, space| code << 5 | on(space) as u128), |button| button)
    }

    /// As [`Position::code`], where `board` is the part about the spaces, and `name` gives the name that it
    /// uses for a button.
    #[inline]
    pub(super) fn code_as(&self, board: u128, name: impl Fn(Button) -> Button) -> u128 {
        let pair = Position::pair_code(self.swapped.map(|(a, b)| (name(a), name(b))));
        board << 10 | pair << 1 | self.side as u128
    }

    /// The position that [`Position::code`] turned into this number.
    #[must_use]
    pub fn from_code(code: u128) -> Position {
        let mut layout = Layout::default();
        for space in Space::all() {
            let button = (code >> (10 + 5 * (pieces::SPACES - 1 - space.index())) & 31) as u8;
            if button < pieces::SPACES as u8 {
                layout.place(Button::at(button), space);
            }
        }
        let pair = (code >> 1 & 511) as u16;
        let swapped =
            pair.checked_sub(1).map(|pair| (Button::at((pair / 16) as u8), Button::at((pair % 16) as u8)));
        let side = if code & 1 == 0 { Colour::White } else { Colour::Black };
        Position { layout, side, swapped }
    }
}
