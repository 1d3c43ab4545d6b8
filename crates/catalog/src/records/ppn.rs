//! Portable Piecepack Notation: a text that programs for the piecepack draw and animate.
//!
//! The metadata hold the record without its actions, under the key `Bagatelle`; JSON is a part of YAML. The
//! movetext lays the pieces out and moves them, by the words of the notation's default parser. A move is read
//! back as the legal action that makes it.

use super::moves;
use super::unreadable::Unreadable;
#[cfg(feature = "yaml")]
use super::yaml;
use crate::game_of;
use crate::play::AnyPlay;
use bagatelle_core::record::{LARGEST, Record, RecordError};
use serde_json::{Map, Value};
use std::fmt::Write;

/// The key of the metadata under which the record stands.
const KEY: &str = "Bagatelle";
/// The name of the move that lays the pieces out.
const LAYOUT: &str = "setup.";

/// A record in the notation.
///
/// # Errors
/// When the record cannot be replayed, or is of a game that is not played with a piecepack.
pub fn write(record: &Record) -> Result<String, RecordError> {
    let game = game_of(record)?;
    let name = game.manifest().name;
    let end = game.open(record)?;
    let start = end.at(0);
    let layout = start.piecepack_layout().ok_or_else(|| {
        RecordError::Format(format!("{name} can’t be written in Portable Piecepack Notation"))
    })?;
    let rest = Record { actions: Vec::new(), ..record.clone() }.to_json_line();
    let mut out = format!(
        "---\nEvent: {name}\nSetUp: None\nMovetextParser:\n  Name: default\n  ScalingFactor: 2\n{KEY}: \
         {rest}...\n{LAYOUT} {layout}\n"
    );
    let mut play = start;
    for (ply, action) in end.actions().iter().enumerate() {
        let moves = play.piecepack_moves(action);
        let moves = moves.ok_or_else(|| RecordError::Action {
            ply,
            action: action.clone(),
            why: "moves no piece".into(),
        })?;
        let _ = writeln!(out, "{}. {moves}", ply + 1);
        play.apply(action);
    }
    Ok(out)
}

/// Whether a text is in this notation, rather than in one of the others.
#[must_use]
pub fn is_notation(text: &str) -> bool {
    if text.starts_with(['{', '[']) {
        return false;
    }
    // The first game need not begin with its line of dashes.
    let is_mark = |line: &str| line.starts_with("---") || line.starts_with("...");
    let first = text.lines().next().unwrap_or_default();
    let is_key = first.split_once(':').is_some_and(|(key, value)| {
        !key.contains(char::is_whitespace) && (value.is_empty() || value.starts_with(' '))
    });
    first.starts_with(['%', '#']) || is_key || text.lines().any(is_mark)
}

/// The records of a text in the notation.
///
/// # Errors
/// When a game was not written by this program, or a move is not legal.
pub fn read(text: &str) -> Result<Vec<Record>, Unreadable> {
    let mut games: Vec<String> = vec![String::new()];
    for line in text.lines().map(|line| line.trim_start_matches('\u{feff}')) {
        if line.starts_with("---") && games.last().is_some_and(|game| !is_preamble(game)) {
            games.push(String::new());
        }
        if let Some(game) = games.last_mut() {
            game.push_str(line);
            game.push('\n');
        }
    }
    // A last line of dashes begins no game.
    if games.len() > 1 {
        games.pop_if(|last| is_preamble(last.trim_start_matches('-')));
    }
    let game = |(n, text): (usize, &String)| {
        game(text).map_err(|error| match games.len() {
            1 => error.into(),
            _ => Unreadable::at(format!("game {}", n + 1), error),
        })
    };
    games.iter().enumerate().map(game).collect()
}

/// Whether a text may stand before the dashes of a game: directives and comments of YAML.
fn is_preamble(text: &str) -> bool {
    text.lines().all(|line| line.trim().is_empty() || line.starts_with(['%', '#']))
}

fn game(text: &str) -> Result<Record, RecordError> {
    let (head, movetext) = parts(text);
    let mut record = record_in(head)?;
    if !record.actions.is_empty() {
        return Err(RecordError::Format("the actions of its metadata are in the movetext".into()));
    }
    let mut play = game_of(&record)?.open(&record)?;
    let (words, laid) = moves::read(movetext, LAYOUT).map_err(RecordError::Format)?;
    let layout = play.piecepack_layout().unwrap_or_default();
    let layout: Vec<&str> = layout.split_whitespace().collect();
    let begins =
        words.len() >= layout.len() && words.iter().zip(&layout).all(|(word, laid)| word.text == *laid);
    let lays_out = match laid {
        // The layout may be written without its number, and the moves after it without theirs.
        _ if begins => layout.len(),
        None => 0,
        Some(laid) => words.partition_point(|word| word.number <= laid),
    };
    // No move is passed over in silence.
    if !words[..lays_out].iter().all(|word| layout.contains(&word.text)) {
        let why = format!("what follows {LAYOUT} doesn’t match its metadata");
        return Err(RecordError::Format(why));
    }
    let mut left = &words[lays_out..];
    while let Some(first) = left.first() {
        let (action, taken) = action(play.as_ref(), left).ok_or_else(|| {
            let part = left.iter().take_while(|word| word.part == first.part).map(|word| word.text);
            let ply = record.actions.len();
            let action = part.collect::<Vec<_>>().join(" ");
            RecordError::Action { ply, action, why: "stands for moves that no legal action makes".into() }
        })?;
        play.apply(&action);
        record.actions.push(action);
        left = &left[taken..];
    }
    Ok(record)
}

/// The metadata of a game, and its movetext: they end with a line that begins with three dots, or else with
/// the first empty line.
fn parts(text: &str) -> (&str, &str) {
    let mut at = 0;
    let (mut blank, mut begun) = (None, false);
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        if line.starts_with("...") {
            return (&text[..at], &text[next..]);
        }
        if line.trim().is_empty() && blank.is_none() && begun {
            blank = Some((at, next));
        }
        begun |= !is_preamble(line);
        at = next;
    }
    blank.map_or(("", text), |(end, begin)| (&text[..end], &text[begin..]))
}

/// The record in the metadata, without its actions.
fn record_in(head: &str) -> Result<Record, RecordError> {
    // As this program writes it: a line of JSON.
    let own = head.lines().find_map(|line| line.strip_prefix(KEY)?.strip_prefix(": {"));
    if let Some(rest) = own
        && let Ok(record) = Record::from_json(&format!("{{{rest}"))
    {
        return Ok(record);
    }
    if head.len() > LARGEST {
        return Err(RecordError::too_large());
    }
    let mut metadata = metadata(head).map_err(|why| {
        RecordError::Format(format!("its metadata, in Portable Piecepack Notation, can’t be read: {why}"))
    })?;
    match metadata.remove(KEY) {
        // A text, if the program that rewrote the file took it for one.
        Some(Value::String(text)) => Record::from_json(&text),
        Some(record) => Record::from_json(&record.to_string()),
        None => Err(RecordError::Format(format!(
            "it is {} in Portable Piecepack Notation without a record in its metadata. The notation has no \
             rules, so only games written by Bagatelle can be read",
            named(&metadata)
        ))),
    }
}

/// The metadata, in whatever style of YAML they are written.
#[cfg(feature = "yaml")]
fn metadata(head: &str) -> Result<Map<String, Value>, String> {
    yaml::read(head)
}

#[cfg(not(feature = "yaml"))]
fn metadata(_: &str) -> Result<Map<String, Value>, String> {
    Err("Bagatelle didn’t write them like this; a Bagatelle server can read them".into())
}

/// What a game of another program is called in its metadata.
fn named(metadata: &Map<String, Value>) -> String {
    let name = |key: &str| {
        let value = metadata.get(key)?;
        value.get("Name").unwrap_or(value).as_str().filter(|name| *name != "None")
    };
    let name = ["GameType", "SetUp", "Event"].into_iter().find_map(name);
    name.map_or_else(|| "a game".to_owned(), |name| format!("a game of “{}”", name.escape_debug()))
}

/// The legal action that makes the next moves, and how many these are. One that ends where a number or a
/// semicolon says so goes before one that does not, and one of more moves before one of fewer.
fn action(play: &dyn AnyPlay, words: &[moves::Word<'_>]) -> Option<(String, usize)> {
    let first = words.first()?;
    let fitting = play.legal().into_iter().filter_map(|action| {
        let moves = play.piecepack_moves(&action)?;
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let fits = !moves.is_empty()
            && moves.len() <= words.len()
            && moves.iter().zip(words).all(|(text, word)| word.text == *text);
        let last = words.get(moves.len().checked_sub(1)?)?;
        let ends = words.get(moves.len()).is_none_or(|next| next.part != last.part);
        fits.then_some(((last.number == first.number, ends, moves.len()), action))
    });
    fitting.max_by(|(one, _), (other, _)| one.cmp(other)).map(|((.., taken), action)| (action, taken))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::compact;
    use crate::{AnyGame, games};
    use bagatelle_core::{Rng, Seed, Stream, Turn};
    use proptest::prelude::*;
    use serde_json::Value;

    /// A game played at random for this number of plies, or to its end.
    fn played(game: &dyn AnyGame, seed: &Seed, plies: usize) -> Record {
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
                let record = played(*game, &seed, plies.min(if game.manifest().seats ==
                    (1..=1) { 90 } else { 12 }));
                let line = compact::write(&record).unwrap();
                prop_assert_eq!(&compact::read(&line).unwrap(), &record);
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
        let texts = [
            ("1. a1-b1", "a game in Portable Piecepack Notation"),
            ("---\nEvent: X\n...\n1. a1-b1\n", "a game of “X” in"),
            ("---\nGameType:\n  Name: Four Field Kono\n...\n1. a1-b1\n", "“Four Field Kono”"),
            ("---\nEvent: [\n...\n", "YAML"),
        ];
        for (text, why) in texts {
            assert!(read(text).unwrap_err().to_string().contains(why), "{:?}", read(text));
        }
        let game = games().iter().find(|game| {
            let record = played(**game, &Seed::from_text("1"), 3);
            write(&record).is_ok()
        });
        let text = write(&played(*game.unwrap(), &Seed::from_text("1"), 3)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let other = text.replace(lines[lines.len() - 1], "3. {a comment} 2a1-z9");
        let why = read(&other).unwrap_err().to_string();
        assert!(why.contains("move 3: “2a1-z9” stands for moves that no legal action makes"), "{why}");
    }
}
