//! The duel's players made of code.
//!
//! [`tree`] tells the alpha-beta search what a duel is and how good a position looks; [`search()`] is that search. The
//! levels differ in how deep they look and in how far their judgement is blurred; [`Line3`] is a fixed reference
//! player to measure them against.

mod levels;
mod line3;
mod search;
pub mod tree;

pub use line3::Line3;
pub use search::{search, words};

use super::rules::Duel;
use bagatelle_core::program::ProgramSpec;
use bagatelle_search::alphabeta::DEEPEST;
use levels::Level;

/// The programs: the reference player, then the levels, weakest first.
pub const PROGRAMS: &[ProgramSpec<Duel>] = &[
    ProgramSpec {
        name: "line3",
        about: "a yardstick: counts lines, three actions ahead",
        think_ms: 1000,
        make: || Box::new(Line3),
    },
    ProgramSpec {
        name: "1",
        about: "a beginner: looks one action ahead, with a very vague idea of what is good",
        think_ms: 100,
        make: || Box::new(Level { depth: 1, blur: 160, bits: 10 }),
    },
    ProgramSpec {
        name: "2",
        about: "sees what wins at once, and lines that grow",
        think_ms: 100,
        make: || Box::new(Level { depth: 1, blur: 12, bits: 10 }),
    },
    ProgramSpec {
        name: "3",
        about: "looks at your answer too",
        think_ms: 100,
        make: || Box::new(Level { depth: 2, blur: 6, bits: 10 }),
    },
    ProgramSpec {
        name: "4",
        about: "looks three actions ahead",
        think_ms: 200,
        make: || Box::new(Level { depth: 3, blur: 4, bits: 12 }),
    },
    ProgramSpec {
        name: "5",
        about: "looks five actions ahead",
        think_ms: 500,
        make: || Box::new(Level { depth: 5, blur: 4, bits: 16 }),
    },
    ProgramSpec {
        name: "6",
        about: "looks seven actions ahead",
        think_ms: 1000,
        make: || Box::new(Level { depth: 7, blur: 4, bits: 18 }),
    },
    ProgramSpec {
        name: "7",
        about: "looks as far as a second allows",
        think_ms: 1000,
        make: || Box::new(Level { depth: DEEPEST, blur: 4, bits: 20 }),
    },
];
