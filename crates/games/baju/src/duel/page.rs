//! The duel on a page: its picture, how an action is picked, the sentences, the figures beside the board.

use super::action::Action;
use super::guide;
use super::lesson::LESSON;
use super::position::Position;
use super::programs::PROGRAMS;
use super::rulepage;
use super::rules::{Duel, LINE};
use super::state::{End, State};
use super::view::{Seen, View};
use super::workshop;
use crate::draw::{BoardPicture, place_id};
use crate::layout::Layout;
use crate::notation::read_layout;
use crate::page::{board_question, picks};
use crate::pieces::{Button, Colour, LINES};
use bagatelle_core::present::text::capitalised;
use bagatelle_core::present::{
    Analyser, Fact, LOST, Lesson, Manifest, Playable, Puzzler, QUIET, Question, Reviewer, Scene, Solver,
    Sound, Step, Surface, Workshop,
};
use bagatelle_core::program::ProgramSpec;
use bagatelle_core::{Outcome, Seat};
use maud::Markup;
use std::time::Duration;

/// What a line that lacks one button counts as: enough to worry the other player.
const THREAT: i32 = 6;

impl Playable for Duel {
    const MANIFEST: Manifest = Manifest {
        name: "baju duel",
        tagline: "Place and swap numbered buttons across bridges until only you have a line of four.",
        designer: "Adam Obren",
        seats: 2..=2,
        sides: |_| &SIDES,
        minutes: 15..=15,
        options,
        draws_possible: true,
        seeded: false,
        solve_limit: Some(Duration::from_secs(3)),
        surface: Surface::Linen,
        phrases: &["Nice line!", "I didn’t see that."],
        ornament: "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0zM-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0zM-7 0 \
            a7 7 0 1 0 14 0a7 7 0 1 0-14 0zM-4.1 -2.6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z \
            M-4.1 2.6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0zM1.1 -2.6a1.5 1.5 0 1 0 3 0 \
            a1.5 1.5 0 1 0-3 0zM1.1 2.6a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0-3 0z",
        on_paper: true,
        laid: true,
        ..Manifest::BASE
    };

    fn rules_page() -> Markup {
        rulepage::html()
    }

    fn ended(&self, outcome: &Outcome) -> String {
        outcome.reason.replace("has no legal action", "can neither place nor move")
    }

    fn won_with(&self, outcome: &Outcome) -> Option<&'static str> {
        outcome.reason.ends_with(LINE).then_some("a line of four")
    }

    fn goal(&self, _view: &View) -> String {
        "Get four of your buttons in a row or column while your opponent has no such line.".into()
    }

    const GOAL_FIGURE: bool = true;

    fn goal_figure(&self, _view: &View) -> Option<String> {
        let layout = read_layout("B4--W8--/W3W1W6W5/--B7B2--/B1--W2B3").ok()?;
        let mut picture = BoardPicture::of(self.board(), layout);
        picture.label = "White has won with a row of four".into();
        picture.lit = lines(&layout);
        Some(picture.svg())
    }

    fn status(&self, view: &View, picks: &[&str]) -> String {
        guide::status(self, view.state.position(), picks)
    }

    fn why_not(&self, view: &View, picks: &[&str]) -> Option<String> {
        guide::why_not(self, view.state.position(), picks)
    }

    fn topic(&self, view: &View) -> &'static str {
        guide::topic(self, view.state.position(), view.state.end().is_some())
    }

    fn sound(&self, _seen: &Seen) -> Sound {
        Sound::Button
    }

    /// Where a button was placed, or the two spaces between which one moved.
    fn lights(&self, _before: &View, seen: &Seen) -> Vec<String> {
        match seen.action {
            Action::Place { at, .. } => vec![place_id(at)],
            Action::Move { from, to } => [from, to].map(place_id).into(),
        }
    }

    fn svg(&self, scene: &Scene<'_, Duel>) -> String {
        let state = &scene.view.state;
        let position = state.position();
        let mut picture = BoardPicture::of(self.board(), position.layout);
        picture.near = Some(colour(scene.near));
        if state.end().is_none() {
            picture.side = Some(position.side);
            picture.forbidden = position.swapped.filter(|_| position.swap_back(self.board()));
        }
        picture.picks = true;
        picture.fixed = scene.fixed;
        picture.label = label(state);
        picture.lit = lines(&position.layout);
        picture.decided = state.end().is_some() && !picture.lit.is_empty();
        picture.trail = scene.last.and_then(|seen| match seen.action {
            Action::Place { at, .. } => Some(vec![at]),
            Action::Move { from, to } => self.board().way(seen.button?, from, to),
        });
        picture.offer(scene.legal.iter().filter_map(|action| match *action {
            Action::Place { .. } => None,
            Action::Move { from, to } => Some((from, to)),
        }));
        picture.svg()
    }

    /// The button, then the space.
    fn path(&self, view: &View, action: Action) -> Vec<Step> {
        let position = view.state.position();
        match action {
            Action::Place { value, at } => picks(Button::new(position.side, value), at),
            Action::Move { from, to } => {
                position.layout.button(from).map(|button| picks(button, to)).unwrap_or_default()
            }
        }
    }

    fn picked_first(&self, _view: &View, _action: Action) -> &'static str {
        "button"
    }

    fn say(&self, _before: &View, seen: &Seen) -> String {
        let Some(button) = seen.button else { return seen.to_string() };
        let name = capitalised(&button.words());
        match (seen.action, seen.exchanged) {
            (Action::Place { at, .. }, _) => {
                format!("{} places the {} in {}.", button.colour().player(), button.value(), at.words())
            }
            (Action::Move { to, .. }, None) => format!("{name} moves to {}.", to.words()),
            (Action::Move { .. }, Some(other)) => format!("{name} swaps places with {}.", other.words()),
        }
    }

    fn advise(&self, view: &View, action: Action) -> String {
        let position = view.state.position();
        match action {
            Action::Place { value, at } => {
                format!("Place {} in {}.", Button::new(position.side, value).words(), at.words())
            }
            Action::Move { from, to } => match (position.layout.button(from), position.layout.button(to)) {
                (Some(one), Some(other)) => format!("Swap {} with {}.", one.words(), other.words()),
                (Some(one), None) => format!("Move {} to {}.", one.words(), to.words()),
                (None, _) => self.foretell(view, action),
            },
        }
    }

    fn reason(&self, view: &View, line: &[Action]) -> Option<String> {
        let before = view.state.position();
        let (own, other) = (before.side, before.side.other());
        let mut after = *before;
        after.act(*line.first()?);
        if after.winner() == Some(own) {
            return Some("wins at once".into());
        }
        let can_win = |position: &Position, colour| self.can_win(position, colour);
        if can_win(before, other) && !can_win(&after, other) {
            return Some(format!("stops {} from winning next turn", other.player()));
        }
        if can_win(&after, other) {
            return Some(LOST.into());
        }
        if can_win(&after, own) {
            return Some("threatens to win next turn".into());
        }
        if before.layout.taken() == 0 {
            let spaces = after.open().count_ones();
            return Some(format!("leaves {} {spaces} spaces to choose from", other.player()));
        }
        // The most buttons that a colour has in one line.
        let most = |position: &Position, colour| {
            LINES.iter().map(|line| (line & position.layout.spaces(colour)).count_ones()).max()
        };
        Some(match most(&after, own) {
            Some(count @ 2..=3) if most(before, own) < Some(count) => {
                format!("puts {} of your buttons in one line", if count == 2 { "two" } else { "three" })
            }
            _ if most(&after, other) < most(before, other) => {
                format!("takes a button out of {}’s fullest line", other.player())
            }
            _ => QUIET.into(),
        })
    }

    fn side(&self, _view: &View, seat: Seat) -> Option<String> {
        Some(colour(seat).player().to_owned())
    }

    fn standing(&self, view: &View) -> Option<Vec<i32>> {
        let layout = &view.state.position().layout;
        let lacks_one = |colour| LINES.iter().any(|line| (line & layout.spaces(colour)).count_ones() == 3);
        Some(Colour::BOTH.map(|colour| THREAT * i32::from(lacks_one(colour))).to_vec())
    }

    fn facts(&self, view: &View, seen: &mut dyn ExactSizeIterator<Item = &Seen>) -> Vec<Fact> {
        let position = view.state.position();
        let supply = |colour| position.layout.supply(colour).count();
        let mut facts = vec![
            Fact::new("Turns", seen.len()),
            Fact::new("White in supply", supply(Colour::White)),
            Fact::new("Black in supply", supply(Colour::Black)),
        ];
        let again = Some(view.state.occurrences()).filter(|times| *times > 1);
        facts.extend(again.map(|times| Fact::new("Position seen", format!("{times}×"))));
        facts
    }

    fn programs() -> &'static [ProgramSpec<Duel>] {
        PROGRAMS
    }

    fn solver(&self) -> Option<&dyn Solver<Duel>> {
        Some(self)
    }

    fn analyser(&self) -> Option<&dyn Analyser<Duel>> {
        Some(self)
    }

    fn reviewer(&self) -> Option<&dyn Reviewer<Duel>> {
        Some(self)
    }

    fn puzzler(&self) -> Option<&dyn Puzzler<Duel>> {
        Some(self)
    }

    fn lesson() -> Option<&'static Lesson> {
        Some(&LESSON)
    }

    fn workshop() -> Option<&'static dyn Workshop> {
        Some(&workshop::Workshop)
    }
}

impl Duel {
    /// Whether a colour would win with its next action if it were to act.
    fn can_win(&self, position: &Position, colour: Colour) -> bool {
        let mut turned = *position;
        if turned.side != colour {
            (turned.side, turned.swapped) = (colour, None);
        }
        let mut wins = false;
        turned.each_action(self.board(), |action| {
            let mut after = turned;
            after.act(action);
            wins |= after.winner() == Some(colour);
        });
        wins
    }
}

/// What the seats are called.
const SIDES: [&str; 2] = [Colour::White.player(), Colour::Black.player()];

fn options() -> Vec<Question> {
    let first = Question::choice("first", "First player");
    let repetition = Question::choice("repetition", "If a position occurs for the third time").help(
        "The original rules have no draw: “continue to take turns until only one player’s buttons form a \
         line”.",
    );
    vec![
        board_question(),
        first.answers(Colour::BOTH.map(|colour| (colour, colour.player()))),
        repetition.answers([(3, "The game is a draw"), (0, "Play continues")]),
    ]
}

/// The colour that a seat plays.
fn colour(seat: Seat) -> Colour {
    if seat == Seat(1) { Colour::Black } else { Colour::White }
}

/// The lines of four, which decide the game or cancel each other.
fn lines(layout: &Layout) -> Vec<u16> {
    let has = |line: &u16| Colour::BOTH.iter().any(|colour| layout.spaces(*colour) & line == *line);
    LINES.into_iter().filter(has).collect()
}

/// The picture in words.
fn label(state: &State) -> String {
    match state.end() {
        Some(End::Line(winner)) => format!("baju duel: {} has won", winner.player()),
        Some(_) => "baju duel: a draw".into(),
        None => format!("baju duel: {} to act", state.position().side.player()),
    }
}
