//! The list of programs on the command line.

use anyhow::Result;
use bagatelle_catalog::games;
use std::io::{self, Write};

/// Lists the programs, weakest first.
pub fn list() -> Result<()> {
    let mut out = io::stdout().lock();
    for game in games() {
        for program in game.programs() {
            writeln!(out, "{:24} {}", format!("{}:{}", game.id(), program.name), program.about)?;
        }
    }
    Ok(())
}
