//! How a game is to be printed, as a request says, and what is printed: for pages and for the API. It takes
//! time, so it waits for a place as all work does; the latest files are kept.

use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas;
use crate::limits::LONGEST_PRINTED;
use crate::routes::printing::Shown;
use crate::routes::state::AppState;
use axum::body::Bytes;
use bagatelle_catalog::PrintedGame;
use bagatelle_core::present::Question;
use bagatelle_core::printed::Booklet;
use bagatelle_core::program::Allowance;
use bagatelle_pages::new_game::OWN;
use bagatelle_pages::new_game::form::{Form, options};
use bagatelle_pages::print::Making;
use bagatelle_print::{Paper, PrintError, Sheets, Tone, UnknownChoice};
use form_urlencoded::Serializer;
use serde_json::Value;
use std::sync::Arc;

/// A part of what is printed: its word, and what people read.
pub const PARTS: [(&str, &str); 3] = [("pieces", "Pieces"), ("rules", "Rules"), ("card", "Reference card")];

/// How a game is to be printed.
#[derive(Clone, PartialEq, Debug)]
pub struct Wanted {
    /// The sheets.
    pub sheets: Sheets,
    /// The options of the game, as an object.
    pub options: Value,
    /// The options as they were sent, by their keys.
    sent: Vec<(String, String)>,
}

impl Wanted {
    /// Nothing was said but the paper.
    #[must_use]
    pub fn on(paper: Paper) -> Wanted {
        Wanted { sheets: Sheets { paper, ..Sheets::default() }, options: Value::Null, sent: Vec::new() }
    }

    /// Reads the query of a page: `paper`, `ink`, `part` (any number of times; all parts if the query has
    /// none), `backs`, `bleed`, `option.KEY` and `own.option.KEY`. What is not said is as usual, on this
    /// paper.
    ///
    /// Beside what can be read of it stands the choice that is unknown, in words.
    pub fn read(query: &str, paper: Paper) -> (Wanted, Result<(), String>) {
        let mut wanted = Wanted::on(paper);
        let mut form = Form::new();
        let mut parts: Vec<String> = Vec::new();
        let mut wrong = None;
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let read = match &*name {
                _ if value.len() > LONGEST_PRINTED => {
                    Err(format!("this text is too long: it may have at most {LONGEST_PRINTED} bytes"))
                }
                "part" => {
                    parts.push(value.into_owned());
                    Ok(())
                }
                "paper" | "ink" | "backs" | "bleed" => wanted.set(&name, value.trim()),
                _ => {
                    form.insert(name.into_owned(), value.into_owned());
                    Ok(())
                }
            };
            wrong = wrong.or(read.err());
        }
        // A form says that it was sent by an empty part.
        if !parts.is_empty() {
            let named = parts.iter().map(String::as_str).filter(|part| !part.is_empty());
            wrong = wrong.or(wanted.choose(named).err());
        }
        let is_empty =
            |key: &str| form.get(&format!("own.option.{key}")).is_none_or(|own| own.trim().is_empty());
        let own = form.iter().filter(|(_, text)| *text == OWN);
        if own.filter_map(|(name, _)| name.strip_prefix("option.")).any(is_empty) {
            wrong = wrong.or(Some("Enter your own text, or choose one from the list.".into()));
        }
        wanted.options = options(&form);
        let asked = form.iter().filter_map(|(name, text)| Some((name.strip_prefix("option.")?, text)));
        let text = |(key, text): (&str, &String)| {
            let own = (text == OWN).then(|| form.get(&format!("own.option.{key}"))).flatten();
            (key.to_owned(), own.unwrap_or(text).clone())
        };
        wanted.sent = asked.map(text).collect();
        (wanted, wrong.map_or(Ok(()), Err))
    }

    /// Sets what is chosen by a word.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn set(&mut self, name: &str, word: &str) -> Result<(), String> {
        let unknown = |error: UnknownChoice| error.to_string();
        match name {
            "paper" => self.sheets.paper = word.parse().map_err(unknown)?,
            "ink" => self.sheets.tone = word.parse().map_err(unknown)?,
            "backs" => {
                self.sheets.backs = match word {
                    "1" | "true" => true,
                    "" | "0" | "false" => false,
                    _ => return Err(format!("“{word}” isn’t one of 0, 1")),
                }
            }
            _ => {
                let bleed = word.parse().map_err(|_| PrintError::Bleed.to_string())?;
                if !(0.0..=Sheets::MOST_BLEED).contains(&bleed) {
                    return Err(PrintError::Bleed.to_string());
                }
                self.sheets.bleed = bleed;
            }
        }
        Ok(())
    }

    /// Prints only these parts.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub fn choose<'a>(&mut self, parts: impl IntoIterator<Item = &'a str>) -> Result<(), String> {
        let mut chosen = [false; PARTS.len()];
        for word in parts {
            let place = PARTS.iter().position(|(part, _)| *part == word);
            let known = PARTS.map(|(part, _)| part).join(", ");
            chosen[place.ok_or_else(|| format!("“{word}” isn’t one of {known}"))?] = true;
        }
        [self.sheets.pieces, self.sheets.rules, self.sheets.card] = chosen;
        match chosen.contains(&true) {
            true => Ok(()),
            false => Err("Choose what to print: the pieces, the rules or the reference card.".into()),
        }
    }

    /// Which of the parts are printed, in the order of [`PARTS`].
    #[must_use]
    pub fn chosen(&self) -> [bool; PARTS.len()] {
        [self.sheets.pieces, self.sheets.rules, self.sheets.card]
    }

    /// The questions of a game whose answers change what is printed, with the answers that were sent.
    #[must_use]
    pub fn asked(&self, game: &dyn PrintedGame) -> Vec<(Question, String)> {
        let mut all = (game.manifest().options)();
        all.retain(|question| game.asked().contains(&question.key));
        let sent = |question: Question| {
            let sent = self.sent.iter().find(|(key, _)| *key == question.key);
            let text = sent.map(|(_, text)| text.clone()).unwrap_or_default();
            (question, text)
        };
        all.into_iter().map(sent).collect()
    }

    /// The query that [`Wanted::read`] reads as this.
    #[must_use]
    pub fn query(&self) -> String {
        let mut query = Serializer::new(String::new());
        query.append_pair("paper", self.sheets.paper.word()).append_pair("ink", self.sheets.tone.word());
        for ((part, _), _) in PARTS.iter().zip(self.chosen()).filter(|(_, chosen)| *chosen) {
            query.append_pair("part", part);
        }
        query.append_pair("backs", if self.sheets.backs { "1" } else { "0" });
        query.append_pair("bleed", &self.sheets.bleed.to_string());
        for (key, text) in &self.sent {
            query.append_pair(&format!("option.{key}"), text);
        }
        query.finish()
    }

    /// What the file is called.
    #[must_use]
    pub fn file_name(&self, game: &dyn PrintedGame) -> String {
        let ink = match self.sheets.tone {
            Tone::Colour => String::new(),
            tone => format!("-{tone}"),
        };
        format!("{}-{}{ink}.pdf", game.id(), self.sheets.paper)
    }

    fn booklet(&self, game: &dyn PrintedGame) -> Result<Booklet, AppError> {
        Ok(game.booklet(&self.options, self.sheets.tone.ink())?)
    }
}

/// The pictures of a game, and how its pieces are made.
fn picture(game: &dyn PrintedGame, wanted: &Wanted) -> Result<Arc<Shown>, AppError> {
    let booklet = wanted.booklet(game)?;
    let sides = bagatelle_print::sides(&booklet, &wanted.sheets).map_err(refused)?;
    let sets = booklet.prints.sets.iter().filter(|_| wanted.sheets.pieces);
    let makings = sets.map(|set| Making {
        name: set.name,
        count: set.pieces.iter().map(|piece| piece.count).sum(),
        how: set.making,
        folded: !set.folds.is_empty(),
    });
    Ok(Arc::new(Shown { makings: makings.collect(), sides }))
}

/// A choice that cannot be printed is refused in words; anything else is a fault of the program.
fn refused(error: PrintError) -> AppError {
    match error {
        PrintError::Nothing | PrintError::NoPieces(_) | PrintError::Large(_) | PrintError::Bleed => {
            AppError::refused(error.to_string())
        }
        fault => AppError::Internal(fault.into()),
    }
}

/// The file.
///
/// # Errors
/// When the options or the sheets are refused, too much is asked for, or it takes too long.
pub async fn file(
    state: &AppState,
    game: &'static dyn PrintedGame,
    wanted: &Wanted,
    address: &Address,
) -> Result<Bytes, AppError> {
    let make = async || {
        state.quotas.count(quotas::Making::Sheets, None, address)?;
        let wanted = wanted.clone();
        let work = move |_: &Allowance<'_>| {
            let made = bagatelle_print::pdf(&wanted.booklet(game)?, &wanted.sheets);
            made.map(Bytes::from).map_err(refused)
        };
        state.tables.registry().answer(work).await?
    };
    state.printing.files.get(&question(game, wanted), make).await
}

/// The pictures.
///
/// # Errors
/// As [`file()`].
pub async fn shown(
    state: &AppState,
    game: &'static dyn PrintedGame,
    wanted: &Wanted,
    address: &Address,
) -> Result<Arc<Shown>, AppError> {
    let make = async || {
        state.quotas.count(quotas::Making::Sheets, None, address)?;
        let wanted = wanted.clone();
        state.tables.registry().answer(move |_: &Allowance<'_>| picture(game, &wanted)).await?
    };
    state.printing.shown.get(&question(game, wanted), make).await
}

/// Sheets are the same for the same choices.
fn question(game: &dyn PrintedGame, wanted: &Wanted) -> String {
    format!("{} {} {}", game.id(), wanted.query(), wanted.options)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_read_as_it_is_written() {
        for query in [
            "",
            "paper=letter&ink=grey&part=card&part=pieces&backs=1&bleed=3.5",
            "option.k=own+text&own.option.k=a+text%0Aof+two+lines",
            "option.k=%22word%22",
        ] {
            let (wanted, read) = Wanted::read(query, Paper::A4);
            assert_eq!(read, Ok(()), "{query}");
            assert_eq!(Wanted::read(&wanted.query(), Paper::Letter), (wanted, Ok(())), "{query}");
        }
    }

    #[test]
    fn unknown_choices_are_named() {
        for (query, sentence) in [
            ("paper=a5", "“a5” isn’t one of a4, letter"),
            ("ink=red", "“red” isn’t one of colour, grey, low-ink"),
            ("part=box", "“box” isn’t one of pieces, rules, card"),
            ("backs=both", "“both” isn’t one of 0, 1"),
            ("bleed=wide", "the bleed is 0 to 5 millimetres"),
            ("bleed=NaN", "the bleed is 0 to 5 millimetres"),
        ] {
            let (rest, read) = Wanted::read(query, Paper::Letter);
            assert_eq!((rest.sheets, read), (Wanted::on(Paper::Letter).sheets, Err(sentence.to_owned())));
        }
        let long = format!("option.k={}", "a".repeat(LONGEST_PRINTED + 1));
        assert!(Wanted::read(&long, Paper::A4).1.unwrap_err().contains("too long"));
    }
}
