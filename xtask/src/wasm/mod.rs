//! The module for browsers: compiling it, shipping it, and saying when it is older than its sources.
//!
//! `assets/wasm` holds the module, compressed, and a note of what it is. [`build`] makes both; [`sources`]
//! finds what the module is made from; [`note`] is the text beside it. Neither the program nor the tests need
//! a compiler for browsers: they read the two files.
//!
//! The standard library for wasm32 comes with `rustup target add wasm32-unknown-unknown`, which is enough for
//! [`check`]. The module is made with a standard library that is compiled here, from sources that come with
//! `rustup component add rust-src`, or Debian's rust-web-src. `BAGATELLE_WASM_RUSTC` names a compiler where
//! it is not the usual one.

mod build;
mod compiler;
mod names;
mod note;
mod optimizer;
mod sources;

use crate::step::{self, Failed};
use compiler::{Compiler, Std};
use names::{PACKAGE, TARGET};
use std::ffi::OsString;

pub use names::root;

/// Runs the command: without an argument it makes the module.
pub fn run(args: &[OsString]) -> Result<(), Failed> {
    let args: Vec<_> = args.iter().map(|arg| arg.to_string_lossy()).collect();
    match args.iter().map(AsRef::as_ref).collect::<Vec<_>>().as_slice() {
        [] => build::write(&root(), &pinned()?),
        ["--verify"] => build::verify(&root(), &pinned()?),
        ["--try"] => build::attempt(&root(), &Compiler::found()),
        ["--check"] => check(),
        _ => Err(Failed("wasm takes nothing, or one of --check, --try and --verify".into())),
    }
}

/// The compiler that makes what is shipped, where that and what makes it smaller are there.
fn pinned() -> Result<Compiler, Failed> {
    optimizer::pinned()?;
    Compiler::pinned()
}

/// Compiles what goes into the module, or says why that cannot be tried here.
pub fn check() -> Result<(), Failed> {
    let compiler = Compiler::found();
    let mut command = compiler.cargo(&["check", "--quiet", "--package", PACKAGE]);
    match compiler.std() {
        Some(Std::Installed) => step::run("The crates for the browser", &mut command),
        Some(Std::Sources) => {
            compiler.with_std(&mut command);
            step::run("The crates for the browser, with a standard library made here", &mut command)
        }
        None => {
            println!(
                "\n=== The crates for the browser are not compiled: {compiler} has no library for {TARGET}"
            );
            Ok(())
        }
    }
}
