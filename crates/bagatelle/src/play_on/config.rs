//! The file of a bot, in TOML: which challenges it accepts, what it looks for, what it says.

use anyhow::{Context, Result, ensure};
use bagatelle_table::Pace;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;

/// What a bot does. Everything may be left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The command of the engine.
    pub engine: Option<String>,
    /// Commands of engines for single games, by the ids of the games.
    pub engines: BTreeMap<String, String>,
    /// Values for options of the engine.
    pub options: Map<String, Value>,
    /// How many games it plays at once.
    pub games_at_once: usize,
    /// How long it thinks about a move of a game without a clock, in milliseconds.
    pub think_ms: u64,
    /// What is kept back of a clock for the way to the server, in milliseconds.
    pub lag_ms: u64,
    /// Whether the engine may think while the other player is to act.
    pub ponder: bool,
    /// What it says at the start of a game.
    pub greeting: Option<String>,
    /// What it says at the end.
    pub farewell: Option<String>,
    /// Whether it agrees to a draw.
    pub draws: bool,
    /// Whether it lets others take moves back.
    pub takebacks: bool,
    /// Whether it agrees to pauses.
    pub pauses: bool,
    /// Whether it plays again if asked.
    pub rematches: bool,
    /// Which challenges it accepts.
    pub challenges: Challenges,
    /// The opponent that it looks for.
    pub seek: Option<Seek>,
    /// The ladder on which it plays.
    pub ladder: Option<Ladder>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            engine: None,
            engines: BTreeMap::new(),
            options: Map::new(),
            games_at_once: 4,
            think_ms: 1000,
            lag_ms: 300,
            ponder: false,
            greeting: None,
            farewell: None,
            draws: false,
            takebacks: false,
            pauses: true,
            rematches: true,
            challenges: Challenges::default(),
            seek: None,
            ladder: None,
        }
    }
}

/// Whether something is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    /// With and without it.
    #[default]
    Any,
    /// With it.
    Only,
    /// Without it.
    Never,
}

impl Wanted {
    /// Whether this is wanted.
    pub fn takes(self, is: bool) -> bool {
        match self {
            Wanted::Any => true,
            Wanted::Only => is,
            Wanted::Never => !is,
        }
    }
}

/// A kind of clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClockKind {
    /// No limit.
    Free,
    /// A number of days for each move.
    Days,
    /// A time for the whole game.
    RealTime,
}

/// Which challenges are accepted: those that all of this takes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Challenges {
    /// Whether any is.
    pub accept: bool,
    /// The games; all that the engine plays if this is left out.
    pub games: Option<Vec<String>>,
    /// The kinds of clocks.
    pub clocks: Vec<ClockKind>,
    /// The fewest seconds of a clock for the whole game.
    pub min_start_s: u32,
    /// The most seconds.
    pub max_start_s: u32,
    /// The shortest increment, in seconds.
    pub min_increment_s: u32,
    /// Rated games.
    pub rated: Wanted,
    /// Challenges of bots.
    pub bots: Wanted,
    /// Only these accounts, if there are any.
    pub from: Vec<String>,
    /// Not these accounts.
    pub not_from: Vec<String>,
    /// The longest match, in rounds.
    pub max_rounds: u8,
}

impl Default for Challenges {
    fn default() -> Challenges {
        Challenges {
            accept: true,
            games: None,
            clocks: vec![ClockKind::Free, ClockKind::Days, ClockKind::RealTime],
            min_start_s: 0,
            max_start_s: u32::MAX,
            min_increment_s: 0,
            rated: Wanted::Any,
            bots: Wanted::Any,
            from: Vec::new(),
            not_from: Vec::new(),
            max_rounds: u8::MAX,
        }
    }
}

/// An opponent that is looked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seek {
    /// The game.
    pub game: String,
    /// The clock; one that suits the game if it is left out.
    pub pace: Option<Pace>,
    /// Whether the game is rated.
    #[serde(default)]
    pub rated: bool,
}

/// A ladder.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ladder {
    /// The game.
    pub game: String,
    /// After how many games the bot is content; never if it is left out.
    pub games: Option<u64>,
}

impl Config {
    /// Reads a file; without one, what goes without saying.
    ///
    /// # Errors
    /// When it cannot be read, or says something that is not understood: the error names the line.
    pub fn read(file: Option<&Path>) -> Result<Config> {
        let Some(file) = file else { return Ok(Config::default()) };
        let name = || file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(name)?;
        Config::parse(&text).with_context(name)
    }

    fn parse(text: &str) -> Result<Config> {
        let config: Config = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or("", |span| &text[..span.start.min(text.len())]);
            let line = before.matches('\n').count() + 1;
            anyhow::anyhow!("line {line}: {}", error.message())
        })?;
        ensure!((1..=16).contains(&config.games_at_once), "games_at_once is from 1 to 16");
        ensure!((1..=600_000).contains(&config.think_ms), "think_ms is from 1 to 600,000");
        let named = config.challenges.games.iter().flatten().chain(config.engines.keys());
        let named = named.chain(config.seek.as_ref().map(|seek| &seek.game));
        for game in named.chain(config.ladder.as_ref().map(|ladder| &ladder.game)) {
            crate::records::game(game)?;
        }
        Ok(config)
    }

    /// The command of the engine for a game.
    pub fn engine_for(&self, game: &str) -> Option<&str> {
        self.engines.get(game).or(self.engine.as_ref()).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_is_understood() {
        let text = include_str!("../../../../examples/bot.toml");
        let config = Config::parse(text).unwrap();
        assert_eq!(config.challenges.rated, Wanted::Any);
        assert!(config.greeting.is_some());
        // What the comments offer is understood, too.
        let offered: String = text
            .lines()
            .map(|line| line.strip_prefix("#: ").unwrap_or(line))
            .fold(String::new(), |all, line| all + line + "\n");
        let config = Config::parse(&offered).unwrap();
        assert!(config.seek.is_some() && config.ladder.is_some() && !config.options.is_empty());
    }

    #[test]
    fn mistakes_are_told_with_their_lines() {
        let wrong = |text: &str| format!("{:#}", Config::parse(text).unwrap_err());
        let misspelt = wrong("draws = true\ngreting = \"Hello\"\n");
        assert!(misspelt.starts_with("line 2: unknown field `greting`"), "{misspelt}");
        assert!(wrong("[challenges]\nrated = \"sometimes\"").contains("line 2"));
        assert!(wrong("games_at_once = 0").contains("from 1 to 16"));
        assert!(wrong("[seek]\ngame = \"chess\"").contains("there is no game “chess”"));
        assert!(wrong("draws =").contains("line 1"));
    }
}
