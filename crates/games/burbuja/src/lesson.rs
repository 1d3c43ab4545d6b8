//! The lesson: one deal from the first coin to the last tile. The coins lie so that most moves are made with
//! a front coin.

use bagatelle_core::present::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};

/// The deal of all steps.
const SETUP: &str = concat!(
    r#"{ "tiles": "MnA4MaC5C3/CnSaC4S2S4/AnSnC2M4/A5M5S5A2M3/S3A3CaAaM2", "coins": "S=3524an M=a2543n "#,
    r#"C=4352an A=42n3a5" }"#
);

/// A position of the deal.
const fn after(before: &'static [&'static str]) -> Position {
    Position { options: "", setup: SETUP, before }
}

/// The lesson.
pub(crate) const LESSON: Lesson = Lesson {
    about: "Learn to move tiles by their coins, reject a coin, and complete the ring.",
    steps: &[
        LessonStep {
            title: "A coin moves its tile",
            task: "Every tile has a coin of its own suit and value. Take the front coin of the Crowns: a \
                4.",
            position: after(&[]),
            way: Way::Line(&[
                LessonMove {
                    actions: &["pick:Cf"],
                    right: "The 4 of Crowns rises. This is the tile you move.",
                    tries: &[
                        ("pick:Af", "That’s the 4 of Arms. Take the front coin of the Crowns, a 4."),
                        ("pick:Ct", "The top coin is face down until you take it. Take the coin in front."),
                    ],
                    ..LessonMove::BASE
                },
                LessonMove {
                    actions: &["move:3,-2"],
                    task: "Put the 4 of Crowns next to another tile: in the bottom row, to the right of the \
                        2 of Moons.",
                    ..LessonMove::BASE
                },
            ]),
            otherwise: "The rules allow that. This time, put the 4 of Crowns in the lit place.",
            right: "The tile has moved, and its coin is used up. Each tile moves at most once.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The ring",
            task: "You win when the 24 tiles form a ring: a hollow square, seven tiles wide. To finish its \
                bottom row, put the ace (spiral) of Moons to the right of the 4 of Crowns.",
            position: after(&["pick:Cf", "move:3,-2", "pick:Mf"]),
            way: Way::Line(&[LessonMove {
                actions: &["move:4,-2"],
                tries: &[
                    (
                        "move:3,-1",
                        "It touches the 4 of Crowns, but that place is inside, where the ring must be empty.",
                    ),
                    ("reject", "This coin is good. Its tile is inside the ring and has to leave."),
                ],
                ..LessonMove::BASE
            }]),
            otherwise: "Put the ace of Moons at the right end of the bottom row.",
            right: "Seven tiles in a row: the bottom of the ring is complete.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The right side",
            task: "Now the right side grows upwards. Take the front coin of the Crowns, a 5.",
            position: after(&["pick:Cf", "move:3,-2", "pick:Mf", "move:4,-2", "pick:Cf", "move:4,-1"]),
            way: Way::Line(&[
                LessonMove {
                    actions: &["pick:Cf"],
                    right: "A tile goes next to another, edge to edge, and may not leave any tile stranded.",
                    tries: &[(
                        "pick:Mf",
                        "The 2 of Moons is already in the bottom row. It should stay there.",
                    )],
                    ..LessonMove::BASE
                },
                LessonMove {
                    actions: &["move:4,0"],
                    task: "Put the 5 of Crowns on the right side, above the 3 of Crowns.",
                    tries: &[("move:3,-1", "That place is inside, where the ring must be empty.")],
                    ..LessonMove::BASE
                },
            ]),
            otherwise: "The 5 of Crowns goes above the 3 of Crowns.",
            right: "The ring grows with tiles from its inside.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The top coin",
            task: "The 3 of Suns is in its corner and should stay. Leave its coin in front, and take the \
                top coin of the stack behind it.",
            position: after(&[
                "pick:Cf",
                "move:3,-2",
                "pick:Mf",
                "move:4,-2",
                "pick:Cf",
                "move:4,-1",
                "pick:Cf",
                "move:4,0",
                "pick:Cf",
                "move:4,1",
            ]),
            way: Way::Line(&[
                LessonMove {
                    actions: &["pick:St"],
                    right: "It’s the 5 of Suns. The front coin stays where it is.",
                    tries: &[("pick:Sf", "That moves the 3 of Suns out of its corner.")],
                    ..LessonMove::BASE
                },
                LessonMove {
                    actions: &["move:4,2"],
                    task: "Put the 5 of Suns on the right side, above the 2 of Crowns.",
                    tries: &[(
                        "reject",
                        "The 5 of Suns has to leave the middle, and its place is free. Use the coin.",
                    )],
                    ..LessonMove::BASE
                },
            ]),
            otherwise: "The top coin of the Suns is the 5. Its tile goes above the 2 of Crowns.",
            right: "If a tile is already in place, its coin can wait in front while you use the stack \
                behind it.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "A second chance",
            task: "This coin would move the 2 of Moons, which is already where it should be. Reject the \
                coin.",
            position: after(&[
                "pick:Cf",
                "move:3,-2",
                "pick:Mf",
                "move:4,-2",
                "pick:Cf",
                "move:4,-1",
                "pick:Cf",
                "move:4,0",
                "pick:Cf",
                "move:4,1",
                "pick:St",
                "move:4,2",
                "pick:St",
                "move:4,3",
                "pick:St",
                "move:4,4",
                "pick:Af",
                "move:3,4",
                "pick:St",
                "move:2,4",
                "pick:St",
                "move:1,4",
                "pick:Af",
                "move:0,4",
                "pick:Mf",
            ]),
            way: Way::Line(&[
                LessonMove {
                    actions: &["reject"],
                    right: "The coin goes under its stack, and the pawn is gone. The Moons had only one \
                        second chance.",
                    tries: &[(
                        "move:-1,4",
                        "That leaves a gap in the bottom row, and a tile moves only once.",
                    )],
                    ..LessonMove::BASE
                },
                LessonMove {
                    actions: &["pick:Mf"],
                    task: "Now take another coin of the same suit: the front one, a 5.",
                    right: "The 5 of Moons is inside and can leave.",
                    ..LessonMove::BASE
                },
                LessonMove {
                    actions: &["move:-1,4"],
                    task: "Put the 5 of Moons in the top row, to the left of the 2 of Arms.",
                    ..LessonMove::BASE
                },
            ]),
            otherwise: "Reject the 2 of Moons, take the 5 of Moons, and put it to the left of the 2 of Arms.",
            right: "A second chance saves you from a coin you can’t use.",
            ..LessonStep::BASE
        },
        LessonStep {
            title: "The last two",
            task: "Two tiles are still inside, and two places in the ring are free. Finish it.",
            position: after(&[
                "pick:Cf",
                "move:3,-2",
                "pick:Mf",
                "move:4,-2",
                "pick:Cf",
                "move:4,-1",
                "pick:Cf",
                "move:4,0",
                "pick:Cf",
                "move:4,1",
                "pick:St",
                "move:4,2",
                "pick:St",
                "move:4,3",
                "pick:St",
                "move:4,4",
                "pick:Af",
                "move:3,4",
                "pick:St",
                "move:2,4",
                "pick:St",
                "move:1,4",
                "pick:Af",
                "move:0,4",
                "pick:Mf",
                "reject",
                "pick:Mf",
                "move:-1,4",
            ]),
            way: Way::Win {
                line: &["pick:Mf", "move:-2,4", "pick:Mf", "move:-2,3"],
                within: 4,
                tries: &[
                    ("pick:Cf", "The ace of Crowns is already in the bottom row. Look for a tile inside."),
                    ("pick:Sf", "The 3 of Suns is already in its corner. Look for a tile inside."),
                ],
            },
            otherwise: "The ring isn’t complete. The board is reset, so try again.",
            hint: "The 4 and 3 of Moons are inside. The top left corner and the place below it are free.",
            help: Help::Asked,
            right: "The ring is complete. Nine of its tiles never moved.",
            ..LessonStep::BASE
        },
    ],
    finale: Finale {
        task: "A whole deal, with five second chances for each suit. If you’re stuck, ask for a nudge.",
        start: FinaleStart::Position {
            options: r#"{ "chances": "S5M5C5A5" }"#,
            setup: concat!(
                r#"{ "tiles": "SaM3C5MnM2/C3M4CnSnS3/MaS5AnA4/A5A2AaM5S4/A3S2C4CaC2", "coins": "S=345an2 "#,
                r#"M=4n3a52 C=a2n435 A=2n34a5" }"#
            ),
        },
        seat: 0,
        opponent: "",
        done: "That’s all there is to know. There’s a new deal every day, the same for everyone.",
    },
};
