//! The lesson: from the first tile to a short game.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// A position of a step; the options of the game are the usual ones.
const fn at(setup: &'static str) -> Position {
    Position { setup, ..Position::START }
}

/// The lesson.
pub(crate) const LESSON: Lesson = Lesson {
    about: "Learn to place and slide bamboo tiles, and to make a winning block.",
    steps: &[
        LessonStep {
            title: "Place a tile",
            task: "You play the light tiles. The marks show where a new tile can go. Choose one.",
            position: at(r#"{ "tiles": ["0 0 H 0", "2 0 V 1"], "hands": [5, 5], "to_act": 0 }"#),
            way: Way::Line(&[LessonMove::BASE]),
            otherwise: "Any mark will do. You can rotate the tile first.",
            right: "Your tile lies side by side with another, and the two share a corner. That counts as \
                touching.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Four side by side",
            task: "Four of your own tiles in a block win. You have three side by side. Place the fourth.",
            position: at(concat!(
                r#"{ "tiles": ["0 0 V 0", "1 0 V 0", "2 0 V 0", "0 2 H 1", "2 2 H 1", "0 -1 H 1"], "#,
                r#""hands": [3, 3], "to_act": 0 }"#
            )),
            way: Way::Win {
                line: &["V3,0"],
                within: 1,
                tries: &[(
                    "H3,0",
                    "This tile is horizontal. Rotate it, because the fourth has to be vertical like the \
                        others.",
                )],
            },
            otherwise: "Place a vertical tile at either end of the three.",
            right: "A block of four light tiles, two cells by four. You win!",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Two and two",
            task: "A block may also have two vertical and two horizontal tiles. One is missing.",
            position: at(concat!(
                r#"{ "tiles": ["0 0 V 0", "1 0 V 0", "2 0 H 0", "0 2 H 1", "-1 0 V 1", "4 0 V 1"], "#,
                r#""hands": [3, 3], "to_act": 0 }"#
            )),
            way: Way::Win {
                line: &["H2,1"],
                within: 1,
                tries: &[(
                    "V2,1",
                    "A vertical tile sticks out above the block. The missing one is horizontal.",
                )],
            },
            otherwise: "The block is two cells high. Its two empty cells are above the horizontal light \
                tile.",
            hint: "Look above the horizontal light tile.",
            help: Help::Asked,
            right: "Two vertical and two horizontal tiles also win, as long as they make a block.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The block that doesn’t count",
            task: "Four horizontal tiles, two above two, don’t win. Find the place that does.",
            position: at(concat!(
                r#"{ "tiles": ["-1 0 V 0", "0 0 H 0", "0 1 H 0", "2 0 H 0", "0 2 H 1", "-1 -1 H 1", "1 "#,
                r#"-1 H 1"], "hands": [3, 3], "to_act": 0 }"#
            )),
            way: Way::Win {
                line: &["V-2,0"],
                within: 1,
                tries: &[(
                    "H2,1",
                    "Four horizontal tiles, two above two: this is the one block that doesn’t count.",
                )],
            },
            otherwise: "The vertical tile and the two horizontal ones beside it need one more vertical tile.",
            hint: "Look to the left of the vertical light tile.",
            help: Help::Asked,
            right: "Two vertical and two horizontal tiles. Four horizontal ones wouldn’t have won.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Block your opponent",
            task: "Dark has three vertical tiles side by side and wins with the next one. Place yours where \
                it would go.",
            position: at(concat!(
                r#"{ "tiles": ["0 0 V 1", "1 0 V 1", "2 0 V 1", "3 0 V 0", "0 2 H 0", "2 2 H 0"], "#,
                r#""hands": [3, 3], "to_act": 0 }"#
            )),
            way: Way::Line(&[LessonMove {
                actions: &["V-1,0", "H-2,0", "H-2,1"],
                tries: &[(
                    "V4,0",
                    "That end is already closed. Dark places a tile at the other end and wins.",
                )],
                ..LessonMove::BASE
            }]),
            otherwise: "Dark places a fourth tile at the open end and wins.",
            hint: "Your own tile closes one end of the three. Close the other end.",
            help: Help::Asked,
            right: "No room for a fourth. Look for threats like this every turn, and try to make two at once \
                yourself.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Slide a tile",
            task: "Your hand is empty, so you slide a tile on the table. Choose the one at the upper right, \
                then a place that wins.",
            position: at(concat!(
                r#"{ "tiles": ["0 0 V 0", "1 0 V 0", "2 0 V 0", "3 2 V 0", "1 2 H 1", "0 -1 H 1", "2 "#,
                r#"-1 H 1"], "hands": [0, 0], "to_act": 0 }"#
            )),
            way: Way::Win {
                line: &["V3,2>V3,0"],
                within: 1,
                tries: &[("V3,2>H3,2", "You rotated it, but the block still needs a fourth tile.")],
            },
            otherwise: "The three side by side need a fourth: the vertical tile at the upper right.",
            right: "It slid straight down beside the three. Tiles slide over free cells and never push \
                others.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Loose, rotated, and back",
            task: "If you slide a tile loose, so that it touches nothing, you may rotate it and slide it \
                back. Make the horizontal tile the fourth.",
            position: at(concat!(
                r#"{ "tiles": ["0 1 V 0", "1 1 V 0", "2 1 V 0", "3 1 H 0", "5 1 H 1", "7 0 V 1"], "#,
                r#""hands": [0, 0], "to_act": 0 }"#
            )),
            way: Way::Win { line: &["H3,1>V3,1"], within: 1, tries: &[] },
            otherwise: "The horizontal light tile has to go beside the three, vertical.",
            hint: "Choose the horizontal light tile, rotate it, and put it back where it was, vertical.",
            help: Help::Asked,
            right: "You slid it loose, rotated it and brought it back. You win before any tiles are taken \
                back.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "A bridge",
            task: "Your tile in the middle links two groups. Slide it to the larger one, and the smaller \
                one goes back to its owner’s hand.",
            position: at(concat!(
                r#"{ "tiles": ["0 0 H 1", "0 1 H 0", "0 2 H 1", "2 0 H 0", "4 0 V 1", "5 0 V 1"], "#,
                r#""hands": [0, 0], "to_act": 0 }"#
            )),
            way: Way::Line(&[LessonMove { actions: BRIDGES, ..LessonMove::BASE }]),
            otherwise: "The two dark tiles on the right are still there. Slide the light tile that links \
                them to the others.",
            hint: "The lower light tile is the bridge. Slide it to the left group.",
            help: Help::Asked,
            right: "Two dark tiles go back to Dark’s hand. Dark has to place them before sliding again, so \
                you gain two turns.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "Now play a whole game with eight tiles each. Make your block before Dark does. Once your hand \
            is empty, you slide.",
        start: FinaleStart::Deal { options: r#"{ "tiles": 8 }"#, deal_options: "" },
        seat: 0,
        opponent: "1",
        done: "That was a whole game. The full game has twenty tiles each and plays the same way.",
    },
};

/// The slides of the bridge that leave the two dark tiles alone.
const BRIDGES: &[&str] = &[
    "H2,0>H0,3",
    "H2,0>H0,-1",
    "H2,0>H-2,0",
    "H2,0>H-2,1",
    "H2,0>H-2,2",
    "H2,0>H2,2",
    "H2,0>V0,-2",
    "H2,0>V1,-2",
    "H2,0>V-1,-1",
    "H2,0>V2,-1",
    "H2,0>V-1,0",
    "H2,0>V2,0",
    "H2,0>V-1,1",
    "H2,0>V2,1",
    "H2,0>V-1,2",
    "H2,0>V2,2",
    "H2,0>V0,3",
    "H2,0>V1,3",
];
