//! The duel's players made of code, and the analysis of a position.
//!
//! [`tree`] tells the alpha-beta search what a duel is and how good a position looks. The levels differ in how deep they
//! look and in how far their judgement is blurred; [`line3`] is a fixed reference player to measure them against.

pub mod line3;
pub mod tree;

use crate::rules::duel::{Duel, DuelState};
use crate::rules::position::DuelAction;
use crate::things::Colour;
use crate::view::DuelView;
use bagatelle_core::playable::{Progress, Solved};
use bagatelle_core::program::{Advice, Budget, Program, ProgramInfo};
use bagatelle_core::{Game, Rng};
use bagatelle_search::alphabeta::{DEEPEST, Found, Limits, Search, sure_in};
use bagatelle_search::tt::Table;
use line3::Line3;
use serde_json::json;
use tree::{DuelTree, Node};

/// The programs: the reference player, then the levels, weakest first.
pub const PROGRAMS: &[ProgramInfo] = &[
    ProgramInfo { name: "line3", about: "a yardstick: counts lines, three actions ahead", think_ms: 1000 },
    ProgramInfo {
        name: "1",
        about: "a beginner: looks one action ahead, with a very vague idea of good",
        think_ms: 100,
    },
    ProgramInfo { name: "2", about: "sees what wins at once, and lines that grow", think_ms: 100 },
    ProgramInfo { name: "3", about: "looks at your answer too", think_ms: 100 },
    ProgramInfo { name: "4", about: "looks three actions ahead", think_ms: 200 },
    ProgramInfo { name: "5", about: "looks five actions ahead", think_ms: 500 },
    ProgramInfo { name: "6", about: "looks seven actions ahead", think_ms: 1000 },
    ProgramInfo { name: "7", about: "looks as far as a second allows", think_ms: 1000 },
];

/// A fresh program by its name.
#[must_use]
pub fn program(name: &str) -> Option<Box<dyn Program<Duel>>> {
    let level = |depth, blur, bits| Some(Box::new(Level { depth, blur, bits }) as Box<dyn Program<Duel>>);
    match name {
        "1" => level(1, 160, 10),
        "2" => level(1, 12, 10),
        "3" => level(2, 6, 10),
        "4" => level(3, 4, 12),
        "5" => level(5, 4, 16),
        "6" => level(7, 4, 18),
        "7" => level(DEEPEST, 4, 20),
        "line3" => Some(Box::new(Line3)),
        _ => None,
    }
}

/// A player that searches to a fixed depth.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// In plies.
    depth: u32,
    /// How far an evaluation may be off, in its own units: makes levels weaker, and games different.
    blur: u32,
    /// The size of its table, as a power of two.
    bits: u32,
}

impl Program<Duel> for Level {
    fn choose(
        &mut self,
        game: &Duel,
        view: &DuelView,
        legal: &[DuelAction],
        budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<DuelAction> {
        let tree = DuelTree::blurred(game.board(), self.blur, rng.next_u64());
        let found = search(&tree, &view.state, self.depth, self.bits, budget, |_| ());
        match found.line.first() {
            Some(action) => Advice {
                action: *action,
                score: Some(words(found.score)),
                line: found.line.clone(),
                depth: Some(found.depth),
                nodes: found.nodes,
            },
            None => Advice::plain(legal[rng.index(legal.len())]),
        }
    }
}

/// Searches an unfinished position. `each` is told every depth that is done.
pub fn search(
    tree: &DuelTree<'_>,
    state: &DuelState,
    depth: u32,
    bits: u32,
    budget: &Budget<'_>,
    mut each: impl FnMut(&Found<DuelAction>),
) -> Found<DuelAction> {
    let table = Table::new(bits);
    let past: Vec<u64> = state.past().iter().map(|code| tree.key_of_code(*code)).collect();
    let limits = Limits { depth, nodes: budget.nodes, stop: budget.stop };
    let root = Node::new(*state.position());
    Search::new(tree, &table).run(&root, &past, &limits, |found| {
        each(found);
        true
    })
}

/// A score for the side to act: a proved end, or lines' worth of advantage.
#[must_use]
pub fn words(score: i32) -> String {
    match sure_in(score) {
        Some(plies) if plies > 0 => format!("wins in {plies}"),
        Some(plies) => format!("loses in {}", -plies),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    }
}

/// Analyses a position until the budget is used up or an end is proved; `None` if the game is over.
pub fn analyse(
    game: &Duel,
    view: &DuelView,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Option<Solved<DuelAction>> {
    if game.outcome(&view.state).is_some() {
        return None;
    }
    let side = view.state.position().side;
    let tree = DuelTree::new(game.board());
    let found =
        search(&tree, &view.state, DEEPEST, 21, budget, |found| progress(None, &sentence(side, found)));
    let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
    let json = json!({
        "action": line.first(),
        "score": words(found.score),
        "line": line,
        "depth": found.depth,
        "nodes": found.nodes,
    });
    Some(Solved { text: sentence(side, &found), line: found.line, json })
}

fn sentence(side: Colour, found: &Found<DuelAction>) -> String {
    let (player, other) = (side.player(), side.other().player());
    let depth = found.depth;
    match sure_in(found.score) {
        Some(plies) if plies > 0 => {
            format!("{player} wins in {plies}, whatever {other} does: that is proved.")
        }
        Some(plies) => format!("{other} wins in {}, whatever {player} does: that is proved.", -plies),
        None => {
            let better = if found.score >= 0 { player } else { other };
            let by = f64::from(found.score.abs()) / 100.0;
            format!("No forced win within {depth} actions. {better} looks better by {by:.2}.")
        }
    }
}
