//! What is true of a table: who sits where, what was played, what was agreed, whose clock runs, how it ended.
//!
//! A [`Table`] is folded from a [`TableSpec`] (everything decided before the first event) and its [`Event`]s.
//! A change takes three steps: [`Table::decide`] turns a [`Command`] into an event or a [`Rejection`] without
//! changing anything, the caller stores the event, and [`Table::apply`] applies it. `decide` is the only
//! place that says who may do what.
//!
//! The crate has no I/O and reads no clock: the caller passes the time in.

mod analysis;
mod apply;
mod brought;
mod clock;
mod command;
mod decide;
mod detour;
mod ending;
mod event;
mod fairness;
mod fork;
mod help;
mod helped;
mod learned;
mod lesson;
mod lesson_try;
mod names;
mod new_game;
mod perspective;
mod plan;
mod position;
mod rank;
mod record;
mod rejection;
mod results;
mod review;
mod saved;
mod seating;
mod series;
mod spec;
mod summary;
mod table;
mod terms;
mod text;
mod verdict;
mod visitor;

pub use analysis::{Analysis, LONGEST_COMMENT, LONGEST_TITLE, MOST_NODES, Node, Refusal, names_of};
pub use bagatelle_core::world_date::{NoDate, WorldDate, timestamp};
pub use brought::{CLOCKS_DIFFER, DayDeal, LONGEST_BROUGHT, NotBrought, branch, in_common, remade};
pub use clock::{Clocks, Downtime, Millis};
pub use command::{Actor, Command, CommandKind, Context};
pub use detour::{Detour, find_detours};
pub use ending::{Ending, Forfeit};
pub use event::{Event, EventKind, Question, StoredEvent};
pub use fairness::{Fairness, FreshSeed, Given};
pub use fork::{Fork, ForkedFrom, LONGEST_FORK, seating_of};
pub use help::{Help, HelpTaken, rest_of_solution};
pub use learned::Learned;
pub use lesson::{LessonPlay, position_record};
pub use lesson_try::LessonTry;
pub use names::{DELETED_ACCOUNT, called, check_name, guest_name};
pub use new_game::{DealSource, LONGEST_SEED, NewGame, SeatRequest, deal_options_for, seat_request};
pub use perspective::{Replay, ReplayView, Viewpoint};
pub use plan::{ANY, Dropped, LONGEST_LINE, Line, MOST_LINES, NotPlanned, Plan, Standing};
pub use position::{PositionPlay, TryMark};
pub use rank::{FinalRank, Rating, RatingPool, rate};
pub use rejection::{Corrupt, Rejection};
pub use results::{BestResult, Finished, RankedPlayer, RatedGame, SameDeal};
pub use saved::{ME, SavedTable};
pub use seating::{Occupant, Person};
pub use series::{MATCH_LENGTHS, Round};
pub use spec::TableSpec;
pub use summary::{ListGroup, SeatResult, SeatSummary, Stage, Summary, programs_called};
pub use table::{Declined, LONGEST_PAUSE, OpenQuestion, Table};
pub use terms::{GRACES, PACES, Pace, Terms, paces_for, span};
pub use text::{LONGEST_NAME, forms_of_name, plain_text};
pub use verdict::Verdict;
pub use visitor::Visitor;
