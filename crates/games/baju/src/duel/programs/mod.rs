//! The programs that play the duel.
//!
//! [`tree`] tells the alpha-beta search what a duel is and how good a position looks; [`search()`] is that
//! search. The levels differ in how deep they search and in how much their judgment is blurred, and the
//! highest knows the [`book`]; [`Line3`] is a fixed reference player to measure them against. [`forced`]
//! proves what can be forced.

pub mod book;
pub mod forced;
mod levels;
mod line3;
mod search;
pub mod symmetry;
pub mod tree;

pub use levels::Level;
pub use line3::Line3;
pub use search::{search, search_lines, words};

use super::rules::Duel;
use bagatelle_core::persona::{Backdrop, Extra, Face, Hair, Persona, Shade, Skill, Skin};
use bagatelle_core::program::ProgramSpec;
use bagatelle_search::alphabeta::DEEPEST;

/// The highest level.
pub const STRONGEST: Level = Level { depth: DEEPEST, blur: 4, bits: 20, book: true };

/// The programs: the reference player, then the levels, weakest first.
pub const PROGRAMS: &[ProgramSpec<Duel>] = &[
    ProgramSpec {
        name: "line3",
        about: "a yardstick: counts lines, three turns ahead",
        persona: None,
        think_ms: 1000,
        make: || Box::new(Line3),
    },
    ProgramSpec {
        name: "1",
        about: "a beginner: looks one turn ahead, with only a vague idea of what’s good",
        persona: Some(Persona {
            name: "Finn",
            skill: Skill::Beginner,
            style: "Moves whatever catches his eye and is pleased when it makes a line.",
            face: Face::new(Skin::Rosy, Hair::Spiky, Shade::Blond, Backdrop::Sky),
        }),
        think_ms: 100,
        make: || Box::new(Level { depth: 1, blur: 160, bits: 10, book: false }),
    },
    ProgramSpec {
        name: "2",
        about: "sees immediate wins and growing lines",
        persona: Some(Persona {
            name: "Rosa",
            skill: Skill::Casual,
            style: "Goes for her own line and rarely misses a win, but forgets about yours.",
            face: Face::new(Skin::Fair, Hair::Bob, Shade::Red, Backdrop::Sage),
        }),
        think_ms: 100,
        make: || Box::new(Level { depth: 1, blur: 12, bits: 10, book: false }),
    },
    ProgramSpec {
        name: "3",
        about: "considers your answer, too",
        persona: Some(Persona {
            name: "Imre",
            skill: Skill::Intermediate,
            style: "Considers your answer before he moves, so a simple threat won’t get past him.",
            face: Face::new(Skin::Tan, Hair::Parted, Shade::Brown, Backdrop::Clay).with(Extra::Moustache),
        }),
        think_ms: 100,
        make: || Box::new(Level { depth: 2, blur: 6, bits: 10, book: false }),
    },
    ProgramSpec {
        name: "4",
        about: "looks three turns ahead",
        persona: Some(Persona {
            name: "Leila",
            skill: Skill::Skilled,
            style: "Thinks three turns ahead and builds two threats at once.",
            face: Face::new(Skin::Tan, Hair::Bald, Shade::Black, Backdrop::Lilac).with(Extra::Scarf),
        }),
        think_ms: 200,
        make: || Box::new(Level { depth: 3, blur: 4, bits: 12, book: false }),
    },
    ProgramSpec {
        name: "5",
        about: "looks five turns ahead",
        persona: Some(Persona {
            name: "Tomás",
            skill: Skill::Advanced,
            style: "Thinks five turns ahead and would rather make you answer than answer you.",
            face: Face::new(Skin::Brown, Hair::Curly, Shade::Black, Backdrop::Sand),
        }),
        think_ms: 500,
        make: || Box::new(Level { depth: 5, blur: 4, bits: 16, book: false }),
    },
    ProgramSpec {
        name: "6",
        about: "looks seven turns ahead",
        persona: Some(Persona {
            name: "Sigrun",
            skill: Skill::Expert,
            style: "Thinks seven turns ahead; a mistake against her is usually your last.",
            face: Face::new(Skin::Fair, Hair::Bun, Shade::White, Backdrop::Rose).with(Extra::Glasses),
        }),
        think_ms: 1000,
        make: || Box::new(Level { depth: 7, blur: 4, bits: 18, book: false }),
    },
    ProgramSpec {
        name: "7",
        about: "knows the opening book and thinks for up to a second",
        persona: Some(Persona {
            name: "Okoye",
            skill: Skill::Master,
            style: "Thinks for up to a second and rarely lets a win slip.",
            face: Face::new(Skin::Dark, Hair::Cropped, Shade::Grey, Backdrop::Sage).with(Extra::Glasses),
        }),
        think_ms: 1000,
        make: || Box::new(STRONGEST),
    },
];
