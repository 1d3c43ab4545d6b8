//! The deals of the day: the page of a day, the page of a deal, its drawing, and the name on the
//! leaderboard.

use super::html::{Answer, html};
use super::position;
use crate::daily::dailies::{Day, open, open_date};
use crate::daily::positions::{self, date_of};
use crate::error::{AppError, free_name};
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{BaseAddress, MaybeVisitor, VisitorOrNew, WantsPart};
use crate::routes::lay::way_out;
use crate::routes::method::{get, post};
use crate::routes::picture::Which;
use crate::routes::state::AppState;
use crate::system::random;
use crate::tables::deals::games;
use axum::extract::{Path, Query, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_catalog::AnyGame;
use bagatelle_core::Viewer;
use bagatelle_pages::fairness::DaySeeds;
use bagatelle_pages::today::{Best, DailyPage, DayTable, Entry, Listing, TodayPage};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::today;
use bagatelle_store::Daily;
use bagatelle_table::{Visitor, WorldDate, check_name, guest_name};
use serde::Deserialize;

/// The drawing of a daily deal never changes unless the drawing code does.
const KEPT: &str = "public, max-age=86400";

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::TODAY, get(newest))
        .route(pattern::TODAY_NAME, post(name))
        .route(pattern::TODAY_ON, get(on))
        .route(pattern::DAILY, get(daily).merge(post(begin)))
        .route(pattern::DAILY_PICTURE, get(drawing))
        .route(pattern::DAILY_LAY_OUT, get(lay_out))
        .route(pattern::DAILY_PREVIEW, get(preview))
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct DayQuery {
    /// A day of the month that the calendar shows.
    month: String,
}

/// The date in an address.
fn read(date: &str) -> Result<WorldDate, AppError> {
    date.parse().map_err(|_| AppError::NotFound)
}

/// The game and the date in an address.
fn read_daily((date, game): &(String, String)) -> Result<(&'static dyn AnyGame, WorldDate), AppError> {
    let game = games().find(|known| known.id() == *game).ok_or(AppError::NotFound)?;
    Ok((game, read(date)?))
}

async fn newest(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    Query(query): Query<DayQuery>,
) -> Answer {
    draw(&state, visitor.as_ref(), &base, None, &query, None).await
}

async fn on(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
    Path(date): Path<String>,
    Query(query): Query<DayQuery>,
) -> Answer {
    draw(&state, visitor.as_ref(), &base, Some(read(&date)?), &query, None).await
}

/// A name that was refused.
#[derive(Clone, Copy)]
struct Refused<'a> {
    /// What was typed.
    name: &'a str,
    /// Why, in a sentence.
    why: &'a str,
}

/// The page of a date, or of today.
async fn draw(
    state: &AppState,
    visitor: Option<&Visitor>,
    base: &str,
    date: Option<WorldDate>,
    query: &DayQuery,
    refused: Option<Refused<'_>>,
) -> Answer {
    let day = Day::load(&state.tables, visitor, date).await?;
    day.find_pars(&state.tables);
    let played = day.played();
    let rows = rows(state, &day, day.date).await?;
    let entries: Vec<(&str, Vec<Entry<'_>>)> =
        rows.iter().map(|(game, rows)| (*game, entries(rows, visitor))).collect();
    let tables: Vec<DayTable<'_>> =
        entries.iter().map(|(game, entries)| DayTable { game, entries }).collect();
    // The best solution of a day that is not over would give away what others are still looking for.
    let over = if day.date == day.today { day.date.yesterday() } else { day.date };
    let over_rows = if over == day.date { rows.clone() } else { self::rows(state, &day, over).await? };
    let best: Vec<Best<'_>> = over_rows
        .iter()
        .filter(|(game, _)| day.own(game, over).is_none_or(|own| own.ended.is_some()))
        .filter_map(|(game, rows)| best(game, rows.first()?))
        .collect();
    let own_name = day.dailies.iter().find_map(|(_, daily)| daily.name.as_deref());
    let suggested = state.name_or_guest(visitor, &guest_name(&random::code::<4>()?)).await?;
    let next = state.tables.deals().commitment_after(day.date).await?;
    let page = TodayPage {
        date: day.date,
        today: day.today,
        month: today::month(&query.month, day.date, day.today),
        offers: &day.offers(&played),
        played: &played,
        tables: &tables,
        best: &best,
        listing: match (refused, own_name) {
            (Some(refused), _) => Listing::Unlisted(refused.name),
            _ if played.is_empty() => Listing::Nothing,
            (None, Some(name)) => Listing::Listed(name),
            (None, None) => Listing::Unlisted(&suggested),
        },
        seeds: DaySeeds { own: day.seed(), next: next.as_deref() },
        refused: refused.map(|refused| refused.why),
        base,
    };
    Ok(html(page.page()))
}

/// The tables of a date, each with the id of its game.
async fn rows(
    state: &AppState,
    day: &Day,
    date: WorldDate,
) -> Result<Vec<(&'static str, Vec<Daily>)>, AppError> {
    let mut all = Vec::new();
    let deals = day.deals.iter().map(|(deal, _)| deal.game);
    for game in deals.chain(day.positions.iter().map(|(game, _)| *game)) {
        let game = game.id();
        all.push((game, state.tables.store().table_of_the_day(game, &date.to_string()).await?));
    }
    Ok(all)
}

fn entries<'a>(rows: &'a [Daily], visitor: Option<&Visitor>) -> Vec<Entry<'a>> {
    let entry = |daily: &'a Daily| Entry {
        name: daily.name.as_deref(),
        own: visitor.is_some_and(|visitor| visitor.id() == daily.person),
        moves: daily.score,
        took: daily.took.unwrap_or_default(),
    };
    rows.iter().map(entry).collect()
}

fn best<'a>(game: &'a str, daily: &'a Daily) -> Option<Best<'a>> {
    Some(Best { game, table: daily.table.as_deref()?, name: daily.name.as_deref(), moves: daily.score })
}

#[derive(Deserialize)]
struct PositionQuery {
    /// After how many actions of its line a solved position is shown.
    at: Option<usize>,
}

/// The deal of a day: the visitor's table, or how it is begun. Following a link makes no table: previews and
/// robots do that, too.
async fn daily(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Path(path): Path<(String, String)>,
    WantsPart(part): WantsPart,
    BaseAddress(base): BaseAddress,
    Query(query): Query<PositionQuery>,
    address: Address,
) -> Answer {
    if let Some(game) = bagatelle_catalog::find(&path.1).filter(|game| game.has_positions()) {
        let date = date_of(&state.tables, &path.0)?;
        return position::page(&state, (game, date), visitor.as_ref(), query.at, part, (&base, &address))
            .await;
    }
    let (game, date) = read_daily(&path)?;
    let day = Day::load(&state.tables, visitor.as_ref(), Some(date)).await?;
    if let Some(table) = day.own(game.id(), date).and_then(|own| own.table.as_deref()) {
        return Ok(Redirect::to(&urls::table(table)).into_response());
    }
    day.find_pars(&state.tables);
    let offers = day.offers(&[]);
    let offer = offers.into_iter().find(|offer| offer.game.id() == game.id()).ok_or(AppError::NotFound)?;
    let rows = state.tables.store().table_of_the_day(game.id(), &date.to_string()).await?;
    let entries = entries(&rows, visitor.as_ref());
    let table = DayTable { game: game.id(), entries: &entries };
    Ok(html(DailyPage { offer, today: day.today, table, base: &base, lays: true }.page()))
}

/// Begins the deal of a day, or leads to the visitor's table.
async fn begin(
    State(state): State<AppState>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    Path(path): Path<(String, String)>,
    address: Address,
) -> Answer {
    let (game, date) = read_daily(&path)?;
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let id = open(&state.tables, &visitor, game, date).await?;
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

/// The drawing of a deal or of a position, as all may see it.
async fn drawn(
    state: &AppState,
    path: &(String, String),
    address: &Address,
) -> Result<(String, String), AppError> {
    if let Some(game) = bagatelle_catalog::find(&path.1).filter(|game| game.has_positions()) {
        let date = date_of(&state.tables, &path.0)?;
        let play = positions::found(&state.tables, game, date, address).await?;
        return Ok((format!("{date}/{}", game.id()), play.drawing()));
    }
    let (game, date) = read_daily(path)?;
    let date = open_date(date, WorldDate::of(state.tables.now()))?;
    let deal = state.tables.deals().of(game, date).await?;
    Ok((format!("{date}/{}", game.id()), deal.svg.clone()))
}

async fn drawing(
    State(state): State<AppState>,
    Path(path): Path<(String, String)>,
    address: Address,
) -> Answer {
    let (_, svg) = drawn(&state, &path, &address).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, KEPT)], svg).into_response())
}

/// The way to the page that shows a deal or a position large, for laying it out by hand.
async fn lay_out(
    State(state): State<AppState>,
    Path(path): Path<(String, String)>,
    address: Address,
) -> Answer {
    if let Some(game) = bagatelle_catalog::find(&path.1).filter(|game| game.has_positions()) {
        let date = date_of(&state.tables, &path.0)?;
        let play = positions::found(&state.tables, game, date, &address).await?;
        return way_out(&play.position().record, Viewer::Spectator);
    }
    let (game, date) = read_daily(&path)?;
    let date = open_date(date, WorldDate::of(state.tables.now()))?;
    way_out(&state.tables.deals().of(game, date).await?.spec.record(), Viewer::Spectator)
}

async fn preview(
    State(state): State<AppState>,
    Path(path): Path<(String, String)>,
    address: Address,
) -> Answer {
    let (name, svg) = drawn(&state, &path, &address).await?;
    // No table has such an id.
    let which = Which::Preview { table: name, version: 0, ply: 0 };
    if state.pictures.known(&which).is_none() {
        state.quotas.count(Making::Question, None, &address)?;
    }
    let png = state.pictures.png(state.tables.registry().pool(), which, svg).await?;
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, KEPT)], png).into_response())
}

#[derive(Deserialize)]
struct NameForm {
    #[serde(default)]
    name: String,
}

/// Lists the visitor on the leaderboards under a name, or no longer if the name is empty.
async fn name(
    State(state): State<AppState>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    BaseAddress(base): BaseAddress,
    Form(form): Form<NameForm>,
) -> Answer {
    let store = state.tables.store();
    let listed = async {
        let name = match form.name.trim() {
            "" => None,
            name => Some(free_name(store.keep_name(visitor.id(), &check_name(name)?).await)?),
        };
        Ok::<_, AppError>(store.list_dailies(visitor.id(), name.as_deref()).await?)
    };
    match listed.await {
        Ok(()) => Ok((jar, Redirect::to(&urls::today())).into_response()),
        Err(error) if error.status().is_client_error() => {
            let why = error.user_message();
            let refused = Refused { name: &form.name, why: &why };
            let page = draw(&state, Some(&visitor), &base, None, &DayQuery::default(), Some(refused)).await?;
            Ok((error.status(), page).into_response())
        }
        Err(error) => Err(error),
    }
}
