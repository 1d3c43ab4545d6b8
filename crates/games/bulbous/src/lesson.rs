//! The lesson: from the first bet to a short game of two.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// Triangle begins and has a red 9.
const HIGHEST: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 0, "deck": "R4 R9 B3 B6 Y5 Y8 G4 G7 G9 R7 R3 B4 B9 Y3 Y6 G3 "#,
        r#"G5 BX R8 YX R5 WT B8 B7 RX Y7 Y4 G6 WC R6 G8 GX Y9 B5" }"#
    ),
    before: &["choose:2", "choose:2", "choose:2", "choose:2", "target:R"],
    ..Position::START
};
/// Circle has laid its red 9.
const SUM: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 1, "deck": "R3 R4 R6 B5 B8 Y4 Y9 G3 G6 R9 B3 B4 Y3 Y5 Y6 G4 "#,
        r#"G8 BX R8 G5 R5 WT B9 B7 RX Y8 Y7 G7 WC R7 G9 GX YX B6" }"#
    ),
    before: &["choose:2", "choose:2", "choose:2", "choose:2", "target:R", "bet:R9"],
    ..Position::START
};
/// Circle has laid its red 9; Triangle has low cards and the Double.
const DOUBLE: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 1, "deck": "R3 R4 RX B4 B9 Y5 Y7 G5 G8 R9 B3 B5 Y3 Y4 Y6 G3 "#,
        r#"G4 BX R7 G6 R5 WT B8 B7 R8 Y9 Y8 G7 WC R6 G9 GX YX B6" }"#
    ),
    before: &["choose:2", "choose:2", "choose:2", "choose:2", "target:R", "bet:R9"],
    ..Position::START
};
/// Circle has the red 4 and 5.
const TIE: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 0, "deck": "R9 B3 B6 B7 Y3 Y8 G4 G7 GX R4 R5 B4 B9 Y4 Y6 G3 "#,
        r#"G5 BX R7 YX R3 WT B8 B5 R8 Y7 Y5 G6 WC R6 G8 G9 Y9 RX" }"#
    ),
    before: &["choose:2", "choose:2", "choose:2", "choose:2", "target:R"],
    ..Position::START
};
/// Circle has laid four red cards.
const WILD: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 1, "deck": "R4 R9 B4 B6 Y5 Y7 G6 G7 WT R5 R6 R7 R8 B3 Y3 G3 "#,
        r#"G4 BX B5 YX R3 GX Y4 B9 B7 Y8 Y6 G5 WC RX G8 G9 Y9 B8" }"#
    ),
    before: &["choose:2", "choose:2", "choose:2", "choose:2", "target:R", "bet:R5,R6,R7,R8"],
    ..Position::START
};
/// Triangle has bet a card and has nothing for the blue plant, nor for the green one.
const NO_BLUE: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 1, "deck": "R8 R9 R3 Y3 Y7 Y8 Y9 RX WT R4 B5 B9 Y4 Y5 G5 G7 "#,
        r#"G8 BX Y6 R7 R6 B3 G4 WC R5 G6 YX G3 B7 GX B8 B4 G9 B6" }"#
    ),
    before: &[
        "choose:2", "choose:2", "choose:2", "choose:2", "target:R", "bet:R4", "bet:R8", "target:B", "bet:B5",
    ],
    ..Position::START
};
/// A red plant with one place, the others with four.
const ONE_PLACE: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 0, "deck": "R3 R8 R9 B5 Y5 Y6 G4 G7 G8 R5 B3 B4 B9 Y3 Y4 G3 "#,
        r#"G5 BX R7 YX R4 WT B8 B7 RX Y8 Y7 G6 WC R6 G9 GX Y9 B6" }"#
    ),
    before: &["choose:1", "choose:4", "choose:4", "choose:4"],
    ..Position::START
};
/// Before the first round.
const PLANTS: Position = Position {
    setup: concat!(
        r#"{ "colours": ["RY", "BG"], "first": 0, "deck": "R3 R8 R9 B5 Y5 Y6 G4 G7 G8 R5 B3 B4 B9 Y3 Y4 G3 "#,
        r#"G5 BX R7 YX R4 WT B8 B7 RX Y8 Y7 G6 WC R6 G9 GX Y9 B6" }"#
    ),
    before: &[],
    ..Position::START
};

/// The lesson.
pub(crate) const LESSON: Lesson = Lesson {
    about: "Learn to bet on plants with hidden cards, and what the bulbs on them are worth.",
    steps: &[
        LessonStep {
            title: "Bet a card",
            task: "You’re Triangle. Everyone bets on the red plant under the arrow. Pick your red 9, then \
                press Bet.",
            position: HIGHEST,
            way: Way::Line(&[LessonMove {
                actions: &["bet:R9"],
                tries: &[
                    ("bet:R4", "A 4 is easily beaten. Bet the red 9."),
                    ("swap:R9", "That gives away your best card. Press Bet instead of Swap."),
                    ("pass", "If you pass, you can’t win the bulb. Bet your red 9."),
                ],
                replies: &["bet:R7"],
                ..LessonMove::BASE
            }]),
            otherwise: "Pick the red 9 alone and press Bet.",
            right: "All bets are revealed together. Your 9 beats the 7, so you plant a bulb, worth one \
                point. Both cards are discarded.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The highest sum wins",
            task: "Circle has bet one card, and it may be the red 9. Bet two or three red cards worth more \
                than that.",
            position: SUM,
            way: Way::Line(&[LessonMove {
                actions: &["bet:R4,R6", "bet:R3,R4,R6"],
                tries: &[
                    (
                        "bet:R6",
                        "A 6 alone would lose to a 9. The numbers in a bet add up, so pick more cards.",
                    ),
                    (
                        "bet:R3,R6",
                        "3 and 6 make 9. That would tie with a 9, and in a tie no one plants a bulb.",
                    ),
                    ("bet:R3,R4", "3 and 4 make only 7."),
                ],
                ..LessonMove::BASE
            }]),
            otherwise: "Pick red cards that add up to more than 9, then press Bet.",
            hint: "4 and 6 make 10.",
            help: Help::Asked,
            right: "Your sum beats the 9. You can bet only cards in the plant’s colour.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The Double",
            task: "The Double, marked × 2, doubles the sum of a bet. Bet more than 9 on the red plant.",
            position: DOUBLE,
            way: Way::Line(&[LessonMove {
                actions: &["bet:R3,R4,RX"],
                tries: &[
                    ("bet:RX", "A Double alone is worth nothing. It needs numbers to double."),
                    ("bet:R4,RX", "4 doubled is 8, and a 9 beats that. Add the 3."),
                    ("bet:R3,R4", "3 and 4 make 7. Add the Double."),
                ],
                ..LessonMove::BASE
            }]),
            otherwise: "Pick all three red cards, then press Bet.",
            hint: "3 and 4 make 7. What’s twice that?",
            help: Help::Asked,
            right: "3 and 4 make 7, and twice that is 14. A Double doubles the whole sum.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "A tie wins nothing",
            task: "Bet your red 9 again, and see what happens when Circle bets the same.",
            position: TIE,
            way: Way::Line(&[LessonMove {
                actions: &["bet:R9"],
                tries: &[("pass", "This time, bet your red 9. This step shows a tie.")],
                replies: &["bet:R4,R5"],
                ..LessonMove::BASE
            }]),
            otherwise: "Pick the red 9 and press Bet.",
            right: "4 and 5 also make 9. In a tie for the highest bet, no one plants a bulb, and the cards \
                are gone.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The Wild",
            task: "Circle has bet four red cards. One of your cards beats any sum. Bet it alone.",
            position: WILD,
            way: Way::Line(&[LessonMove {
                actions: &["bet:WT"],
                tries: &[
                    (
                        "bet:R4,R9",
                        "That is 13, and four cards are worth far more. Use the Wild, the card with the \
                         star.",
                    ),
                    ("bet:R9,WT", "It would win, but the Wild needs no help. Keep the 9 for another bet."),
                ],
                ..LessonMove::BASE
            }]),
            otherwise: "Pick the triangle Wild, the card with the star, and press Bet.",
            hint: "Look for the card with a star instead of a number.",
            help: Help::Asked,
            right: "26 loses to the Wild. The triangle Wild fits red and yellow plants, the circle Wild \
                blue and green ones.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Pass or swap",
            task: "You have no blue card. Your hand isn’t full, so pass and draw a card.",
            position: NO_BLUE,
            way: Way::Line(&[
                LessonMove {
                    actions: &["pass"],
                    tries: &[(
                        "swap:R3,Y3",
                        "You could swap, but your hand would stay one card short. Pass and draw a card.",
                    )],
                    right: "You drew a card, and your hand is full again: nine cards with two players.",
                    replies: &["target:G", "bet:G5"],
                    ..LessonMove::BASE
                },
                LessonMove {
                    actions: &["swap:R3,Y3"],
                    task: "You have no green card, and a full hand draws nothing. Swap your two lowest \
                        cards: pick both 3s, then press Swap.",
                    tries: &[
                        ("pass", "Your hand is full, so a pass draws nothing."),
                        ("swap:R3", "Swap both 3s. You can swap one or two cards at once."),
                    ],
                    ..LessonMove::BASE
                },
            ]),
            otherwise: "Keep your good cards and follow the task.",
            right: "You swapped your low cards for new ones. When you can’t win a bulb, improve your hand.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Fill a plant",
            task: "You’re the First Player, so you choose the plant to bet on. Choose the one that a single \
                bulb fills.",
            position: ONE_PLACE,
            way: Way::Line(&[
                LessonMove {
                    actions: &["target:R"],
                    tries: &[
                        ("target:B", "The blue plant has four spaces. One bulb won’t fill it."),
                        ("target:Y", "The yellow plant has four spaces. One bulb won’t fill it."),
                        ("target:G", "The green plant has four spaces. One bulb won’t fill it."),
                    ],
                    right: "The red plant has one space. Having the most bulbs on a full plant is worth two \
                        more points.",
                    ..LessonMove::BASE
                },
                LessonMove {
                    actions: &["bet:R8,R9", "bet:R3,R8,R9"],
                    task: "Three points are at stake. Bet both your red 8 and your red 9.",
                    tries: &[
                        ("bet:R3", "A 3 alone is too little when three points are at stake."),
                        ("bet:R9", "A 9 alone may tie with 4 and 5. Bet the 8 with it."),
                    ],
                    replies: &["bet:R5"],
                    ..LessonMove::BASE
                },
            ]),
            otherwise: "Choose the red plant with its single space, then bet your 8 and 9.",
            right: "Three points: one for the bulb, two for having the most bulbs on a full plant. It \
                doesn’t matter whose plant it is.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "Bring in a plant",
            task: "When one of your plants is full, it goes home after the round and you choose the next. \
                Here, you choose your first. Take any red one.",
            position: PLANTS,
            way: Way::Line(&[
                LessonMove {
                    right: "A small plant fills quickly. A large one holds more bulbs and pays for longer.",
                    ..LessonMove::BASE
                },
                LessonMove {
                    task: "With two players you own two colours. Choose a yellow one, too.",
                    replies: &["choose:2", "choose:3"],
                    ..LessonMove::BASE
                },
            ]),
            otherwise: "Any of them will do.",
            right: "When your last plant has come into play, the next round is the last. The player with \
                the most points wins.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "A short game of three rounds against the weakest opponent. Plant more bulbs than Circle, and \
            fill plants.",
        start: FinaleStart::Position {
            options: r#"{ "max-rounds": 3 }"#,
            setup: concat!(
                r#"{ "colours": ["RY", "BG"], "first": 0, "deck": "R4 R7 R9 B5 B8 Y6 YX G7 WT R3 R6 B4 B7 "#,
                r#"BX Y5 G5 G8 G9 Y8 B9 R8 G4 Y4 B3 G6 R5 Y9 WC Y3 Y7 GX RX G3 B6" }"#
            ),
        },
        seat: 0,
        opponent: "1",
        done: "You’re ready to play Bulbous. With three or four players, each owns one colour; everything \
            else is the same.",
    },
};
