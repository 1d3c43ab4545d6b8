//! What a server has to do for an event: which games there must be, what follows, and when players are late.

use crate::change::Seating;
use crate::command::Command;
use crate::event::{Event, Stage};
use crate::limits::FEWEST;
use crate::pair::is_won;
use bagatelle_table::Millis;

/// A game that is to be played now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DueGame {
    /// Which round, from 1.
    pub round: u32,
    /// Which of its tables, from 0.
    pub table: u32,
    /// Which game of this table, from 1.
    pub game: u32,
    /// Who sits where.
    pub seats: Seating,
    /// From when on its players may be declared absent.
    pub until: Option<Millis>,
}

impl Event {
    /// The games of the running round that are not decided. A server makes a table for each that has none,
    /// under an id that follows from the event and these three numbers, so that after a crash it makes none
    /// twice. Games that are not in this list any more, such as those of a player who was removed, are over.
    #[must_use]
    pub fn due_games(&self) -> Vec<DueGame> {
        let Some(round) = self.rounds.last().filter(|_| !self.is_over()) else { return Vec::new() };
        let due = |(table, pairing): (u32, &crate::pairing::Pairing)| {
            let game = pairing.current_game()?;
            let (seats, until) = (pairing.seats_of_game(game), pairing.due(&self.spec));
            Some(DueGame { round: self.last_round(), table, game, seats, until })
        };
        (0..).zip(&round.tables).filter_map(due).collect()
    }

    /// What the server asks of the event now: the next round, or the end. `None` as long as games run, before
    /// the start, in a pause and after the end.
    #[must_use]
    pub fn next_step(&self) -> Option<Command> {
        if self.stage != Stage::Running || !self.is_round_done() {
            return None;
        }
        Some(match self.is_played() {
            true => Command::End,
            false => Command::PairRound { number: self.last_round() + 1 },
        })
    }

    /// Whether it begins by itself now: its time has come, and enough players are there.
    #[must_use]
    pub fn is_start_due(&self, now: Millis) -> bool {
        let due = self.spec.starts_at.is_some_and(|at| at <= now);
        due && self.stage == Stage::Open && self.count_in() >= FEWEST
    }

    /// Whether a new player can still join, as far as the stage of the event decides.
    #[must_use]
    pub fn is_joinable(&self) -> bool {
        match self.stage {
            Stage::Open => true,
            Stage::Running | Stage::Paused => self.spec.late.is_some() && self.last_round() <= 1,
            Stage::Over(_) => false,
        }
    }

    /// Whether all rounds are played.
    #[must_use]
    pub fn is_played(&self) -> bool {
        let last = self.last_round();
        last > 0 && self.is_round_done() && (last >= self.planned_rounds() || is_won(self))
    }
}
