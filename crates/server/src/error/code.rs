//! What went wrong with a request, as one word for programs. A word never changes its meaning; the sentence
//! beside it may be reworded.

use bagatelle_catalog::Refused;
use bagatelle_events::Refused as EventRefused;
use bagatelle_store::StoreError;
use bagatelle_table::{NotBrought, NotPlanned, Rejection};
use serde::Serialize;
use utoipa::ToSchema;

/// What went wrong, as a word that stays the same in all versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Code {
    /// There is nothing at this address.
    NotFound,
    /// The address does not accept this method.
    WrongMethod,
    /// The request is for another host.
    WrongHost,
    /// A page of another site asks for a change with a cookie.
    CrossSite,
    /// The request cannot be read.
    BadRequest,
    /// A header of the request cannot be used.
    BadHeader,
    /// The body is not JSON, or not declared as JSON.
    NotJson,
    /// The body is JSON, but does not match the document.
    BadBody,
    /// The body is larger than the document allows.
    TooLarge,
    /// The request needs a token and has none.
    TokenMissing,
    /// The token is not valid: it was revoked, its session has ended, or it never was one.
    TokenInvalid,
    /// The token lacks the scope that the request needs.
    ScopeMissing,
    /// The request needs an account.
    NeedsAccount,
    /// A moderator, or another person, does not allow it.
    Forbidden,
    /// The limit for such requests is used up: `Retry-After` says when there is room again.
    TooMany,
    /// The work takes longer than a request may.
    TooLong,
    /// The server cannot do its work: it cannot reach its database, or its clock is wrong.
    Unavailable,
    /// The database did not answer a write, so it may or may not be done: check before you repeat it.
    Unknown,
    /// The database is busy: `Retry-After` says when to send the request again.
    Busy,
    /// There is no room on the server's disk, so nothing can be written.
    NoRoom,
    /// The server failed.
    Internal,
    /// The entries after this number of the stream are no longer kept.
    TooOld,
    /// The request is refused for a reason that has no word of its own.
    Refused,

    /// There is no game with this id.
    NoSuchGame,
    /// There is no account with this name.
    NoSuchPerson,
    /// There is no such challenge, or the caller has no part in it.
    NoSuchChallenge,
    /// There is no such search for an opponent, or it is over.
    NoSuchSeek,
    /// There is no event with this id.
    NoSuchEvent,
    /// The event is over.
    EventOver,
    /// The event has too few players.
    TooFewPlayers,
    /// The caller plays in another event that is not over.
    InAnotherEvent,
    /// The challenge is answered, withdrawn, or too old.
    ChallengeOver,
    /// The host runs no house bots at present.
    NoHouseBots,
    /// The catalog has no such game.
    UnknownGame,
    /// The game has no solver.
    NoSolver,
    /// The options, the set-up, the seed, the terms or the length of the match cannot be used.
    BadOptions,
    /// The text is not a record, or the record is impossible.
    BadRecord,
    /// The catalog has no such program for the game.
    UnknownProgram,
    /// There is no such kind of event or question.
    UnknownKind,

    /// The text is not an action of the game.
    ActionUnreadable,
    /// The action is not legal now.
    ActionIllegal,
    /// The game has moved on since the version that was sent.
    Outdated,
    /// It is another player's turn.
    NotYourTurn,
    /// The caller has no seat at this game.
    NotSeated,
    /// Only the player who made the game may do this.
    NotOwner,
    /// Players cannot do this, or not at this table.
    NotAllowed,
    /// The game is over.
    GameOver,
    /// The game is paused, or the request needs a paused game.
    Paused,
    /// The seat to act has run out of time.
    TimeUp,
    /// Not all seats are taken yet.
    SeatsOpen,
    /// The seat is taken, there is no such seat, or all seats are taken.
    SeatTaken,
    /// The game has begun.
    Begun,
    /// Hidden information is shown when the game is over.
    Hidden,
    /// There is no step to take back or to play again, or the step may not be.
    NoTakeback,
    /// A name is missing, too long, or taken.
    BadName,
    /// The game counts for the ratings, which rules this out.
    Rated,
    /// The question cannot be asked, or there is none to answer.
    Question,
    /// The player to act is not away, or has time left.
    NotAway,
    /// The lines of a plan cannot be kept: they are too many, too long, or differ in an answer.
    BadPlan,
    /// There is no next round, or it has been made already.
    NoNextRound,
    /// Another request came first.
    Conflict,
}

impl From<&Rejection> for Code {
    fn from(rejection: &Rejection) -> Code {
        use Rejection as R;
        match rejection {
            R::Action(Refused::NotUnderstood(_)) => Code::ActionUnreadable,
            R::Action(Refused::Illegal(_)) | R::NotAContinuation => Code::ActionIllegal,
            R::NothingToTakeBack
            | R::Revealed
            | R::NothingToReplay
            | R::NotAlone
            | R::NoTakebacks
            | R::NotMovedYet => Code::NoTakeback,
            R::Over | R::RoundSettled => Code::GameOver,
            R::Paused | R::PausedAlready | R::NotPaused => Code::Paused,
            R::Outdated => Code::Outdated,
            R::TimeUp => Code::TimeUp,
            R::NotSeated => Code::NotSeated,
            R::NotYourTurn | R::AnsweredAlready | R::NoTurn | R::OwnTurn => Code::NotYourTurn,
            R::Hidden | R::Sealed => Code::Hidden,
            R::NotOwner => Code::NotOwner,
            R::ServerOnly
            | R::HelpInCompany
            | R::NoPauses
            | R::NoDraws
            | R::NoLesson
            | R::NotExpected
            | R::TimeLeft => Code::NotAllowed,
            R::SeatsOpen => Code::SeatsOpen,
            R::NoSuchSeat | R::SeatTaken | R::AllSeatsTaken | R::SeatEmpty | R::TwoHands => Code::SeatTaken,
            R::Begun => Code::Begun,
            R::UnknownProgram(_) | R::NoSuchProgram { .. } => Code::UnknownProgram,
            R::RatedWithoutPrograms | R::RatedTwoSeats | R::RatedPeopleOnly | R::RatedNeedsFreshDeal => {
                Code::Rated
            }
            R::RatedNeedsAccount | R::RatedOwnerNeedsAccount => Code::NeedsAccount,
            R::NameMissing | R::NameTooLong | R::NameIsPath => Code::BadName,
            R::NoOneToAsk
            | R::QuestionOpen
            | R::AskedAlready
            | R::NothingAsked
            | R::AgreedAlready
            | R::RematchTooEarly
            | R::RematchMade
            | R::MatchGoesOn => Code::Question,
            R::GraceLeft | R::NotAway | R::NotArrived => Code::NotAway,
            R::UnknownGame => Code::UnknownGame,
            R::NoSolver | R::UnknownReading => Code::NoSolver,
            R::Record(_) => Code::BadRecord,
            R::MatchLength
            | R::UnfairDeal
            | R::Terms(_)
            | R::SeedTooLong(_)
            | R::NothingToPlay
            | R::PlayedAlone(_)
            | R::OnePlayerAllHands(_)
            | R::SeatOutOfRange(_)
            | R::SeatCount { .. } => Code::BadOptions,
            R::NoNextRound | R::RoundMade => Code::NoNextRound,
            R::UnknownCommand(_) | R::UnknownQuestion(_) | R::UnknownWish => Code::UnknownKind,
        }
    }
}

impl From<&NotBrought> for Code {
    fn from(why: &NotBrought) -> Code {
        match why {
            NotBrought::Table(rejection) => rejection.into(),
            _ => Code::BadRecord,
        }
    }
}

impl From<&NotPlanned> for Code {
    fn from(why: &NotPlanned) -> Code {
        use NotPlanned as N;
        match why {
            N::Hidden | N::Alone | N::TwoSeats => Code::NotAllowed,
            N::NotSeated => Code::NotSeated,
            N::SeatsOpen => Code::SeatsOpen,
            N::Over => Code::GameOver,
            N::Paused => Code::Paused,
            N::OwnTurn => Code::NotYourTurn,
            N::TooMany | N::TooLong | N::NoAnswer | N::Any | N::TwoAnswers(_) => Code::BadPlan,
            N::Action { why: Refused::NotUnderstood(_), .. } => Code::ActionUnreadable,
            N::Action { .. } | N::Unforeseen(_) => Code::ActionIllegal,
        }
    }
}

impl From<&EventRefused> for Code {
    fn from(why: &EventRefused) -> Code {
        use EventRefused as E;
        match why {
            E::NeedsAccount => Code::NeedsAccount,
            E::NotOrganizer => Code::NotOwner,
            E::ServerOnly => Code::NotAllowed,
            E::UnknownGame => Code::UnknownGame,
            E::NoSuchProgram { .. } => Code::UnknownProgram,
            E::Name => Code::BadName,
            E::Begun => Code::Begun,
            E::Over => Code::EventOver,
            E::Paused | E::NotPaused => Code::Paused,
            E::InAnotherEvent(_) => Code::InAnotherEvent,
            E::TooFew(_) => Code::TooFewPlayers,
            E::PairedAlready(_) | E::JoinedAlready | E::OutAlready(_) => Code::Conflict,
            E::Title
            | E::Seats { .. }
            | E::Places
            | E::Rounds
            | E::Deals
            | E::NoDeals(_)
            | E::RoundRobinOfTwo
            | E::PlayedAlone
            | E::ProgramMissing
            | E::ProgramUnneeded
            | E::Days
            | E::NoGrace
            | E::Terms(_) => Code::BadOptions,
            _ => Code::Refused,
        }
    }
}

impl From<&StoreError> for Code {
    fn from(error: &StoreError) -> Code {
        match error {
            StoreError::Conflict => Code::Conflict,
            StoreError::Unreachable(_) => Code::Unavailable,
            StoreError::Unknown(_) => Code::Unknown,
            StoreError::Busy(_) => Code::Busy,
            StoreError::Full(_) => Code::NoRoom,
            _ => Code::Internal,
        }
    }
}
