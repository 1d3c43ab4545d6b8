//! The packages of the workspace and their files.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The root folder of the workspace.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Runs cargo in the root folder and returns what it prints.
pub fn cargo(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO")).args(args).current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A package of the workspace.
pub struct Package {
    pub folder: PathBuf,
    /// What it depends on when it is used: not for tests and examples.
    pub dependencies: BTreeSet<String>,
}

impl Package {
    pub fn is_game(&self) -> bool {
        self.folder.starts_with(root().join("crates/games"))
    }
}

/// The packages of the workspace by name.
pub fn packages() -> BTreeMap<String, Package> {
    let metadata = cargo(&["metadata", "--no-deps", "--format-version", "1", "--offline"]);
    let metadata: Value = serde_json::from_str(&metadata).unwrap();
    let list = metadata["packages"].as_array().unwrap().iter().map(|package| {
        let manifest = Path::new(package["manifest_path"].as_str().unwrap());
        let used = package["dependencies"].as_array().unwrap().iter();
        let used = used.filter(|d| d["kind"] != "dev").map(|d| d["name"].as_str().unwrap().to_owned());
        let folder = manifest.parent().unwrap().to_owned();
        (package["name"].as_str().unwrap().to_owned(), Package { folder, dependencies: used.collect() })
    });
    list.collect()
}

/// The files under a folder whose names end so, with their paths inside it and their text.
pub fn files(folder: &Path, endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(inner) = folders.pop() {
        for entry in std::fs::read_dir(&inner).unwrap_or_else(|e| panic!("{}: {e}", inner.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|end| path.extension().is_some_and(|other| other == *end)) {
                let text =
                    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
                found.push((path.strip_prefix(folder).unwrap().to_owned(), text));
            }
        }
    }
    found.sort();
    found
}

/// The Rust files under a folder with what they hold before their unit tests, comments taken out.
pub fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let found = files(folder, &["rs"]);
    assert!(!found.is_empty(), "no sources in {}", folder.display());
    let code = |text: &str| {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default().lines();
        code.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
    };
    found.into_iter().map(|(path, text)| (folder.join(path), code(&text))).collect()
}
