//! Self-play: games that programs play at fixed numbers of nodes, as a source of positions.

use super::playable::Playable;
use crate::game::Game;
use crate::program::Budget;
use crate::rng::Rng;
use crate::seat::{Turn, Viewer};

/// A game to look for positions in: its positions, each with the action taken there; the last one is where it
/// was left.
pub struct SelfPlay<G: Game> {
    /// Where it began.
    pub setup: G::Setup,
    /// The positions in order.
    pub states: Vec<G::State>,
    /// The actions between them.
    pub actions: Vec<G::Action>,
}

/// How a game to look for positions in is played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlayOptions {
    /// The programs from which each seat gets one at random.
    pub programs: &'static [&'static str],
    /// How many actions at the beginning are drawn at random.
    pub random: usize,
    /// The most actions.
    pub longest: usize,
    /// The most nodes for one action of a program.
    pub nodes: u64,
}

impl<G: Playable> SelfPlay<G> {
    /// Deals a game and plays it. `None` if it cannot be dealt.
    pub fn game(
        game: &G,
        deal: &G::DealOptions,
        how: &SelfPlayOptions,
        rng: &mut Rng,
    ) -> Option<SelfPlay<G>> {
        let setup = game.deal(deal, rng).ok()?;
        let start = game.start(&setup).ok()?;
        let players: Vec<_> = (0..game.seats(&start)).map(|_| rng.choose(how.programs)).collect();
        let budget = Budget::nodes(how.nodes);
        let (mut states, mut actions, mut legal) = (vec![start], Vec::new(), Vec::new());
        while let Some(state) = states.last().filter(|_| actions.len() < how.longest) {
            let action = match game.turn(state) {
                Turn::Over => break,
                Turn::Chance => game.sample_chance(state, rng)?,
                Turn::Seat(seat) => {
                    game.legal(state, &mut legal);
                    let player = players.get(seat.index()).copied().flatten();
                    let player = player.filter(|_| actions.len() >= how.random);
                    match player.and_then(|name| G::program(name)) {
                        Some(mut program) => {
                            let view = game.view(state, Viewer::Seat(seat));
                            program.choose(game, &view, &legal, &budget, rng).action
                        }
                        None => *rng.choose(&legal)?,
                    }
                }
            };
            let mut next = state.clone();
            game.apply(&mut next, action);
            states.push(next);
            actions.push(action);
        }
        Some(SelfPlay { setup, states, actions })
    }
}
