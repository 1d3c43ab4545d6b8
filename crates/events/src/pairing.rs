//! The players of one table in a round, and what has come of it.

use crate::change::{Achieved, PlayerNo, Seating};
use crate::points::Points;
use crate::spec::{EventSpec, Tempo};
use bagatelle_table::Millis;

/// The players of one table in a round, and what has come of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub(crate) seats: Seating,
    pub(crate) since: Millis,
    pub(crate) missed: Vec<PlayerNo>,
    pub(crate) games: Vec<Vec<Achieved>>,
    /// Whether a draw is followed by a second game: in duels of a knock-out.
    pub(crate) replays_draw: bool,
    /// Whether the organizer has corrected the last result.
    pub(crate) corrected: bool,
}

/// How a player has done at a table; a greater one is better.
type Key = (bool, bool, i32);

impl Pairing {
    /// Who sits where in the first game.
    #[must_use]
    pub fn seats(&self) -> &[Option<PlayerNo>] {
        &self.seats
    }

    /// Who sits where in a game, counted from 1: in a second game the sides are exchanged.
    #[must_use]
    pub fn seats_of_game(&self, game: u32) -> Seating {
        let mut seats = self.seats.clone();
        if game.is_multiple_of(2) {
            seats.reverse();
        }
        seats
    }

    /// The players, programs left out.
    pub fn players(&self) -> impl Iterator<Item = PlayerNo> + '_ {
        self.seats.iter().flatten().copied()
    }

    /// Since when the game has been waiting for its players; times of pauses are added.
    #[must_use]
    pub fn since(&self) -> Millis {
        self.since
    }

    /// From when on a player of this table may be declared absent: after the time of grace of a live event,
    /// or after the days of a round.
    #[must_use]
    pub fn due(&self, spec: &EventSpec) -> Option<Millis> {
        let seconds = match spec.tempo {
            Tempo::Live => spec.terms.grace_s?.into(),
            Tempo::Mail { days } => Millis::from(days) * 24 * 60 * 60,
        };
        Some(self.since + seconds * 1000)
    }

    /// The players who have lost by missing the game, by not finishing it in time or by leaving the event.
    #[must_use]
    pub fn missed(&self) -> &[PlayerNo] {
        &self.missed
    }

    /// The results of its games, by the seats of each.
    #[must_use]
    pub fn games(&self) -> &[Vec<Achieved>] {
        &self.games
    }

    /// Whether the organizer has corrected the last result.
    #[must_use]
    pub fn is_corrected(&self) -> bool {
        self.corrected
    }

    /// The number of the game that is played now, from 1; `None` if the pairing is decided.
    #[must_use]
    pub fn current_game(&self) -> Option<u32> {
        let next = u32::try_from(self.games.len()).unwrap_or(u32::MAX).saturating_add(1);
        (!self.is_decided()).then_some(next)
    }

    /// Whether nothing more can change what it is worth: a game has ended, or at most one player is left.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        let people = self.players().count();
        let left = people.saturating_sub(self.missed.len());
        let by_absence = left == 0 || left == 1 && people > 1;
        let drawn = |game: &Vec<Achieved>| game.iter().all(|seat| !seat.won);
        let by_game = match self.games.as_slice() {
            [] => false,
            [only] => !(self.replays_draw && drawn(only)),
            _ => true,
        };
        by_absence || by_game
    }

    /// What a player has achieved in the last game that has ended; `None` if the player has missed it.
    #[must_use]
    pub fn achieved(&self, player: PlayerNo) -> Option<Achieved> {
        let game = self.games.last().filter(|_| !self.missed.contains(&player))?;
        let seats = self.seats_of_game(u32::try_from(self.games.len()).unwrap_or(u32::MAX));
        let seat = seats.iter().position(|seat| *seat == Some(player))?;
        game.get(seat).copied()
    }

    /// As for the ratings: players who have stayed come first, then winners, then those with more points. In
    /// a draw, points do not matter.
    fn key(&self, player: PlayerNo) -> Key {
        let stayed = !self.missed.contains(&player);
        let has_winner = self.games.last().is_some_and(|game| game.iter().any(|seat| seat.won));
        match self.achieved(player) {
            Some(achieved) if has_winner && !achieved.won => (stayed, false, achieved.count),
            Some(achieved) => (stayed, achieved.won, 0),
            None => (stayed, false, 0),
        }
    }

    /// What it is worth to each player, once it is decided. Two who have both missed it beat each other no
    /// more than they beat others.
    #[must_use]
    pub fn shares(&self) -> Vec<(PlayerNo, Points)> {
        let players: Vec<PlayerNo> = self.players().collect();
        if !self.is_decided() || players.len() < 2 {
            return Vec::new();
        }
        players.iter().map(|&player| (player, self.share(player, &players))).collect()
    }

    fn share(&self, player: PlayerNo, players: &[PlayerNo]) -> Points {
        let own = self.key(player);
        if !own.0 {
            return Points::NONE;
        }
        let others = || players.iter().filter(|&&other| other != player);
        let beaten = others().filter(|&&other| self.key(other) < own).count();
        let level = others().filter(|&&other| self.key(other) == own).count();
        Points::share(beaten as u64, level as u64, players.len() as u64 - 1)
    }

    /// What a player has done against another one: one point for finishing before, half a point for finishing
    /// level.
    #[must_use]
    pub fn against(&self, player: PlayerNo, other: PlayerNo) -> Points {
        self.share(player, &[player, other])
    }

    /// Who goes on to the next round of a knock-out: the winner; of several, or after two draws, the better
    /// seed. `None` as long as it is not decided, and if all players have missed it.
    #[must_use]
    pub fn goes_on(&self, seed: impl Fn(PlayerNo) -> usize) -> Option<PlayerNo> {
        let best = self.players().map(|player| self.key(player)).max()?;
        let first = self.players().filter(|&player| self.key(player) == best);
        first.min_by_key(|&player| seed(player)).filter(|_| best.0 && self.is_decided())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A seat that won or not, with a count.
    pub(crate) fn seat(won: bool, count: i32) -> Achieved {
        Achieved { won, count }
    }

    fn table(players: u32, replays_draw: bool) -> Pairing {
        let seats = (0..players).map(|n| Some(PlayerNo(n))).collect();
        Pairing { seats, since: 0, missed: Vec::new(), games: Vec::new(), replays_draw, corrected: false }
    }

    fn told(pairing: &Pairing) -> Vec<String> {
        pairing.shares().into_iter().map(|(_, points)| points.to_string()).collect()
    }

    #[test]
    fn a_duel_is_worth_a_point() {
        let mut duel = table(2, false);
        assert!(duel.shares().is_empty() && duel.current_game() == Some(1));
        duel.games.push(vec![seat(false, 9), seat(true, 1)]);
        assert_eq!((told(&duel), duel.current_game()), (vec!["0".to_owned(), "1".to_owned()], None));
        duel.games = vec![vec![seat(false, 3), seat(false, 2)]];
        assert_eq!(told(&duel), ["½", "½"], "points do not matter in a draw");
    }

    #[test]
    fn at_larger_tables_each_player_is_compared_with_each_other() {
        let mut four = table(4, false);
        four.games.push(vec![seat(false, 5), seat(true, 0), seat(false, 7), seat(false, 5)]);
        assert_eq!(told(&four), ["⅙", "1", "⅔", "⅙"]);
        four.missed.push(PlayerNo(1));
        assert_eq!(told(&four)[1], "0", "whatever a program on the seat achieves");
    }

    #[test]
    fn absent_players_lose_and_a_last_one_wins() {
        let mut four = table(4, false);
        four.missed = vec![PlayerNo(0), PlayerNo(1)];
        assert!(!four.is_decided());
        four.missed.push(PlayerNo(3));
        assert_eq!(told(&four), ["0", "0", "1", "0"]);
        four.missed.push(PlayerNo(2));
        assert_eq!(told(&four), ["0"; 4]);
        assert_eq!(four.goes_on(PlayerNo::index), None);
    }

    #[test]
    fn a_drawn_duel_of_a_knock_out_is_played_again_with_sides_exchanged() {
        let seed = |player: PlayerNo| 9 - player.index();
        let mut duel = table(2, true);
        duel.games.push(vec![seat(false, 0), seat(false, 0)]);
        assert_eq!((duel.current_game(), duel.goes_on(seed)), (Some(2), None));
        assert_eq!(duel.seats_of_game(2), [Some(PlayerNo(1)), Some(PlayerNo(0))]);
        let mut won = duel.clone();
        won.games.push(vec![seat(false, 0), seat(true, 0)]);
        assert_eq!(won.goes_on(seed), Some(PlayerNo(0)), "who has the second seat in the second game");
        let mut drawn = duel.clone();
        drawn.games.push(vec![seat(false, 0), seat(false, 0)]);
        assert_eq!((drawn.current_game(), drawn.goes_on(seed)), (None, Some(PlayerNo(1))));
        duel.missed.push(PlayerNo(1));
        assert_eq!(duel.goes_on(seed), Some(PlayerNo(0)));
    }
}
