//! Lessons. Nothing about a step is kept here: the page sends the moves so far with each try, and the browser
//! keeps in a cookie which steps are done.

use super::html::{Answer, respond};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, GameInPath, StepInPath, VisitorOrNew, WantsPart};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::once::FormKey;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use bagatelle_catalog::AnyGame;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::lesson::{self, Step};
use bagatelle_table::Learned;
use serde::Deserialize;

/// The name of the cookie that holds the steps that are done.
const COOKIE: &str = "learned";
/// How long a browser keeps it, in days.
const DAYS: i64 = 400;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::LESSON, get(overview))
        .route(pattern::LESSON_STEP, get(step))
        .route(pattern::LESSON_ACT, post(act))
        .route(pattern::LESSON_WHY, get(why))
        .route(pattern::LESSON_FINALE, post(finale))
        .route(pattern::LESSON_DONE, get(done))
}

/// What the visitor has learned, as the browser keeps it.
pub fn learned(jar: &CookieJar) -> Learned {
    jar.get(COOKIE).map(|cookie| Learned::read(cookie.value())).unwrap_or_default()
}

/// Lets the browser keep what the visitor has learned, if any of it is new.
fn keep(learned: Option<&Learned>) -> CookieJar {
    let cookie = |learned: &Learned| {
        Cookie::build((COOKIE, learned.to_string())).path("/").max_age(time::Duration::days(DAYS)).build()
    };
    learned.map_or_else(CookieJar::new, |learned| CookieJar::new().add(cookie(learned)))
}

async fn overview(GameInPath(game): GameInPath, BaseAddress(base): BaseAddress, jar: CookieJar) -> Answer {
    Ok(respond(lesson::overview(game, &learned(&jar), &base)?))
}

#[derive(Deserialize)]
struct StepQuery {
    /// The learner's moves so far, separated by blanks.
    #[serde(default)]
    played: String,
    /// 1 if the right move is lit.
    #[serde(default)]
    lit: u8,
    /// The names of the picks, separated by blanks.
    #[serde(default)]
    picks: String,
}

impl StepQuery {
    /// The step after the moves so far.
    fn open(&self, game: &'static dyn AnyGame, number: usize) -> Result<Step, AppError> {
        Ok(Step::open(game, number, &self.played, self.lit == 1)?)
    }
}

async fn step(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
    WantsPart(part): WantsPart,
    BaseAddress(base): BaseAddress,
    jar: CookieJar,
) -> Answer {
    Ok(respond(query.open(game, number)?.show(&learned(&jar), part, &base)))
}

#[derive(Deserialize)]
struct TryForm {
    kind: String,
    #[serde(default)]
    text: String,
}

/// A try, or a request for help or for a new beginning.
async fn act(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
    WantsPart(part): WantsPart,
    BaseAddress(base): BaseAddress,
    jar: CookieJar,
    Form(form): Form<TryForm>,
) -> Answer {
    let mut step = query.open(game, number)?;
    let before = learned(&jar);
    let new = step.ask(&form.kind, &form.text, &before)?;
    let shown = respond(step.show(new.as_ref().unwrap_or(&before), part, &base));
    Ok((keep(new.as_ref()), shown).into_response())
}

/// Why picks make no legal action, in a sentence of the rules. No content if they make one or mean nothing.
async fn why(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
) -> Answer {
    Ok(respond(query.open(game, number)?.why(&query.picks)))
}

#[derive(Deserialize)]
struct FinaleForm {
    #[serde(default)]
    key: FormKey,
}

/// Begins the game at the end of a lesson.
async fn finale(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    form: Result<Form<FinaleForm>, FormRejection>,
) -> Answer {
    let new = lesson::finale(game)?;
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let key = form.map(|Form(form)| form.key).unwrap_or_default();
    let once = key.once(&state.secret, &visitor, &["finale", game.id()]);
    let id = state.tables.make_once(&visitor, new, None, once).await?;
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

#[derive(Deserialize)]
struct DoneQuery {
    #[serde(default)]
    table: String,
}

/// Comes back from the game at the end of a lesson.
async fn done(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    Query(query): Query<DoneQuery>,
    jar: CookieJar,
) -> Answer {
    let live = state.tables.get(&query.table).await.ok();
    let table = match &live {
        Some(live) => Some(live.lock().await),
        None => None,
    };
    let new = lesson::finished(game, table.as_ref().map(|table| table.table()), &learned(&jar))?;
    Ok((keep(new.as_ref()), Redirect::to(&urls::lesson(game.id()))).into_response())
}
