//! Why something cannot happen, in words for the player who asked for it, and what is wrong with damaged
//! rows.

use crate::text::{LONGEST_NAME, SEALED};
use bagatelle_catalog::Refused;
use bagatelle_core::record::RecordError;
use thiserror::Error;

/// Why a command is rejected. The table is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "each variant is its message")]
pub enum Rejection {
    // About the position.
    #[error(transparent)]
    Action(#[from] Refused),
    #[error("that doesn’t continue the last move")]
    NotAContinuation,
    #[error("there’s nothing to take back")]
    NothingToTakeBack,
    #[error("you can’t take that back: it revealed something new")]
    Revealed,
    #[error("there’s nothing to redo")]
    NothingToReplay,
    #[error("this game has no lesson")]
    NoLesson,
    #[error("a step of a lesson takes act, amend, again or show")]
    UnknownWish,
    #[error("you can’t change a round of a match after it ends")]
    RoundSettled,
    #[error("the game is over")]
    Over,
    #[error("the game is paused")]
    Paused,
    #[error("the game has moved on: look at the board again")]
    Outdated,
    #[error("time is up")]
    TimeUp,

    // About the player who asks.
    #[error("you can watch this game, but you don’t have a seat")]
    NotSeated,
    #[error("it’s not your turn")]
    NotYourTurn,
    #[error(
        "you’ve already answered, and answers are final: yours counts once the others have answered, too"
    )]
    AnsweredAlready,
    #[error("everything hidden is shown when the game is over")]
    Hidden,
    #[error("{SEALED}")]
    Sealed,
    #[error("only the player who opened the table can do that")]
    NotOwner,
    #[error("players can’t do that")]
    ServerOnly,
    #[error("you aren’t alone at this table: ask the other players for a takeback")]
    NotAlone,
    #[error("the solver helps only when you play without other people")]
    HelpInCompany,
    #[error("this game has no solver")]
    NoSolver,
    #[error("the solver doesn’t know this reading of the rules")]
    UnknownReading,

    // About seats.
    #[error("the game begins when every seat is taken")]
    SeatsOpen,
    #[error("there’s no such seat")]
    NoSuchSeat,
    #[error("that seat is taken")]
    SeatTaken,
    #[error("every seat is taken, but you can watch")]
    AllSeatsTaken,
    #[error("the game has begun: you can only resign")]
    Begun,
    #[error("that seat has no player")]
    SeatEmpty,
    #[error("hands are hidden in this game, so you can’t take two seats: send the link to a friend")]
    TwoHands,
    #[error("there’s no program called “{0}”")]
    UnknownProgram(String),
    #[error("this game is rated: the computer can’t play in it")]
    RatedWithoutPrograms,
    #[error("this game is rated: log in or sign up on your page to sit down")]
    RatedNeedsAccount,
    #[error("this game is rated: another player must take the other seat")]
    RatedTwoSeats,
    #[error("enter a name for the other players to see")]
    NameMissing,
    #[error("a name has at most {LONGEST_NAME} characters")]
    NameTooLong,
    #[error("“.” and “..” can’t be used in addresses: choose another name")]
    NameIsPath,

    // About questions and agreements.
    #[error("there’s no other player to ask")]
    NoOneToAsk,
    #[error("there’s already an open question")]
    QuestionOpen,
    #[error("you’ve already asked that: ask again after the next move")]
    AskedAlready,
    #[error("there’s no open question")]
    NothingAsked,
    #[error("you’ve already agreed")]
    AgreedAlready,
    #[error("you can ask for a rematch when the game is over")]
    RematchTooEarly,
    #[error("there’s already a rematch")]
    RematchMade,
    #[error("the match isn’t over: play the next round")]
    MatchGoesOn,
    #[error("this table doesn’t allow takebacks")]
    NoTakebacks,
    #[error("you haven’t moved yet")]
    NotMovedYet,
    #[error("this game can’t end in a draw")]
    NoDraws,
    #[error("this table doesn’t allow pauses")]
    NoPauses,
    #[error("the game is already paused")]
    PausedAlready,
    #[error("the game isn’t paused")]
    NotPaused,

    // About players who are away or late.
    #[error("it’s your own turn")]
    OwnTurn,
    #[error("that player still has time to come back")]
    GraceLeft,
    #[error("no player is away, or the terms say to wait")]
    NotAway,
    #[error("that player hasn’t joined yet, so their time isn’t running")]
    NotArrived,
    #[error("no player is expected here")]
    NotExpected,
    #[error("it’s no player’s turn")]
    NoTurn,
    #[error("the clock hasn’t run out")]
    TimeLeft,

    // About new tables.
    #[error("there’s no such game")]
    UnknownGame,
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("a match is best of 1, 3, 5 or 7")]
    MatchLength,
    #[error("hands are hidden in this game, so with other players only a new deal is fair")]
    UnfairDeal,
    #[error("{0}")]
    Terms(&'static str),
    #[error("rated games need an account: sign up on your page first")]
    RatedOwnerNeedsAccount,
    #[error("in a rated game you take a seat yourself and leave the others open")]
    RatedPeopleOnly,
    #[error("a rated game needs a new deal that no player has seen")]
    RatedNeedsFreshDeal,
    #[error("a seed has at most {0} characters")]
    SeedTooLong(usize),
    #[error("with these options the game is over before it begins")]
    NothingToPlay,
    #[error("no program of {game} is called “{program}”")]
    NoSuchProgram { game: &'static str, program: String },
    #[error("{0} is a game for one player")]
    PlayedAlone(&'static str),
    #[error(
        "hands are hidden in {0}, so you can’t take every seat: choose computer players or friends for the \
            others"
    )]
    OnePlayerAllHands(&'static str),
    #[error("seats are numbered from 0, and this table has {0}")]
    SeatOutOfRange(u8),
    #[error("this table has {seats} seats, not {given}")]
    SeatCount { seats: u8, given: usize },
    #[error("there’s no next round")]
    NoNextRound,
    #[error("the next round already exists")]
    RoundMade,
    #[error("unknown kind of event “{0}”")]
    UnknownCommand(String),
    #[error("unknown question “{0}”")]
    UnknownQuestion(String),
}

/// A stored value that no version of this program writes.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{what} is damaged: {value}")]
pub struct Corrupt {
    /// What was read.
    pub what: &'static str,
    /// The value, or what is wrong with it.
    pub value: String,
}

impl Corrupt {
    /// An error about `what`.
    pub fn new(what: &'static str, value: impl ToString) -> Corrupt {
        Corrupt { what, value: value.to_string() }
    }
}
