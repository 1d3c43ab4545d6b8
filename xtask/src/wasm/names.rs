//! What the module is made from, and where it is.

use std::path::{Path, PathBuf};

/// The crate that is the module.
pub const PACKAGE: &str = "bagatelle-offline";
/// What it is compiled for.
pub const TARGET: &str = "wasm32-unknown-unknown";
/// The module, compressed, in the root folder.
pub const MODULE: &str = "assets/wasm/bagatelle.wasm.br";
/// What it is.
pub const NOTE: &str = "assets/wasm/bagatelle.toml";

/// The root folder.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(1).unwrap_or(Path::new(".")).to_owned()
}
