//! The four goals of the puzzle.

use crate::layout::Layout;
use crate::pieces::{Colour, LINES, Space};

/// Which goal is played for, 1 to 4.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Goal {
    /// A white line of four and a black one that matches it.
    Pair,
    /// The same, with values in sequence.
    PairInSequence,
    /// Two white lines and two black ones, each matching one of the other colour.
    TwoPairs,
    /// The same, each line in sequence.
    TwoPairsInSequence,
}

impl Goal {
    /// All four, in order.
    pub const ALL: [Goal; 4] = [Goal::Pair, Goal::PairInSequence, Goal::TwoPairs, Goal::TwoPairsInSequence];

    /// The goal with a number from 1 to 4.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Goal> {
        Goal::ALL.into_iter().find(|goal| goal.number() == number)
    }

    /// 1 to 4.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Goal::Pair => "One matching pair",
            Goal::PairInSequence => "One pair in sequence",
            Goal::TwoPairs => "Two matching pairs",
            Goal::TwoPairsInSequence => "Two pairs in sequence",
        }
    }

    /// The name with what it means, in a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Goal::Pair => "One matching pair: the same numbers in the same order",
            Goal::PairInSequence => "One pair in sequence, such as 3 4 5 6 twice",
            Goal::TwoPairs => "Two matching pairs: four full lines",
            Goal::TwoPairsInSequence => "Two pairs in sequence: four full lines, such as 3 4 5 6",
        }
    }

    /// What is to be made, in a sentence that needs no other.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Goal::Pair => {
                "Make a white line and a black line match: two full rows, or two full columns, with the \
                 same numbers in the same order."
            }
            Goal::PairInSequence => {
                "Make a white line and a black line match in sequence: two full rows, or two full columns, \
                 with the same numbers, counting up or down by one, such as 3 4 5 6."
            }
            Goal::TwoPairs => {
                "Make two pairs of matching lines: each pair is a white row and a black row, or two \
                 columns, with the same numbers in the same order."
            }
            Goal::TwoPairsInSequence => {
                "Make two pairs of lines that match in sequence: each pair is a white row and a black row, \
                 or two columns, with the same numbers, counting up or down by one, such as 3 4 5 6."
            }
        }
    }

    /// The rows of a position that meets this goal.
    #[must_use]
    pub fn example(self) -> &'static str {
        match self {
            Goal::Pair => "W5W2W7W4/B8B1W6B6/B5B2B7B4/W1W3W8B3",
            Goal::PairInSequence => "B3W3W1B2/B4W4W7B8/B5W5W8B7/B6W6W2B1",
            Goal::TwoPairs => "W1W7W3W8/B1B7B3B8/W5W2W6W4/B5B2B6B4",
            Goal::TwoPairsInSequence => "W1W2W3W4/B1B2B3B4/W8W7W6W5/B8B7B6B5",
        }
    }

    /// How many pairs of lines it asks for.
    #[must_use]
    pub fn pairs(self) -> usize {
        match self {
            Goal::Pair | Goal::PairInSequence => 1,
            Goal::TwoPairs | Goal::TwoPairsInSequence => 2,
        }
    }

    /// Whether lines must be in sequence.
    #[must_use]
    pub fn in_sequence(self) -> bool {
        matches!(self, Goal::PairInSequence | Goal::TwoPairsInSequence)
    }

    /// Whether the goal is met.
    #[must_use]
    pub fn is_met(self, layout: &Layout) -> bool {
        self.pairs_met(layout).len() >= self.pairs()
    }

    /// The pairs of matching lines (white, black; as sets of spaces) that count for this goal.
    #[must_use]
    pub fn pairs_met(self, layout: &Layout) -> Vec<(u16, u16)> {
        let mut pairs = Vec::new();
        let of = |colour| LINES.into_iter().filter(move |line| layout.spaces(colour) & line == *line);
        for white in of(Colour::White) {
            let values = values(layout, white);
            for black in of(Colour::Black) {
                // Only parallel lines have the same perspective; lines of both colours are always parallel
                // anyway.
                if values == self::values(layout, black) && (!self.in_sequence() || is_sequence(&values)) {
                    pairs.push((white, black));
                }
            }
        }
        pairs
    }
}

/// The values along a line, rows from the left and columns from the top; 0 where no button lies.
#[must_use]
pub fn values(layout: &Layout, line: u16) -> [u8; 4] {
    let mut spaces = Space::of_mask(line);
    std::array::from_fn(|_| {
        spaces.next().and_then(|space| layout.button(space)).map_or(0, |button| button.value())
    })
}

/// Whether neighbours differ by exactly one, all in the same direction (values on a line are different, so
/// this is the same as "each one higher or one lower than the next").
#[must_use]
pub fn is_sequence(values: &[u8; 4]) -> bool {
    let step = |a: u8, b: u8| i16::from(b) - i16::from(a);
    let first = step(values[0], values[1]);
    first.abs() == 1 && values.windows(2).all(|pair| step(pair[0], pair[1]) == first)
}
