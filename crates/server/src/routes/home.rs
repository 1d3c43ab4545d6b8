//! The first page, and the pages about a game: how to begin, rules, workshop.

use super::html::{Answer, html, items};
use crate::daily::dailies::Day;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, CHOICE, GameInPath, MaybeVisitor, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::system::random;
use crate::tables::once::FormKey;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar};
use bagatelle_pages::home::{HomePage, demo_setup};
use bagatelle_pages::new_game::{Choice, GamePage};
use bagatelle_pages::rules::{RulesPage, WorkshopPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::{game, home};
use bagatelle_store::{Listed, Search};
use bagatelle_table::{Command, DealSource, NewGame, Stage, Visitor, WorldDate, guest_name};
use serde::Deserialize;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::HOME, get(front))
        .route(pattern::GAME, get(one_game))
        .route(pattern::GAME_RULES, get(rules))
        .route(pattern::GAME_WORKSHOP, get(workshop))
        .route(pattern::GAME_DEMO, post(begin_demo))
}

/// The visitor's newest tables, of one game or of all, without those on which nothing has happened.
async fn own_tables(
    state: &AppState,
    visitor: Option<&Visitor>,
    game: Option<&str>,
) -> Result<Vec<Listed>, AppError> {
    let Some(visitor) = visitor else { return Ok(Vec::new()) };
    let search = Search {
        person: Some(visitor.id().to_owned()),
        game: game.map(str::to_owned),
        limit: home::LOOKED_AT,
        ..Search::default()
    };
    let mut found = state.tables.search(&search).await?.tables;
    found.retain(|t| home::is_begun(visitor.id(), &t.summary));
    Ok(found)
}

/// The tables at which it is the visitor's turn, those where others wait first.
async fn own_turns(state: &AppState, visitor: Option<&Visitor>) -> Result<Vec<Listed>, AppError> {
    let Some(visitor) = visitor else { return Ok(Vec::new()) };
    let search = Search {
        person: Some(visitor.id().to_owned()),
        stage: Some(Stage::Playing),
        to_move: true,
        by_turn: true,
        limit: home::LOOKED_AT,
        ..Search::default()
    };
    Ok(state.tables.search(&search).await?.tables)
}

async fn front(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    let mut tables = own_tables(&state, visitor.as_ref(), None).await?;
    // Others may wait at a table on which nothing has happened for long.
    let old = own_turns(&state, visitor.as_ref()).await?;
    tables.extend(
        old.into_iter().filter(|t| tables.iter().all(|new| new.spec.id != t.spec.id)).collect::<Vec<_>>(),
    );
    let person = visitor.as_ref().map_or("", Visitor::id);
    let day = Day::load(&state.tables, visitor.as_ref(), None).await?;
    let played = day.played();
    let offers = day.offers(&played);
    tables.retain(|t| home::is_listed(&t.spec.id, &t.summary, person, &offers));
    let tables = items(&tables);
    let page = HomePage {
        person,
        tables: &tables,
        today: day.today,
        offers: &offers,
        played: &played,
        base: &base,
        has_demo: true,
    };
    Ok(html(page.page()))
}

#[derive(Deserialize)]
struct DemoForm {
    /// The visitor's first move; nothing for a visitor who only wants to play.
    #[serde(default)]
    first: String,
    #[serde(default)]
    key: FormKey,
}

/// The game whose beginning the first page has shown.
async fn begin_demo(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(form): Form<DemoForm>,
) -> Answer {
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let once = form.key.once(&state.secret, &visitor, &["demo", game.id(), &form.first]);
    let source = DealSource::Setup(demo_setup(game).ok_or(AppError::NotFound)?);
    let new = NewGame { name: guest_name(visitor.id()), ..NewGame::new(game.id(), source) };
    let id = state.tables.make_once(&visitor, new, None, once).await?;
    let live = state.tables.get(&id).await?;
    let table = live.lock().await;
    let fresh = (table.table().play().ply() == 0).then(|| table.table().version());
    drop(table);
    if let Some(version) = fresh.filter(|_| !form.first.is_empty()) {
        let first = Command::Act(form.first);
        match state.tables.command(&live, Some(&visitor), first, Some(version), None).await {
            // Anything that is not a move only begins the game.
            Ok(_) | Err(AppError::Rejected(_)) => (),
            Err(error) => return Err(error),
        }
    }
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

#[derive(Deserialize)]
struct GameQuery {
    #[serde(default)]
    seed: String,
    #[serde(default)]
    way: String,
    #[serde(default)]
    listed: String,
}

async fn one_game(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    Query(query): Query<GameQuery>,
    BaseAddress(base): BaseAddress,
    MaybeVisitor(visitor): MaybeVisitor,
    jar: CookieJar,
) -> Answer {
    let choice = game::choice(jar.get(CHOICE).map(Cookie::value), &query.way);
    let choice = Choice { listed: query.listed == "1", ..choice };
    let mut tables = own_tables(&state, visitor.as_ref(), Some(game.id())).await?;
    tables.truncate(home::LISTED);
    let page = GamePage {
        game,
        today: WorldDate::of(state.tables.now()),
        has_daily: true,
        has_friends: true,
        seed: &query.seed,
        person: visitor.as_ref().map_or("", Visitor::id),
        account: visitor.as_ref().is_some_and(Visitor::has_account),
        tables: &items(&tables),
        learned: &super::lesson::learned(&jar),
        name: &state.name_or_guest(visitor.as_ref(), &guest_name(&random::code::<4>()?)).await?,
        choice: &choice,
        base: &base,
        ladder: state.tables.registry().house().has_ladder(game.id()),
        prints: true,
    };
    Ok(html(page.page()))
}

async fn rules(GameInPath(game): GameInPath, BaseAddress(base): BaseAddress) -> Answer {
    Ok(html(RulesPage { game, base: &base, prints: true }.page()))
}

#[derive(Deserialize)]
struct Made {
    #[serde(default)]
    text: String,
}

async fn workshop(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    BaseAddress(base): BaseAddress,
    Query(made): Query<Made>,
) -> Answer {
    // The page tells everything about the board that is sent, for which its tables are built.
    let question = format!("{} {}", game.id(), made.text);
    let make = async || {
        let fragment = state.tables.registry().answer(move |_| game.workshop(&made.text)).await?;
        fragment.ok_or(AppError::NotFound)
    };
    let fragment = state.workshops.get(&question, make).await?;
    Ok(html(WorkshopPage { game, fragment: &fragment, base: &base }.page()))
}
