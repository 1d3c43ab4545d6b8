//! What of an event is shown to whom: its tables, and the export.

use super::Kept;
use bagatelle_events::{Change, PlayerNo};
use bagatelle_store::EventGame;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The tables that a viewer is told of, by round (from 1) and place (from 0): the last game at each. As long
/// as a deal is played, no player of a duplicate event is led to the tables of others, where it can be seen.
#[must_use]
pub fn tables(kept: &Kept, games: &[EventGame], viewer: Option<&str>) -> BTreeMap<(u32, u32), String> {
    let event = &kept.event;
    let own = viewer.and_then(|viewer| event.number_of(viewer));
    let is_secret = |game: &EventGame| {
        let plays = event
            .table(game.round, game.place)
            .is_some_and(|table| table.players().any(|player| Some(player) == own));
        let running = game.round == event.last_round() && !event.is_over() && !event.is_round_done();
        event.spec().is_duplicate() && running && !plays
    };
    let told = games.iter().filter(|game| game.made && !is_secret(game));
    told.map(|game| ((game.round, game.place), game.table.clone())).collect()
}

/// The id of the game that a viewer has to play now, if there is one.
#[must_use]
pub fn own_game<'a>(kept: &Kept, games: &'a [EventGame], viewer: &str) -> Option<&'a str> {
    let own = kept.event.number_of(viewer)?;
    let due = kept.event.due_games().into_iter().find(|due| due.seats.contains(&Some(own)))?;
    let fits = |game: &&EventGame| {
        (game.round, game.place, game.game) == (due.round, due.table, due.game) && game.made && !game.over
    };
    games.iter().find(fits).map(|game| game.table.as_str())
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
        "seed": kept.event.is_over().then_some(&spec.seed),
        "log": log,
    })
}
