//! Matches between two players: the best of several rounds, played as games one after the other.
//!
//! A player keeps a number (0 or 1) through the match. The game says whether the winner of a round begins the
//! next one; otherwise, and after a draw, the players take turns. Players keep their seats, and with them
//! their colours, if the game can begin with either seat; in other games, the player who begins takes the
//! first seat.

use bagatelle_core::present::NextRound;
use bagatelle_core::{Outcome, Seat};

/// The lengths of matches that are offered.
pub const MATCH_LENGTHS: [u8; 4] = [1, 3, 5, 7];

/// The place of a game in its match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The id of the first round's table.
    pub match_id: String,
    /// Which round it is, from 1.
    pub round: u32,
    /// The match is won with more than half of this many rounds.
    pub best_of: u8,
    /// Rounds won before this one, per player.
    pub score: [u8; 2],
    /// The player on each seat.
    pub players: [u8; 2],
}

impl Round {
    /// The first round of a match.
    #[must_use]
    pub fn first(table: &str, best_of: u8) -> Round {
        Round { match_id: table.to_owned(), round: 1, best_of, score: [0, 0], players: [0, 1] }
    }

    /// The score with a round's result added.
    #[must_use]
    pub fn score_after(&self, outcome: Option<&Outcome>) -> [u8; 2] {
        let mut score = self.score;
        if let Some([seat]) = outcome.map(|o| o.winners.as_slice()) {
            score[usize::from(self.players[seat.index() & 1]) & 1] += 1;
        }
        score
    }

    /// The player who has won the match after a round with this result.
    #[must_use]
    pub fn winner_after(&self, outcome: Option<&Outcome>) -> Option<u8> {
        let score = self.score_after(outcome);
        (0..2).find(|&p| score[usize::from(p)] > self.best_of / 2)
    }

    /// The seat that begins the next round where players keep theirs, after a round that `began` has begun.
    #[must_use]
    pub fn beginner(&self, outcome: &Outcome, order: NextRound, began: Seat) -> Seat {
        match outcome.winners.as_slice() {
            [winner] if order == NextRound::Winner => *winner,
            _ => began.next(2),
        }
    }

    /// The round after this one, if the match is still open, where who begins has the first seat. `order`
    /// says who does.
    #[must_use]
    pub fn next(&self, outcome: &Outcome, order: NextRound) -> Option<Round> {
        if self.winner_after(Some(outcome)).is_some() {
            return None;
        }
        let first = self.players[self.beginner(outcome, order, Seat(0)).index() & 1];
        Some(Round {
            match_id: self.match_id.clone(),
            round: self.round + 1,
            best_of: self.best_of,
            score: self.score_after(Some(outcome)),
            players: [first, 1 - first],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_goes_on_until_one_player_has_more_than_half() {
        let win = |seat: u8| Outcome::won(Seat(seat), "won");
        let drawn = Outcome { winners: Vec::new(), scores: None, reason: "drawn".into() };
        let one = Round::first("g", 3);
        let two = one.next(&win(1), NextRound::Winner).unwrap();
        assert_eq!((two.players, two.score, two.round), ([1, 0], [0, 1], 2));
        let third = two.next(&drawn, NextRound::Winner).unwrap();
        assert_eq!((third.players, third.score, third.round), ([0, 1], [0, 1], 3));
        assert_eq!(third.winner_after(Some(&win(1))), Some(1));
        assert_eq!(third.next(&win(1), NextRound::Winner), None);
        let even = third.next(&win(0), NextRound::Winner).unwrap();
        assert_eq!((even.players, even.score), ([0, 1], [1, 1]));
        assert_eq!(one.next(&win(0), NextRound::Alternate).unwrap().players, [1, 0]);
        let [light, dark] = [Seat(0), Seat(1)];
        assert_eq!(one.beginner(&win(1), NextRound::Winner, light), dark);
        assert_eq!(one.beginner(&win(1), NextRound::Winner, dark), dark);
        assert_eq!(one.beginner(&drawn, NextRound::Winner, dark), light);
        assert_eq!(one.beginner(&win(0), NextRound::Alternate, light), dark);
        assert_eq!(Round::first("g", 1).next(&win(0), NextRound::Alternate), None);
    }
}
