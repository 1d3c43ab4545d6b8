//! Who plays whom, on which seats, from which deal.

/// Which player sits on each seat in game `n`: each player moves on by one seat per game. With fewer players
/// than seats, the last one takes all seats that are left, so `[strong, simple]` at a table of four is one
/// against three.
#[must_use]
pub fn seating(players: usize, seats: u8, n: u64) -> Vec<usize> {
    let seats = u64::from(seats);
    (0..seats).map(|k| ((k + seats - n % seats) % seats) as usize).map(|p| p.min(players - 1)).collect()
}

/// The games of a match, in rounds of one deal each.
///
/// A table of two or more seats is filled by a *line-up*; a round is a line-up with the seats moved on until
/// each of its players has had each seat. With more players than seats, all line-ups take their turn, and all
/// of them play the same deals. In a solitaire a round is one deal that each player plays once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    seats: u8,
    players: usize,
    lineups: Vec<Vec<usize>>,
}

impl Schedule {
    /// The schedule of `players` at a table of `seats`.
    ///
    /// # Panics
    /// If there are no players or no seats.
    #[must_use]
    pub fn new(players: usize, seats: u8) -> Schedule {
        assert!(players > 0 && seats > 0, "a game has players and seats");
        let lineups = match usize::from(seats) {
            1 => vec![(0..players).collect()],
            seats if players <= seats => vec![(0..players).collect()],
            seats => combinations(players, seats),
        };
        Schedule { seats, players, lineups }
    }

    /// How many seats a game has.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The sets of players that sit down together (or, in a solitaire, play the same deals), each in order.
    #[must_use]
    pub fn lineups(&self) -> &[Vec<usize>] {
        &self.lineups
    }

    /// How many games a round has.
    #[must_use]
    pub fn round_length(&self) -> u64 {
        if self.seats == 1 { self.players as u64 } else { u64::from(self.seats) }
    }

    /// The round that game `n` is part of.
    #[must_use]
    pub fn round(&self, n: u64) -> u64 {
        n / self.round_length()
    }

    /// Which of the line-ups plays game `n`.
    #[must_use]
    pub fn lineup(&self, n: u64) -> usize {
        (self.round(n) % self.lineups.len() as u64) as usize
    }

    /// The number of the deal of game `n`.
    #[must_use]
    pub fn deal(&self, n: u64) -> u64 {
        self.round(n) / self.lineups.len() as u64
    }

    /// Which player sits on each seat in game `n`.
    #[must_use]
    pub fn seating(&self, n: u64) -> Vec<usize> {
        let (lineup, step) = (&self.lineups[self.lineup(n)], n % self.round_length());
        match self.seats {
            1 => vec![lineup[step as usize]],
            seats => seating(lineup.len(), seats, step).into_iter().map(|k| lineup[k]).collect(),
        }
    }

    /// `games`, rounded up to whole rounds.
    #[must_use]
    pub fn whole_rounds(&self, games: u64) -> u64 {
        games.next_multiple_of(self.round_length())
    }
}

/// All ways to choose `k` of `n`, each in order.
fn combinations(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let with_last = |last: usize| {
        combinations(last, k - 1).into_iter().map(move |mut chosen| {
            chosen.push(last);
            chosen
        })
    };
    (k - 1..n).flat_map(with_last).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn in_a_round_each_player_has_each_seat_of_one_deal() {
        for (players, seats) in [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (5, 3), (2, 4), (4, 4)] {
            let schedule = Schedule::new(players, seats);
            let length = schedule.round_length();
            for round in 0..3 * schedule.lineups().len() as u64 {
                let games = round * length..(round + 1) * length;
                let deals: Vec<u64> = games.clone().map(|n| schedule.deal(n)).collect();
                assert!(deals.iter().all(|deal| *deal == deals[0]), "{deals:?}");
                let seatings: Vec<Vec<usize>> = games.map(|n| schedule.seating(n)).collect();
                for &player in &schedule.lineups()[schedule.lineup(round * length)] {
                    let on = |seat: usize| seatings.iter().filter(|game| game[seat] == player).count();
                    let times: Vec<usize> = (0..usize::from(seats)).map(on).collect();
                    assert!(times[0] > 0 && times.iter().all(|n| *n == times[0]), "{seatings:?}");
                }
            }
        }
    }

    #[test]
    fn all_meet_all_in_the_same_deals() {
        let schedule = Schedule::new(3, 2);
        assert_eq!(schedule.lineups(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!((0..7).map(|n| schedule.deal(n)).collect::<Vec<_>>(), [0, 0, 0, 0, 0, 0, 1]);
        assert_eq!(schedule.whole_rounds(5), 6);
    }

    #[test]
    fn solitaires_are_dealt_to_each_player_once() {
        let schedule = Schedule::new(3, 1);
        assert_eq!((0..4).map(|n| schedule.seating(n)).collect::<Vec<_>>(), [[0], [1], [2], [0]]);
        assert_eq!((0..4).map(|n| schedule.deal(n)).collect::<Vec<_>>(), [0, 0, 0, 1]);
    }
}
