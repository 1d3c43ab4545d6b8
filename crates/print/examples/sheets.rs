//! Writes the sheets of all games in all tones to a folder, as PDF and as SVG, to be looked at; or those of
//! one game under options: `cargo run -p bagatelle-print --example sheets DIR [GAME [OPTIONS]]`.

#![allow(clippy::disallowed_methods, clippy::disallowed_macros, reason = "an example writes files")]

use bagatelle_catalog::printed_games;
use bagatelle_print::{Paper, Sheets, Tone, pdf, sides};
use serde_json::Value;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let folder = words.first().ok_or("a folder is needed")?;
    let wanted = |id: &str| words.get(1).is_none_or(|only| only == id);
    let options: Value = words.get(2).map_or(Ok(Value::Null), |options| serde_json::from_str(options))?;
    for game in printed_games().iter().filter(|game| wanted(game.id())) {
        for tone in Tone::ALL {
            let booklet = game.booklet(&options, tone.ink())?;
            for (paper, backs) in [(Paper::A4, false), (Paper::Letter, true)] {
                let file = pdf(&booklet, &Sheets { paper, tone, backs, ..Sheets::default() })?;
                std::fs::write(format!("{folder}/{}-{tone}-{paper}.pdf", game.id()), &file)?;
                println!("{} {tone} {paper}: {} bytes", game.id(), file.len());
            }
            for (n, side) in sides(&booklet, &Sheets { tone, ..Sheets::default() })?.iter().enumerate() {
                std::fs::write(format!("{folder}/{}-{tone}-{}.svg", game.id(), n + 1), &side.svg)?;
            }
        }
    }
    Ok(())
}
