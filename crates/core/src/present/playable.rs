//! What every game needs to be played on a page.

use super::analysis::Analyser;
use super::capability::{Certifier, Hint, OpenView, ParFinder, PiecepackNotation, Solved, Solver, Workshop};
use super::grade::Grader;
use super::lesson::Lesson;
use super::manifest::Manifest;
use super::pad::ScorePad;
use super::path::{Control, Motion, Step, beginning, beginnings, makes};
use super::puzzle::Puzzler;
use super::review::Reviewer;
use super::scene::{Fact, Scene, ScoreSheet};
use super::sound::Sound;
use super::text::advice;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::program::{Program, ProgramSpec};
use crate::rng::{Rng, Seed, Stream};
use crate::seat::{Seat, Viewer};
use maud::Markup;

/// A game that can be played on a page.
///
/// The test kit checks the laws of these methods: `bagatelle_testkit::enter_page!(Game)`.
pub trait Playable: Game {
    /// What is known of the game without opening it.
    const MANIFEST: Manifest;

    /// The rules in plain words, with drawn figures, as an HTML fragment. Names the designer, says where the
    /// document is silent and how that is ruled.
    fn rules_page() -> Markup;

    /// The keys that do something in this game, besides those of every board: how each is written on a
    /// keyboard, and what it does, as `("B", "Bet the picked cards")`.
    fn keys() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The table as a complete SVG document, without a size; see [`svg`](super::svg) for how it is written.
    fn svg(&self, scene: &Scene<'_, Self>) -> String;

    /// The path of picks that makes `action`, one of the legal actions in `view`. No two actions share a
    /// path. If one path begins another (`slide` and `slide, then swap`), the shorter one is played at once,
    /// and the rest of the longer one is offered as a way to go on with the same move.
    fn path(&self, view: &Self::View, action: Self::Action) -> Vec<Step>;

    /// The sentence that tells people what happened, from the view before it and the action as that viewer
    /// saw it. If much follows from an action, each step of it is a short line of its own. Those who look
    /// back read the action as its player saw it, from the view of a spectator: then all players are named.
    fn say(&self, before: &Self::View, seen: &Self::Observation) -> String;

    /// The figures beside the board. `seen` are the actions so far as the viewer saw them; to count them is
    /// cheap, to look at them takes time in long games.
    fn facts(
        &self,
        view: &Self::View,
        seen: &mut dyn ExactSizeIterator<Item = &Self::Observation>,
    ) -> Vec<Fact>;

    /// Where the points so far come from. `past` are the positions so far, each with the action taken there.
    /// `None` where no points are counted.
    fn sheet(&self, _state: &Self::State, _past: &[(&Self::State, Self::Action)]) -> Option<ScoreSheet> {
        None
    }

    /// Whether the winners of a finished game tie for first place, rather than having won together.
    fn is_tie(&self, outcome: &Outcome) -> bool {
        outcome.winners.len() > 1
    }

    /// Why a finished game ended, in a few words for its readers. The outcome has the words that are stored,
    /// which stay for ever.
    fn ended(&self, outcome: &Outcome) -> String {
        outcome.reason.clone()
    }

    /// What the only winner has won with, where the rules ended it and that says all: `a line of four`.
    fn won_with(&self, _outcome: &Outcome) -> Option<&'static str> {
        None
    }

    /// What wins, in one sentence for this deal and these options.
    fn goal(&self, view: &Self::View) -> String;

    /// Whether [`Playable::goal_figure`] returns a picture.
    const GOAL_FIGURE: bool = false;

    /// A won position as a complete SVG document, as an example of the [goal](Playable::goal).
    fn goal_figure(&self, _view: &Self::View) -> Option<String> {
        None
    }

    /// What is asked of the seat to act now, after it has picked `picks`, in a sentence. The page asks it for
    /// the beginning of every path of a legal action, the empty one included.
    fn status(&self, view: &Self::View, picks: &[&str]) -> String;

    /// For whom and what a viewer who may not act is waiting; `None` if it is obvious.
    fn waiting(&self, _view: &Self::View) -> Option<String> {
        None
    }

    /// Why nothing can be done with the last of `picks`, in the words of the rules. Called if
    /// [`Playable::attempt`] finds no action: the last name may be that of any piece of the drawing, or a key
    /// ([`Playable::key`]). `None` if there is no reason to give.
    fn why_not(&self, _view: &Self::View, _picks: &[&str]) -> Option<String> {
        None
    }

    /// The ids or names of the pieces and places that the sentence about an action ([`Playable::say`]) is
    /// about.
    fn lights(&self, _before: &Self::View, _seen: &Self::Observation) -> Vec<String> {
        Vec::new()
    }

    /// What pages show for a while between the view before an action and the position that followed: the
    /// table as it was for a moment, what is seen, and what comes of it. It is for things that the next
    /// position no longer shows, such as bets that were turned up and collected at once. Made from what the
    /// viewer knows.
    fn moment(
        &self,
        _before: &Self::View,
        _seen: &Self::Observation,
    ) -> Option<(Self::View, &'static str, String)> {
        None
    }

    /// What is heard of an action, as the viewer saw it.
    fn sound(&self, _seen: &Self::Observation) -> Sound {
        Sound::Wood
    }

    /// The id of the section of [`Playable::rules_page`] that matters now; empty for its beginning.
    fn topic(&self, _view: &Self::View) -> &'static str {
        ""
    }

    /// The action that a path of picks would make, legal or not, so that the rules can say why it is refused.
    /// `None` where it makes none. By default only legal actions are found.
    fn attempt(&self, view: &Self::View, picks: &[&str]) -> Option<Self::Action> {
        legal_attempt(self, view, picks)
    }

    /// Why the page asks for confirmation before it takes a legal action: the action loses at once, say, and
    /// the player could see that. It is a sentence that states the consequence. `None` for almost all
    /// actions. Only the page asks; the action is legal anyway.
    fn warning(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// The keys that make `action` at once, as in a browser's `KeyboardEvent.key`, `Shift+` before it where
    /// wanted: `ArrowLeft`. A swipe on the board counts as the arrow key of its direction.
    fn key(&self, _view: &Self::View, _action: Self::Action) -> Option<String> {
        None
    }

    /// The pieces that `action` is sure to move, and where they are afterwards, so that the page can move
    /// them before the server answers. Moves that depend on chance or another player are left out. If the
    /// list is empty and the path leads from one thing on the board to another, the page moves the first to
    /// the place of the last.
    fn motions(&self, _view: &Self::View, _action: Self::Action) -> Vec<Motion> {
        Vec::new()
    }

    /// The buttons beside the board.
    fn controls(&self, _view: &Self::View) -> Vec<Control> {
        Vec::new()
    }

    /// The name of a seat from its pieces, such as the colour it plays; `None` if it has none.
    fn side(&self, _view: &Self::View, _seat: Seat) -> Option<String> {
        None
    }

    /// How far each seat is as the table stands: its points where the game counts them as it goes, or a
    /// measure that the faces follow.
    fn standing(&self, _view: &Self::View) -> Option<Vec<i32>> {
        None
    }

    /// The sentence that tells what a legal action would do, from what can be known before it is taken. A
    /// game with hidden parts says more than the action's text by its own implementation.
    fn foretell(&self, view: &Self::View, action: Self::Action) -> String {
        if Self::HIDDEN {
            return action.to_string();
        }
        let before = self.sample(view, &mut Rng::new(&Seed::from_text("foretell"), Stream::Determinization));
        let mut after = before.clone();
        self.apply(&mut after, action);
        self.say(view, &self.observe(&before, action, &after, Viewer::Spectator))
    }

    /// The same as advice to take it, as hints say it: *Slide the 2 of Suns up.*
    fn advise(&self, view: &Self::View, action: Self::Action) -> String {
        advice(&self.foretell(view, action))
    }

    /// What the thing is called that a player picks first for an action, as hints name it: `tile`, `card`.
    fn picked_first(&self, _view: &Self::View, _action: Self::Action) -> &'static str {
        "piece"
    }

    /// Why the first action of a solver’s `line` is good, as far as the rules or the line tell it, in words
    /// that follow “it”: `wins at once`. `None` where only the search knows.
    fn reason(&self, _view: &Self::View, _line: &[Self::Action]) -> Option<String> {
        None
    }

    /// A hint from what the solver found: at strength 1 where to look among the `legal` actions, at 2 and 3
    /// the move, and why. Neither repeats the other.
    fn hint(
        &self,
        view: &Self::View,
        solved: &Solved<Self::Action>,
        strength: u8,
        legal: &[Self::Action],
    ) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        if strength <= 1 {
            let marks = beginnings(|action| beginning(&self.path(view, action)), action, legal);
            let which = self.marked(view, action, marks.len());
            return Hint { text: format!("Try {which}."), marks };
        }
        Hint::whole(self.advise(view, action), self.reason(view, &solved.line), &self.path(view, action))
    }

    /// What this many marks of a nudge are called: `the marked tile`, `one of the marked tiles`.
    fn marked(&self, view: &Self::View, action: Self::Action, marks: usize) -> String {
        let one = self.picked_first(view, action);
        if marks > 1 { format!("one of the marked {one}s") } else { format!("the marked {one}") }
    }

    /// The programs that play this game: yardsticks, if there are some, then levels, weakest first. The last
    /// is the strongest.
    fn programs() -> &'static [ProgramSpec<Self>] {
        &[]
    }

    /// A fresh program by its [`ProgramSpec::name`].
    fn program(name: &str) -> Option<Box<dyn Program<Self>>> {
        Self::programs().iter().find(|spec| spec.name == name).map(|spec| (spec.make)())
    }

    /// The solver.
    fn solver(&self) -> Option<&dyn Solver<Self>> {
        None
    }

    /// What finds a par for a deal.
    fn par(&self) -> Option<&dyn ParFinder<Self>> {
        None
    }

    /// What tells how hard a deal is.
    fn grader(&self) -> Option<&dyn Grader<Self>> {
        None
    }

    /// What tells what positions are worth.
    fn analyser(&self) -> Option<&dyn Analyser<Self>> {
        None
    }

    /// What looks back on a finished game.
    fn reviewer(&self) -> Option<&dyn Reviewer<Self>> {
        None
    }

    /// What finds positions to think about.
    fn puzzler(&self) -> Option<&dyn Puzzler<Self>> {
        None
    }

    /// What draws a finished game with everything turned up; only where that shows more.
    fn open_view(&self) -> Option<&dyn OpenView<Self>> {
        None
    }

    /// What keeps score for people who play with real pieces.
    fn score_pad() -> Option<&'static dyn ScorePad> {
        None
    }

    /// What proves sure wins.
    fn certifier(&self) -> Option<&dyn Certifier<Self>> {
        None
    }

    /// What writes games in Portable Piecepack Notation.
    fn piecepack_notation(&self) -> Option<&dyn PiecepackNotation<Self>> {
        None
    }

    /// The lesson that teaches the game.
    fn lesson() -> Option<&'static Lesson> {
        None
    }

    /// The page on which something of the game can be made.
    fn workshop() -> Option<&'static dyn Workshop> {
        None
    }
}

/// Returns the legal action that these picks make, found by comparing them with the path of every legal
/// action. What a seat may do does not depend on what it cannot know, so the legal actions are those of any
/// position that fits the view.
pub fn legal_attempt<G: Playable>(game: &G, view: &G::View, picks: &[&str]) -> Option<G::Action> {
    let mut rng = Rng::new(&Seed::from_text("attempt"), Stream::Determinization);
    let mut legal = Vec::new();
    game.legal(&game.sample(view, &mut rng), &mut legal);
    legal.into_iter().find(|&action| makes(&game.path(view, action), picks))
}
