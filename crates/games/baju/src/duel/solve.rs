//! The analysis of a position.

use super::action::Action;
use super::programs::book::Book;
use super::programs::tree::DuelTree;
use super::programs::{search, words};
use super::rules::Duel;
use super::view::View;
use crate::pieces::Colour;
use bagatelle_core::present::text::counted;
use bagatelle_core::present::{Playable, Progress, Solved, Solver};
use bagatelle_core::program::Budget;
use bagatelle_search::alphabeta::{DEEPEST, Found, sure_in, winners_turns};
use bagatelle_search::lookback::lead;
use serde_json::json;

impl Solver<Duel> for Duel {
    /// Works until the budget is used up or an end is proved. Where the opening book has looked at least as
    /// deep and no end is proved, the answer is the book's.
    fn solve(&self, view: &View, budget: &Budget<'_>, progress: Progress<'_>) -> Option<Solved<Action>> {
        if view.state.end().is_some() {
            return None;
        }
        let side = view.state.position().side;
        let tree = DuelTree::new(self.board());
        let mut found = search(&tree, &view.state, DEEPEST, 21, budget, |found| {
            progress(None, &format!("Thinking… {}", sentence(side, found)))
        });
        let known = Book::of(self.board()).and_then(|book| Some((book, book.find(view.state.position())?)));
        let known = known.filter(|(_, entry)| entry.depth >= found.depth && sure_in(found.score).is_none());
        let mut text = sentence(side, &found);
        if let Some((book, entry)) = &known
            && let Some(&(action, score)) = entry.best.first()
        {
            found = Found { line: vec![action], score, depth: entry.depth, nodes: found.nodes };
            text = format!(
                "{} {}",
                sentence(side, &found),
                book.credit(entry, |action| self.foretell(view, action))
            );
        }
        let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
        let json = json!({
            "action": line.first(),
            "score": words(found.score),
            "line": line,
            "depth": found.depth,
            "nodes": found.nodes,
            "book": known.map(|(book, entry)| json!({
                "actions": entry.best.iter().map(|(action, _)| action.to_string()).collect::<Vec<_>>(),
                "nodes": book.nodes,
            })),
        });
        Some(Solved { text, line: found.line, json })
    }
}

/// How the position stands, in a sentence for people.
fn sentence(side: Colour, found: &Found<Action>) -> String {
    let (player, other) = (side.player(), side.other().player());
    match sure_in(found.score) {
        Some(plies) if plies > 0 => {
            format!(
                "{player} wins in {}, whatever {other} does (proven).",
                counted(winners_turns(plies), "turn")
            )
        }
        Some(plies) => {
            let turns = counted(winners_turns(plies), "turn");
            format!("{other} wins in {turns}, whatever {player} does (proven).")
        }
        // Unlikely actions are searched less deep, so this is no proof.
        None => {
            let ahead = if found.score > 0 { player } else { other };
            match lead(found.score) {
                None => "The position looks even.".to_owned(),
                Some(how) => format!("{ahead} looks {how} better."),
            }
        }
    }
}
