//! The lesson: from the first button to a short game.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// A position on the usual board.
const fn at(setup: &'static str) -> Position {
    Position { setup, ..Position::START }
}

/// The lesson of the duel.
pub(super) const LESSON: Lesson = Lesson {
    about: "Learn to place and move buttons, to win with a line of four, and play a short game.",
    steps: &[
        LessonStep {
            title: "Place a button",
            task: "You have the white buttons. Place any of them next to the black one: above, below or beside it.",
            position: at(r#"{ "position": "--------/--B3----/--------/-------- W -" }"#),
            way: Way::Line(&[LessonMove::BASE]),
            otherwise: "Any of your buttons will do.",
            right: "A button enters the game next to one of your opponent's. They need no bridge between them.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Move over bridges",
            task: "Your 3 crosses exactly three bridges, red or white ones. Swap it with the black 5.",
            position: at(r#"{ "position": "W3------/--------/--B5----/-------- W -" }"#),
            way: Way::Line(&[LessonMove {
                actions: &["a1b3"],
                tries: &[("a1d1", "Your 3 may go to an empty space, too, but now swap it with the black 5.")],
                ..LessonMove::BASE
            }]),
            otherwise: "You may place a button as well, but now move your 3.",
            right: "Where a button lies at the end of your path, the two swap. Buttons on the way do not matter.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "A line of four wins",
            task: "Four of your buttons in a row or a column win. Complete your row.",
            position: at(r#"{ "position": "----B1--/W1W6--W4/----B7--/B2------ W -" }"#),
            way: Way::Win {
                line: &["5@c2"],
                within: 1,
                tries: &[
                    ("5@d3", "That space is not in your row. The gap is the third space of the second row."),
                    ("d2d4", "That takes your 4 out of the row that you want to complete."),
                ],
            },
            otherwise: "Your row has one gap, and it is next to a black button: place a button there.",
            right: "A row of four, and Black has none. That is a win.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Win by a swap",
            task: "The last column is nearly yours, but the black 4 is in it. Put one of your buttons in its place.",
            position: at(r#"{ "position": "--B1--W2/--W6--B4/B8----W5/------W7 W -" }"#),
            way: Way::Win {
                line: &["b2d2"],
                within: 1,
                tries: &[("b2d4", "That swaps two of your own buttons. The black 4 is still in the column.")],
            },
            otherwise: "The black 4 is still in the column. Your 6 can reach it.",
            hint: "Your 6 crosses six bridges to the black 4.",
            help: Help::Asked,
            right: "Your 6 took the place of the black 4. One move can change two lines at once.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Not straight back",
            task: "Black has just swapped the black 7 with your 1, and you may not swap the two straight back. Move your 1 elsewhere.",
            position: at(r#"{ "position": "------B4/B8W8W1W2/W5--B7B5/------W3 W W1B7" }"#),
            way: Way::Line(&[LessonMove {
                actions: &["c2d2"],
                tries: &[("a3b1", "That is your 5. Your 1 is the button with the sign.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Take your 1. Both buttons of the last swap carry a small sign.",
            right: "You may swap two of your own. The rule is only for the two buttons that have just swapped, and for one turn.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Stop a line",
            task: "Black needs one more button in the first row. Place one of yours in the gap.",
            position: at(r#"{ "position": "B1B5--B3/----W2--/----W7B8/--W6---- W -" }"#),
            way: Way::Line(&[LessonMove {
                actions: &["4@c1", "1@c1", "3@c1", "5@c1", "8@c1"],
                tries: &[
                    ("4@d4", "Then Black places a button in the gap and wins."),
                    ("c2d1", "That breaks the black row, too. Now do it with a button from your supply."),
                ],
                ..LessonMove::BASE
            }]),
            otherwise: "Black could still complete the first row. Place a button in its gap.",
            help: Help::Asked,
            hint: "The gap is the third space of the first row.",
            right: "Look at Black's lines before each of your turns.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Two lines cancel",
            task: "Both of you have a row, so neither counts. Break the black row and keep yours: then you alone have one.",
            position: at(r#"{ "position": "B2----W6/W8W1W5W3/B4B7B1B3/--W2---- W -" }"#),
            way: Way::Win {
                line: &["d1b3"],
                within: 1,
                tries: &[
                    ("b2b3", "Now both rows are broken. Use a button that is not in your row."),
                    ("d1c4", "Black's row is still whole, so neither row counts."),
                ],
            },
            otherwise: "The black row must be broken and yours kept. Your 6 and your 2 are free to move.",
            hint: "Your 6, at the end of the first row, reaches the black row.",
            help: Help::Asked,
            right: "You alone have a line, so you win. It does not matter whose turn it is when that happens.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "A short game against the weakest opponent. Fill a row or column of four before Black does.",
        start: FinaleStart::Position {
            options: "",
            setup: r#"{ "position": "--------/--W6B3--/--B5W2--/-------- W -" }"#,
        },
        seat: 0,
        opponent: "1",
        done: "You can play the duel. Choose a stronger opponent when you win easily.",
    },
};
