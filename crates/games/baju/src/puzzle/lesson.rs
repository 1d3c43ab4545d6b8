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
    about: "Learn how a button moves and what matching lines are, then solve a whole puzzle.",
    steps: &[
        LessonStep {
            title: "A move is a swap",
            task: "Take the white 1. Then choose one of the two spaces it can reach.",
            position: OPEN,
            way: Way::Line(&[LessonMove {
                actions: &["b2a2", "b2b3"],
                tries: &[("a1d1", "That button may move, but look for the white 1 in the second row.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Any button may move, but this time move the white 1.",
            right: "The two buttons have changed places. Every move of this puzzle is such a swap.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Count the bridges",
            task: "Move the white 3 in the corner. It crosses three bridges, no more and no fewer.",
            position: OPEN,
            way: Way::Line(&[LessonMove {
                actions: &["a1d1", "a1b3"],
                tries: &[("b2a2", "That’s the white 1, and it crosses one bridge. Take the white 3.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Take the white 3 in the corner at the top left.",
            right: "Three bridges: red, white, red. Buttons along the way don’t matter.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Each colour has its own bridges",
            task: "Now there’s a black 3 in the same corner. Black buttons cross red and black bridges. \
                Move it.",
            position: BLACK_CORNER,
            way: Way::Line(&[LessonMove {
                actions: &["a1c2", "a1a4"],
                tries: &[("c3d1", "That’s the white 3. The black one is in the corner.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Take the black 3 in the corner at the top left.",
            right: "White buttons cross red and white bridges, black ones red and black. So the same number \
                leads to different spaces.",
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
                    "The black 1 is the right button, but it belongs at the start of the third row.",
                )],
            },
            otherwise: "The black row has 7 8 2 in place. Only its 1 is missing.",
            hint: "The black 1 is one bridge away from its place.",
            right: "White 1 7 8 2, black 1 7 8 2: a matching pair. That’s the first of the four goals.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Order matters",
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
                    "Now White reads 5 7 3 2: the same numbers in reverse. That’s not a match.",
                )],
            },
            otherwise: "Both rows are already lines. Compare them space by space. Two white buttons have to \
                trade places.",
            hint: "In the white row, the 7 and the 3 are the wrong way round.",
            help: Help::Asked,
            right: "2 3 7 5 and 2 3 7 5. A line may be a row, read from the left, or a column, read from \
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
            otherwise: "No matching pair after two moves. The board is reset, so try again.",
            hint: "Black needs its 8 where the 1 is. In the white row, the 5 and the 6 have to trade places.",
            help: Help::Asked,
            right: "5 7 8 6 twice. You changed both lines to match.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "In sequence",
            task: "The second goal needs consecutive numbers, such as 3 4 5 6. Finish the white row.",
            position: Position {
                options: r#"{ "goal": 2 }"#,
                setup: r#"{ "position": "B8W2B7B2/W3W6W5W4/B3B4B5B6/W7B1W8W1" }"#,
                before: &[],
            },
            way: Way::Win {
                line: &["b2d2"],
                within: 1,
                tries: &[("b3d3", "The rows match, but 3 6 5 4 doesn’t go up or down by one.")],
            },
            otherwise: "Black already reads 3 4 5 6. White has to match it.",
            hint: "The white 6 crosses six bridges, to the end of its row.",
            right: "A pair in sequence. The other two goals need two pairs at once.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "Now solve a whole puzzle. Make any white line and any black line match. Three moves are \
            enough.",
        start: FinaleStart::Position {
            options: "",
            setup: r#"{ "position": "B1B8B2W5/W7W3W6W2/B3B5B6B7/W8W4B4W1" }"#,
        },
        seat: 0,
        opponent: "",
        done: "You’re ready to play. There’s a new deal every day, the same for everyone.",
    },
};
