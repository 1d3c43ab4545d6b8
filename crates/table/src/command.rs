//! What visitors and the server ask of a table.

use crate::clock::Millis;
use crate::ending::Forfeit;
use crate::event::Question;
use crate::help::Help;
use crate::rejection::Rejection;
use crate::visitor::Visitor;
use bagatelle_core::{Randomness, Seat};
use strum::{Display, EnumString, VariantArray};

/// Who gives a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor<'a> {
    /// The server: programs, chance and clocks.
    Server,
    /// A visitor.
    Visitor(&'a Visitor),
    /// A request that names no visitor.
    Anonymous,
}

impl<'a> Actor<'a> {
    /// The visitor, if there is one.
    #[must_use]
    pub fn visitor(self) -> Option<&'a Visitor> {
        match self {
            Actor::Visitor(visitor) => Some(visitor),
            Actor::Server | Actor::Anonymous => None,
        }
    }
}

impl<'a> From<Option<&'a Visitor>> for Actor<'a> {
    fn from(visitor: Option<&'a Visitor>) -> Actor<'a> {
        visitor.map_or(Actor::Anonymous, Actor::Visitor)
    }
}

/// What a table is asked to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// To take an action, by its text.
    Act(String),
    /// To take this action in place of the last one, which it extends.
    Amend(String),
    /// To take the last step back, alone.
    TakeBack,
    /// To play again a step that was taken back.
    Replay,
    /// To take everything back.
    Restart,
    /// To take an open seat, or return to one's own.
    Sit {
        /// Which; any if `None`.
        seat: Option<Seat>,
        /// The name to show.
        name: String,
    },
    /// To leave the seat before the game has begun.
    Stand,
    /// To give an open seat to a program.
    SeatProgram {
        /// Which; the table's first if `None`.
        seat: Option<Seat>,
        /// The program's name.
        program: String,
    },
    /// To put a question to the other players.
    Ask(Question),
    /// To agree to the open question.
    Agree {
        /// The id of the next table, needed if [`Table::settles_rematch`](crate::Table::settles_rematch).
        next: Option<String>,
    },
    /// To decline the open question, or withdraw it.
    Decline,
    /// To let the clocks run again.
    Resume,
    /// To resign.
    Resign {
        /// Which of the caller's seats; the first if `None`.
        seat: Option<Seat>,
    },
    /// To continue without the player to act, who is away.
    Claim,
    /// To let chance decide. Only the server does that.
    ResolveChance,
    /// To take the action that a program chose. Only the server does that.
    ActForProgram(String),
    /// To end the turn of a seat that has run out of time. Only the server does that.
    ExpireClock,
    /// To end the game without a result. Only the server does that, when the event of the game ends.
    CallOff,
    /// To take a game of an event from a player. Only the server does that.
    Forfeit {
        /// The player's seat.
        seat: Seat,
        /// Why.
        why: Forfeit,
    },
    /// To note that a player who was expected has arrived. Only the server does that.
    Arrive {
        /// The player's seat.
        seat: Seat,
    },
    /// To note that the next round of the match has been made. Only the server does that.
    GoOn {
        /// The id of its table.
        next: String,
    },
    /// To note the help that the player to act is shown. Only the server does that.
    Help(Help),
}

/// The kinds of commands that a request can give, by their words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Display, EnumString, VariantArray)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(rename_all = "lowercase"))]
#[strum(serialize_all = "lowercase")]
pub enum CommandKind {
    /// Takes the action in `text`.
    Act,
    /// Replaces the last action with the one in `text`, which continues it.
    Amend,
    /// Takes the last step back, for a player who plays without other people.
    Undo,
    /// Plays again a step that was taken back.
    Redo,
    /// Takes everything back.
    Restart,
    /// Takes an open seat, under the name in `text`, or returns to one's own.
    Sit,
    /// Leaves the seat before the game has begun.
    Stand,
    /// Gives an open seat to the program in `text`.
    Program,
    /// Puts the question in `text` to the other players: `takeback`, `draw`, `pause` or `rematch`. A question
    /// that was declined or withdrawn can be asked again after the next move.
    Ask,
    /// Agrees to the open question.
    Agree,
    /// Declines the open question, or withdraws it.
    Decline,
    /// Lets the clocks run again.
    Resume,
    /// Resigns. A game that counts for the ratings is aborted until each player has moved,
    /// or, where hands are hidden, until one has; a game of more than two is if only programs would play on.
    Resign,
    /// Continues without the player to act, who is away. A game that counts for the ratings is aborted until
    /// each player has moved.
    Claim,
}

impl Command {
    /// The command of a request, by the word of its kind, a text and a seat.
    ///
    /// # Errors
    /// When no such command can be given in a request, or the question is unknown.
    pub fn parse(kind: &str, text: &str, seat: Option<Seat>) -> Result<Command, Rejection> {
        let kind = kind.parse().map_err(|_| Rejection::UnknownCommand(kind.to_owned()))?;
        let text = text.to_owned();
        Ok(match kind {
            CommandKind::Act => Command::Act(text),
            CommandKind::Amend => Command::Amend(text),
            CommandKind::Undo => Command::TakeBack,
            CommandKind::Redo => Command::Replay,
            CommandKind::Restart => Command::Restart,
            CommandKind::Sit => Command::Sit { seat, name: text },
            CommandKind::Stand => Command::Stand,
            CommandKind::Program => Command::SeatProgram { seat, program: text },
            CommandKind::Ask => Command::Ask(text.parse().map_err(|_| Rejection::UnknownQuestion(text))?),
            CommandKind::Agree => Command::Agree { next: None },
            CommandKind::Decline => Command::Decline,
            CommandKind::Resume => Command::Resume,
            CommandKind::Resign => Command::Resign { seat },
            CommandKind::Claim => Command::Claim,
        })
    }

    /// Whether it is a move: something on the board rather than among the players.
    #[must_use]
    pub fn is_move(&self) -> bool {
        use Command::{Act, Amend, Replay, Restart, TakeBack};
        matches!(self, Act(_) | Amend(_) | TakeBack | Replay | Restart)
    }
}

/// What a decision depends on besides the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Context {
    /// The time now.
    pub now: Millis,
    /// The version of the position that the caller saw; the newest if `None`.
    pub version: Option<u64>,
    /// Since when the person to act has not been connected; `None` if connected.
    pub away_since: Option<Millis>,
    /// What the caller adds to the deal that may follow.
    pub randomness: Option<Randomness>,
}

impl Context {
    /// A command given now, for the newest version.
    #[must_use]
    pub fn at(now: Millis) -> Context {
        Context { now, version: None, away_since: None, randomness: None }
    }
}
