//! What the program is built from: where dependencies come from, under which licences, and that each is used.
//!
//! `cargo deny` and `cargo shear` know more of this; `cargo xtask test --all` runs them where they are
//! installed. These tests hold everywhere.

use crate::workspace::{cargo, files, packages, root};
use serde_json::Value;
use spdx::{Expression, ParseMode};
use std::collections::BTreeSet;
use std::path::Path;
use toml::Table;

fn toml(path: &Path) -> Table {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.parse().unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn texts(value: &toml::Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// Whether a licence expression can be met with the allowed licences.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX);
    let parsed = parsed.unwrap_or_else(|error| panic!("{expression}: {error}"));
    parsed.evaluate(|needed| allowed.contains(&needed.to_string()))
}

#[test]
fn licence_expressions_are_evaluated() {
    let allowed = ["MIT".to_owned(), "Zlib".to_owned()];
    for good in ["MIT", "MIT/Apache-2.0", "Apache-2.0 OR (MIT AND Zlib)"] {
        assert!(is_allowed(good, &allowed), "{good}");
    }
    for bad in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "Apache-2.0 WITH LLVM-exception"] {
        assert!(!is_allowed(bad, &allowed), "{bad}");
    }
}

#[test]
fn dependencies_come_from_one_registry_under_allowed_licences() {
    let rules = toml(&root().join("deny.toml"));
    let licences = texts(&rules["licenses"]["allow"]);
    let registries = texts(&rules["sources"]["allow-registry"]);
    let banned = rules["bans"]["deny"].as_array().unwrap();
    let banned: Vec<&str> = banned.iter().map(|ban| ban["name"].as_str().unwrap()).collect();
    let packages = |manifest: &str| -> Vec<Value> {
        // A new machine has not loaded what only other systems need, so this may load it.
        let of = ["--format-version", "1", "--locked", "--all-features", "--manifest-path", manifest];
        let mut metadata: Value = serde_json::from_str(&cargo(&[&["metadata"], &of[..]].concat())).unwrap();
        serde_json::from_value(metadata["packages"].take()).unwrap()
    };
    let all =
        [packages("Cargo.toml"), packages("python/Cargo.toml"), packages("crates/bench/rivals/Cargo.toml")];
    let all = all.concat();
    let mut used = BTreeSet::new();
    for package in all.iter().filter(|package| !package["source"].is_null()) {
        let (name, source) = (package["name"].as_str().unwrap(), package["source"].as_str().unwrap());
        let known = registries.iter().any(|known| source.strip_prefix("registry+") == Some(known));
        assert!(known, "{name} comes from {source}");
        assert!(!banned.contains(&name), "{name} is banned by deny.toml");
        let licence = package["license"].as_str().unwrap_or_else(|| panic!("{name} names no licence"));
        assert!(is_allowed(licence, &licences), "{name}: {licence} is not allowed by deny.toml");
        used.insert(licence);
    }
    assert!(used.len() > 1, "there are dependencies");
}

/// Whether a crate is named in code: `name::`, or `use name` with nothing after it.
fn names(code: &str, name: &str) -> bool {
    code.match_indices(name).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + name.len()..].trim_start();
        let whole = before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != '.');
        whole && (after.starts_with("::") || after.starts_with(';') || after.starts_with(" as "))
    })
}

fn without_comments(text: &str) -> String {
    text.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// The code under folders of a package; those that are not there are empty.
fn code(package: &Path, folders: &[&str]) -> String {
    let folders = folders.iter().map(|folder| package.join(folder)).filter(|folder| folder.exists());
    let texts = folders.flat_map(|folder| files(&folder, &["rs"]));
    texts.map(|(_, text)| without_comments(&text)).collect()
}

#[test]
fn crates_are_found_in_code() {
    for good in ["use serde::Serialize;", "fn f() -> serde::X", "use serde;", "{serde::json!()}"] {
        assert!(names(good, "serde"), "{good}");
    }
    for bad in ["use serde_json::Value;", "my_serde::x()", "let serde = 1", "x.serde::<u8>()"] {
        assert!(!names(bad, "serde"), "{bad}");
    }
}

/// The name and version of each package of a registry in a lock file.
fn locked(file: &str) -> BTreeSet<(String, String)> {
    let lock = toml(&root().join(file));
    let packages =
        lock["package"].as_array().unwrap().iter().filter(|package| package.get("source").is_some());
    let text = |package: &toml::Value, key: &str| package[key].as_str().unwrap().to_owned();
    packages.map(|package| (text(package, "name"), text(package, "version"))).collect()
}

/// A game is to do the same in Python as elsewhere.
#[test]
fn the_python_package_has_the_versions_of_the_workspace() {
    let (workspace, python) = (locked("Cargo.lock"), locked("python/Cargo.lock"));
    let names: BTreeSet<&str> = workspace.iter().map(|(name, _)| name.as_str()).collect();
    let other: Vec<_> =
        python.iter().filter(|it| names.contains(it.0.as_str()) && !workspace.contains(it)).collect();
    assert!(other.is_empty(), "python/Cargo.lock has other versions: {other:?}");
}

#[test]
fn every_dependency_is_used() {
    let mut unused = Vec::new();
    for (package, known) in packages() {
        let manifest = toml(&known.folder.join("Cargo.toml"));
        // The key that `cargo shear` reads, for what is there to turn a feature on.
        let ignored =
            manifest.get("package").and_then(|p| p.get("metadata")).and_then(|m| m.get("cargo-shear"));
        let ignored = ignored.and_then(|shear| shear.get("ignored")).map(texts).unwrap_or_default();
        let normal = code(&known.folder, &["src"]);
        let all = code(&known.folder, &["src", "tests", "examples", "benches"]);
        for (section, code) in [("dependencies", &normal), ("dev-dependencies", &all)] {
            let Some(dependencies) = manifest.get(section).and_then(toml::Value::as_table) else { continue };
            for name in dependencies.keys().filter(|name| !ignored.contains(name)) {
                if !names(code, &name.replace('-', "_")) {
                    unused.push(format!("{package}: {name} in [{section}]"));
                }
            }
        }
    }
    assert!(unused.is_empty(), "dependencies without a use:\n{}", unused.join("\n"));
}
