//! The command lines of what reads and writes many records: `convert` and `stats`.

use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Convert {
    /// Files of records in any of the forms; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The form to write
    #[arg(long, value_enum, value_name = "FORM")]
    pub to: Form,
    /// The file to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A form of records (docs/records.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Form {
    /// A JSON document over several lines, as it is exported
    Json,
    /// One JSON document per line
    Jsonl,
    /// One game per line, in columns
    Text,
    /// Portable Piecepack Notation, for games played with a piecepack
    Ppn,
}

#[derive(Debug, clap::Args)]
pub struct Stats {
    /// A folder of records with its subfolders, or a file, in any form that `convert` reads
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// How many player actions make an opening
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub opening: usize,
    /// How many openings to list for each game
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub openings: usize,
    /// Print one line of JSON, with all openings
    #[arg(long)]
    pub json: bool,
}
