//! The example bot plays by the API alone, through a restart of the server: every game to its end, and each entry of its stream once.

use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A process that is killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A server on a data folder; returns its address, too.
fn serve(data: &Path, listen: &str) -> (Running, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
    command.args(["serve", "--listen", listen, "--data"]).arg(data).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = lines.next().expect("the server starts").unwrap();
    let url = line.split(' ').next_back().unwrap().trim_end_matches('/').to_owned();
    assert!(url.starts_with("http://127.0.0.1:"), "{line}");
    // What it says later must find a reader.
    std::thread::spawn(move || lines.count());
    (Running(child), url)
}

#[test]
fn the_example_bot_plays_every_game_through_a_restart_of_the_server() {
    let data = tempfile::tempdir().unwrap();
    let (server, url) = serve(data.path(), "127.0.0.1:0");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bot.py");
    let mut command = Command::new("python3");
    let mut bot = Running(command.arg("-B").arg(script).arg(&url).stdout(Stdio::piped()).spawn().unwrap());
    let (mut server, mut told) = (Some(server), Vec::<Value>::new());
    for line in BufReader::new(bot.0.stdout.take().unwrap()).lines() {
        told.push(serde_json::from_str(&line.unwrap()).unwrap());
        if told.len() == 40 {
            drop(server.take());
            server = Some(serve(data.path(), url.strip_prefix("http://").unwrap()).0);
        }
    }
    assert!(bot.0.wait().unwrap().success());
    let connected = told.iter().filter(|entry| entry["kind"] == "connected").count();
    let numbers: Vec<i64> = told
        .iter()
        .filter(|entry| entry["kind"] != "connected")
        .map(|entry| entry["number"].as_i64().unwrap())
        .collect();
    let wanted: Vec<i64> = (1..=numbers.len() as i64).collect();
    assert_eq!(numbers, wanted, "each entry once, in order");
    assert!(connected >= 2, "the server was restarted");
    let of = |kind: &str| -> BTreeSet<&str> {
        let told = told.iter().filter(|entry| entry["kind"] == kind);
        told.map(|entry| entry["game"].as_str().unwrap()).collect()
    };
    let games = bagatelle_catalog::games().len();
    assert_eq!(of("start").len(), games);
    assert!(of("end").len() >= games - 1, "the bot leaves once the last game has ended");
}
