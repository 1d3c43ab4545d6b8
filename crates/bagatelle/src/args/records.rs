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
    /// The file to write; standard output if it is left out
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// A form of records (docs/records.md).
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Form {
    /// A JSON document over several lines, as it is exported
    Json,
    /// One JSON document a line
    Jsonl,
    /// One game a line, in columns
    Text,
    /// Portable Piecepack Notation, for games played with a piecepack
    Ppn,
}

#[derive(Debug, clap::Args)]
pub struct Stats {
    /// A folder of records, with its folders, or a file; in any of the forms of `convert`
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// How many actions of the players are an opening
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub opening: usize,
    /// How many openings are listed for each game
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub openings: usize,
    /// Print one line of JSON, with all openings
    #[arg(long)]
    pub json: bool,
}
