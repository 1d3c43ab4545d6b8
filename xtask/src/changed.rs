//! Which packages have changed since `main`.

use crate::step::Failed;
use crate::workspace::Workspace;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// What has changed since `main`, with all that is built on it.
#[derive(PartialEq, Eq, Debug)]
pub enum Changed {
    /// No file that goes into a package.
    Nothing,
    /// What all packages are built from.
    Everything,
    /// These packages, and those that use them.
    Packages(Vec<String>),
}

impl Changed {
    /// Whether a package has changed, or uses one that has.
    pub fn has(&self, package: &str) -> bool {
        match self {
            Changed::Nothing => false,
            Changed::Everything => true,
            Changed::Packages(names) => names.iter().any(|name| name == package),
        }
    }
}

/// Which packages each folder outside `crates` goes into, or is read by in tests.
const FOLDERS: [(&str, &[&str]); 7] = [
    ("assets/", &["bagatelle-pages", "bagatelle-offline"]),
    ("tests/formats/", &["bagatelle-catalog", "bagatelle-store", "bagatelle-server", "bagatelle"]),
    ("examples/", &["bagatelle"]),
    ("deploy/", &["bagatelle", "xtask"]),
    ("docs/", &["bagatelle", "bagatelle-baju", "bagatelle-pages", "xtask"]),
    ("python/", &["xtask"]),
    ("xtask/", &["xtask"]),
];

/// The packages whose tests read documents in the root folder.
const DOCUMENTS: [&str; 2] = ["bagatelle-pages", "xtask"];

/// The files in the root folder that all packages are built from.
const ROOTS: [&str; 4] = ["Cargo.toml", "Cargo.lock", ".cargo/", "clippy.toml"];

/// The packages that differ from the last commit that this branch shares with `main`, committed or not; on
/// `main` itself, from that of `origin/main`, where there is one.
pub fn packages(workspace: &Workspace) -> Result<Changed, Failed> {
    let root = workspace.root.as_path();
    let head = git(root, &["rev-parse", "HEAD"])?;
    let base = |name: &str| git(root, &["merge-base", "HEAD", name]).ok();
    let base = base("main").filter(|base| *base != head).or_else(|| base("origin/main")).unwrap_or(head);
    let mut files = git(root, &["diff", "--name-only", base.trim()])?;
    files += &git(root, &["ls-files", "--others", "--exclude-standard"])?;
    Ok(of(workspace, files.lines()))
}

fn git(root: &Path, args: &[&str]) -> Result<String, Failed> {
    let output = Command::new("git").current_dir(root).args(args).output();
    let output = output.map_err(|error| Failed(format!("git, which tells what has changed: {error}")))?;
    if !output.status.success() {
        let why = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Failed(format!("git {}: {why}", args.join(" "))));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The packages that some files belong to, with all that use them.
fn of<'a>(workspace: &Workspace, files: impl Iterator<Item = &'a str>) -> Changed {
    let mut names = BTreeSet::new();
    for file in files {
        if ROOTS.iter().any(|root| file.starts_with(root)) {
            return Changed::Everything;
        }
        let inside = |manifest: &Path| {
            let folder = manifest.parent().and_then(|folder| folder.strip_prefix(&workspace.root).ok());
            folder.is_some_and(|folder| Path::new(file).starts_with(folder))
        };
        let own = workspace.packages.iter().filter(|package| inside(&package.manifest_path));
        names.extend(own.map(|package| package.name.clone()));
        for (folder, packages) in FOLDERS {
            if file.starts_with(folder) {
                names.extend(packages.iter().map(|name| (*name).to_owned()));
            }
        }
        if !file.contains('/') {
            names.extend(DOCUMENTS.map(str::to_owned));
        }
    }
    if names.is_empty() {
        return Changed::Nothing;
    }
    Changed::Packages(workspace.with_dependants(&names).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::tests::small;

    fn changed(files: &[&str]) -> Changed {
        of(&small(), files.iter().copied())
    }

    #[test]
    fn a_file_of_a_package_changes_it_and_what_uses_it() {
        let names = |names: &[&str]| Changed::Packages(names.iter().map(|name| (*name).to_owned()).collect());
        assert_eq!(changed(&["crates/b/src/lib.rs"]), names(&["b", "c"]));
        assert_eq!(
            changed(&["crates/c/tests/laws.rs", "README.md"]),
            names(&["bagatelle-pages", "c", "xtask"])
        );
        assert_eq!(changed(&["assets/js/main.js"]), names(&["bagatelle-offline", "bagatelle-pages"]));
    }

    #[test]
    fn what_all_are_built_from_changes_everything_and_a_hidden_file_nothing() {
        assert_eq!(changed(&["crates/b/src/lib.rs", "Cargo.lock"]), Changed::Everything);
        assert_eq!(changed(&[".github/workflows/check.yml"]), Changed::Nothing);
        assert_eq!(changed(&[]), Changed::Nothing);
    }
}
