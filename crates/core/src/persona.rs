//! Programs as opponents: a name, a face, and a skill on one scale for all games.

use std::fmt;

/// How strong an opponent plays, on one scale for all games, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Skill {
    /// Loses to a player in their first game.
    Beginner,
    /// Loses to a player who has understood the game.
    Casual,
    /// Makes no simple mistakes.
    Intermediate,
    /// Considers more than one answer ahead.
    Skilled,
    /// Plans ahead.
    Advanced,
    /// Beats most players.
    Expert,
    /// As strong as the program can be.
    Master,
}

impl Skill {
    /// All of them, weakest first.
    pub const ALL: [Skill; 7] = [
        Skill::Beginner,
        Skill::Casual,
        Skill::Intermediate,
        Skill::Skilled,
        Skill::Advanced,
        Skill::Expert,
        Skill::Master,
    ];
}

impl fmt::Display for Skill {
    /// The name, in small letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Skill::Beginner => "beginner",
            Skill::Casual => "casual",
            Skill::Intermediate => "intermediate",
            Skill::Skilled => "skilled",
            Skill::Advanced => "advanced",
            Skill::Expert => "expert",
            Skill::Master => "master",
        })
    }
}

/// A program as the opponent that people meet.
///
/// ```
/// use bagatelle_core::persona::{Backdrop, Face, Hair, Persona, Shade, Skin, Skill};
///
/// const FINN: Persona = Persona {
///     name: "Finn",
///     skill: Skill::Beginner,
///     style: "Takes what is in front of him.",
///     face: Face::new(Skin::Rosy, Hair::Spiky, Shade::Blond, Backdrop::Sky),
/// };
/// assert_eq!(FINN.skill.to_string(), "beginner");
/// assert!(FINN.skill < Skill::Master);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Persona {
    /// The name, like that of a person. No two programs of a game share one.
    pub name: &'static str,
    /// How strong it plays. No two programs of a game share a level.
    pub skill: Skill,
    /// How it plays, in one sentence.
    pub style: &'static str,
    /// What it looks like; [`present::face`](crate::present::face()) draws it.
    pub face: Face,
}

/// Whom people meet where a program has several seats of a table: the first is its persona, the others look
/// and are called like one of these, and play as the persona does. There are as many as can be needed at the
/// largest table, and no program has one of the names.
pub const NEIGHBOURS: [(&str, Face); 3] = [
    ("Amalia", Face::new(Skin::Tan, Hair::Bob, Shade::Black, Backdrop::Rose).with(Extra::Earrings)),
    ("Teodor", Face::new(Skin::Fair, Hair::Cropped, Shade::Red, Backdrop::Sage).with(Extra::Moustache)),
    ("Zola", Face::new(Skin::Dark, Hair::Round, Shade::Black, Backdrop::Sand).with(Extra::Scarf)),
];

/// What a persona looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// The colour of the skin.
    pub skin: Skin,
    /// How the hair is worn.
    pub hair: Hair,
    /// The colour of the hair.
    pub shade: Shade,
    /// What else there is on the face or the head.
    pub extra: Extra,
    /// The colour behind the head; the colour of the clothes follows from it.
    pub backdrop: Backdrop,
}

impl Face {
    /// A face without extras.
    #[must_use]
    pub const fn new(skin: Skin, hair: Hair, shade: Shade, backdrop: Backdrop) -> Face {
        Face { skin, hair, shade, extra: Extra::Nothing, backdrop }
    }

    /// The same face with an extra.
    #[must_use]
    pub const fn with(self, extra: Extra) -> Face {
        Face { extra, ..self }
    }
}

/// The colour of the skin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant is its name")]
pub enum Skin {
    Fair,
    Rosy,
    Tan,
    Brown,
    Dark,
}

/// How hair is worn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant is its name")]
pub enum Hair {
    Bald,
    Cropped,
    Parted,
    Spiky,
    Curly,
    Round,
    Bob,
    Long,
    Bun,
}

/// The colour of hair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant is its name")]
pub enum Shade {
    Black,
    Brown,
    Chestnut,
    Blond,
    Red,
    Grey,
    White,
}

/// What else there is on the face or the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant is its name")]
pub enum Extra {
    Nothing,
    Glasses,
    Beard,
    Moustache,
    Earrings,
    Cap,
    Beret,
    Scarf,
}

/// The colour behind the head.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant is its name")]
pub enum Backdrop {
    Sage,
    Sand,
    Sky,
    Clay,
    Lilac,
    Rose,
}

impl Backdrop {
    /// All of them.
    pub const ALL: [Backdrop; 6] =
        [Backdrop::Sage, Backdrop::Sand, Backdrop::Sky, Backdrop::Clay, Backdrop::Lilac, Backdrop::Rose];
}

/// What a face shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each variant is its name")]
pub enum Mood {
    Calm,
    Thinking,
    Glad,
    Worried,
    Surprised,
    Beaten,
}

impl Mood {
    /// All of them.
    pub const ALL: [Mood; 6] =
        [Mood::Calm, Mood::Thinking, Mood::Glad, Mood::Worried, Mood::Surprised, Mood::Beaten];
}
