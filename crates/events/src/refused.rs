//! Why something cannot happen, in words for the player who asked for it.

use crate::limits::{FEWEST, LONGEST_TITLE, MOST, MOST_DAYS, MOST_DEALS, MOST_ROUNDS};
use thiserror::Error;

/// Why a command is refused. The event is unchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "each variant is its message")]
pub enum Refused {
    // About a new event.
    #[error("enter a title of at most {LONGEST_TITLE} characters for the event")]
    Title,
    #[error("there’s no such game")]
    UnknownGame,
    #[error("{game} has no tables of {seats}")]
    Seats { game: &'static str, seats: u8 },
    #[error("an event has {FEWEST} to {MOST} players")]
    Places,
    #[error("a Swiss event has 1 to {MOST_ROUNDS} rounds")]
    Rounds,
    #[error("a duplicate event has 1 to {MOST_DEALS} deals")]
    Deals,
    #[error("every game of {0} begins the same way: choose another kind of event than a duplicate")]
    NoDeals(&'static str),
    #[error("a round robin has two players at each table: choose Swiss for three or four")]
    RoundRobinOfTwo,
    #[error("one player sits at each table of this game: choose duplicate")]
    PlayedAlone,
    #[error("choose computer players for the other seats")]
    ProgramMissing,
    #[error("one player sits at each table of this game, so the computer can’t play")]
    ProgramUnneeded,
    #[error("no program of {game} is called “{program}”")]
    NoSuchProgram { game: &'static str, program: String },
    #[error("a round may take 1 to {MOST_DAYS} days")]
    Days,
    #[error("a live event needs terms that say how long the others wait for an absent player")]
    NoGrace,
    #[error("players can join after the start only in a Swiss event")]
    LateOnlySwiss,
    #[error("{0}")]
    Terms(&'static str),

    // About the one who asks.
    #[error("log in or sign up on your page to play in an event")]
    NeedsAccount,
    #[error("only the organizer can do that")]
    NotOrganizer,
    #[error("players can’t do that")]
    ServerOnly,
    #[error("there’s no such player in this event")]
    NoSuchPlayer,

    // About players who join and leave.
    #[error("enter a name for the other players to see")]
    Name,
    #[error("this event has begun, so it takes no more players")]
    Begun,
    #[error("this event is full: it has {0} players")]
    Full(u32),
    #[error("you’ve already joined this event")]
    JoinedAlready,
    #[error("you’re already in “{0}”: leave it, or wait until it’s over")]
    InAnotherEvent(String),
    #[error("the organizer has removed you from this event")]
    RemovedBefore,
    #[error("{0} is already out of this event")]
    OutAlready(String),

    // About the course of the event.
    #[error("an event needs at least {FEWEST} players: this one has {0}")]
    TooFew(usize),
    #[error("this event hasn’t begun")]
    NotBegun,
    #[error("this event is over")]
    Over,
    #[error("this event is paused")]
    Paused,
    #[error("this event isn’t paused")]
    NotPaused,
    #[error("this event starts later")]
    NotDue,
    #[error("games are still in progress: only the organizer can end the event now")]
    NotFinished,

    // About rounds.
    #[error("round {0} is already paired")]
    PairedAlready(u32),
    #[error("round {0} comes first")]
    RoundTooEarly(u32),
    #[error("round {round} isn’t over: {left} games are still to be played")]
    RoundRuns { round: u32, left: usize },
    #[error("all {0} rounds are paired")]
    NoMoreRounds(u32),
    #[error("each player who’s in the event must have one place in a round")]
    RoundPlaces,
    #[error("these two have already met, or one of them has had a bye before")]
    PairedBefore,

    // About games.
    #[error("there’s no such game in this event")]
    NoSuchTable,
    #[error("that game is already decided")]
    DecidedAlready,
    #[error("{0} is out of this event, so that game is already decided")]
    PlayerOut(String),
    #[error("that isn’t the game that’s being played at this table")]
    OtherGame,
    #[error("a result names each of the {seats} seats, not {given}")]
    ResultSize { seats: usize, given: usize },
    #[error("that player has no seat in this game")]
    NotInGame,
    #[error("you can correct only results of the current round: pause the event if you need more time")]
    RoundPast,
    #[error("that game has no result yet")]
    NoResult,
    #[error("the results of a duplicate can’t be corrected")]
    NoCorrectionOfDeals,
    #[error("the players of that game still have time")]
    TimeLeft,
}
