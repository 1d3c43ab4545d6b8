//! The shape of folders, the length of files, and words that do not stand in them.

use crate::workspace::{files, packages, root, sources};
use std::path::{Path, PathBuf};

/// The files that each game has.
const GAME: [&str; 11] = [
    "action", "options", "state", "rules", "view", "notation", "encoding", "schema", "page", "draw",
    "rulepage",
];

/// The longest file of the server, in lines.
const LONGEST: usize = 350;

/// Whether a folder has a module of this name.
fn has(folder: &Path, module: &str) -> bool {
    folder.join(format!("{module}.rs")).exists() || folder.join(module).join("mod.rs").exists()
}

/// The folders of the games in a crate: its root, or, where several games share it, a folder for each of them.
fn folders_of_games(root: &Path) -> Vec<PathBuf> {
    if has(root, "rules") {
        return vec![root.to_owned()];
    }
    let inside = std::fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    inside.filter(|path| path.is_dir() && has(path, "rules")).collect()
}

#[test]
fn games_have_one_shape() {
    let mut missing = Vec::new();
    for (name, package) in packages().iter().filter(|(_, package)| package.is_game()) {
        let root = package.folder.join("src");
        let games = folders_of_games(&root);
        assert!(!games.is_empty(), "{name} has no rules");
        for folder in &games {
            let code: String = sources(folder).into_iter().map(|(_, code)| code).collect();
            let thing =
                |words: &[&str], module| words.iter().any(|word| code.contains(word)).then_some(module);
            let own =
                [thing(&["impl Program<", "fn programs("], "programs"), thing(&["fn solver("], "solve")];
            for module in GAME.into_iter().chain(own.into_iter().flatten()) {
                // Games of one crate may share how they are drawn.
                let shared = module == "draw" && games.len() > 1 && has(&root, module);
                if !has(folder, module) && !shared {
                    missing.push(format!("{}/{module}.rs", folder.display()));
                }
            }
        }
    }
    assert!(missing.is_empty(), "games have files of one shape; these are missing:\n{}", missing.join("\n"));
}

#[test]
fn files_of_the_server_are_short() {
    let folder = root().join("crates/server/src");
    let long = files(&folder, &["rs"]).into_iter().map(|(path, text)| (text.lines().count(), path));
    let long: Vec<_> = long.filter(|(lines, _)| *lines >= LONGEST).collect();
    assert!(long.is_empty(), "files of the server have fewer than {LONGEST} lines: {long:?}");
}

/// Words that say nothing exact: a seat, a player, a visitor, an account or the caller does something instead.
const VAGUE: [&str; 3] = [concat!("some", "body"), concat!("no", "body"), concat!("who", "ever")];

/// The name that version 0.1.0 wrote in the place of one whose account was deleted; databases hold it.
const STORED: [&str; 2] = [concat!("\"Some", "body\""), concat!("\"some", "body\"")];

/// The lines of a text in which one of the [`VAGUE`] words stands, with their numbers.
fn vague_lines(text: &str) -> Vec<(usize, &str)> {
    let is_vague = |line: &str| {
        let line = STORED.iter().fold(line.to_owned(), |line, name| line.replace(name, ""));
        let line = line.to_lowercase();
        line.split(|c: char| !c.is_alphabetic()).any(|word| VAGUE.contains(&word))
    };
    text.lines().enumerate().filter(|(_, line)| is_vague(line)).map(|(n, line)| (n + 1, line)).collect()
}

/// The migrations of version 0.1.0. They stand in databases with their checksums, so they are never edited.
const APPLIED: [&str; 7] = [
    "0001_games.sql",
    "0002_marks.sql",
    "0003_rounds.sql",
    "0004_together.sql",
    "0005_people.sql",
    "0006_settings.sql",
    "0007_origins.sql",
];

fn is_applied(path: &Path) -> bool {
    let postgres = path.components().any(|part| part.as_os_str() == "postgres");
    !postgres && APPLIED.iter().any(|name| path.ends_with(name))
}

#[test]
fn vague_words_are_found() {
    let [one, two, three] = VAGUE;
    let text = format!(
        "a player\n// {one} moves\nfn {two}_moves()\n\"{}\"\n{three}'s\n{one}ness",
        one.to_uppercase()
    );
    let found: Vec<usize> = vague_lines(&text).into_iter().map(|(n, _)| n).collect();
    assert_eq!(found, [2, 3, 4, 5]);
    assert!(vague_lines(&format!("const GONE: &str = {};", STORED[0])).is_empty());
    assert!(is_applied(Path::new("server/migrations/0004_together.sql")));
    assert!(is_applied(Path::new("store/migrations/sqlite/0001_games.sql")));
    assert!(!is_applied(Path::new("store/migrations/postgres/0001_games.sql")));
    assert!(!is_applied(Path::new("store/migrations/sqlite/0008_more.sql")));
}

#[test]
fn no_vague_words_in_sources_and_documents() {
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    for (folder, endings) in [
        ("crates", ["rs", "sql", "toml"].as_slice()),
        ("xtask", &["rs", "toml"]),
        ("assets", &["js", "css", "svg"]),
        ("tests", &["py", "md"]),
        ("python", &["rs", "py", "pyi", "toml", "md"]),
    ] {
        let inside = files(&root().join(folder), endings).into_iter();
        texts.extend(inside.map(|(path, text)| (Path::new(folder).join(path), text)));
    }
    for name in
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Cargo.toml", "clippy.toml"]
    {
        let text = std::fs::read_to_string(root().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        texts.push((name.into(), text));
    }
    assert!(texts.len() > 200, "the sources are not where they were");
    let mut found = Vec::new();
    for (path, text) in texts.iter().filter(|(path, _)| !is_applied(path)) {
        found.extend(
            vague_lines(text).iter().map(|(n, line)| format!("{}:{n}: {}", path.display(), line.trim())),
        );
    }
    let shown = found.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(found.is_empty(), "{} lines have a vague word, the first of them:\n{shown}", found.len());
}
