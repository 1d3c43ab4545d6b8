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
    #[error("that does not continue the last move")]
    NotAContinuation,
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    #[error("that cannot be taken back: it has revealed something new")]
    Revealed,
    #[error("there is nothing to play again")]
    NothingToReplay,
    #[error("this game has no lesson")]
    NoLesson,
    #[error("a step of a lesson knows act, amend, again and show")]
    UnknownWish,
    #[error("a round of a match cannot be changed after its end")]
    RoundSettled,
    #[error("the game is over")]
    Over,
    #[error("the game is paused")]
    Paused,
    #[error("the game has moved on since your page was shown")]
    Outdated,
    #[error("time is up")]
    TimeUp,

    // About the one who asks.
    #[error("you can watch this game, but you have no seat at it")]
    NotSeated,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error("you have answered already, and an answer stays: it counts once the others have answered, too")]
    AnsweredAlready,
    #[error("what is hidden in this game is shown when it is over")]
    Hidden,
    #[error("{SEALED}")]
    Sealed,
    #[error("only the player who made the table can do that")]
    NotOwner,
    #[error("players cannot do that")]
    ServerOnly,
    #[error("you are not alone at this table: ask the other players for a takeback")]
    NotAlone,
    #[error("the solver helps only those who play without other people")]
    HelpInCompany,
    #[error("this game has no solver")]
    NoSolver,

    // About seats.
    #[error("the game begins when all seats are taken")]
    SeatsOpen,
    #[error("there is no such seat")]
    NoSuchSeat,
    #[error("that seat is taken")]
    SeatTaken,
    #[error("all seats are taken: you can watch")]
    AllSeatsTaken,
    #[error("the game has begun: you can only resign")]
    Begun,
    #[error("that seat has no player")]
    SeatEmpty,
    #[error("hands are hidden in this game: one player cannot take two seats, so send the link to a friend")]
    TwoHands,
    #[error("there is no program “{0}”")]
    UnknownProgram(String),
    #[error("this game counts for the ratings: programs do not play in it")]
    RatedWithoutPrograms,
    #[error("this game counts for the ratings: log in or sign up on your page to sit down")]
    RatedNeedsAccount,
    #[error("this game counts for the ratings: another player must take the other seat")]
    RatedTwoSeats,
    #[error("enter a name for the other players to see")]
    NameMissing,
    #[error("a name has at most {LONGEST_NAME} characters")]
    NameTooLong,
    #[error("“.” and “..” mean something else in an address: choose another name")]
    NameIsPath,

    // About questions and agreements.
    #[error("there is no other player to ask")]
    NoOneToAsk,
    #[error("another question is not answered yet")]
    QuestionOpen,
    #[error("you have asked that already: ask again after the next move")]
    AskedAlready,
    #[error("there is no open question")]
    NothingAsked,
    #[error("you have agreed already")]
    AgreedAlready,
    #[error("a rematch is possible when the game is over")]
    RematchTooEarly,
    #[error("there is a rematch already")]
    RematchMade,
    #[error("the match goes on: play its next round")]
    MatchGoesOn,
    #[error("at this table moves are not taken back")]
    NoTakebacks,
    #[error("you have not moved yet")]
    NotMovedYet,
    #[error("this game cannot end in a draw")]
    NoDraws,
    #[error("at this table the clocks are not stopped")]
    NoPauses,
    #[error("the game is paused already")]
    PausedAlready,
    #[error("the game is not paused")]
    NotPaused,

    // About players who are away or late.
    #[error("it is your own turn")]
    OwnTurn,
    #[error("the player to act still has time to come back")]
    GraceLeft,
    #[error("the player to act is not away, or the terms say to wait")]
    NotAway,
    #[error("the player to act has not come to this table yet: until then no time counts")]
    NotArrived,
    #[error("no player is expected here")]
    NotExpected,
    #[error("no player is to act")]
    NoTurn,
    #[error("the clock has not run out")]
    TimeLeft,

    // About new tables.
    #[error("there is no such game")]
    UnknownGame,
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("a match is best of 1, 3, 5 or 7")]
    MatchLength,
    #[error("hands are hidden in this game: with other players at the table only a fresh deal is fair")]
    UnfairDeal,
    #[error("{0}")]
    Terms(&'static str),
    #[error("a game that counts for the ratings needs an account: sign up on your page first")]
    RatedOwnerNeedsAccount,
    #[error("in a game that counts for the ratings you take a seat yourself, and the other seats are open")]
    RatedPeopleOnly,
    #[error("a game that counts for the ratings needs a fresh deal, which no player has seen")]
    RatedNeedsFreshDeal,
    #[error("a seed has at most {0} characters")]
    SeedTooLong(usize),
    #[error("with these options the game is over before it begins")]
    NothingToPlay,
    #[error("no program of {game} is called “{program}”")]
    NoSuchProgram { game: &'static str, program: String },
    #[error("{0} is played alone")]
    PlayedAlone(&'static str),
    #[error(
        "in {0} hands are hidden, so one player cannot take all seats: choose programs or friends for the \
         others"
    )]
    OnePlayerAllHands(&'static str),
    #[error("seats are numbered from 0, and this table has {0}")]
    SeatOutOfRange(u8),
    #[error("this table has {seats} seats, not {given}")]
    SeatCount { seats: u8, given: usize },
    #[error("there is no next round")]
    NoNextRound,
    #[error("the next round is made already")]
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
