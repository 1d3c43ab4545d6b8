//! Games that older versions have stored mean what they meant, also where the rules are read otherwise now.

use crate::suite::common::{Driven, nameless, person, spec, visitor};
use bagatelle_core::program::Allowance;
use bagatelle_core::record::Record;
use bagatelle_core::{Seat, Turn};
use bagatelle_table::{Analysis, DealSource, Event, EventKind, NewGame, Rejection, Table, TableSpec, Terms};
use serde_json::json;
use std::sync::Arc;

/// The position after 3, 7 and 11 actions is one. Older versions took the two white buttons that swapped for
/// a part of it.
const TO_AND_FRO: [&str; 11] =
    ["5@a3", "5@b3", "2@b2", "b3a1", "b2a3", "a1b3", "a3b2", "b3d2", "b2a3", "d2b3", "a3b2"];
/// What was played on then, up to the third occurrence that older versions saw.
const ON: [&str; 3] = ["b3a1", "b2a3", "a1b3"];

/// A duel of one person for both sides, as it was stored.
fn stored(actions: &[&str]) -> (TableSpec, Vec<Event>) {
    let seating = vec![nameless("owner"), nameless("owner")];
    let spec = spec("baju-duel", &json!({}), "older", seating, Terms::default());
    let event = |(at, action): (i64, &&str)| Event {
        person: Some("owner".into()),
        ..Event::new(at, EventKind::Acted { action: (*action).to_owned() })
    };
    (spec, (0..).zip(actions).map(event).collect())
}

fn restored(actions: &[&str]) -> Driven {
    let (spec, log) = stored(actions);
    let table = Table::restore(spec, Arc::from([]), &log).unwrap();
    Driven { table, log }
}

fn played_on(actions: usize) -> Vec<&'static str> {
    TO_AND_FRO.iter().chain(&ON[..actions]).copied().collect()
}

#[test]
fn a_stored_game_that_went_on_past_a_draw_goes_on() {
    let drawn = restored(&TO_AND_FRO);
    assert_eq!(drawn.table.play().turn(), Turn::Over);
    for (more, next) in ON.into_iter().enumerate().skip(1) {
        let mut game = restored(&played_on(more));
        assert_eq!((game.table.play().ply(), game.table.is_over()), (11 + more, false));
        assert_eq!(game.table.to_act(), Some(Seat(((11 + more) % 2) as u8)));
        // The person who took each action is still known, so it can be taken back and played again, past the
        // draw.
        game.go(&["owner undo", "owner redo", &format!("owner act {next}")]);
        let restart = ["owner restart"];
        game.go(&restart);
        assert_eq!(game.table.play().ply(), 0);
        let again = vec!["owner redo"; 12 + more];
        game.go(&again);
        assert_eq!((game.table.play().ply(), game.table.is_over()), (12 + more, more + 1 == ON.len()));
    }
    let over = restored(&played_on(ON.len()));
    assert_eq!(over.table.outcome().unwrap().reason, "a draw: the position occurred for the third time");
    let (spec, log) = stored(&[played_on(ON.len()), vec!["a3b2"]].concat());
    assert!(Table::restore(spec, Arc::from([]), &log).is_err(), "what all versions end goes on in none");
}

#[test]
fn no_game_goes_on_past_a_draw_now() {
    let mut game = restored(&TO_AND_FRO);
    let refusal = game.try_at(99_000, "owner act b3a1").unwrap_err();
    assert!(refusal.to_string().contains("over"), "{refusal}");
}

#[test]
fn a_game_that_went_on_past_a_draw_on_a_device_comes_home() {
    let (spec, log) = stored(&played_on(2));
    let mut table = Table::new(spec, Arc::from([])).unwrap();
    table.bring(&log, &visitor("owner"), 1_000_000).unwrap();
    assert_eq!((table.play().ply(), table.is_over()), (13, false));
    // No other person has played it.
    let (spec, mut log) = stored(&played_on(2));
    log[12].person = Some("cleo".into());
    assert!(Table::new(spec, Arc::from([])).unwrap().bring(&log, &visitor("owner"), 1_000_000).is_err());
}

#[test]
fn an_older_record_can_be_analysed_and_continued() {
    let json = json!({ "bagatelle": 1, "game": "baju-duel", "actions": played_on(2) });
    let record = Record::from_json(&json.to_string()).unwrap();
    let analysis = Analysis::begin(&record).unwrap();
    assert_eq!(analysis.record().actions, record.actions);
    let again = Analysis::begin(&analysis.record()).unwrap();
    assert_eq!(again.record_to(13).actions, record.actions);
    assert_eq!(again.play(13).turn(), Turn::Seat(Seat(1)));
}

#[test]
fn a_set_up_that_is_refused_now_is_opened_where_it_is_stored() {
    let setup = json!({ "position": "W1W2----/B1------/--------/-------- W W1W2" });
    let new = NewGame::new("baju-duel", DealSource::Setup(setup.clone()));
    let refusal =
        new.plan(&visitor("owner"), "new".into(), &["seed".into()], 0, &Allowance::default()).unwrap_err();
    assert!(refusal.to_string().contains("one white and one black button"), "{refusal}");
    let (mut spec, _) = stored(&[]);
    (spec.setup, spec.dealt) = (Some(setup), false);
    let table = Table::restore(spec, Arc::from([]), &[]).unwrap();
    assert!(!table.play().legal().contains(&"a1b1".to_owned()), "the two may not swap, as it was then");
}

#[test]
fn few_tiles_are_refused_at_new_tables_only() {
    let options = json!({ "tiles": 2, "repetition": 0 });
    let new = NewGame { options: options.clone(), ..NewGame::new("bambam-booboo", DealSource::Fresh) };
    let refusal =
        new.plan(&visitor("owner"), "new".into(), &["seed".into()], 0, &Allowance::default()).unwrap_err();
    assert!(matches!(refusal, Rejection::Record(_)), "{refusal:?}");
    assert!(refusal.to_string().contains("with 2 tiles each no player can win"), "{refusal}");
    let seating = vec![person("ann"), person("bob")];
    let older = TableSpec { options, ..spec("bambam-booboo", &json!({}), "few", seating, Terms::default()) };
    assert_eq!(Table::restore(older, Arc::from([]), &[]).unwrap().play().legal(), ["H0,0"]);
}
