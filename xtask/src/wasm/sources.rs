//! What the module is made from, and one hash of it all.
//!
//! That is: each crate of this workspace that the module's crate uses, without its tests and examples; the
//! icon; the entries of other crates in `Cargo.lock`; and of the workspace's manifest what says how these are
//! compiled. Scripts and style sheets are not part of the module: it is told their names when it starts.

use super::names::PACKAGE;
use crate::step::Failed;
use blake3::Hasher;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// Folders of a crate that are not part of what it is compiled to.
const APART: [&str; 4] = ["tests", "examples", "benches", "target"];
/// What is compiled into the module from outside the crates.
const ICON: &str = "assets/icon.svg";

/// What is hashed: paths, or names of crates, with what each holds.
pub type Parts = BTreeMap<String, Vec<u8>>;

/// The hash of all that the module is made from.
pub fn hash(root: &Path) -> Result<String, Failed> {
    Ok(hash_of(&parts(root)?))
}

fn hash_of(parts: &Parts) -> String {
    let mut hasher = Hasher::new();
    for (name, content) in parts {
        // With lengths, so that nothing can move from one part to the next.
        hasher.update(&(name.len() as u64).to_le_bytes()).update(name.as_bytes());
        hasher.update(&(content.len() as u64).to_le_bytes()).update(content);
    }
    hasher.finalize().to_hex().to_string()
}

/// All that the module is made from.
pub fn parts(root: &Path) -> Result<Parts, Failed> {
    let workspace = table(&root.join("Cargo.toml"))?;
    let known = at(&workspace, &["workspace", "dependencies"]).and_then(Value::as_table).cloned();
    let known = known.unwrap_or_default();
    let mut parts = Parts::new();
    let (mut others, mut done) = (BTreeSet::new(), BTreeSet::new());
    let mut folders = vec![folder(root, &known, PACKAGE).unwrap_or_else(|| root.join("crates/offline"))];
    while let Some(of_crate) = folders.pop() {
        if !done.insert(of_crate.clone()) {
            continue;
        }
        add(root, &of_crate, &APART, &mut parts)?;
        for name in dependencies(&table(&of_crate.join("Cargo.toml"))?) {
            if let Some(said) = known.get(&name) {
                parts.insert(format!("Cargo.toml of the workspace: {name}"), said.to_string().into_bytes());
            }
            match folder(root, &known, &name) {
                Some(folder) => folders.push(folder),
                None => drop(others.insert(name)),
            }
        }
    }
    let icon = fs::read(root.join(ICON)).map_err(|error| Failed(format!("{ICON}: {error}")))?;
    parts.insert(ICON.to_owned(), icon);
    for (name, entry) in locked(&table(&root.join("Cargo.lock"))?, others) {
        parts.insert(format!("Cargo.lock: {name}"), entry.into_bytes());
    }
    for said in [["profile", "release"], ["profile", "dist"], ["profile", "wasm"], ["workspace", "package"]] {
        if let Some(value) = at(&workspace, &said) {
            parts.insert(format!("Cargo.toml: {}", said.join(".")), value.to_string().into_bytes());
        }
    }
    Ok(parts)
}

fn table(path: &Path) -> Result<Table, Failed> {
    let failed = |error: String| Failed(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| failed(error.to_string()))?;
    text.parse().map_err(|error: toml::de::Error| failed(error.to_string()))
}

fn at<'a>(table: &'a Table, keys: &[&str]) -> Option<&'a Value> {
    let (first, rest) = keys.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(key))
}

/// The folder of a crate of this workspace; `None` for crates from elsewhere.
fn folder(root: &Path, known: &Table, name: &str) -> Option<PathBuf> {
    let path = known.get(name)?.get("path")?.as_str()?;
    Some(root.join(path))
}

/// The crates that a crate uses when it is used: not those of its tests.
fn dependencies(manifest: &Table) -> Vec<String> {
    let names = |table: Option<&Value>| -> Vec<String> {
        table.and_then(Value::as_table).map(|table| table.keys().cloned().collect()).unwrap_or_default()
    };
    let targets = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let of_targets = targets.flat_map(|target| names(target.get("dependencies"))).collect::<Vec<_>>();
    names(manifest.get("dependencies")).into_iter().chain(of_targets).collect()
}

/// The entries of crates and of all that they use, as text, by name and version.
fn locked(lock: &Table, names: BTreeSet<String>) -> BTreeMap<String, String> {
    let all = lock.get("package").and_then(Value::as_array).into_iter().flatten();
    let all: Vec<&Table> = all.filter_map(Value::as_table).collect();
    let text =
        |entry: &Table, key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut found = BTreeMap::new();
    let mut wanted: Vec<String> = names.into_iter().collect();
    while let Some(name) = wanted.pop() {
        // A name, or a name and a version where there are several.
        let (name, version) =
            name.split_once(' ').map_or((name.as_str(), None), |(name, v)| (name, v.split(' ').next()));
        for entry in &all {
            let (own, key) = (text(entry, "version"), text(entry, "name"));
            if key != name || version.is_some_and(|version| version != own) {
                continue;
            }
            if found.insert(format!("{name} {own}"), text(entry, "checksum")).is_none() {
                let used = entry.get("dependencies").and_then(Value::as_array).into_iter().flatten();
                wanted.extend(used.filter_map(Value::as_str).map(str::to_owned));
            }
        }
    }
    found
}

/// Adds the files of a folder, but for what is directly in it under one of some names.
fn add(root: &Path, folder: &Path, but: &[&str], parts: &mut Parts) -> Result<(), Failed> {
    let mut waiting = vec![folder.to_owned()];
    while let Some(inner) = waiting.pop() {
        let failed = |error: std::io::Error| Failed(format!("{}: {error}", inner.display()));
        for entry in fs::read_dir(&inner).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // What an editor or a system leaves behind is no source.
            if name.starts_with('.') || (inner == folder && but.contains(&name.as_ref())) {
                continue;
            }
            if path.is_dir() {
                waiting.push(path);
            } else {
                let inside = path.strip_prefix(root).unwrap_or(&path);
                let name = inside.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
                parts.insert(name, fs::read(&path).map_err(failed)?);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wasm::note::Note;

    fn known() -> Parts {
        parts(&super::super::names::root()).unwrap_or_else(|Failed(error)| panic!("{error}"))
    }

    #[test]
    fn the_shipped_module_is_made_from_the_sources_of_today() {
        let note = Note::read(&super::super::names::root()).unwrap_or_else(|Failed(error)| panic!("{error}"));
        assert_eq!(
            note.sources,
            hash_of(&known()),
            "assets/wasm/bagatelle.wasm.br is older than what it is made from: run `cargo xtask wasm` \
             (docs/dev/module.md says what it needs) and commit assets/wasm"
        );
    }

    #[test]
    fn all_that_is_compiled_into_the_module_counts() {
        let parts = known();
        let names: Vec<&str> = parts.keys().map(String::as_str).collect();
        for folder in ["core", "search", "piecepack", "catalog", "table", "pages", "offline"] {
            let (manifest, sources) =
                (format!("crates/{folder}/Cargo.toml"), format!("crates/{folder}/src/lib.rs"));
            assert!(parts.contains_key(&manifest) && parts.contains_key(&sources), "{folder}");
        }
        let games =
            names.iter().filter(|name| name.starts_with("crates/games/") && name.ends_with("/Cargo.toml"));
        assert!(games.count() >= 5);
        for name in [ICON, "Cargo.toml: profile.wasm"] {
            assert!(parts.contains_key(name), "{name}");
        }
        assert!(names.iter().any(|name| name.starts_with("Cargo.lock: maud 0.")));
        assert!(
            names.iter().any(|name| name.starts_with("Cargo.lock: itoa ")),
            "what others use counts, too"
        );
        for never in [
            "crates/server/",
            "crates/store/",
            "crates/core/tests/",
            "assets/js/",
            "assets/wasm/",
            "Cargo.lock: tokio ",
        ] {
            assert!(!names.iter().any(|name| name.starts_with(never)), "{never}");
        }
    }

    #[test]
    fn each_change_gives_another_hash() {
        let parts = |pairs: &[(&str, &str)]| -> Parts {
            pairs.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect()
        };
        let one = hash_of(&parts(&[("a", "bc"), ("d", "")]));
        assert_eq!(one, hash_of(&parts(&[("d", ""), ("a", "bc")])));
        for other in [&[("a", "b"), ("d", "c")], &[("ab", "c"), ("d", "")], &[("a", "bcd"), ("", "")]] {
            assert_ne!(one, hash_of(&parts(other)));
        }
    }
}
