//! One story that every store must tell the same way, run on each of them.
//!
//! The chapters are written against a [`Store`], which is opened by a function, twice: what was written
//! must be there after the first one is closed.

mod administration;
mod clients;
mod dailies;
mod events;
mod friends;
mod people;
mod played;
mod postgres;
mod retention;
mod tables;

use bagatelle_core::Seed;
use bagatelle_store::Store;
use bagatelle_table::{
    Actor, Command, Context, Event, Millis, Occupant, Person, Table, TableSpec, Terms, Visitor,
};
use bagatelle_testdb::Database;
use serde_json::Value;

/// A store that is opened, with the same content each time.
async fn story(open: impl AsyncFn() -> Store) {
    let store = open().await;
    tables::logs(&store).await;
    tables::daily_deals_and_rounds(&store).await;
    tables::searches(&store).await;
    tables::pars_and_heartbeats(&store).await;
    dailies::results(&store).await;
    dailies::tables_of_the_day(&store).await;
    dailies::claims(&store).await;
    dailies::positions(&store).await;
    people::names_and_chat(&store).await;
    people::accounts_and_sessions(&store).await;
    people::claims(&store).await;
    people::ratings(&store).await;
    people::called_off(&store).await;
    people::ladder(&store).await;
    played::results(&store).await;
    played::profiles(&store).await;
    people::deletion(&store).await;
    clients::tokens(&store).await;
    clients::feeds(&store).await;
    clients::challenges(&store).await;
    clients::seeks(&store).await;
    played::plans(&store).await;
    clients::pushes(&store).await;
    administration::acts(&store).await;
    administration::password_links(&store).await;
    administration::reports_and_blocks(&store).await;
    administration::deletions(&store).await;
    friends::following(&store).await;
    friends::opponents_of_a_person(&store).await;
    friends::visits(&store).await;
    events::logs(&store).await;
    events::titles(&store).await;
    store.close().await;

    let store = open().await;
    tables::logs_are_still_there(&store).await;
    dailies::results_are_still_there(&store).await;
    dailies::positions_are_still_there(&store).await;
    clients::feeds_go_on(&store).await;
    events::logs_are_still_there(&store).await;
    store.close().await;
}

#[tokio::test]
async fn sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bagatelle.sqlite");
    story(async || Store::open(&file).await.unwrap()).await;
}

#[tokio::test]
async fn postgres() {
    let database = Database::new().await;
    let address = database.address();
    story(async || Store::connect(&address).await.unwrap()).await;
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
async fn create(store: &Store, spec: &TableSpec) -> Table {
    let table = table(spec);
    store.create(spec, &table.summary(spec.created), &[], &[]).await.unwrap();
    table
}

/// Gives a command at a moment, and writes what happens.
async fn give(store: &Store, table: &mut Table, visitor: &Visitor, command: Command, now: Millis) -> Event {
    let event = table.decide(Actor::Visitor(visitor), command, &Context::at(now)).unwrap();
    let seq = table.seq();
    table.apply(&event);
    store.append(table.id(), seq, std::slice::from_ref(&event), &table.summary(now), &[]).await.unwrap();
    event
}

/// Takes the first legal action for a visitor.
async fn act(store: &Store, table: &mut Table, visitor: &Visitor, now: Millis) -> Event {
    let text = table.play().legal()[0].clone();
    give(store, table, visitor, Command::Act(text), now).await
}
