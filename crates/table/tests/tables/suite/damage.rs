//! Rows that cannot be true, and old rows that can.

use crate::suite::common::{Driven, person, spec};
use bagatelle_core::Seat;
use bagatelle_table::{Event, EventKind, Occupant, StoredEvent, Table, Terms};
use serde_json::json;

fn restore(events: &[Event]) -> Result<Table, String> {
    let seating = vec![person("ann"), person("bob")];
    let spec = spec("baju-duel", &json!({}), "together", seating, Terms::default());
    Table::restore(spec, [].into(), events).map_err(|e| e.to_string())
}

#[test]
fn an_event_that_cannot_have_happened_is_an_error_that_names_it() {
    let resigned = Event::new(0, EventKind::Resigned { by: Seat(1), substitute: String::new() });
    assert!(restore(std::slice::from_ref(&resigned)).unwrap().is_over());
    let twice = restore(&[resigned.clone(), resigned]).err().unwrap();
    assert_eq!(twice, "the log of a table is damaged: table, event 1: the game is over");
    let nonsense = Event::new(0, EventKind::Acted { action: "nonsense".into() });
    assert!(
        restore(&[nonsense]).err().unwrap().starts_with("the log of a table is damaged: table, event 0: ")
    );
    let mut bad = spec("baju-duel", &json!({}), "x", vec![Occupant::Open; 2], Terms::default());
    bad.game = "chess".into();
    let damaged = Table::restore(bad, [].into(), &[]).err().unwrap().to_string();
    assert!(damaged.starts_with("a table is damaged: table: "), "{damaged}");
}

/// Rows that version 0.1 wrote, and that `decide` would not make now.
#[test]
fn old_logs_that_decide_would_not_make_are_restored() {
    let row = |kind: &str, seat: Option<u8>, who: &str, text: &str| {
        let row = StoredEvent {
            at: 0,
            kind: kind.into(),
            seat,
            who: who.into(),
            text: text.into(),
            randomness: None,
        };
        Event::from_stored(row).unwrap()
    };
    // A player has sent an action of chance.
    let seating = vec![person("ann"), person("bob")];
    let mut game = Driven::bulbous(seating, Terms::default());
    while !game.table.chance_is_due() {
        game.act();
    }
    let chance = game.table.decide(
        bagatelle_table::Actor::Server,
        bagatelle_table::Command::ResolveChance,
        &bagatelle_table::Context::at(0),
    );
    let EventKind::Acted { action } = chance.unwrap().kind else { unreachable!() };
    game.log.push(row("act", None, "ann", &action));
    let spec = game.table.spec().clone();
    assert!(Table::restore(spec, [].into(), &game.log).is_ok());
    // A solitaire was given up, and its last move continued.
    let mut game = Driven::solitaire().run(&["owner act R", "owner resign"]);
    assert!(game.try_at(0, "owner amend Rd").is_err());
    game.log.push(row("amend", None, "owner", "Rd"));
    let table = Table::restore(game.table.spec().clone(), [].into(), &game.log).unwrap();
    assert!(table.is_over() && table.play().actions() == ["Rd"]);
    // A takeback was asked for although an action before the last one had revealed something.
    assert!(restore(&[row("resign", Some(0), "", ""), row("ask", Some(1), "bob", "rematch")]).is_ok());
    assert!(
        restore(&[
            row("resign", Some(0), "ann", "6"),
            row("ask", Some(0), "ann", "rematch"),
            row("agree", Some(1), "bob", ""),
        ])
        .is_ok()
    );
}
