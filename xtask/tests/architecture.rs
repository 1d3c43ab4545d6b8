//! What must not depend on what. The map is in ARCHITECTURE.md; here it is checked, as absences.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The rooms from the lowest to the highest; arrows go from a higher to a lower one, never sideways.
const LAYERS: [&[&str]; 6] = [
    &["bagatelle-core"],
    &["bagatelle-search", "bagatelle-piecepack", "bagatelle-testkit"],
    &[], // the games
    &["bagatelle-catalog"],
    &["bagatelle-server"],
    &["bagatelle", "bagatelle-bench"],
];
const GAMES: usize = 2;

/// What no room below the server may reach, directly or through others: run-times, networks, databases, clocks, and
/// randomness that does not come from a seed.
const IMPURE: [&str; 12] = [
    "tokio",
    "mio",
    "axum",
    "hyper",
    "sqlx",
    "sqlx-core",
    "getrandom",
    "jiff",
    "chrono",
    "time",
    "reqwest",
    "rayon",
];

/// What rules and drawings may not use.
const WORLDLY: [&str; 10] = [
    "std::time",
    "std::thread",
    "std::fs",
    "std::net",
    "std::process",
    "std::env",
    "SystemTime",
    "Instant::",
    "thread_local!",
    "static mut",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(args).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A package of the workspace: its folder, and what it depends on when it is used.
struct Package {
    folder: PathBuf,
    uses: BTreeSet<String>,
}

impl Package {
    fn is_game(&self) -> bool {
        self.folder.starts_with(root().join("crates/games"))
    }
}

fn packages() -> BTreeMap<String, Package> {
    let metadata: Value =
        serde_json::from_str(&cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]))
            .unwrap();
    let list = metadata["packages"].as_array().unwrap().iter().map(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let uses = package["dependencies"].as_array().unwrap().iter();
        let uses = uses.filter(|d| d["kind"] != "dev").map(|d| d["name"].as_str().unwrap().to_owned());
        let package_of = Package { folder: manifest.parent().unwrap().to_owned(), uses: uses.collect() };
        (package["name"].as_str().unwrap().to_owned(), package_of)
    });
    list.collect()
}

fn layer(name: &str, packages: &BTreeMap<String, Package>) -> Option<usize> {
    if packages.get(name)?.is_game() {
        return Some(GAMES);
    }
    LAYERS.iter().position(|layer| layer.contains(&name))
}

/// The Rust files under a folder with what they hold before their unit tests, comments taken out.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.split("#[cfg(test)]").next().unwrap_or_default().lines();
                let code = code.map(|line| line.split("//").next().unwrap_or_default());
                found.push((path, code.collect::<Vec<_>>().join("\n")));
            }
        }
    }
    assert!(!found.is_empty(), "no sources in {}", folder.display());
    found
}

#[test]
fn arrows_run_one_way() {
    let packages = packages();
    for (name, package) in packages.iter().filter(|(name, _)| *name != "xtask") {
        let here = layer(name, &packages).unwrap_or_else(|| panic!("{name} has no place in the map"));
        for used in package.uses.iter().filter(|used| packages.contains_key(*used)) {
            let there = layer(used, &packages).unwrap();
            let shares = name == "bagatelle-bench" || there < here;
            assert!(shares, "{name} must not depend on {used}");
        }
    }
    // A game is not known outside its room, but for the list of games (and the benchmarks).
    for (name, package) in
        packages.iter().filter(|(name, _)| !["bagatelle-catalog", "bagatelle-bench"].contains(&name.as_str()))
    {
        let games = package.uses.iter().filter(|used| layer(used, &packages) == Some(GAMES));
        assert_eq!(games.count(), 0, "{name} must not depend on a game");
    }
}

#[test]
fn what_plays_has_no_clock_network_or_chance_of_its_own() {
    let below = LAYERS[..=3].concat();
    let plays = |name: &str, package: &Package| package.is_game() || below.contains(&name);
    for (name, _) in packages().iter().filter(|(name, p)| plays(name, p) && *name != "bagatelle-testkit") {
        let tree =
            cargo(&["tree", "--offline", "-p", name, "-e", "normal", "--prefix", "none", "--format", "{p}"]);
        for line in tree.lines() {
            let used = line.split(' ').next().unwrap_or_default();
            assert!(!IMPURE.contains(&used), "{name} reaches {used}");
        }
    }
}

#[test]
fn rules_and_drawings_use_nothing_of_the_world() {
    for (name, package) in packages() {
        let pure = ["bagatelle-core", "bagatelle-piecepack"].contains(&name.as_str());
        if !pure && !package.is_game() {
            continue;
        }
        for (path, code) in sources(&package.folder.join("src")) {
            // A solver or program may share its work among the threads that the caller allows.
            let inner = path.strip_prefix(package.folder.join("src")).unwrap();
            let first = inner.iter().next().and_then(|part| part.to_str()).unwrap_or_default();
            let thinks =
                ["solv", "prog", "bot", "search", "analy"].iter().any(|part| first.starts_with(part));
            for word in WORLDLY.iter().filter(|word| !(thinks && **word == "std::thread")) {
                assert!(!code.contains(word), "{} uses {word}", path.display());
            }
            assert!(
                !code.contains("style="),
                "{}: styles inside a drawing are refused by browsers",
                path.display()
            );
        }
    }
}

#[test]
fn the_server_names_no_game() {
    let packages = packages();
    let games: Vec<(String, String)> = packages
        .iter()
        .filter(|(_, package)| package.is_game())
        .map(|(name, package)| {
            let code =
                sources(&package.folder.join("src")).into_iter().map(|(_, code)| code).collect::<String>();
            let id = code.split("const ID: &'static str = \"").nth(1).and_then(|rest| rest.split('"').next());
            (name.replace('-', "_"), id.unwrap_or_else(|| panic!("{name} has no id")).to_owned())
        })
        .collect();
    assert!(!games.is_empty());
    let mut texts: Vec<(PathBuf, String)> =
        ["crates/server/src", "crates/bagatelle/src", "crates/search/src"]
            .iter()
            .flat_map(|f| sources(&root().join(f)))
            .collect();
    let scripts = std::fs::read_dir(root().join("assets/js")).unwrap().map(|file| file.unwrap().path());
    for path in scripts.chain([root().join("assets/bagatelle.css")]) {
        let text = std::fs::read_to_string(&path).unwrap();
        texts.push((path, text));
    }
    for (path, text) in texts {
        for (krate, id) in &games {
            for word in [krate.as_str(), &format!("\"{id}\""), &format!("/{id}")] {
                assert!(!text.contains(word), "{} knows {id}", path.display());
            }
        }
    }
}

#[test]
fn all_rooms_keep_the_same_rules() {
    for (name, package) in packages() {
        let manifest = std::fs::read_to_string(package.folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true"), "{name} does not take the workspace's lints");
        assert!(manifest.contains("edition.workspace = true"), "{name} has an edition of its own");
    }
}
