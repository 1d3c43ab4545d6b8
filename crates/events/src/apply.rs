//! How changes change an event, and which changes can happen to it.
//!
//! Changes are never removed, and folding the same changes gives the same event, so the log is all that is
//! stored. A stored pairing counts as it stands: it is not paired again when the log is read, so pairing may
//! improve without a change to older events.

use crate::change::{Bye, ByeKind, Change, Entry, PlayerNo, Seating};
use crate::event::{Event, EventRound, Player, Presence, Stage};
use crate::limits::FEWEST;
use crate::pairing::Pairing;
use crate::refused::Refused;
use crate::spec::{EventSpec, Form, LateEntry};
use bagatelle_table::{Corrupt, Millis};
use std::collections::BTreeSet;

fn ensure(holds: bool, otherwise: Refused) -> Result<(), Refused> {
    if holds { Ok(()) } else { Err(otherwise) }
}

impl Event {
    /// The event after stored changes.
    ///
    /// # Errors
    /// When a change cannot have happened.
    pub fn restore(spec: EventSpec, log: &[Entry]) -> Result<Event, Corrupt> {
        let mut event = Event::new(spec).map_err(|e| Corrupt::new("an event", e))?;
        for entry in log {
            let seq = event.seq;
            event
                .admit(entry)
                .map_err(|e| Corrupt::new("the log of an event", format!("change {seq}: {e}")))?;
            event.apply(entry);
        }
        Ok(event)
    }

    /// The event after one more change.
    #[must_use]
    pub fn after(&self, entry: &Entry) -> Event {
        let mut next = self.clone();
        next.apply(entry);
        next
    }

    /// Whether a change can happen now. [`Event::decide`] makes only such changes.
    ///
    /// # Errors
    /// Why not.
    pub fn admit(&self, entry: &Entry) -> Result<(), Refused> {
        ensure(!self.is_over(), Refused::Over)?;
        match &entry.change {
            Change::Joined { player, account, .. } => self.admit_join(*player, account),
            Change::Left { player } | Change::Removed { player } => {
                let known = self.player(*player).ok_or(Refused::NoSuchPlayer)?;
                ensure(known.presence == Presence::In, Refused::OutAlready(known.name.clone()))
            }
            Change::Started { order } => self.admit_start(order),
            Change::Paired { round, tables, byes } => self.admit_pairing(*round, tables, byes),
            Change::Reported { round, table, game, result } => {
                let pairing = self.open_table(*round, *table)?;
                ensure(pairing.current_game() == Some(*game), Refused::OtherGame)?;
                let seats = pairing.seats.len();
                ensure(result.len() == seats, Refused::ResultSize { seats, given: result.len() })
            }
            Change::Missed { round, table, players } => {
                self.running()?;
                let pairing = self.open_table(*round, *table)?;
                let fits = |player: &PlayerNo| {
                    pairing.players().any(|other| other == *player) && !pairing.missed.contains(player)
                };
                ensure(!players.is_empty() && players.iter().all(fits), Refused::NotInGame)?;
                let due = pairing.due(&self.spec);
                ensure(due.is_some_and(|due| due <= entry.at), Refused::TimeLeft)
            }
            Change::Corrected { round, table, result } => {
                ensure(!self.spec.is_duplicate(), Refused::NoCorrectionOfDeals)?;
                let pairing = self.table(*round, *table).ok_or(Refused::NoSuchTable)?;
                ensure(*round == self.last_round(), Refused::RoundPast)?;
                ensure(pairing.is_decided() && !pairing.games.is_empty(), Refused::NoResult)?;
                let seats = pairing.seats.len();
                ensure(result.len() == seats, Refused::ResultSize { seats, given: result.len() })
            }
            Change::Paused => self.running(),
            Change::Resumed => ensure(self.stage == Stage::Paused, Refused::NotPaused),
            Change::Ended { .. } => Ok(()),
        }
    }

    fn admit_join(&self, player: PlayerNo, account: &str) -> Result<(), Refused> {
        ensure(!self.is_over(), Refused::Over)?;
        ensure(self.is_joinable(), Refused::Begun)?;
        match self.number_of(account) {
            Some(known) => {
                ensure(known == player, Refused::NoSuchPlayer)?;
                match self.players[known.index()].presence {
                    Presence::In => return Err(Refused::JoinedAlready),
                    Presence::Removed => return Err(Refused::RemovedBefore),
                    // A place that was lost after the start is not taken again.
                    Presence::Left => ensure(self.stage == Stage::Open, Refused::Begun)?,
                }
            }
            None => ensure(player.index() == self.players.len(), Refused::NoSuchPlayer)?,
        }
        ensure(self.count_in() < self.spec.places as usize, Refused::Full(self.spec.places))
    }

    fn admit_start(&self, order: &[PlayerNo]) -> Result<(), Refused> {
        ensure(self.stage == Stage::Open, Refused::Begun)?;
        let all = self.count_in();
        ensure(all >= FEWEST, Refused::TooFew(all))?;
        let different: BTreeSet<&PlayerNo> = order.iter().collect();
        let complete = different.len() == order.len() && order.len() == all;
        ensure(complete && order.iter().all(|player| self.is_in(*player)), Refused::NoSuchPlayer)
    }

    /// That rounds are played now.
    pub(crate) fn running(&self) -> Result<(), Refused> {
        match self.stage {
            Stage::Open => Err(Refused::NotBegun),
            Stage::Running => Ok(()),
            Stage::Paused => Err(Refused::Paused),
            Stage::Over(_) => Err(Refused::Over),
        }
    }

    /// That this round is the one to pair now.
    pub(crate) fn may_pair(&self, round: u32) -> Result<(), Refused> {
        self.running()?;
        let last = self.last_round();
        ensure(round > last, Refused::PairedAlready(round))?;
        ensure(round == last + 1, Refused::RoundTooEarly(last + 1))?;
        let left = self.rounds.last().map_or(0, EventRound::undecided);
        ensure(left == 0, Refused::RoundRuns { round: last, left })?;
        ensure(round <= self.planned_rounds(), Refused::NoMoreRounds(self.planned_rounds()))
    }

    fn admit_pairing(&self, round: u32, tables: &[Seating], byes: &[Bye]) -> Result<(), Refused> {
        self.may_pair(round)?;
        let seated = || tables.iter().flatten().flatten().copied();
        let all: Vec<PlayerNo> = seated().chain(byes.iter().map(|bye| bye.player)).collect();
        let different: BTreeSet<PlayerNo> = all.iter().copied().collect();
        let once = different.len() == all.len() && all.iter().all(|player| self.is_in(*player));
        let seats = usize::from(self.spec.seats);
        let sized = tables.iter().all(|table| (1..=seats).contains(&table.len()));
        // The losers of a knock-out have no place.
        let complete = self.spec.form == Form::KnockOut || all.len() == self.count_in();
        ensure(once && sized && complete, Refused::RoundPlaces)?;
        if seats != 2 || !matches!(self.spec.form, Form::Swiss { .. } | Form::RoundRobin) {
            return Ok(());
        }
        let met = |table: &Seating| {
            let same = |other: &Pairing| table.iter().all(|seat| other.seats.contains(seat));
            self.rounds.iter().flat_map(|round| &round.tables).any(same)
        };
        let again = |bye: &Bye| bye.why == ByeKind::Bye && self.had_bye(bye.player);
        ensure(!tables.iter().any(met) && !byes.iter().any(again), Refused::PairedBefore)
    }

    /// Whether a player has had a bye.
    pub(crate) fn had_bye(&self, player: PlayerNo) -> bool {
        let byes = self.rounds.iter().flat_map(|round| &round.byes);
        byes.into_iter().any(|bye| bye.player == player && bye.why == ByeKind::Bye)
    }

    /// A table that is not decided.
    fn open_table(&self, round: u32, table: u32) -> Result<&Pairing, Refused> {
        if self.stage == Stage::Open {
            return Err(Refused::NotBegun);
        }
        let pairing = self.table(round, table).ok_or(Refused::NoSuchTable)?;
        if !pairing.is_decided() {
            return Ok(pairing);
        }
        let out = pairing.missed.iter().find(|player| !self.is_in(**player));
        let name = out.and_then(|player| self.player(*player)).map(|player| player.name.clone());
        Err(name.map_or(Refused::DecidedAlready, Refused::PlayerOut))
    }

    /// Applies a change that [can happen](Event::admit).
    ///
    /// # Panics
    /// If it cannot: it names a player, a round or a table that is not there.
    pub fn apply(&mut self, entry: &Entry) {
        match &entry.change {
            Change::Joined { player, account, name, rating } => {
                let (account, name) = (account.clone(), name.clone());
                let joined = Player { account, name, rating: *rating, presence: Presence::In };
                match self.players.get_mut(player.index()) {
                    Some(known) => *known = joined,
                    None => self.players.push(joined),
                }
                if self.stage != Stage::Open {
                    self.enter_late(*player);
                }
            }
            Change::Left { player } => self.leave(*player, Presence::Left),
            Change::Removed { player } => self.leave(*player, Presence::Removed),
            Change::Started { order } => {
                self.order.clone_from(order);
                self.stage = Stage::Running;
            }
            Change::Paired { tables, byes, .. } => {
                let replays_draw = self.spec.form == Form::KnockOut && self.spec.seats == 2;
                let table = |seats: &Seating| Pairing {
                    seats: seats.clone(),
                    since: entry.at,
                    missed: Vec::new(),
                    games: Vec::new(),
                    replays_draw,
                    corrected: false,
                };
                let tables = tables.iter().map(table).collect();
                self.rounds.push(EventRound { tables, byes: byes.clone() });
            }
            Change::Reported { round, table, result, .. } => {
                let pairing = self.table_mut(*round, *table);
                pairing.games.push(result.clone());
                // A second game has the whole time again.
                pairing.since = entry.at;
            }
            Change::Corrected { round, table, result } => {
                let pairing = self.table_mut(*round, *table);
                if let Some(last) = pairing.games.last_mut() {
                    last.clone_from(result);
                }
                pairing.corrected = true;
                pairing.since = entry.at;
            }
            Change::Missed { round, table, players } => {
                self.table_mut(*round, *table).missed.extend(players);
            }
            Change::Paused => {
                self.stage = Stage::Paused;
                self.paused_at = entry.at;
            }
            Change::Resumed => self.resume(entry.at),
            Change::Ended { why } => self.stage = Stage::Over(*why),
        }
        self.seq += 1;
    }

    /// Gives a player who joins after the start the last place among the seeds, and what the rounds before
    /// are worth.
    fn enter_late(&mut self, player: PlayerNo) {
        self.order.push(player);
        let why = match self.spec.late {
            Some(LateEntry::Half) => ByeKind::LateHalf,
            Some(LateEntry::Zero) | None => ByeKind::Late,
        };
        self.rounds.iter_mut().for_each(|round| round.byes.push(Bye { player, why }));
    }

    fn table_mut(&mut self, round: u32, table: u32) -> &mut Pairing {
        &mut self.rounds[round as usize - 1].tables[table as usize]
    }

    fn leave(&mut self, player: PlayerNo, presence: Presence) {
        self.players[player.index()].presence = presence;
        for table in self.rounds.iter_mut().flat_map(|round| &mut round.tables) {
            let plays = table.players().any(|other| other == player) && !table.missed.contains(&player);
            if plays && !table.is_decided() {
                table.missed.push(player);
            }
        }
    }

    fn resume(&mut self, now: Millis) {
        self.stage = Stage::Running;
        for table in self.rounds.iter_mut().flat_map(|round| &mut round.tables) {
            if !table.is_decided() {
                // A second game may have begun during the pause.
                table.since += (now - table.since.max(self.paused_at)).max(0);
            }
        }
    }
}
