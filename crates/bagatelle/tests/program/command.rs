//! The command as it is used in a terminal.

use bagatelle_core::{CommittedSeed, Randomness};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Runs the command in a folder. Returns what it printed if it succeeded, else its error message.
fn run(folder: &Path, words: &str) -> Result<String, String> {
    let done = Command::new(env!("CARGO_BIN_EXE_bagatelle"))
        .args(words.split_whitespace())
        .current_dir(folder)
        .env_clear()
        .output()
        .expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if done.status.success() { Ok(text(done.stdout)) } else { Err(text(done.stderr)) }
}

/// The records that version 0.1.0 wrote.
fn records() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/formats/records"))
}

#[test]
fn a_solution_is_a_record_that_replays() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| run(folder.path(), words);
    let deal = run("deal brain-burn --seed 1").unwrap();
    assert_eq!(deal, run("deal brain-burn --seed 1").unwrap(), "the same seed gives the same deal");
    std::fs::write(folder.path().join("deal.json"), deal).unwrap();

    let told: Value = serde_json::from_str(&run("solve deal.json --time 4 --json").unwrap()).unwrap();
    let (slides, bound) = (told["length"].as_u64().unwrap(), told["lower_bound"].as_u64().unwrap());
    assert!((50..=bound + 40).contains(&slides) && bound <= slides, "{told}");

    run("solve deal.json --time 1 --record solved.json").unwrap();
    let trace = run("trace solved.json").unwrap();
    let rows: Vec<Value> = trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(rows[0]["outcome"].is_null() && rows.len() > 50);
    assert_eq!(rows[rows.len() - 1]["outcome"]["winners"], json!([0]), "{:?}", rows.last());
    assert!(run("draw solved.json").unwrap().starts_with("<svg"));

    // Errors name what is wrong, and the file stays as it was.
    assert!(run("solve missing.json").unwrap_err().contains("missing.json"));
    assert!(run("solve deal.json --time never").unwrap_err().contains("never"));
}

#[test]
fn a_record_is_verified_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let verify = |record: &Value| {
        std::fs::write(folder.path().join("game.json"), record.to_string()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
        let done = command.args(["verify", "game.json"]).current_dir(folder.path()).output().unwrap();
        (done.status.code().unwrap(), String::from_utf8(done.stdout).unwrap())
    };
    let mut deal: Value =
        serde_json::from_str(&run(folder.path(), "deal brain-burn --seed 1").unwrap()).unwrap();
    let (status, told) = verify(&deal);
    assert!(status == 2 && told.contains("No commitment"), "{status}: {told}");
    // What a server writes at the end of a game.
    let committed =
        CommittedSeed { seed: Randomness::from_bytes([1; 32]), nonce: Randomness::from_bytes([2; 32]) };
    let seed = committed.deal_seed(&[None], 0);
    deal = serde_json::from_str(&run(folder.path(), &format!("deal brain-burn --seed {seed}")).unwrap())
        .unwrap();
    deal["commitment"] = committed.commitment().into();
    deal["revealed"] = json!(committed);
    deal["randomness"] = json!([null]);
    let (status, told) = verify(&deal);
    assert!(status == 0 && told.contains("Verified.") && !told.contains("WRONG"), "{status}: {told}");
    deal["randomness"] = json!(["0".repeat(64)]);
    let (status, told) = verify(&deal);
    assert!(status == 1 && told.contains("WRONG  Seed of the deal"), "{status}: {told}");
}

#[test]
fn a_file_without_a_record_is_no_success() {
    let folder = tempfile::tempdir().unwrap();
    for text in ["", "\u{feff}", " \n\n", "[]"] {
        std::fs::write(folder.path().join("empty.json"), text).unwrap();
        for words in ["verify empty.json", "trace empty.json"] {
            let error = run(folder.path(), words).unwrap_err();
            assert!(
                error.contains("empty.json") && error.contains("there is no record in it"),
                "{words}, {text:?}: {error}"
            );
        }
    }
}

#[test]
fn a_seed_is_the_same_from_every_system() {
    let folder = tempfile::tempdir().unwrap();
    let deal = |seed: &str| run(folder.path(), &format!("deal brain-burn --seed {seed}")).unwrap();
    assert_eq!(deal("Zo\u{eb}"), deal("Zoe\u{308}"));
}

#[test]
fn the_ending_of_a_picture_may_have_capitals() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deal.json"), run(folder.path(), "deal brain-burn --seed 1").unwrap())
        .unwrap();
    run(folder.path(), "draw deal.json -o deal.PNG").unwrap();
    assert!(std::fs::read(folder.path().join("deal.PNG")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_solved_position_has_a_solution_of_no_moves() {
    let folder = tempfile::tempdir().unwrap();
    for (game, solved) in [("brain-burn", "Solved in 0 "), ("baju-puzzle", "The goal is already met.")] {
        let file = records().join(format!("{game}-solved.json"));
        std::fs::copy(file, folder.path().join("solved.json")).unwrap();
        let run = |words: &str| run(folder.path(), words);
        let text = run("solve solved.json").unwrap();
        assert!(text.starts_with(solved), "{game}: {text}");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() == 2 && lines[1].ends_with(" s"), "{game}: a text and a time, no moves: {text}");
        let told: Value = serde_json::from_str(&run("solve solved.json --json").unwrap()).unwrap();
        assert_eq!((&told["length"], &told["actions"]), (&json!(0), &json!([])), "{game}: {told}");
        // The record of the solution is the record itself.
        run("solve solved.json --record again.json").unwrap();
        assert_eq!(run("trace again.json").unwrap(), run("trace solved.json").unwrap());
    }
}

#[test]
fn tables_that_are_damaged_are_named_and_stop_only_a_proof() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| run(folder.path(), words);
    std::fs::write(folder.path().join("deal.json"), run("deal brain-burn --seed 1").unwrap()).unwrap();
    let list = run("tables list").unwrap();
    assert!(list.contains("brain-burn: ") && list.contains("`bagatelle tables build brain-burn`"), "{list}");
    assert!(run("tables build chess").unwrap_err().contains("chess"));

    std::fs::create_dir_all(folder.path().join("data/tables")).unwrap();
    std::fs::write(folder.path().join("data/tables/brain-burn"), "something else").unwrap();
    assert!(run("tables list").unwrap().contains("isn’t a table file of this game"));
    let error = run("solve deal.json --time 1 --prove").unwrap_err();
    assert!(error.contains("isn’t a table file of this game"), "{error}");
    run("solve deal.json --time 1").unwrap();
    // Without tables a proof is short, and told all the same.
    let told = run("solve deal.json --time 1 --prove --json --data elsewhere").unwrap();
    let told: Value = serde_json::from_str(&told).unwrap();
    assert!(told["lower_bound"].as_u64().unwrap() > 70, "{told}");
}

#[test]
fn an_ended_game_that_is_not_a_solved_puzzle_is_not_analysed() {
    let error = run(records(), "solve baju-duel-one-screen.json").unwrap_err();
    assert!(error.contains("the game is over: there is nothing to solve"), "{error}");
}

#[test]
fn the_time_covers_the_whole_run() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("deal.json"), run(folder.path(), "deal brain-burn --seed 1").unwrap())
        .unwrap();
    let timed = |time: f64| {
        let start = Instant::now();
        let told = run(folder.path(), &format!("solve deal.json --time {time} --json")).unwrap();
        let told: Value = serde_json::from_str(&told).unwrap();
        (start.elapsed().as_secs_f64(), told["seconds"].as_f64().unwrap())
    };
    // Without any time to search, nearly the whole run is the building of tables, and it is counted.
    let (took, told) = timed(0.0);
    assert!(told <= took && told > 0.5 * took, "{told} of {took} seconds are counted");
    // With more time than that, the tables leave less of it for the search: `told` would be in addition
    // otherwise.
    let time = 3.0 * took.max(0.5);
    let (_, told_all) = timed(time);
    assert!((time..time + 0.9 * told.max(0.5)).contains(&told_all), "{told_all} seconds, not {time}");
}

#[test]
fn the_help_says_what_commands_and_options_do() {
    for (name, words) in [("all", "--help"), ("solve", "solve --help"), ("arena", "arena --help")] {
        insta::assert_snapshot!(name, run(records(), words).unwrap());
    }
}

#[test]
fn trace_goes_on_after_a_file_that_is_no_record() {
    let folder = tempfile::tempdir().unwrap();
    let deal = run(folder.path(), "deal brain-burn --seed 1").unwrap();
    for file in ["first.json", "last.json"] {
        std::fs::write(folder.path().join(file), &deal).unwrap();
    }
    std::fs::write(folder.path().join("bad.json"), "{").unwrap();
    let trace = |files: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
        command.arg("trace").args(files.split(' ')).current_dir(folder.path()).output().unwrap()
    };
    let done = trace("first.json bad.json missing.json last.json");
    let (lines, errors) = (String::from_utf8(done.stdout).unwrap(), String::from_utf8(done.stderr).unwrap());
    assert_eq!((done.status.code(), lines.lines().count()), (Some(1), 2), "{errors}");
    for part in ["bad.json: ", "missing.json: ", "2 of 4 files can’t be replayed"] {
        assert!(errors.contains(part), "{errors}");
    }
    assert_eq!(trace("bad.json").status.code(), Some(2), "one file that is no record");
}

#[test]
fn every_limit_is_listed_with_what_it_is_for_and_whether_it_is_set() {
    let usual = run(records(), "limits").unwrap();
    let line = |text: &str, name: &str| {
        let found = text.lines().find(|line| line.split(' ').next() == Some(name));
        found.unwrap_or_else(|| panic!("no {name} in {text}")).to_owned()
    };
    assert!(line(&usual, "streams").ends_with("32  Event streams of a visitor at once."), "{usual}");
    assert!(line(&usual, "WRITE_TIME").contains("30s") && !usual.contains('`'), "{usual}");
    let set = run(records(), "limits --limits streams=3,games=4").unwrap();
    assert!(line(&set, "streams").ends_with("(set; the default is 32)"), "{set}");
    assert!(line(&set, "uploads") == line(&usual, "uploads"));
    assert!(line(&run(records(), "limits --limits off").unwrap(), "games").contains(" none "), "{set}");
    assert!(run(records(), "limits --limits gamez=1").unwrap_err().contains("there is no limit “gamez”"));
}

/// What bash completes in the place of the last of some words, by the script that the command prints.
#[cfg(unix)]
fn completed(folder: &Path, words: &[&str]) -> Vec<String> {
    let last = words.len() - 1;
    let (name, word, before) = (words[0], words[last], words[last.saturating_sub(1)]);
    let line = format!(
        ". ./script; COMP_WORDS=({}); COMP_CWORD={last}; \
         _bagatelle {name} {word} {before}; echo ${{COMPREPLY[@]}}",
        words.join(" ")
    );
    let done = Command::new("bash").args(["--norc", "-c", &line]).current_dir(folder).output().unwrap();
    assert!(done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap().split_whitespace().map(str::to_owned).collect()
}

#[test]
fn shells_and_manuals_know_all_commands() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| run(folder.path(), words);
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = run(&format!("completions {shell}")).unwrap();
        for word in ["healthcheck", "certificate", "reset-password"] {
            assert!(script.contains(word), "{shell} does not complete {word}");
        }
    }
    assert!(run("completions tcsh").unwrap_err().contains("tcsh"));
    let page = run("man").unwrap();
    assert!(page.starts_with(".TH BAGATELLE 1 ") && page.contains("\n.SS bagatelle healthcheck\n"), "{page}");
    // Where there is no bash, its script was only read.
    #[cfg(unix)]
    if Command::new("bash").arg("--version").output().is_ok() {
        std::fs::write(folder.path().join("script"), run("completions bash").unwrap()).unwrap();
        assert_eq!(completed(folder.path(), &["bagatelle", "heal"]), ["healthcheck"]);
        assert_eq!(completed(folder.path(), &["bagatelle", "admin", "make-m"]), ["make-moderator"]);
        assert!(
            completed(folder.path(), &["bagatelle", "solve", "--"]).contains(&"--certificate".to_owned())
        );
    }
}

#[cfg(unix)]
#[test]
fn the_time_of_a_solver_can_be_that_of_the_processor() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &str| run(folder.path(), words).unwrap();
    std::fs::write(folder.path().join("deal.json"), run("deal brain-burn --seed 1")).unwrap();
    // However busy the machine is, no more is used: a deal of this size is not proven so soon.
    let found = run("solve deal.json --time 0.5 --cpu --workers 1 --json");
    let found: Value = serde_json::from_str(&found).unwrap();
    let seconds = found["seconds"].as_f64().unwrap();
    assert!((0.5..0.8).contains(&seconds), "{found}");
}
