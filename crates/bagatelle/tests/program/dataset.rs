//! `bagatelle dataset`: what it writes is what the card says, can be made again, and is continued.

use bagatelle_core::Record;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const BAGATELLE: &str = env!("CARGO_BIN_EXE_bagatelle");

/// Runs the command. Returns what it printed, or its errors.
fn run(words: &[&str]) -> Result<String, String> {
    let done = Command::new(BAGATELLE).args(words).output().expect("the command starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    if done.status.success() { Ok(text(done.stdout)) } else { Err(text(done.stderr)) }
}

fn dataset(game: &str, folder: &Path, words: &[&str]) -> Result<String, String> {
    run(&[&["dataset", game, folder.to_str().unwrap(), "--seed", "data"], words].concat())
}

fn lines(folder: &Path, file: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The command of the card, in which a folder stands for another one.
fn command_of_card(folder: &Path, other: &Path) -> Vec<String> {
    let card = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let line = card.lines().find(|line| line.starts_with("bagatelle dataset")).unwrap();
    let words = line.split(' ').skip(1).map(|word| word.trim_matches('\''));
    words.map(|word| if word == "FOLDER" { other.to_str().unwrap() } else { word }.to_owned()).collect()
}

#[test]
fn games_are_records_that_replay_and_are_continued() {
    let (whole, parts) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let words = ["--nodes", "20", "--wish", "seats=2", "--player", "1", "--player", "simple"];
    let said = dataset("bulbous", whole.path(), &[&words[..], &["--count", "4"]].concat()).unwrap();
    assert!(said.starts_with("4 games, "), "{said}");
    dataset("bulbous", parts.path(), &[&words[..], &["--count", "2"]].concat()).unwrap();
    // As after a power cut in the middle of a line.
    let file = parts.path().join("games.ndjson");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 40]).unwrap();
    dataset("bulbous", parts.path(), &[&words[..], &["--count", "4"]].concat()).unwrap();
    let played = |folder: &Path| -> Vec<Record> {
        let text = std::fs::read_to_string(folder.join("games.ndjson")).unwrap();
        text.lines().map(|line| Record::from_json(line).unwrap()).collect()
    };
    let (all, again) = (played(whole.path()), played(parts.path()));
    assert_eq!(all.len(), 4);
    for (one, other) in all.iter().zip(&again) {
        assert_eq!((&one.setup, &one.actions), (&other.setup, &other.actions));
        let play = bagatelle_catalog::find("bulbous").unwrap().open(one).unwrap();
        let winners: Vec<u8> = play.outcome().unwrap().winners.iter().map(|seat| seat.0).collect();
        assert_eq!(serde_json::json!(winners), one.more["result"]["winners"]);
    }
    let card = std::fs::read_to_string(whole.path().join("README.md")).unwrap();
    assert!(card.contains("| version of the rules | 1 |") && card.contains("| lines | 4 of 4 |"), "{card}");
    let sum = blake3::hash(&std::fs::read(whole.path().join("games.ndjson")).unwrap()).to_string();
    assert!(card.contains(&sum), "{card}");
    // The command of the card makes the same games.
    let third = tempfile::tempdir().unwrap();
    let command = command_of_card(whole.path(), third.path());
    run(&command.iter().map(String::as_str).collect::<Vec<_>>()).unwrap();
    let third = played(third.path());
    assert!(all.iter().zip(&third).all(|(one, other)| one.actions == other.actions) && third.len() == 4);
}

#[test]
fn deals_have_solutions_and_certificates_that_check() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--kind", "solutions", "--nodes", "20000", "--concurrency", "2"];
    dataset("baju-puzzle", folder.path(), &[&words[..], &["--count", "3"]].concat()).unwrap();
    dataset("baju-puzzle", folder.path(), &[&words[..], &["--count", "5"]].concat()).unwrap();
    let solved = lines(folder.path(), "solutions.ndjson");
    assert_eq!(solved.len(), 5);
    for (n, line) in solved.iter().enumerate() {
        assert_eq!(line["seed"], format!("data/{n}"));
        let mut record: Record = serde_json::from_value(line["record"].clone()).unwrap();
        let actions = line["solution"]["line"].as_array().unwrap().iter();
        record.actions.extend(actions.map(|action| action.as_str().unwrap().to_owned()));
        let play = bagatelle_catalog::find("baju-puzzle").unwrap().open(&record).unwrap();
        assert!(!play.outcome().unwrap().winners.is_empty(), "{line}");
    }
    let folder = tempfile::tempdir().unwrap();
    let words = ["--kind", "certificates", "--count", "2", "--nodes", "200000"];
    dataset("burbuja", folder.path(), &words).unwrap();
    for line in lines(folder.path(), "certificates.ndjson") {
        let (record, certificate) = (folder.path().join("deal.json"), folder.path().join("certificate.json"));
        std::fs::write(&record, line["record"].to_string()).unwrap();
        std::fs::write(&certificate, line["certificate"].to_string()).unwrap();
        run(&["check", record.to_str().unwrap(), certificate.to_str().unwrap()]).unwrap();
    }
}

#[test]
fn the_card_of_hidden_deals_tells_how_many_moves_suffice() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["--kind", "solutions", "--count", "3", "--nodes", "20000"];
    let said = dataset("burbuja", folder.path(), &words).unwrap();
    let solved = lines(folder.path(), "solutions.ndjson");
    let sure = solved.iter().filter(|line| line["solution"]["moves"].is_number()).count();
    assert!(said.starts_with(&format!("3 deals, {sure} with a solution")), "{said}");
    let card = std::fs::read_to_string(folder.path().join("README.md")).unwrap();
    assert_eq!(card.contains("| moves that suffice |"), sure > 0, "{card}");
    assert!(card.contains("| verdict `") && !card.contains("actions of a solution"), "{card}");
}

#[test]
fn another_data_set_is_not_mixed_with_one() {
    let folder = tempfile::tempdir().unwrap();
    let few = ["--count", "2", "--nodes", "5", "--player", "1"];
    dataset("baju-duel", folder.path(), &few).unwrap();
    let other = dataset("baju-duel", folder.path(), &["--count", "2", "--nodes", "6", "--player", "1"]);
    assert!(other.unwrap_err().contains("is of another data set"));
    let fewer = dataset("baju-duel", folder.path(), &["--count", "1", "--nodes", "5", "--player", "1"]);
    assert!(fewer.unwrap_err().contains("has 2 lines already"));
    let fails = |game: &str, words: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        dataset(game, folder.path(), words).unwrap_err()
    };
    assert!(fails("chess", &[]).contains("there is no game “chess”"));
    assert!(fails("bulbous", &["--kind", "certificates"]).contains("bulbous has no certificates"));
    assert!(fails("brain-burn", &[]).contains("no program plays this game"));
    assert!(fails("baju-duel", &["--player", "cmd:true"]).contains("programs of the game"));
    assert!(fails("baju-duel", &["--player", "99"]).contains("there is no program “99”"));
    assert!(fails("baju-duel", &["--count", "0"]).contains("--count is 1 or more"));
    let taken = tempfile::tempdir().unwrap();
    std::fs::write(taken.path().join("games.ndjson"), "{}\n").unwrap();
    assert!(dataset("baju-duel", taken.path(), &few).unwrap_err().contains("name another folder"));
}
