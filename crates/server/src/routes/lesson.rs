//! Lessons. Nothing about a step is kept here: the page sends the moves so far with each try, and the browser keeps in a cookie
//! which steps are done.

use super::html::{Answer, Extent, html};
use crate::address::Address;
use crate::error::AppError;
use crate::extract::{GameInPath, StepInPath, VisitorOrNew, WantsPart};
use crate::quotas::Making;
use crate::state::AppState;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use bagatelle_catalog::AnyGame;
use bagatelle_core::present::{Help, Lesson, LessonStep};
use bagatelle_pages::lesson::{LessonPage, StepPage};
use bagatelle_pages::text::sentence;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_table::{DealSource, Learned, LessonPlay, NewGame, Terms, Verdict};
use serde::Deserialize;
use serde_json::Value;

/// The name of the cookie that holds the steps that are done.
const COOKIE: &str = "learned";
/// How long a browser keeps it, in days.
const DAYS: i64 = 400;
/// The most moves of a step that are read.
const LONGEST: usize = 64;

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
    fn open(&self, game: &dyn AnyGame, step: &'static LessonStep) -> Result<LessonPlay, AppError> {
        let played: Vec<&str> = self.played.split_whitespace().take(LONGEST).collect();
        Ok(LessonPlay::open(game, step, &played)?)
    }

    fn is_lit(&self, step: &LessonStep) -> bool {
        self.lit == 1 || step.help == Help::Lit
    }
}

async fn step(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
    WantsPart(part): WantsPart,
    jar: CookieJar,
) -> Answer {
    let lesson = lesson_of(game)?;
    let step = lesson.steps.get(number).ok_or(AppError::NotFound)?;
    let play = query.open(game, step)?;
    let lit = query.is_lit(step);
    let page = StepPage { game, lesson, number, play: &play, verdict: None, lit, learned: &learned(&jar) };
    Ok(shown(page, part))
}

fn shown(page: StepPage<'_>, part: bool) -> Response {
    let extent = if part { Extent::Part } else { Extent::Page };
    html(match extent {
        Extent::Page => page.page(),
        Extent::Part => page.part(),
    })
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
    let lesson = lesson_of(game)?;
    let step = lesson.steps.get(number).ok_or(AppError::NotFound)?;
    let mut play = query.open(game, step)?;
    let mut lit = query.is_lit(step);
    let verdict = match form.kind.as_str() {
        "act" | "amend" => Some(play.attempt(form.text.trim(), form.kind == "amend")),
        "again" => {
            play = LessonPlay::open(game, step, &[])?;
            None
        }
        "show" => {
            lit = true;
            None
        }
        _ => return Err(AppError::refused("a step of a lesson knows act, amend, again and show")),
    };
    // Who has tried in vain is shown the way.
    lit |= matches!(verdict, Some(Verdict::Wrong { .. }));
    let (jar, learned) = match play.is_done() {
        true => keep(jar, game.id(), number),
        false => (CookieJar::new(), learned(&jar)),
    };
    let page =
        StepPage { game, lesson, number, play: &play, verdict: verdict.as_ref(), lit, learned: &learned };
    Ok((jar, shown(page, part)).into_response())
}

/// Why picks make no legal action, in a sentence of the rules. No content if they make one or mean nothing.
async fn why(
    GameInPath(game): GameInPath,
    StepInPath(number): StepInPath,
    Query(query): Query<StepQuery>,
) -> Answer {
    let step = lesson_of(game)?.steps.get(number).ok_or(AppError::NotFound)?;
    let play = query.open(game, step)?;
    let picks: Vec<&str> = query.picks.split_whitespace().collect();
    let refusal = play.play().refusal(play.viewer(), &picks).filter(|_| !play.is_done());
    Ok(match refusal {
        Some(reason) => sentence(&reason).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

/// Begins the game at the end of a lesson.
async fn finale(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
) -> Answer {
    lesson_of(game)?;
    let new = NewGame {
        game: game.id().to_owned(),
        options: Value::Null,
        deal_options: Value::Null,
        source: DealSource::Lesson,
        others: Vec::new(),
        sit: None,
        name: String::new(),
        terms: Terms::default(),
        best_of: 1,
    };
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let id = state.tables.make(&visitor, new, None).await?;
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
    let ended =
        table.table.spec().ends_lesson() && table.table.game().id() == game.id() && table.table.is_over();
    drop(table);
    let jar = if ended { keep(jar, game.id(), lesson.steps.len()).0 } else { CookieJar::new() };
    Ok((jar, back).into_response())
}
