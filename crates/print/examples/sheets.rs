//! Writes the sheets of all games in all tones to a folder, to be looked at.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "an example writes files")]

use bagatelle_catalog::printed_games;
use bagatelle_print::{Paper, Sheets, Tone, pdf};
use serde_json::Value;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder is needed")?;
    for game in printed_games() {
        for tone in Tone::ALL {
            for (paper, backs) in [(Paper::A4, false), (Paper::Letter, true)] {
                let booklet = game.booklet(&Value::Null, tone.ink())?;
                let file = pdf(&booklet, &Sheets { paper, tone, backs, ..Sheets::default() })?;
                std::fs::write(format!("{folder}/{}-{tone}-{paper}.pdf", game.id()), &file)?;
                println!("{} {tone} {paper}: {} bytes", game.id(), file.len());
            }
        }
    }
    Ok(())
}
