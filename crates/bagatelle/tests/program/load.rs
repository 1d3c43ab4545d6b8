//! The load generator, for a second.

use crate::bot::serve;
use serde_json::Value;
use std::process::Command;

fn load(words: &str) -> Value {
    let command =
        Command::new(env!("CARGO_BIN_EXE_bagatelle")).arg("load").args(words.split_whitespace()).output();
    let done = command.expect("the command starts");
    let (out, wrong) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{wrong}{out}");
    serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}"))
}

#[test]
fn games_are_played_by_both_routes_and_measured() {
    let report = load("--serve --games 7 --seconds 1 --follow --disk --json");
    assert!(
        report["disk"]["moves_per_second"].as_f64() > Some(0.0) && report["disk"]["batch"] == 7,
        "{report}"
    );
    let runs = report["runs"].as_array().unwrap();
    assert_eq!(runs.iter().map(|run| run["route"].as_str().unwrap()).collect::<Vec<_>>(), ["api", "page"]);
    for run in runs {
        let number = |name: &str| run[name].as_f64().unwrap_or_else(|| panic!("{name}: {run}"));
        assert_eq!((number("games"), number("errors"), number("streams")), (7.0, 0.0, 7.0), "{run}");
        for measured in ["moves", "moves_per_second", "stream_events", "memory_mb", "seconds"] {
            assert!(number(measured) > 0.0, "{measured}: {run}");
        }
        assert!(number("cpu_ms_per_move") >= 0.0 && number("games_made") >= 7.0, "{run}");
        let times = ["p50", "p90", "p99", "max"].map(|name| run["latency_ms"][name].as_f64().unwrap());
        assert!(times[0] > 0.0 && times.is_sorted(), "{run}");
    }
}

#[test]
fn a_rate_and_a_number_of_moves_are_kept() {
    let report = load("--serve --games 6 --seconds 60 --rate 20 --moves 24 --route api --json");
    let run = &report["runs"][0];
    let moves = run["moves"].as_u64().unwrap();
    // Those that are under way when the number is reached are counted, too.
    assert!((24..=30).contains(&moves) && run["rate"] == 20.0, "{run}");
    assert!(run["moves_per_second"].as_f64() <= Some(200.0), "{run}");
}

#[test]
fn idle_streams_are_counted_with_their_memory() {
    let report = load("--serve --streams 20 --seconds 1 --json");
    let streams = &report["streams"];
    assert_eq!(streams["count"], 20);
    for memory in ["before_mb", "with_mb", "after_mb"] {
        assert!(streams[memory].as_f64() > Some(0.0), "{memory}: {streams}");
    }
}

#[test]
fn games_are_played_from_many_addresses() {
    let folder = tempfile::tempdir().unwrap();
    // Five visitors at once from an address: enough for a game.
    let (_server, url) = serve(folder.path(), "127.0.0.1:0", &["--limits", "visitors_per_address=20"]);
    let words = |addresses: u32| {
        format!("{url} --games 6 --rate 1 --moves 6 --route api --json --addresses {addresses}")
    };
    assert_eq!(load(&words(6))["runs"][0]["games"], 6);
    let one = Command::new(env!("CARGO_BIN_EXE_bagatelle"))
        .arg("load")
        .args(words(1).split_whitespace())
        .output()
        .expect("the command starts");
    let wrong = String::from_utf8_lossy(&one.stderr);
    assert!(!one.status.success() && wrong.contains("no visitor"), "{wrong}");
}
