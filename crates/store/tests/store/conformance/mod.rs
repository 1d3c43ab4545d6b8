//! One story that every store must tell the same way, run on each of them.
//!
//! The chapters are written against `&dyn Store`. A store is opened by a function, twice: what was written
//! must be there after the first one is closed.

mod administration;
mod clients;
mod dailies;
mod people;
mod played;
mod postgres;
mod retention;
mod tables;

use bagatelle_core::Seed;
use bagatelle_store::{SqlStore, Store};
use bagatelle_table::{
    Actor, Command, Context, Event, Millis, Occupant, Person, Table, TableSpec, Terms, Visitor,
};
use bagatelle_testdb::Database;
use serde_json::Value;

/// A store that is opened, with the same content each time.
async fn story(open: impl AsyncFn() -> Box<dyn Store>) {
    let store = open().await;
    tables::logs(store.as_ref()).await;
    tables::daily_deals_and_rounds(store.as_ref()).await;
    tables::searches(store.as_ref()).await;
    tables::pars_and_heartbeats(store.as_ref()).await;
    dailies::results(store.as_ref()).await;
    dailies::tables_of_the_day(store.as_ref()).await;
    dailies::claims(store.as_ref()).await;
    dailies::positions(store.as_ref()).await;
    people::names_and_chat(store.as_ref()).await;
    people::accounts_and_sessions(store.as_ref()).await;
    people::claims(store.as_ref()).await;
    people::ratings(store.as_ref()).await;
    people::called_off(store.as_ref()).await;
    people::ladder(store.as_ref()).await;
    played::results(store.as_ref()).await;
    played::profiles(store.as_ref()).await;
    people::deletion(store.as_ref()).await;
    clients::tokens(store.as_ref()).await;
    clients::feeds(store.as_ref()).await;
    clients::challenges(store.as_ref()).await;
    administration::acts(store.as_ref()).await;
    administration::password_links(store.as_ref()).await;
    administration::reports_and_blocks(store.as_ref()).await;
    administration::deletions(store.as_ref()).await;
    store.close().await;

    let store = open().await;
    tables::logs_are_still_there(store.as_ref()).await;
    dailies::results_are_still_there(store.as_ref()).await;
    dailies::positions_are_still_there(store.as_ref()).await;
    clients::feeds_go_on(store.as_ref()).await;
    store.close().await;
}

#[tokio::test]
async fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bagatelle.sqlite");
    story(async || Box::new(SqlStore::open(&file).await.unwrap()) as Box<dyn Store>).await;
}

#[tokio::test]
async fn postgres() {
    let database = Database::new().await;
    let address = database.address();
    story(async || Box::new(SqlStore::connect(&address).await.unwrap()) as Box<dyn Store>).await;
}

/// A table of Baju's duel with these occupants.
fn duel(id: &str, owner: &str, seating: Vec<Occupant>, terms: Terms) -> TableSpec {
    let game = bagatelle_catalog::find("baju-duel").unwrap();
    let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text(id)).unwrap();
    TableSpec {
        id: id.into(),
        game: record.game,
        options: record.options,
        setup: record.setup,
        seed: id.into(),
        dealt: true,
        daily: None,
        owner: owner.into(),
        seating,
        terms,
        created: 1_000,
        round: None,
        forked_from: None,
        fairness: None,
    }
}

/// A seat with a person.
fn person(id: &str, name: &str) -> Occupant {
    Occupant::Person(Person::new(id, name))
}

fn table(spec: &TableSpec) -> Table {
    Table::new(spec.clone(), [].into()).unwrap()
}

/// Writes a new table.
async fn create(store: &dyn Store, spec: &TableSpec) -> Table {
    let table = table(spec);
    store.create(spec, &table.summary(spec.created), &[], &[]).await.unwrap();
    table
}

/// Gives a command at a moment, and writes what happens.
async fn give(
    store: &dyn Store,
    table: &mut Table,
    visitor: &Visitor,
    command: Command,
    now: Millis,
) -> Event {
    let event = table.decide(Actor::Visitor(visitor), command, &Context::at(now)).unwrap();
    let seq = table.seq();
    table.apply(&event);
    store.append(table.id(), seq, std::slice::from_ref(&event), &table.summary(now), &[]).await.unwrap();
    event
}

/// Takes the first legal action for a visitor.
async fn act(store: &dyn Store, table: &mut Table, visitor: &Visitor, now: Millis) -> Event {
    let text = table.play().legal()[0].clone();
    give(store, table, visitor, Command::Act(text), now).await
}
