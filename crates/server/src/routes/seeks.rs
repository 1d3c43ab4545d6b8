//! Playing someone: where an opponent is asked for, and the page on which a visitor waits.

use super::html::{Answer, html};
use super::stream;
use crate::error::AppError;
use crate::http::address::Address;
use crate::http::quotas::Making;
use crate::routes::extract::{MaybeVisitor, VisitorOrNew};
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use crate::tables::Tables;
use crate::tables::seeks::{Sought, game};
use axum::extract::{Path, State};
use axum::response::sse::Event;
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_pages::seek::{Progress, SeekItem, SeekPage, Tempo};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_site::Extent;
use bagatelle_store::{Seek, StoreError};
use bagatelle_table::Visitor;
use futures_util::stream::unfold;
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;

/// How often the server looks for an opponent while the page of a search is open.
const EVERY: Duration = Duration::from_secs(1);

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::SEEK, post(ask))
        .route(pattern::SEEK_PAGE, get(page))
        .route(pattern::SEEK_PART, get(part))
        .route(pattern::SEEK_EVENTS, get(events))
        .route(pattern::SEEK_LEAVE, post(leave))
}

/// The people who look for an opponent, but for those whom the visitor does not play with.
///
/// # Errors
/// When the store fails.
pub async fn listed(state: &AppState, visitor: Option<&Visitor>) -> Result<Vec<SeekItem>, StoreError> {
    let mut seeks = state.tables.seeking().await?;
    if let Some(visitor) = visitor {
        let blocked = state.tables.blocked_by(visitor.id()).await?;
        let blockers = state.tables.store().blockers_of(visitor.id()).await?;
        seeks.retain(|seek| !blocked.contains(&seek.person) && !blockers.contains(&seek.person));
    }
    let item = |seek: Seek| {
        let game = bagatelle_catalog::find(&seek.game)?;
        // A program may have asked for another clock, which the form does not have.
        Tempo::of(game, seek.pace)?;
        Some(SeekItem {
            game: game.id(),
            own: visitor.is_some_and(|visitor| visitor.id() == seek.person),
            id: seek.id,
            name: seek.name,
            pace: seek.pace,
            rated: seek.rated,
            rating: seek.rating,
            public: seek.public,
        })
    };
    Ok(seeks.into_iter().filter_map(item).collect())
}

#[derive(Deserialize)]
struct Fields {
    game: String,
    pace: String,
    #[serde(default)]
    rated: String,
    #[serde(default)]
    public: String,
}

async fn ask(
    State(state): State<AppState>,
    VisitorOrNew { visitor, jar }: VisitorOrNew,
    address: Address,
    Form(fields): Form<Fields>,
) -> Answer {
    state.quotas.count(Making::Game, Some(&visitor), &address)?;
    state.quotas.count(Making::Listed, None, &address)?;
    let game = game(&fields.game)?;
    let tempo = Tempo::read(&fields.pace).ok_or_else(|| AppError::refused("choose a pace"))?;
    let (rated, public) = (fields.rated == "1", fields.public == "1");
    let sought = Sought { game, pace: tempo.pace(game), rated, public };
    let name = state.name_or_guest(Some(&visitor), "").await?;
    let seek = state.tables.seek(&visitor, &name, sought).await?;
    Ok((jar, Redirect::to(&urls::seek_page(&seek.id))).into_response())
}

/// The page, or its part, as the search stands.
async fn draw(state: &AppState, id: &str, visitor: Option<&Visitor>, extent: Extent) -> Answer {
    let (seek, search) = match visitor {
        Some(visitor) => state.tables.look_for(id, visitor).await?,
        None => (None, Progress::Over),
    };
    // Without scripts, too, the visitor comes to the game.
    if let (Progress::Found(table), Extent::Page) = (&search, extent) {
        return Ok(Redirect::to(&urls::table(table)).into_response());
    }
    let about = seek.map(|seek| Ok::<_, AppError>((game(&seek.game)?, seek.pace, seek.rated))).transpose()?;
    let page = SeekPage { id, about, search: &search };
    Ok(html(if extent.is_part() { page.part() } else { page.page() }))
}

async fn page(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Path(id): Path<String>,
) -> Answer {
    draw(&state, &id, visitor.as_ref(), Extent::Page).await
}

async fn part(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Path(id): Path<String>,
) -> Answer {
    draw(&state, &id, visitor.as_ref(), Extent::Part(None)).await
}

/// A visitor’s page of a search, as long as its stream is open.
struct Waiting {
    tables: Tables,
    id: String,
    visitor: Visitor,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let (tables, id, visitor) = (self.tables.clone(), std::mem::take(&mut self.id), self.visitor.clone());
        // Without a runtime the server has ended, and with it all its pages.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { tables.leave_seek(&id, &visitor).await });
        }
    }
}

/// Looks for an opponent as long as the page is there, and tells when the search stands otherwise.
async fn events(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    address: Address,
    Path(id): Path<String>,
) -> Answer {
    let visitor = visitor.ok_or(AppError::NotFound)?;
    let held = state.stream(Some(&visitor), &address)?;
    let waiting = Waiting { tables: state.tables.clone(), id, visitor: visitor.clone() };
    let begun = (waiting, held, state.stopping.subscribe(), None);
    let revisions = unfold(begun, async |(waiting, held, mut stopping, last)| {
        loop {
            let search = match waiting.tables.look_for(&waiting.id, &waiting.visitor).await {
                Ok((_, search)) => search,
                Err(error) => {
                    tracing::warn!(%error, "an opponent cannot be looked for");
                    return None;
                }
            };
            let revision = search.revision();
            if last != Some(revision) {
                let event = Event::default().data(format!("0.{revision}"));
                return Some((Ok::<_, Infallible>(event), (waiting, held, stopping, Some(revision))));
            }
            tokio::select! {
                () = tokio::time::sleep(EVERY) => (),
                _ = stopping.wait_for(|stop| *stop) => return None,
            }
        }
    });
    Ok(stream::events_for(&state, Some(&visitor), revisions))
}

async fn leave(
    State(state): State<AppState>,
    MaybeVisitor(visitor): MaybeVisitor,
    Path(id): Path<String>,
) -> Answer {
    if let Some(visitor) = visitor {
        state.tables.end_seek(&id, &visitor).await?;
    }
    Ok(Redirect::to(&urls::lobby()).into_response())
}
