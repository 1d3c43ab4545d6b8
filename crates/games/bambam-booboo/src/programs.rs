//! The programs that play: six levels, and the reference player `tactic`.

use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::solve::shapes::{wins, worth};
use crate::solve::{Effort, Found, STRONGEST, Search};
use crate::state::State;
use bagatelle_core::persona::{Backdrop, Extra, Face, Hair, Persona, Shade, Skill, Skin};
use bagatelle_core::program::{Advice, Budget, Program, ProgramSpec};
use bagatelle_core::{Game, Rng};

/// The programs: the reference player, then the levels, weakest first.
pub static PROGRAMS: [ProgramSpec<BambamBooboo>; 7] = [
    ProgramSpec {
        name: "tactic",
        about: "a yardstick: takes wins, blocks losses, otherwise random",
        persona: None,
        think_ms: 50,
        make: || Box::new(Player(Style::Tactic)),
    },
    ProgramSpec {
        name: "1",
        about: "plays at random, but takes a win when it sees one",
        persona: Some(Persona {
            name: "Pip",
            skill: Skill::Beginner,
            style: "Puts tiles anywhere, but finishes a block when the last place is open.",
            face: Face::new(Skin::Rosy, Hair::Cropped, Shade::Blond, Backdrop::Clay).with(Extra::Cap),
        }),
        think_ms: 50,
        make: || Box::new(Player(Style::Greedy)),
    },
    ProgramSpec {
        name: "2",
        about: "takes wins, blocks, and likes good shapes",
        persona: Some(Persona {
            name: "Nadia",
            skill: Skill::Casual,
            style: "Blocks your wins and has an eye for a pretty shape.",
            face: Face::new(Skin::Tan, Hair::Long, Shade::Chestnut, Backdrop::Sand),
        }),
        think_ms: 50,
        make: || Box::new(Player(Style::Shape(3))),
    },
    ProgramSpec {
        name: "3",
        about: "takes wins, blocks, and makes the best shape",
        persona: Some(Persona {
            name: "Bruno",
            skill: Skill::Intermediate,
            style: "Blocks, and always builds on his best shape.",
            face: Face::new(Skin::Fair, Hair::Bald, Shade::Brown, Backdrop::Sage).with(Extra::Beard),
        }),
        think_ms: 100,
        make: || Box::new(Player(Style::Shape(usize::MAX))),
    },
    ProgramSpec {
        name: "4",
        about: "looks two turns ahead",
        persona: Some(Persona {
            name: "Mei",
            skill: Skill::Advanced,
            style: "Considers your reply before she places a tile.",
            face: Face::new(Skin::Tan, Hair::Bob, Shade::Black, Backdrop::Rose),
        }),
        think_ms: 200,
        make: || Box::new(Player(Style::Search(Effort { depth: 2, width: 4, attack: 0, threats: false }))),
    },
    ProgramSpec {
        name: "5",
        about: "looks two turns ahead and sees double threats",
        persona: Some(Persona {
            name: "Dragan",
            skill: Skill::Expert,
            style: "Considers your reply and watches for double threats.",
            face: Face::new(Skin::Rosy, Hair::Parted, Shade::Grey, Backdrop::Sky).with(Extra::Glasses),
        }),
        think_ms: 300,
        make: || Box::new(Player(Style::Search(Effort { depth: 2, width: 6, attack: 2, threats: false }))),
    },
    ProgramSpec {
        name: "6",
        about: "searches as deep as time allows, long attacks first",
        persona: Some(Persona {
            name: "Abeni",
            skill: Skill::Master,
            style: "Reads long attacks to the end, and plays the winning ones.",
            face: Face::new(Skin::Dark, Hair::Round, Shade::Black, Backdrop::Lilac).with(Extra::Earrings),
        }),
        think_ms: 1000,
        make: || Box::new(Player(Style::Search(STRONGEST))),
    },
];

/// How a program chooses.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// A win if there is one; else at random.
    Greedy,
    /// A win, else any action that leaves the other side no win.
    Tactic,
    /// As tactic, but the best shape among this many safe actions drawn at random.
    Shape(usize),
    /// A search.
    Search(Effort),
}

/// A program of one style.
#[derive(Clone, Copy, Debug)]
struct Player(Style);

impl Program<BambamBooboo> for Player {
    fn choose(
        &mut self,
        game: &BambamBooboo,
        view: &State,
        legal: &[Action],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let mut shuffled = legal.to_vec();
        rng.shuffle(&mut shuffled);
        if let Style::Search(effort) = self.0 {
            // The order decides between equals, so equal positions are not always played alike.
            return advice(&Search::new(game, effort, budget).run(view, &shuffled));
        }
        let mut found = Vec::new();
        wins(game.options(), view, view.to_act(), 1, &mut found);
        if let Some(&win) = found.first() {
            return Advice { score: Some("wins in 1".to_owned()), ..Advice::plain(win) };
        }
        let mut position = view.clone();
        position.forget();
        let safe = |action: Action, found: &mut Vec<Action>| {
            let mut next = position.clone();
            next.act(action, 0);
            wins(game.options(), &next, next.to_act(), 1, found);
            // No win was there, so an end is one of the other side, given away.
            (next.end().is_none() && found.is_empty()).then_some(next)
        };
        let looked = match self.0 {
            Style::Greedy | Style::Search(_) => 0,
            Style::Tactic => 1,
            Style::Shape(n) => n,
        };
        let mut best: Option<(i32, Action)> = None;
        let mut seen = 0;
        for &action in &shuffled {
            if seen >= looked || (seen > 0 && (budget.stop)()) {
                break;
            }
            if let Some(next) = safe(action, &mut found) {
                let score = worth(&next, view.to_act());
                seen += 1;
                if best.is_none_or(|(b, _)| score > b) {
                    best = Some((score, action));
                }
            }
        }
        Advice::plain(best.map_or(shuffled[0], |(_, action)| action))
    }
}

/// A finding as advice.
fn advice(found: &Found) -> Advice<Action> {
    Advice {
        action: found.line[0],
        score: Some(found.verdict()),
        line: found.line.clone(),
        depth: Some(found.depth),
        nodes: found.nodes,
    }
}
