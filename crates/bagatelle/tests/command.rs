//! The command as somebody uses it who has only a terminal.

use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Runs the command in a folder; what it printed, if it ended well, else what it complained.
fn run(folder: &Path, words: &str) -> Result<String, String> {
    let done = Command::new(env!("CARGO_BIN_EXE_bagatelle"))
        .args(words.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if done.status.success() { Ok(text(done.stdout)) } else { Err(text(done.stderr)) }
}

#[test]
fn a_solution_is_a_record_that_replays() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| run(folder.path(), words);
    let deal = run("deal brain-burn --seed 1").unwrap();
    assert_eq!(deal, run("deal brain-burn --seed 1").unwrap(), "the same seed gives the same deal");
    std::fs::write(folder.path().join("deal.json"), deal).unwrap();

    let told: Value = serde_json::from_str(&run("solve deal.json --time 2 --json").unwrap()).unwrap();
    let (slides, bound) = (told["length"].as_u64().unwrap(), told["lower_bound"].as_u64().unwrap());
    assert!((50..=bound + 40).contains(&slides) && bound <= slides, "{told}");

    run("solve deal.json --time 0.2 --record solved.json").unwrap();
    let trace = run("trace solved.json").unwrap();
    let lines: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines[0]["outcome"].is_null() && lines.len() > 50);
    assert_eq!(lines[lines.len() - 1]["outcome"]["winners"], serde_json::json!([0]), "{:?}", lines.last());
    assert!(run("draw solved.json").unwrap().starts_with("<svg"));

    // What is wrong is said in words, and the file stays as it was.
    assert!(run("solve solved.json").unwrap_err().contains("the game is over"));
    assert!(run("solve nowhere.json").unwrap_err().contains("nowhere.json"));
    assert!(run("solve deal.json --time never").unwrap_err().contains("never"));
}
