//! Programs that play games at random, ours and those of others, asked in one way.
//!
//! `crates/bench/src/main.rs` says what they are asked, and what they print.

use crate::step::Failed;
use std::path::PathBuf;
use std::process::Command;

/// A program that plays several games at random.
pub struct Contender {
    /// The program, and what comes before all other arguments.
    pub command: Vec<PathBuf>,
}

/// A game, and how large it is when it is played at random.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// What the program calls it.
    pub name: String,
    /// `solitaire`, `open` or `hidden`.
    pub kind: String,
    /// The mean number of legal actions of a seat's turn.
    pub width: f64,
    /// The mean number of actions of a game.
    pub length: f64,
}

impl Played {
    /// Reads a line of a list.
    fn read(line: &str) -> Option<Played> {
        let mut parts = line.split('\t');
        let (name, kind) = (parts.next()?.to_owned(), parts.next()?.to_owned());
        let (width, length) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some(Played { name, kind, width, length })
    }

    /// The game among others that is nearest in size: in the number of legal actions and in length, both as
    /// factors. Only those of the same kind count.
    pub fn nearest<'a>(&self, others: &'a [Played]) -> Option<&'a Played> {
        let far =
            |other: &Played| (other.width / self.width).ln().abs() + (other.length / self.length).ln().abs();
        let alike = others.iter().filter(|other| other.kind == self.kind);
        alike.min_by(|a, b| far(a).total_cmp(&far(b)))
    }
}

/// A number of actions, or of whole games where a program does not count their actions.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    Actions(f64),
    Games(f64),
}

impl Amount {
    /// Reads `12` or `12 games`.
    fn read(text: &str) -> Option<Amount> {
        match text.strip_suffix(" games") {
            Some(games) => games.parse().ok().map(Amount::Games),
            None => text.parse().ok().map(Amount::Actions),
        }
    }

    /// How many actions that is in games of this length.
    pub fn actions(self, length: f64) -> f64 {
        match self {
            Amount::Actions(actions) => actions,
            Amount::Games(games) => games * length,
        }
    }
}

impl Contender {
    /// The command with these arguments.
    pub fn with(&self, args: &[&str]) -> Command {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).args(args);
        command
    }

    /// What it prints.
    pub fn ask(&self, args: &[&str]) -> Result<String, Failed> {
        let mut command = self.with(args);
        let failed = |why: String| Failed(format!("{} {}: {why}", self.command[0].display(), args.join(" ")));
        let output = command.output().map_err(|error| failed(error.to_string()))?;
        if !output.status.success() {
            return Err(failed(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    }

    /// The games that it plays.
    pub fn list(&self) -> Result<Vec<Played>, Failed> {
        let text = self.ask(&["list"])?;
        let read = |line| Played::read(line).ok_or_else(|| Failed(format!("no game: {line}")));
        text.lines().map(read).collect()
    }

    /// How much it does in a second.
    pub fn time(&self, what: &str, game: &str) -> Result<Amount, Failed> {
        amount(&self.ask(&["time", what, game])?)
    }
}

/// Reads what a program did.
pub fn amount(text: &str) -> Result<Amount, Failed> {
    Amount::read(text).ok_or_else(|| Failed(format!("{text:?} is no number of actions or games")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_game_is_of_the_same_kind() {
        let read = |line| Played::read(line).unwrap();
        let ours = read("duel\topen\t20.0\t30.0");
        let others =
            [read("a\thidden\t20.0\t30.0"), read("b\topen\t40.0\t30.0"), read("c\topen\t20.0\t12.0")];
        assert_eq!(ours.nearest(&others), Some(&others[1]));
        assert_eq!(ours.nearest(&others[..1]), None);
        assert_eq!(Played::read("a\topen\tmany\t3"), None);
    }

    #[test]
    fn amounts_are_numbers_of_actions_or_of_games() {
        assert_eq!(Amount::read("120").map(|it| it.actions(7.5)), Some(120.0));
        assert_eq!(Amount::read("2.5 games").map(|it| it.actions(30.0)), Some(75.0));
        assert_eq!(Amount::read("many"), None);
    }
}
