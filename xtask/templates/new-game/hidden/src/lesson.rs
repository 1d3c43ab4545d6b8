//! The lesson: from the first card to the one that is sure to win.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// A position of a step, after some cards; the options of the game are always the usual ones.
const fn at(setup: &'static str, before: &'static [&'static str]) -> Position {
    Position { setup, before, ..Position::START }
}

/// The lesson.
pub(crate) const LESSON: Lesson = Lesson {
    about: "Learn to answer a card, to throw one away, and to count those that are left.",
    steps: &[
        LessonStep {
            title: "Lead a card",
            task: "You see your own cards only. Lead any of them.",
            position: at(r#"{ "cards": [3, 6, 10, 2, 5, 8, 1, 4, 7, 9, 11] }"#, &[]),
            way: Way::Line(&[LessonMove::BASE]),
            otherwise: "Any card will do.",
            right: "Now the other player answers, and the higher card wins the trick.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Win cheaply",
            task: "The other player has led the 5. Win the trick with the weakest card that beats it.",
            position: at(r#"{ "cards": [2, 5, 8, 4, 6, 10, 1, 3, 7, 9, 11] }"#, &["5"]),
            seat: 1,
            way: Way::Line(&[LessonMove {
                actions: &["6"],
                tries: &[
                    ("10", "That wins, too, but the 6 is enough. Keep the 10 for a higher card."),
                    ("4", "The 5 beats the 4, and the trick is lost."),
                ],
                ..LessonMove::BASE
            }]),
            otherwise: "Two of your cards beat the 5. Take the weaker one.",
            right: "The trick is yours, so you lead the next one. Each player has drawn a card.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Throw a card away",
            task: "Nothing beats the 11. Give your weakest card to it.",
            position: at(r#"{ "cards": [2, 5, 11, 3, 6, 9, 1, 4, 7, 8, 10] }"#, &["11"]),
            seat: 1,
            way: Way::Line(&[LessonMove {
                actions: &["3"],
                tries: &[("9", "The 9 is lost with the trick, and it could have won another one.")],
                ..LessonMove::BASE
            }]),
            otherwise: "Your weakest card is the 3.",
            right: "The trick is lost anyway, so it costs you only a 3.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Count the cards",
            task: "You have two tricks, and need one more. Lead the card that is sure to win.",
            position: at(
                r#"{ "cards": [4, 7, 8, 2, 3, 11, 5, 6, 10, 9, 1] }"#,
                &["4", "11", "3", "7", "8", "2"],
            ),
            way: Way::Line(&[LessonMove {
                actions: &["10"],
                tries: &[("6", "The 9 was not played yet. If the other player has it, the trick is lost.")],
                replies: &["5"],
                ..LessonMove::BASE
            }]),
            otherwise: "Look for the card that no card beats which is still unseen.",
            hint: "Only the 11 beats the 10, and the 11 was played in the first trick.",
            help: Help::Asked,
            right: "The third trick wins the game. The last one does not matter any more.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "A whole game: win three of five tricks. If you are stuck, ask for a nudge.",
        start: FinaleStart::Deal { options: "", deal_options: "" },
        seat: 0,
        opponent: "1",
        done: "You know all there is. Other opponents count the cards, too.",
    },
};
