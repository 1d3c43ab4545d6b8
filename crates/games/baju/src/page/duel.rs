//! The duel on a page.

use super::{board_question, ends, picks, trail, workshop};
use crate::draw::{Picture, Trail};
use crate::programs::{self, PROGRAMS};
use crate::rulepage;
use crate::rules::duel::{Duel, DuelEnd};
use crate::rules::position::DuelAction;
use crate::things::{Button, Colour, LINES};
use crate::view::DuelView;
use bagatelle_core::playable::{About, Fact, Playable, Progress, Question, Scene, Solved, Step};
use bagatelle_core::program::{Budget, Program, ProgramInfo};
use bagatelle_core::{ParseError, Seat};
use maud::html;

impl Playable for Duel {
    fn about() -> About {
        About {
            name: "baju duel",
            tagline: "Place and swap numbered buttons over bridges until you alone have a line of four.",
            designer: "Adam Obren",
            players: "2",
            minutes: "15 min",
        }
    }

    fn rules() -> String {
        rulepage::duel()
    }

    fn option_questions() -> Vec<Question> {
        let answer = |colour: Colour| (format!("\"{}\"", colour.letter()), colour.player().to_owned());
        vec![
            board_question(),
            Question {
                key: "first",
                label: "Who begins",
                help: "",
                answers: Colour::BOTH.map(answer).into(),
                grid: None,
                own: false,
            },
        ]
    }

    fn draw(&self, scene: &Scene<'_, Duel>) -> String {
        let state = &scene.view.state;
        let position = state.position();
        let layout = position.layout;
        let mut picture = Picture::of(self.board(), layout);
        picture.near = Some(if scene.near == Seat(1) { Colour::Black } else { Colour::White });
        picture.side = state.end().is_none().then_some(position.side);
        picture.forbidden = position.swapped.filter(|_| state.end().is_none());
        picture.picks = true;
        picture.label = label(scene.view);
        picture.trail = scene.last.and_then(|text| self.last_way(scene.view, text));
        picture.lit = lit(scene.view);
        for action in scene.legal {
            if let DuelAction::Move { from, to } = *action
                && let Some(button) = layout.button(from)
                && let Some(way) = self.board().way(button.colour(), button.value(), from, to)
            {
                picture.routes.push((button, way));
            }
        }
        picture.svg()
    }

    fn path(&self, view: &DuelView, action: DuelAction) -> Vec<Step> {
        let position = view.state.position();
        match action {
            DuelAction::Place { value, at } => picks(Button::new(position.side, value), at),
            DuelAction::Move { from, to } => {
                position.layout.button(from).map(|button| picks(button, to)).unwrap_or_default()
            }
        }
    }

    fn say(&self, before: &DuelView, seen: &str) -> String {
        let position = before.state.position();
        let (layout, player) = (&position.layout, position.side.player());
        let read: Result<DuelAction, ParseError> = seen.parse();
        match read {
            Ok(DuelAction::Place { value, at }) => format!("{player} places {value} on {at}."),
            Ok(DuelAction::Move { from, to }) => {
                let value = layout.button(from).map_or(0, Button::value);
                match layout.button(to) {
                    None => format!("{player} moves {value} from {from} to {to}."),
                    Some(other) => format!(
                        "{player} moves {value} from {from} to {to}, in exchange for {} {}.",
                        other.colour().word(),
                        other.value()
                    ),
                }
            }
            Err(_) => seen.to_owned(),
        }
    }

    fn dealt() -> bool {
        false
    }

    fn side(&self, _view: &Self::View, seat: Seat) -> Option<String> {
        Some(if seat.0 == 0 { "White" } else { "Black" }.to_owned())
    }

    fn facts(&self, view: &DuelView, seen: &[String]) -> Vec<Fact> {
        let position = view.state.position();
        let supply = |colour| position.layout.supply(colour).count();
        let mut facts = vec![
            Fact::new("Actions", seen.len()),
            Fact::new("White to place", supply(Colour::White)),
            Fact::new("Black to place", supply(Colour::Black)),
        ];
        if let Some((a, b)) = position.swapped.filter(|_| view.state.end().is_none()) {
            facts.push(Fact::new("May not swap back", format!("{a} and {b}")));
        }
        match view.state.occurrences() {
            0 | 1 => (),
            times => facts.push(Fact::new("Position occurred", format!("{times} times"))),
        }
        facts
    }

    fn draws() -> bool {
        true
    }

    fn programs() -> &'static [ProgramInfo] {
        PROGRAMS
    }

    fn program(name: &str) -> Option<Box<dyn Program<Duel>>> {
        programs::program(name)
    }

    fn solve(
        &self,
        view: &DuelView,
        budget: &Budget<'_>,
        progress: Progress<'_>,
    ) -> Option<Solved<DuelAction>> {
        programs::analyse(self, view, budget, progress)
    }

    fn solve_ms() -> Option<u32> {
        Some(3_000)
    }

    fn workshop(text: &str) -> Option<String> {
        let choices = html! {
            label.field {
                span { "You play" }
                select name="program" {
                    option value="" { "both sides, at this screen" }
                    @for program in PROGRAMS { option value=(program.name) { "against “" (program.name) "”: " (program.about) } }
                }
            }
            label.field {
                span { "You sit" }
                select name="sit" {
                    option value="0" { "as White" }
                    option value="1" { "as Black" }
                }
            }
        };
        Some(workshop::page(text, &choices, "Play on this board"))
    }
}

impl Duel {
    /// The way of the last action, from the position that it led to.
    fn last_way(&self, view: &DuelView, text: &str) -> Option<Trail> {
        let layout = &view.state.position().layout;
        if let Ok(DuelAction::Place { at, .. }) = text.parse() {
            return Some(Trail { way: vec![at] });
        }
        let (from, to) = ends(text)?;
        let button = layout.button(to)?;
        trail(self.board().way(button.colour(), button.value(), from, to))
    }
}

/// The lines of four, lit: they decide the game, or cancel each other.
fn lit(view: &DuelView) -> Vec<u16> {
    let layout = &view.state.position().layout;
    let has = |line: &u16| Colour::BOTH.iter().any(|colour| layout.spaces(*colour) & line == *line);
    LINES.into_iter().filter(has).collect()
}

/// The picture in words.
fn label(view: &DuelView) -> String {
    match view.state.end() {
        Some(DuelEnd::Line(winner)) => format!("baju duel: {} has won", winner.player()),
        Some(_) => "baju duel: a draw".into(),
        None => format!("baju duel: {} to act", view.state.position().side.player()),
    }
}
