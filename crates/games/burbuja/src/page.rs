//! What people see of the game: how a move is picked, the figures beside the table, the sentences, what is asked before a
//! game and told after it.

use crate::certificate::{self, Certificate};
use crate::draw;
use crate::notation::{self, Action, Source};
use crate::plan::{Node, Plan};
use crate::proof::{self, Found};
use crate::rules::{Burbuja, State, Status};
use crate::view::View;
use crate::{par, programs, rulepage, solve};
use bagatelle_core::playable::{
    About, Control, Fact, Hint, Mark, Overlay, Playable, Progress, Question, Scene, Solved, Step,
};
use bagatelle_core::program::{Budget, ProgramInfo};
use bagatelle_core::{Game, Program, Seat, Viewer};
use bagatelle_piecepack::{Suit, Tile};
use maud::html;

/// How many nodes the review may spend on one position.
const REVIEW_NODES: u64 = 60_000;

/// How many nodes the review may spend on par.
const REVIEW_PAR_NODES: u64 = 2_000_000;

/// The one thing to pick for an action.
fn pick(action: Action) -> String {
    match action {
        Action::Pick(suit, source) => draw::pick_name(suit, source),
        Action::Move(cell) => draw::cell_name(cell),
        Action::Reject => "reject".into(),
    }
}

fn question(
    key: &'static str,
    label: &'static str,
    help: &'static str,
    answers: &[(&str, &str)],
) -> Question {
    let answers =
        answers.iter().map(|(value, label)| (format!("\"{value}\""), (*label).to_owned())).collect();
    Question { key, label, help, answers, grid: None, own: false }
}

impl Playable for Burbuja {
    fn about() -> About {
        About {
            name: "Burbuja",
            tagline: "Blow a square of tiles up to a ring, one coin at a time.",
            designer: "Antonio Recuenca Muñoz",
            players: "1",
            minutes: "15 min",
        }
    }

    fn rules() -> String {
        rulepage::html()
    }

    fn option_questions() -> Vec<Question> {
        let chances = Question {
            own: true,
            ..question(
                "chances",
                "Second chances",
                "How often you may put a coin back and take another one of its suit. \
                 Your own choice is a number for each suit, such as S2M0C1A0.",
                &[
                    ("S1M1C1A1", "A pawn for each suit (standard)"),
                    ("shared4", "One die: four for any suit (flexible)"),
                    ("S2M2C2A2", "Dice: two for each suit (easier)"),
                    ("S3M3C3A3", "Dice: three for each suit"),
                    ("S4M4C4A4", "Dice: four for each suit"),
                    ("S5M5C5A5", "Dice: five for each suit (easiest)"),
                    ("S1M1C1A0", "Pawns without the Arms (harder)"),
                    ("S1M1C0A0", "Pawns for Suns and Moons"),
                    ("S1M0C0A0", "A pawn for the Suns only"),
                    ("S0M0C0A0", "None (hardest)"),
                ],
            )
        };
        vec![
            chances,
            question(
                "ring",
                "The ring",
                "",
                &[
                    ("any", "Anywhere on the table"),
                    ("concentric", "Round the middle of the first square (unofficial, harder)"),
                ],
            ),
            question(
                "groups",
                "The tiles",
                "",
                &[
                    ("any", "Every tile touches another one"),
                    ("one", "All tiles stay in one group (unofficial, harder)"),
                ],
            ),
        ]
    }

    fn draw(&self, scene: &Scene<'_, Self>) -> String {
        draw::scene(self, scene.view, scene.legal)
    }

    fn path(&self, _view: &View, action: Action) -> Vec<Step> {
        vec![Step::One(pick(action))]
    }

    /// `1` to `4` take the front coins, `5` to `8` the top ones, `0` rejects.
    fn key(&self, _view: &View, action: Action) -> Option<String> {
        match action {
            Action::Pick(suit, Source::Front) => Some((suit.index() + 1).to_string()),
            Action::Pick(suit, Source::Top) => Some((suit.index() + 5).to_string()),
            Action::Move(_) => None,
            Action::Reject => Some("0".into()),
        }
    }

    fn controls(&self, view: &View) -> Vec<Control> {
        let Some(tile) = view.open.hand else { return Vec::new() };
        let left = view.open.chances.of(tile.suit);
        if left == 0 || view.open.status != Status::Playing {
            return Vec::new();
        }
        let known = &view.piles[tile.suit];
        let label = match (known.front, known.stack(), left) {
            // The coin would come straight back.
            (None, 0, _) => "Reject (the coin comes straight back)".to_owned(),
            (_, _, 1) => "Reject the coin (last chance)".to_owned(),
            _ => format!("Reject the coin ({left} chances)"),
        };
        vec![Control { id: "reject".into(), label }]
    }

    fn say(&self, before: &View, seen: &str) -> String {
        let Ok(action) = seen.parse::<Action>() else { return seen.to_owned() };
        let hand = before.open.hand.map(|tile| tile.to_string()).unwrap_or_default();
        match action {
            Action::Pick(suit, Source::Front) => match before.piles[suit].front {
                Some(rank) => format!("The {} is taken from the front.", Tile::new(suit, rank)),
                None => seen.to_owned(),
            },
            Action::Pick(suit, Source::Top) => format!("The top coin of the {} is turned up.", suit.name()),
            Action::Move(cell) => format!("The {hand} moves to {cell}."),
            Action::Reject => format!("The coin of the {hand} is rejected and goes under its stack."),
        }
    }

    fn facts(&self, view: &View, _seen: &[String]) -> Vec<Fact> {
        let unseen: usize = Suit::ALL.iter().map(|&suit| view.piles[suit].unseen.len()).sum();
        let nearest = Plan::all(self, view).iter().map(|(_, node): &(Plan, Node)| node.missing()).min();
        let mut facts = vec![
            Fact::new("Moves", view.open.discards.len()).scored(),
            Fact::new("Second chances", view.open.chances.total()),
            Fact::new("Unseen coins", unseen),
        ];
        facts.push(match nearest {
            Some(missing) => Fact::new("Tiles off the nearest ring", missing),
            None => Fact::new("Tiles off the nearest ring", "out of reach"),
        });
        facts
    }

    fn certificate(&self, view: &View, budget: &Budget<'_>) -> Option<serde_json::Value> {
        solve::certificate(self, view, budget).map(|certificate| certificate.to_json())
    }

    fn check_certificate(&self, view: &View, json: &serde_json::Value) -> Result<String, String> {
        let certificate = Certificate::from_json(json).ok_or("this is not a certificate of Burbuja")?;
        let walk = certificate::check(self, view, &certificate).map_err(|flaw| flaw.to_string())?;
        Ok(format!(
            "A sure win: {} positions checked, {} ends reached, all won, in {} moves at most.",
            walk.positions, walk.wins, walk.most_moves
        ))
    }

    fn overlays() -> &'static [Overlay] {
        const {
            &[
                Overlay { id: "ring", label: "Show the nearest ring" },
                Overlay { id: "known", label: "Show what is known of the stacks" },
            ]
        }
    }

    fn programs() -> &'static [ProgramInfo] {
        &programs::PROGRAMS
    }

    fn program(name: &str) -> Option<Box<dyn Program<Burbuja>>> {
        programs::by_name(name)
    }

    fn solve(&self, view: &View, budget: &Budget<'_>, _progress: Progress<'_>) -> Option<Solved<Action>> {
        Some(solve::solve(self, view, budget))
    }

    fn solve_ms() -> Option<u32> {
        Some(2_000)
    }

    fn hint(&self, view: &View, solved: &Solved<Action>, strength: u8) -> Hint {
        solve::hint(
            view,
            solved,
            strength,
            solved.line.first().map(|&action| pick(action)).into_iter().collect(),
        )
    }

    fn mark(&self, start: &State, budget: &Budget<'_>) -> Option<Mark> {
        solve::mark(self, start, budget)
    }

    fn mark_ms() -> Option<u32> {
        Some(2_000)
    }

    /// The turns, with the one that gave the sure win away, and a shortest game for this deal.
    fn review(&self, start: &State, actions: &[Action]) -> Option<String> {
        let lines = notation::log(self, start, actions);
        let sure = self.sure_wins(start, actions);
        let par = par::par(self, start, &Budget::nodes(REVIEW_PAR_NODES));
        let page = html! {
            h2 { "Turn by turn" }
            p {
                "A turn is marked where a sure win was left: before it there was a strategy that wins in whatever order the "
                "coins come, and after it none was found."
            }
            ol.turns {
                @for (n, line) in lines.iter().enumerate() {
                    li {
                        code { (line) }
                        @match sure.get(n..n + 2) {
                            Some([true, false]) => " — left the sure win",
                            Some([false, true]) => " — back to a sure win",
                            _ => "",
                        }
                    }
                }
            }
            @if let Some(moves) = par.moves {
                h2 { "Par" }
                p {
                    "Somebody who knew all coins would have needed " (moves) " moves"
                    @if par.exact() { ", and fewer are impossible" } @else { "; at least " (par.at_least) " are needed" }
                    ". One way:"
                }
                ol.turns { @for line in notation::log(self, start, &par.line) { li { code { (line) } } } }
            }
        };
        Some(page.into_string())
    }
}

impl Burbuja {
    /// Whether the win was sure at the start and after each finished turn.
    fn sure_wins(&self, start: &State, actions: &[Action]) -> Vec<bool> {
        let mut state = start.clone();
        let sure = |state: &State| {
            let view = self.view(state, Viewer::Seat(Seat(0)));
            let found = proof::prove(self, &view, &Budget::nodes(REVIEW_NODES)).0;
            state.open.status == Status::Won || matches!(found, Found::Sure(_))
        };
        let mut all = vec![sure(&state)];
        for &action in actions {
            if self.play(&mut state, action).is_err() {
                break;
            }
            if matches!(action, Action::Move(_)) {
                all.push(sure(&state));
            }
        }
        all
    }
}
