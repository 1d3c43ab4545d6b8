//! One game between programs of a type, for the tests and examples of games. What people use to compare
//! programs is `bagatelle arena`.

use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Outcome, Rng, Seed, Stream, Turn, Viewer};

/// Lets a program think: called with the player's number and the work to be done under a budget, which the
/// caller makes (it owns the clock).
pub type Think<'a> = &'a mut dyn FnMut(usize, &mut dyn FnMut(&Budget<'_>));

/// A finished (or abandoned) game between programs.
#[derive(Clone, PartialEq, Debug)]
pub struct Played<A> {
    /// All actions, chance included.
    pub actions: Vec<A>,
    /// The result; `None` if the ply limit came first.
    pub outcome: Option<Outcome>,
    /// How many sat at the table.
    pub seats: u8,
}

/// Plays one game from `state` to its end, or for `limit` plies. `programs[k]` sits on seat `k` and is the
/// player `players[k]` for `think`. Chance and each program draw from streams of their own.
pub fn play<G: Game>(
    game: &G,
    mut state: G::State,
    programs: &mut [Box<dyn Program<G>>],
    players: &[usize],
    seed: &Seed,
    limit: usize,
    think: Think<'_>,
) -> Played<G::Action> {
    let seats = game.seats(&state);
    let mut chance = Rng::new(seed, Stream::Chance);
    let mut own: Vec<Rng> =
        (0..programs.len()).map(|k| Rng::new(&seed.nth(k as u64), Stream::Program)).collect();
    let mut legal = Vec::new();
    let mut actions = Vec::new();
    while actions.len() < limit {
        let action = match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => match game.sample_chance(&state, &mut chance) {
                Some(action) => action,
                None => break,
            },
            Turn::Seat(seat) => {
                game.legal(&state, &mut legal);
                let view = game.view(&state, Viewer::Seat(seat));
                let k = seat.index();
                let mut choice = None;
                think(players[k], &mut |budget| {
                    choice = Some(programs[k].choose(game, &view, &legal, budget, &mut own[k]).action);
                });
                match choice.filter(|action| game.check(&state, *action).is_ok()) {
                    Some(action) => action,
                    None => break,
                }
            }
        };
        game.apply(&mut state, action);
        actions.push(action);
    }
    Played { actions, outcome: game.outcome(&state), seats }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::program::Random;
    use bagatelle_core::{NoOptions, Seat};
    use bagatelle_toys::connect_four::ConnectFour;

    #[test]
    fn the_first_seat_wins_most_random_games_of_connect_four() {
        let game = ConnectFour::new(&NoOptions {}).unwrap();
        let mut won = 0;
        for n in 0..400 {
            let start = game.start(&NoOptions {}).unwrap();
            let mut programs: Vec<Box<dyn Program<ConnectFour>>> = vec![Box::new(Random), Box::new(Random)];
            let seed = Seed::from_text("arena").nth(n);
            let played = play(&game, start, &mut programs, &[0, 1], &seed, 60, &mut |_, work| {
                work(&Budget::nodes(1));
            });
            won += u32::from(played.outcome.is_some_and(|outcome| outcome.winners == [Seat(0)]));
        }
        // Random play gives the first seat about 55.6 %: 222 of 400, give or take 20.
        assert!((190..=260).contains(&won), "{won}");
    }
}
