//! What can happen to a game, as it stands in the log.

use bagatelle_core::Seat;
use std::fmt;
use std::str::FromStr;

/// What can happen to a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// An action is taken, by a person, a program or chance.
    Act,
    /// An action that was taken before this game began: it goes on from there, see [`crate::origin`].
    Given,
    /// The player goes on with the last action: this one takes its place.
    Amend,
    /// A person who plays alone takes the last step back, and what others did since.
    Undo,
    /// A step that was taken back is played again, and what others did after it.
    Redo,
    /// Everything is taken back.
    Restart,
    /// A person sits down, or comes back to a seat that a program has taken over; the text is the name.
    Sit,
    /// A person leaves a seat before the game has begun.
    Stand,
    /// A program takes an open seat; the text is its name.
    Program,
    /// A person asks the others something; the text says what, see [`Question`].
    Ask,
    /// A person agrees. The last one who agrees to a rematch adds the new game's id.
    Agree,
    /// A person does not agree, or takes the own question back.
    Decline,
    /// The clocks run again.
    Resume,
    /// A person gives up. The text is the program that takes over where more than two play.
    Resign,
    /// A person goes on without the one whose turn it is and who is away. The text as for [`Kind::Resign`].
    Claim,
    /// The seat to act has run out of time. The text as for [`Kind::Resign`].
    Flag,
}

const KINDS: [(Kind, &str); 16] = [
    (Kind::Act, "act"),
    (Kind::Given, "given"),
    (Kind::Amend, "amend"),
    (Kind::Undo, "undo"),
    (Kind::Redo, "redo"),
    (Kind::Restart, "restart"),
    (Kind::Sit, "sit"),
    (Kind::Stand, "stand"),
    (Kind::Program, "program"),
    (Kind::Ask, "ask"),
    (Kind::Agree, "agree"),
    (Kind::Decline, "decline"),
    (Kind::Resume, "resume"),
    (Kind::Resign, "resign"),
    (Kind::Claim, "claim"),
    (Kind::Flag, "flag"),
];

/// What one can ask the others at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// To take the asker's last move back.
    Takeback,
    /// To call it a draw.
    Draw,
    /// To stop the clocks.
    Pause,
    /// To play again, seats changed.
    Rematch,
}

const QUESTIONS: [(Question, &str); 4] = [
    (Question::Takeback, "takeback"),
    (Question::Draw, "draw"),
    (Question::Pause, "pause"),
    (Question::Rematch, "rematch"),
];

fn name_of<T: PartialEq>(names: &[(T, &'static str)], value: &T) -> &'static str {
    names.iter().find(|(other, _)| other == value).map_or("", |(_, name)| name)
}

fn named<T: Copy>(names: &[(T, &str)], text: &str, what: &str) -> Result<T, String> {
    let found = names.iter().find(|(_, name)| *name == text);
    found.map(|(value, _)| *value).ok_or_else(|| format!("“{text}” is no {what}"))
}

impl Kind {
    /// Whether it is something a player does on the board: the position may be another one afterwards.
    #[must_use]
    pub fn moves(self) -> bool {
        matches!(self, Kind::Act | Kind::Amend | Kind::Undo | Kind::Redo | Kind::Restart)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(&KINDS, self))
    }
}

impl FromStr for Kind {
    type Err = String;
    fn from_str(text: &str) -> Result<Kind, String> {
        named(&KINDS, text, "kind of event")
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(name_of(&QUESTIONS, self))
    }
}

impl FromStr for Question {
    type Err = String;
    fn from_str(text: &str) -> Result<Question, String> {
        named(&QUESTIONS, text, "question to ask")
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// When, in milliseconds since 1970.
    pub at: i64,
    /// What.
    pub kind: Kind,
    /// The seat of the person who does it, where that is not told by the turn.
    pub seat: Option<Seat>,
    /// The id of the person who does it; nothing for programs, chance and the server itself.
    pub who: String,
    /// The action's text, or what else the kind says.
    pub text: String,
}

impl Event {
    /// Something that happens without a person.
    #[must_use]
    pub fn new(at: i64, kind: Kind, text: impl Into<String>) -> Event {
        Event { at, kind, seat: None, who: String::new(), text: text.into() }
    }
}
