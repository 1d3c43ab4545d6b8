//! What was played, as JSON or as comma-separated values: a caller's own results, and those of people who
//! want to be seen.

use super::caller::{AnyCaller, Caller, Read};
use super::error::{ApiError, Problem};
use super::params::Params;
use crate::error::AppError;
use crate::routes::extract::InPath;
use crate::routes::results::{COUNTED, public_account};
use crate::routes::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bagatelle_table::{Finished, RankedPlayer, RatedGame, Rating, RatingPool, timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The form of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Default, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// JSON.
    #[default]
    Json,
    /// Comma-separated values.
    Csv,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct FormatQuery {
    /// `csv` for a table.
    #[serde(default)]
    #[param(inline)]
    pub format: Format,
}

/// A finished game of one player. Games that were aborted, that continue others, or that were set up are left
/// out.
#[derive(Serialize, ToSchema)]
pub struct PlayedGame {
    /// The game's id; only its players are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    /// The id in the catalog.
    game: String,
    /// When it ended, in UTC: `2026-11-21T12:30:00Z`.
    ended: String,
    /// The date of a daily deal.
    daily: Option<String>,
    /// How many seats there were.
    seats: u8,
    /// The player's seat, from 0.
    seat: u8,
    /// `won`, `drawn` or `lost`; a puzzle that was solved is won.
    result: String,
    /// The moves, as par counts them.
    moves: Option<u32>,
    /// The par of the deal.
    par: Option<u32>,
    /// No solution of the deal has fewer moves than this.
    at_least: Option<u32>,
    /// Milliseconds played.
    played_ms: Option<i64>,
    /// Whether the solver has helped.
    helped: bool,
    /// The program that had all other seats.
    program: Option<String>,
    /// The first two actions of the players, against a program.
    opening: Option<String>,
}

impl PlayedGame {
    fn new(played: Finished, own: bool) -> PlayedGame {
        PlayedGame {
            id: own.then_some(played.table),
            game: played.game,
            ended: timestamp(played.ended),
            daily: played.daily,
            seats: played.seats,
            seat: played.seat,
            result: played.result.to_string(),
            moves: played.moves,
            par: played.par.map(|par| par.moves),
            at_least: played.par.map(|par| par.at_least),
            played_ms: played.took,
            helped: played.helped,
            program: played.program,
            opening: played.opening,
        }
    }
}

/// A rating.
#[derive(Serialize, ToSchema)]
pub struct RatingState {
    /// The id in the catalog.
    game: String,
    /// Which games it comes from: those among people, or those on the ladder.
    pool: RatingPool,
    /// The strength, 1500 at the start.
    rating: f64,
    /// How sure that is.
    deviation: f64,
    /// How many games were rated.
    games: u32,
}

impl From<Rating> for RatingState {
    fn from(Rating { game, pool, rating, deviation, games, .. }: Rating) -> RatingState {
        RatingState { game, pool, rating, deviation, games }
    }
}

/// A person who wants to be seen.
#[derive(Serialize, ToSchema)]
pub struct Person {
    /// The name.
    name: String,
    /// When the account was made, in UTC.
    since: String,
    /// The ratings.
    ratings: Vec<RatingState>,
    /// The ratings after each rated game, the oldest first.
    rated: Vec<RatedGame>,
    /// The finished games, the newest first.
    results: Vec<PlayedGame>,
}

/// A place in a list of people.
#[derive(Serialize, ToSchema)]
pub struct Place {
    /// `solution` or `rating`.
    list: &'static str,
    /// The id in the catalog.
    game: String,
    /// The place, from 1.
    place: usize,
    /// The name.
    name: String,
    /// The moves of a solution.
    moves: Option<u32>,
    /// The par of its deal.
    par: Option<u32>,
    /// Milliseconds played.
    played_ms: Option<i64>,
    /// When it ended, in UTC.
    ended: Option<String>,
    /// The rating.
    rating: Option<f64>,
    /// Its deviation.
    deviation: Option<f64>,
    /// How many games were rated.
    games: Option<u32>,
}

/// The people who want to be seen, and their records.
#[derive(Serialize, ToSchema)]
pub struct People {
    /// The names, in order.
    people: Vec<String>,
    /// The best solutions of each solitaire, then the ratings in each game.
    lists: Vec<Place>,
}

/// Comma-separated rows. A text that a spreadsheet would take for a formula gets an apostrophe before it, in
/// every column.
fn table<T: Serialize>(rows: impl IntoIterator<Item = T>) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in rows {
        writer.serialize(row)?;
    }
    let written = writer.into_inner()?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(written.as_slice());
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in reader.records() {
        writer.write_record(row?.iter().map(plain))?;
    }
    Ok(writer.into_inner()?)
}

/// Rows as an answer.
pub fn csv<T: Serialize>(rows: impl IntoIterator<Item = T>) -> Result<Response, ApiError> {
    let bytes = table(rows).map_err(AppError::from)?;
    Ok(([(CONTENT_TYPE, "text/csv; charset=utf-8"), (CACHE_CONTROL, "private, no-cache")], bytes)
        .into_response())
}

/// A text that no spreadsheet takes for a formula. Some skip blanks before one, and read full-width signs
/// like ordinary ones.
fn plain(text: &str) -> String {
    const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let number = text.parse::<f64>().is_ok_and(f64::is_finite);
    let formula = text.trim_start().starts_with(SIGNS) || text.starts_with(['\t', '\r', '\n']);
    if formula && !number { format!("'{text}") } else { text.to_owned() }
}

/// The caller's finished games, the newest first.
#[utoipa::path(get, path = "/api/v1/results", operation_id = "list_results", security(("token" = ["read"])),
    params(FormatQuery),
    responses((status = 200, description = "The games.", content((Vec<PlayedGame> = "application/json"),
        (String = "text/csv")))))]
pub async fn results(
    State(state): State<AppState>,
    Caller(visitor, ..): Caller<Read>,
    Params(query): Params<FormatQuery>,
) -> Result<Response, ApiError> {
    let played = state.tables.store().played(visitor.id(), COUNTED).await?;
    let games = played.into_iter().map(|played| PlayedGame::new(played, true));
    match query.format {
        Format::Json => Ok(Json(games.collect::<Vec<_>>()).into_response()),
        Format::Csv => csv(games),
    }
}

/// A person who wants to be seen; as a table, the results alone.
#[utoipa::path(get, path = "/api/v1/people/{name}", operation_id = "show_person", security((),
    ("token" = ["read"])), params(("name" = String, Path, description = "The name of the account."),
    FormatQuery),
    responses((status = 200, content((Person = "application/json"), (String = "text/csv"))), (status = 404,
        body = Problem)))]
pub async fn person(
    State(state): State<AppState>,
    _: AnyCaller<Read>,
    InPath(name): InPath<String>,
    Params(query): Params<FormatQuery>,
) -> Result<Response, ApiError> {
    let (account, store) = (public_account(&state, &name).await?, state.tables.store());
    let played = store.played(&account.id, COUNTED).await?;
    let results = played.into_iter().map(|played| PlayedGame::new(played, false));
    if matches!(query.format, Format::Csv) {
        return csv(results);
    }
    let person = Person {
        name: account.name,
        since: timestamp(account.created),
        ratings: store.ratings(&account.id).await?.into_iter().map(RatingState::from).collect(),
        rated: store.rated(&account.id).await?,
        results: results.collect(),
    };
    Ok(Json(person).into_response())
}

/// The people who want to be seen, and their records; as a table, the lists alone.
#[utoipa::path(get, path = "/api/v1/people", operation_id = "list_people", security((), ("token" = ["read"])),
    params(FormatQuery),
    responses((status = 200, content((People = "application/json"), (String = "text/csv")))))]
pub async fn people(
    State(state): State<AppState>,
    _: AnyCaller<Read>,
    Params(query): Params<FormatQuery>,
) -> Result<Response, ApiError> {
    let store = state.tables.store();
    let solutions = store.records().await?.into_iter().map(|one| Place {
        moves: Some(one.moves),
        par: Some(one.par),
        played_ms: one.took,
        ended: Some(timestamp(one.ended)),
        ..Place::new("solution", one.game, one.name)
    });
    let ratings = store.rating_lists().await?.into_iter().map(|RankedPlayer { name, rating }| Place {
        rating: Some(rating.rating),
        deviation: Some(rating.deviation),
        games: Some(rating.games),
        ..Place::new("rating", rating.game, name)
    });
    let mut lists: Vec<Place> = solutions.chain(ratings).collect();
    for n in 1..lists.len() {
        let (before, here) = (&lists[n - 1], &lists[n]);
        if (before.list, &before.game) == (here.list, &here.game) {
            lists[n].place = before.place + 1;
        }
    }
    match query.format {
        Format::Json => Ok(Json(People { people: store.public_names().await?, lists }).into_response()),
        Format::Csv => csv(lists),
    }
}

impl Place {
    /// The first place of a list.
    fn new(list: &'static str, game: String, name: String) -> Place {
        Place {
            list,
            game,
            place: 1,
            name,
            moves: None,
            par: None,
            played_ms: None,
            ended: None,
            rating: None,
            deviation: None,
            games: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula_in_whatever_column() {
        #[derive(Serialize)]
        struct Row(&'static str, i32, &'static str);
        for formula in ["=HYPERLINK(1)", "+1+2", "-2+3", "@SUM(1)", "\t=1", "\r=1", " =1", "＝1", "－A1"] {
            let written = table([Row("Ann", -3, formula), Row(formula, 4, "a,b")]).unwrap();
            let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(written.as_slice());
            let rows: Vec<Vec<String>> =
                reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
            let safe = format!("'{formula}");
            assert_eq!(rows, [["Ann", "-3", &safe], [&safe, "4", "a,b"]]);
        }
    }
}
