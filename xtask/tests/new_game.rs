//! `cargo xtask new-game` in a copy of the workspace: what it writes is clean, keeps all laws, and is played
//! to its end.
//!
//! The copy uses the target folder of the workspace. Cargo takes its unchanged crates for those of the
//! workspace, so only what the new game changes is compiled, provided that features are those of the whole
//! workspace: hence `--workspace`, with the names of the few tests that are needed.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the copy needs of the workspace.
const COPIED: [&str; 7] =
    ["Cargo.toml", "Cargo.lock", "clippy.toml", "rustfmt.toml", ".cargo", "crates", "xtask"];

/// A test for the copy: the programs of the game play it to its end, and each position has a drawing, figures
/// and offers.
const PLAYED: &str = r#"
//! A new game is played.
use bagatelle_core::program::Budget;
use bagatelle_core::present::Fixed;
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use serde_json::json;

#[test]
fn a_new_game_is_played() {
    let game = bagatelle_catalog::find("three-stones").expect("it is in the catalog");
    assert_eq!(game.manifest().name, "Three stones");
    let seed = Seed::from_text("new game");
    let record = game.deal(&json!({ "last_loses": true }), &json!(null), &seed).unwrap();
    let mut play = game.open(&record).unwrap();
    let programs = game.programs();
    while let Turn::Seat(seat) = play.turn() {
        let viewer = Viewer::Seat(seat);
        let shown = play.present(viewer, Seat(0), Fixed::Drawn);
        assert!(shown.svg.contains("data-pick") && !shown.facts.is_empty());
        assert_eq!(play.log(viewer, 9).len(), play.ply().min(9));
        let offers = play.offers(viewer);
        assert_eq!(offers.len(), play.legal().len());
        assert!(offers.iter().all(|offer| shown.svg.contains(&offer.path[0].names()[0])));
        let program = programs[seat.index() % programs.len()].name;
        let thought = play.think(program, &[], &Budget::nodes(100), &seed).unwrap();
        play.play(&thought.action).unwrap();
    }
    println!("played: {} plies, {}", play.ply(), play.outcome().unwrap().reason);
}
"#;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Copies files with their times, which cargo compares.
fn copy(from: &Path, to: &Path) {
    if from.is_dir() {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let name = entry.unwrap().file_name();
            copy(&from.join(&name), &to.join(&name));
        }
    } else {
        fs::copy(from, to).unwrap();
        let modified = fs::metadata(from).unwrap().modified().unwrap();
        fs::File::options().write(true).open(to).unwrap().set_modified(modified).unwrap();
    }
}

/// A copy of the workspace.
///
/// It goes when the test ends: cargo compares what it compiled with the files that it was compiled from, and
/// takes crates that were compiled here for those of the workspace. Without their files it compiles them
/// again; with them it would not see that the workspace has changed.
struct Copy(PathBuf);

impl Copy {
    fn new() -> Copy {
        let copied = Copy(Path::new(env!("CARGO_TARGET_TMPDIR")).join("new-game"));
        let _ = fs::remove_dir_all(&copied.0);
        fs::create_dir_all(&copied.0).unwrap();
        for name in COPIED {
            copy(&workspace().join(name), &copied.0.join(name));
        }
        copied
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The command as `cargo xtask` runs it in a folder.
fn new_game(folder: &Path, name: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_xtask")).args(["new-game", name]).current_dir(folder).output().unwrap()
}

/// Runs cargo in the copy and returns what it prints on standard output.
fn cargo(folder: &Path, args: &str) -> String {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut command = Command::new(env!("CARGO"));
    command.args(args.split_whitespace()).current_dir(folder);
    // What cargo tells this test about its own package holds for no other one.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG") || name.starts_with("CARGO_MANIFEST") || name.starts_with("NEXTEST")
        {
            command.env_remove(&*name);
        }
    }
    let output = command.env("CARGO_TARGET_DIR", target).env("CARGO_NET_OFFLINE", "true").output().unwrap();
    assert!(output.status.success(), "cargo {args}:\n{}", text(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the tests of these packages among the artifacts that cargo has listed; returns what they print.
fn run_tests(folder: &Path, artifacts: &str, tests: &[(&str, &str, &str)]) -> String {
    let artifacts: Vec<Value> = artifacts.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let run = |(package, test, names): &(&str, &str, &str)| {
        let is_it = |artifact: &&Value| {
            let manifest = artifact["manifest_path"].as_str().unwrap_or_default();
            artifact["executable"].is_string()
                && Path::new(manifest) == folder.join(package).join("Cargo.toml")
                && artifact["target"]["name"] == *test
        };
        let artifact = artifacts.iter().find(is_it).unwrap_or_else(|| panic!("{package} has no test {test}"));
        let mut command = Command::new(artifact["executable"].as_str().unwrap());
        let output = command.args(["--nocapture", names]).current_dir(folder.join(package)).output().unwrap();
        assert!(output.status.success(), "{package}, {test}:\n{}", text(&output));
        text(&output)
    };
    tests.iter().map(run).collect()
}

/// All files of a folder with their contents.
fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in fs::read_dir(inner).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push((path.clone(), fs::read(path).unwrap())),
            }
        }
    }
    found.sort();
    found
}

mod long {
    use super::*;

    #[test]
    fn a_new_game_keeps_the_laws_and_is_played() {
        let copied = Copy::new();
        let folder = copied.0.clone();
        let before = contents(&folder);

        // Names that are refused, with a sentence that says why; nothing is written.
        for (name, why) in [
            ("games", "the address /games is reserved"),
            ("tables", "the address /tables is reserved"),
            ("api", "the address /api is reserved"),
            ("analysis", "the address /analysis is reserved"),
            ("Three-Stones", "words of small letters"),
            ("../three", "words of small letters"),
            ("state", "its type would be called State"),
            ("brain-burn", "there is already a game or a package"),
            ("baju-duel", "there is already a game or a package"),
            ("server", "there is already a game or a package"),
        ] {
            let output = new_game(&folder, name);
            assert!(!output.status.success() && text(&output).contains(why), "{name}: {}", text(&output));
        }
        assert!(contents(&folder) == before, "a refused name changes nothing");

        let output = new_game(&folder, "three-stones");
        assert!(output.status.success(), "{}", text(&output));
        let again = new_game(&folder, "three-stones");
        assert!(
            text(&again).contains("there is already a game or a package “three-stones”"),
            "{}",
            text(&again)
        );

        // One line in each manifest and in the list, and no trace of the template's own name.
        let changed: Vec<PathBuf> = before
            .iter()
            .filter(|(path, old)| fs::read(path).unwrap() != *old)
            .map(|(path, _)| path.clone())
            .collect();
        let expected = ["Cargo.toml", "crates/catalog/Cargo.toml", "crates/catalog/src/lib.rs"];
        assert_eq!(changed, expected.map(|file| folder.join(file)));
        for (path, old) in before.iter().filter(|(path, _)| changed.contains(path)) {
            let (old, new) = (String::from_utf8_lossy(old), fs::read_to_string(path).unwrap());
            let added: Vec<&str> =
                new.lines().filter(|line| !old.lines().any(|known| known == *line)).collect();
            assert!(added.len() == 1 && new.lines().count() == old.lines().count() + 1, "{added:?}");
        }
        for (path, text) in contents(&folder.join("crates/games/three-stones")) {
            let text = String::from_utf8(text).unwrap().to_lowercase();
            assert!(!text.contains("toy"), "{} names the template", path.display());
        }

        cargo(&folder, "fmt --check --package bagatelle-three-stones --package bagatelle-catalog");
        fs::write(folder.join("crates/catalog/tests/played_new_game.rs"), PLAYED).unwrap();
        let tests = "--test three_stones --test catalog --test played_new_game";
        let artifacts = cargo(&folder, &format!("test --workspace {tests} --no-run --message-format json"));
        let (game, catalog) = ("crates/games/three-stones", "crates/catalog");
        let told = run_tests(
            &folder,
            &artifacts,
            &[(game, "three_stones", ""), (catalog, "catalog", "games::"), (catalog, "played_new_game", "")],
        );
        let perft = "perft_counts_the_ways_to_take_stones";
        for test in ["keeps_the_laws", "its_page_keeps_the_laws", "no_text_makes_it_panic", perft] {
            assert!(told.contains(&format!("::{test} ")), "{test} is among the tests:\n{told}");
        }
        assert!(told.contains("played: ") && told.contains(" the last stone"), "{told}");
        // The same words as in `cargo xtask test`, so that what is unchanged is not checked again.
        cargo(&folder, "clippy --workspace --test three_stones --quiet -- -D warnings");
    }
}
