//! The players made of code: six levels, and the reference player `tactic`.

use crate::action::Action;
use crate::rules::BambamBooboo;
use crate::state::State;
use crate::search::{Effort, Found, SURE, Search};
use crate::shapes::{wins, worth};
use bagatelle_core::program::{Advice, Budget, Program, ProgramInfo};
use bagatelle_core::{Game, Rng};

/// The programs: the reference player, then the levels, weakest first.
pub const PROGRAMS: &[ProgramInfo] = &[
    ProgramInfo {
        name: "tactic",
        about: "a yardstick: takes wins, blocks losses, else random",
        think_ms: 50,
    },
    ProgramInfo { name: "1", about: "plays at random, but takes a win when it sees one", think_ms: 50 },
    ProgramInfo { name: "2", about: "takes wins, blocks, and has some liking for good shapes", think_ms: 50 },
    ProgramInfo { name: "3", about: "takes wins, blocks, and makes the best shape", think_ms: 100 },
    ProgramInfo { name: "4", about: "looks two plies ahead", think_ms: 200 },
    ProgramInfo { name: "5", about: "looks two plies ahead, and sees double threats", think_ms: 300 },
    ProgramInfo { name: "6", about: "searches as deep as time allows, long attacks first", think_ms: 1000 },
];

/// How a program chooses.
#[derive(Clone, Copy, Debug)]
enum Style {
    /// A win if there is one; else at random.
    Greedy,
    /// A win, else any action that leaves the other side no win.
    Tactic,
    /// As tactic, but the best shape among so many safe actions drawn at random.
    Shape(usize),
    /// A search.
    Search(Effort),
}

/// A program of one style.
#[derive(Clone, Copy, Debug)]
pub struct Player(Style);

/// The effort of the strongest program, which analysis uses too.
pub const STRONGEST: Effort = Effort { depth: 12, width: 9, attack: 7 };

/// A program by its name.
#[must_use]
pub fn program(name: &str) -> Option<Player> {
    Some(Player(match name {
        "1" => Style::Greedy,
        "2" => Style::Shape(3),
        "3" => Style::Shape(usize::MAX),
        "4" => Style::Search(Effort { depth: 2, width: 6, attack: 0 }),
        "5" => Style::Search(Effort { depth: 2, width: 6, attack: 2 }),
        "6" => Style::Search(STRONGEST),
        "tactic" => Style::Tactic,
        _ => return None,
    }))
}

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
            let found = Search::new(game, effort, budget).run(view, &shuffled);
            return found.map_or_else(|| Advice::plain(legal[0]), |found| advice(&found));
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
            found.is_empty().then_some(next)
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

/// A finding in the form that people and tables read.
fn advice(found: &Found) -> Advice<Action> {
    Advice {
        action: found.line[0],
        score: Some(verdict(found)),
        line: found.line.clone(),
        depth: Some(found.depth),
        nodes: found.nodes,
    }
}

/// What is to be said of a finding in a few words.
#[must_use]
pub fn verdict(found: &Found) -> String {
    let opinion = match (found.wins_in, found.score) {
        (Some(n), _) => format!("wins in {n}"),
        (None, s) if s > SURE => "seems to win".to_owned(),
        (None, s) if s < -SURE => "seems to lose".to_owned(),
        (None, s) => format!("{:+.1}", f64::from(s) / 100.0),
    };
    if found.must_block && found.wins_in != Some(1) { format!("must block; {opinion}") } else { opinion }
}
