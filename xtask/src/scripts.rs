//! The checks of the pages' scripts and style sheets, which need no browser: tests, format, and types.

use crate::needs;
use crate::step::{self, Failed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What checks the types, as a package that npm fetches and keeps, and its command.
const TYPESCRIPT: [&str; 2] = ["typescript@5.9.3", "tsc"];

/// What checks the format, by what `package.json` says.
const PRETTIER: [&str; 2] = ["prettier@3.6.2", "prettier"];

/// Runs the tests of the scripts, then checks their format and their types.
pub fn check() -> Result<(), Failed> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    needs::NODE.demanded()?;
    let mut node = Command::new("node");
    step::run("Scripts", node.args(["--test", "--test-reporter=dot"]).args(tests(&assets.join("tests"))?))?;
    // The rest is done by what has to be downloaded once, so a machine without a network goes on without it.
    if let Some([missing, _]) =
        [PRETTIER, TYPESCRIPT].into_iter().find(|tool| !succeeds(npx(*tool).arg("--version")))
    {
        return if std::env::var_os("CI").is_some() {
            Err(Failed(format!("npx, which comes with npm, cannot fetch {missing}")))
        } else {
            step::skip(&format!("format and types of the scripts, since npx cannot fetch {missing}"));
            Ok(())
        };
    }
    let formatted = ["*.css", "js/*.js", "service/*.js", "tests/*.js"].map(|files| assets.join(files));
    step::run(
        "Format of scripts and style sheets",
        npx(PRETTIER).args(["--log-level", "warn", "--check"]).args(formatted),
    )?;
    step::run("Types of the scripts", npx(TYPESCRIPT).arg("--project").arg(assets.join("jsconfig.json")))?;
    // It runs where there is no page.
    let service = assets.join("service/jsconfig.json");
    step::run("Types of the service worker", npx(TYPESCRIPT).arg("--project").arg(service))
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

/// The command of a package of npm.
fn npx([package, program]: [&str; 2]) -> Command {
    let mut command = Command::new("npx");
    command.args(["--yes", "--prefer-offline", "--loglevel=error", "--package", package, "--", program]);
    command.env("npm_config_fetch_retries", "0");
    command
}

fn succeeds(command: &mut Command) -> bool {
    command.output().is_ok_and(|output| output.status.success())
}
