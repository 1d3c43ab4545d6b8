//! The lesson: from the first swap to a whole puzzle.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// Ends of paths: the white 1 lies in the middle, the white 3 in a corner.
const OPEN: Position =
    Position { setup: r#"{ "position": "W3W4W7B7/B2W1W8B4/B5B1B3W5/W6B8B6W2" }"#, ..Position::START };
/// The same with a black 3 in the corner.
const BLACK_CORNER: Position =
    Position { setup: r#"{ "position": "B3W4W7B7/B2W1W8B4/B5B1W3W5/W6B8B6W2" }"#, ..Position::START };

/// The lesson of the puzzle.
pub(super) const LESSON: Lesson = Lesson {
    about: "Learn how a button moves, what matching lines are, and solve a whole puzzle.",
    steps: &[
        LessonStep {
            title: "A move is a swap",
            task: "Take the white 1. Then choose one of the two places it can reach.",
            position: OPEN,
            way: Way::Line(&[LessonMove {
                actions: &["b2a2", "b2b3"],
                tries: &[("a1d1", "It may move, but look for the white 1: it is in the second row.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Any button may move, but now it is the turn of the white 1.",
            right: "The two buttons have changed places. Every move of this puzzle is such a swap.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The number counts bridges",
            task: "Move the white 3 in the corner. It crosses three bridges, no more and no fewer.",
            position: OPEN,
            way: Way::Line(&[LessonMove {
                actions: &["a1d1", "a1b3"],
                tries: &[("b2a2", "That is the white 1, and it crosses one bridge. Take the white 3.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Take the white 3 in the corner at the top left.",
            right: "Three bridges: red, white, red. What lies on the way does not matter.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Each colour has its bridges",
            task: "Now a black 3 lies in the same corner. Black buttons cross red and black bridges. Move \
                it.",
            position: BLACK_CORNER,
            way: Way::Line(&[LessonMove {
                actions: &["a1c2", "a1a4"],
                tries: &[("c3d1", "That is the white 3. The black one is in the corner.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Take the black 3 in the corner at the top left.",
            right: "White buttons cross red and white bridges, black ones red and black. So the same number \
                leads elsewhere.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Match a line",
            task: "The white line reads 1 7 8 2. Make the row below it read the same in black.",
            position: Position {
                setup: r#"{ "position": "B4B6W3B3/W1W7W8W2/W5B7B8B2/B1B5W4W6" }"#,
                ..Position::START
            },
            way: Way::Win {
                line: &["a4a3"],
                within: 1,
                tries: &[(
                    "a4b4",
                    "The black 1 is the right button, but its place is at the beginning of the third row.",
                )],
            },
            otherwise: "The black row has 7 8 2 in place. Only its 1 is missing.",
            hint: "The black 1 is one bridge away from its place.",
            right: "White 1 7 8 2, black 1 7 8 2: a matching pair. That is the first of the four goals.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The order counts",
            task: "Black reads 2 3 7 5. Change the white row so that it reads the same from the left.",
            position: Position {
                setup: r#"{ "position": "W8B6W4B8/W2W7W3W5/B2B3B7B5/W6B4B1W1" }"#,
                ..Position::START
            },
            way: Way::Win {
                line: &["b2c2"],
                within: 1,
                tries: &[(
                    "d2a2",
                    "Now White reads 5 7 3 2: the same numbers, but mirrored. That is no match.",
                )],
            },
            otherwise: "Both rows are lines already. Compare them place by place: two white buttons have to \
                change.",
            hint: "In the white row the 7 and the 3 are in each other’s place.",
            help: Help::Asked,
            right: "2 3 7 5 and 2 3 7 5. A line may be a row or a column; it is read from the left or from \
                the top.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Two moves",
            task: "Make the two rows in the middle match in two moves.",
            position: Position {
                setup: r#"{ "position": "W4B3W2B4/W6W7W8W5/B5B7B1B6/W3B2B8W1" }"#,
                ..Position::START
            },
            way: Way::Win { line: &["c3c4", "d2a2"], within: 2, tries: &[] },
            otherwise: "That was not a matching pair after two moves. The board is as it was: try again.",
            hint: "Black needs its 8 in the place of the 1. In the white row the 5 and the 6 change places.",
            help: Help::Asked,
            right: "5 7 8 6 twice. You fitted each line to the other.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "In sequence",
            task: "The second goal wants numbers that follow each other, such as 3 4 5 6. Finish the white \
                row.",
            position: Position {
                options: r#"{ "goal": 2 }"#,
                setup: r#"{ "position": "B8W2B7B2/W3W6W5W4/B3B4B5B6/W7B1W8W1" }"#,
                before: &[],
            },
            way: Way::Win {
                line: &["b2d2"],
                within: 1,
                tries: &[("b3d3", "The rows match, but 3 6 5 4 does not go up or down one by one.")],
            },
            otherwise: "Black already reads 3 4 5 6. White has to read the same.",
            hint: "The white 6 crosses six bridges, to the end of its row.",
            right: "A pair in sequence. The other two goals ask for two pairs at once.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "A whole puzzle: make any white line and any black line match. It takes three moves at best.",
        start: FinaleStart::Position {
            options: "",
            setup: r#"{ "position": "B1B8B2W5/W7W3W6W2/B3B5B6B7/W8W4B4W1" }"#,
        },
        seat: 0,
        opponent: "",
        done: "You can play the puzzle. Every day there is a new deal, the same for all.",
    },
};
