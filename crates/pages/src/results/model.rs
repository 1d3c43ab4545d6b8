//! Past games, and what follows from them: counts, bests, opponents, openings.

use crate::game;
use bagatelle_catalog::AnyGame;
use bagatelle_table::{Finished, SeatResult};

/// How often games ended in each way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Score {
    pub(super) won: usize,
    pub(super) drawn: usize,
    pub(super) lost: usize,
}

impl Score {
    fn of<'a>(games: impl IntoIterator<Item = &'a Finished>) -> Score {
        let mut score = Score::default();
        for game in games {
            match game.result {
                SeatResult::Won => score.won += 1,
                SeatResult::Drawn => score.drawn += 1,
                SeatResult::Lost => score.lost += 1,
            }
        }
        score
    }

    pub(super) fn games(self) -> usize {
        self.won + self.drawn + self.lost
    }
}

/// The results in one game.
pub(super) struct OfGame<'a> {
    pub(super) game: &'static dyn AnyGame,
    /// The games, the oldest first.
    pub(super) games: Vec<&'a Finished>,
    pub(super) score: Score,
    pub(super) helped: usize,
}

/// The games by game of the catalog, without those that are no longer in it.
pub(super) fn by_game(finished: &[Finished]) -> Vec<OfGame<'_>> {
    let of = |game: &&'static dyn AnyGame| {
        let mut games: Vec<&Finished> = finished.iter().filter(|one| one.game == game.id()).collect();
        games.reverse();
        let (score, helped) =
            (Score::of(games.iter().copied()), games.iter().filter(|one| one.helped).count());
        (!games.is_empty()).then_some(OfGame { game: *game, games, score, helped })
    };
    game::all().iter().filter_map(of).collect()
}

impl<'a> OfGame<'a> {
    /// The solutions that the person found without help.
    pub(super) fn own_solutions(&self) -> impl Iterator<Item = &'a Finished> {
        self.games
            .iter()
            .copied()
            .filter(|one| !one.helped && one.seats == 1 && one.result == SeatResult::Won)
    }

    /// The best solution compared with par; of two, the faster one.
    pub(super) fn best(&self) -> Option<&'a Finished> {
        let strength = |one: &&Finished| (one.over_par(), one.took);
        self.own_solutions().filter(|one| one.over_par().is_some()).min_by_key(strength)
    }

    /// The solution that took the least time.
    pub(super) fn fastest(&self) -> Option<&'a Finished> {
        self.own_solutions().filter(|one| one.took.is_some()).min_by_key(|one| one.took)
    }

    /// The programs that were played against, weakest first, each with how the games ended.
    pub(super) fn opponents(&self) -> Vec<(&'static str, Score, Vec<&'a Finished>)> {
        let against = |(id, persona): (&str, bagatelle_core::persona::Persona)| {
            let games: Vec<&Finished> =
                self.games.iter().copied().filter(|one| one.program.as_deref() == Some(id)).collect();
            (!games.is_empty()).then(|| (persona.name, Score::of(games.iter().copied()), games))
        };
        game::opponents(self.game).filter_map(against).collect()
    }
}

/// The openings of some games, the most played one first.
pub(super) fn openings(games: &[&Finished]) -> Vec<(String, Score)> {
    let mut all: Vec<(String, Score)> = Vec::new();
    for one in games {
        let Some(opening) = &one.opening else { continue };
        if all.iter().all(|(known, _)| known != opening) {
            let same = games.iter().copied().filter(|other| other.opening.as_ref() == Some(opening));
            all.push((opening.clone(), Score::of(same)));
        }
    }
    all.sort_by_key(|(_, score)| std::cmp::Reverse(score.games()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_core::present::Par;
    use bagatelle_table::Millis;

    fn solved(moves: u32, par: u32, took: Millis, helped: bool) -> Finished {
        Finished {
            table: format!("{moves}-{took}"),
            game: "burbuja".into(),
            daily: None,
            ended: 0,
            seats: 1,
            seat: 0,
            result: SeatResult::Won,
            moves: Some(moves),
            took: Some(took),
            par: Some(Par { moves: par, at_least: 1 }),
            helped,
            program: None,
            opening: None,
        }
    }

    #[test]
    fn what_was_found_with_help_is_no_best() {
        let lost = Finished { result: SeatResult::Lost, ..solved(3, 24, 1, false) };
        let all = [
            solved(20, 24, 900, true),
            solved(24, 24, 800, false),
            solved(25, 25, 700, false),
            solved(30, 24, 100, false),
            lost,
        ];
        let games = by_game(&all);
        assert_eq!(games.len(), 1);
        assert_eq!((games[0].score.won, games[0].score.lost, games[0].helped), (4, 1, 1));
        assert_eq!(games[0].best().unwrap().table, "25-700", "the faster one of two on par");
        assert_eq!(games[0].fastest().unwrap().table, "30-100");
    }

    #[test]
    fn openings_are_counted_for_each_program() {
        let program = game::opponents(game::find("baju-duel").unwrap()).next().unwrap();
        let against = |opening: &str, result| Finished {
            game: "baju-duel".into(),
            seats: 2,
            result,
            program: Some(program.0.into()),
            opening: Some(opening.into()),
            ..solved(1, 1, 1, false)
        };
        let all = [
            against("b2 c3", SeatResult::Lost),
            against("a1 c3", SeatResult::Won),
            against("a1 c3", SeatResult::Drawn),
            Finished { program: None, ..against("a1 c3", SeatResult::Won) },
        ];
        let games = by_game(&all);
        let opponents = games[0].opponents();
        assert_eq!((opponents.len(), opponents[0].0, opponents[0].1.games()), (1, program.1.name, 3));
        let counted: Vec<(String, usize, usize)> = openings(&opponents[0].2)
            .into_iter()
            .map(|(name, score)| (name, score.won, score.games()))
            .collect();
        assert_eq!(counted, [("a1 c3".into(), 1, 2), ("b2 c3".into(), 0, 1)]);
    }
}
