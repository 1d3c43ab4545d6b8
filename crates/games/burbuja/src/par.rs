//! Par: the number of moves that a player with a player's view can guarantee, whatever the order of the
//! unseen coins ([`solve::guarantee`](crate::solve::guarantee)). If no win is sure, the programs play this
//! very deal, and the shortest of their wins is par. It is shown with the fewest moves possible, found with
//! all coins known ([`solve::par`](crate::solve::par)).

use crate::action::Action;
use crate::programs::{Heuristic, Proof};
use crate::rules::Burbuja;
use crate::solve::par::shortest_win;
use crate::solve::{at_most, fewest};
use crate::state::{State, Status};
use bagatelle_core::present::{Par, ParFinder};
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Program, Rng, Seat, Seed, Stream, Viewer};

impl ParFinder<Burbuja> for Burbuja {
    fn par(&self, start: &State, budget: &Budget<'_>) -> Option<Par> {
        // The shorter search comes first: it takes no more than its share.
        let known = shortest_win(self, start, budget);
        let moves = guaranteed(self, start, budget).or_else(|| careful_win(self, start, budget))?;
        Some(Par { moves, at_least: moves.min(known.at_least.try_into().ok()?) })
    }

    /// What the program that looks one step ahead needs: it is asked at every action of a game.
    fn left(&self, state: &State, budget: &Budget<'_>) -> Option<u32> {
        let moved = ParFinder::moves(self, state, 0);
        Some(win(self, state, &mut Heuristic, budget)?.saturating_sub(moved))
    }

    /// Tiles moved: picks and rejections are free.
    fn moves(&self, state: &State, _actions: usize) -> u32 {
        state.open.discards.len().try_into().unwrap_or(u32::MAX)
    }
}

/// The moves that are enough whatever the order of the unseen coins; `None` if no win is sure, or the search
/// was stopped before it began.
#[must_use]
pub fn guaranteed(game: &Burbuja, start: &State, budget: &Budget<'_>) -> Option<u32> {
    let view = game.view(start, Viewer::Seat(Seat(0)));
    fewest(game, &view, &Budget { nodes: Some(at_most(budget)), ..*budget }).map(|found| found.strategy.most)
}

/// How many nodes a program may spend on an action.
const NODES: u64 = 60_000;

/// The moves of the shortest win of a program that sees what a player sees; `None` if none wins.
#[must_use]
pub fn careful_win(game: &Burbuja, start: &State, budget: &Budget<'_>) -> Option<u32> {
    let mut proof = Proof::default();
    let players: [&mut dyn Program<Burbuja>; 2] = [&mut Heuristic, &mut proof];
    players.into_iter().filter_map(|player| win(game, start, player, budget)).min()
}

/// The moves with which a program wins the deal; `None` if it does not.
#[must_use]
pub fn win(
    game: &Burbuja,
    start: &State,
    player: &mut dyn Program<Burbuja>,
    budget: &Budget<'_>,
) -> Option<u32> {
    let mut rng = Rng::new(&Seed::from_text("par"), Stream::Program);
    let (mut state, mut legal) = (start.clone(), Vec::<Action>::new());
    while state.open.status == Status::Playing {
        if (budget.stop)() {
            return None;
        }
        legal.clear();
        game.legal(&state, &mut legal);
        let view = game.view(&state, Viewer::Seat(Seat(0)));
        let allowed = Budget { stop: budget.stop, ..Budget::nodes(NODES) };
        let action = player.choose(game, &view, &legal, &allowed, &mut rng).action;
        game.apply(&mut state, action);
    }
    (state.open.status == Status::Won).then(|| state.open.discards.len().try_into().unwrap_or(u32::MAX))
}
