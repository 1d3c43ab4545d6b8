//! How hard a deal is: how often plain play wins it, with the hidden coins drawn again each time.

use crate::programs::Front;
use crate::rules::Burbuja;
use crate::state::State;
use bagatelle_core::present::Grader;
use bagatelle_core::program::{Allowance, Budget};
use bagatelle_core::{Game, Program, Rng, Seat, Seed, Stream, Turn, Viewer};

/// How many times a deal is played.
pub const GAMES: u32 = 60;

/// The wins that a deal of each grade but the last has at least.
const WON: [u32; 3] = [25, 18, 12];

/// What one game costs, in nodes: it takes as long.
const NODES: u64 = 1_000;

/// How many of [`GAMES`] games the program [`Front`] wins from what a player sees of a start. `go_on` is
/// asked after each game with the games played and won so far; `None` if it said no.
fn plain_wins(
    game: &Burbuja,
    start: &State,
    allowance: &Allowance<'_>,
    mut go_on: impl FnMut(u32, u32) -> bool,
) -> Option<u32> {
    let view = game.view(start, Viewer::Seat(Seat(0)));
    let mut rng = Rng::new(&Seed::from_text("grade"), Stream::Determinization);
    let mut won = 0;
    for played in 1..=GAMES {
        won += u32::from(wins(game, game.sample(&view, &mut rng), &mut rng));
        if !allowance.take(NODES) || !go_on(played, won) {
            return None;
        }
    }
    Some(won)
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

/// The grade of a deal with this many wins.
fn grade_of(won: u32) -> usize {
    WON.iter().position(|&least| won >= least).unwrap_or(WON.len())
}

impl Grader<Burbuja> for Burbuja {
    fn grade(&self, start: &State, allowance: &Allowance<'_>) -> Option<usize> {
        plain_wins(self, start, allowance, |_, _| true).map(grade_of)
    }

    /// Stops as soon as the games that are left can no longer lead to the grade.
    fn has_grade(&self, start: &State, grade: usize, allowance: &Allowance<'_>) -> bool {
        let possible =
            |played: u32, won: u32| (grade_of(won + GAMES - played)..=grade_of(won)).contains(&grade);
        plain_wins(self, start, allowance, possible).map(grade_of) == Some(grade)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use bagatelle_core::NoOptions;

    #[test]
    fn a_grade_is_told_sooner_than_found_and_is_the_same() {
        let game = Burbuja::new(&Options::default()).unwrap();
        for n in 0..8 {
            let seed = Seed::from_text("grades").nth(n);
            let setup = game.deal(&NoOptions {}, &mut Rng::new(&seed, Stream::Deal)).unwrap();
            let start = game.start(&setup).unwrap();
            let found = game.grade(&start, &Allowance::default()).unwrap();
            for grade in 0..=WON.len() {
                assert_eq!(game.has_grade(&start, grade, &Allowance::default()), grade == found, "{n}");
            }
        }
    }
}
