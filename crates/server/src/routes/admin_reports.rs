//! The reports of players, and what a moderator does about them.

use super::html::Answer;
use super::moderators::{LISTED, ListQuery, Moderator, deed, private};
use crate::error::AppError;
use crate::routes::method::{get, post};
use crate::routes::state::AppState;
use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect};
use axum::{Form, Router};
use bagatelle_pages::Markup;
use bagatelle_pages::admin::{OneReport, ReportEntry, ReportedAt, ReportsPage, Said, Standing};
use bagatelle_pages::urls::{self, pattern};
use bagatelle_store::{Act, ActKind, ChatMessage, NewReport as ReportedText, Note, Report};
use bagatelle_table::{plain_text, timestamp};
use serde::Deserialize;

/// How many texts before the reported one are shown, and how many after it.
const AROUND: usize = 8;
/// The longest reason, in characters.
const LONGEST_REASON: usize = 200;

/// The routes.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route(pattern::ADMIN_REPORTS, get(reports))
        .route(pattern::ADMIN_REPORT, get(report).merge(post(settle)))
}

/// The name of a person: that of the account or the visitor, or one that visitors without a name have.
async fn called(state: &AppState, id: &str) -> Result<String, AppError> {
    if id.is_empty() {
        return Ok(String::new());
    }
    let name = state.tables.store().name_of(id).await?.unwrap_or_default();
    Ok(bagatelle_table::called(name, id))
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
    let store = state.tables.store();
    let settled = query.settled == "1";
    let mut found = store.reports(!settled, query.before.unwrap_or(i64::MAX), LISTED + 1).await?;
    let more = found.len() > LISTED as usize;
    found.truncate(LISTED as usize);
    let reports: Vec<ReportEntry> = found.iter().map(entry).collect();
    let open = store.open_reports().await?;
    Ok(private(ReportsPage { open, settled, reports: &reports, more }.page()))
}

async fn report(State(state): State<AppState>, _: Moderator, Path(number): Path<i64>) -> Answer {
    draw_report(&state, number, None).await.map(private)
}

/// The texts around the reported one.
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

/// The title of a reported event; empty if it was deleted.
async fn title(state: &AppState, event: &str, report: &Report) -> Result<Said, AppError> {
    let now = state.tables.event(event).await?.event.spec().title.clone();
    let ReportedText { name, text, .. } = report.reported.clone();
    Ok(Said { name, text: if now == text { text } else { String::new() }, reported: true })
}

async fn draw_report(state: &AppState, number: i64, wrong: Option<&str>) -> Result<Markup, AppError> {
    let store = state.tables.store();
    let report = store.find_report(number).await?.ok_or(AppError::NotFound)?;
    let person = &report.reported.person;
    let table = match &report.reported.table {
        Some(id) => store.table(id).await?.map(|spec| spec.id),
        None => None,
    };
    let context = match (&table, &report.reported.event) {
        (_, Some(event)) => vec![title(state, event, &report).await?],
        (Some(id), None) if report.reported.said_at.is_some() => context(&store.chat(id).await?, &report),
        _ => Vec::new(),
    };
    let account = store.account(person).await?;
    let restriction = state.tables.office().restriction(person);
    let acts = store.acts(i64::MAX, Some(person), LISTED).await?;
    let answer = match report.answer {
        Some(number) => store.acts(number + 1, None, 1).await?.pop().map(deed),
        None => None,
    };
    let page = OneReport {
        entry: &entry(&report),
        open: store.open_reports().await?,
        reporter: &called(state, &report.reported.reporter).await?,
        place: match (&report.reported.event, &report.reported.table) {
            (Some(event), _) => ReportedAt::Event(event),
            (None, Some(_)) => ReportedAt::Table(table.as_deref()),
            (None, None) => ReportedAt::Nowhere,
        },
        context: &context,
        deletable: context.iter().any(|said| said.reported && !said.text.is_empty()),
        standing: Standing {
            account: account.is_some(),
            moderator: account.as_ref().is_some_and(|account| account.moderator),
            banned: restriction.as_ref().is_some_and(|found| found.banned),
            muted: restriction.as_ref().is_some_and(|found| found.muted),
        },
        others: store.reports_of(person, LISTED).await?.len().saturating_sub(1),
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
    if let (Some(ActKind::DeleteTitle), Some(event)) = (ActKind::read(word), &reported.event) {
        return Ok(Act::DeleteTitle { event: event.clone(), title: reported.text.clone() });
    }
    match (ActKind::read(word), &reported.table, reported.said_at) {
        (Some(ActKind::DismissReport), ..) => Ok(Act::DismissReport { person }),
        (Some(ActKind::Mute), ..) => Ok(Act::Mute { person, begins: true }),
        (Some(ActKind::Unmute), ..) => Ok(Act::Mute { person, begins: false }),
        (Some(ActKind::Ban), ..) => Ok(Act::Ban { person, begins: true }),
        (Some(ActKind::Unban), ..) => Ok(Act::Ban { person, begins: false }),
        (Some(ActKind::DeleteText), Some(table), Some(at)) => {
            Ok(Act::DeleteText { table: table.clone(), person, at, text: reported.text.clone() })
        }
        _ => Err(AppError::refused("moderators can’t do this")),
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
    let report = store.find_report(number).await?.ok_or(AppError::NotFound)?;
    let done = async {
        if report.reported.person == moderator.id {
            return Err(AppError::refused("this report is about you: another moderator has to answer it"));
        }
        let act = act(&report, &form.act)?;
        let reason = plain_text(&form.reason);
        if reason.chars().count() > LONGEST_REASON {
            return Err(AppError::Refused(format!("a reason has at most {LONGEST_REASON} characters")));
        }
        let account = store.account(&report.reported.person).await?;
        let begins = matches!(act.kind(), ActKind::Ban | ActKind::Mute);
        if begins && account.is_some_and(|account| account.moderator) {
            return Err(AppError::refused(
                "this person is a moderator: only the host can ban or mute moderators",
            ));
        }
        let note = Note {
            moderator: Some(moderator.id.clone()),
            at: state.tables.now(),
            reason,
            report: Some(number),
        };
        store.act(&act, &note).await?;
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
