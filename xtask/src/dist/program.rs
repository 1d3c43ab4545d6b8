//! The program that is packed: built once, and asked for its manual and its completions.

use super::archive::File;
use crate::built;
use crate::step::Failed;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The profile of what is given to others.
pub const PROFILE: &str = "dist";

/// The profile of what the tests use.
pub const OF_TESTS: &str = "dev";

/// The shells that there are completions for, and the name that each wants for its file.
pub const SHELLS: [(&str, &str); 4] = [
    ("bash", "bagatelle.bash"),
    ("zsh", "_bagatelle"),
    ("fish", "bagatelle.fish"),
    ("powershell", "_bagatelle.ps1"),
];

/// A program that was built.
pub struct Program {
    file: PathBuf,
    /// What it was built for, as Rust calls it.
    pub target: String,
}

impl Program {
    /// Builds it.
    pub fn built(profile: &str) -> Result<Program, Failed> {
        let file = if profile == OF_TESTS { built::of_tests() } else { built::of_profile(profile) }?;
        Ok(Program { file, target: host()? })
    }

    /// What it holds.
    pub fn bytes(&self) -> Result<Vec<u8>, Failed> {
        std::fs::read(&self.file).map_err(|error| Failed(format!("{}: {error}", self.file.display())))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// Its name on the system that it is for.
    pub fn name(&self) -> &'static str {
        if self.target.contains("windows") { "bagatelle.exe" } else { "bagatelle" }
    }

    /// What it says of itself.
    pub fn says(&self, args: &[&str]) -> Result<Vec<u8>, Failed> {
        let output = Command::new(&self.file).args(args).stdin(Stdio::null()).output();
        let output = output.map_err(|error| Failed(format!("{}: {error}", self.file.display())))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let why = String::from_utf8_lossy(&output.stderr);
        Err(Failed(format!("{} {}: {why}", self.file.display(), args.join(" "))))
    }

    /// Its manual, and the completions of each shell, by the names of their files.
    pub fn texts(&self) -> Result<Vec<File>, Failed> {
        let mut texts = vec![File::read("man/bagatelle.1", self.says(&["man"])?)];
        for (shell, name) in SHELLS {
            texts.push(File::read(format!("completions/{name}"), self.says(&["completions", shell])?));
        }
        Ok(texts)
    }
}

/// What this compiler builds for.
fn host() -> Result<String, Failed> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--version", "--verbose"]).output();
    let said = output.map_err(|error| Failed(format!("rustc: {error}")))?.stdout;
    let said = String::from_utf8_lossy(&said);
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failed("rustc does not say what it builds for".into()))
}
