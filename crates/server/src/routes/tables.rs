//! Finding and making tables: the list of open tables, the visitor's games, and the form of a new game.

use super::html::{Answer, Extent, html, items};
use super::stream;
use super::table::given;
use crate::address::Address;
use crate::clock::date;
use crate::error::AppError;
use crate::extract::{CHOICE, GameInPath, MaybeVisitor, VisitorOrNew};
use crate::quotas::Making;
use crate::random;
use crate::state::AppState;
use axum::extract::{Query, State};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use axum::{Form, Router};
use axum_extra::extract::cookie::Cookie;
use bagatelle_pages::archive::{ArchivePage, Filter, HelpFilter, Which};
use bagatelle_pages::lobby::LobbyPage;
use bagatelle_pages::new_game::{self, Choice, Way};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::Search;
use bagatelle_table::{
    DealSource, Millis, NewGame, Pace, SeatRequest, SeatSummary, Terms, Visitor, guest_name, seat_request,
};
use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::convert::Infallible;

/// How many tables a page lists.
const LISTED: u32 = 30;
/// Among how many tables those that wait for the visitor are counted.
const COUNTED: u32 = 200;
/// How long an open table is listed: a player who has waited longer has gone.
const LISTED_FOR: Millis = 2 * 24 * 60 * 60 * 1000;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::LOBBY, get(lobby))
        .route(pattern::LOBBY_PART, get(lobby_part))
        .route(pattern::LOBBY_EVENTS, get(lobby_events))
        .route(pattern::ARCHIVE, get(archive))
        .route(pattern::GAME_NEW, post(new))
}

/// The list of open tables, without those of people whom the visitor has blocked.
async fn open_tables(state: &AppState, visitor: Option<Visitor>, extent: Extent) -> Answer {
    let version = *state.tables.registry().watch_lobby().borrow();
    let search = Search { listed: true, limit: LISTED, ..Search::default() };
    let mut found = state.tables.search(&search).await?.tables;
    found.retain(|table| table.summary.changed > state.tables.now() - LISTED_FOR);
    if let Some(visitor) = visitor {
        let blocked = state.tables.blocked_by(visitor.id()).await?;
        let is_blocked = |seat: &SeatSummary| seat.person.as_ref().is_some_and(|id| blocked.contains(id));
        found.retain(|table| !table.summary.seats.iter().any(is_blocked));
    }
    let page = LobbyPage { version, tables: &items(&found) };
    Ok(html(match extent {
        Extent::Page => page.page(),
        Extent::Part => page.part(),
    }))
}

async fn lobby(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    open_tables(&state, visitor, Extent::Page).await
}

async fn lobby_part(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    open_tables(&state, visitor, Extent::Part).await
}

/// Tells whenever the list of open tables may have changed.
async fn lobby_events(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
) -> Answer {
    let held = state.stream(visitor.as_ref(), &address)?;
    let numbers = stream::numbers(state.tables.registry().watch_lobby(), state.stopping.subscribe());
    let events = numbers.map(move |n| {
        let _ = &held;
        // Servers that share a database count for themselves: only whether the number differs matters.
        Ok::<_, Infallible>(Event::default().data(format!("0.{n}")))
    });
    Ok(Sse::new(events).keep_alive(stream::heartbeat()).into_response())
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ArchiveQuery {
    game: String,
    phase: String,
    help: String,
    text: String,
    skip: u32,
}

/// The visitor's games.
async fn archive(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<ArchiveQuery>,
) -> Answer {
    let person = visitor.map_or_else(String::new, |visitor| visitor.id().to_owned());
    let filter = Filter {
        game: query.game,
        which: Which::read(&query.phase),
        help: HelpFilter::read(&query.help),
        text: query.text,
        skip: query.skip,
        limit: LISTED,
    };
    let search = Search {
        person: Some(person.clone()),
        game: Some(filter.game.clone()).filter(|game| !game.is_empty()),
        stage: match filter.which {
            Which::At(stage) => Some(stage),
            Which::All | Which::ToMove | Which::Ended(_) => None,
        },
        to_move: filter.which == Which::ToMove,
        text: filter.text.clone(),
        result: match filter.which {
            Which::Ended(result) => Some(result),
            Which::All | Which::ToMove | Which::At(_) => None,
        },
        helped: filter.help.wanted(),
        listed: false,
        skip: filter.skip,
        limit: filter.limit,
    };
    let found = state.tables.search(&search).await?;
    let to_move = Search { person: Some(person.clone()), to_move: true, limit: COUNTED, ..Search::default() };
    let to_move = state.tables.search(&to_move).await?;
    let page = ArchivePage {
        person: &person,
        filter: &filter,
        tables: &items(&found.tables),
        more: found.more,
        to_move: &items(&to_move.tables),
    };
    Ok(html(page.page()))
}

/// Makes a table from a form with the fields `way`, `option.KEY`, `wish.KEY`, `own.option.KEY`, `seed`, `daily`, `program`,
/// `sit`, and those of the terms. Of a form with a `way`, the fields of the other ways are ignored; one without says by
/// `program` and `daily` what is to be played. The way and the opponent are kept for the next visit.
async fn new(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(form): Form<HashMap<String, String>>,
) -> Answer {
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let choice = choice(&form);
    let form = of_the_way(form, choice.way);
    let field = |key: &str| form.get(key).map(String::as_str);
    let source = match (form.contains_key("daily"), field("seed")) {
        (true, _) => DealSource::Daily(date(state.tables.now()), None),
        (false, Some(seed)) if !seed.trim().is_empty() => DealSource::Seed(seed.to_owned()),
        _ => DealSource::Fresh,
    };
    let new = NewGame {
        game: game.id().to_owned(),
        options: part(&form, "option."),
        deal_options: part(&form, "wish."),
        source,
        others: match field("program") {
            None | Some("") => Vec::new(),
            Some(new_game::LISTED) => vec![SeatRequest::Open],
            Some(name) => vec![seat_request(name.to_owned())],
        },
        sit: match field("sit") {
            Some("watch") => None,
            Some("random") => Some(random::bytes::<1>()?[0] & 1),
            sit => Some(number(sit, 0, "the seat")?),
        },
        name: match field("name").map(str::trim) {
            None | Some("") => guest_name(visitor.id()),
            Some(name) => name.to_owned(),
        },
        terms: terms(&form)?,
        best_of: number(field("best_of"), 1, "the length of the match")?,
    };
    let id = state.tables.make(&visitor, new, form.get("randomness").and_then(|text| given(text))).await?;
    let jar = if choice.way.is_some() { jar.add(kept(game.id(), &choice)) } else { jar };
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

/// What a form chooses: the way and, where it is a program, the opponent.
fn choice(form: &HashMap<String, String>) -> Choice {
    let way = form.get("way").and_then(|way| Way::read(way));
    let opponent = form.get("program").filter(|name| way == Some(Way::Computer) && !name.is_empty());
    Choice { way, opponent: opponent.cloned(), listed: false }
}

/// The form without the fields of the ways that were not chosen.
fn of_the_way(mut form: HashMap<String, String>, way: Option<Way>) -> HashMap<String, String> {
    let mut is = |key: &str, value: &str| form.insert(key.to_owned(), value.to_owned());
    let foreign: &[&str] = match way {
        None => &[],
        Some(Way::Computer) => &["name", "pace", "takebacks", "pauses", "grace", "rated", "daily"],
        Some(Way::Friend) => {
            let listed = form.get("listed").is_some_and(|listed| listed == "1");
            form.insert("program".into(), if listed { new_game::LISTED } else { "open" }.into());
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
        // A seed says the difficulty itself.
        Some(Way::Seed) => &["daily", "wish.grade"],
    };
    form.retain(|key, _| {
        let of_the_deal = way == Some(Way::Daily) && key.starts_with("wish.");
        !of_the_deal && !foreign.contains(&key.as_str())
    });
    form
}

/// The cookie that keeps a choice for the pages of its game.
fn kept(game: &str, choice: &Choice) -> Cookie<'static> {
    Cookie::build((CHOICE, choice.to_string()))
        .path(urls::game(game))
        .max_age(time::Duration::days(400))
        .build()
}

fn number(text: Option<&str>, usual: u8, what: &str) -> Result<u8, AppError> {
    match text {
        None | Some("") => Ok(usual),
        Some(text) => {
            text.parse().map_err(|_| AppError::Refused(format!("{what} is not a number: “{text}”")))
        }
    }
}

/// The fields whose keys begin with `prefix`, as an object of JSON values; a text that is not JSON is a string.
fn part(form: &HashMap<String, String>, prefix: &str) -> Value {
    let fields = form.iter().filter_map(|(key, text)| {
        let key = key.strip_prefix(prefix)?.to_owned();
        let own = (text == new_game::OWN).then(|| form.get(&format!("own.{prefix}{key}"))).flatten();
        let value = match own {
            Some(own) => Value::from(own.as_str()),
            None => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text.as_str())),
        };
        Some((key, value))
    });
    Value::Object(fields.filter(|(_, value)| !value.is_null()).collect::<Map<String, Value>>())
}

/// The terms in a form; a field that is missing takes its default.
fn terms(form: &HashMap<String, String>) -> Result<Terms, AppError> {
    let usual = Terms::default();
    let read = |key: &str, what: &str| match form.get(key) {
        None => Ok(None),
        Some(text) if text == new_game::USUAL_GRACE => Ok(None),
        Some(text) => serde_json::from_str::<Value>(text)
            .map(Some)
            .map_err(|_| AppError::Refused(format!("{what} cannot be read: “{text}”"))),
    };
    let pace: Pace = match read("pace", "the clock")? {
        None => Pace::default(),
        Some(pace) => serde_json::from_value(pace)
            .map_err(|_| AppError::refused("this clock is not one that the program knows"))?,
    };
    let program = form.get("program").map(String::as_str);
    // The question is asked only where other people are to join.
    let people = matches!(program, Some("open" | new_game::LISTED));
    let yes = |key: &str, usual: bool| form.get(key).map_or(usual, |answer| answer == "1");
    Ok(Terms {
        pace,
        grace_s: match read("grace", "the grace")? {
            None => pace.usual_grace(),
            Some(grace) => serde_json::from_value(grace)
                .map_err(|_| AppError::refused("the grace is a number of seconds"))?,
        },
        takebacks: yes("takebacks", usual.takebacks),
        pauses: yes("pauses", usual.pauses),
        rated: people && yes("rated", false),
        listed: program == Some(new_game::LISTED),
    })
}
