//! What must not depend on what. The map is in ARCHITECTURE.md; here it is checked, as absences.
//!
//! [`modules`] reads which module uses which; [`workspace`] reads manifests and files.

mod dependencies;
mod modules;
mod security;
mod shape;
mod workspace;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use workspace::{Package, cargo, packages, root, sources};

/// The crates from the lowest to the highest layer. A crate depends on crates of lower layers, never on one
/// beside it.
const LAYERS: [&[&str]; 10] = [
    &["bagatelle-core"],
    &["bagatelle-search", "bagatelle-piecepack", "bagatelle-testkit", "bagatelle-testdb", "bagatelle-toys"],
    &[], // the games
    &["bagatelle-catalog"],
    &["bagatelle-table", "bagatelle-print"],
    &["bagatelle-session", "bagatelle-events"],
    &["bagatelle-pages", "bagatelle-store"],
    &["bagatelle-site"],
    &["bagatelle-server", "bagatelle-offline"],
    &["bagatelle", "bagatelle-bench", "bagatelle-samples"],
];
const GAMES: usize = 2;

/// The crates, beside the games, that have no clock, network, thread or file.
const PURE: [&str; 11] = [
    "bagatelle-core",
    "bagatelle-search",
    "bagatelle-piecepack",
    "bagatelle-catalog",
    "bagatelle-table",
    "bagatelle-events",
    "bagatelle-print",
    "bagatelle-session",
    "bagatelle-pages",
    "bagatelle-site",
    "bagatelle-offline",
];

/// What no pure crate may reach, directly or through others: run-times, networks, databases, clocks, and
/// randomness that does not come from a seed.
const IMPURE: [&str; 14] = [
    "tokio",
    "mio",
    "axum",
    "hyper",
    "tower-http",
    "sqlx",
    "sqlx-core",
    "getrandom",
    "jiff",
    "chrono",
    "time",
    "reqwest",
    "rayon",
    "rustix",
];

/// What a crate reaches when it is used, directly or through others.
fn reached(name: &str) -> Vec<String> {
    let tree = ["tree", "--offline", "-p", name, "-e", "normal", "--prefix", "none", "--format", "{p}"];
    cargo(&tree).lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
}

fn layer(name: &str, packages: &BTreeMap<String, Package>) -> Option<usize> {
    if packages.get(name)?.is_game() {
        return Some(GAMES);
    }
    LAYERS.iter().position(|layer| layer.contains(&name))
}

#[test]
fn the_map_and_the_workspace_have_the_same_crates() {
    let packages = packages();
    for name in LAYERS.concat() {
        assert!(packages.contains_key(name), "{name} is on the map, but not in the workspace");
    }
    for name in packages.keys().filter(|name| *name != "xtask") {
        assert!(layer(name, &packages).is_some(), "{name} has no place on the map");
    }
}

#[test]
fn dependencies_run_one_way() {
    let packages = packages();
    for (name, package) in packages.iter().filter(|(name, _)| *name != "xtask") {
        let here = layer(name, &packages);
        for used in package.dependencies.iter().filter(|used| packages.contains_key(*used)) {
            let lower = name == "bagatelle-bench" || layer(used, &packages) < here;
            assert!(lower, "{name} must not depend on {used}");
        }
    }
    // A game is not known outside its folder, but for the list of games (and the benchmarks).
    for (name, package) in
        packages.iter().filter(|(name, _)| !["bagatelle-catalog", "bagatelle-bench"].contains(&name.as_str()))
    {
        let games = package.dependencies.iter().filter(|used| layer(used, &packages) == Some(GAMES));
        assert_eq!(games.count(), 0, "{name} must not depend on a game");
    }
}

#[test]
fn pure_crates_reach_no_clock_network_or_chance_of_their_own() {
    let packages = packages();
    let pure = packages.iter().filter(|(name, package)| package.is_game() || PURE.contains(&name.as_str()));
    for (name, _) in pure {
        for used in reached(name) {
            assert!(!IMPURE.contains(&used.as_str()), "{name} reaches {used}");
        }
    }
}

#[test]
fn storage_and_web_are_apart() {
    let packages = packages();
    let reaches =
        |name: &str, used: &str| packages.contains_key(name) && reached(name).iter().any(|r| r == used);
    // Games draw with maud, so its markup is below everything; pages are what the store must not know.
    for used in ["axum", "hyper", "tower-http", "bagatelle-pages"] {
        assert!(!reaches("bagatelle-store", used), "the store reaches {used}");
    }
    for used in ["sqlx", "sqlx-core", "rusqlite"] {
        let server = &packages["bagatelle-server"].dependencies;
        assert!(!server.contains(used), "the server depends on {used}: that is the store's");
    }
}

#[test]
fn no_module_cycle_in_any_crate() {
    let mut found = Vec::new();
    let folders = packages().into_iter().map(|(name, package)| (name, package.folder.join("src")));
    for (name, folder) in folders.chain([("the Python package".into(), root().join("python/src"))]) {
        let files = workspace::files(&folder, &["rs"]);
        let files = modules::parse(files.iter().map(|(path, text)| (path.as_path(), text.as_str())));
        found.extend(modules::cycles(&modules::uses(&files)).into_iter().map(|c| format!("{name}: {c}")));
    }
    assert!(found.is_empty(), "modules use each other in cycles:\n{}", found.join("\n"));
}

#[test]
fn drawings_and_pages_have_no_inline_styles() {
    for (name, package) in packages() {
        if !package.is_game() && !["bagatelle-piecepack", "bagatelle-pages"].contains(&name.as_str()) {
            continue;
        }
        for (path, code) in sources(&package.folder.join("src")) {
            assert!(!code.contains("style="), "{}: browsers refuse inline styles", path.display());
        }
    }
}

#[test]
fn the_crates_above_the_catalog_name_no_game() {
    let packages = packages();
    let games = packages.iter().filter(|(_, package)| package.is_game());
    let games: Vec<(String, String)> = games
        .map(|(name, package)| {
            let code =
                sources(&package.folder.join("src")).into_iter().map(|(_, code)| code).collect::<String>();
            let id = code.split("const ID: &'static str = \"").nth(1).and_then(|rest| rest.split('"').next());
            (name.replace('-', "_"), id.unwrap_or_else(|| panic!("{name} has no id")).to_owned())
        })
        .collect();
    assert!(!games.is_empty());
    let mut texts: Vec<(PathBuf, String)> = Vec::new();
    let above = ["bagatelle-search"].into_iter().chain(LAYERS[GAMES + 2..].concat());
    // Samples show pages of certain games.
    let above = above.filter(|name| !["bagatelle-bench", "bagatelle-samples"].contains(name));
    for package in above.filter_map(|name| packages.get(name)) {
        texts.extend(sources(&package.folder.join("src")));
    }
    texts.extend(sources(&root().join("python/src")));
    let assets = root().join("assets");
    texts.extend(
        workspace::files(&assets, &["js", "css"]).into_iter().map(|(path, text)| (assets.join(path), text)),
    );
    for (path, text) in texts {
        for (krate, id) in &games {
            for word in [krate.as_str(), &format!("\"{id}\""), &format!("/{id}")] {
                assert!(!text.contains(word), "{} knows {id}", path.display());
            }
        }
    }
}

/// The crate that may be `unsafe` where the browser calls it, and the file where it is.
const BOUNDARY: (&str, &str) = ("bagatelle-offline", "boundary.rs");

#[test]
fn all_crates_keep_the_same_rules() {
    for (name, package) in packages() {
        let manifest = std::fs::read_to_string(package.folder.join("Cargo.toml")).unwrap();
        if name == BOUNDARY.0 {
            let own = manifest.split_once("[lints.rust]").expect("lints").1;
            let workspace = std::fs::read_to_string(root().join("Cargo.toml")).unwrap();
            let workspace = workspace.split_once("[workspace.lints.rust]").expect("lints").1;
            let (workspace, _) = workspace.split_once("\n[profile").expect("profiles after the lints");
            let workspace =
                workspace.replace("[workspace.lints.", "[lints.").replace("\"forbid\"", "\"deny\"");
            assert_eq!(own.trim(), workspace.trim(), "{name} has other lints than the workspace");
            for (path, code) in sources(&package.folder.join("src")) {
                assert!(!code.contains("unsafe") || path.ends_with(BOUNDARY.1), "{}", path.display());
            }
        } else {
            assert!(
                manifest.contains("[lints]\nworkspace = true"),
                "{name} does not take the workspace's lints"
            );
        }
        assert!(manifest.contains("edition.workspace = true"), "{name} has an edition of its own");
        // What clippy.toml forbids holds for each crate that has no such file of its own.
        let impure = Path::new(&package.folder).join("clippy.toml").exists();
        let pure = package.is_game() || PURE.contains(&name.as_str());
        assert!(!(pure && impure), "{name} must be checked by the strict clippy.toml of the workspace");
    }
}

#[test]
fn the_python_package_keeps_the_same_rules() {
    let lints = |file: &str, head: &str| {
        let manifest = std::fs::read_to_string(root().join(file)).unwrap();
        let (_, lints) = manifest.split_once(head).expect("lints");
        let (lints, _) = lints.split_once("\n[profile").expect("profiles after the lints");
        lints.replace("[workspace.lints.", "[lints.").replace("\"forbid\"", "\"deny\"").trim().to_owned()
    };
    // What pyo3 generates has unsafe code, which “forbid” would refuse.
    assert_eq!(lints("python/Cargo.toml", "[lints.rust]"), lints("Cargo.toml", "[workspace.lints.rust]"));
    for (path, code) in sources(&root().join("python/src")) {
        assert!(!code.contains("unsafe"), "{}", path.display());
    }
}
