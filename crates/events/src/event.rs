//! The state of an event, and the questions it answers.
//!
//! [`Event::decide`] and [`Event::apply`] have their own modules.

use crate::change::{Bye, EndReason, PlayerNo};
use crate::pairing::Pairing;
use crate::refused::Refused;
use crate::spec::{EventSpec, Form};
use bagatelle_core::Seed;
use bagatelle_table::Millis;
use std::sync::Arc;

/// Whether a player still plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Presence {
    /// In the event.
    In,
    /// Has left.
    Left,
    /// Was removed by the organizer.
    Removed,
}

/// A player of an event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// The id of the account.
    pub account: String,
    /// The name at the time of joining.
    pub name: String,
    /// The rating at that time.
    pub rating: Option<i32>,
    /// Whether the player still plays.
    pub presence: Presence,
}

/// How far an event is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Players can join.
    Open,
    /// Rounds are played.
    Running,
    /// Running games go on, but no round follows.
    Paused,
    /// It is over.
    Over(EndReason),
}

/// A round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRound {
    pub(crate) tables: Vec<Pairing>,
    pub(crate) byes: Vec<Bye>,
}

impl EventRound {
    /// Its tables.
    #[must_use]
    pub fn tables(&self) -> &[Pairing] {
        &self.tables
    }

    /// The players without a game.
    #[must_use]
    pub fn byes(&self) -> &[Bye] {
        &self.byes
    }

    /// How many tables are not decided.
    #[must_use]
    pub fn undecided(&self) -> usize {
        self.tables.iter().filter(|table| !table.is_decided()).count()
    }
}

/// An event: its players, its rounds, and how far it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Event {
    pub(crate) spec: Arc<EventSpec>,
    pub(crate) players: Vec<Player>,
    pub(crate) order: Vec<PlayerNo>,
    pub(crate) rounds: Vec<EventRound>,
    pub(crate) stage: Stage,
    pub(crate) paused_at: Millis,
    pub(crate) seq: u64,
}

impl Event {
    /// An event without changes.
    ///
    /// # Errors
    /// As [`EventSpec::check`].
    pub fn new(spec: EventSpec) -> Result<Event, Refused> {
        spec.check()?;
        Ok(Event {
            spec: Arc::new(spec),
            players: Vec::new(),
            order: Vec::new(),
            rounds: Vec::new(),
            stage: Stage::Open,
            paused_at: 0,
            seq: 0,
        })
    }

    /// What was decided before the first change.
    #[must_use]
    pub fn spec(&self) -> &EventSpec {
        &self.spec
    }

    /// How many changes there were.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// How far it is.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Whether it is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over(_))
    }

    /// All players, by their numbers; those who have left are among them.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// A player.
    #[must_use]
    pub fn player(&self, player: PlayerNo) -> Option<&Player> {
        self.players.get(player.index())
    }

    /// The number of the player with this account, one who has left included.
    #[must_use]
    pub fn number_of(&self, account: &str) -> Option<PlayerNo> {
        let at = self.players.iter().position(|player| player.account == account)?;
        u32::try_from(at).ok().map(PlayerNo)
    }

    /// Whether a player is in the event.
    #[must_use]
    pub fn is_in(&self, player: PlayerNo) -> bool {
        self.player(player).is_some_and(|player| player.presence == Presence::In)
    }

    /// How many players are in the event.
    #[must_use]
    pub fn count_in(&self) -> usize {
        self.players.iter().filter(|player| player.presence == Presence::In).count()
    }

    /// The players who were there at the start, best seed first; empty before.
    #[must_use]
    pub fn order(&self) -> &[PlayerNo] {
        &self.order
    }

    /// The place of a player among the seeds, from 0; behind all others for one who was not there at the
    /// start.
    #[must_use]
    pub fn seed_place(&self, player: PlayerNo) -> usize {
        self.order.iter().position(|other| *other == player).unwrap_or(self.order.len())
    }

    /// The rounds so far.
    #[must_use]
    pub fn rounds(&self) -> &[EventRound] {
        &self.rounds
    }

    /// How many rounds are played if none is cut short; 0 before the start.
    #[must_use]
    pub fn planned_rounds(&self) -> u32 {
        let players = u32::try_from(self.order.len()).unwrap_or(u32::MAX);
        if players == 0 {
            return 0;
        }
        // With an odd number of players, each of them has a bye once.
        let all_meet = players - 1 + players % 2;
        match self.spec.form {
            Form::RoundRobin => all_meet,
            // At tables of three or four, players may meet again.
            Form::Swiss { rounds } if self.spec.seats > 2 => rounds,
            Form::Swiss { rounds } => rounds.min(all_meet),
            Form::KnockOut => {
                let seats = u32::from(self.spec.seats).max(2);
                std::iter::successors(Some(players), |left| Some(left.div_ceil(seats)))
                    .take_while(|left| *left > 1)
                    .count()
                    .try_into()
                    .unwrap_or(u32::MAX)
            }
            Form::Duplicate { deals, .. } => deals,
        }
    }

    /// The number of the last round that is paired; 0 before the first.
    #[must_use]
    pub fn last_round(&self) -> u32 {
        u32::try_from(self.rounds.len()).unwrap_or(u32::MAX)
    }

    /// Whether all games that are paired are decided.
    #[must_use]
    pub fn is_round_done(&self) -> bool {
        self.rounds.last().is_none_or(|round| round.undecided() == 0)
    }

    /// A table of a round; the round is counted from 1, the table from 0.
    #[must_use]
    pub fn table(&self, round: u32, table: u32) -> Option<&Pairing> {
        self.rounds.get(round.checked_sub(1)? as usize)?.tables.get(table as usize)
    }

    /// The seed of the deal of a game, for the seed of its table: in a duplicate event the same at all tables
    /// of a round, otherwise another one for each game.
    #[must_use]
    pub fn deal_seed(&self, round: u32, table: u32, game: u32) -> Seed {
        let of_round = self.seed().nth(1 + u64::from(round));
        if self.spec.is_duplicate() {
            of_round
        } else {
            of_round.nth(u64::from(table) << 8 | u64::from(game))
        }
    }

    /// The seed of the event.
    pub(crate) fn seed(&self) -> Seed {
        Seed::from_text(&self.spec.seed)
    }
}
