//! What a game offers, beyond its rules, so that people can see it, play it and read about it.
//!
//! Everything here is made from a *view* and from actions *as that viewer saw them*, so a page cannot show
//! what its reader may not know. Nothing is drawn by the page itself: a game's drawing is SVG, its moves are
//! paths of picks.
//!
//! - [`Manifest`]: what is known about a game without opening it, all as data, and its [`Question`]s.
//! - [`Playable`]: how the game is drawn, played by picks and put into words.
//! - [`players`]: how a game’s texts name the players, whom only the table knows.
//! - [`capability`]: what some games have and others do not (a solver, a par, a review), each as a value.
//! - [`Evaluation`] and [`Review`]: what positions are worth, and what can be learned from a finished game.
//! - [`Grade`] and [`Grader`]: how hard a deal is, and deals of a chosen grade.
//! - [`HardDeals`]: the hardest known deals.
//! - [`Lesson`]: small positions that teach the game.
//! - [`ScorePad`]: the score of a game with real pieces.
//! - [`Puzzle`]: a position of real play that asks for one move.
//! - [`Piece`] and its neighbours in [`svg`]: how a drawing is written so that the page's scripts understand
//!   it.
//! - [`Sound`]: what is heard of a move.
//! - [`face()`](face::face): the faces of programs as opponents.

pub mod analysis;
pub mod capability;
pub mod face;
pub mod grade;
pub mod hardest;
pub mod lesson;
pub mod manifest;
pub mod pad;
pub mod path;
pub mod playable;
pub mod players;
pub mod puzzle;
pub mod question;
pub mod review;
pub mod scene;
mod self_play;
pub mod sound;
pub mod svg;
pub mod text;

pub use analysis::{Analyser, Better, Effort, Evaluation, Line, Scale, Worth, squash};
pub use capability::{
    Certifier, Hint, LOST, OpenView, Par, ParFinder, PiecepackNotation, Progress, QUIET, Solved, Solver,
    Workshop, in_moves,
};
pub use face::{face, face_in, peg};
pub use grade::{GRADE, Grade, Grader};
pub use hardest::{HardDeal, HardDeals};
pub use lesson::{Finale, FinaleStart, Help, Lesson, LessonMove, LessonStep, Position, Way};
pub use manifest::{Demo, Manifest, NextRound, Overlay, Surface, WEEK_SINCE};
pub use pad::{Pad, PadItem, PadSide, PadTap, ScorePad};
pub use path::{CONFIRM, Control, Motion, Offer, Step, beginning, beginnings};
pub use playable::{Playable, legal_attempt};
pub use players::{Naming, named, player, player_with_side};
pub use puzzle::{Also, Difficulty, EASY_TO_EXPERT, Puzzle, Puzzler};
pub use question::{Answer, Question};
pub use review::{Mark, Note, Review, Reviewer, SeatReview, TurningPoint, worst_of_each};
pub use scene::{Fact, Scene, ScoreSheet};
pub use self_play::{SelfPlay, SelfPlayOptions};
pub use sound::Sound;
pub use svg::{
    Fixed, Halo, Lattice, Picture, Piece, Room, Rounded, Value, Written, bare, escaped, rounded, written,
};
