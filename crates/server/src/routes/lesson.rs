//! Lessons. Nothing about a step is kept here: the page sends the moves so far with each try, and the browser
//! keeps in a cookie which steps are done.

use super::html::{Answer, html};
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{GameInPath, StepInPath, VisitorOrNew, WantsPart};
use crate::routes::state::AppState;
use crate::tables::once::FormKey;
use axum::extract::rejection::FormRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect};
use axum::routing::{get, post};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::Lesson;
use bagatelle_pages::lesson::{LessonPage, StepPage};
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::{DealSource, Learned, LessonTry, NewGame};
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

/// Lets the browser keep that a step is done.
fn keep(jar: CookieJar, game: &str, step: usize) -> (CookieJar, Learned) {
    let mut learned = learned(&jar);
    learned.add(game, step);
    let cookie = Cookie::build((COOKIE, learned.to_string())).path("/").max_age(time::Duration::days(DAYS));
    (jar.add(cookie), learned)
}

fn lesson_of(game: &dyn AnyGame) -> Result<&'static Lesson, AppError> {
    game.lesson().ok_or(AppError::NotFound)
}

async fn overview(GameInPath(game): GameInPath, jar: CookieJar) -> Answer {
    let lesson = lesson_of(game)?;
    Ok(html(LessonPage { game, lesson, learned: &learned(&jar) }.page()))
}

#[derive(Deserialize)]
struct StepQuery {
    /// The learner's moves so far, separated by blanks.
    #[serde(default)]
    played: String,
    /// 1 if what is right is lit.
    #[serde(default)]
    lit: u8,
    /// The names of the things that would be picked, separated by blanks.
    #[serde(default)]
    picks: String,
}

impl StepQuery {
    /// The step after the moves so far.
    fn open(&self, game: &'static dyn AnyGame, number: usize) -> Result<LessonTry, AppError> {
        let step = lesson_of(game)?.steps.get(number).ok_or(AppError::NotFound)?;
        Ok(LessonTry::open(game, step, &self.played, self.lit == 1)?)
    }
}

async fn step(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
    WantsPart(part): WantsPart,
    jar: CookieJar,
) -> Answer {
    let step = query.open(game, number)?;
    shown(game, number, &step, &learned(&jar), part)
}

fn shown(game: &dyn AnyGame, number: usize, step: &LessonTry, learned: &Learned, part: bool) -> Answer {
    let LessonTry { play, verdict, lit, .. } = step;
    let (lesson, verdict) = (lesson_of(game)?, verdict.as_ref());
    let page = StepPage { game, lesson, number, play, verdict, lit: *lit, learned };
    Ok(html(if part { page.part() } else { page.page() }))
}

#[derive(Deserialize)]
struct TryForm {
    kind: String,
    #[serde(default)]
    text: String,
}

/// A try, or the wish for help or for a new beginning.
async fn act(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
    WantsPart(part): WantsPart,
    jar: CookieJar,
    Form(form): Form<TryForm>,
) -> Answer {
    let mut step = query.open(game, number)?;
    step.ask(&form.kind, &form.text)?;
    let (jar, learned) = match step.play.is_done() {
        true => keep(jar, game.id(), number),
        false => (CookieJar::new(), learned(&jar)),
    };
    Ok((jar, shown(game, number, &step, &learned, part)?).into_response())
}

/// Why picks make no legal action, in a sentence of the rules. No content if they make one or mean nothing.
async fn why(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
) -> Answer {
    Ok(match query.open(game, number)?.why_not(&query.picks) {
        Some(reason) => sentence(&reason).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
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
    lesson_of(game)?;
    let new = NewGame::new(game.id(), DealSource::Lesson);
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
    let lesson = lesson_of(game)?;
    let back = Redirect::to(&urls::lesson(game.id()));
    let Ok(live) = state.tables.get(&query.table).await else { return Ok(back.into_response()) };
    let table = live.lock().await;
    let ended = table.table().spec().ends_lesson()
        && table.table().game().id() == game.id()
        && table.table().is_over();
    drop(table);
    let jar = if ended { keep(jar, game.id(), lesson.steps.len()).0 } else { CookieJar::new() };
    Ok((jar, back).into_response())
}
