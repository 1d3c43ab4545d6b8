//! Everything stored about an account, as one document: the owner downloads it, and
//! `bagatelle export ACCOUNT` writes it. It can be imported at another server.
//!
//! A finished game has its rows, in which other people have aliases: always the same ones in the exports of
//! one account, so that importing a document twice adds nothing the second time. A game that still has
//! secrets has no record in it.

use crate::auth::token::Secret;
use anyhow::Result;
use bagatelle_store::{Account, ApiToken, Search, Store, StoreError};
use bagatelle_table::{Downtime, Event, Occupant, SeatSummary, Table, TableSpec};
use serde_json::{Value, json};
use std::sync::Arc;

/// The version of the document. A newer one may have more keys; older ones have no number.
pub const VERSION: u32 = 1;
/// How many tables are read at once.
const CHUNK: u32 = 100;

/// Calls all people but one by aliases.
struct Aliases<'a> {
    secret: &'a Secret,
    own: &'a str,
}

impl Aliases<'_> {
    fn of(&self, person: &mut String) {
        if person != self.own && !person.is_empty() {
            *person = self.secret.alias(self.own, person);
        }
    }

    fn in_spec(&self, spec: &mut TableSpec) {
        self.of(&mut spec.owner);
        for occupant in &mut spec.seating {
            match occupant {
                Occupant::Person(person) => self.of(&mut person.id),
                Occupant::Program { instead_of: Some(person), .. } => self.of(&mut person.id),
                Occupant::Program { .. } | Occupant::Open => (),
            }
        }
    }
}

/// The rows of a game, as they stand in a database.
fn rows(mut spec: TableSpec, events: &[Event], aliases: &Aliases<'_>) -> Value {
    aliases.in_spec(&mut spec);
    let id = spec.id.clone();
    let event = |(seq, event): (usize, &Event)| {
        let mut row = event.to_stored();
        aliases.of(&mut row.who);
        json!({ "table_id": id, "seq": seq, "at": row.at, "kind": row.kind, "seat": row.seat,
            "person": row.who,
            "text": row.text, "randomness": row.randomness })
    };
    let events: Vec<Value> = events.iter().enumerate().map(event).collect();
    let table = json!({
        "id": spec.id,
        "game": spec.game,
        "options": spec.options.to_string(),
        "setup": spec.setup.as_ref().unwrap_or(&Value::Null).to_string(),
        "seed": spec.seed,
        "dealt": spec.dealt,
        "daily": spec.daily,
        "owner": spec.owner,
        "seating": spec.stored_seating(),
        "created": spec.created,
        "terms": json!(spec.terms).to_string(),
        "fairness": spec.fairness.as_ref().map(|fairness| json!(fairness).to_string()),
    });
    let fork = spec.forked_from.map(|origin| json!({ "table_id": spec.id, "source": origin.table }));
    json!({ "table": table, "events": events, "fork": fork })
}

/// The document about an account.
///
/// # Errors
/// When the store fails.
pub async fn document(store: &Store, secret: &Secret, account: &Account) -> Result<Value, StoreError> {
    let mut games = Vec::new();
    let down: Arc<[Downtime]> = store.downtimes().await?.into();
    let aliases = Aliases { secret, own: &account.id };
    let mut search = Search { person: Some(account.id.clone()), limit: CHUNK, ..Search::default() };
    loop {
        let found = store.search(&search).await?;
        for listed in &found.tables {
            let (spec, summary) = (&listed.spec, &listed.summary);
            let (mut record, mut kept) = (None, None);
            if let Some(spec) = store.table(&spec.id).await? {
                let events = store.events(&spec.id).await;
                // A damaged table has no record that can be read.
                let table = match events {
                    Ok(events) => {
                        Table::restore(spec.clone(), Arc::clone(&down), &events).ok().map(|t| (t, events))
                    }
                    Err(StoreError::Corrupt(_)) => None,
                    Err(error) => return Err(error),
                };
                if let Some((table, events)) = table {
                    record = table.public_record();
                    kept = table.is_over().then(|| rows(spec, &events, &aliases));
                }
            }
            let own = |seat: &&SeatSummary| seat.person.as_deref() == Some(&account.id);
            let result = summary.seats.iter().find(own).and_then(|seat| seat.result);
            let mut game = json!({
                "id": spec.id,
                "game": spec.game,
                "created": spec.created,
                "changed": summary.changed,
                "phase": summary.stage.to_string(),
                "result": result.map(|result| result.to_string()),
                "record": record,
            });
            if let Some(kept) = kept {
                game["rows"] = kept;
            }
            games.push(game);
        }
        if !found.more {
            break;
        }
        search.skip += CHUNK;
    }
    let data = store.personal_data(&account.id).await?;
    let mut all = json!({
        "bagatelle": "account",
        "version": VERSION,
        "id": account.id,
        "name": account.name,
        "created": account.created,
        "sessions": data.sessions,
        "ratings": store.ratings(&account.id).await?,
        "rated": data.rated,
        "chat": data.chat,
        "games": games,
    });
    // Properties that accounts lacked in earlier versions are written only for accounts that have them.
    let mut add = |key: &str, value: Value, is_there: bool| {
        if is_there {
            all[key] = value;
        }
    };
    add("public", true.into(), account.public);
    add("dailies", json!(data.dailies), !data.dailies.is_empty());
    add("tries", json!(data.tries), !data.tries.is_empty());
    add("blocked", json!(data.blocked), !data.blocked.is_empty());
    add("reports", json!(data.reports), !data.reports.is_empty());
    add("notifications", json!(data.notified), !data.notified.is_empty());
    add("planned", json!(data.planned), !data.planned.is_empty());
    add("invited", json!(data.invited), !data.invited.is_empty());
    add("followed", json!(data.followed), !data.followed.is_empty());
    add("events", json!(data.events), !data.events.is_empty());
    add("presence", json!(data.visits), data.visits.is_some());
    let settings = store.settings(&account.id).await?.unwrap_or_default();
    let has_settings = !settings.is_empty();
    let tokens = store.api_tokens(&account.id).await?;
    let token = |token: &ApiToken| {
        json!({ "name": token.name, "scopes": token.scopes.to_string(),
        "created": token.created, "used": token.used })
    };
    add("tokens", tokens.iter().map(token).collect(), !tokens.is_empty());
    add("bot", true.into(), account.bot);
    add("settings", Value::Object(settings), has_settings);
    Ok(all)
}
