//! Where programs are that the checks need and that no package brings.

use std::path::{Path, PathBuf};

/// A folder beside what cargo builds; the harness of the browser tests looks there.
pub fn folder() -> PathBuf {
    let program = std::env::current_exe().unwrap_or_default();
    // target/debug/xtask, or a test of it in target/debug/deps
    let target = program.ancestors().find(|folder| folder.ends_with("debug")).and_then(Path::parent);
    target.unwrap_or(Path::new("target")).join("tools")
}
