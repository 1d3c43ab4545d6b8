//! The lesson: from the first button to lines of both colours.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// A position of a step; the options of the game are always the defaults.
const fn at(setup: &'static str) -> Position {
    Position { setup, ..Position::START }
}

/// The lesson of the duel.
pub(super) const LESSON: Lesson = Lesson {
    about: "Learn to place and move buttons, and to make and break a line of four.",
    steps: &[
        LessonStep {
            title: "The first button",
            task: "The board is empty, and you’re White. Take any white button and place it on any space.",
            way: Way::Line(&[LessonMove::BASE]),
            otherwise: "Any button on any space will do.",
            right: "The first button may go anywhere. White and Black take turns, and you may not pass.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Next to Black",
            task: "A new button must go next to a black one, in the same row or column. Place one next to \
                the black 4.",
            position: at(r#"{ "position": "--------/----B4--/--W2----/-------- W -" }"#),
            way: Way::Line(&[LessonMove {
                actions: &[
                    "5@b2", "5@c1", "5@d2", "5@c3", "1@b2", "1@c1", "1@d2", "1@c3", "3@b2", "3@c1", "3@d2",
                    "3@c3", "4@b2", "4@c1", "4@d2", "4@c3", "6@b2", "6@c1", "6@d2", "6@c3", "7@b2", "7@c1",
                    "7@d2", "7@c3", "8@b2", "8@c1", "8@d2", "8@c3",
                ],
                tries: &[("b3a2", "That moves a button already on the board. Place a new one first.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Take a button that isn’t on the board yet.",
            right: "Only the black neighbour counts. You don’t need a bridge to it.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Move and swap",
            task: "Instead of placing a button, you may move one. The white 2 crosses two bridges, red or \
                white. Swap it with the black 4.",
            position: at(r#"{ "position": "--------/B4------/--W2----/-------- W -" }"#),
            way: Way::Line(&[LessonMove {
                actions: &["b3a2"],
                tries: &[
                    ("b3a4", "That space is empty, so there’s no swap. The other way leads to the black 4."),
                    ("1@a1", "That places a new button. This time move the white 2."),
                ],
                ..LessonMove::BASE
            }]),
            otherwise: "Take the white 2, then the black 4.",
            right: "The two buttons have changed places. You may swap with either colour.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "A line of four",
            task: "You win with four of your buttons in a row or column while Black has no line. Fill the \
                gap in your row.",
            position: at(r#"{ "position": "--------/W6W3W8--/--B2--B4/--B7---- W -" }"#),
            way: Way::Win {
                line: &["5@d2"],
                within: 1,
                tries: &[("5@a3", "That space is below your row. The gap is at its right end.")],
            },
            otherwise: "Your second row has three white buttons. Its last space is empty.",
            right: "A line of four, and you win. The numbers don’t matter for a line.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Swap into the line",
            task: "There’s a black button in your row. Move a white button to its place.",
            position: at(r#"{ "position": "----B3--/----B6W2/W5W7B1W4/--B8---- W -" }"#),
            way: Way::Win {
                line: &["d2c3"],
                within: 1,
                tries: &[("d2c1", "The 2 reaches two spaces. The other one is in your row.")],
            },
            otherwise: "Your row is the third. A white button from outside has to come in for the black 1.",
            hint: "The white 2 is two bridges away from the black 1.",
            right: "The black button is gone, and your row is full. You win.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "No swapping back",
            task: "Black just swapped the 1 with your 2, and you may not swap the same two straight back. \
                Win another way.",
            position: at(r#"{ "position": "----B3--/--W8B6W2/W5W7B1W4/--B8---- W W2B1" }"#),
            way: Way::Win {
                line: &["b2c3"],
                within: 1,
                tries: &[("d2c1", "That doesn’t fill your row. Another white button reaches the black 1.")],
            },
            otherwise: "Your third row still has the black 1 in it.",
            hint: "The white 8 crosses eight bridges, and its path ends on the black 1.",
            help: Help::Asked,
            right: "Any other button may take that place. The two marked buttons may swap again a turn \
                later.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Watch Black",
            task: "Black has three in the third row and threatens to fill it. Stop Black.",
            position: at(r#"{ "position": "W6------/----W3--/B5B2--B7/--W8---- W -" }"#),
            way: Way::Line(&[LessonMove {
                actions: &["1@c3", "2@c3", "4@c3", "5@c3", "7@c3", "a1c3", "c2c1", "c2d4"],
                tries: &[("1@d4", "Then Black places a button in the gap of the third row and wins.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Black could still fill the gap in the third row and win.",
            hint: "The simplest way is to put a white button in the gap.",
            help: Help::Asked,
            right: "Now Black can’t complete the row. Check your opponent’s lines before each turn.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Two lines",
            task: "White and Black both have a row, so no one wins yet. Break the black row and keep your \
                own.",
            position: at(r#"{ "position": "B2----W6/W8W1W5W3/B4B7B1B3/--W2---- W -" }"#),
            way: Way::Win {
                line: &["b4a3"],
                within: 1,
                tries: &[("c2a1", "Your 5 has left your own row. Only Black has a line now, so Black wins.")],
            },
            otherwise: "You must be the only one with a line. Break the black row and leave yours alone.",
            hint: "The white 2 in the last row isn’t part of your line, and it reaches the black row.",
            help: Help::Asked,
            right: "Your row stands and the black one is broken, so you win. It doesn’t matter who made or \
                broke a line.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "A whole game against the easiest opponent. You’re White. Be the only one with a line of four.",
        start: FinaleStart::Deal { options: "", deal_options: "" },
        seat: 0,
        opponent: "1",
        done: "You’ve played a whole duel. Try a stronger opponent, or invite a friend.",
    },
};
