//! What decides a data set.

use crate::args::DatasetKind;
use crate::output;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fs;
use std::io;
use std::path::Path;

/// The format of the folder.
pub const FORMAT: u32 = 1;
/// The file that says what decides the data.
pub const PLAN: &str = "dataset.json";

/// What decides the data. It is written to the folder, so that nothing else continues there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The format of the folder.
    pub format: u32,
    /// What is written.
    pub kind: DatasetKind,
    /// The game.
    pub game: String,
    /// What deals, chance and programs are drawn from.
    pub seed: String,
    /// The programs that play.
    pub players: Vec<String>,
    /// The nodes of a move, or of a deal.
    pub nodes: u64,
    /// How many actions at random begin each game.
    pub opening: usize,
    /// The options of the game.
    pub options: Value,
    /// The options of the deal.
    pub deal_options: Value,
    /// The version of the program.
    pub bagatelle: String,
    /// The version of the rules.
    pub rules: u32,
    /// The version of the encoding.
    pub encoding: u32,
}

impl Plan {
    /// Notes the plan in the folder.
    ///
    /// # Errors
    /// When there is another one.
    pub fn agree(&self, folder: &Path) -> Result<()> {
        let file = folder.join(PLAN);
        let name = || file.display().to_string();
        match fs::read_to_string(&file) {
            Ok(text) => {
                let there: Plan = serde_json::from_str(&text).with_context(name)?;
                ensure!(
                    there == *self,
                    "{} is of another data set (other game, seed, limits or versions): name another folder",
                    file.display()
                );
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let taken = folder.join(self.kind.file());
                ensure!(!taken.exists(), "{} is there, but no {PLAN}: name another folder", taken.display());
                output::write(Some(&file), (serde_json::to_string_pretty(self)? + "\n").as_bytes())
            }
            Err(error) => Err(error).with_context(name),
        }
    }
}
