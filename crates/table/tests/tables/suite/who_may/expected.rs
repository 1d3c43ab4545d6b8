//! Tables that several states share.

/// The owner has one seat, the other one is open.
pub const OPEN: &str = "
                server     anonymous  guest,member  owner
  *             NotSeated  NotSeated  NotSeated     ServerOnly
  act           .          .          .             SeatsOpen
  act x         .          .          .             SeatsOpen
  act late      Outdated   .          .             Outdated
  amend         .          .          .             NotAContinuation
  undo          .          .          .             NotAlone
  redo          .          .          .             NotAlone
  restart       .          .          .             NotAlone
  sit New       .          .          sit           sit
  sit blank     .          .          NameMissing   NameMissing
  sit long      .          .          NameTooLong   NameTooLong
  sit path      .          .          NameIsPath    NameIsPath
  stand         .          .          .             stand
  program 2     .          .          .             SeatTaken
  program x     .          .          .             UnknownProgram
  program 2#9   .          .          .             NoSuchSeat
  ask takeback  .          .          .             NoOneToAsk
  ask draw      .          .          .             NoOneToAsk
  ask pause     .          .          .             NoOneToAsk
  ask rematch   .          .          .             NoOneToAsk
  agree         .          .          .             NothingAsked
  agree next    .          .          .             NothingAsked
  decline       .          .          .             NothingAsked
  resume        .          .          .             NotPaused
  resign        .          .          .             SeatsOpen
  resign#1      .          .          .             SeatsOpen
  claim         .          .          .             NotAway
  claim soon    .          .          .             NotAway
  claim here    .          .          .             NotAway
  chance        NoTurn     .          .             .
  think         SeatsOpen  .          .             .
  think x       SeatsOpen  .          .             .
  flag          TimeLeft   .          .             .
  arrive#0      NotExpected  .          .             .
  next x        NoNextRound  .          .             .
  help nudge    HelpInCompany  .  .  .
";

/// Both players have moved, and it is Ann's turn. There are clocks, and two seconds of grace have passed.
pub const DUEL: &str = "
                server     anonymous  guest,member   owner           ann               bob
  *             NotSeated  NotSeated  NotSeated      NotSeated       ServerOnly        ServerOnly
  act           .          .          .              .               act               NotYourTurn
  act x         .          .          .              .               Action            NotYourTurn
  act late      Outdated   .          .              .               Outdated          Outdated
  amend         .          .          .              .               NotAContinuation  NotAContinuation
  undo          .          .          .              .               NotAlone          NotAlone
  redo          .          .          .              .               NotAlone          NotAlone
  restart       .          .          .              .               NotAlone          NotAlone
  sit New       .          .          AllSeatsTaken  AllSeatsTaken   AllSeatsTaken     AllSeatsTaken
  sit blank     .          .          NameMissing    NameMissing     NameMissing       NameMissing
  sit long      .          .          NameTooLong    NameTooLong     NameTooLong       NameTooLong
  sit path      .          .          NameIsPath     NameIsPath      NameIsPath        NameIsPath
  stand         .          .          .              .               Begun             Begun
  program 2     .          .          .              SeatTaken       NotOwner          NotOwner
  program x     .          .          .              UnknownProgram  NotOwner          NotOwner
  program 2#9   .          .          .              NoSuchSeat      NotOwner          NotOwner
  ask takeback  .          .          .              .               ask               ask
  ask draw      .          .          .              .               ask               ask
  ask pause     .          .          .              .               ask               ask
  ask rematch   .          .          .              .               RematchTooEarly   RematchTooEarly
  agree         .          .          .              .               NothingAsked      NothingAsked
  agree next    .          .          .              .               NothingAsked      NothingAsked
  decline       .          .          .              .               NothingAsked      NothingAsked
  resume        .          .          .              .               NotPaused         NotPaused
  resign        .          .          .              .               resign            resign
  resign#1      .          .          .              .               resign            resign
  claim         .          .          .              .               OwnTurn           claim
  claim soon    .          .          .              .               OwnTurn           GraceLeft
  claim here    .          .          .              .               OwnTurn           NotAway
  chance        NoTurn     .          .              .               .                 .
  think         NoTurn     .          .              .               .                 .
  think x       NoTurn     .          .              .               .                 .
  flag          TimeLeft   .          .              .               .                 .
  arrive#0      NotExpected  .          .              .               .                 .
  next x        NoNextRound  .          .              .               .                 .
  help nudge    HelpInCompany  .  .  .  .  .
";

/// What differs from [`DUEL`] when the game is over.
pub const ENDED: &str = "
                server  ann,bob
  act           .       Over
  act x         .       Over
  amend         .       Over
  ask takeback  .       Over
  ask draw      .       Over
  ask pause     .       Over
  ask rematch   .       ask
  resign        .       Over
  resign#1      .       Over
  claim         .       NotAway
  claim soon    .       NotAway
  claim here    .       NotAway
  think         Over    .
  think x       Over    .
";

/// What differs from [`ENDED`] in a match.
pub const SETTLED: &str = "
           ann,bob
  act      RoundSettled
  act x    RoundSettled
  amend    RoundSettled
  undo     RoundSettled
  redo     RoundSettled
  restart  RoundSettled
";

/// What differs from [`DUEL`] where the result counts for the ratings, with the same clocks.
pub const RATED: &str = "
                guest              owner                 ann,bob
  sit New       RatedNeedsAccount  .                     RatedTwoSeats
  program 2     .                  RatedWithoutPrograms  .
  ask takeback  .                  .                     NoTakebacks
";
