//! How hard a deal is: how often plain play wins it, with the hidden coins drawn anew each time.

use crate::programs::Front;
use crate::rules::Burbuja;
use crate::state::State;
use bagatelle_core::present::Grader;
use bagatelle_core::program::Budget;
use bagatelle_core::{Game, Program, Rng, Seat, Seed, Stream, Turn, Viewer};

/// How many times a deal is played.
pub const GAMES: u32 = 60;

/// The wins that a deal of each grade but the last has at least.
const WON: [u32; 3] = [25, 18, 12];

/// How many of [`GAMES`] games the program [`Front`] wins from what a player sees of a start.
#[must_use]
pub fn plain_wins(game: &Burbuja, start: &State) -> u32 {
    let view = game.view(start, Viewer::Seat(Seat(0)));
    let mut rng = Rng::new(&Seed::from_text("grade"), Stream::Determinization);
    (0..GAMES)
        .filter(|_| wins(game, game.sample(&view, &mut rng), &mut rng))
        .count()
        .try_into()
        .unwrap_or(GAMES)
}

/// Whether plain play wins a deal.
fn wins(game: &Burbuja, mut state: State, rng: &mut Rng) -> bool {
    let mut legal = Vec::new();
    while let Turn::Seat(seat) = game.turn(&state) {
        game.legal(&state, &mut legal);
        let view = game.view(&state, Viewer::Seat(seat));
        let action = Front.choose(game, &view, &legal, &Budget::nodes(0), rng).action;
        game.apply(&mut state, action);
    }
    game.outcome(&state).is_some_and(|outcome| !outcome.winners.is_empty())
}

impl Grader<Burbuja> for Burbuja {
    fn grade(&self, start: &State) -> Option<usize> {
        let won = plain_wins(self, start);
        Some(WON.iter().position(|&least| won >= least).unwrap_or(WON.len()))
    }
}
