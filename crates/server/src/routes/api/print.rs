//! Games on paper.

use super::caller::{AnyCaller, Read};
use super::error::{ApiError, Problem};
use super::params::Params;
use crate::error::AppError;
use crate::error::code::Code;
use crate::http::address::Address;
use crate::routes::print::{PrintedInPath, answer};
use crate::routes::sheets::{self, Wanted};
use crate::routes::state::AppState;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bagatelle_print::{Paper, Tone};
use serde::Deserialize;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, Schema, SchemaFormat, Type};
use utoipa::{IntoParams, PartialSchema, ToSchema};

/// How a game is printed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PrintQuery {
    /// The paper; `a4` is usual.
    #[param(schema_with = papers)]
    paper: Option<String>,
    /// The ink; `colour` is usual, `low-ink` prints outlines.
    #[param(schema_with = tones)]
    ink: Option<String>,
    /// Which of `pieces`, `rules` and `card` are printed, with commas between; all if it is left out.
    parts: Option<String>,
    /// Whether the backs of pieces are printed on the backs of their sheets.
    #[param(default = false)]
    backs: Option<bool>,
    /// How far paint goes on beyond the edges of pieces, in millimetres; 2 if it is left out.
    #[param(minimum = 0, maximum = 5)]
    bleed: Option<f64>,
    /// The options of the game as JSON, as in records; those that are left out have their defaults.
    options: Option<String>,
}

fn papers() -> Schema {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Paper::ALL.map(Paper::word))).into()
}

fn tones() -> Schema {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(Tone::ALL.map(Tone::word))).into()
}

/// A file of the format PDF, in the document of the API.
pub enum Pdf {}

impl PartialSchema for Pdf {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        let file = ObjectBuilder::new().schema_type(Type::String).format(Some(format));
        file.into()
    }
}

impl ToSchema for Pdf {}

/// The sheets of a game for printing: its pieces at true size, its rules, and a reference card.
#[utoipa::path(get, path = "/api/v1/catalog/{game}/print.pdf", operation_id = "print_game", security((),
    ("token" = ["read"])), params(("game" = String, Path, description = "The game’s id in the catalog."),
    PrintQuery), responses((status = 200, description = "The file.", body = Pdf,
        content_type = "application/pdf"), (status = 304, description = "The caller has it already."),
    (status = 404, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem)))]
pub async fn print(
    State(state): State<AppState>,
    _: AnyCaller<Read>,
    game: Result<PrintedInPath, AppError>,
    address: Address,
    headers: HeaderMap,
    Params(query): Params<PrintQuery>,
) -> Result<Response, ApiError> {
    let PrintedInPath(game) = game?;
    let wanted = wanted(&query).map_err(|why| ApiError::unprocessable(Code::BadOptions, why))?;
    let made = sheets::file(&state, game, &wanted, &address).await?;
    Ok(answer(made, &wanted.file_name(game), &headers).await?)
}

fn wanted(query: &PrintQuery) -> Result<Wanted, String> {
    let mut wanted = Wanted::on(Paper::default());
    let (backs, bleed) =
        (query.backs.map(|backs| backs.to_string()), query.bleed.map(|bleed| bleed.to_string()));
    for (name, word) in [("paper", &query.paper), ("ink", &query.ink), ("backs", &backs), ("bleed", &bleed)] {
        if let Some(word) = word {
            wanted.set(name, word).map_err(said)?;
        }
    }
    if let Some(parts) = &query.parts {
        wanted.choose(parts.split(',')).map_err(said)?;
    }
    if let Some(options) = &query.options {
        let read = serde_json::from_str(options);
        wanted.options = read.map_err(|error| format!("`options` isn’t JSON: {error}."))?;
    }
    Ok(wanted)
}

/// A refusal as a sentence.
fn said(why: String) -> String {
    bagatelle_pages::text::sentence(&why)
}
