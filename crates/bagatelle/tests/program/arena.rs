//! The arena with engines that behave and engines that do not: each game ends with the right result, and
//! nothing hangs.

use bagatelle_core::program::Budget;
use bagatelle_core::{Record, Seat, Seed, Turn, Viewer};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

const BAGATELLE: &str = env!("CARGO_BIN_EXE_bagatelle");

/// Runs the command. Returns what it printed, or its errors.
fn run(words: &[&str]) -> Result<String, String> {
    let done = Command::new(BAGATELLE).args(words).output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if done.status.success() { Ok(text(done.stdout)) } else { Err(text(done.stderr)) }
}

/// Plays a match of the baju duel, or of the game that the words name first, and returns its report.
fn arena(words: &[&str]) -> Value {
    let all = [&["arena"], words, &["--json"]].concat();
    serde_json::from_str(&run(&all).unwrap_or_else(|error| panic!("{words:?}: {error}"))).expect("JSON")
}

/// A shell script that greets as an engine does, and answers each turn by a command.
fn engine(turn: &str) -> String {
    format!(
        "cmd:read hello; echo '{{\"type\":\"hello\",\"protocol\":1}}'; \
         while read -r line; do case \"$line\" in *'\"type\":\"turn\"'*) {turn};; esac; done"
    )
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn python() -> String {
    format!("cmd:python3 {}", root().join("examples/engine.py").display())
}

/// The example in Rust, which cargo builds beside the tests.
fn rust() -> String {
    let folder = Path::new(BAGATELLE).parent().expect("a folder");
    format!("cmd:{}", folder.join("examples/engine").display())
}

/// Plays a match of two games against the weakest program and checks that each is lost in a way.
fn loses(engine: &str, kind: &str, words: &str) {
    let results = tempfile::NamedTempFile::new().unwrap();
    let file = results.path().to_str().unwrap();
    let report = arena(&[
        "baju-duel",
        "--player",
        "1",
        "--player",
        engine,
        "--games",
        "2",
        "--think",
        "20",
        "--margin",
        "400",
        "--results",
        file,
    ]);
    assert_eq!(report["players"][0]["wins"], 2, "{engine}: {report}");
    assert_eq!(report["players"][1]["faults"], 2, "{engine}: {report}");
    let told = report["faults"][0]["what"].as_str().unwrap();
    assert!(told.contains(words), "{engine}: {told}");
    let record = Record::from_json(std::fs::read_to_string(file).unwrap().lines().next().unwrap()).unwrap();
    let told = record.more["arena"]["mistake"]["kind"].as_str().unwrap();
    assert!(told.starts_with(kind), "{engine}: {told}");
    assert_eq!(record.more["result"]["winners"], json!([0]), "{engine}");
}

#[test]
fn an_engine_that_crashes_loses() {
    loses(&engine("echo no memory >&2; exit 3"), "ended", "exit status: 3): no memory");
    loses(&engine("kill -9 $$"), "ended", "signal: 9");
    // The first game is lost by what the engine writes before it ends; it is started anew for the next one.
    loses(&engine("exit 0"), "ended", "exit status: 0");
}

#[test]
fn an_engine_that_lies_loses() {
    loses(&engine("echo '{\"type\":\"action\",\"action\":\"fly\"}'"), "illegal", "“fly” isn’t a move");
    loses(
        &engine("echo '{\"type\":\"action\",\"action\":\"W9@a1\"}'"),
        "illegal",
        "the engine chose “W9@a1”",
    );
    loses(&engine("echo e2e4"), "no-answer", "“e2e4”, which isn’t valid");
    loses(&engine("echo '{\"type\":\"action\"}'"), "no-answer", "missing field `action`");
    loses(&engine("echo '{\"type\":\"error\",\"message\":\"lost my way\"}'"), "gave-up", "lost my way");
    loses(&engine("printf '\\377\\376\\n'"), "no-answer", "which isn’t valid");
}

#[test]
fn an_engine_that_writes_without_end_loses() {
    loses(&engine("tr '\\0' x < /dev/zero"), "no-answer", "longer than");
    // Which comes first, the question or the next line, is open.
    loses("cmd:read hello; echo '{\"type\":\"hello\",\"protocol\":1}'; yes", "no", "the engine ");
}

#[test]
fn an_engine_that_sleeps_loses_in_time_and_leaves_nothing_behind() {
    let start = Instant::now();
    // A time that no other process sleeps.
    loses(&engine("sleep 86.4213 & sleep 86.4213"), "too-slow", "did not answer within 420 ms");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let left = std::fs::read_dir("/proc").unwrap().filter_map(|entry| {
        std::fs::read_to_string(entry.ok()?.path().join("cmdline"))
            .ok()
            .filter(|line| line.starts_with("sleep\x0086.4213"))
    });
    assert_eq!(left.count(), 0, "what the engine has started is ended with it");
}

#[test]
fn an_engine_that_does_not_greet_ends_the_match_before_it_begins() {
    let match_with = |command: &str| {
        run(&["arena", "baju-duel", "--player", "1", "--player", command, "--games", "2"]).unwrap_err()
    };
    assert!(match_with("cmd:exit 7").contains("exit status: 7"));
    assert!(match_with("cmd:/no/such/engine").contains("not found"));
    assert!(match_with("cmd:read a; echo '{\"type\":\"hello\",\"protocol\":3}'").contains("version 3"));
    assert!(match_with("cmd:").contains("is not a command"));
    assert!(match_with("nonesuch").contains("there is no program “nonesuch”; there are"));
}

#[test]
fn in_a_game_of_three_the_others_share_the_victory() {
    let engine = engine("echo no");
    let report = arena(&[
        "bulbous", "--wish", "seats=3", "--player", "random", "--player", "simple", "--player", &engine,
        "--games", "3",
    ]);
    let share = |k: usize| report["players"][k]["share"].as_f64().unwrap();
    assert!((share(0) - 0.5).abs() < 1e-3 && (share(1) - 0.5).abs() < 1e-3 && share(2) == 0.0, "{report}");
}

#[test]
fn the_examples_play_every_game_to_its_end() {
    let games = run(&["games"]).unwrap();
    let ids: Vec<&str> = games.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert!(ids.len() > 5, "{games}");
    for id in ids {
        let (python, rust) = (python(), rust());
        let report = arena(&[
            id,
            "--player",
            &python,
            "--player",
            &rust,
            "--games",
            "2",
            "--limit",
            "60",
            "--concurrency",
            "2",
            "--margin",
            "10000",
        ]);
        assert_eq!(report["faults"], json!([]), "{id}: {report}");
        assert!(report["plies"].as_f64().unwrap() > 5.0, "{id}: {report}");
    }
}

#[test]
fn our_engine_speaks_the_same_protocol() {
    let engine = format!("cmd:{BAGATELLE} engine baju-duel --level 4");
    let report =
        arena(&["baju-duel", "--player", &engine, "--player", "1", "--games", "4", "--nodes", "2000"]);
    assert_eq!(report["faults"], json!([]), "{report}");
    assert!(report["players"][0]["wins"].as_u64().unwrap() >= 3, "{report}");
    assert!(run(&["engine", "baju-duel", "--level", "99"]).unwrap_err().contains("there is no program “99”"));
}

/// `bagatelle engine` in a process, told of one game.
struct Spoken {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Spoken {
    fn start(words: &[&str]) -> Spoken {
        let mut engine = Command::new(BAGATELLE);
        engine.arg("engine").args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = engine.spawn().expect("the engine starts");
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Spoken { child, input, output: BufReader::new(output).lines() }
    }

    fn tell(&mut self, message: &Value) {
        writeln!(self.input, "{message}").expect("the engine listens");
    }

    fn ask(&mut self, message: &Value) -> Value {
        self.tell(message);
        let line = self.output.next().expect("the engine answers").expect("text");
        serde_json::from_str(&line).expect("JSON")
    }

    fn end(self) {
        let Spoken { mut child, input, .. } = self;
        drop(input);
        assert!(child.wait().expect("the engine ends").success());
    }
}

#[test]
fn our_engine_chooses_from_its_view_as_the_program_does_at_the_table() {
    let known = [None, Some("1".to_owned()), Some("3".to_owned())];
    for (id, level, seats, players) in
        [("bulbous", "2", 3, &[][..]), ("bulbous", "5", 3, &known), ("burbuja", "rollouts", 1, &[])]
    {
        let game = bagatelle_catalog::find(id).unwrap();
        let wish = if seats == 1 { Value::Null } else { json!({ "seats": seats }) };
        let deal = game.deal(&Value::Null, &wish, &Seed::from_text("view")).unwrap();
        let mut play = game.open(&deal).unwrap();
        let seed = Seed::from_text("own").nth(1);
        let mut engine = Spoken::start(&[id, "--level", level, "--seed", "own"]);
        let hello = engine.ask(&json!({ "type": "hello", "protocol": 1, "game": id }));
        assert_eq!(hello["name"], format!("bagatelle {id}:{level}"));
        engine.tell(&json!({ "type": "game", "options": deal.options, "seats": seats, "seat": 0,
            "players": players }));
        let mut choices = 0;
        while choices < 12 && play.turn() != Turn::Over {
            let thought = match play.turn() {
                Turn::Chance => {
                    play.apply(&play.chance(&seed).unwrap());
                    continue;
                }
                _ => play.think(level, players, &Budget::nodes(80), &seed).unwrap(),
            };
            if play.turn() == Turn::Seat(Seat(0)) {
                let view = play.view(Viewer::Seat(Seat(0)));
                let turn = |view: Value| {
                    json!({ "type": "turn", "ply": play.ply(), "seen": [], "view": view,
                    "legal": [], "clock": { "nodes": 80 } })
                };
                let mut torn = view.clone();
                torn.as_object_mut().unwrap().remove("discards");
                let refused = engine.ask(&turn(torn));
                assert!(
                    refused["message"].as_str().is_some_and(|why| why.contains("missing field `discards`")),
                    "{refused}"
                );
                let answer = engine.ask(&turn(view));
                assert_eq!(answer["action"], thought.action, "{id}: {answer}");
                assert_eq!(answer["score"].as_str(), thought.score.as_deref(), "{id}: {answer}");
                choices += 1;
            }
            play.apply(&thought.action);
        }
        assert!(choices > 5, "{id}: {choices}");
        engine.end();
    }
}

#[test]
fn an_engine_is_told_which_programs_it_meets() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let engine = python().replacen("cmd:", &format!("cmd:tee -a '{}' | ", heard.display()), 1);
    let words = ["--player", "simple", "--player", &engine, "--games", "1", "--nodes", "10"];
    let report = arena(&[&["bulbous", "--wish", "seats=3"], &words[..]].concat());
    assert_eq!(report["faults"], json!([]), "{report}");
    let heard = std::fs::read_to_string(heard).unwrap();
    let all = heard.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let games: Vec<Value> = all.filter(|message| message["type"] == "game").collect();
    for game in &games {
        let players = game["players"].as_array().unwrap();
        assert_eq!(players.len(), 3, "{game}");
        assert!(players[game["seat"].as_u64().unwrap() as usize].is_null(), "{game}");
        assert!(players.iter().any(|name| name == "simple"), "{game}");
    }
    assert!(games.len() > 1, "{heard}");
}

#[test]
fn our_engine_plays_games_that_hide_something() {
    for (id, level, wish) in [("bulbous", "2", &["--wish", "seats=3"][..]), ("burbuja", "rollouts", &[])] {
        let engine = format!("cmd:{BAGATELLE} engine {id} --level {level}");
        let words =
            [&[id, "--player", &engine, "--player", level, "--games", "3", "--nodes", "60"], wish].concat();
        let report = arena(&words);
        assert_eq!(report["faults"], json!([]), "{report}");
        assert!(report["plies"].as_f64().unwrap() > 20.0, "{report}");
    }
}

#[test]
fn a_match_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let play = |games: &str, name: &str, concurrency: &str| {
        let mut report = arena(&[
            "burbuja",
            "--player",
            "front",
            "--player",
            "heuristic",
            "--games",
            games,
            "--nodes",
            "10",
            "--results",
            &file(name),
            "--concurrency",
            concurrency,
        ]);
        report["players"]
            .as_array_mut()
            .unwrap()
            .iter_mut()
            .for_each(|player| player["slowest_ms"] = 0.into());
        report
    };
    let whole = play("12", "whole", "2");
    assert_eq!(play("7", "parts", "1")["games"], 8, "rounded up to whole rounds");
    let text = std::fs::read_to_string(file("parts")).unwrap();
    std::fs::write(file("parts"), &text[..text.len() - 40]).unwrap();
    assert_eq!(play("12", "parts", "1"), whole);
    // All lines are records that replay, and the two players had the same deals.
    let text = std::fs::read_to_string(file("parts")).unwrap();
    let records: Vec<Record> = text.lines().map(|line| Record::from_json(line).unwrap()).collect();
    assert_eq!(records.len(), 12);
    for pair in records.chunks(2) {
        assert_eq!((&pair[0].setup, &pair[0].more["seed"]), (&pair[1].setup, &pair[1].more["seed"]));
        assert_ne!(pair[0].more["players"], pair[1].more["players"]);
        let deal = run(&["deal", "burbuja", "--seed", pair[0].more["seed"].as_str().unwrap()]).unwrap();
        assert_eq!(Record::from_json(&deal).unwrap().setup, pair[0].setup, "the seed is that of the deal");
    }
    // Other games are not mixed with these.
    let other = ["arena", "burbuja", "--player", "front", "--games", "2", "--results"];
    let error = run(&[&other[..], &[&file("parts")]].concat()).unwrap_err();
    assert!(error.contains("line 1: this is a game of another match"), "{error}");
}

#[test]
fn a_test_ends_the_match_when_it_is_sure() {
    let report = arena(&[
        "baju-duel",
        "--player",
        "3",
        "--player",
        "1",
        "--games",
        "400",
        "--nodes",
        "300",
        "--opening",
        "2",
        "--sprt",
        "elo0=0,elo1=100",
    ]);
    assert_eq!(report["sprt"]["accepted"], "elo1", "{report}");
    let games = report["games"].as_u64().unwrap();
    assert!((10..300).contains(&games), "{report}");
    let pair = &report["comparisons"][0];
    let bound = |k: usize| pair["elo_interval"][k].as_f64();
    assert!(bound(0).unwrap() > 0.0 && bound(1).is_none_or(|high| high > bound(0).unwrap()), "{report}");
    let error = run(&["arena", "baju-duel", "--player", "1", "--sprt", "elo1=5"]).unwrap_err();
    assert!(error.contains("two players"), "{error}");
}

#[test]
fn the_table_of_results_is_text_or_csv() {
    let words = [
        "arena",
        "baju-duel",
        "--player",
        "1",
        "--player",
        "2",
        "--player",
        "3",
        "--games",
        "6",
        "--nodes",
        "50",
    ];
    let text = run(&words).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("6 games of") && lines[0].contains("3 whole rounds"), "{text}");
    assert!(
        lines[1].starts_with("player") && lines[2].starts_with("1 ") && lines[2].contains("% "),
        "{text}"
    );
    assert_eq!(
        lines.iter().filter(|line| line.contains(": Elo ")).count(),
        3,
        "each pair is compared: {text}"
    );
    let csv = run(&[&words[..], &["--csv"]].concat()).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 4, "{csv}");
    assert!(rows.iter().all(|row| row.len() == 10) && rows[1][..2] == ["\"1\"", "4"], "{csv}");
}

/// The example that speaks all of version 2, with options.
fn thinker(options: &str) -> String {
    format!("cmd({options}):python3 {}", root().join("examples/thinker.py").display())
}

/// A Python engine of version 2 that answers each message by some lines, where `message` is what it hears.
fn newer(answer: &str) -> String {
    let lines = answer.replace('\n', "\n    ");
    format!(
        "cmd:python3 -uc '
import json, sys, time
tell = lambda **message: print(json.dumps(message))
for line in sys.stdin:
    message = json.loads(line)
    if message[\"type\"] == \"hello\":
        tell(type=\"hello\", protocol=2, ponders=True)
    {lines}'"
    )
}

#[test]
fn an_engine_is_given_options_and_tells_what_it_thinks() {
    let results = tempfile::NamedTempFile::new().unwrap();
    let file = results.path().to_str().unwrap();
    let engine = thinker("seed=7,style=wild,patience=100");
    let words = ["baju-duel", "--player", "1", "--player", &engine, "--games", "2", "--think", "30"];
    let report =
        arena(&[&words[..], &["--results", file, "--ponder", "--limit", "12", "--margin", "10000"]].concat());
    assert_eq!(report["faults"], json!([]), "{report}");
    let text = std::fs::read_to_string(file).unwrap();
    let record = Record::from_json(text.lines().next().unwrap()).unwrap();
    let notes = record.more["arena"]["notes"].as_array().unwrap().clone();
    assert!(notes.iter().any(|note| note["nodes"].as_u64().is_some_and(|nodes| nodes > 5)), "{notes:?}");
    let fails = |options: &str| {
        let engine = thinker(options);
        run(&["arena", "baju-duel", "--player", "1", "--player", &engine, "--games", "2"]).unwrap_err()
    };
    assert!(fails("depth=7").contains("has no option “depth”; it has seed, patience, style, talk"));
    assert!(fails("patience=101").contains("patience is a whole number from 1 to 100, not “101”"));
    assert!(fails("style=odd").contains("one of calm, wild"));
    assert!(fails("talk").contains("cmd(NAME=VALUE,…):COMMAND"));
    let old = python().replacen("cmd:", "cmd(seed=1):", 1);
    let told = run(&["arena", "baju-duel", "--player", "1", "--player", &old, "--games", "2"]).unwrap_err();
    assert!(told.contains("the engine has no options"), "{told}");
}

#[test]
fn an_engine_that_is_told_to_stop_answers_with_what_it_has() {
    let patient = newer(
        "elif message[\"type\"] == \"turn\":
    turn = message
elif message[\"type\"] == \"stop\":
    assert message[\"ply\"] == turn[\"ply\"]
    tell(type=\"action\", action=turn[\"legal\"][0])",
    );
    let words = ["baju-duel", "--player", "1", "--player", &patient, "--games", "2", "--limit", "12"];
    let report = arena(&[&words[..], &["--think", "60", "--margin", "5000"]].concat());
    assert_eq!(report["faults"], json!([]), "{report}");
    assert!(report["players"][1]["slowest_ms"].as_u64().unwrap() >= 60, "{report}");
}

#[test]
fn an_engine_that_ponders_for_ever_answers_twice_or_never_stops_talking_loses() {
    let turn = "elif message[\"type\"] == \"turn\":
    ";
    let action = "tell(type=\"action\", action=message[\"legal\"][0])";
    let ponders =
        newer(&format!("{turn}{action}\nelif message[\"type\"] == \"ponder\":\n    time.sleep(600)"));
    let meets = |other: &str, engine: &str, kind: &str, think: &str| {
        let words = ["baju-duel", "--player", other, "--player", engine, "--games", "2", "--think", think];
        let report = arena(&[&words[..], &["--margin", "400", "--ponder"]].concat());
        assert_eq!(report["players"][1]["faults"], 2, "{engine}: {report}");
        assert_eq!(report["players"][0]["wins"], 2, "{engine}: {report}");
        let told = report["faults"][0]["what"].as_str().unwrap();
        assert!(told.contains(kind), "{engine}: {told}");
    };
    let loses = |engine: &str, kind: &str, think: &str| meets("1", engine, kind, think);
    loses(&ponders, "did not answer within 450 ms", "50");
    // Without --ponder it is never asked to.
    let words = ["baju-duel", "--player", "1", "--player", &ponders, "--games", "2", "--limit", "8"];
    assert_eq!(arena(&[&words[..], &["--margin", "10000"]].concat())["faults"], json!([]));
    // The other one takes its time, so that the second answer is there before the next question.
    let slow = newer(&format!("{turn}time.sleep(0.3); {action}"));
    let twice = newer(&format!("{turn}{action}; {action}"));
    meets(&slow, &twice, "without being asked", "20000");
    let talks = newer(&format!("{turn}while True: tell(type=\"info\", depth=1)"));
    loses(&talks, "did not answer within 450 ms", "50");
    loses(&newer(&format!("{turn}time.sleep(1); {action}")), "did not answer within 450 ms", "50");
    loses(&newer(&format!("{turn}tell(type=\"ready\")")), "an “action” was expected", "20000");
}

#[test]
fn each_version_hears_the_clock_of_the_game_as_it_knows_it() {
    let folder = tempfile::tempdir().unwrap();
    let clocks = |engine: &str, name: &str| -> Vec<Value> {
        let heard = folder.path().join(name);
        let engine = engine.replacen(":python3", &format!(":tee -a '{}' | python3", heard.display()), 1);
        let words = ["baju-duel", "--player", "1", "--player", &engine, "--games", "2", "--limit", "10"];
        let report = arena(&[&words[..], &["--clock", "30+1"]].concat());
        assert_eq!(report["faults"], json!([]), "{report}");
        let heard = std::fs::read_to_string(heard).unwrap();
        let all = heard.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        all.filter(|message| message["type"] == "turn").map(|turn| turn["clock"].clone()).collect()
    };
    let old = clocks(&python(), "old");
    assert!(old.len() > 4 && old.iter().all(|clock| clock["left_ms"].is_null()), "{old:?}");
    assert!(old.iter().all(|clock| (500..2000).contains(&clock["move_ms"].as_u64().unwrap())), "{old:?}");
    let new = clocks(&thinker("patience=1"), "new");
    assert!(new.len() > 4 && new.iter().all(|clock| clock["increment_ms"] == 1000), "{new:?}");
    assert_eq!(new[0]["left_ms"].as_array().unwrap().len(), 2);
    // Who uses all of it loses.
    let slow = newer("elif message[\"type\"] == \"turn\":\n    time.sleep(600)");
    let words = ["baju-duel", "--player", "1", "--player", &slow, "--games", "2", "--clock", "1"];
    let report = arena(&[&words[..], &["--margin", "100"]].concat());
    assert_eq!(report["players"][1]["faults"], 2, "{report}");
    assert!(run(&["arena", "baju-duel", "--player", "1", "--clock", "soon"]).is_err());
}

#[test]
fn our_engine_speaks_both_versions_and_stops_when_it_is_told() {
    let mut old = Spoken::start(&["baju-duel", "--level", "7"]);
    let hello = old.ask(&json!({ "type": "hello", "protocol": 1, "game": "baju-duel" }));
    assert_eq!(hello, json!({ "type": "hello", "protocol": 1, "name": "bagatelle baju-duel:7" }));
    old.end();
    let mut engine = Spoken::start(&["baju-duel", "--level", "1"]);
    let hello = engine.ask(&json!({ "type": "hello", "protocol": 1, "newest": 2, "game": "baju-duel" }));
    assert_eq!((&hello["protocol"], &hello["ponders"]), (&json!(2), &json!(false)), "{hello}");
    assert_eq!(hello["options"][0]["name"], "level", "{hello}");
    let ready = engine.ask(&json!({ "type": "options", "values": { "level": "7" } }));
    assert_eq!(ready, json!({ "type": "ready" }));
    let game = bagatelle_catalog::find("baju-duel").unwrap();
    let deal = game.deal(&Value::Null, &Value::Null, &Seed::from_text("stop")).unwrap();
    let play = game.open(&deal).unwrap();
    engine.tell(
        &json!({ "type": "game", "options": deal.options, "setup": deal.setup, "seats": 2, "seat": 0 }),
    );
    let start = Instant::now();
    engine.tell(&json!({ "type": "turn", "ply": 0, "seen": [], "view": play.view(Viewer::Seat(Seat(0))),
        "legal": play.legal(), "clock": { "move_ms": 600_000 } }));
    let first = engine.ask(&json!({ "type": "stop", "ply": 0 }));
    assert_eq!(first["type"], "info", "{first}");
    assert!(first["depth"].as_u64().is_some(), "{first}");
    let answer: Value = serde_json::from_str(&engine.output.next().unwrap().unwrap()).unwrap();
    assert!(play.legal().iter().any(|action| answer["action"] == **action), "{answer}");
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    let bad = engine.ask(&json!({ "type": "options", "values": { "depth": 1 } }));
    assert_eq!(bad["type"], "error", "{bad}");
    engine.end();
}

/// Whether a process is there and at work.
#[cfg(target_os = "linux")]
fn is_alive(process: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The state stands behind the name, which is in brackets.
    status.rsplit_once(") ").is_some_and(|(_, rest)| !rest.starts_with(['Z', 'X']))
}

#[cfg(target_os = "linux")]
#[test]
fn engines_end_with_the_arena_however_it_ends() {
    use rustix::process::{Pid, Signal, kill_process};
    use std::process::ExitStatus;

    /// Waits until something is so.
    fn until(what: &str, mut is: impl FnMut() -> bool) {
        let start = Instant::now();
        while !is() {
            assert!(start.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let end = |number: usize, signals: &[Signal], program: &[&str]| -> ExitStatus {
        let file = folder.path().join(number.to_string());
        let started = || -> Vec<String> {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            text.split_whitespace().map(str::to_owned).collect()
        };
        // It goes on when its input ends, does not hear what the terminal says, and has a process of its own.
        let deaf = format!(
            "cmd:trap '' HUP INT TERM; sleep 600 & echo $$ $! >> {}; read hello; echo \
             '{{\"type\":\"hello\",\"protocol\":1}}'; wait",
            file.display()
        );
        let words = ["arena", "baju-duel", "--player", &deaf, "--player", &deaf, "--think", "600000"];
        let all = [program, &[BAGATELLE], &words].concat();
        let mut arena = Command::new(all[0])
            .args(&all[1..])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // Each is started once to be greeted, and again to play.
        until("the engines play", || started().len() >= 8);
        let mut told = BufReader::new(arena.stderr.take().unwrap()).lines();
        for (n, signal) in signals.iter().enumerate() {
            kill_process(Pid::from_child(&arena), *signal).unwrap();
            if *signal == Signal::INT && n + 1 < signals.len() {
                assert!(told.any(|line| line.unwrap().contains("Press Ctrl-C again")));
            }
        }
        let status = arena.wait().unwrap();
        until("no engine is left", || !started().iter().any(|process| is_alive(process)));
        status
    };
    for (n, signals) in [&[Signal::TERM][..], &[Signal::HUP], &[Signal::QUIT], &[Signal::INT, Signal::INT]]
        .into_iter()
        .enumerate()
    {
        let status = end(n, signals, &["env"]);
        assert_eq!(status.code(), Some(128 + signals[0].as_raw()), "{signals:?}");
    }
    // One that was started so that it outlives its terminal does.
    let status = end(4, &[Signal::HUP, Signal::TERM], &["sh", "-c", "trap '' HUP; exec \"$@\"", "sh"]);
    assert_eq!(status.code(), Some(143));
}

#[test]
fn what_may_be_left_out_of_an_answer_may_be_null() {
    let greeting = "read hello; echo '{\"type\":\"hello\",\"protocol\":1,\"name\":null}'";
    let python = r#"python3 -uc 'import json,sys
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
        action = {"type": "action", "action": turn["legal"][0], "score": None, "line": None}
        print(json.dumps(action))'"#;
    let engine = format!("cmd:{greeting}; {python}");
    let report = arena(&["baju-duel", "--player", &engine, "--player", "1", "--games", "2", "--nodes", "5"]);
    assert_eq!(report["faults"], json!([]), "{report}");
}

#[test]
fn texts_of_engines_do_nothing_to_the_terminal() {
    let name = r"\u001b[31mred\nbagatelle: all is well\u009b2J";
    let greeting =
        format!("read hello; printf '%s\\n' '{{\"type\":\"hello\",\"protocol\":1,\"name\":\"{name}\"}}'");
    let long =
        r#"python3 -c 'print("{\"type\":\"hello\",\"protocol\":1,\"name\":\"" + "x" * 100000 + "\"}")'"#;
    let bad = "printf '%s\\n' '{\"type\":\"\\u001b[32mno-such\\n\"}'";
    let engines = [
        format!("cmd:{greeting}; read -r game; read -r turn; {bad}; cat > /dev/null"),
        format!(
            "cmd:{long}; read -r game; read -r turn; printf '\\033[7m\\a\\n'; printf '\\033[8mlast words' \
             >&2; exit 3"
        ),
    ];
    for engine in engines {
        let words =
            ["arena", "baju-duel", "--player", &engine, "--player", "1", "--games", "2", "--think", "2000"];
        let done = Command::new(BAGATELLE).args(words).output().unwrap();
        let told = String::from_utf8([done.stdout, done.stderr].concat()).unwrap();
        assert!(done.status.success(), "{told}");
        assert!(!told.chars().any(|c| c.is_control() && c != '\n'), "{told:?}");
        assert!(
            !told.contains("\nbagatelle: all is well") && told.lines().all(|line| line.len() < 2000),
            "{told}"
        );
        assert!(told.contains(" is "), "its name is told: {told}");
    }
}
