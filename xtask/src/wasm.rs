//! Compiling for the browser what is to run there, too.
//!
//! The standard library for wasm32 comes with `rustup target add wasm32-unknown-unknown`. A compiler that has its sources instead
//! (`rustup component add rust-src`, or Debian's rustc-web with rust-web-src) makes it itself. `BAGATELLE_WASM_RUSTC` names such a
//! compiler where it is not the usual one.

use crate::step::{self, Failed};
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that run in the browser; those that they use are compiled with them.
const PACKAGES: [&str; 2] = ["bagatelle-pages", "bagatelle-table"];

/// Compiles the crates, or says why that cannot be tried here.
pub fn check() -> Result<(), Failed> {
    let rustc = std::env::var_os("BAGATELLE_WASM_RUSTC").or_else(|| std::env::var_os("RUSTC"));
    let rustc = rustc.unwrap_or_else(|| "rustc".into());
    let mut command = crate::cargo(&["check", "--quiet", "--target", TARGET, "--target-dir", "target/wasm"]);
    command.env("RUSTC", &rustc).args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    let library = printed(&rustc, "target-libdir", &["--target", TARGET]);
    let sources = printed(&rustc, "sysroot", &[]).join("lib/rustlib/src/rust/library/std/Cargo.toml");
    if library.exists() {
        step::run("The crates for the browser", &mut command)
    } else if sources.exists() {
        command.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        step::run("The crates for the browser, with a standard library made here", &mut command)
    } else {
        println!(
            "\n=== The crates for the browser are not compiled: {} has no library for {TARGET}",
            rustc.display()
        );
        Ok(())
    }
}

/// A path that the compiler prints; empty if it prints none.
fn printed(rustc: &OsString, what: &str, more: &[&str]) -> PathBuf {
    let output = Command::new(rustc).args(["--print", what]).args(more).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    text.unwrap_or_default().into()
}
