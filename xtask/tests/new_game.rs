//! `cargo xtask new-game` in a copy of the workspace: what it writes is clean, keeps all laws, is played to
//! its end, and teaches what it says.
//!
//! The copy uses the target folder of the workspace. Cargo takes its unchanged crates for those of the
//! workspace, so only what the new game changes is compiled, provided that features are those of the whole
//! workspace: hence `--workspace`, with the names of the few tests that are needed.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What the copy needs of the workspace.
const COPIED: [&str; 10] = [
    "Cargo.toml",
    "Cargo.lock",
    "clippy.toml",
    "rustfmt.toml",
    ".cargo",
    "crates",
    "python/Cargo.toml",
    "python/Cargo.lock",
    "python/src",
    "xtask",
];

/// The games that are written: the flags, the name, an option that is not the usual one, and the end of the
/// reason why such a game ends. The last name is as long as names can be.
const GAMES: [(&[&str], &str, &str, &str); 4] = [
    (&[], "three-stones", "last_loses", " the last stone"),
    (&["--lesson"], "taught-stones", "last_loses", " the last stone"),
    (&["--hidden"], "three-tricks", "low_wins", "won most tricks"),
    (&["--hidden", "--lesson"], "taught-tricks-that-have-the-longest-name", "low_wins", "won most tricks"),
];

/// The width of the code, in characters.
const WIDTH: usize = 110;

/// A test for the copy, with a list of games, each with its name and an option: each is dealt, its programs
/// play it to its end, and each position has a drawing, figures and offers.
const PLAYED: &str = r#"
//! New games are played.
use bagatelle_core::program::Budget;
use bagatelle_core::present::Fixed;
use bagatelle_core::{Record, Seat, Seed, Turn, Viewer};
use serde_json::json;

const GAMES: &[(&str, &str)] = &GAMES_OF_THE_TEST;

#[test]
fn new_games_are_played() {
    for (id, option) in GAMES {
        let game = bagatelle_catalog::find(id).expect("it is in the catalog");
        assert_eq!(game.manifest().name.to_lowercase().replace(' ', "-"), *id);
        let seed = Seed::from_text("new game");
        let record = game.deal(&json!({ *option: true }), &json!(null), &seed).unwrap();
        let record = Record::from_json(&record.to_json()).unwrap();
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
        println!("played {id}: {} plies, {}", play.ply(), play.outcome().unwrap().reason);
    }
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
        fs::create_dir_all(copied.0.join("python")).unwrap();
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
fn new_game(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("new-game").args(args).current_dir(folder).output().unwrap()
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
    fn new_games_keep_the_laws_and_are_played() {
        let copied = Copy::new();
        let folder = copied.0.clone();
        let before = contents(&folder);

        // What is refused, with a sentence that says why; nothing is written.
        for (args, why) in [
            (&["games"][..], "the address /games is reserved"),
            (&["tables"], "the address /tables is reserved"),
            (&["api"], "the address /api is reserved"),
            (&["analysis"], "the address /analysis is reserved"),
            (&["Three-Stones"], "words of small letters"),
            (&["three_stones"], "words of small letters"),
            (&["../three"], "words of small letters"),
            (&["taught-tricks-that-have-the-longest-names"], "more than 40 characters"),
            (&["match"], "a word of the language Rust"),
            (&["state"], "its type would be called State"),
            (&["seen", "--hidden"], "its type would be called Seen"),
            (&["brain-burn", "--lesson"], "there is already a game or a package"),
            (&["baju-duel"], "there is already a game or a package"),
            (&["server"], "there is already a game or a package"),
            (&["three-stones", "--secret"], "“--secret” is unknown"),
            (&["three-stones", "four-stones"], "a game has one name, not 2"),
            (&["--hidden"], "the game needs a name"),
            (&[], "the game needs a name"),
        ] {
            let output = new_game(&folder, args);
            let told = text(&output);
            assert!(
                !output.status.success() && told.contains("FAILED: ") && told.contains(why),
                "{args:?}: {told}"
            );
        }
        assert!(contents(&folder) == before, "what is refused changes nothing");

        for (flags, name, ..) in GAMES {
            let output = new_game(&folder, &[flags, &[name]].concat());
            let told = text(&output);
            assert!(output.status.success(), "{told}");
            assert!(told.contains(&format!("cargo test -p bagatelle-{name}")), "what comes next: {told}");
            assert_eq!(told.contains(&format!("/{name}/learn")), flags.contains(&"--lesson"), "{told}");
            let again = text(&new_game(&folder, &[name]));
            assert!(again.contains(&format!("there is already a game or a package “{name}”")), "{again}");
            let has = |file| folder.join("crates/games").join(name).join("src").join(file).exists();
            assert!(has("guide.rs") && has("lesson.rs") == flags.contains(&"--lesson"), "{name}");
        }

        // A line for each in each manifest and in the list, and no trace of the template's own name.
        let changed: Vec<PathBuf> = before
            .iter()
            .filter(|(path, old)| fs::read(path).unwrap() != *old)
            .map(|(path, _)| path.clone())
            .collect();
        let listed = ["Cargo.toml", "crates/catalog/Cargo.toml", "crates/catalog/src/lib.rs"];
        let locked = ["Cargo.lock", "python/Cargo.lock"];
        let mut expected: Vec<PathBuf> = listed.iter().chain(&locked).map(|file| folder.join(file)).collect();
        expected.sort();
        assert_eq!(changed, expected);
        let is_list = |path: &Path| listed.iter().any(|file| folder.join(file) == path);
        for (path, old) in before.iter().filter(|(path, _)| is_list(path)) {
            let (old, new) = (String::from_utf8_lossy(old), fs::read_to_string(path).unwrap());
            let added: Vec<&str> =
                new.lines().filter(|line| !old.lines().any(|known| known == *line)).collect();
            let lines = old.lines().count() + GAMES.len();
            assert!(added.len() == GAMES.len() && new.lines().count() == lines, "{added:?}");
        }
        for file in locked {
            let text = fs::read_to_string(folder.join(file)).unwrap();
            let has = |name| text.contains(&format!("\nname = \"bagatelle-{name}\"\n"));
            assert!(GAMES.iter().all(|(_, name, ..)| has(name)), "{file} has all games");
        }
        for (_, name, ..) in GAMES {
            for (path, text) in contents(&folder.join("crates/games").join(name)) {
                let (path, text) = (path.display(), String::from_utf8(text).unwrap());
                assert!(!text.to_lowercase().contains("toy"), "{path} names the template");
                assert!(!text.contains("// --"), "{path} has a mark of the template");
                let wide = text.lines().find(|line| line.chars().count() > WIDTH);
                assert_eq!(wide, None, "{path} has a line of more than {WIDTH} characters");
            }
        }

        let packages: String =
            GAMES.iter().map(|(_, name, ..)| format!(" --package bagatelle-{name}")).collect();
        cargo(&folder, &format!("fmt --check --package bagatelle-catalog{packages}"));
        let dealt = GAMES.map(|(_, name, option, _)| (name, option));
        let played = PLAYED.replace("GAMES_OF_THE_TEST", &format!("{dealt:?}"));
        fs::write(folder.join("crates/catalog/tests/played_new_games.rs"), played).unwrap();
        let modules = GAMES.map(|(_, name, ..)| name.replace('-', "_"));
        let own: String = modules.iter().map(|module| format!(" --test {module}")).collect();
        let tests = format!("--test catalog --test played_new_games --test session --test tables{own}");
        let artifacts = cargo(&folder, &format!("test --workspace {tests} --no-run --message-format json"));

        let told = run_tests(
            &folder,
            &artifacts,
            &[
                ("crates/catalog", "catalog", "games::"),
                ("crates/catalog", "played_new_games", ""),
                // They have no solver.
                (
                    "crates/session",
                    "session",
                    "a_lone_player_may_have_hints_and_a_game_without_a_solver_says_so",
                ),
                // All steps of all lessons.
                ("crates/table", "tables", "suite::lesson::"),
            ],
        );
        assert!(told.contains("a_game_without_a_solver_says_so ... ok"), "{told}");
        for ((_, name, _, reason), module) in GAMES.iter().zip(&modules) {
            let end = told.lines().find(|line| line.starts_with(&format!("played {name}: ")));
            assert!(end.is_some_and(|end| end.ends_with(reason)), "{name}:\n{told}");
            let package = format!("crates/games/{name}");
            let told = run_tests(&folder, &artifacts, &[(&package, module, "")]);
            let laws = ["keeps_the_laws", "its_page_keeps_the_laws", "its_encoding_keeps_the_laws"];
            let more =
                ["its_json_is_as_its_schemas_say", "no_text_makes_it_panic", "what_is_told_keeps_the_laws"];
            for test in laws.into_iter().chain(more) {
                assert!(told.contains(&format!("::{test} ")), "{test} is among the tests of {name}:\n{told}");
            }
            assert!(told.contains("rules::perft_counts_the_ways_to_"), "{name}:\n{told}");
        }
        // The same words as in `cargo xtask test`, so that what is unchanged is not checked again.
        cargo(&folder, &format!("clippy --workspace{own} --quiet -- -D warnings"));
    }
}
