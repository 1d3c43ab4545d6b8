//! The games of an event: their tables, and what has come of them.

use super::Kept;
use crate::error::AppError;
use crate::limits::SEEDS_TRIED;
use crate::system::random;
use crate::tables::Tables;
use bagatelle_core::program::Allowance;
use bagatelle_core::rng::{Rng, Stream, seed_code};
use bagatelle_core::{Outcome, Seat};
use bagatelle_events::{Achieved, Count, DueGame, Event, Form, PlayerNo, achieved};
use bagatelle_store::StoreError;
use bagatelle_table::{
    DealSource, Ending, EventKind, NewGame, Person, SeatRequest, Table, Terms, Visitor, deal_options_for,
};

/// The id of the table of a game: always the same, so that it is made once. It follows from the secret seed,
/// so no one can guess it.
pub(super) fn table_id(kept: &Kept, round: u32, table: u32, game: u32) -> String {
    let text = format!("{} {} {round} {table} {game}", kept.id, kept.event.spec().seed);
    random::id_of(blake3::derive_key("bagatelle 2026-11-29 tables of events", text.as_bytes()))
}

/// The texts of seeds that may be tried for a deal, in order, the same on each server.
fn seeds(event: &Event, due: &DueGame) -> Vec<String> {
    let mut rng = Rng::new(&event.deal_seed(due.round, due.table, due.game), Stream::Arena);
    let seed = |_| {
        let mut bytes = [0; 10];
        bytes.iter_mut().for_each(|byte| *byte = rng.next_u32().to_le_bytes()[0]);
        seed_code(bytes)
    };
    (0..SEEDS_TRIED).map(seed).collect()
}

/// Who has called a game off, by the events of its table: a resignation ends a game so before both have come.
pub(super) fn called_off_by(events: &[bagatelle_table::Event]) -> Option<Seat> {
    match events.last()?.kind {
        EventKind::Aborted { by } => by,
        _ => None,
    }
}

/// What each seat has achieved at a finished table. The other one of two wins a game that was called off. A
/// player who has left does not win, however well a program on the seat does; then the best of those who have
/// stayed have won.
pub(super) fn result_of(table: &Table, called_off: Option<Seat>, count: Option<Count>) -> Vec<Achieved> {
    if let (Some(loser), 2) = (called_off, table.people()) {
        let won = |seat: Seat| Achieved { won: seat != loser, count: 0 };
        return table.seats().map(won).collect();
    }
    let seats = u8::try_from(table.seats().count()).unwrap_or(u8::MAX);
    let outcome = table.outcome().filter(|_| table.ending() != Some(Ending::Aborted));
    let outcome = outcome.unwrap_or(Outcome { winners: Vec::new(), scores: None, reason: String::new() });
    let moves = table.play().par_moves().filter(|_| count == Some(Count::Moves));
    let mut all = achieved(&outcome, seats, moves);
    let left = |seat: Seat| table.seating()[seat.index()].replaced().is_some();
    if !table.seats().any(left) {
        return all;
    }
    let stayed: Vec<Seat> = table.seats().filter(|seat| !left(*seat)).collect();
    let points = |all: &[Achieved]| stayed.iter().map(|seat| all[seat.index()].count).max();
    let least = all.iter().map(|seat| seat.count).min().unwrap_or_default();
    let (best, had_winner) = (points(&all), all.iter().any(|seat| seat.won));
    let has_winner = stayed.iter().any(|seat| all[seat.index()].won);
    for seat in table.seats() {
        let own = &mut all[seat.index()];
        if left(seat) {
            *own = Achieved { won: false, count: least.saturating_sub(1) };
        } else if had_winner && !has_winner {
            own.won = Some(own.count) == best;
        }
    }
    all
}

impl Tables {
    /// Checks that a game of an event can be played: that options and terms fit.
    pub(super) async fn try_event_game(&self, event: &Event) -> Result<(), AppError> {
        let player = |seat: u8| Some(PlayerNo(seat.into()));
        let seats = match &event.spec().form {
            Form::Duplicate { .. } => {
                (0..event.spec().seats).map(|seat| player(seat).filter(|_| seat == 0)).collect()
            }
            _ => (0..event.spec().seats).map(player).collect(),
        };
        let due = DueGame { round: 1, table: 0, game: 1, seats, until: None };
        let name =
            |player: PlayerNo| Person::new(format!("player {}", player.0), format!("Player {}", player.0));
        self.plan_event_table(event, &due, String::new(), name).await.map(drop)
    }

    /// Makes the table of a game, unless it is there.
    pub(super) async fn make_event_table(
        &self,
        event: &Event,
        due: &DueGame,
        id: &str,
    ) -> Result<(), AppError> {
        let person = |player: PlayerNo| {
            let player = event.player(player).expect("a paired player");
            Person::new(player.account.clone(), player.name.clone())
        };
        let spec = self.plan_event_table(event, due, id.to_owned(), person).await?;
        let expected = spec.expectations();
        match self.registry().create(spec, &expected).await {
            // Another server was first.
            Err(AppError::Store(StoreError::Conflict)) => (),
            created => created?,
        }
        // Programs begin at once.
        self.get(id).await.map(drop)
    }

    async fn plan_event_table(
        &self,
        event: &Event,
        due: &DueGame,
        id: String,
        person: impl Fn(PlayerNo) -> Person,
    ) -> Result<bagatelle_table::TableSpec, AppError> {
        let spec = event.spec();
        let game = bagatelle_catalog::find(&spec.game).ok_or(bagatelle_events::Refused::UnknownGame)?;
        let first = due.seats.iter().position(Option::is_some).unwrap_or_default();
        let owner = due.seats.get(first).copied().flatten().map(&person);
        let owner = owner.ok_or(bagatelle_events::Refused::NotInGame)?;
        let program = match &spec.form {
            Form::Duplicate { program, .. } => program.clone(),
            _ => None,
        };
        let others = due.seats.iter().enumerate().filter(|(seat, _)| *seat != first);
        let others = others.filter_map(|(_, seat)| match seat {
            Some(player) => Some(SeatRequest::Person(person(*player))),
            None => program.clone().map(SeatRequest::Program),
        });
        let mut new = NewGame {
            options: spec.options.clone(),
            deal_options: deal_options_for(game, u8::try_from(due.seats.len()).unwrap_or(u8::MAX)),
            others: others.collect(),
            sit: u8::try_from(first).ok(),
            name: owner.name.clone(),
            terms: Terms { listed: false, rated: false, ..spec.terms.clone() },
            ..NewGame::new(&spec.game, DealSource::Fresh)
        };
        let (visitor, now) = (Visitor::with_account(owner.id), self.now());
        if !spec.is_duplicate() {
            self.commit(&mut new, None).await?;
        }
        let (seeds, same) = (seeds(event, due), spec.is_duplicate());
        let plan = move |allowance: &Allowance<'_>| {
            if !same {
                return new.plan(&visitor, id, &seeds, now, allowance);
            }
            // The same deal for all: the first seed that makes a game.
            let deal = |seed: &String| {
                let new = NewGame { source: DealSource::Seed(seed.clone()), ..new.clone() };
                new.plan(&visitor, id.clone(), &seeds, now, allowance)
            };
            let (last, earlier) = seeds.split_last().expect("seeds to try");
            earlier.iter().map(deal).find_map(Result::ok).map_or_else(|| deal(last), Ok)
        };
        Ok(self.registry().answer(plan).await??)
    }
}
