//! The arena: programs play each other over many games, with seats rotated, and are told how sure the result is.

use bagatelle_core::program::{Budget, Program};
use bagatelle_core::{Game, Outcome, Rng, Seat, Seed, Stream, Turn, Viewer};

/// Lets a program think: called with the player's number and the work to be done under a budget, which the caller makes
/// (it owns the clock).
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

/// Plays one game from `state` to its end, or for `limit` plies. `programs[k]` sits on seat `k` and is the player
/// `players[k]` for `think`. Chance and each program draw from streams of their own.
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

/// How one player fared over many games.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Games played.
    pub games: u32,
    /// Games won, alone or shared.
    pub wins: u32,
    /// Games without a winner.
    pub draws: u32,
    /// Victories counted as shares: 1 for a game won alone, 1/n for one shared by n; a draw of a table of n is 1/n.
    pub points: f64,
}

impl Tally {
    /// Adds a game in which this player sat on `seat` of `seats`. An abandoned game counts as drawn.
    pub fn add(&mut self, outcome: Option<&Outcome>, seat: Seat, seats: u8) {
        self.games += 1;
        match outcome {
            Some(o) if !o.winners.is_empty() => {
                if o.winners.contains(&seat) {
                    self.wins += 1;
                    self.points += 1.0 / o.winners.len() as f64;
                }
            }
            Some(_) if seats == 1 => (),
            _ => {
                self.draws += 1;
                self.points += 1.0 / f64::from(seats);
            }
        }
    }

    /// The mean share of victories, 0.0 to 1.0.
    #[must_use]
    pub fn rate(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.points / f64::from(self.games) }
    }

    /// The 95 % interval of the rate (Wilson 1927).
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        if self.games == 0 {
            return (0.0, 1.0);
        }
        let (n, p, z) = (f64::from(self.games), self.rate(), 1.96f64);
        let centre = p + z * z / (2.0 * n);
        let half = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z * z / n;
        (((centre - half) / scale).max(0.0), ((centre + half) / scale).min(1.0))
    }
}

/// Which player sits on each seat in game `n`: each player moves on by one seat per game. With fewer players than seats,
/// the last one takes all seats that are left, so `[strong, simple]` at a table of four is one against three.
#[must_use]
pub fn seating(players: usize, seats: u8, n: u64) -> Vec<usize> {
    let seats = u64::from(seats);
    (0..seats).map(|k| ((k + seats - n % seats) % seats) as usize).map(|p| p.min(players - 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::NoOptions;
    use bagatelle_core::program::Random;
    use bagatelle_testkit::connect_four::ConnectFour;

    #[test]
    fn the_first_seat_wins_most_random_games_of_connect_four() {
        let game = ConnectFour::new(&NoOptions {}).unwrap();
        let mut first = Tally::default();
        for n in 0..400 {
            let start = game.start(&NoOptions {}).unwrap();
            let mut programs: Vec<Box<dyn Program<ConnectFour>>> = vec![Box::new(Random), Box::new(Random)];
            let seed = Seed::from_text("arena").nth(n);
            let played = play(&game, start, &mut programs, &[0, 1], &seed, 60, &mut |_, work| {
                work(&Budget::nodes(1));
            });
            first.add(played.outcome.as_ref(), Seat(0), 2);
        }
        // Random play gives the first seat about 55.6 % and draws 0.3 %.
        let (low, high) = first.interval();
        assert!(low < 0.557 && 0.557 < high, "{first:?}: {low:.3} to {high:.3}");
    }

    #[test]
    fn seats_rotate() {
        assert_eq!(seating(2, 2, 0), [0, 1]);
        assert_eq!(seating(2, 2, 1), [1, 0]);
        assert_eq!(
            (0..4).map(|n| seating(2, 4, n)).collect::<Vec<_>>(),
            [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
        );
        assert_eq!(seating(1, 1, 5), [0]);
    }

    #[test]
    fn shares_add_up() {
        let mut tallies = [Tally::default(); 3];
        for outcome in [
            Some(Outcome { winners: vec![Seat(0), Seat(2)], scores: None, reason: String::new() }),
            Some(Outcome::without_winner("draw")),
            None,
            Some(Outcome::won(Seat(1), "")),
        ] {
            for (k, tally) in tallies.iter_mut().enumerate() {
                tally.add(outcome.as_ref(), Seat(k as u8), 3);
            }
        }
        let sum: f64 = tallies.iter().map(|t| t.points).sum();
        assert!((sum - 4.0).abs() < 1e-12);
        assert_eq!(tallies[1].wins, 1);
    }
}
