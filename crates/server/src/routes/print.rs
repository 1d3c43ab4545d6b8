//! Games on paper: the page on which sheets are chosen, pictures of them, and the file.

use super::html::{Answer, html};
use super::media::unless_known;
use super::sheets::{self, PARTS, Wanted};
use crate::error::AppError;
use crate::http::address::Address;
use crate::routes::extract::BaseAddress;
use crate::routes::method::get;
use crate::routes::state::AppState;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, Path, RawQuery, State};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use bagatelle_catalog::PrintedGame;
use bagatelle_pages::print::{Choice, PrintPage};
use bagatelle_pages::urls::pattern;
use bagatelle_print::{Paper, Sheets, Tone};
use std::collections::HashMap;

/// The media type of the file.
pub const PDF: &str = "application/pdf";
/// A browser asks each time whether the file is still the same.
const CHECKED: &str = "private, no-cache";
/// The countries whose printers hold Letter paper.
const ON_LETTER: [&str; 2] = ["US", "CA"];

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::GAME_PRINT, get(page))
        .route(pattern::GAME_PRINT_FILE, get(file))
        .route(pattern::GAME_PRINT_SIDE, get(side))
}

/// The game in the path, if it can be printed.
pub struct PrintedInPath(pub &'static dyn PrintedGame);

impl FromRequestParts<AppState> for PrintedInPath {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AppError> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, state).await;
        let Path(path) = path.map_err(|_| AppError::NotFound)?;
        let game = path.get("game").and_then(|id| bagatelle_catalog::printed(id));
        game.map(PrintedInPath).ok_or(AppError::NotFound)
    }
}

/// The paper that is usual where a browser’s first language is spoken.
fn usual_paper(headers: &HeaderMap) -> Paper {
    let languages = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let first = languages.split([',', ';']).next().unwrap_or_default();
    let on_letter = |part: &str| ON_LETTER.iter().any(|country| part.trim().eq_ignore_ascii_case(country));
    if first.split('-').skip(1).any(on_letter) { Paper::Letter } else { Paper::A4 }
}

async fn page(
    State(state): State<AppState>,
    PrintedInPath(game): PrintedInPath,
    RawQuery(query): RawQuery,
    BaseAddress(base): BaseAddress,
    address: Address,
    headers: HeaderMap,
) -> Answer {
    let (wanted, read) = Wanted::read(&query.unwrap_or_default(), usual_paper(&headers));
    let made = match read {
        Ok(()) => sheets::shown(&state, game, &wanted, &address).await,
        Err(why) => Err(AppError::refused(why)),
    };
    // What cannot be printed is said beside the form.
    let made = match made {
        Err(error) if error.status() == StatusCode::UNPROCESSABLE_ENTITY => Err(error.user_message()),
        made => Ok(made?),
    };
    let names: Vec<&str> = match &made {
        Ok(shown) => shown.sides.iter().map(|side| side.name.as_str()).collect(),
        Err(_) => Vec::new(),
    };
    let sheets = &wanted.sheets;
    let parts = PARTS.iter().zip(wanted.chosen());
    let parts = parts.map(|(&(word, label), chosen)| Choice { word, label, chosen }).collect::<Vec<_>>();
    let page = PrintPage {
        game,
        papers: &Paper::ALL.map(|paper| Choice {
            word: paper.word(),
            label: paper.name(),
            chosen: paper == sheets.paper,
        }),
        inks: &Tone::ALL.map(|tone| Choice {
            word: tone.word(),
            label: tone.name(),
            chosen: tone == sheets.tone,
        }),
        parts: &parts,
        backs: sheets.backs,
        bleed: &sheets.bleed.to_string(),
        most_bleed: Sheets::MOST_BLEED,
        asked: &wanted.asked(game),
        query: &wanted.query(),
        makings: made.as_ref().map_or(&[], |shown| &shown.makings),
        sides: made.as_ref().map(|_| names.as_slice()).map_err(String::as_str),
        base: &base,
    };
    let status = if made.is_ok() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, html(page.page())).into_response())
}

/// What a query asks for, of an address that no one types.
fn read(query: Option<String>, headers: &HeaderMap) -> Result<Wanted, AppError> {
    let (wanted, read) = Wanted::read(&query.unwrap_or_default(), usual_paper(headers));
    read.map(|()| wanted).map_err(AppError::refused)
}

async fn side(
    State(state): State<AppState>,
    PrintedInPath(game): PrintedInPath,
    Path(path): Path<HashMap<String, String>>,
    RawQuery(query): RawQuery,
    address: Address,
    headers: HeaderMap,
) -> Answer {
    let number = path.get("side").and_then(|side| side.strip_suffix(".svg")?.parse::<usize>().ok());
    let wanted = read(query, &headers)?;
    let shown = sheets::shown(&state, game, &wanted, &address).await?;
    let side = number.and_then(|number| shown.sides.get(number.checked_sub(1)?));
    let svg = &side.ok_or(AppError::NotFound)?.svg;
    let version = blake3::hash(svg.as_bytes()).to_hex();
    let respond = async || Ok(([(CONTENT_TYPE, "image/svg+xml")], svg.clone()).into_response());
    unless_known(&version[..16], CHECKED, &headers, respond).await
}

async fn file(
    State(state): State<AppState>,
    PrintedInPath(game): PrintedInPath,
    RawQuery(query): RawQuery,
    address: Address,
    headers: HeaderMap,
) -> Answer {
    let wanted = read(query, &headers)?;
    let made = sheets::file(&state, game, &wanted, &address).await?;
    answer(made, &wanted.file_name(game), &headers).await
}

/// The file with its name, unless the client has it already.
pub(super) async fn answer(made: Bytes, name: &str, headers: &HeaderMap) -> Answer {
    let version = blake3::hash(&made).to_hex();
    let named = format!("attachment; filename=\"{name}\"");
    let respond =
        async || Ok(([(CONTENT_TYPE, PDF), (CONTENT_DISPOSITION, named.as_str())], made).into_response());
    unless_known(&version[..16], CHECKED, headers, respond).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn paper_is_that_of_the_first_language() {
        for (languages, paper) in [
            ("en-US,en;q=0.9", Paper::Letter),
            ("fr-CA", Paper::Letter),
            ("de-DE,en-US;q=0.7", Paper::A4),
            ("zh-Hant-us", Paper::Letter),
            ("us", Paper::A4),
            ("", Paper::A4),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static(languages))]);
            assert_eq!(usual_paper(&headers), paper, "{languages}");
        }
        assert_eq!(usual_paper(&HeaderMap::new()), Paper::A4);
    }
}
