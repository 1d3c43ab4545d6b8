//! The packages of the workspace, as cargo tells them.

use crate::cargo;
use crate::step::Failed;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// The packages of the workspace.
#[derive(Deserialize)]
pub struct Workspace {
    /// In no order.
    pub packages: Vec<Package>,
    /// The folder of the workspace.
    #[serde(rename = "workspace_root")]
    pub root: PathBuf,
    /// The folder of what cargo builds.
    #[serde(rename = "target_directory")]
    pub target: PathBuf,
}

/// One of them.
#[derive(Deserialize)]
pub struct Package {
    /// Its name.
    pub name: String,
    version: String,
    /// Its `Cargo.toml`.
    pub manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
    targets: Vec<Target>,
}

/// What a package uses, for tests and builds, too.
#[derive(Deserialize)]
struct Dependency {
    name: String,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

impl Workspace {
    /// Asks cargo.
    pub fn read() -> Result<Workspace, Failed> {
        let output = cargo(&["metadata", "--no-deps", "--format-version", "1"]).output();
        let output = output.map_err(|error| Failed(format!("cargo metadata: {error}")))?;
        if !output.status.success() {
            return Err(Failed(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr))));
        }
        serde_json::from_slice(&output.stdout).map_err(|error| Failed(format!("cargo metadata: {error}")))
    }

    /// The names of the files of tests that are wanted, told their package and name. A name that stands in
    /// several packages is there once.
    pub fn tests(&self, wanted: impl Fn(&str, &str) -> bool) -> Vec<String> {
        let mut names = BTreeSet::new();
        for package in &self.packages {
            let tests = package.targets.iter().filter(|target| target.kind.iter().any(|kind| kind == "test"));
            names
                .extend(tests.filter(|test| wanted(&package.name, &test.name)).map(|test| test.name.clone()));
        }
        names.into_iter().collect()
    }

    /// The version of a package.
    pub fn version(&self, name: &str) -> Result<&str, Failed> {
        let package = self.packages.iter().find(|package| package.name == name);
        package.map(|package| package.version.as_str()).ok_or_else(|| Failed(format!("there is no {name}")))
    }

    /// These packages and all that use them, directly or through others, in alphabetical order.
    pub fn with_dependants(&self, names: &BTreeSet<String>) -> BTreeSet<String> {
        let mut found = names.clone();
        loop {
            let before = found.len();
            for package in &self.packages {
                if package.dependencies.iter().any(|used| found.contains(&used.name)) {
                    found.insert(package.name.clone());
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Three packages: `b` uses `a`, `c` uses `b`.
    pub fn small() -> Workspace {
        serde_json::from_str(
            r#"{ "workspace_root": "/w", "target_directory": "/w/target", "packages": [
                { "name": "a", "version": "1.2.3",
                  "manifest_path": "/w/crates/a/Cargo.toml", "dependencies": [],
                  "targets": [{ "name": "a", "kind": ["lib"] }, { "name": "laws", "kind": ["test"] }] },
                { "name": "b", "version": "1.2.3",
                  "manifest_path": "/w/crates/b/Cargo.toml", "dependencies": [{ "name": "a" }],
                  "targets": [{ "name": "laws", "kind": ["test"] },
                              { "name": "browser", "kind": ["test"] }] },
                { "name": "c", "version": "1.2.3",
                  "manifest_path": "/w/crates/c/Cargo.toml", "dependencies": [{ "name": "b" }],
                  "targets": [] } ] }"#,
        )
        .unwrap()
    }

    #[test]
    fn what_uses_a_package_is_found_through_others() {
        let with = |name: &str| small().with_dependants(&BTreeSet::from([name.to_owned()]));
        assert_eq!(with("a").into_iter().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!(with("c").into_iter().collect::<Vec<_>>(), ["c"]);
    }

    #[test]
    fn files_of_tests_are_named_once() {
        assert_eq!(small().tests(|_, name| name != "browser"), ["laws"]);
        assert_eq!(small().tests(|package, _| package == "b"), ["browser", "laws"]);
    }

    #[test]
    fn cargo_tells_of_this_workspace() {
        let workspace = Workspace::read().unwrap_or_else(|Failed(why)| panic!("{why}"));
        assert!(workspace.packages.iter().any(|package| package.name == "bagatelle-core"));
        assert!(workspace.tests(|_, _| true).iter().any(|name| name == "architecture"));
    }
}
