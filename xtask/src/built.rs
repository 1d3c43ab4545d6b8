//! The program, built.

use crate::cargo;
use crate::step::{self, Failed};
use std::path::PathBuf;
use std::process::Stdio;

/// A file of tests that run the program.
const TEST: &str = "deploy";

/// The program that the tests run, and where it is. It is built with a test: without what tests want of
/// libraries, these would be built again.
pub fn of_tests() -> Result<PathBuf, Failed> {
    built("as the tests use it", &["test", "--no-run", "--workspace", "--test", TEST])
}

/// The program of a profile, and where it is.
pub fn of_profile(profile: &str) -> Result<PathBuf, Failed> {
    let how = format!("with the profile {profile}");
    built(&how, &["build", "--package", "bagatelle", "--bin", "bagatelle", "--profile", profile])
}

fn built(how: &str, args: &[&str]) -> Result<PathBuf, Failed> {
    let mut build = cargo(args);
    build.args(["--locked", "--message-format=json-render-diagnostics"]);
    build.stdin(Stdio::null()).stderr(Stdio::inherit());
    let mut said = Vec::new();
    step::timed(&format!("The program, {how}"), || {
        let output = build.output().map_err(|error| Failed(format!("cargo: {error}")))?;
        said = output.stdout;
        if output.status.success() { Ok(()) } else { Err(Failed(output.status.to_string())) }
    })?;
    let file = executable(&String::from_utf8_lossy(&said));
    file.ok_or_else(|| Failed("cargo does not say where the program is".into()))
}

/// The program in what cargo says of a build.
fn executable(said: &str) -> Option<PathBuf> {
    let messages = said.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let mut named = messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
    named.rfind(|file| file.file_stem().is_some_and(|name| name == "bagatelle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_says_where_the_program_is() {
        let said = "{\"reason\":\"compiler-artifact\",\"executable\":null}\n\
            {\"reason\":\"compiler-artifact\",\"executable\":\"/t/debug/bagatelle\"}\n\
            {\"reason\":\"compiler-artifact\",\"executable\":\"/t/debug/deps/deploy-0\"}\n\
            {\"reason\":\"build-finished\",\"success\":true}\n";
        assert_eq!(executable(said), Some(PathBuf::from("/t/debug/bagatelle")));
        assert_eq!(executable("{}"), None);
    }
}
