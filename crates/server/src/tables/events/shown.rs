//! What of an event is shown to whom: its tables, their games, and the export.

use super::Kept;
use crate::error::AppError;
use crate::live::table::LiveTable;
use crate::tables::Tables;
use bagatelle_events::{Change, DueGame, Event, PlayerNo, Tempo};
use bagatelle_pages::event::Deadline;
use bagatelle_store::EventGame;
use bagatelle_table::{Millis, Visitor};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Whether a game is kept from a viewer: as long as anyone plays the deal of a duplicate event, only its
/// player sees it at a table.
fn is_secret(event: &Event, game: &EventGame, viewer: Option<&str>) -> bool {
    let own = viewer.and_then(|viewer| event.number_of(viewer));
    let plays = event
        .table(game.round, game.place)
        .is_some_and(|table| table.players().any(|player| Some(player) == own));
    let running = game.round == event.last_round() && !event.is_over() && !event.is_round_done();
    event.spec().is_duplicate() && running && !plays
}

/// The tables that a viewer is told of, by round (from 1) and place (from 0): the last game at each.
#[must_use]
pub fn tables(kept: &Kept, games: &[EventGame], viewer: Option<&str>) -> BTreeMap<(u32, u32), String> {
    let told = games.iter().filter(|game| game.made && !is_secret(&kept.event, game, viewer));
    told.map(|game| ((game.round, game.place), game.table.clone())).collect()
}

impl Tables {
    /// Whether a visitor may see a table: its board, its moves, its result.
    ///
    /// # Errors
    /// When others still play the deal of this duplicate event, or the store fails.
    pub async fn may_see(&self, live: &LiveTable, visitor: Option<&Visitor>) -> Result<(), AppError> {
        let state = live.lock().await;
        // Games of events alone are played unaided.
        let plays = visitor.is_some_and(|visitor| state.table().seats_of(visitor.id()).next().is_some());
        if !state.table().terms().unaided || plays {
            return Ok(());
        }
        drop(state);
        let Some((id, title)) = self.store().event_of_table(live.id()).await? else { return Ok(()) };
        let kept = self.event(&id).await?;
        let games = self.games_of_event(&id).await?;
        let game = games.iter().find(|game| game.table == live.id());
        match game.is_some_and(|game| is_secret(&kept.event, game, visitor.map(Visitor::id))) {
            true => Err(AppError::StillPlayed((id, title))),
            false => Ok(()),
        }
    }
}

/// The game that a viewer has to play now, if there is one.
fn own_due(kept: &Kept, viewer: &str) -> Option<DueGame> {
    let own = kept.event.number_of(viewer)?;
    kept.event.due_games().into_iter().find(|due| due.seats.contains(&Some(own)))
}

/// The id of the game that a viewer has to play now, if it has a table.
#[must_use]
pub fn own_game<'a>(kept: &Kept, games: &'a [EventGame], viewer: &str) -> Option<&'a str> {
    let due = own_due(kept, viewer)?;
    let fits = |game: &&EventGame| {
        (game.round, game.place, game.game) == (due.round, due.table, due.game) && game.made && !game.over
    };
    games.iter().find(fits).map(|game| game.table.as_str())
}

/// The game that a player has to play now, if it has a table: the table's id, and what it is: `Round 2`.
///
/// # Errors
/// When the event is damaged, or the store fails.
pub async fn next_game(
    tables: &Tables,
    event: &str,
    viewer: &str,
) -> Result<Option<(String, String)>, AppError> {
    let kept = tables.event(event).await?;
    let games = tables.games_of_event(event).await?;
    let Some((table, due)) = own_game(&kept, &games, viewer).zip(own_due(&kept, viewer)) else {
        return Ok(None);
    };
    let mut what = round_name(&kept.event, due.round);
    if due.game > 1 {
        what += &format!(", game {}", due.game);
    }
    Ok(Some((table.to_owned(), what)))
}

/// What a round is called: `Round 2`, or `Deal 2` where all play the same one.
#[must_use]
pub fn round_name(event: &Event, round: u32) -> String {
    format!("{} {round}", if event.spec().is_duplicate() { "Deal" } else { "Round" })
}

/// By when a viewer has to be at the game of a live event, or to have played that of another one, as long as
/// that lies ahead.
#[must_use]
pub fn deadline(kept: &Kept, viewer: &str, now: Millis) -> Option<Deadline> {
    let at = own_due(kept, viewer)?.until.filter(|until| *until > now)?;
    Some(Deadline { at, left: at - now, live: kept.event.spec().tempo == Tempo::Live })
}

/// Against whom a viewer has to play now.
#[must_use]
pub fn against(kept: &Kept, viewer: &str) -> Vec<String> {
    let (own, due) = (kept.event.number_of(viewer), own_due(kept, viewer));
    let seats = due.map(|due| due.seats).unwrap_or_default();
    let others = seats.into_iter().flatten().filter(|player| Some(*player) != own);
    others.filter_map(|player| Some(kept.event.player(player)?.name.clone())).collect()
}

/// What a player, or the server, is called in an export.
fn who(kept: &Kept, account: Option<&str>) -> Value {
    match account {
        None => json!("server"),
        Some(account) => match kept.event.number_of(account) {
            Some(PlayerNo(number)) => json!(number),
            None => json!("organizer"),
        },
    }
}

/// The whole log of an event, without the ids of accounts; the seed is in it once the event is over.
#[must_use]
pub fn export(kept: &Kept) -> Value {
    let spec = kept.event.spec();
    let log: Vec<Value> = kept
        .log
        .iter()
        .map(|entry| {
            let mut change = json!(entry.change);
            if let (Change::Joined { .. }, Some(members)) = (&entry.change, change.as_object_mut()) {
                members.remove("account");
            }
            change["at"] = entry.at.into();
            change["by"] = who(kept, entry.by.as_deref());
            change
        })
        .collect();
    json!({
        "bagatelle": "event",
        "id": kept.id,
        "title": spec.title,
        "game": spec.game,
        "options": spec.options,
        "seats": spec.seats,
        "form": spec.form,
        "tempo": spec.tempo,
        "terms": spec.terms,
        "places": spec.places,
        "created": kept.created,
        "starts_at": spec.starts_at,
        "late": spec.late,
        "seed": kept.event.is_over().then_some(&spec.seed),
        "log": log,
    })
}
