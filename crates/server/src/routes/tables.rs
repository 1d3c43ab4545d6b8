//! Finding and making tables: the list of open tables, the visitor's games, and the form of a new game.

use super::html::{Answer, html, items};
use super::seeks;
use super::stream;
use super::table::given;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::limits::CHALLENGE_HOLDS_FOR;
use crate::routes::extract::{BaseAddress, CHOICE, GameInPath, MaybeVisitor, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::system::random;
use crate::tables::once::FormKey;
use axum::extract::{Query, State};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use axum_extra::extract::cookie::Cookie;
use bagatelle_pages::archive::{ArchivePage, Which};
use bagatelle_pages::lobby::{LobbyPage, OpenTable};
use bagatelle_pages::new_game::{Choice, form};
use bagatelle_pages::once::FIELD;
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::{Extent, archive};
use bagatelle_store::{Found, Search};
use bagatelle_table::{Visitor, WorldDate, guest_name};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::convert::Infallible;

/// The field with what the browser adds to a deal.
const RANDOMNESS: &str = "randomness";
/// How many tables a page lists.
const LISTED: u32 = 30;
/// In how many tables those that wait for the visitor are counted.
const COUNTED: u32 = 200;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::LOBBY, get(lobby))
        .route(pattern::LOBBY_PART, get(lobby_part))
        .route(pattern::LOBBY_EVENTS, get(lobby_events))
        .route(pattern::ARCHIVE, get(own_games))
        .route(pattern::GAME_NEW, post(new))
}

/// The list of open tables, without those of people whom the visitor has blocked.
async fn open_tables(state: &AppState, visitor: Option<Visitor>, base: &str, extent: Extent) -> Answer {
    let version = *state.tables.registry().watch_lobby().borrow();
    let (found, ratings) = state.tables.open_tables(visitor.as_ref(), None, LISTED).await?;
    let live = state.tables.live_games(visitor.as_ref()).await?.len();
    let has_ladder = state.tables.registry().house().is_open();
    let reader = visitor.as_ref().map(Visitor::id);
    let has_account = visitor.as_ref().is_some_and(Visitor::has_account);
    let seeks = seeks::listed(state, visitor.as_ref()).await?;
    let tables = items(&found.tables).into_iter().zip(&ratings);
    let tables: Vec<OpenTable<'_>> = tables.map(|(table, ratings)| OpenTable { table, ratings }).collect();
    let (tables, seeks) = (&tables[..], &seeks[..]);
    let page = LobbyPage { version, tables, seeks, reader, has_account, live, has_ladder, base };
    Ok(html(if extent.is_part() { page.part() } else { page.page() }))
}

async fn lobby(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    BaseAddress(base): BaseAddress,
) -> Answer {
    open_tables(&state, visitor, &base, Extent::Page).await
}

async fn lobby_part(State(state): State<AppState>, MaybeVisitor(visitor): MaybeVisitor) -> Answer {
    open_tables(&state, visitor, "", Extent::Part(None)).await
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
    Ok(stream::events_for(&state, visitor.as_ref(), events))
}

/// What is found among the visitor's tables. A visitor without an id has none.
async fn own(state: &AppState, visitor: Option<&Visitor>, search: Search) -> Result<Found, AppError> {
    let Some(visitor) = visitor else { return Ok(Found::default()) };
    Ok(state.tables.search(&Search { person: Some(visitor.id().to_owned()), ..search }).await?)
}

/// The visitor's games.
async fn own_games(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Query(query): Query<archive::Query>,
) -> Answer {
    let filter = query.filter();
    let search = Search {
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
        by_turn: true,
        skip: filter.skip,
        limit: filter.limit,
        ..Search::default()
    };
    let to_move = Search { to_move: true, limit: COUNTED, ..Search::default() };
    let visitor = visitor.as_ref();
    let (found, to_move) = (own(&state, visitor, search).await?, own(&state, visitor, to_move).await?);
    let since = state.tables.now() - CHALLENGE_HOLDS_FOR;
    let invited = match visitor {
        Some(visitor) => {
            let invited = Some((visitor.id().to_owned(), since));
            state.tables.search(&Search { invited, limit: LISTED, ..Search::default() }).await?
        }
        None => Found::default(),
    };
    let page = ArchivePage {
        person: visitor.map_or("", Visitor::id),
        filter: &filter,
        tables: &items(&found.tables),
        more: found.more,
        to_move: &items(&to_move.tables),
        invited: &items(&invited.tables),
        now: state.tables.now(),
        cut_off: false,
    };
    Ok(html(page.page()))
}

/// Makes a table from a form with the fields `way`, `option.KEY`, `wish.KEY`, `own.option.KEY`, `seed`,
/// `daily`, `program`, `sit`, and those of the terms. In a form with a `way`, the fields of the other ways
/// are ignored; in a form without, `program` and `daily` say what to play. The way and the opponent are kept
/// for the next visit.
async fn new(
    State(state): State<AppState>,
    GameInPath(game): GameInPath,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(form): Form<BTreeMap<String, String>>,
) -> Answer {
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    let choice = form::choice(&form);
    let asked = form::Asked {
        date: WorldDate::of(state.tables.now()),
        name: &guest_name(visitor.id()),
        lot: random::bytes::<1>()?[0],
    };
    let new = form::read(game, &form, &asked).map_err(AppError::Refused)?;
    if new.terms.listed {
        state.quotas.count(Making::Listed, None, &address)?;
    }
    let randomness = form.get(RANDOMNESS).and_then(|text| given(text));
    // The addition to the deal is new each time a form is sent.
    let said = form.iter().filter(|(name, _)| *name != RANDOMNESS && *name != FIELD);
    let said: Vec<&str> = said.flat_map(|(name, value)| [name.as_str(), value]).collect();
    let what = [&["new", game.id()][..], &said].concat();
    let once = FormKey::of(form.get(FIELD)).once(&state.secret, &visitor, &what);
    let id = state.tables.make_once(&visitor, new, randomness, once).await?;
    let jar = if choice.way.is_some() { jar.add(kept(game.id(), &choice)) } else { jar };
    Ok((jar, Redirect::to(&urls::table(&id))).into_response())
}

/// The cookie that keeps a choice for the pages of its game.
fn kept(game: &str, choice: &Choice) -> Cookie<'static> {
    Cookie::build((CHOICE, choice.to_string()))
        .path(urls::game(game))
        .max_age(time::Duration::days(400))
        .build()
}
