//! Who stands where, and why.

use crate::change::PlayerNo;
use crate::event::Event;
use crate::pairing::Pairing;
use crate::points::Points;
use crate::score::results;
use crate::spec::{Count, Form};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;

/// What decides between players with the same points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TieBreak {
    /// The sum of the opponents’ points.
    Buchholz,
    /// The points of the opponents who were beaten, and half of those of the others who were not lost to.
    SonnebornBerger,
    /// The points against those who are level.
    DirectEncounter,
    /// The number of games won.
    Wins,
    /// The points or moves of all deals.
    RawTotal,
}

impl TieBreak {
    /// Its name at the head of a column.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TieBreak::Buchholz => "Buchholz",
            TieBreak::SonnebornBerger => "Sonneborn–Berger",
            TieBreak::DirectEncounter => "Direct encounter",
            TieBreak::Wins => "Wins",
            TieBreak::RawTotal => "Total",
        }
    }

    /// What it is, in a sentence for the players.
    #[must_use]
    pub fn explained(self, count: Option<Count>) -> &'static str {
        match (self, count) {
            (TieBreak::Buchholz, _) => {
                "Buchholz: the sum of your opponents’ points. It’s higher if you played stronger opponents."
            }
            (TieBreak::SonnebornBerger, _) => {
                "Sonneborn–Berger: the points of the opponents you beat, plus half the points of those you \
                 drew with."
            }
            (TieBreak::DirectEncounter, _) => {
                "Direct encounter: your points against the players you’re level with, if all of you have met."
            }
            (TieBreak::Wins, None) => "Wins: the games you won; byes and missed games don’t count.",
            (TieBreak::Wins, Some(_)) => "Wins: the deals you won.",
            (TieBreak::RawTotal, Some(Count::Moves)) => {
                "Total: your moves in all the deals you won; fewer are better."
            }
            (TieBreak::RawTotal, _) => "Total: your points in all deals.",
        }
    }
}

/// The value of a tie-break.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// Points.
    Points(Points),
    /// A number.
    Number(i64),
}

impl Value {
    fn steps(self) -> i64 {
        match self {
            Value::Points(points) => i64::try_from(points.steps()).unwrap_or(i64::MAX),
            Value::Number(number) => number,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Points(points) => points.fmt(f),
            Value::Number(number) => number.fmt(f),
        }
    }
}

/// Where a player stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The player.
    pub player: PlayerNo,
    /// The rank, from 1; players who are level in everything share one. `None` for one who is out.
    pub rank: Option<u32>,
    /// The points; in a knock-out, the rounds won.
    pub points: Points,
    /// The values of [`Event::tie_breaks`], in their order.
    pub values: Vec<Value>,
}

impl Event {
    /// The tie-breaks of this event, in the order in which they count.
    #[must_use]
    pub fn tie_breaks(&self) -> &'static [TieBreak] {
        use TieBreak::{Buchholz, DirectEncounter, RawTotal, SonnebornBerger, Wins};
        match self.spec().form {
            Form::RoundRobin => &[DirectEncounter, SonnebornBerger, Wins],
            Form::Swiss { .. } => &[Buchholz, SonnebornBerger, DirectEncounter, Wins],
            Form::KnockOut => &[],
            Form::Duplicate { count: Count::Points, .. } => &[RawTotal, Wins],
            Form::Duplicate { count: Count::Moves, .. } => &[Wins, RawTotal],
        }
    }

    /// What is compared in this event, if it is a duplicate.
    #[must_use]
    pub fn count(&self) -> Option<Count> {
        match self.spec().form {
            Form::Duplicate { count, .. } => Some(count),
            _ => None,
        }
    }

    /// Where the players stand who were there at the start, first to last; those who are out come at the end.
    /// Before the start it is empty.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let scores = self.scores();
        let (here, out): (Vec<PlayerNo>, Vec<PlayerNo>) =
            self.order().iter().partition(|player| self.is_in(**player));
        let line = |player: PlayerNo, rank| Standing {
            player,
            rank,
            points: scores[player.index()],
            values: Vec::new(),
        };
        let mut groups = split(here, |player| scores[player.index()].steps());
        let mut values = vec![Vec::new(); self.players().len()];
        for tie_break in self.tie_breaks() {
            let mut next = Vec::new();
            for group in groups {
                let worth: Vec<(PlayerNo, Value)> = group
                    .iter()
                    .map(|player| (*player, self.value(*tie_break, *player, &group, &scores)))
                    .collect();
                worth.iter().for_each(|(player, value)| values[player.index()].push(*value));
                let fewer = *tie_break == TieBreak::RawTotal && self.count() == Some(Count::Moves);
                let sign = if fewer { -1 } else { 1 };
                next.extend(split(group, |player| {
                    worth.iter().find(|(other, _)| *other == player).map(|(_, value)| sign * value.steps())
                }));
            }
            groups = next;
        }
        let mut all = Vec::new();
        for group in groups {
            let rank = u32::try_from(all.len() + 1).ok();
            for player in group {
                let values = std::mem::take(&mut values[player.index()]);
                all.push(Standing { values, ..line(player, rank) });
            }
        }
        all.extend(out.into_iter().map(|player| line(player, None)));
        all
    }

    /// The players who are first; none before any result, when all are equal.
    #[must_use]
    pub fn winners(&self) -> Vec<PlayerNo> {
        if self.rounds().iter().all(|round| round.undecided() == round.tables().len()) {
            return Vec::new();
        }
        let first = self.standings().into_iter().filter(|one| one.rank == Some(1));
        first.map(|one| one.player).collect()
    }

    /// The tables of a player that are decided.
    fn decided_tables(&self, player: PlayerNo) -> impl Iterator<Item = &Pairing> {
        let tables = self.rounds().iter().flat_map(|round| round.tables());
        tables.filter(move |table| table.is_decided() && table.players().any(|other| other == player))
    }

    fn value(&self, tie_break: TieBreak, player: PlayerNo, group: &[PlayerNo], scores: &[Points]) -> Value {
        let opponents = || {
            let tables = self.decided_tables(player);
            tables.flat_map(move |table| {
                table.players().filter(move |other| *other != player).map(move |other| (table, other))
            })
        };
        match tie_break {
            TieBreak::Buchholz => Value::Points(opponents().map(|(_, other)| scores[other.index()]).sum()),
            TieBreak::SonnebornBerger => Value::Points(
                opponents()
                    .map(|(table, other)| table.against(player, other).of(scores[other.index()]))
                    .sum(),
            ),
            TieBreak::DirectEncounter if self.all_have_met(group) => Value::Points(
                opponents()
                    .filter(|(_, other)| group.contains(other))
                    .map(|(table, other)| table.against(player, other))
                    .sum(),
            ),
            TieBreak::DirectEncounter => Value::Points(Points::NONE),
            TieBreak::Wins => {
                let achieved = self.decided_tables(player).filter_map(|table| table.achieved(player));
                Value::Number(achieved.filter(|achieved| achieved.won).count().try_into().unwrap_or(i64::MAX))
            }
            TieBreak::RawTotal => {
                let all = self.rounds().iter().flat_map(results).filter(|(other, _)| *other == player);
                let counts = all.filter_map(|(_, achieved)| achieved);
                let counts = counts.filter(|achieved| achieved.won || self.count() == Some(Count::Points));
                Value::Number(counts.map(|achieved| i64::from(achieved.count)).sum())
            }
        }
    }

    fn all_have_met(&self, group: &[PlayerNo]) -> bool {
        let have_met = |one: PlayerNo, other: PlayerNo| {
            self.decided_tables(one).any(|table| table.players().any(|player| player == other))
        };
        group.iter().enumerate().all(|(n, one)| group[n + 1..].iter().all(|other| have_met(*one, *other)))
    }
}

/// Parts players by a key, the highest first; equals stay in their order.
fn split<K: Ord>(mut players: Vec<PlayerNo>, key: impl Fn(PlayerNo) -> K) -> Vec<Vec<PlayerNo>> {
    players.sort_by_key(|player| Reverse(key(*player)));
    players.chunk_by(|one, other| key(*one) == key(*other)).map(<[PlayerNo]>::to_vec).collect()
}
