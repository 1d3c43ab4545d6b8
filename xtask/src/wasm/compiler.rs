//! The compiler that makes the module.

use super::names::TARGET;
use super::optimizer;
use crate::step::Failed;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::process::Command;

/// The version that makes what is shipped. Another one makes other bytes of the same sources.
const PINNED: &str = "rustc 1.96.0";

/// How a compiler comes by a standard library for browsers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Std {
    /// It has one.
    Installed,
    /// It makes one from its sources.
    Sources,
}

/// A compiler.
pub struct Compiler {
    rustc: OsString,
    /// What it says of itself, in one line.
    version: String,
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.rustc.display(), self.version)
    }
}

impl Compiler {
    /// The compiler that the environment names, or the usual one.
    pub fn found() -> Compiler {
        let rustc = std::env::var_os("BAGATELLE_WASM_RUSTC").or_else(|| std::env::var_os("RUSTC"));
        let rustc = rustc.unwrap_or_else(|| "rustc".into());
        let version = printed(&rustc, &["--version"]);
        Compiler { rustc, version }
    }

    /// That compiler, if it is of the version that makes what is shipped.
    pub fn pinned() -> Result<Compiler, Failed> {
        let compiler = Compiler::found();
        if compiler.version != PINNED && !compiler.version.starts_with(&format!("{PINNED} ")) {
            return Err(Failed(format!(
                "the module is made by {PINNED}, and this is {compiler}. BAGATELLE_WASM_RUSTC names another \
                 compiler; \
                 `cargo xtask wasm --try` makes the module with this one, without keeping it"
            )));
        }
        Ok(compiler)
    }

    /// What makes the module: the compiler, the part of it that makes the code, the linker, the cargo that
    /// calls them, and what makes it smaller.
    pub fn tools(&self) -> String {
        let verbose = printed(&self.rustc, &["--version", "--verbose"]);
        let llvm = verbose.lines().find(|line| line.starts_with("LLVM")).unwrap_or("LLVM unknown");
        let linker = self.linker().map(|linker| printed(&linker.into(), &["--version"]));
        let cargo = printed(&crate::cargo(&[]).get_program().to_owned(), &["--version"]);
        let linker = linker.as_deref().unwrap_or("its own linker");
        format!("{}, {llvm}, {linker}, {cargo}, {}", self.version, optimizer::version())
    }

    /// The linker, where the compiler comes without one.
    pub fn linker(&self) -> Option<&'static str> {
        let verbose = printed(&self.rustc, &["--version", "--verbose"]);
        let host = verbose.lines().find_map(|line| line.strip_prefix("host: ")).unwrap_or_default();
        let own = PathBuf::from(printed(&self.rustc, &["--print", "sysroot"]));
        (!own.join("lib/rustlib").join(host).join("bin/rust-lld").exists()).then_some("wasm-ld")
    }

    /// How it comes by a standard library for browsers, if it does.
    pub fn std(&self) -> Option<Std> {
        let library = printed(&self.rustc, &["--print", "target-libdir", "--target", TARGET]);
        let sources = self.sources().join("library/std/Cargo.toml");
        let installed = PathBuf::from(library).exists().then_some(Std::Installed);
        installed.or_else(|| sources.exists().then_some(Std::Sources))
    }

    /// Where the sources of its standard library are, if they are there.
    pub fn sources(&self) -> PathBuf {
        PathBuf::from(printed(&self.rustc, &["--print", "sysroot"])).join("lib/rustlib/src/rust")
    }

    /// A cargo that compiles for browsers with it.
    pub fn cargo(&self, args: &[&str]) -> Command {
        let mut command = crate::cargo(args);
        command.args(["--target", TARGET, "--target-dir", "target/wasm"]).env("RUSTC", &self.rustc);
        command
    }

    /// Has a cargo compile the standard library, too.
    pub fn with_std(&self, command: &mut Command) {
        command.env("RUSTC_BOOTSTRAP", "1").arg("-Zbuild-std=std,panic_abort");
        command.arg("-Zbuild-std-features=optimize_for_size");
    }
}

/// What the compiler prints; empty if it cannot be run.
fn printed(rustc: &OsString, args: &[&str]) -> String {
    let output = Command::new(rustc).args(args).output();
    output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
}
