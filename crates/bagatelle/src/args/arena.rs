//! The command lines of programs that play: `arena`, `engine` and `figures`.

use super::choices::Choices;
use bagatelle_search::arena::Sprt;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Arena {
    /// The game, as in `bagatelle games`
    pub game: String,
    /// A player: a program, as in `bagatelle programs`, or cmd:COMMAND for an engine, a program that reads
    /// and writes lines of JSON (docs/engines.md), or cmd(NAME=VALUE,…):COMMAND for an engine with options.
    /// Repeat it for each player. With fewer players than seats, the last one fills the rest; with more,
    /// every line-up plays
    #[arg(long = "player", value_name = "PLAYER", required = true)]
    pub players: Vec<String>,
    /// How many games to play, rounded up to whole rounds. A round is one deal, with seats exchanged until
    /// every player has had every seat. In a solitaire game, every player plays the deal once
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// The seed of the deals and of the programs; deal N is that of `bagatelle deal --seed SEED/N`
    #[arg(long, default_value = "1")]
    pub seed: String,
    /// Begin each deal with this many random actions, the same in all games of a round
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    pub opening: usize,
    /// Milliseconds per move, instead of each program’s own limit; engines have 1000 by default
    #[arg(long, value_name = "MS")]
    pub think: Option<u32>,
    /// Nodes or simulations per move instead of time, so programs repeat their games exactly; an engine has a
    /// minute
    #[arg(long, value_name = "N", conflicts_with = "think")]
    pub nodes: Option<u64>,
    /// A clock for the whole game, as SECONDS or SECONDS+INCREMENT, such as 60+1: after each move the
    /// increment is added. Engines of version 1 get a share of it for each move
    #[arg(long, value_name = "S+I", value_parser = clock, conflicts_with_all = ["think", "nodes"])]
    pub clock: Option<(u32, u32)>,
    /// Let engines that can think while others are to act
    #[arg(long)]
    pub ponder: bool,
    /// How many milliseconds late an engine’s answer may be before it loses the game
    #[arg(long, value_name = "MS", default_value_t = 500)]
    pub margin: u32,
    /// Plies after which a game is abandoned as drawn, or lost in a solitaire game
    #[arg(long, default_value_t = 2000)]
    pub limit: usize,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,
    /// Write each game to this file, one record per line; games already in it are not played again
    #[arg(long, value_name = "FILE")]
    pub results: Option<PathBuf>,
    /// Stop as soon as it is clear whether the first of two players is stronger by elo1 rather than by elo0,
    /// in the form elo0=0,elo1=10,alpha=0.05,beta=0.05; --games is then the maximum
    #[arg(long, value_name = "K=V,…", value_parser = sprt)]
    pub sprt: Option<Sprt>,
    #[command(flatten)]
    pub choices: Choices,
    /// Print one line of JSON
    #[arg(long)]
    pub json: bool,
    /// Print the players as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,
}

#[derive(Debug, clap::Args)]
pub struct Engine {
    /// The game, as in `bagatelle games`
    pub game: String,
    /// The program that plays, as in `bagatelle programs`
    #[arg(long, value_name = "PROGRAM")]
    pub level: String,
    /// The seed of the program’s random choices
    #[arg(long, default_value = "1")]
    pub seed: String,
}

#[derive(Debug, clap::Args)]
pub struct PlayOn {
    /// The address of the server, such as https://games.example.org
    #[arg(value_name = "URL")]
    pub server: String,
    /// A token of the account, with the scopes read, play, challenge and bot
    #[arg(long, env = "BAGATELLE_TOKEN", hide_env_values = true)]
    pub token: String,
    /// The command of the engine, such as ./my-engine or 'bagatelle engine baju-duel --level 6'; `engine` in
    /// the file by default
    #[arg(long, value_name = "COMMAND")]
    pub engine: Option<String>,
    /// What the bot does, in TOML: see examples/bot.toml
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Leave after this many games; by default, play for ever
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
}

#[derive(Debug, clap::Args)]
pub struct Dataset {
    /// The game, as in `bagatelle games`
    pub game: String,
    /// The folder to write; the same command continues there if it was interrupted
    pub folder: PathBuf,
    /// What to write
    #[arg(long, value_enum, default_value = "games")]
    pub kind: DatasetKind,
    /// How many games or deals
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub count: u64,
    /// A program that plays, as in `bagatelle programs`; repeat it for each player. By default, the strongest
    /// has all seats
    #[arg(long = "player", value_name = "PROGRAM")]
    pub players: Vec<String>,
    /// Nodes or simulations for each move, or for each deal that is solved
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub nodes: u64,
    /// The seed; deal N is that of `bagatelle deal --seed SEED/N`
    #[arg(long, default_value = "1")]
    pub seed: String,
    /// Begin each game with this many random actions; by default, 4 where all deals are equal
    #[arg(long, value_name = "PLIES")]
    pub opening: Option<usize>,
    #[command(flatten)]
    pub choices: Choices,
    /// How many games or deals at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,
}

/// What a data set holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DatasetKind {
    /// Games that programs play with each other
    Games,
    /// Deals with solutions
    Solutions,
    /// Deals with proofs that they are won
    Certificates,
}

impl DatasetKind {
    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            DatasetKind::Games => "games",
            DatasetKind::Solutions => "solutions",
            DatasetKind::Certificates => "certificates",
        }
    }

    /// The file of the data.
    pub fn file(self) -> String {
        format!("{}.ndjson", self.word())
    }

    /// What is found of a deal, as a key of its line.
    pub fn key(self) -> &'static str {
        match self {
            DatasetKind::Games => "game",
            DatasetKind::Solutions => "solution",
            DatasetKind::Certificates => "certificate",
        }
    }

    /// What a limit of nodes is for.
    pub fn limited(self) -> &'static str {
        if self == DatasetKind::Games { "move" } else { "deal" }
    }
}

#[derive(Debug, clap::Args)]
pub struct Figures {
    /// The game, as in `bagatelle games`; all of them by default
    pub game: Option<String>,
    /// How many games each pair of programs plays; five times as many are played at random
    #[arg(long, default_value_t = 200)]
    pub games: u64,
    /// Nodes or simulations of a program per move
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub nodes: u64,
    /// The seed of the games
    #[arg(long, default_value = "figures")]
    pub seed: String,
    /// How many games to play at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub concurrency: usize,
    /// The file to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<std::path::PathBuf>,
}

/// Reads a clock.
fn clock(text: &str) -> Result<(u32, u32), String> {
    let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
    let seconds = |text: &str, most| text.trim().parse().ok().filter(|seconds| *seconds <= most);
    let start = seconds(start, 86_400).filter(|seconds| *seconds > 0);
    start.zip(seconds(increment, 3600)).ok_or("a clock is SECONDS+INCREMENT, such as 60+1".into())
}

/// Reads the numbers of a test.
fn sprt(text: &str) -> Result<Sprt, String> {
    let mut test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    for part in text.split(',').filter(|part| !part.trim().is_empty()) {
        let (key, value) =
            part.split_once('=').ok_or_else(|| format!("“{part}” is not of the form KEY=VALUE"))?;
        let number: f64 = value.trim().parse().map_err(|_| format!("“{value}” is not a number"))?;
        match key.trim() {
            "elo0" => test.elo0 = number,
            "elo1" => test.elo1 = number,
            "alpha" => test.alpha = number,
            "beta" => test.beta = number,
            other => return Err(format!("there is no “{other}”; the names are elo0, elo1, alpha and beta")),
        }
    }
    let Sprt { elo0, elo1, alpha, beta } = test;
    if !(elo0 < elo1 && elo0 >= -2000.0 && elo1 <= 2000.0) {
        return Err("elo0 must be less than elo1, both from -2000 to 2000".into());
    }
    if ![alpha, beta].iter().all(|rate| (1e-6..0.5).contains(rate)) {
        return Err("alpha and beta must be more than 0 and less than 0.5".into());
    }
    Ok(test)
}

#[cfg(test)]
mod tests {
    use super::sprt;

    #[test]
    fn the_numbers_of_a_test_are_read() {
        let test = sprt("elo1=30, beta=0.1").unwrap();
        assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (0.0, 30.0, 0.05, 0.1));
        assert!(sprt("").is_ok());
        for (bad, why) in [
            ("elo0=10,elo1=5", "less than"),
            ("alpha=0.7", "0.5"),
            ("elo=1", "there is no “elo”"),
            ("elo1", "KEY=VALUE"),
            ("elo1=x", "not a number"),
            ("elo1=NaN", "less than"),
        ] {
            assert!(sprt(bad).unwrap_err().contains(why), "{bad}");
        }
    }
}
