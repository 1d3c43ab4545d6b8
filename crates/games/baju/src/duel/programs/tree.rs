//! A duel as the alpha-beta search sees it.

use crate::board::Board;
use crate::duel::action::Action;
use crate::duel::position::Position;
use crate::pieces::{Button, Colour, LINES, SPACES, Space, VALUES, has_line};
use bagatelle_search::alphabeta::{End, SURE, Tree};

/// A position with its key.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The position.
    pub position: Position,
    key: u64,
}

impl Node {
    /// A node to search from.
    #[must_use]
    pub fn new(position: Position) -> Node {
        let layout = &position.layout;
        let mut key = extras(&position);
        for button in Button::all() {
            if let Some(space) = layout.space(button) {
                key ^= seat(button, space);
            }
        }
        Node { position, key }
    }
}

/// A pseudo-random word for a number (SplitMix64, Steele, Lea and Flood 2014).
pub(super) const fn mix(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Random words for "this button on this space" (Zobrist 1970).
const SEATS: [u64; SPACES * SPACES] = {
    let mut words = [0; SPACES * SPACES];
    let mut index = 0;
    while index < words.len() {
        words[index] = mix(index as u64);
        index += 1;
    }
    words
};

#[inline]
fn seat(button: Button, space: Space) -> u64 {
    SEATS[(button.index() * SPACES + space.index()) & 255]
}

/// The part of a key that is not about where buttons lie.
#[inline]
fn extras(position: &Position) -> u64 {
    let pair = position.swapped.map_or(0, |(a, b)| mix(0x1000 + (a.index() * SPACES + b.index()) as u64));
    pair ^ if position.side == Colour::Black { mix(0x2000) } else { 0 }
}

/// What an evaluation counts, in hundredths of a point.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// For a line with 0 to 4 own buttons.
    pub line: [i32; 5],
    /// For a line with three buttons of the opponent, which could complete it with one action if it were its
    /// turn: one such action, and two or more.
    pub threat: [i32; 2],
    /// For each space on which a player could complete a line of three with a button that reaches it.
    pub reach: i32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights { line: [0, 4, 18, 60, 80], threat: [60, 160], reach: 6 }
    }
}

/// The duel on a board, for the search.
#[derive(Clone, Copy, Debug)]
pub struct DuelTree<'a> {
    board: &'a Board,
    weights: Weights,
    blur: u32,
    salt: u64,
}

impl<'a> DuelTree<'a> {
    /// A tree with the best evaluations.
    #[must_use]
    pub fn new(board: &'a Board) -> DuelTree<'a> {
        DuelTree::blurred(board, 0, 0)
    }

    /// A tree whose evaluations are off by up to `blur` either way, in a manner that depends on `salt`.
    #[must_use]
    pub fn blurred(board: &'a Board, blur: u32, salt: u64) -> DuelTree<'a> {
        DuelTree { board, weights: Weights::default(), blur, salt }
    }

    /// The same tree with other weights.
    #[must_use]
    pub fn weighted(self, weights: Weights) -> DuelTree<'a> {
        DuelTree { weights, ..self }
    }

    /// The key of a position by its [`Position::code`].
    #[must_use]
    pub fn key_of_code(&self, code: u128) -> u64 {
        Node::new(Position::from_code(code)).key
    }

    /// How many actions would win at once for the side to act in `position`; stops counting at two.
    pub(super) fn wins(&self, position: &Position) -> u32 {
        let layout = &position.layout;
        let side = position.side;
        let (own, theirs) = (layout.spaces(side), layout.spaces(side.other()));
        if own.count_ones() < 3 || has_line(theirs) {
            return 0;
        }
        let mut wins = 0;
        for line in LINES {
            let missing = line & !own;
            if missing.count_ones() != 1 {
                continue;
            }
            if missing & theirs == 0 && own.count_ones() < u32::from(VALUES) && position.open() & missing != 0
            {
                wins += 1;
            }
            for from in Space::of_mask(own & !line) {
                let Some(button) = layout.button(from) else { continue };
                if position.moves(self.board, button, from) & missing != 0 {
                    // A button of the opponent that lay in the way goes to where the mover came from.
                    let sent = if missing & theirs != 0 { theirs & !missing | from.bit() } else { theirs };
                    wins += u32::from(!has_line(sent));
                }
            }
            if wins >= 2 {
                return 2;
            }
        }
        wins
    }

    /// What the lines are worth to a colour.
    fn lines(&self, position: &Position, colour: Colour) -> i32 {
        let own = position.layout.spaces(colour);
        LINES.iter().map(|line| self.weights.line[(own & line).count_ones() as usize]).sum()
    }

    /// The spaces that each line of two or three still needs and that some button of `colour` can reach.
    fn reach(&self, position: &Position, colour: Colour) -> i32 {
        let layout = &position.layout;
        let own = layout.spaces(colour);
        let mut reached = 0u16;
        for from in Space::of_mask(own) {
            reached |= layout.targets(self.board, from);
        }
        let near = |line: &&u16| (own & **line).count_ones() >= 2;
        let useful = |line: &u16| (line & !own & reached).count_ones();
        LINES.iter().filter(near).map(useful).sum::<u32>() as i32
    }
}

impl Tree for DuelTree<'_> {
    type Node = Node;
    type Move = Action;
    const LABELS: usize = 3 * 256;
    const LATE: usize = 6;

    #[inline]
    fn moves(&self, node: &Node, out: &mut Vec<Action>) {
        node.position.each_action(self.board, |action| out.push(action));
    }

    #[inline]
    fn play(&self, node: &mut Node, action: Action) {
        let position = &mut node.position;
        node.key ^= extras(position);
        match action {
            Action::Place { value, at } => node.key ^= seat(Button::new(position.side, value), at),
            Action::Move { from, to } => {
                for button in [from, to].into_iter().filter_map(|space| position.layout.button(space)) {
                    node.key ^= seat(button, from) ^ seat(button, to);
                }
            }
        }
        position.act(action);
        node.key ^= extras(position);
    }

    #[inline]
    fn key(&self, node: &Node) -> u64 {
        node.key
    }

    #[inline]
    fn end(&self, node: &Node) -> Option<End> {
        let position = &node.position;
        match position.winner() {
            Some(winner) if winner == position.side => Some(End::Won),
            Some(_) => Some(End::Lost),
            None if position.count_actions(self.board) == 0 => Some(End::Drawn),
            None => None,
        }
    }

    fn evaluate(&self, node: &Node) -> i32 {
        let position = &node.position;
        let (side, other) = (position.side, position.side.other());
        let mut value = self.lines(position, side) - self.lines(position, other);
        value += self.weights.reach * (self.reach(position, side) - self.reach(position, other));
        let turned = Position { side: other, swapped: None, ..*position };
        match self.wins(&turned) {
            0 => (),
            1 => value -= self.weights.threat[0],
            _ => value -= self.weights.threat[1],
        }
        if self.blur > 0 {
            let noise = mix(node.key ^ self.salt) % u64::from(2 * self.blur + 1);
            value += noise as i32 - self.blur as i32;
        }
        value.clamp(1 - SURE, SURE - 1)
    }

    fn label(&self, action: Action) -> u16 {
        match action {
            Action::Move { from, to } => (from.index() * SPACES + to.index()) as u16,
            Action::Place { value, at } => (256 + usize::from(value - 1) * SPACES + at.index()) as u16,
        }
    }

    #[inline]
    fn sure_win(&self, node: &Node) -> Option<u32> {
        (self.wins(&node.position) > 0).then_some(1)
    }

    fn order(&self, node: &Node, action: Action) -> i32 {
        let layout = &node.position.layout;
        let (own, theirs) = (layout.spaces(node.position.side), layout.spaces(node.position.side.other()));
        let worth = |set: u16, space: Space| -> i32 {
            let through = LINES.iter().filter(|line| *line & space.bit() != 0);
            through.map(|line| [0, 1, 4, 16][(set & line & !space.bit()).count_ones() as usize & 3]).sum()
        };
        match action {
            Action::Place { at, .. } => 60 * (worth(own, at) + worth(theirs, at)),
            Action::Move { from, to } => {
                let block = if theirs & to.bit() != 0 { worth(theirs, to) - worth(theirs, from) } else { 0 };
                60 * (worth(own & !from.bit(), to) - worth(own, from) + block)
            }
        }
    }
}
