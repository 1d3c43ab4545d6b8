//! The winning forms: the 2x4 rectangle made of four whole tiles of one colour.
//!
//! The picture in the rule document is lost; a review describes the forms as four tiles side by side, or two
//! standing and two lying, in any orientation. A block of lying tiles only, two on two, does not win.

use crate::tile::{Tile, Way};

const fn h(x: i32, y: i32) -> Tile {
    Tile::new(x, y, Way::H)
}

const fn v(x: i32, y: i32) -> Tile {
    Tile::new(x, y, Way::V)
}

/// The eight forms, each with its lower left corner at (0, 0): four of a lying rectangle, then the same
/// turned.
pub const FORMS: [[Tile; 4]; 8] = [
    [v(0, 0), v(1, 0), v(2, 0), v(3, 0)],
    [v(0, 0), v(1, 0), h(2, 0), h(2, 1)],
    [h(0, 0), h(0, 1), v(2, 0), v(3, 0)],
    [v(0, 0), h(1, 0), h(1, 1), v(3, 0)],
    [h(0, 0), h(0, 1), h(0, 2), h(0, 3)],
    [h(0, 0), h(0, 1), v(0, 2), v(1, 2)],
    [v(0, 0), v(1, 0), h(0, 2), h(0, 3)],
    [h(0, 0), v(0, 1), v(1, 1), h(0, 3)],
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn forms_are_all_tilings_of_the_rectangle_but_one() {
        for (first, (width, height)) in [(0, (4, 2)), (4, (2, 4))] {
            let all: BTreeSet<(i32, i32)> =
                (0..width).flat_map(|x| (0..height).map(move |y| (x, y))).collect();
            let mut seen = BTreeSet::new();
            for form in &FORMS[first..first + 4] {
                assert_eq!(form.iter().flat_map(|t| t.cells()).collect::<BTreeSet<_>>(), all);
                assert!(form.iter().any(|t| t.way == if width == 4 { Way::V } else { Way::H }));
                seen.insert(*form);
            }
            // The 2x4 rectangle has five tilings by dominoes (the Fibonacci number), one of which does not
            // win.
            assert_eq!(seen.len(), 4);
        }
    }
}
