//! The pages of moderators. To all others there is nothing at their addresses.
//!
//! Moderators settle reports: they delete texts, mute and ban. What concerns accounts and games themselves (names, passwords,
//! deletion, who is a moderator) only the command does, since it takes access to the machine.

use super::html::{Answer, html};
use super::stream;
use crate::clock::timestamp;
use crate::error::AppError;
use crate::extract::MaybeVisitor;
use crate::history::Minute;
use crate::state::AppState;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::header::CACHE_CONTROL;
use axum::http::request::Parts;
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use axum::{Form, Router};
use bagatelle_pages::Markup;
use bagatelle_pages::admin::{
    Deed, Live, LogPage, OneReport, OverviewPage, Queue, RecentError, ReportEntry, ReportsPage, Said, Series,
    Standing,
};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::{Account, Act, ActKind, ChatMessage, Done, NewReport as ReportedText, Note, Report};
use bagatelle_table::{guest_name, plain_text};
use futures_util::StreamExt;
use serde::Deserialize;
use std::convert::Infallible;
use std::time::Duration;

/// How many reports, or acts, a page lists.
const LISTED: u32 = 50;
/// How many texts before the one that is reported are shown, and how many after it.
const AROUND: usize = 8;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 200;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ADMIN, get(overview))
        .route(pattern::ADMIN_PART, get(overview_part))
        .route(pattern::ADMIN_EVENTS, get(events))
        .route(pattern::ADMIN_REPORTS, get(reports))
        .route(pattern::ADMIN_REPORT, get(report).post(settle))
        .route(pattern::ADMIN_LOG, get(log))
}

/// The moderator who asks. All others are told that there is no such page.
struct Moderator(Account);

impl FromRequestParts<AppState> for Moderator {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, AppError> {
        let MaybeVisitor(visitor) = MaybeVisitor::from_request_parts(parts, state).await?;
        let visitor = visitor.filter(|visitor| visitor.has_account()).ok_or(AppError::NotFound)?;
        let account = state.tables.store().account(visitor.id()).await?;
        account.filter(|account| account.moderator).map(Moderator).ok_or(AppError::NotFound)
    }
}

/// A page that no cache keeps.
fn private(markup: Markup) -> Response {
    ([(CACHE_CONTROL, "private, no-store")], html(markup)).into_response()
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
        column("Time of a request, mean", minutes, |minute| took(minute.requests.mean()), ms),
        column("Time of a write, mean", minutes, |minute| took(minute.appends.mean()), ms),
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
    let open = tables.store().administration().open_reports().await?;
    let writes = if tables.store().writes_fail().await { "fail" } else { "work" };
    let facts = [
        ("Writes", writes.to_owned()),
        ("Slowest request in an hour", slowest(|minute| minute.requests.longest)),
        ("Slowest write in an hour", slowest(|minute| minute.appends.longest)),
        ("Games in memory", tables.registry().in_memory().await.len().to_string()),
        ("Registration", if state.may_sign_up() { "open" } else { "closed" }.to_owned()),
        ("Version", env!("CARGO_PKG_VERSION").to_owned()),
    ];
    let queues = tables.jobs().pool().waiting().map(|(kind, waiting, oldest)| Queue {
        kind: match kind {
            "programs" => "Moves of programs",
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
    Ok(Sse::new(events).keep_alive(stream::heartbeat()).into_response())
}

/// Something that was done, in words.
fn deed(done: Done) -> Deed {
    let name = match done.name.as_str() {
        "" => "a deleted account".to_owned(),
        name => name.to_owned(),
    };
    let id = &done.subject;
    let what = match done.kind {
        ActKind::OpenRegistration => "opened registration".to_owned(),
        ActKind::CloseRegistration => "closed registration".to_owned(),
        ActKind::ResetPassword => format!("made a link for a new password of {name}"),
        ActKind::Rename if done.detail.is_empty() => format!("renamed {name}"),
        ActKind::Rename => format!("renamed {name} to {}", done.detail),
        ActKind::Ban => format!("banned {name}"),
        ActKind::Unban => format!("let {name} play again"),
        ActKind::Mute => format!("muted {name}"),
        ActKind::Unmute => format!("let {name} write again"),
        ActKind::DeleteGame => format!("deleted the game {id} ({})", done.name),
        ActKind::DeleteAccount => format!("deleted the account {id}"),
        ActKind::MakeModerator => format!("made {name} a moderator"),
        ActKind::UnmakeModerator => format!("ended that {name} is a moderator"),
        ActKind::DeleteText => format!("deleted a text at the table {id} ({})", done.name),
        ActKind::DismissReport => format!("settled report {} of {name} without an act", done.detail),
        ActKind::Import => format!("brought {}", done.detail),
    };
    Deed {
        number: done.number,
        at: timestamp(done.at),
        moderator: done
            .moderator
            .map(|(_, name)| if name.is_empty() { "A deleted account".into() } else { name }),
        what,
        reason: done.reason,
    }
}

#[derive(Deserialize)]
struct ListQuery {
    #[serde(default)]
    settled: String,
    before: Option<i64>,
}

async fn log(State(state): State<AppState>, _: Moderator, Query(query): Query<ListQuery>) -> Answer {
    let administration = state.tables.store().administration();
    let mut acts = administration.acts(query.before.unwrap_or(i64::MAX), None, LISTED + 1).await?;
    let more = acts.len() > LISTED as usize;
    acts.truncate(LISTED as usize);
    let deeds: Vec<Deed> = acts.into_iter().map(deed).collect();
    let page = LogPage { open: administration.open_reports().await?, deeds: &deeds, more };
    Ok(private(page.page()))
}

/// The name of a person: that of the account or the visitor, or one that visitors without a name have.
async fn called(state: &AppState, id: &str) -> Result<String, AppError> {
    if id.is_empty() {
        return Ok(String::new());
    }
    let name = state.tables.store().name_of(id).await?.unwrap_or_default();
    Ok(if name.is_empty() { guest_name(id) } else { name })
}

fn entry(report: &Report) -> ReportEntry {
    let reported = &report.reported;
    ReportEntry {
        number: report.number,
        at: timestamp(reported.at),
        name: reported.name.clone(),
        text: reported.text.clone(),
        note: reported.note.clone(),
    }
}

async fn reports(State(state): State<AppState>, _: Moderator, Query(query): Query<ListQuery>) -> Answer {
    let administration = state.tables.store().administration();
    let settled = query.settled == "1";
    let mut found = administration.reports(!settled, query.before.unwrap_or(i64::MAX), LISTED + 1).await?;
    let more = found.len() > LISTED as usize;
    found.truncate(LISTED as usize);
    let reports: Vec<ReportEntry> = found.iter().map(entry).collect();
    let open = administration.open_reports().await?;
    Ok(private(ReportsPage { open, settled, reports: &reports, more }.page()))
}

async fn report(State(state): State<AppState>, _: Moderator, Path(number): Path<i64>) -> Answer {
    draw_report(&state, number, None).await.map(private)
}

/// The texts around the one that is reported.
fn context(chat: &[ChatMessage], report: &Report) -> Vec<Said> {
    let is_it = |said: &ChatMessage| {
        let ReportedText { person, said_at, text, .. } = &report.reported;
        let same = said.text == *text || said.text.is_empty();
        said.person == *person && Some(said.at) == *said_at && same
    };
    let Some(at) = chat.iter().position(is_it) else { return Vec::new() };
    let shown = &chat[at.saturating_sub(AROUND)..chat.len().min(at + AROUND + 1)];
    shown
        .iter()
        .map(|said| Said { name: said.name.clone(), text: said.text.clone(), reported: is_it(said) })
        .collect()
}

async fn draw_report(state: &AppState, number: i64, wrong: Option<&str>) -> Result<Markup, AppError> {
    let store = state.tables.store();
    let administration = store.administration();
    let report = administration.find_report(number).await?.ok_or(AppError::NotFound)?;
    let person = &report.reported.person;
    let table = match &report.reported.table {
        Some(id) => store.table(id).await?.map(|spec| spec.id),
        None => None,
    };
    let context = match &table {
        Some(id) if report.reported.said_at.is_some() => context(&store.chat(id).await?, &report),
        _ => Vec::new(),
    };
    let account = store.account(person).await?;
    let restriction = state.tables.office().restriction(person);
    let acts = administration.acts(i64::MAX, Some(person), LISTED).await?;
    let answer = match report.answer {
        Some(number) => administration.acts(number + 1, None, 1).await?.pop().map(deed),
        None => None,
    };
    let page = OneReport {
        entry: &entry(&report),
        open: administration.open_reports().await?,
        reporter: &called(state, &report.reported.reporter).await?,
        table: table.as_deref(),
        context: &context,
        deletable: context.iter().any(|said| said.reported && !said.text.is_empty()),
        standing: Standing {
            account: account.is_some(),
            moderator: account.as_ref().is_some_and(|account| account.moderator),
            banned: restriction.as_ref().is_some_and(|found| found.banned),
            muted: restriction.as_ref().is_some_and(|found| found.muted),
        },
        others: administration.reports_of(person, LISTED).await?.len().saturating_sub(1),
        answer: answer.as_ref(),
        before: &acts.into_iter().map(deed).collect::<Vec<_>>(),
        wrong,
    };
    Ok(page.page())
}

#[derive(Deserialize)]
struct Settle {
    act: String,
    #[serde(default)]
    reason: String,
}

/// What a moderator may do about a report.
fn act(report: &Report, word: &str) -> Result<Act, AppError> {
    let (person, reported) = (report.reported.person.clone(), &report.reported);
    match (ActKind::read(word), &reported.table, reported.said_at) {
        (Some(ActKind::DismissReport), ..) => Ok(Act::DismissReport { person }),
        (Some(ActKind::Mute), ..) => Ok(Act::Mute { person, begins: true }),
        (Some(ActKind::Unmute), ..) => Ok(Act::Mute { person, begins: false }),
        (Some(ActKind::Ban), ..) => Ok(Act::Ban { person, begins: true }),
        (Some(ActKind::Unban), ..) => Ok(Act::Ban { person, begins: false }),
        (Some(ActKind::DeleteText), Some(table), Some(at)) => {
            Ok(Act::DeleteText { table: table.clone(), person, at, text: reported.text.clone() })
        }
        _ => Err(AppError::refused("moderators cannot do this")),
    }
}

/// Does something about a report.
async fn settle(
    State(state): State<AppState>,
    Moderator(moderator): Moderator,
    Path(number): Path<i64>,
    Form(form): Form<Settle>,
) -> Answer {
    let store = state.tables.store();
    let administration = store.administration();
    let report = administration.find_report(number).await?.ok_or(AppError::NotFound)?;
    let done = async {
        let act = act(&report, &form.act)?;
        let reason = plain_text(&form.reason);
        if reason.chars().count() > LONGEST_REASON {
            return Err(AppError::Refused(format!("a reason has at most {LONGEST_REASON} characters")));
        }
        let account = store.account(&report.reported.person).await?;
        let begins = matches!(act.kind(), ActKind::Ban | ActKind::Mute);
        if begins && account.is_some_and(|account| account.moderator) {
            return Err(AppError::refused("this is a moderator: only the host bans or mutes moderators"));
        }
        let note = Note {
            moderator: Some(moderator.id.clone()),
            at: state.tables.now(),
            reason,
            report: Some(number),
        };
        administration.act(&act, &note).await?;
        state.tables.catch_up_with_acts().await
    };
    match done.await {
        Ok(()) => Ok(Redirect::to(&urls::admin_report(number)).into_response()),
        Err(error) if error.status().is_server_error() => Err(error),
        Err(error) => {
            let page = draw_report(&state, number, Some(&error.user_message())).await?;
            Ok((error.status(), private(page)).into_response())
        }
    }
}
