//! The lesson: from the first slide to a short puzzle.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// A position of a step; the options of the game are always the same.
const fn at(setup: &'static str) -> Position {
    Position { setup, ..Position::START }
}

/// The lesson.
pub(crate) const LESSON: Lesson = Lesson {
    about: "Learn to slide the tiles home and swap coins on the way, then solve a puzzle.",
    steps: &[
        LessonStep {
            title: "Tiles slide",
            task: "The empty cell is the hole. Choose a tile next to it, and it slides there.\n\
                On a keyboard, press an arrow key.",
            position: at(concat!(
                r#"{ "position": "AA C2 M0 M5 A3 SA M4 A2 S3 C3 A4 C0 -- C4 S5 A5 M3 MA S0 A0 C5 S2 CA "#,
                r#"S4 M2 | 2 3 0 0 A 4 4 2 5 0 2 3 - 5 5 A 3 4 A 0 5 2 3 4 A" }"#
            )),
            way: Way::Line(&[LessonMove::BASE]),
            otherwise: "Any tile next to the hole will do.",
            right: "The tile moved and took its coin along.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The last tile",
            task: "Suns, Moons, Crowns and Arms each have a row, from ace to 5. Slide the last tile home.",
            position: at(concat!(
                r#"{ "position": "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 "#,
                r#"C0 A0 | A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 2 - 4 5 0 0 3 0 0" }"#
            )),
            way: Way::Win {
                line: &["U"],
                within: 1,
                tries: &[
                    ("R", "That moves the 2 of Arms out of its place. The 3 belongs in the hole."),
                    ("D", "That moves the 3 of Crowns out of its row. The 3 of Arms belongs in the hole."),
                ],
            },
            otherwise: "The tile below the hole, the 3 of Arms, belongs there.",
            right: "Solved. The nulls and the hole share the last row, in any order.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Two moves",
            task: "Bring two Arms home: first the ace, then the 2.",
            position: at(concat!(
                r#"{ "position": "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 -- AA A3 A4 A5 S0 A2 M0 "#,
                r#"C0 A0 | A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 - A 3 4 5 0 2 0 0 0" }"#
            )),
            way: Way::Win {
                line: &["L", "U"],
                within: 2,
                tries: &[
                    ("D", "The ace of Crowns was already in place. Move the ace of Arms."),
                    ("U", "That’s a null, which belongs in the last row. Move the ace of Arms."),
                ],
            },
            otherwise: "Two moves are enough: the ace of Arms to the left, then the 2 of Arms up.",
            right: "Each slide moves the hole to where the tile was. Think about where you need the hole \
                next.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Swap two coins",
            task: "Each tile needs a coin of its own value. Slide the 3 of Arms up, then let it swap coins \
                with the tile on its left.\n\
                On a keyboard, press Shift with an arrow key.",
            position: at(concat!(
                r#"{ "position": "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 "#,
                r#"C0 A0 | A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0" }"#
            )),
            way: Way::Win {
                line: &["Ul"],
                within: 1,
                tries: &[
                    ("Ur", "The tile on the right had the right coin, a 4. The missing 3 is on the left."),
                    ("L", "Slide the 3 of Arms, below the hole: only a tile that just moved may swap."),
                ],
            },
            otherwise: "Slide the 3 of Arms up, then choose the 2 of Arms beside it.",
            right: "After a slide, the tile that moved may swap coins with one neighbour. You get one swap \
                per move, and it’s free.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Which neighbour?",
            task: "Again, one move with a swap. Which neighbour has the coin you need?",
            position: at(concat!(
                r#"{ "position": "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 "#,
                r#"C0 A0 | A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 2 - 3 5 0 0 4 0 0" }"#
            )),
            way: Way::Win {
                line: &["Ur"],
                within: 1,
                tries: &[
                    ("Ul", "The 2 of Arms had the right coin. Look for the 3."),
                    ("Uu", "The 3 of Crowns had the right coin. Look for the tile with a wrong one."),
                ],
            },
            otherwise: "Slide the 3 of Arms up. The tile with the 3 coin will be next to it.",
            hint: "The 4 of Arms carries the 3 coin, and the 3 of Arms carries the 4.",
            help: Help::Asked,
            right: "Both coins are where they belong.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Three moves",
            task: "Finish in three moves. One of them needs a swap with the tile beside it.",
            position: at(concat!(
                r#"{ "position": "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 -- C4 C5 AA A2 C3 A3 A5 S0 M0 C0 "#,
                r#"A4 A0 | A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 A 2 2 3 5 0 0 0 4 0" }"#
            )),
            way: Way::Win {
                line: &["Ul", "L", "U"],
                within: 3,
                tries: &[("R", "The 2 of Crowns is in place. The 3 of Crowns isn’t. It’s below the hole.")],
            },
            otherwise: "Three moves didn’t bring everything home. The board is reset, so try again.",
            hint: "The 3 of Crowns goes up and swaps coins with the 2 of Crowns. Then come the 3 and 4 of \
                Arms.",
            help: Help::Asked,
            right: "Tiles and coins are home. A swap is free with a move you need anyway.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "Now solve a short puzzle. Seven moves are enough. If you’re stuck, ask for a nudge.",
        start: FinaleStart::Position {
            options: "",
            setup: concat!(
                r#"{ "position": "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA -- C3 C4 C5 AA C2 A4 C0 A5 S0 A2 M0 A3 "#,
                r#"A0 | A 2 3 4 5 A 2 3 4 5 A - 2 4 5 A 3 4 0 5 0 2 3 0 0" }"#
            ),
        },
        seat: 0,
        opponent: "",
        done: "That’s all there is to know. A whole deal takes about a hundred moves, and every deal can \
            be solved.",
    },
};
