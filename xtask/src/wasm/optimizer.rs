//! Making the module smaller after it is compiled: `wasm-opt`, of Binaryen.

use crate::step::Failed;
use std::path::Path;
use std::process::Command;

/// The version that makes what is shipped. Another one makes other bytes of the same module.
const PINNED: &str = "wasm-opt version 108";

/// What it does, until nothing gets smaller. Functions are not copied to where they are called: what is
/// written once is compressed once.
/// No address below 1,024 is read, since the stack lies first and ends there, and memory begins as zeros.
const ARGS: [&str; 12] = [
    "--all-features",
    "-O2",
    "--converge",
    "--always-inline-max-function-size",
    "0",
    "--flexible-inline-max-function-size",
    "0",
    "--one-caller-inline-max-function-size",
    "0",
    "--low-memory-unused",
    "--zero-filled-memory",
    "--output",
];

/// What it says of itself; empty if it cannot be run.
pub fn version() -> String {
    let output = Command::new("wasm-opt").arg("--version").output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}

/// Checks that it is of the version that makes what is shipped.
pub fn pinned() -> Result<(), Failed> {
    let found = match version() {
        version if version == PINNED || version.starts_with(&format!("{PINNED} ")) => return Ok(()),
        version if version.is_empty() => "there is none".to_owned(),
        version => format!("this is {version}"),
    };
    Err(Failed(format!("the module is made smaller by {PINNED} (package binaryen), and {found}")))
}

/// Writes a smaller module beside the one in this file, and returns its bytes.
pub fn smaller(module: &Path) -> Result<Vec<u8>, Failed> {
    let small = module.with_extension("small.wasm");
    let mut command = Command::new("wasm-opt");
    command.args(ARGS).arg(&small).arg(module);
    crate::step::run("The module, made smaller", &mut command)?;
    std::fs::read(&small).map_err(|error| Failed(format!("{}: {error}", small.display())))
}
