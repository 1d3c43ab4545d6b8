//! What a server does for events by itself: it makes the tables of each round, notes how games end and who is
//! absent, and pairs the next round.
//!
//! All of it can be done again without harm: a change needs the next number of the log, and the id of a table
//! follows from the event and its place in it. So nothing has to be remembered: a server that takes over from
//! one that was killed reads the log and goes on.

use super::Kept;
use super::games::{result_of, table_id};
use crate::error::AppError;
use crate::limits::{EVENT_LOOKS_AGAIN, EVENTS_A_TICK};
use crate::live::table::TableState;
use crate::tables::Tables;
use bagatelle_core::Seat;
use bagatelle_events::{Command, Context, DueGame, PlayerNo, Presence, Stage, Tempo};
use bagatelle_store::{EventGame, StoreError};
use bagatelle_table::{Actor, Command as TableCommand, Forfeit, Millis, Rejection};

impl Tables {
    /// Does what is due for events.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn settle_events(&self) -> Result<(), AppError> {
        for id in self.store().due_events(self.now(), EVENTS_A_TICK).await? {
            // One event that fails does not keep the others waiting, and is reported once.
            let settled = self.settle_event(&id).await;
            let news = self.report(&id, settled.is_err());
            if let Err(error) = settled
                && news
            {
                tracing::error!(event = id, %error, "what is due in an event cannot be done");
            }
        }
        Ok(())
    }

    /// Does what is due for an event, unless another server does.
    ///
    /// # Errors
    /// When the store fails.
    pub(super) async fn settle_event(&self, id: &str) -> Result<(), AppError> {
        let _one = self.settling.lock().await;
        let Some(claim) = self.registry().claim("event", id, 0).await? else { return Ok(()) };
        let settled = self.settle_claimed(id).await;
        claim.end().await;
        match settled {
            // Someone has changed the event meanwhile, so it is due again.
            Err(AppError::Store(StoreError::Conflict)) => Ok(()),
            settled => settled,
        }
    }

    async fn settle_claimed(&self, id: &str) -> Result<(), AppError> {
        let mut kept = self.event(id).await?;
        if kept.event.is_over() {
            self.call_off(&kept).await?;
        }
        if kept.event.is_start_due(self.time_in(&kept)) {
            let context = Context::at(self.time_in(&kept));
            let entry = kept.event.decide(Actor::Server, Command::Start, &context)?;
            kept = self.append_change(&kept, &entry).await?;
        }
        loop {
            let games = self.store().event_games(id).await?;
            kept = self.note_results(kept, &games).await?;
            kept = self.note_absent(kept, &games).await?;
            self.end_missed(&kept, &games).await?;
            self.make_tables(&kept, &games).await?;
            let Some(step) = kept.event.next_step() else { break };
            let context = Context::at(self.time_in(&kept));
            let entry = kept.event.decide(Actor::Server, step, &context)?;
            kept = self.append_change(&kept, &entry).await?;
        }
        let next = self.next_look(&kept);
        Ok(self.store().wait_for_event(id, kept.event.seq(), next).await?)
    }

    /// When a server has to look at an event again, if no game ends before.
    fn next_look(&self, kept: &Kept) -> Option<Millis> {
        if kept.event.stage() == Stage::Open {
            // From then on it begins with the player with whom they are enough.
            return kept.event.spec().starts_at.filter(|at| *at > self.now());
        }
        if kept.event.stage() != Stage::Running {
            return None;
        }
        let soonest = self.now() + EVENT_LOOKS_AGAIN;
        kept.event.due_games().iter().filter_map(|due| due.until).map(|until| until.max(soonest)).min()
    }

    /// Notes how games have ended, and which no longer matter.
    async fn note_results(&self, mut kept: Kept, games: &[EventGame]) -> Result<Kept, AppError> {
        for game in games.iter().filter(|game| game.over && !game.settled) {
            let is_due =
                |due: &DueGame| (due.round, due.table, due.game) == (game.round, game.place, game.game);
            if !kept.event.due_games().iter().any(is_due) {
                self.store().keep_event_game(&kept.id, &EventGame { settled: true, ..game.clone() }).await?;
                continue;
            }
            let live = self.get(&game.table).await?;
            self.registry().refresh(&live).await?;
            let state = live.lock().await;
            if !state.table().is_over() {
                continue;
            }
            let result = result_of(state.table(), kept.event.count());
            drop(state);
            let report = Command::Report { round: game.round, table: game.place, game: game.game, result };
            let entry = kept.event.decide(Actor::Server, report, &Context::at(self.time_in(&kept)))?;
            kept = self.append_change(&kept, &entry).await?;
        }
        Ok(kept)
    }

    /// Notes which players have not come, have gone, or have not finished in time.
    async fn note_absent(&self, mut kept: Kept, games: &[EventGame]) -> Result<Kept, AppError> {
        if kept.event.stage() != Stage::Running {
            return Ok(kept);
        }
        let now = self.time_in(&kept);
        for due in kept.event.due_games() {
            let is_late = due.until.is_some_and(|until| until <= now);
            let table = table_id(&kept, due.round, due.table, due.game);
            let running = games.iter().any(|game| game.table == table && game.made && !game.over);
            if !is_late || !running {
                continue;
            }
            let live = self.get(&table).await?;
            self.registry().refresh(&live).await?;
            let state = live.lock().await;
            let players = absent(&state, &due, kept.event.spec().tempo, self.now());
            drop(state);
            if players.is_empty() {
                continue;
            }
            let absent = Command::Absent { round: due.round, table: due.table, players };
            let entry = kept.event.decide(Actor::Server, absent, &Context::at(now))?;
            kept = self.append_change(&kept, &entry).await?;
        }
        Ok(kept)
    }

    /// Ends the games of players who have lost them by leaving, by absence or by not finishing in time.
    async fn end_missed(&self, kept: &Kept, games: &[EventGame]) -> Result<(), AppError> {
        for game in games.iter().filter(|game| game.made && !game.over && !game.settled) {
            let Some(pairing) = kept.event.table(game.round, game.place) else { continue };
            for player in pairing.missed().iter().filter_map(|player| kept.event.player(*player)) {
                let why = match player.presence {
                    Presence::In => Forfeit::Late,
                    Presence::Left => Forfeit::Withdrawn,
                    Presence::Removed => Forfeit::Removed,
                };
                self.end_game(&game.table, Some((&player.account, why))).await?;
            }
        }
        Ok(())
    }

    /// Ends the games that are still being played when an event has ended early.
    async fn call_off(&self, kept: &Kept) -> Result<(), AppError> {
        for game in self.store().event_games(&kept.id).await?.into_iter().filter(|game| !game.settled) {
            if game.made && !game.over {
                self.end_game(&game.table, None).await?;
            }
            self.store().keep_event_game(&kept.id, &EventGame { settled: true, ..game }).await?;
        }
        Ok(())
    }

    /// Ends a game: a player loses it, or else it is called off.
    async fn end_game(&self, table: &str, loser: Option<(&str, Forfeit)>) -> Result<(), AppError> {
        let live = self.get(table).await?;
        self.registry().refresh(&live).await?;
        let mut state = live.lock().await;
        if state.table().is_over() {
            return Ok(());
        }
        let command = match loser {
            None => TableCommand::CallOff,
            Some((player, why)) => {
                let own = state.table().seats_of(player).next();
                let Some(seat) = own else { return Ok(()) };
                TableCommand::Forfeit { seat, why }
            }
        };
        let context = state.context(self.now(), None);
        match self.registry().commit(&live, &mut state, Actor::Server, command, &context).await {
            // Whatever came first has changed the table: the next look finds how.
            Err(AppError::Rejected(Rejection::TimeUp | Rejection::Outdated | Rejection::Over)) => (),
            ended => ended?,
        }
        drop(state);
        self.jobs().advance(&live).await
    }

    /// Makes the tables that are missing.
    async fn make_tables(&self, kept: &Kept, games: &[EventGame]) -> Result<(), AppError> {
        let mut made = false;
        for due in kept.event.due_games() {
            let table = table_id(kept, due.round, due.table, due.game);
            if games.iter().any(|game| game.table == table && game.made) {
                continue;
            }
            // It is watched before it is there, so that no end is missed.
            let game = EventGame {
                table,
                round: due.round,
                place: due.table,
                game: due.game,
                settled: false,
                made: false,
                over: false,
            };
            self.store().keep_event_game(&kept.id, &game).await?;
            self.make_event_table(&kept.event, &due, &game.table).await?;
            made = true;
        }
        // The pages of the games before lead their players there.
        let last = kept.event.last_round();
        for game in games.iter().filter(|game| made && game.over && game.round + 1 >= last) {
            if let Some(live) = self.registry().held(&game.table).await {
                live.revise();
            }
            self.registry().tell_stored(&game.table).await;
        }
        Ok(())
    }
}

/// The players whom the others at a table wait for in vain. In a live event these are players who have not
/// come, and the one to act after the time of grace; by mail, all whom the game waits for when the days of
/// the round are over.
fn absent(state: &TableState, due: &DueGame, tempo: Tempo, now: Millis) -> Vec<PlayerNo> {
    let table = state.table();
    let player = |seat: Seat| due.seats.get(seat.index()).copied().flatten();
    let sits = |seat: &Seat| table.person(*seat).is_some();
    let mut seats: Vec<Seat> = table.seats().filter(|seat| sits(seat) && table.is_expected(*seat)).collect();
    match tempo {
        Tempo::Live if seats.is_empty() => {
            let context = state.context(now, None);
            let gone = table.claimable_at(context.away_since).is_some_and(|at| at <= context.now);
            seats.extend(table.to_act().filter(|_| gone));
        }
        Tempo::Live => (),
        Tempo::Mail { .. } => seats.extend(table.may_act().filter(sits)),
    }
    let mut players: Vec<PlayerNo> = seats.into_iter().filter_map(player).collect();
    players.sort_unstable();
    players.dedup();
    players
}
