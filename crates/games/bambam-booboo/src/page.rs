//! The game on a page: picks, keys, words and figures.

use crate::draw::Named;
use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::state::{End, Phase, State};
use crate::state::heap::owner;
use crate::tile::{Tile, Way};
use crate::{draw, programs, rulepage, solve};
use bagatelle_core::playable::{
    About, Control, Fact, Hint, Playable, Progress, Question, Scene, Solved, Step,
};
use bagatelle_core::program::{Budget, Program, ProgramInfo};
use bagatelle_core::{Game, Seat};

/// An answer as JSON text and its label.
fn answer(value: &str, label: &str) -> (String, String) {
    (value.to_owned(), label.to_owned())
}

/// A seat as people call it.
fn name(seat: Seat) -> &'static str {
    if seat.0 == 0 { "Light" } else { "Dark" }
}

/// A tile's way in words.
fn way(tile: Tile) -> &'static str {
    if tile.way == Way::H { "lying" } else { "standing" }
}

impl Playable for BambamBooboo {
    fn about() -> About {
        About {
            name: "Bambam Booboo",
            tagline: "Slide bamboo tiles over a table without edges; four in a rectangle win.",
            designer: "Martijn Althuizen, 2009",
            players: "2",
            minutes: "10 to 20 min",
        }
    }

    fn rules() -> String {
        rulepage::rules()
    }

    fn option_questions() -> Vec<Question> {
        vec![
            Question {
                key: "contact",
                label: "Which contacts hold?",
                help: "The picture in the rules is lost; a review speaks of side to side and a corner together.",
                answers: vec![answer("\"aligned\"", "Sides and a corner"), answer("\"side\"", "Sides only")],
                grid: None,
                own: false,
            },
            Question {
                key: "tiles",
                label: "How many tiles has each player?",
                help: "Fewer tiles make a shorter game, in which sliding begins earlier.",
                answers: [20, 12, 10, 8].map(|n| answer(&n.to_string(), &n.to_string())).to_vec(),
                grid: None,
                own: false,
            },
            Question {
                key: "reconnect",
                label: "How does a loose tile come back from outside?",
                help: "",
                answers: vec![
                    answer("\"area\"", "Slid from anywhere outside"),
                    answer("\"line\"", "Straight in, like a new tile"),
                ],
                grid: None,
                own: false,
            },
            Question {
                key: "repetition",
                label: "When a position stands for the third time",
                help: "",
                answers: vec![answer("3", "The game is a draw"), answer("0", "Play goes on")],
                grid: None,
                own: false,
            },
        ]
    }

    fn draw(&self, scene: &Scene<'_, Self>) -> String {
        draw::draw(self, scene)
    }

    fn path(&self, view: &State, action: Action) -> Vec<Step> {
        match action {
            Action::Place(to) => vec![Step::one(draw::target_name(to))],
            Action::Slide { from, to, keep } => {
                let Some(slot) = view.heap().find(from) else { return Vec::new() };
                let mut path = vec![Step::one(draw::tile_name(slot)), Step::one(draw::target_name(to))];
                path.extend(keep.map(|keep| Step::one(draw::group_name(draw::kept(view, slot, to, keep)))));
                path
            }
            Action::Pass => vec![Step::one("pass")],
        }
    }

    fn attempt(&self, view: &State, picks: &[&str]) -> Option<Action> {
        let names: Vec<Named> = picks.iter().map(|name| draw::named(name)).collect::<Option<_>>()?;
        match names[..] {
            [Named::Target(to)] => Some(Action::Place(to)),
            [Named::Slot(slot), Named::Target(to)] if view.heap().on() & 1 << slot != 0 => {
                Some(Action::Slide { from: view.heap().tile(slot), to, keep: None })
            }
            _ => None,
        }
    }

    fn controls(&self, view: &State) -> Vec<Control> {
        let mut legal = Vec::new();
        if view.phase() == Phase::Slide && self.count_legal(view) == 1 {
            self.legal(view, &mut legal);
        }
        let pass = |_| Control { id: "pass".to_owned(), label: "Pass".to_owned() };
        legal.contains(&Action::Pass).then_some(()).map(pass).into_iter().collect()
    }

    fn say(&self, before: &State, seen: &str) -> String {
        let seat = before.to_act();
        let Ok(action) = seen.parse() else { return seen.to_owned() };
        let mut after = before.clone();
        self.apply(&mut after, action);
        let mut text = match action {
            Action::Place(to) => format!("{} lays a tile, {}, at {}, {}", name(seat), way(to), to.x, to.y),
            Action::Slide { from, to, .. } => {
                let turned = if from.way == to.way { "" } else { " and turns it" };
                format!("{} slides {from} to {to}{turned}", name(seat))
            }
            Action::Pass => format!("{} can do nothing and passes", name(seat)),
        };
        let home = |seat: Seat| {
            let slots = crate::state::heap::each_slot(after.gone());
            slots.filter(|&slot| owner(slot) == seat).count()
        };
        match (home(Seat(0)), home(Seat(1))) {
            (0, 0) => (),
            (1, 0) => text += "; a light tile goes home",
            (0, 1) => text += "; a dark tile goes home",
            (light, 0) => text += &format!("; {light} light tiles go home"),
            (0, dark) => text += &format!("; {dark} dark tiles go home"),
            (light, dark) => text += &format!("; {light} light and {dark} dark go home"),
        }
        match after.end() {
            Some(End::Won(..)) => text += ", and wins",
            Some(End::Repeated) => text += "; the position stands for the third time: a draw",
            None => (),
        }
        text + "."
    }

    fn side(&self, _view: &State, seat: Seat) -> Option<String> {
        Some(name(seat).to_owned())
    }

    fn facts(&self, view: &State, seen: &[String]) -> Vec<Fact> {
        let [light, dark] = view.hands();
        let mut facts = vec![
            Fact::new("Turns", seen.len()),
            Fact::new("Light in hand", light),
            Fact::new("Dark in hand", dark),
        ];
        match view.phase() {
            Phase::First | Phase::Place => facts.push(Fact::new("To do", "place a tile").passing()),
            Phase::Slide => facts.push(Fact::new("To do", "slide a tile").passing()),
            Phase::Over => (),
        }
        if view.occurrences() > 1 {
            facts.push(Fact::new("State seen", format!("{} times", view.occurrences())));
        }
        facts
    }

    fn hint(&self, view: &State, solved: &Solved<Action>, strength: u8) -> Hint {
        let Some(&action) = solved.line.first() else { return Hint::default() };
        let (text, marks) = match (action, strength) {
            (Action::Place(to), ..=1) => (format!("Lay a {} tile.", way(to)), Vec::new()),
            (Action::Slide { from, .. }, ..=1) => {
                let slot = view.heap().find(from).map(draw::tile_name);
                ("Slide the marked tile.".to_owned(), slot.into_iter().collect())
            }
            (Action::Pass, _) => ("You can only pass.".to_owned(), vec!["pass".to_owned()]),
            _ => {
                let names = self.path(view, action).into_iter().filter_map(|step| match step {
                    Step::One(name) => Some(name),
                    Step::Set(_) => None,
                });
                (self.say(view, &action.to_string()), names.collect())
            }
        };
        Hint { text, marks }
    }

    fn dealt() -> bool {
        false
    }

    fn draws() -> bool {
        true
    }

    fn winner_begins() -> bool {
        true
    }

    fn programs() -> &'static [ProgramInfo] {
        programs::PROGRAMS
    }

    fn program(name: &str) -> Option<Box<dyn Program<Self>>> {
        programs::program(name).map(|player| Box::new(player) as Box<dyn Program<Self>>)
    }

    fn solve_ms() -> Option<u32> {
        Some(1_000)
    }

    fn solve(&self, view: &State, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Action>> {
        solve::analyse(self, view, budget, progress)
    }
}
