//! Set-ups on a real table: entered piece by piece and played, or laid out from a screen.

use super::html::{Answer, html};
use super::media::qr_of;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitedTable, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::system::random;
use crate::tables::once::FormKey;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, RequestPartsExt, Router};
use bagatelle_catalog::LaidGame;
use bagatelle_core::laid::{Place, Spread};
use bagatelle_core::present::Question;
use bagatelle_core::{Record, Seed, Viewer};
use bagatelle_pages::lay::{LayPage, OutPage, Pasted, read_place};
use bagatelle_pages::new_game::OWN;
use bagatelle_pages::new_game::form::{self, Form as Fields, options};
use bagatelle_pages::once::FIELD;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::{DealSource, NewGame, WorldDate, guest_name};
use serde_json::{Map, Value};
use std::collections::HashMap;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::GAME_LAY, get(page).merge(post(play)))
        .route(pattern::GAME_LAY_OUT, get(out))
        .route(pattern::GAME_LAY_QR, get(qr))
        .route(pattern::TABLE_LAY_OUT, get(table))
}

/// The game in the path, if its set-ups can be laid by hand.
struct LaidInPath(&'static dyn LaidGame);

impl FromRequestParts<AppState> for LaidInPath {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _state: &AppState) -> Result<LaidInPath, AppError> {
        let path = parts.extract::<Path<HashMap<String, String>>>().await.map_err(|_| AppError::NotFound)?;
        let game = path.get("game").and_then(|id| bagatelle_catalog::laid(id));
        game.map(LaidInPath).ok_or(AppError::NotFound)
    }
}

/// What an address or a form says.
struct Sent {
    fields: Fields,
    /// The questions about the rules, each with its answer.
    asked: Vec<(Question, String)>,
}

impl Sent {
    fn read(game: &dyn LaidGame, fields: Fields) -> Sent {
        let field = |key: &str| fields.get(key).cloned().unwrap_or_default();
        let answer = |question: Question| {
            let sent = match field(&format!("option.{}", question.key)) {
                own if own == OWN => field(&format!("own.option.{}", question.key)),
                sent => sent,
            };
            (question, sent)
        };
        let asked = (game.manifest().options)().into_iter().map(answer).collect();
        Sent { fields, asked }
    }

    fn field(&self, key: &str) -> &str {
        self.fields.get(key).map_or("", String::as_str)
    }

    fn place(&self, key: &str, spread: &Spread) -> Option<Place> {
        read_place(self.field(key)).filter(|at| spread.laid.places().any(|place| place == *at))
    }

    /// The answers that are not the usual ones, as fields of an address.
    fn options(&self) -> Vec<(String, String)> {
        let usual = |question: &Question| question.answers.first().map(|answer| answer.value.clone());
        let asked = self
            .asked
            .iter()
            .filter(|(question, sent)| !sent.is_empty() && usual(question) != Some(sent.clone()));
        asked.map(|(question, sent)| (format!("option.{}", question.key), sent.clone())).collect()
    }
}

/// What is laid, with what was drawn from the seed.
async fn spread(
    state: &AppState,
    game: &'static dyn LaidGame,
    options: Value,
    code: &str,
    seed: Seed,
) -> Result<Result<Spread, String>, AppError> {
    let code = code.to_owned();
    // Rules may come from what a visitor sends, such as a board.
    state.tables.registry().answer(move |_| game.spread(&options, &code, &seed)).await
}

/// As [`spread`], with the usual rules, or without pieces, where that cannot be; and why.
async fn readable(
    state: &AppState,
    game: &'static dyn LaidGame,
    sent: &Sent,
) -> Result<(Spread, Option<String>, Option<String>), AppError> {
    let code = sent.field("code");
    let of = async |options: &Value, code: &str| {
        spread(state, game, options.clone(), code, Seed::from_text(code)).await
    };
    let chosen = options(&sent.fields);
    let refusal = of(&chosen, "").await?.err();
    let rules = if refusal.is_some() { Value::Null } else { chosen };
    match of(&rules, code).await? {
        Ok(spread) => Ok((spread, refusal, None)),
        Err(why) => Ok((of(&rules, "").await?.map_err(AppError::refused)?, refusal, Some(why))),
    }
}

async fn page(
    State(state): State<AppState>,
    LaidInPath(game): LaidInPath,
    Query(fields): Query<Fields>,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let sent = Sent::read(game, fields);
    let (spread, refusal, unread) = readable(&state, game, &sent).await?;
    let options = sent.options();
    let mut pasted = unread.map(|why| (sent.field("code"), why));
    let paste = sent.field("paste").trim();
    if !paste.is_empty() && paste != spread.code {
        match self::spread(&state, game, Value::Null, paste, Seed::from_text("")).await? {
            Ok(read) => return Ok(to_page(urls::lay(game.id()), &read.code, &options).into_response()),
            Err(why) => pasted = Some((paste, why)),
        }
    }
    let page = LayPage {
        game,
        spread: &spread,
        asked: &sent.asked,
        options: &options,
        at: sent.place("at", &spread),
        last: sent.place("last", &spread),
        pasted: pasted.as_ref().map(|(text, why)| Pasted { text, why }),
        refusal: refusal.as_deref(),
        base: &base,
    };
    let is_right = pasted.is_none() && refusal.is_none();
    let status = if is_right { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    Ok((status, html(page.page())).into_response())
}

/// The way to a page with a code.
fn to_page(page: String, code: &str, options: &[(String, String)]) -> Redirect {
    Redirect::to(&laid(page, code, options))
}

fn laid(page: String, code: &str, options: &[(String, String)]) -> String {
    let options = options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    urls::laid(page, &std::iter::once(("code", code)).chain(options).collect::<Vec<_>>())
}

/// Fills the rest at random, or begins the game.
async fn play(
    State(state): State<AppState>,
    LaidInPath(game): LaidInPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    let sent = Sent::read(game, fields);
    let (rules, code) = (options(&sent.fields), sent.field("code").to_owned());
    let seed = Seed::from_text(&random::seed()?);
    let page = urls::lay(game.id());
    if sent.field("do") == "fill" {
        let filled = state.tables.registry().answer(move |_| game.filled(&rules, &code, &seed)).await?;
        let filled = filled.map_err(AppError::refused)?;
        return Ok((jar, to_page(page, &filled, &sent.options())).into_response());
    }
    let spread = spread(&state, game, rules, &code, seed).await?.map_err(AppError::refused)?;
    let Some(record) = spread.record else {
        // The page says what is wrong or missing.
        return Ok((jar, to_page(page, &spread.code, &sent.options())).into_response());
    };
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let sides = [sent.field("program"), sent.field("sit")];
    let once = FormKey::of(sent.fields.get(FIELD));
    let once = once.once(&state.secret, &visitor, &["lay", game.id(), &code, sides[0], sides[1]]);
    let name = state.name_or_guest(Some(&visitor), &guest_name(visitor.id())).await?;
    let asked = form::Asked { date: WorldDate::of(state.tables.now()), name: &name, lot: 0 };
    let asked = form::read(game, &sent.fields, &asked).map_err(AppError::refused)?;
    let new = NewGame { source: DealSource::Setup(record.setup.unwrap_or_default()), ..asked };
    let id = state.tables.make_once(&visitor, new, None, once).await?;
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

async fn out(
    State(state): State<AppState>,
    LaidInPath(game): LaidInPath,
    Query(fields): Query<Fields>,
) -> Answer {
    let sent = Sent::read(game, fields);
    let (spread, _, unread) = readable(&state, game, &sent).await?;
    if let Some(why) = unread {
        return Err(AppError::refused(why));
    }
    let row = sent.field("row").parse().ok();
    Ok(html(OutPage { game, spread: &spread, options: &sent.options(), row }.page()).into_response())
}

/// The address of the page as a QR code, for a phone.
async fn qr(
    State(state): State<AppState>,
    LaidInPath(game): LaidInPath,
    Query(fields): Query<Fields>,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let sent = Sent::read(game, fields);
    let (spread, ..) = readable(&state, game, &sent).await?;
    qr_of(&state, base, &laid(urls::lay(game.id()), &spread.code, &sent.options()))
}

/// What lies on a table now, as the visitor sees it; where that cannot be laid, what it began with.
async fn table(VisitedTable(live): VisitedTable, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    let held = live.lock().await;
    let table = held.table();
    let viewer = table.viewpoint(visitor.as_ref()).viewer;
    let mut record = table.spec().record();
    record.actions = table.play().actions();
    drop(held);
    way_out(&record, viewer)
}

/// The way to the page that shows what lies at the end of a record, or at its beginning, as a viewer sees it.
pub(super) fn way_out(record: &Record, viewer: Viewer) -> Result<Response, AppError> {
    let game = bagatelle_catalog::laid(&record.game).ok_or(AppError::NotFound)?;
    let code = match game.code_of(record, viewer)? {
        Some(code) => code,
        None => game.deal_of(record, viewer)?.ok_or(AppError::NotFound)?,
    };
    let questions = (game.manifest().options)();
    let field = |(key, value): (&String, &Value)| {
        let answer = value.to_string();
        let asked = questions.iter().find(|question| question.key == key);
        let is_offered = asked.is_some_and(|asked| asked.answers.iter().any(|known| known.value == answer));
        // A text of the player's own is sent as it is, an answer of the list as the list has it.
        let own = value.as_str().filter(|_| !is_offered).map(str::to_owned);
        (format!("option.{key}"), own.unwrap_or(answer))
    };
    let none = Map::new();
    let fields = record.options.as_object().unwrap_or(&none).iter().map(field).collect();
    Ok(to_page(urls::lay_out(game.id()), &code, &Sent::read(game, fields).options()).into_response())
}
