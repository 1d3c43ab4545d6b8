//! A lesson: a few small positions of real play, each of which asks for one thing, then a short game with
//! help.
//!
//! A lesson is data in the game's folder. The rules open its positions and judge its moves, so a lesson
//! cannot say anything untrue: a test plays every line and tries every wrong move that is explained.
//!
//! ```
//! use bagatelle_core::present::lesson::{LessonMove, LessonStep, Position, Way};
//!
//! const FIRST: LessonStep = LessonStep {
//!     title: "Drop a disc",
//!     task: "Complete the column: drop your fourth disc on the three.",
//!     position: Position { before: &["4", "5", "4", "5", "4", "5"], ..Position::START },
//!     way: Way::Line(&[LessonMove {
//!         actions: &["4"],
//!         tries: &[("5", "That stops the other column, but you could have won.")],
//!         ..LessonMove::BASE
//!     }]),
//!     otherwise: "Your three discs are in the fourth column.",
//!     right: "Four in a column: you win.",
//!     ..LessonStep::BASE
//! };
//! assert_eq!(FIRST.position.setup, "");
//! ```

/// The lesson of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// What one can do after it, in a sentence.
    pub about: &'static str,
    /// Four to eight steps, each with one new thing.
    pub steps: &'static [LessonStep],
    /// The whole game that ends the lesson.
    pub finale: Finale,
}

/// A position that asks for one thing. A step writes what it has and takes the rest from
/// [`LessonStep::BASE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LessonStep {
    /// A few words.
    pub title: &'static str,
    /// What is asked, in a sentence or two; on a line of its own, how a keyboard does it.
    pub task: &'static str,
    /// Where it begins.
    pub position: Position,
    /// The seat that the learner has.
    pub seat: u8,
    /// What is right.
    pub way: Way,
    /// Why any other move is not what is asked.
    pub otherwise: &'static str,
    /// Where to look, in a sentence; empty where the task says it.
    pub hint: &'static str,
    /// When the way is lit on the board.
    pub help: Help,
    /// Why it is right, when it is done.
    pub right: &'static str,
}

impl LessonStep {
    /// A step of the first seat from the start of the game, lit from the beginning, with texts to fill in.
    pub const BASE: LessonStep = LessonStep {
        title: "",
        task: "",
        position: Position::START,
        seat: 0,
        way: Way::Line(&[]),
        otherwise: "",
        hint: "",
        help: Help::Lit,
        right: "",
    };
}

/// A position, as a record writes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The options, a JSON object; empty for the usual ones.
    pub options: &'static str,
    /// The set-up, JSON; empty where the game has one start.
    pub setup: &'static str,
    /// The actions before the learner's first, chance and other seats included.
    pub before: &'static [&'static str],
}

impl Position {
    /// The one start of a game that has one, under its usual options.
    pub const START: Position = Position { options: "", setup: "", before: &[] };
}

/// When the way is lit on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Help {
    /// From the beginning: the step shows how something is done.
    Lit,
    /// After a wrong try, or when the learner asks: the step lets the learner find it.
    Asked,
}

/// What a step accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// These moves, one after the other.
    Line(&'static [LessonMove]),
    /// Any moves that win the game, where the learner plays alone or wins with the first.
    Win {
        /// One way to do it.
        line: &'static [&'static str],
        /// After this many moves without a win, the step starts over.
        within: usize,
        /// First moves that lead elsewhere, each with the reason: after one of them, the step starts over.
        tries: &'static [(&'static str, &'static str)],
    },
}

/// A move of the learner, and what happens then. A move writes what it has and takes the rest from
/// [`LessonMove::BASE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LessonMove {
    /// The actions that are right, as canonical texts; the first one is lit. Empty: any action is.
    pub actions: &'static [&'static str],
    /// What is asked now, where that is more than the step's task says.
    pub task: &'static str,
    /// Why it is right, if the step continues.
    pub right: &'static str,
    /// Wrong moves that deserve a reason of their own: the action's text, and the reason.
    pub tries: &'static [(&'static str, &'static str)],
    /// What the other seats and chance do then.
    pub replies: &'static [&'static str],
}

impl LessonMove {
    /// Any move, without a comment.
    pub const BASE: LessonMove = LessonMove { actions: &[], task: "", right: "", tries: &[], replies: &[] };
}

/// The whole short game that ends a lesson: a table like any other, with help at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Finale {
    /// The task, in a sentence or two.
    pub task: &'static str,
    /// Where it begins.
    pub start: FinaleStart,
    /// The learner's seat.
    pub seat: u8,
    /// The program on all other seats; empty where one plays alone.
    pub opponent: &'static str,
    /// The message when the game is over.
    pub done: &'static str,
}

/// Where the game at the end of a lesson begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FinaleStart {
    /// A deal of its own for each learner.
    Deal {
        /// The options, a JSON object; empty for the usual ones.
        options: &'static str,
        /// The options of the deal, a JSON object; empty for the usual ones.
        deal_options: &'static str,
    },
    /// A position, the same for all.
    Position {
        /// The options, a JSON object; empty for the usual ones.
        options: &'static str,
        /// The set-up, JSON.
        setup: &'static str,
    },
}
