//! The checks of the pages' scripts, which need no browser: their tests in Node, and their types.

use crate::needs;
use crate::step::{self, Failed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of TypeScript that checks the types; npm fetches and keeps it.
const TYPESCRIPT: &str = "typescript@5.9.3";

/// Runs the tests of the scripts, then checks their types.
pub fn check() -> Result<(), Failed> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    needs::NODE.demanded()?;
    let mut node = Command::new("node");
    step::run("Scripts", node.args(["--test", "--test-reporter=dot"]).args(tests(&assets.join("tests"))?))?;
    // Only the types are checked with what has to be downloaded once, so a machine without a network goes on
    // without them.
    if !succeeds(typescript().arg("--version")) {
        return if std::env::var_os("CI").is_some() {
            Err(Failed(format!("npx, which comes with npm, cannot fetch {TYPESCRIPT}")))
        } else {
            step::skip(&format!("types of the scripts, since npx cannot fetch {TYPESCRIPT}"));
            Ok(())
        };
    }
    step::run("Types of the scripts", typescript().arg("--project").arg(assets.join("jsconfig.json")))?;
    // It runs where there is no page.
    let service = assets.join("service/jsconfig.json");
    step::run("Types of the service worker", typescript().arg("--project").arg(service))
}

/// The files of tests in a folder.
fn tests(folder: &Path) -> Result<Vec<PathBuf>, Failed> {
    let failed = |error: std::io::Error| Failed(format!("{}: {error}", folder.display()));
    let entries =
        std::fs::read_dir(folder).map_err(failed)?.collect::<Result<Vec<_>, _>>().map_err(failed)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
    files.retain(|file| file.to_string_lossy().ends_with(".test.js"));
    files.sort();
    if files.is_empty() {
        return Err(Failed(format!("{} holds no tests", folder.display())));
    }
    Ok(files)
}

fn typescript() -> Command {
    let mut command = Command::new("npx");
    command.args(["--yes", "--prefer-offline", "--loglevel=error", "--package", TYPESCRIPT, "--", "tsc"]);
    command.env("npm_config_fetch_retries", "0");
    command
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
