//! What the solver tells a player: the verdict, a move that keeps it, and hints in three strengths.

use crate::certificate::Certificate;
use crate::notation::{Action, Source};
use crate::par;
use crate::programs::Heuristic;
use crate::proof::{self, Found, Strategy};
use crate::rules::{Burbuja, State, Status};
use crate::view::View;
use bagatelle_core::playable::{Hint, Mark, Solved};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Program, Rng, Seed, Stream};
use bagatelle_piecepack::{Suit, Tile};
use serde_json::json;

/// What can be said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// There is a strategy that wins whatever the order of the unseen coins.
    SureWin,
    /// None was found within the limit.
    NotProven,
    /// No order of the coins and no play can win any more.
    Lost,
}

impl Verdict {
    /// The word for it in JSON.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::SureWin => "sure-win",
            Verdict::NotProven => "not-proven",
            Verdict::Lost => "lost",
        }
    }
}

/// Solves the position that `view` shows. The line is the next action, with those that follow before a coin is turned.
/// JSON: `{"verdict": "sure-win", "action": "pick:Sf", "ring": [2, 2], "nodes": 718}`; `action` is null where nothing can be
/// done any more, `ring` (the middle of the ring that is built) is null unless the win is sure.
#[must_use]
pub fn solve(game: &Burbuja, view: &View, budget: &Budget<'_>) -> Solved<Action> {
    let (found, nodes) = proof::prove(game, view, budget);
    let (verdict, line, ring) = match &found {
        Found::Sure(strategy) => (Verdict::SureWin, certain_line(strategy), Some(strategy.plan.centre)),
        Found::NotProven => (Verdict::NotProven, likely(game, view, budget).into_iter().collect(), None),
        Found::Lost => (Verdict::Lost, Vec::new(), None),
    };
    let json = json!({
        "verdict": verdict.word(),
        "action": line.first().map(Action::to_string),
        "ring": ring.map(|cell| [cell.x, cell.y]),
        "nodes": nodes,
    });
    let text = match (verdict, line.first()) {
        (_, None) if view.open.status == Status::Won => "The ring is complete.".into(),
        (_, Some(&action)) => format!("{} {}", standing(verdict), advice(view, verdict, action)),
        _ => standing(verdict).into(),
    };
    Solved { line, json, text }
}

/// The certificate of a sure win from the position that `view` shows, if one is found within `budget`.
#[must_use]
pub fn certificate(game: &Burbuja, view: &View, budget: &Budget<'_>) -> Option<Certificate> {
    match proof::prove(game, view, budget).0 {
        Found::Sure(strategy) => Certificate::of(&strategy),
        _ => None,
    }
}

/// The fewest moves from a start position, as a mark to beat.
#[must_use]
pub fn mark(game: &Burbuja, start: &State, budget: &Budget<'_>) -> Option<Mark> {
    let par = par::par(game, start, budget);
    Some(Mark { moves: par.moves?.try_into().ok()?, at_least: par.at_least.try_into().ok()? })
}

/// A hint: at strength 1 how the game stands, at 2 the suit, at 3 the move.
#[must_use]
pub fn hint(view: &View, solved: &Solved<Action>, strength: u8, marks: Vec<String>) -> Hint {
    let verdict = match solved.json["verdict"].as_str() {
        Some("sure-win") => Verdict::SureWin,
        Some("lost") => Verdict::Lost,
        _ => Verdict::NotProven,
    };
    let standing = standing(verdict);
    let Some(&action) = solved.line.first() else { return Hint { text: standing.into(), marks: Vec::new() } };
    let text = match (strength, action) {
        (..=1, _) => return Hint { text: standing.into(), marks: Vec::new() },
        (2, Action::Pick(suit, _)) => {
            let both = [Source::Front, Source::Top].map(|source| crate::draw::pick_name(suit, source));
            let text = format!("{standing} Take one of the {}.", suit.name());
            return Hint { text, marks: both.into() };
        }
        (2, Action::Move(_)) => {
            return Hint { text: format!("{standing} Move the tile; do not reject."), marks: Vec::new() };
        }
        _ => format!("{standing} {}", advice(view, verdict, action)),
    };
    Hint { text, marks }
}

/// How the game stands, in a sentence.
const fn standing(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::SureWin => "This is a sure win, whatever the order of the unseen coins.",
        Verdict::NotProven => "A sure win was not found here; it may still be won with luck.",
        Verdict::Lost => "This can no longer be won, in whatever order the coins come.",
    }
}

/// What to do and what speaks for it.
fn advice(view: &View, verdict: Verdict, action: Action) -> String {
    let unseen = |suit: Suit| match view.piles[suit].unseen.len() {
        _ if verdict != Verdict::SureWin => "the tiles keep together best",
        0 => "nothing unknown is turned up",
        1 => "only one coin can turn up",
        2 => "both coins that may turn up have an answer",
        3 => "all three coins that may turn up have an answer",
        4 => "all four coins that may turn up have an answer",
        _ => "all five coins that may turn up have an answer",
    };
    match action {
        Action::Pick(suit, Source::Front) => {
            let front = view.piles[suit].front.map(|rank| Tile::new(suit, rank).to_string());
            format!("Take the {} in front: {}.", front.unwrap_or_default(), unseen(suit))
        }
        Action::Pick(suit, Source::Top) => {
            format!(
                "Take the top coin of the {}, and keep the front one for later: {}.",
                suit.name(),
                unseen(suit)
            )
        }
        Action::Move(cell) => {
            let tile = view.open.hand.map(|tile| tile.to_string()).unwrap_or_default();
            format!("Move the {tile} to {cell}: it fills a place of the ring and strands nobody.")
        }
        Action::Reject => "Reject the coin: its tile is better moved later.".into(),
    }
}

/// The actions of a strategy until a coin is turned that nobody knows.
fn certain_line(strategy: &Strategy) -> Vec<Action> {
    let mut node = strategy.root;
    let mut line = Vec::new();
    while let Some(step) = strategy.step(&node) {
        line.push(strategy.plan.action(step));
        node = match step {
            proof::Step::Pick(suit, source) => {
                let mut after = node.after_pick(suit, source);
                match (after.next(), after.next()) {
                    (Some(only), None) => only,
                    _ => break,
                }
            }
            proof::Step::Move(place) => match node.hand {
                Some(tile) => node.moved(strategy.plan.home(tile), place),
                None => break,
            },
            proof::Step::Reject => node.rejected(),
        };
    }
    line
}

/// What the heuristic would do.
fn likely(game: &Burbuja, view: &View, budget: &Budget<'_>) -> Option<Action> {
    let mut legal = Vec::new();
    // What may be done does not depend on the order of the unseen coins.
    game.legal(&view.complete(|_, _| ()), &mut legal);
    let mut rng = Rng::new(&Seed::from_text("hint"), Stream::Program);
    (!legal.is_empty()).then(|| Heuristic.choose(game, view, &legal, budget, &mut rng).action)
}
