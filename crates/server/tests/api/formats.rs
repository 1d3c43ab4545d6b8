//! A data folder of version 0.1.0, see `tests/formats/README.md`: the API answers for every table and every
//! caller what that version answered, and so do records and exports.

use crate::test_server::{TestServer, ask};
use bagatelle_server::app::ticker;
use bagatelle_table::Millis;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// When version 0.1.0 was asked: all its answers were given within a tenth of a second of this moment.
const ASKED: Millis = 1_795_325_187_900;
/// How far times played may differ from those answers.
const PLAYED: i64 = 100;
/// How far clocks that run may differ: those of version 0.1.0 ran since its start.
const LEFT: i64 = 1_000;

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/formats")
}

fn expected() -> Value {
    serde_json::from_str(&std::fs::read_to_string(corpus().join("expected.json")).unwrap()).unwrap()
}

/// Takes out of an answer what later versions have added.
fn older(mut state: Value) -> Value {
    let fields = state.as_object_mut().unwrap();
    for added in [
        "asked_by",
        "ending",
        "helped",
        "help",
        "dealt",
        "commitment",
        "randomness",
        "revealed",
        "seen_from",
        "now",
        "paused",
        "watching",
        "may_act",
        "answered",
        "options",
    ] {
        assert!(fields.remove(added).is_some(), "{added}");
    }
    if fields["game"] == "bulbous" {
        let view = fields["view"].as_object_mut().unwrap();
        for added in ["shuffles", "due", "due_from", "turns"] {
            assert!(view.remove(added).is_some(), "{added}");
        }
    }
    for seat in fields["seats"].as_array_mut().unwrap() {
        let seat = seat.as_object_mut().unwrap();
        assert_eq!(seat.remove("expected"), Some(Value::Bool(false)));
        for added in ["bot", "runs", "away_ms"] {
            assert!(seat.remove(added).is_some(), "{added}");
        }
    }
    state
}

/// Takes the times out of an answer, `null` for those that do not exist: the time played, and the time left
/// for each seat.
fn times(state: &mut Value) -> (Option<i64>, Vec<Option<i64>>) {
    let played = state["played_ms"].take().as_i64();
    let seats = state["seats"].as_array_mut().unwrap();
    (played, seats.iter_mut().map(|seat| seat["left_ms"].take().as_i64()).collect())
}

#[track_caller]
fn assert_near(actual: Option<i64>, expected: Option<i64>, tolerance: i64, what: &str) {
    let near = match (actual, expected) {
        (Some(actual), Some(expected)) => (actual - expected).abs() <= tolerance,
        (actual, expected) => actual == expected,
    };
    assert!(near, "{what}: {actual:?} instead of {expected:?}");
}

#[tokio::test]
async fn every_old_table_is_answered_as_before_to_every_caller() {
    let expected = expected();
    let server = TestServer::on_copy_of(&corpus().join("data"), ASKED).await;
    ticker::resume_all(server.tables()).await.unwrap();
    server.advance(0).await;
    let (mut tables, mut views) = (0, 0);
    for (name, table) in expected["games"].as_object().unwrap() {
        tables += 1;
        let id = table["id"].as_str().unwrap();
        for (caller, view) in table["views"].as_object().unwrap() {
            let what = format!("{name} for {caller}");
            let token = expected["callers"][caller]["token"].as_str();
            let get = async |path: &str| ask(&server.router(), "GET", path, token, Value::Null).await;
            let reply = get(&format!("/api/v1/games/{id}")).await;
            assert_eq!(reply.status, 200, "{what}: {}", reply.text());
            let (mut state, mut view) = (older(reply.json()), view.clone());
            let ((played, left), (old_played, old_left)) = (times(&mut state), times(&mut view));
            assert_eq!(state, view, "{what}");
            let over = state["turn"] == "over";
            assert_near(played, old_played, if over { 0 } else { PLAYED }, &what);
            let stopped = over || name == "baju-duel-paused";
            for (left, old) in left.into_iter().zip(old_left) {
                assert_near(left, old, if stopped { 0 } else { LEFT }, &what);
            }
            assert_eq!(get(&format!("/g/{id}")).await.status, 200, "{what}");
            assert_eq!(get(&format!("/g/{id}/replay")).await.status, 200, "{what}");
            views += 1;
        }
        for path in [format!("/g/{id}/record.json"), format!("/api/v1/games/{id}/record")] {
            let reply = server.anonymous().get(&path).await;
            match &table["record"] {
                Value::Null => assert_eq!(reply.status, 403, "{name}"),
                record => assert_eq!(reply.json(), *record, "{name}"),
            }
        }
    }
    assert!(tables > 50 && views > 120, "{tables} tables, {views} views");
}

#[tokio::test]
async fn every_old_account_is_exported_as_before() {
    let expected = expected();
    let server = TestServer::on_copy_of(&corpus().join("data"), ASKED).await;
    let mut exports = 0;
    for (caller, old) in expected["callers"].as_object().unwrap() {
        let token = old["token"].as_str();
        let reply = ask(&server.router(), "GET", "/me/export.json", token, Value::Null).await;
        match &old["export"] {
            Value::Null => assert_eq!(reply.status, 422, "{caller}"),
            export => {
                let mut now = reply.json();
                let all = now.as_object_mut().unwrap();
                // What versions since then tell besides; `rows` is of games that are over.
                for (new, is) in [("version", Value::is_u64 as fn(&Value) -> bool), ("id", Value::is_string)]
                {
                    assert!(all.remove(new).is_some_and(|value| is(&value)), "{caller}: {new}");
                }
                all.remove("settings");
                for game in all["games"].as_array_mut().unwrap() {
                    let (over, game) = (game["phase"] == "over", game.as_object_mut().unwrap());
                    assert_eq!(game.remove("rows").is_some(), over, "{caller}: {}", game["id"]);
                }
                assert_eq!(now, *export, "{caller}");
                exports += 1;
            }
        }
    }
    assert!(exports >= 3, "{exports} exports");
}
