//! A fixed yardstick: it looks three actions ahead with a plain search and counts lines.

use crate::board::Board;
use crate::duel::action::Action;
use crate::duel::position::Position;
use crate::duel::rules::Duel;
use crate::duel::view::View;
use crate::pieces::{Colour, LINES};
use bagatelle_core::Rng;
use bagatelle_core::program::{Advice, Budget, Program};

/// The worth of winning; nearer wins are worth more.
const WIN: i32 = 100_000;

/// Looks three actions ahead. A line with one, two or three buttons counts 1, 4 or 16. Takes one of the best
/// actions at random.
#[derive(Clone, Copy, Debug)]
pub struct Line3;

/// What the lines are worth to the side to act.
fn count(position: &Position) -> i32 {
    let worth = |colour: Colour| -> i32 {
        let own = position.layout.spaces(colour);
        LINES.iter().map(|line| [0, 1, 4, 16, 16][(own & line).count_ones() as usize]).sum()
    };
    worth(position.side) - worth(position.side.other())
}

/// The value for the side to act, exact between `alpha` and `beta`.
fn value(board: &Board, position: &Position, depth: u32, mut alpha: i32, beta: i32, nodes: &mut u64) -> i32 {
    *nodes += 1;
    if let Some(winner) = position.winner() {
        let sign = if winner == position.side { 1 } else { -1 };
        return sign * (WIN + depth as i32);
    }
    if depth == 0 {
        return count(position);
    }
    let mut actions = Vec::new();
    position.each_action(board, |action| actions.push(action));
    let mut best = if actions.is_empty() { 0 } else { -2 * WIN };
    for action in actions {
        let mut next = *position;
        next.act(action);
        best = best.max(-value(board, &next, depth - 1, -beta, -alpha, nodes));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

impl Program<Duel> for Line3 {
    fn choose(
        &mut self,
        game: &Duel,
        view: &View,
        legal: &[Action],
        _budget: &Budget<'_>,
        rng: &mut Rng,
    ) -> Advice<Action> {
        let mut nodes = 0;
        let mut best = (-2 * WIN, Vec::new());
        for &action in legal {
            let mut next = *view.state.position();
            next.act(action);
            // One below the best so far is enough to see a tie.
            let score = -value(game.board(), &next, 2, -2 * WIN, 1 - best.0, &mut nodes);
            if score > best.0 {
                best = (score, vec![action]);
            } else if score == best.0 {
                best.1.push(action);
            }
        }
        let action = rng.choose(&best.1).copied().unwrap_or(legal[0]);
        Advice { nodes, depth: Some(3), ..Advice::plain(action) }
    }
}
