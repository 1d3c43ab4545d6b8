//! How many points the players have.

use crate::change::{Achieved, Bye, ByeKind, PlayerNo};
use crate::event::{Event, EventRound};
use crate::points::Points;
use crate::spec::{Count, Form};
use std::cmp::Ordering;

/// Compares what two players have achieved in the same deal; a greater one is better. `None` stands for a
/// player who has missed it.
pub(crate) fn compare(one: Option<Achieved>, other: Option<Achieved>, count: Count) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) => one.won.cmp(&other.won).then_with(|| match count {
            Count::Points => one.count.cmp(&other.count),
            Count::Moves if one.won => other.count.cmp(&one.count),
            Count::Moves => Ordering::Equal,
        }),
        (one, other) => one.is_some().cmp(&other.is_some()),
    }
}

/// The results of a deal that are there: each player with what was achieved, `None` for a deal that was
/// missed.
pub(crate) fn results(round: &EventRound) -> Vec<(PlayerNo, Option<Achieved>)> {
    let decided = round.tables().iter().filter(|table| table.is_decided());
    decided.flat_map(|table| table.players().map(|player| (player, table.achieved(player)))).collect()
}

/// Two match points for each other player who has done worse in the deal, one for each who has done as well.
/// Two players who have both missed it get none from each other.
fn match_points(round: &EventRound, count: Count) -> Vec<(PlayerNo, Points)> {
    let all = results(round);
    let against = |player: PlayerNo, own: Option<Achieved>| {
        let others = all.iter().filter(|(other, _)| *other != player);
        let points = others.map(|(_, other)| match compare(own, *other, count) {
            Ordering::Greater => 2,
            Ordering::Equal => u64::from(own.is_some()),
            Ordering::Less => 0,
        });
        (player, Points::whole(points.sum()))
    };
    all.iter().map(|(player, own)| against(*player, *own)).collect()
}

impl Event {
    /// What a round is worth to its players so far.
    #[must_use]
    pub fn round_scores(&self, round: &EventRound) -> Vec<(PlayerNo, Points)> {
        // A round that is never finished is worth nothing to those who sat it out.
        let counts =
            |bye: &&Bye| round.undecided() == 0 || matches!(bye.why, ByeKind::Late | ByeKind::LateHalf);
        let byes = round.byes().iter().filter(counts);
        let byes = || byes.clone().map(|bye| (bye.player, bye.points()));
        match self.spec().form {
            Form::Duplicate { count, .. } => match_points(round, count),
            // What counts is how far a player comes.
            Form::KnockOut => {
                let seed = |player| self.seed_place(player);
                let winners = round.tables().iter().filter_map(|table| table.goes_on(seed));
                let byes = round.byes().iter().map(|bye: &Bye| bye.player);
                winners.chain(byes).map(|player| (player, Points::whole(1))).collect()
            }
            Form::RoundRobin | Form::Swiss { .. } => {
                round.tables().iter().flat_map(|table| table.shares()).chain(byes()).collect()
            }
        }
    }

    /// The points of all players, by their numbers. In a knock-out, these are the rounds they have won.
    #[must_use]
    pub fn scores(&self) -> Vec<Points> {
        let mut scores = vec![Points::NONE; self.players().len()];
        for (player, points) in self.rounds().iter().flat_map(|round| self.round_scores(round)) {
            scores[player.index()] += points;
        }
        scores
    }
}
