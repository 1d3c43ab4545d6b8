//! Portable Piecepack Notation: a text that programs for the piecepack draw and animate.
//!
//! The metadata hold the record without its actions, under the key `Bagatelle`; JSON is a part of YAML. The movetext lays the pieces
//! out and moves them, by the words of the notation's default parser. A move is read back as the legal action that makes it.

use anyhow::{Context, Result, bail, ensure};
use bagatelle_catalog::{AnyPlay, game_of};
use bagatelle_core::Record;
use std::fmt::Write;

/// The key of the metadata under which the record stands.
const KEY: &str = "Bagatelle: ";
/// The name of the move that lays the pieces out.
const LAYOUT: &str = "setup.";

/// A record in the notation.
///
/// # Errors
/// When the record cannot be replayed, or is of a game that is not played with a piecepack.
pub fn write(record: &Record) -> Result<String> {
    let game = game_of(record)?;
    let name = game.manifest().name;
    let end = game.open(record)?;
    let start = end.at(0);
    let layout = start.piecepack_layout();
    let layout =
        layout.with_context(|| format!("{name} cannot be written in Portable Piecepack Notation"))?;
    let rest = serde_json::to_string(&Record { actions: Vec::new(), ..record.clone() })?;
    let mut out = format!(
        "---\nEvent: {name}\nSetUp: None\nMovetextParser:\n  Name: default\n  ScalingFactor: 2\n{KEY}{rest}\n...\n{LAYOUT} {layout}\n"
    );
    let mut play = start;
    for (ply, action) in end.actions().iter().enumerate() {
        let moves = play.piecepack_moves(action).with_context(|| format!("“{action}” moves no piece"))?;
        let _ = writeln!(out, "{}. {moves}", ply + 1);
        play.apply(action);
    }
    Ok(out)
}

/// The records of a text in the notation.
///
/// # Errors
/// When a game was not written by this program, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record>> {
    let mut games: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with("---") || games.is_empty() {
            games.push(String::new());
        }
        let game = games.last_mut().context("a game")?;
        game.push_str(line);
        game.push('\n');
    }
    let game = |(n, text): (usize, &String)| game(text).with_context(|| format!("game {}", n + 1));
    games.iter().enumerate().map(game).collect()
}

fn game(text: &str) -> Result<Record> {
    let parts =
        text.split_once("\n...\n").context("it has no metadata that end with a line of three dots")?;
    let (metadata, movetext) = parts;
    let rest = metadata.lines().find_map(|line| line.strip_prefix(KEY));
    let rest = rest.context(
        "its metadata have no record; only games that Bagatelle has written can be read, since the notation knows no rules",
    )?;
    let mut record = Record::from_json(rest)?;
    ensure!(record.actions.is_empty(), "the actions of its metadata are in the movetext");
    let mut play = game_of(&record)?.open(&record)?;
    for (number, moves) in numbered(movetext)?.into_iter().filter(|(number, _)| number != LAYOUT) {
        let action = action(play.as_ref(), &moves);
        let action = action.with_context(|| format!("{number} no legal action makes the moves “{moves}”"))?;
        play.apply(&action);
        record.actions.push(action);
    }
    Ok(record)
}

/// The legal action that makes these moves.
fn action(play: &dyn AnyPlay, moves: &str) -> Option<String> {
    play.legal().into_iter().find(|action| play.piecepack_moves(action).as_deref() == Some(moves))
}

/// The moves with their numbers, comments left out.
fn numbered(movetext: &str) -> Result<Vec<(String, String)>> {
    let mut found: Vec<(String, Vec<&str>)> = Vec::new();
    let mut in_comment = false;
    for word in movetext.split_whitespace() {
        let is_number = word.ends_with('.') && word.chars().all(|c| c.is_alphanumeric() || "._".contains(c));
        match found.last_mut() {
            _ if in_comment || word.starts_with('{') => in_comment = !word.ends_with('}'),
            _ if is_number => found.push((word.to_owned(), Vec::new())),
            Some((_, moves)) => moves.push(word),
            None => bail!("“{word}” stands before the first number of a move"),
        }
    }
    ensure!(!in_comment, "a comment does not end");
    Ok(found.into_iter().map(|(number, moves)| (number, moves.join(" "))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_catalog::games;
    use bagatelle_core::{Rng, Seed, Stream, Turn};
    use proptest::prelude::*;
    use serde_json::Value;

    /// A game played at random for so many plies, and not longer than it lasts.
    fn played(game: &dyn bagatelle_catalog::AnyGame, seed: &Seed, plies: usize) -> Record {
        let mut record = game.deal(&Value::Null, &Value::Null, seed).unwrap();
        let mut play = game.open(&record).unwrap();
        let mut rng = Rng::new(seed, Stream::Test);
        while play.turn() != Turn::Over && play.ply() < plies {
            let action = rng.choose(&play.legal()).cloned().or_else(|| play.chance(seed)).unwrap();
            play.apply(&action);
        }
        record.actions = play.actions();
        record.more.insert("players".into(), serde_json::json!(["Zoë", "a\"b"]));
        record
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn games_come_back_as_they_were(seed in any::<u64>(), plies in 0usize..90) {
            let seed = Seed::from_text(&seed.to_string());
            let mut written = 0;
            for game in games() {
                let record = played(*game, &seed, plies.min(if game.manifest().seats == (1..=1) { 90 } else { 12 }));
                prop_assert_eq!(&super::super::compact::read(&super::super::compact::write(&record).unwrap()).unwrap(), &record);
                match write(&record) {
                    Ok(text) => {
                        written += 1;
                        prop_assert_eq!(read(&text).unwrap(), vec![record.clone()]);
                        let twice = read(&format!("{text}{text}")).unwrap();
                        prop_assert_eq!(twice, vec![record.clone(), record]);
                    }
                    Err(error) => prop_assert!(error.to_string().contains("Portable Piecepack Notation")),
                }
            }
            prop_assert_eq!(written, 2, "the games of the piecepack");
        }
    }

    #[test]
    fn moves_that_do_not_fit_are_refused() {
        let texts = ["1. a1-b1", "---\nEvent: X\n...\n1. a1-b1\n"];
        for (text, why) in texts.iter().zip(["three dots", "no record"]) {
            assert!(format!("{:#}", read(text).unwrap_err()).contains(why), "{text}");
        }
        let game = games().iter().find(|game| {
            let record = played(**game, &Seed::from_text("1"), 3);
            write(&record).is_ok()
        });
        let text = write(&played(*game.unwrap(), &Seed::from_text("1"), 3)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let other = text.replace(lines[lines.len() - 1], "3. {a comment} 2a1-z9");
        assert!(
            format!("{:#}", read(&other).unwrap_err())
                .contains("3. no legal action makes the moves “2a1-z9”")
        );
    }
}
