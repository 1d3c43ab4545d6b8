//! What a game offers, beyond its rules, so that people can see it, play it and read about it.
//!
//! Everything here is made from a *view* and from actions *as that viewer saw them*, so a page cannot show what its
//! reader may not know. Nothing is drawn by the page itself: a game's drawing is SVG text, its moves are paths of picks.

use crate::game::Game;
use crate::program::{Budget, Program, ProgramInfo};
use crate::seat::Seat;
use serde::Serialize;

/// What a catalog entry says of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The game's name as people write it.
    pub name: &'static str,
    /// One line that makes one want to play it.
    pub tagline: &'static str,
    /// Who made the game, and when.
    pub designer: &'static str,
    /// How many play: `1`, `2`, `2 to 4`.
    pub players: &'static str,
    /// How long a game takes: `15 min`.
    pub minutes: &'static str,
}

/// What a drawing is made from.
#[derive(Debug)]
pub struct Scene<'a, G: Game> {
    /// What the reader may know.
    pub view: &'a G::View,
    /// The reader's legal actions, empty if it is not the reader's turn.
    pub legal: &'a [G::Action],
    /// The action that led here, as the reader saw it.
    pub last: Option<&'a str>,
    /// From whose side of the table it is looked at: what this seat holds lies nearest. Whoever plays several seats keeps their
    /// side.
    pub near: Seat,
}

/// One step of the path of picks that makes a move. Serialised as a string or as a list of strings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Step {
    /// One thing, by the `data-pick` name it bears in the drawing, or the id of a [`Control`].
    One(String),
    /// Several things, in any order.
    Set(Vec<String>),
}

impl Step {
    /// One thing to pick.
    pub fn one(name: impl Into<String>) -> Step {
        Step::One(name.into())
    }
}

/// A button beside the board for what is not a thing on it: `pass`, `reject`. It ends or continues a path of picks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Control {
    /// The name that paths of picks use.
    pub id: String,
    /// What stands on the button.
    pub label: String,
}

/// A figure shown beside the board: `Moves 12`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Fact {
    /// What is counted.
    pub label: String,
    /// The figure.
    pub value: String,
    /// Whether it is part of the result that players share.
    pub scored: bool,
    /// Whether it holds only while the game goes on.
    pub passing: bool,
}

impl Fact {
    /// A figure and its label.
    pub fn new(label: impl Into<String>, value: impl ToString) -> Fact {
        Fact { label: label.into(), value: value.to_string(), scored: false, passing: false }
    }

    /// The same figure as part of the result.
    #[must_use]
    pub fn scored(self) -> Fact {
        Fact { scored: true, ..self }
    }

    /// The same figure as one that is gone when the game has ended, even where people have ended it: what is to be done, say.
    #[must_use]
    pub fn passing(self) -> Fact {
        Fact { passing: true, ..self }
    }
}

/// Marks that the drawing always holds and the page shows on request: elements of class `mark-ID`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Follows `mark-` in the class name.
    pub id: &'static str,
    /// What stands at the switch.
    pub label: &'static str,
}

/// A question on the page on which a game is set up: one key of the options or of the wish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// The key in the JSON object.
    pub key: &'static str,
    /// What is asked.
    pub label: &'static str,
    /// A sentence of help, may be empty.
    pub help: &'static str,
    /// The answers: JSON value as text, and label. The first is the default. Where [`Question::grid`] is set they fill
    /// a grid row by row, after the first, which stands alone.
    pub answers: Vec<(String, String)>,
    /// The width of the grid in which the answers are shown, if they are cells of a board.
    pub grid: Option<u8>,
    /// Whether a text of the player's own is an answer, too (a board file, say).
    pub own: bool,
}

/// What a solver found.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved<A> {
    /// The actions of the solution or of the best line, in order; may be empty.
    pub line: Vec<A>,
    /// What `bagatelle solve --json` prints; the caller adds `seconds`.
    pub json: serde_json::Value,
    /// The same in a sentence or two.
    pub text: String,
}

/// How a solver helps a player, at one of three strengths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hint {
    /// A sentence.
    pub text: String,
    /// The names (`data-pick`) of the things on the board that the sentence is about.
    pub marks: Vec<String>,
}

/// The length of a solution that a player can try to beat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// The moves of the best solution that was found.
    pub moves: u32,
    /// No solution is shorter than this; equal to `moves` where the solution is proved to be the shortest.
    pub at_least: u32,
}

/// Called by long searches: how far they are (0.0 to 1.0 where that can be said) and what they have.
pub type Progress<'a> = &'a mut (dyn FnMut(Option<f64>, &str) + Send);

/// A game that can be played on a page.
pub trait Playable: Game {
    /// The catalog entry.
    fn about() -> About;

    /// The rules in plain words, with drawn figures, as an HTML fragment. Names the designer, says where the document
    /// is silent and how that is ruled.
    fn rules() -> String;

    /// The questions about options, in the order in which they are asked.
    fn option_questions() -> Vec<Question> {
        Vec::new()
    }

    /// The questions about the deal.
    fn wish_questions() -> Vec<Question> {
        Vec::new()
    }

    /// The table as a complete SVG document, without a size, with a `viewBox`, a `role` and a label.
    ///
    /// Everything that moves is a direct child with a stable `id` and a `transform="translate(x y)"` of its own, so that
    /// a change of position becomes a movement (through the points of `data-via="x,y x,y"`, if it has that). What can be
    /// turned over says in `data-side` which side is up, and holds both sides in groups of class `turns`, the one beneath
    /// with `under` and `display="none"`; a new `data-side` turns it. A thing whose `id` is new comes from the first thing
    /// that was there of those named in `data-was`. What has the class `rises` does so when it is picked. Everything
    /// that can be picked bears `data-pick`, a `role="img"` and an `aria-label`, and `data-asks` with a short question where
    /// it is not plain what one chooses among. Its part of class `halo` is shown while it is pointed at or picked; with the
    /// class `lit`, whenever it can be picked. A root of class `dark-ground` asks for light halos. No inline styles, no fonts
    /// needed.
    ///
    /// Where things are put down on a lattice, the drawing may hold a *probe* for each face that they can show: a direct
    /// child of class `probe` without a place of its own, which the page lets follow the pointer. It bears `data-face`,
    /// `data-probe="to-{x},{y}"` (the name by which a place is picked) and `data-lattice="X Y DX DY"` (the middle of
    /// place 0,0, and the steps to the next column and row); its parts of class `may` and `may-not` show that it may, or
    /// may not, lie there. A thing that is picked to be put down says in `data-shows` which face it has now; what lies beside
    /// the lattice has the class `aside`.
    fn draw(&self, scene: &Scene<'_, Self>) -> String;

    /// The table with everything turned up that somebody may not see while the game goes on, drawn as by [`Playable::draw`]:
    /// for looking back once it is over. `last` is the action that led here. `None` where that would show nothing more.
    fn draw_open(&self, _state: &Self::State, _last: Option<&str>) -> Option<String> {
        None
    }

    /// The path of picks that makes `action`, one of the legal actions in `view`. No two actions share a path. If one
    /// path begins another (`slide` and `slide, then swap`), the shorter one is played at once, and the rest of the
    /// longer one is offered as a way to go on with the same move.
    fn path(&self, view: &Self::View, action: Self::Action) -> Vec<Step>;

    /// The action that a path of picks would make, legal or not, so that the rules can say why it is refused. `None` where
    /// it makes none.
    fn attempt(&self, _view: &Self::View, _picks: &[&str]) -> Option<Self::Action> {
        None
    }

    /// The keys that make `action` at once, as in a browser's `KeyboardEvent.key`, `Shift+` before it where wanted:
    /// `ArrowLeft`. A swipe on the board counts as the arrow key of its direction.
    fn key(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// The buttons beside the board.
    fn controls(&self, _view: &Self::View) -> Vec<Control> {
        Vec::new()
    }

    /// What happened, in a sentence for people, from the view before it and the action as that viewer saw it.
    fn say(&self, _before: &Self::View, seen: &str) -> String {
        seen.to_owned()
    }

    /// What is asked of the viewer now, or for whom and what the viewer waits, in a sentence; `None` where it is plain that a
    /// move is to be made.
    fn prompt(&self, _view: &Self::View) -> Option<String> {
        None
    }

    /// What a seat is called after its things, such as the colour it plays; `None` where it has none.
    fn side(&self, _view: &Self::View, _seat: Seat) -> Option<String> {
        None
    }

    /// The figures beside the board. `seen` are the actions so far as the viewer saw them.
    fn facts(&self, view: &Self::View, seen: &[String]) -> Vec<Fact>;

    /// The marks that the page can show.
    fn overlays() -> &'static [Overlay] {
        &[]
    }

    /// The programs that play this game: yardsticks, if there are some, then levels, weakest first. The last is the strongest.
    fn programs() -> &'static [ProgramInfo] {
        &[]
    }

    /// A fresh program by its [`ProgramInfo::name`].
    fn program(_name: &str) -> Option<Box<dyn Program<Self>>> {
        None
    }

    /// Solves or analyses the position as far as the viewer can know it, within `budget`. `None` where the game has no
    /// solver.
    fn solve(
        &self,
        _view: &Self::View,
        _budget: &Budget<'_>,
        _progress: Progress<'_>,
    ) -> Option<Solved<Self::Action>> {
        None
    }

    /// How long [`Playable::solve`] may work for a hint, in milliseconds; `None` where the game has no solver.
    fn solve_ms() -> Option<u32> {
        None
    }

    /// A hint from what the solver found: at strength 1 where to look, at 2 and 3 the move.
    fn hint(&self, view: &Self::View, solved: &Solved<Self::Action>, strength: u8) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        let names = self.path(view, action).into_iter().flat_map(|step| match step {
            Step::One(name) => vec![name],
            Step::Set(names) => names,
        });
        if strength <= 1 {
            return Hint { text: "The marked piece is next.".into(), marks: names.take(1).collect() };
        }
        Hint { text: self.say(view, &action.to_string()), marks: names.collect() }
    }

    /// The mark to beat from a start position, for solitaires that count moves. It may use what is hidden from the
    /// player, since it tells only a number. `None` if there is none, or none was found within `budget`.
    fn mark(&self, _start: &Self::State, _budget: &Budget<'_>) -> Option<Mark> {
        None
    }

    /// How long [`Playable::mark`] may work, in milliseconds; `None` where the game has no marks.
    fn mark_ms() -> Option<u32> {
        None
    }

    /// Whether a game can end in a draw, so that two players can agree on one.
    fn draws() -> bool {
        false
    }

    /// Whether a game begins with a deal, so that its seed is of interest: not where all begin alike and only programs draw lots.
    fn dealt() -> bool {
        true
    }

    /// Who begins the next round of a match of two: the winner of the last one if this is true, else each in turn.
    fn winner_begins() -> bool {
        false
    }

    /// What can be learned from a finished game, as an HTML fragment with pictures: shown to all who may see the game, once
    /// nothing is hidden any more. `None` where a game has no such page.
    fn review(&self, _start: &Self::State, _actions: &[Self::Action]) -> Option<String> {
        None
    }

    /// A page on which something that a game is played with can be made, such as a board, as an HTML fragment. `text` is what
    /// has been made so far, empty at first; links and forms on the page lead to the same page with another `text`, and a
    /// form with the field `option.KEY` to `new`. `None` where a game has no workshop.
    fn workshop(_text: &str) -> Option<String> {
        None
    }

    /// A proof that the position is won whatever is hidden, as a document that [`Playable::check_certificate`] can check
    /// without any search. `None` if there is none, or none was found within `budget`.
    fn certificate(&self, _view: &Self::View, _budget: &Budget<'_>) -> Option<serde_json::Value> {
        None
    }

    /// Walks a certificate by the rules alone, through everything that may be hidden. Says what it has walked.
    ///
    /// # Errors
    /// What is wrong with the certificate.
    fn check_certificate(
        &self,
        _view: &Self::View,
        _certificate: &serde_json::Value,
    ) -> Result<String, String> {
        Err("this game has no certificates".into())
    }
}
