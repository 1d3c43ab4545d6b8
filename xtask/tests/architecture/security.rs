//! The page of threats names tests; each of them exists.

use crate::workspace::{files, root};
use std::collections::BTreeSet;

/// The names of all functions that are tests, in all crates.
fn tests() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for folder in ["crates", "xtask"] {
        for (_, text) in files(&root().join(folder), &["rs"]) {
            let mut is_test = false;
            for line in text.lines().map(str::trim) {
                let name = line
                    .trim_start_matches("async ")
                    .strip_prefix("fn ")
                    .and_then(|rest| rest.split('(').next());
                match name {
                    Some(name) if is_test => drop(found.insert(name.to_owned())),
                    // Other attributes and comments may stand between.
                    None if line.starts_with("#[") || line.starts_with("//") => {
                        is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
                        continue;
                    }
                    _ => (),
                }
                is_test = false;
            }
        }
    }
    found
}

/// The tests that the last column of each table names; a row without one is named itself.
fn named(page: &str) -> Vec<String> {
    let rows = page.lines().filter(|line| line.starts_with('|') && !line.starts_with("| ---"));
    let mut names = Vec::new();
    for row in rows.filter(|row| !row.ends_with("| shown by |")) {
        let last = row.trim_end_matches('|').rsplit('|').next().unwrap_or_default();
        let before = names.len();
        names.extend(last.split('`').skip(1).step_by(2).map(str::to_owned));
        if names.len() == before {
            names.push(row.to_owned());
        }
    }
    names
}

#[test]
fn each_test_that_the_page_of_threats_names_exists() {
    let page = std::fs::read_to_string(root().join("docs/security.md")).unwrap();
    let (names, tests) = (named(&page), tests());
    assert!(names.len() > 50 && tests.len() > 500, "{} of {}", names.len(), tests.len());
    let missing: Vec<&String> = names.iter().filter(|name| !tests.contains(*name)).collect();
    assert!(missing.is_empty(), "docs/security.md names tests that do not exist: {missing:#?}");
    assert_eq!(
        named("| a | b | shown by |\n| --- | --- | --- |\n| c | d | `e`, `f` |\n| g | h | |").len(),
        3
    );
}
