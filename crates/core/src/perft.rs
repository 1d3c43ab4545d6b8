//! Walking a game tree: counting action sequences (perft) and random play to the end.

use crate::game::Game;
use crate::rng::Rng;
use crate::seat::Turn;

/// The number of action sequences of exactly `depth` [`Game::moves`] from `state`. A finished game has no
/// successors, and chance has none. Buffers for the levels are kept, and the last level is counted, not
/// listed.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut buffers: Vec<Vec<G::Action>> = (1..depth).map(|_| Vec::new()).collect();
    walk(game, state, &mut buffers)
}

fn walk<G: Game>(game: &G, state: &G::State, buffers: &mut [Vec<G::Action>]) -> u64 {
    let Some((buffer, rest)) = buffers.split_first_mut() else {
        return game.count_moves(state) as u64;
    };
    let mut actions = std::mem::take(buffer);
    game.moves(state, &mut actions);
    let mut count = 0;
    for &action in &actions {
        let mut next = state.clone();
        game.apply(&mut next, action);
        count += walk(game, &next, rest);
    }
    *buffer = actions;
    count
}

/// Plays uniformly random legal actions (and chance) until the game is over or `limit` actions were taken;
/// returns how many were. `buffer` is reused.
pub fn playout<G: Game>(
    game: &G,
    state: &mut G::State,
    rng: &mut Rng,
    buffer: &mut Vec<G::Action>,
    limit: u64,
) -> u64 {
    let mut plies = 0;
    while plies < limit {
        let action = match game.turn(state) {
            Turn::Over => break,
            Turn::Chance => game.sample_chance(state, rng),
            Turn::Seat(_) => game.random_legal(state, rng, buffer),
        };
        let Some(action) = action else { break };
        game.apply(state, action);
        plies += 1;
    }
    plies
}
