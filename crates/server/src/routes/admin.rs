//! The first page of moderators, with figures that stay up to date, and the log of acts.

use super::html::Answer;
use super::moderators::{LISTED, ListQuery, Moderator, deed, private};
use super::stream;
use crate::observability::history::Minute;
use crate::routes::method::get;
use crate::routes::state::AppState;
use axum::Router;
use axum::extract::{Query, State};
use axum::response::sse::Event;
use bagatelle_pages::admin::{Deed, Live, LogPage, OverviewPage, Queue, RecentError, Series};
use bagatelle_pages::urls::pattern;
use bagatelle_table::timestamp;
use futures_util::StreamExt;
use std::convert::Infallible;
use std::time::Duration;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ADMIN, get(overview))
        .route(pattern::ADMIN_PART, get(overview_part))
        .route(pattern::ADMIN_EVENTS, get(events))
        .route(pattern::ADMIN_LOG, get(log))
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1000.0)
}

/// A figure of the last hour.
struct Column {
    title: &'static str,
    values: Vec<Option<f64>>,
    now: String,
    most: String,
}

/// The figure of one value of each minute, and what its newest and its largest value are in words.
fn column(
    title: &'static str,
    minutes: &[Option<Minute>],
    value: impl Fn(&Minute) -> Option<f64>,
    tell: impl Fn(f64) -> String,
) -> Column {
    let values: Vec<Option<f64>> = minutes.iter().map(|minute| minute.as_ref().and_then(&value)).collect();
    let words = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), &tell);
    let now = words(values.last().copied().flatten());
    let most = words(values.iter().flatten().copied().reduce(f64::max));
    Column { title, values, now, most }
}

/// The figures of the last hour.
fn columns(minutes: &[Option<Minute>]) -> [Column; 6] {
    let took = |time: Option<Duration>| time.map(|time| time.as_secs_f64() * 1000.0);
    let whole = |value: f64| format!("{value:.0}");
    let ms = |value: f64| format!("{value:.1} ms");
    let mib = |value: f64| format!("{value:.0} MiB");
    let memory = |minute: &Minute| minute.memory.map(|bytes| bytes as f64 / f64::from(1 << 20));
    [
        column("Moves per minute", minutes, |minute| Some(minute.moves.into()), whole),
        column("Requests per minute", minutes, |minute| Some(minute.requests.count.into()), whole),
        column("Mean request time", minutes, |minute| took(minute.requests.mean()), ms),
        column("Mean write time", minutes, |minute| took(minute.appends.mean()), ms),
        column("Open pages", minutes, |minute| Some(minute.streams as f64), whole),
        column("Memory", minutes, memory, mib),
    ]
}

async fn draw_overview(state: &AppState, part: bool) -> Answer {
    let tables = &state.tables;
    let history = tables.registry().meters().history();
    let (version, minutes) = (*history.watch().borrow(), history.minutes());
    let columns = columns(&minutes);
    let series: Vec<Series<'_>> = columns
        .iter()
        .map(|column| Series {
            title: column.title,
            now: &column.now,
            most: &column.most,
            values: &column.values,
        })
        .collect();
    let slowest = |time: fn(&Minute) -> Duration| {
        let all = minutes.iter().flatten().map(time);
        all.max().map_or_else(String::new, milliseconds)
    };
    let open = tables.store().open_reports().await?;
    let writes = if tables.store().writes_fail() { "failing" } else { "OK" };
    let facts = [
        ("Database", writes.to_owned()),
        ("Slowest request in the last hour", slowest(|minute| minute.requests.longest)),
        ("Slowest write in the last hour", slowest(|minute| minute.appends.longest)),
        ("Games in memory", tables.registry().in_memory().await.len().to_string()),
        ("Registration", if state.may_sign_up() { "open" } else { "closed" }.to_owned()),
        ("Version", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let queues = tables.jobs().pool().waiting().map(|(kind, waiting, oldest)| Queue {
        kind: match kind {
            "programs" => "Program moves",
            "hints" => "Hints",
            _ => "Pars, reviews and positions",
        },
        waiting,
        oldest: if waiting == 0 { "–".into() } else { format!("{:.1} s", oldest.as_secs_f64()) },
    });
    let errors: Vec<RecentError> = state
        .recent
        .all()
        .into_iter()
        .map(|one| RecentError {
            at: timestamp(one.at),
            error: one.error,
            text: one.text,
            request: one.request,
        })
        .collect();
    let page = OverviewPage {
        live: Live { version },
        open,
        facts: &facts,
        series: &series,
        queues: &queues,
        errors: &errors,
    };
    Ok(private(if part { page.part() } else { page.page() }))
}

async fn overview(State(state): State<AppState>, _: Moderator) -> Answer {
    draw_overview(&state, false).await
}

async fn overview_part(State(state): State<AppState>, _: Moderator) -> Answer {
    draw_overview(&state, true).await
}

/// Tells when there are new figures.
async fn events(State(state): State<AppState>, _: Moderator) -> Answer {
    let watch = state.tables.registry().meters().history().watch();
    let numbers = stream::numbers(watch, state.stopping.subscribe());
    let events = numbers.map(|n| Ok::<_, Infallible>(Event::default().data(format!("{n}.0"))));
    Ok(stream::events(events))
}

async fn log(State(state): State<AppState>, _: Moderator, Query(query): Query<ListQuery>) -> Answer {
    let store = state.tables.store();
    let mut acts = store.acts(query.before.unwrap_or(i64::MAX), None, LISTED + 1).await?;
    let more = acts.len() > LISTED as usize;
    acts.truncate(LISTED as usize);
    let deeds: Vec<Deed> = acts.into_iter().map(deed).collect();
    let page = LogPage { open: store.open_reports().await?, deeds: &deeds, more };
    Ok(private(page.page()))
}
