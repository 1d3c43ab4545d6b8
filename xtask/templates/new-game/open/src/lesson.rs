//! The lesson: from the first stone to the heaps that are lost.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// A position of a step; the options of the game are always the usual ones.
const fn at(setup: &'static str) -> Position {
    Position { setup, ..Position::START }
}

/// The lesson.
pub(crate) const LESSON: Lesson = Lesson {
    about: "Learn to take stones, and which heaps to leave to the other player.",
    steps: &[
        LessonStep {
            title: "Take stones",
            task: "Pick one of the last three stones: it is taken with all that lie after it.",
            position: at(r#"{ "stones": 12 }"#),
            way: Way::Line(&[LessonMove::BASE]),
            otherwise: "Any of the last three stones will do.",
            right: "Now the other player takes one, two or three stones.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The last stone",
            task: "The last stone wins. Take all that are left.",
            position: at(r#"{ "stones": 2 }"#),
            way: Way::Win {
                line: &["2"],
                within: 1,
                tries: &[("1", "One stone is left, and the other player takes it.")],
            },
            otherwise: "Pick the first stone: it is taken with the other one.",
            right: "The heap is empty, and you took the last stone.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Leave four",
            task: "Leave four stones: whatever the other player takes, you can take the rest.",
            position: at(r#"{ "stones": 6 }"#),
            way: Way::Line(&[
                LessonMove {
                    actions: &["2"],
                    right: "Four are left, and the other player takes three of them.",
                    tries: &[
                        ("1", "Five are left: the other player takes one, and you are the one with four."),
                        ("3", "Three are left, and the other player takes them all."),
                    ],
                    replies: &["3"],
                    ..LessonMove::BASE
                },
                LessonMove { actions: &["1"], task: "Take the last stone.", ..LessonMove::BASE },
            ]),
            otherwise: "Six stones less two are four.",
            right: "Who has to take from four stones loses.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Leave eight",
            task: "Which heap do you leave, so that you can leave four with your next move?",
            position: at(r#"{ "stones": 11 }"#),
            way: Way::Line(&[LessonMove {
                actions: &["3"],
                tries: &[("1", "Ten are left: the other player takes two, and you are the one with eight.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Leave a heap from which no move leads to four, but your next one does.",
            hint: "What the other player takes and what you take can always be four together.",
            help: Help::Asked,
            right: "From eight stones, whatever is taken, you leave four.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "A whole game: take the last stone. If you are stuck, ask for a nudge.",
        start: FinaleStart::Deal { options: "", deal_options: "" },
        seat: 0,
        opponent: "1",
        done: "You know all there is. Other opponents know which heaps to leave, too.",
    },
};
