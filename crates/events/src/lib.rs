//! What is true of an event: who plays, who meets whom in which round, how the games ended, and who stands
//! where.
//!
//! An [`Event`] is folded from an [`EventSpec`] (everything decided before the first change) and a log of
//! [`Entry`]s. A change takes three steps, as at a table: [`Event::decide`] turns a [`Command`] into an entry
//! or a [`Refused`] without changing anything, the caller stores the entry, and [`Event::apply`] applies it.
//! `decide` is the only place that says who may do what.
//!
//! The crate has no I/O, reads no clock and draws no lots of its own: the time comes with each command and
//! the seed with the event. So two servers that read the same log pair the same round, and a server that is
//! killed goes on from the log: [`Event::next_step`] says what follows, [`Event::due_games`] which games
//! there must be.
//!
//! ```
//! use bagatelle_events::{Achieved, Command, Context, Event, EventSpec, Form, Tempo};
//! use bagatelle_table::{Actor, Terms, Visitor};
//!
//! // Any game for two from the catalog.
//! let game = bagatelle_catalog::games().iter().find(|game| game.manifest().seats.contains(&2)).unwrap();
//! let mut event = Event::new(EventSpec {
//!     title: "Sunday cup".into(),
//!     organizer: "ann".into(),
//!     game: game.id().into(),
//!     options: Default::default(),
//!     seats: 2,
//!     form: Form::RoundRobin,
//!     tempo: Tempo::Live,
//!     terms: Terms::default(),
//!     places: 8,
//!     starts_at: None,
//!     late: None,
//!     seed: "a secret".into(),
//! })?;
//! let now = Context::at(0);
//! for name in ["ann", "ben", "cleo"] {
//!     let join = Command::Join { name: name.into(), rating: None };
//!     let entry = event.decide(Actor::Visitor(&Visitor::with_account(name)), join, &now)?;
//!     event.apply(&entry); // after it was stored
//! }
//! let ann = Visitor::with_account("ann");
//! event.apply(&event.decide(Actor::Visitor(&ann), Command::Start, &now)?);
//! // The server pairs the rounds, makes a table for each game, and reports how it ended.
//! while let Some(step) = event.next_step() {
//!     event.apply(&event.decide(Actor::Server, step, &now)?);
//!     for due in event.due_games() {
//!         let result = vec![Achieved { won: true, count: 0 }, Achieved::default()];
//!         let report = Command::Report { round: due.round, table: due.table, game: due.game, result };
//!         event.apply(&event.decide(Actor::Server, report, &now)?);
//!     }
//! }
//! assert!(event.is_over());
//! assert_eq!(event.rounds().len(), 3);
//! # Ok::<(), bagatelle_events::Refused>(())
//! ```
//!
//! What to read first: [`change`](Change) for what can happen, `decide.rs` and `apply.rs` for what may happen
//! and what it does, `pair/` for who meets whom, `standings.rs` for who stands where.

mod apply;
mod change;
mod command;
mod decide;
mod due;
mod event;
mod limits;
mod pair;
mod pairing;
mod points;
mod refused;
mod score;
mod spec;
mod standings;

pub use change::{Achieved, Bye, ByeKind, Change, EndReason, Entry, PlayerNo, Seating, achieved};
pub use command::{Command, Context};
pub use due::DueGame;
pub use event::{Event, EventRound, Player, Presence, Stage};
pub use limits::{FEWEST, LONGEST_TITLE, MOST, MOST_DAYS, MOST_DEALS, MOST_ROUNDS};
pub use pairing::Pairing;
pub use points::Points;
pub use refused::Refused;
pub use spec::{Count, DELETED_TITLE, EventSpec, Form, LateEntry, Tempo};
pub use standings::{Standing, TieBreak, Value};
