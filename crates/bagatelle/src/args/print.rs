//! The command line of what prints games.

use bagatelle_print::{Paper, Sheets, Tone};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Print {
    /// The game, as in `bagatelle games`
    pub game: String,
    /// The PDF file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The paper: `a4` or `letter`
    #[arg(long, value_name = "PAPER", default_value_t = Paper::default())]
    pub paper: Paper,
    /// The ink: `colour`, `grey` for black and white, or `low-ink` for outlines
    #[arg(long, value_name = "INK", default_value_t = Tone::default())]
    pub ink: Tone,
    /// Print the backs of pieces, too, for a printer that turns the paper over its long edge
    #[arg(long)]
    pub backs: bool,
    /// How far paint goes on beyond the edges of pieces, in millimetres
    #[arg(long, value_name = "MM", default_value_t = Sheets::default().bleed)]
    pub bleed: f64,
    /// Print only this; may be repeated
    #[arg(long, value_enum, value_name = "PART")]
    pub only: Vec<Part>,
    /// An option of the game, such as board=@FILE; the value is JSON, plain text, or @FILE for the text of a
    /// file
    #[arg(long = "option", value_name = "K=V")]
    pub options: Vec<String>,
}

/// A part of what is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Part {
    /// The pieces
    Pieces,
    /// The rule sheet
    Rules,
    /// The reference card
    Card,
}

impl Print {
    /// How the game is to be printed.
    pub fn sheets(&self) -> Sheets {
        let wanted = |part| self.only.is_empty() || self.only.contains(&part);
        Sheets {
            paper: self.paper,
            tone: self.ink,
            backs: self.backs,
            bleed: self.bleed,
            pieces: wanted(Part::Pieces),
            rules: wanted(Part::Rules),
            card: wanted(Part::Card),
        }
    }
}
