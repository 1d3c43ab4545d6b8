//! What the form of a new game means. The page is in the module above; all of its fields are read here.

use super::company::USUAL_GRACE;
use super::seat::{self, BY_LOT, SEATS, WATCH};
use super::{Choice, LISTED, OWN, Way};
use crate::game;
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{GRADE, Question};
use bagatelle_core::text::typed_seed;
use bagatelle_table::{DealSource, NewGame, Pace, SeatRequest, Terms, WorldDate, seat_request};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The fields of a form by their names.
pub type Form = BTreeMap<String, String>;

/// What a form leaves to the caller.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The world date, for the deal of the day.
    pub date: WorldDate,
    /// The name of a player who gives none.
    pub name: &'a str,
    /// A random number, which decides the seat of a player who leaves it to chance.
    pub lot: u8,
}

/// Reads a form with the fields `way`, `option.KEY`, `wish.KEY`, `own.option.KEY`, `seed`, `daily`,
/// `program`, `sit` (or `sit.2`, … by the number of players), and those of the terms. In a form with a `way`,
/// the fields of the other ways are ignored; in a form without, `program` and `daily` say what to play.
///
/// # Errors
/// Which field cannot be read, in words.
pub fn read(game: &dyn AnyGame, form: &Form, asked: &Asked<'_>) -> Result<NewGame, String> {
    let form = of_the_way(form.clone(), choice(form).way);
    let field = |key: &str| form.get(key).map(String::as_str);
    let source = match (form.contains_key("daily"), field("seed")) {
        (true, _) => DealSource::Daily(asked.date, None),
        (false, Some(seed)) if !seed.trim().is_empty() => DealSource::Seed(typed_seed(seed)),
        _ => DealSource::Fresh,
    };
    let deal_options = part(&form, "wish.");
    let count = seat::count(game, &deal_options);
    let options = options_for(game, &form, count);
    let deal_options = for_players(deal_options, &game::deal_questions(game), count);
    let sit = match field("sit").or(field(&seat::key_for(count))) {
        Some(WATCH) => None,
        Some(BY_LOT) => Some(asked.lot % count),
        sit => Some(number(sit, 0, "the seat")?),
    };
    Ok(NewGame {
        game: game.id().to_owned(),
        options,
        deal_options,
        source,
        others: match field("program") {
            None | Some("") => Vec::new(),
            Some(LISTED) => vec![SeatRequest::Open],
            Some(name) => vec![seat_request(name.to_owned())],
        },
        sit,
        name: match field("name").map(str::trim) {
            None | Some("") => asked.name.to_owned(),
            Some(name) => name.to_owned(),
        },
        terms: terms(&form)?,
        best_of: number(field("best_of"), 1, "the length of the match")?,
    })
}

/// The options of the game in a form, as an object.
#[must_use]
pub fn options(form: &Form) -> Value {
    part(form, "option.")
}

/// The options of a game in a form, without those for another number of players.
#[must_use]
pub fn options_for(game: &dyn AnyGame, form: &Form, count: u8) -> Value {
    for_players(options(form), &game::option_questions(game), count)
}

/// What a form chooses: the way, the opponent if it is against a program, and what is asked about the deal
/// before all else.
#[must_use]
pub fn choice(form: &Form) -> Choice {
    let way = form.get("way").and_then(|way| Way::read(way));
    let opponent = form.get("program").filter(|name| way == Some(Way::Computer) && !name.is_empty());
    let answer = |key: &str| form.get(&format!("wish.{key}")).map(|value| (key.to_owned(), value.clone()));
    let answers = [SEATS, GRADE].into_iter().filter_map(answer).collect();
    Choice { way, opponent: opponent.cloned(), answers, listed: false }
}

/// The form without the fields of the ways that were not chosen.
fn of_the_way(mut form: Form, way: Option<Way>) -> Form {
    let mut is = |key: &str, value: &str| form.insert(key.to_owned(), value.to_owned());
    let foreign: &[&str] = match way {
        None => &[],
        Some(Way::Computer) => &["name", "pace", "takebacks", "pauses", "grace", "rated", "daily"],
        Some(Way::Friend) => {
            let listed = form.get("listed").is_some_and(|listed| listed == "1");
            form.insert("program".into(), if listed { LISTED } else { "open" }.into());
            &["seed", "daily"]
        }
        Some(Way::Screen) => {
            is("program", "");
            &["sit", "name", "pace", "takebacks", "pauses", "grace", "rated", "daily"]
        }
        Some(Way::Daily) => {
            is("daily", "1");
            &["seed", "program"]
        }
        Some(Way::Fresh) => &["seed", "daily"],
        // A seed decides the difficulty itself.
        Some(Way::Seed) => &["daily", "wish.grade"],
    };
    form.retain(|key, _| {
        let of_the_deal = way == Some(Way::Daily) && key.starts_with("wish.");
        // A seat is asked for by the number of players, too.
        let name = if key.starts_with("sit.") { "sit" } else { key.as_str() };
        !of_the_deal && !foreign.contains(&name)
    });
    form
}

fn number(text: Option<&str>, usual: u8, what: &str) -> Result<u8, String> {
    match text {
        None | Some("") => Ok(usual),
        Some(text) => text.parse().map_err(|_| format!("{what} is not a number: “{text}”")),
    }
}

/// The fields whose keys begin with `prefix`, as an object of JSON values; a text that is not JSON is a
/// string.
fn part(form: &Form, prefix: &str) -> Value {
    let fields = form.iter().filter_map(|(key, text)| {
        let key = key.strip_prefix(prefix)?.to_owned();
        let own = (text == OWN).then(|| form.get(&format!("own.{prefix}{key}"))).flatten();
        let value = match own {
            Some(own) => Value::from(own.as_str()),
            None => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str())),
        };
        Some((key, value))
    });
    Value::Object(fields.filter(|(_, value)| !value.is_null()).collect::<Map<String, Value>>())
}

/// Without the answers to questions that were not shown, since they are for another number of players.
fn for_players(mut answers: Value, questions: &[Question], count: u8) -> Value {
    if let Value::Object(answers) = &mut answers {
        for question in questions.iter().filter(|question| question.only_for.is_some_and(|n| n != count)) {
            answers.remove(question.key);
        }
    }
    answers
}

/// The terms in a form; a field that is missing takes its default.
fn terms(form: &Form) -> Result<Terms, String> {
    let usual = Terms::default();
    let read = |key: &str, what: &str| match form.get(key) {
        None => Ok(None),
        Some(text) if text == USUAL_GRACE => Ok(None),
        Some(text) => serde_json::from_str::<Value>(text)
            .map(Some)
            .map_err(|_| format!("{what} can’t be read: “{text}”")),
    };
    let pace: Pace = match read("pace", "the clock")? {
        None => Pace::default(),
        Some(pace) => serde_json::from_value(pace).map_err(|_| "there is no such clock".to_owned())?,
    };
    let program = form.get("program").map(String::as_str);
    // The question is asked only if other people are to join.
    let people = matches!(program, Some("open" | LISTED));
    let yes = |key: &str, usual: bool| form.get(key).map_or(usual, |answer| answer == "1");
    Ok(Terms {
        pace,
        grace_s: match read("grace", "the grace")? {
            None => pace.usual_grace(),
            Some(grace) => {
                serde_json::from_value(grace).map_err(|_| "the grace is a number of seconds".to_owned())?
            }
        },
        takebacks: yes("takebacks", usual.takebacks),
        pauses: yes("pauses", usual.pauses),
        rated: people && yes("rated", false),
        listed: program == Some(LISTED),
        public: people && yes("public", false),
        unaided: usual.unaided,
    })
}
