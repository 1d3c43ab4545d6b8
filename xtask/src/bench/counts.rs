//! The instructions that the games take, kept in a file, so that a change that slows them is seen.

use super::contender::Contender;
use super::valgrind;
use crate::step::Failed;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The file.
pub const FILE: &str = "crates/bench/counts.toml";

/// A number may be so much larger or smaller, as a part of what is noted: what is compiled beside a game
/// decides a little of how it is compiled.
const TOLERANCE: f64 = 0.05;

/// The same for another compiler than the one that is noted.
const OTHER_COMPILER: f64 = 0.25;

/// How many random actions are taken in the shorter and in the longer run.
pub const ACTIONS: [u32; 2] = [1_000, 11_000];

/// How many times action sequences are counted. What the allocator does in the first runs depends on the
/// length of the program's path.
pub const TIMES: [u32; 2] = [20, 80];

/// Instructions of each game, by its name.
type ByGame = BTreeMap<String, f64>;

/// What the file holds.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// What the games were compiled by, and for.
    pub compiler: String,
    /// For each random action.
    pub play: ByGame,
    /// For each action sequence that is counted.
    pub perft: ByGame,
}

impl Counts {
    /// Reads the text of the file.
    pub fn read(text: &str) -> Result<Counts, Failed> {
        toml::from_str(text).map_err(|error| Failed(format!("{FILE}: {error}")))
    }

    /// Counts, game by game.
    pub fn made(bench: &Contender, compiler: String) -> Result<Counts, Failed> {
        let mut counts = Counts { compiler, ..Counts::default() };
        for game in bench.list()?.into_iter().map(|game| game.name) {
            let play = valgrind::each(bench, "play", &game, ACTIONS, 1.0)?;
            let perft = valgrind::each(bench, "perft", &game, TIMES, 1.0)?;
            println!("{game:16} {play:10.1} instructions a random action {perft:10.1} a counted sequence");
            counts.play.insert(game.clone(), play);
            counts.perft.insert(game, perft);
        }
        Ok(counts)
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        let mut text = format!(
            "# Instructions that the games take, counted by valgrind. `cargo xtask counts --renew` writes \
             this file; `cargo xtask test` and\n\
             # `cargo xtask counts` compare.\n\
             compiler = \"{}\"\n",
            self.compiler
        );
        let tables = [
            ("play", "A random action through the trait `Game`.", &self.play),
            ("perft", "A sequence of actions that perft counts.", &self.perft),
        ];
        for (name, about, numbers) in tables {
            let _ = write!(text, "\n# {about}\n[{name}]\n");
            for (game, number) in numbers {
                let _ = writeln!(text, "{game} = {number:.1}");
            }
        }
        text
    }

    /// What is not as it was noted, in sentences.
    pub fn differences(&self, found: &Counts) -> Vec<String> {
        let tolerance = if self.compiler == found.compiler { TOLERANCE } else { OTHER_COMPILER };
        let mut all = Vec::new();
        for (what, noted, found) in [("play", &self.play, &found.play), ("perft", &self.perft, &found.perft)]
        {
            for (game, now) in found {
                match noted.get(game) {
                    None => all.push(format!("{what}, {game}: {now:.1} instructions, and nothing is noted")),
                    Some(then) if (now / then - 1.0).abs() > tolerance => {
                        let percent = (now / then - 1.0) * 100.0;
                        all.push(format!(
                            "{what}, {game}: {now:.1} instructions, {then:.1} are noted ({percent:+.1}%)"
                        ));
                    }
                    Some(_) => {}
                }
            }
            let gone = noted.keys().filter(|game| !found.contains_key(*game));
            all.extend(gone.map(|game| format!("{what}, {game}: it is noted, and there is no such game")));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(compiler: &str, play: &[(&str, f64)]) -> Counts {
        let play = play.iter().map(|(game, number)| ((*game).to_owned(), *number)).collect();
        Counts { compiler: compiler.to_owned(), play, perft: ByGame::from([("go".to_owned(), 10.0)]) }
    }

    #[test]
    fn the_file_is_read_as_it_was_written() {
        let noted = counts("rustc 1 for x", &[("go", 100.0), ("tic-tac-toe", 5.3)]);
        assert_eq!(Counts::read(&noted.text()).map_err(|Failed(why)| why), Ok(noted));
    }

    #[test]
    fn what_is_slower_faster_new_or_gone_is_told() {
        let noted = counts("a", &[("go", 100.0), ("chess", 100.0), ("hex", 100.0), ("gone", 1.0)]);
        let found = counts("a", &[("go", 104.9), ("chess", 105.1), ("hex", 94.9), ("new", 1.0)]);
        assert_eq!(
            noted.differences(&found),
            [
                "play, chess: 105.1 instructions, 100.0 are noted (+5.1%)",
                "play, hex: 94.9 instructions, 100.0 are noted (-5.1%)",
                "play, new: 1.0 instructions, and nothing is noted",
                "play, gone: it is noted, and there is no such game",
            ]
        );
    }

    #[test]
    fn another_compiler_may_do_it_a_little_otherwise() {
        let noted = counts("a", &[("go", 100.0)]);
        assert!(noted.differences(&counts("b", &[("go", 124.0)])).is_empty());
        assert_eq!(noted.differences(&counts("b", &[("go", 126.0)])).len(), 1);
    }
}
