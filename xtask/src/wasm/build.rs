//! Making the module.
//!
//! It is the same, byte for byte, wherever it is made by the same compiler: the paths of the machine are
//! taken out, and what a user has set for cargo does not count.

use super::compiler::Compiler;
use super::names::{MODULE, NOTE, PACKAGE, TARGET};
use super::note::Note;
use super::optimizer;
use super::sources;
use crate::step::{self, Failed};
use brotli::enc::BrotliEncoderParams;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The quality and the window of the compression: the most there is.
const QUALITY: i32 = 11;
const WINDOW: i32 = 24;

/// Makes the module and writes it with its note.
pub fn write(root: &Path, compiler: &Compiler) -> Result<(), Failed> {
    let (module, note) = made(root, compiler)?;
    for (path, bytes) in [(MODULE, module.as_slice()), (NOTE, note.text().as_bytes())] {
        let failed = |error: std::io::Error| Failed(format!("{path}: {error}"));
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap_or(root)).map_err(failed)?;
        fs::write(file, bytes).map_err(failed)?;
    }
    tell(MODULE, &note);
    Ok(())
}

/// Makes the module and tells what it is, without keeping it.
pub fn attempt(root: &Path, compiler: &Compiler) -> Result<(), Failed> {
    let (_, note) = made(root, compiler)?;
    tell("The module, which is not kept", &note);
    Ok(())
}

/// Makes the module from a copy of the sources in another folder, and compares it with the one that is
/// shipped.
pub fn verify(root: &Path, compiler: &Compiler) -> Result<(), Failed> {
    let shipped = Note::read(root)?;
    let copy = tempfile::tempdir().map_err(|error| Failed(error.to_string()))?;
    copy_sources(root, copy.path())?;
    let (module, made) = made(copy.path(), compiler)?;
    tell(&format!("The module made in {}", copy.path().display()), &made);
    if made.sources != shipped.sources {
        return Err(Failed(format!("{MODULE} is older than what it is made from: run `cargo xtask wasm`")));
    }
    let kept = fs::read(root.join(MODULE)).map_err(|error| Failed(format!("{MODULE}: {error}")))?;
    if made != shipped || module != kept {
        return Err(Failed(format!(
            "{MODULE} differs from what the same sources give here:\n{}",
            shipped.text()
        )));
    }
    println!("\n{MODULE} is what its sources give, in another folder, too.");
    Ok(())
}

fn tell(what: &str, note: &Note) {
    println!("\n{what}: {} bytes, {} to send, SHA-256 {}", note.size, note.compressed, note.sha256);
}

/// The module, compressed, and its note.
fn made(root: &Path, compiler: &Compiler) -> Result<(Vec<u8>, Note), Failed> {
    // Before it is compiled, which takes a while in which a file may change.
    let sources = sources::hash(root)?;
    step::run("The module for browsers", &mut command(root, compiler))?;
    let path = root.join("target/wasm").join(TARGET).join("wasm/bagatelle_offline.wasm");
    let module = optimizer::smaller(&path)?;
    let params = BrotliEncoderParams {
        quality: QUALITY,
        lgwin: WINDOW,
        size_hint: module.len(),
        ..BrotliEncoderParams::default()
    };
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut module.as_slice(), &mut compressed, &params)
        .map_err(|error| Failed(format!("the module cannot be compressed: {error}")))?;
    let note = Note::of(&module, compressed.len(), compiler.tools(), sources);
    Ok((compressed, note))
}

/// The command that compiles the module.
fn command(root: &Path, compiler: &Compiler) -> Command {
    let mut command = compiler.cargo(&["rustc", "--package", PACKAGE, "--lib", "--crate-type", "cdylib"]);
    command.args(["--profile", "wasm", "--locked"]).current_dir(root);
    compiler.with_std(&mut command);
    for (name, _) in std::env::vars_os() {
        let name_is = |start| name.to_string_lossy().starts_with(start);
        if ["CARGO_PROFILE_", "CARGO_BUILD_", "CARGO_TARGET_", "CARGO_INCREMENTAL"].into_iter().any(name_is) {
            command.env_remove(name);
        }
    }
    // Where sources are on this machine is written into no message of the module.
    let places = [(root.to_owned(), "bagatelle"), (registry(), "registry"), (compiler.sources(), "rust")];
    let mut flags = vec![OsString::from("-Ctarget-feature=+simd128")];
    // A browser shows no message of a panic, so none is in the module: it ends at once, and the page starts
    // another one.
    let without_messages =
        ["-Zunstable-options", "-Cpanic=immediate-abort", "-Zfmt-debug=none", "-Zlocation-detail=none"];
    flags.extend(without_messages.map(OsString::from));
    // Cargo's `strip` leaves the names of functions in where the linker is chosen, and a linker pads each
    // address to five bytes. The stack of a linker's own choice, a megabyte, is too small for some searches.
    flags.extend(
        ["-Clink-arg=--strip-all", "-Clink-arg=--compress-relocations", "-Clink-arg=-zstack-size=4194304"]
            .map(OsString::from),
    );
    flags.extend(compiler.linker().map(|linker| format!("-Clinker={linker}").into()));
    for (place, name) in places {
        let mut flag = OsString::from("--remap-path-prefix=");
        flag.push(place);
        flag.push(format!("=/{name}"));
        flags.push(flag);
    }
    command
        .env_remove("RUSTFLAGS")
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join(std::ffi::OsStr::new("\x1f")))
        .env_remove("RUSTC_WRAPPER");
    command
}

/// Where cargo keeps the sources of other crates.
fn registry() -> PathBuf {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    home.unwrap_or_default().join("registry/src")
}

/// Copies what cargo needs to compile the module: all but what was made here.
fn copy_sources(root: &Path, to: &Path) -> Result<(), Failed> {
    const MADE: [&str; 4] = [".git", "target", "data", "node_modules"];
    let mut folders = vec![(root.to_owned(), to.to_owned())];
    while let Some((from, to)) = folders.pop() {
        let failed = |error: std::io::Error| Failed(format!("{}: {error}", from.display()));
        fs::create_dir_all(&to).map_err(failed)?;
        for entry in fs::read_dir(&from).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            if MADE.iter().any(|name| entry.file_name() == *name) {
                continue;
            }
            let target = to.join(entry.file_name());
            match entry.file_type().map_err(failed)?.is_dir() {
                true => folders.push((entry.path(), target)),
                false => drop(fs::copy(entry.path(), target).map_err(failed)?),
            }
        }
    }
    Ok(())
}
