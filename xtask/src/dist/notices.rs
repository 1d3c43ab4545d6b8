//! The licences of what the program is built from: their texts go where the program goes.

use crate::cargo;
use crate::step::Failed;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// How the names of files with licences begin.
const NAMES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// What the pages and pictures are written in, and the licence of each.
const FONTS: [(&str, &str); 3] = [
    ("Fraunces", include_str!("../../../assets/fonts/OFL-title.txt")),
    ("Source Sans 3", include_str!("../../../assets/fonts/OFL-text.txt")),
    ("Outlines of Source Sans Pro 2.020", include_str!("../../../assets/letters/OFL.txt")),
];

/// What cargo tells of a build.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    license_file: Option<PathBuf>,
    manifest_path: PathBuf,
    /// `None` for those of this workspace.
    source: Option<String>,
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `None` for what is part of a program, rather than of its build or its tests.
    kind: Option<String>,
}

/// The texts, each with the names of those that it is of.
pub fn text(target: &str) -> Result<String, Failed> {
    let args = ["metadata", "--format-version", "1", "--locked", "--filter-platform", target];
    let output = cargo(&args).output().map_err(|error| Failed(format!("cargo metadata: {error}")))?;
    if !output.status.success() {
        return Err(Failed(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr))));
    }
    let said: Metadata =
        serde_json::from_slice(&output.stdout).map_err(|error| Failed(format!("cargo metadata: {error}")))?;
    let parts = parts(&said);
    let mut text = String::from("Bagatelle is built from these libraries and fonts:\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in &parts {
        let licence = package.license.as_deref().unwrap_or("see below");
        text += &format!("{} {}: {licence}\n", package.name, package.version);
        for file in files(package)? {
            texts.entry(file).or_default().push(format!("{} {}", package.name, package.version));
        }
    }
    for (name, licence) in FONTS {
        text += &format!("{name}: OFL-1.1\n");
        texts.entry(licence.trim_end().to_owned()).or_default().push(name.to_owned());
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (licence, of) in texts {
        text += &format!("\n{}\n{}\n\n{licence}\n", "=".repeat(72), of.join(", "));
    }
    Ok(text)
}

/// The packages of others that are part of the program.
fn parts(said: &Metadata) -> Vec<&Package> {
    let nodes: BTreeMap<&str, &Node> =
        said.resolve.nodes.iter().map(|node| (node.id.as_str(), node)).collect();
    let first = said.packages.iter().find(|package| package.name == "bagatelle" && package.source.is_none());
    // What only writes code is not in the program, nor is what that uses.
    let is_macro = |package: &&Package| {
        package.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
    };
    let macros: BTreeSet<&str> =
        said.packages.iter().filter(is_macro).map(|package| package.id.as_str()).collect();
    let mut waiting: Vec<&str> = first.map(|package| package.id.as_str()).into_iter().collect();
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !macros.contains(id) && found.insert(id) {
            let used = nodes.get(id).into_iter().flat_map(|node| &node.deps);
            let used = used.filter(|used| used.dep_kinds.iter().any(|kind| kind.kind.is_none()));
            waiting.extend(used.map(|used| used.pkg.as_str()));
        }
    }
    let of_others = |package: &&Package| package.source.is_some() && found.contains(package.id.as_str());
    let mut parts: Vec<&Package> = said.packages.iter().filter(of_others).collect();
    parts.sort_by_key(|package| (&package.name, &package.version));
    parts
}

/// The texts of the licences that lie in the folder of a package.
fn files(package: &Package) -> Result<Vec<String>, Failed> {
    let folder = package.manifest_path.parent().unwrap_or(Path::new("."));
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = package.license_file.iter().map(|file| folder.join(file)).collect();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && NAMES.iter().any(|start| name.starts_with(start)) {
            paths.push(path);
        }
    }
    paths.sort();
    paths.dedup();
    let text = |path: PathBuf| {
        let text = std::fs::read(&path).map_err(failed)?;
        // Line ends and blanks at the end of lines differ where words do not.
        let text = String::from_utf8_lossy(&text);
        Ok(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned())
    };
    paths.into_iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_program_is_built_from_is_named_with_its_licences() {
        let text = text("x86_64-unknown-linux-gnu").unwrap_or_else(|Failed(why)| panic!("{why}"));
        for name in ["\naxum ", "\nlibsqlite3-sys ", "\ntokio "] {
            assert!(text.contains(name), "{name}");
        }
        assert!(text.contains("Permission is hereby granted"));
        assert_eq!(text.matches("Reserved Font Name ").count(), 2, "both of Adobe's fonts");
        for never in ["\nbagatelle", "\nthirtyfour ", "\nproptest ", "\nsyn "] {
            assert!(!text.contains(never), "{never} is not part of the program");
        }
    }
}
