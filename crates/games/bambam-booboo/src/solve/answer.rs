//! Analysis of a position: the best action, what it is worth, and the line that follows.

use crate::action::Action;
use crate::programs::{STRONGEST, verdict};
use crate::rules::BambamBooboo;
use crate::state::State;
use crate::search::Search;
use bagatelle_core::Game;
use bagatelle_core::playable::{Progress, Solved};
use bagatelle_core::program::Budget;
use serde_json::json;

/// Analyses a position with the strongest program's search. `None` when the game is over.
pub(crate) fn analyse(
    game: &BambamBooboo,
    position: &State,
    budget: &Budget<'_>,
    progress: Progress<'_>,
) -> Option<Solved<Action>> {
    let mut legal = Vec::new();
    game.legal(position, &mut legal);
    progress(None, "looking for attacks");
    let found = Search::new(game, STRONGEST, budget).run(position, &legal)?;
    let verdict = verdict(&found);
    let texts: Vec<String> = found.line.iter().map(Action::to_string).collect();
    let json = json!({
        "action": texts.first(),
        "score": verdict,
        "line": texts,
        "depth": found.depth,
        "wins_in": found.wins_in,
        "must_block": found.must_block,
        "nodes": found.nodes,
    });
    let start = match found.wins_in {
        Some(1) => "Wins at once".to_owned(),
        Some(n) => format!("Wins in {n} moves, whatever the answer"),
        None if found.must_block => "The other side threatens to win, so this move must block".to_owned(),
        None => format!("Best found: {verdict} after {} plies", found.depth),
    };
    let text = format!("{start}: {}.", texts.join(" "));
    Some(Solved { line: found.line, json, text })
}
