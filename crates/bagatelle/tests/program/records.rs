//! Records in other forms, and what many of them tell, as the command shows it.

use bagatelle_core::Record;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

fn run(folder: &Path, words: &[&str]) -> Result<String, String> {
    let done =
        Command::new(env!("CARGO_BIN_EXE_bagatelle")).args(words).current_dir(folder).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if done.status.success() { Ok(text(done.stdout)) } else { Err(text(done.stderr)) }
}

/// The records that version 0.1.0 wrote.
fn stored() -> Vec<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/formats/records"));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_record = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "json")
            && path.file_name().is_some_and(|name| name != "expected.json")
    };
    let mut files: Vec<PathBuf> = files.filter(is_record).collect();
    files.sort();
    assert!(files.len() > 15, "{}", files.len());
    files
}

#[test]
fn stored_records_go_through_all_forms_and_back() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| run(folder.path(), words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let files = stored();
    let names: Vec<&str> = files.iter().map(|file| file.to_str().unwrap()).collect();
    run(&[&["convert", "--to", "jsonl", "-o", "lines"], &names[..]].concat());
    run(&["convert", "lines", "--to", "text", "-o", "compact"]);
    let text = std::fs::read_to_string(folder.path().join("compact")).unwrap();
    assert_eq!(text.lines().count(), files.len());
    let back = run(&["convert", "compact", "--to", "jsonl"]);
    for (line, file) in back.lines().zip(&files) {
        let record = Record::from_json(&std::fs::read_to_string(file).unwrap()).unwrap();
        assert_eq!(Record::from_json(line).unwrap(), record, "{}", file.display());
    }
    let one = files.iter().position(|file| file.ends_with("burbuja-ended.json")).unwrap();
    let notation = run(&["convert", names[one], "--to", "ppn"]);
    std::fs::write(folder.path().join("game.ppn"), &notation).unwrap();
    let again = run(&["convert", "game.ppn", "--to", "json"]);
    let expected = Record::from_json(&std::fs::read_to_string(&files[one]).unwrap()).unwrap();
    assert_eq!(Record::from_json(&again).unwrap(), expected);
    insta::assert_snapshot!(
        "ppn",
        notation
            .lines()
            .filter(|line| !line.starts_with("Bagatelle"))
            .take(14)
            .collect::<Vec<_>>()
            .join("\n")
    );
}

#[test]
fn what_cannot_be_converted_is_told_with_its_place() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("games"), "baju-duel\t-\t-\t-\t3@c2\nbaju-duel\t-\t-\t-").unwrap();
    let error = run(folder.path(), &["convert", "games", "--to", "jsonl"]).unwrap_err();
    assert!(error.contains("games: line 2: ") && error.contains("five columns"), "{error}");
    std::fs::write(folder.path().join("games"), "baju-duel\t-\t-\t-\t3@c2\n").unwrap();
    let error = run(folder.path(), &["convert", "games", "--to", "ppn"]).unwrap_err();
    assert!(error.contains("can’t be written in Portable Piecepack Notation"), "{error}");
}

#[test]
fn a_folder_of_records_is_told_in_figures() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| run(folder.path(), words);
    std::fs::create_dir(folder.path().join("games")).unwrap();
    let results = "games/results";
    run(&[
        "arena",
        "baju-duel",
        "--player",
        "2",
        "--player",
        "1",
        "--games",
        "20",
        "--nodes",
        "50",
        "--results",
        results,
    ])
    .unwrap();
    run(&["convert", results, "--to", "text", "-o", "games/again"]).unwrap();
    let told: Value =
        serde_json::from_str(&run(&["stats", "games", "--json", "--opening", "1"]).unwrap()).unwrap();
    let (kind, rest) = told.as_array().unwrap().split_first().unwrap();
    assert!(rest.is_empty() && kind["game"] == "baju-duel" && kind["seats"] == 2, "{told}");
    assert_eq!((&kind["games"], &kind["finished"]), (&json!(40), &json!(40)), "all is there twice");
    // The same, counted from the records.
    let lines = std::fs::read_to_string(folder.path().join(results)).unwrap();
    let records: Vec<Record> = lines.lines().map(|line| Record::from_json(line).unwrap()).collect();
    let mean = records.iter().map(|record| record.actions.len()).sum::<usize>() as f64 / 20.0;
    assert!((kind["plies"]["mean"].as_f64().unwrap() - mean).abs() < 1e-9, "{told}");
    let wins = records.iter().filter(|record| record.more["result"]["winners"] == json!([0])).count();
    assert_eq!(kind["first"]["wins"], json!(2 * wins), "seat 0 acts first");
    let openings = kind["openings"].as_array().unwrap();
    let games: u64 = openings.iter().map(|opening| opening["first"]["games"].as_u64().unwrap()).sum();
    assert!(
        games == 40 && openings.iter().all(|opening| !opening["actions"].as_str().unwrap().contains(' ')),
        "{told}"
    );
    let text = run(&["stats", "games"]).unwrap();
    assert!(text.starts_with("baju-duel, 2 seats: 40 games, 40 of them finished\n  actions "), "{text}");
    assert!(text.contains("  opening "), "{text}");
    std::fs::write(folder.path().join("games/notes"), "no game").unwrap();
    let error = run(&["stats", "games"]).unwrap_err();
    assert!(error.contains("games/notes: line 1") && error.contains("1 of 3 files"), "{error}");
}

#[test]
fn figures_are_measured_with_their_commands() {
    let folder = tempfile::tempdir().unwrap();
    let page = |game: &str| run(folder.path(), &["figures", game, "--games", "4", "--nodes", "20"]).unwrap();
    let duel = page("baju-duel");
    assert_eq!(duel, page("baju-duel"), "the same command gives the same page");
    let row = |what: &str| {
        let found = duel.lines().find_map(|line| line.strip_prefix(&format!("| {what} | ")));
        found.unwrap_or_else(|| panic!("no {what} in {duel}")).to_owned()
    };
    assert!(row("legal actions").matches("at most").count() == 2, "at random and by a program: {duel}");
    assert!(row("what the deal decides").contains("nothing"), "{duel}");
    // A command of the page measures what the page says.
    let command = duel.lines().skip_while(|line| !line.starts_with("# each level")).skip(1).take(2);
    let command = command.collect::<String>().replace(" \\    ", " ");
    let command: Vec<&str> = command.split(' ').skip(1).chain(["--json"]).collect();
    let report: Value = serde_json::from_str(&run(folder.path(), &command).unwrap()).unwrap();
    let share = 100.0 * report["players"][0]["share"].as_f64().unwrap();
    let name = |k: usize| report["players"][k]["player"].as_str().unwrap().to_owned();
    let told = row(&format!("`{}` against `{}`", name(0), name(1)));
    assert!(told.starts_with(&format!("{share:.1}%")), "{told}: {report}");
    let puzzle = page("baju-puzzle");
    assert!(puzzle.contains("proved to be the shortest"), "{puzzle}");
}

#[cfg(unix)]
#[test]
fn links_in_circles_and_twice_count_once() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    std::fs::create_dir_all(games.join("inner")).unwrap();
    let deal = run(folder.path(), &["deal", "brain-burn", "--seed", "1"]).unwrap();
    std::fs::write(games.join("one.json"), &deal).unwrap();
    std::fs::write(games.join("inner/two.json"), &deal).unwrap();
    for (to, link) in [(".", "again"), ("..", "inner/up"), ("inner", "other"), ("one.json", "same.json")] {
        std::os::unix::fs::symlink(to, games.join(link)).unwrap();
    }
    std::os::unix::fs::symlink(&games, games.join("inner/whole")).unwrap();
    assert!(Command::new("mkfifo").arg(games.join("pipe")).status().unwrap().success());
    let count = |at: &str| -> Value {
        let told = run(folder.path(), &["stats", at, "--json"]).unwrap();
        serde_json::from_str::<Value>(&told).unwrap()[0]["games"].clone()
    };
    assert_eq!(count("games"), json!(2));
    assert_eq!(count("games/again/inner"), json!(2), "a link leads out of the folder");
    assert_eq!(count("games/same.json"), json!(1));
    std::os::unix::fs::symlink("missing", games.join("broken")).unwrap();
    let error = run(folder.path(), &["stats", "games"]).unwrap_err();
    assert!(error.contains("broken") && error.contains("1 of 3 files"), "{error}");
}

/// What one command reads, all read: in every form, with what other systems put around it.
#[test]
fn every_command_reads_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| run(folder.path(), words);
    let deal = run(&["deal", "brain-burn", "--seed", "1"]).unwrap();
    std::fs::write(folder.path().join("game.json"), &deal).unwrap();
    let commands: [&[&str]; 6] = [
        &["trace"],
        &["view", "--spectator"],
        &["draw"],
        &["perft", "--depth", "1"],
        &["stats", "--json"],
        &["convert", "--to", "jsonl"],
    ];
    let told = |file: &str| -> Vec<String> {
        let of = |words: &&[&str]| {
            let words = [&words[..1], &[file], &words[1..]].concat();
            run(&words).unwrap_or_else(|error| panic!("{words:?}: {error}"))
        };
        commands.iter().map(of).collect()
    };
    let expected = told("game.json");
    for form in ["json", "jsonl", "text", "ppn"] {
        let text = run(&["convert", "game.json", "--to", form]).unwrap();
        for text in
            [text.clone(), format!("\u{feff}{text}"), text.replace('\n', " \r\n"), format!("\n{text}\n\n")]
        {
            std::fs::write(folder.path().join("other"), text).unwrap();
            assert_eq!(told("other"), expected, "{form}");
            let solved = run(&["solve", "other", "--time", "0.2", "--record", "-"]).unwrap();
            assert!(Record::from_json(&solved).is_ok(), "{form}");
        }
    }
    // Two in one file: those that take many take both, those that take one say so.
    run(&["convert", "game.json", "game.json", "--to", "json", "-o", "both.json"]).unwrap();
    assert_eq!(run(&["convert", "both.json", "--to", "jsonl"]).unwrap().lines().count(), 2);
    assert_eq!(run(&["trace", "both.json"]).unwrap().lines().count(), 2);
    for words in [&["view", "both.json", "--spectator"][..], &["draw", "both.json"], &["solve", "both.json"]]
    {
        let error = run(words).unwrap_err();
        assert!(error.contains("both.json") && error.contains("it holds 2 records"), "{error}");
    }
}
