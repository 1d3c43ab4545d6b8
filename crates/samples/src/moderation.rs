//! Samples of the pages against those who disturb others, and of those of moderators.

use super::sample::Sample;
use bagatelle_pages::admin::{
    Deed, Live, LogPage, OneReport, OverviewPage, Queue, RecentError, ReportEntry, ReportedAt, ReportsPage,
    Said, Series, Standing,
};
use bagatelle_pages::moderation::{BlockedPage, BlockedPerson, ReportPage, Reported};
use bagatelle_pages::new_password::NewPasswordPage;

const TABLE: &str = "abcdefghijklmnop";

fn wave(scale: f64, gaps: bool) -> Vec<Option<f64>> {
    let value = |n: u32| scale * (1.0 + (f64::from(n) / 7.0).sin()) + f64::from(n % 5) * scale / 9.0;
    (0..60).map(|n| (!gaps || n % 9 > 1).then(|| value(n))).collect()
}

fn deeds() -> Vec<Deed> {
    let deed = |number: i64, moderator: Option<&str>, what: &str, reason: &str| Deed {
        number,
        at: format!("2026-11-21T12:{number:02}:00Z"),
        moderator: moderator.map(str::to_owned),
        what: what.to_owned(),
        reason: reason.to_owned(),
    };
    vec![
        deed(14, Some("Mo"), "muted Bob & me", "Insults at several tables"),
        deed(13, Some("Mo"), "deleted a text at the table abcdefghijklmnop (baju-duel)", ""),
        deed(9, None, "made Mo a moderator", "She has asked"),
        deed(8, None, "closed registration", ""),
    ]
}

fn entry(number: i64, text: &str, note: &str) -> ReportEntry {
    ReportEntry {
        number,
        at: "2026-11-21T12:10:00Z".into(),
        name: "Bob & me".into(),
        text: text.into(),
        note: note.into(),
    }
}

fn overview() -> Vec<Sample> {
    let (moves, times, memory) = (wave(40.0, false), wave(1.3, true), wave(24.0, false));
    let quiet = vec![None; 60];
    let series = |title, now, most, values| Series { title, now, most, values };
    let all = [
        series("Moves per minute", "61", "97", moves.as_slice()),
        series("Requests per minute", "412", "530", moves.as_slice()),
        series("Mean request time", "1.2 ms", "3.0 ms", times.as_slice()),
        series("Mean write time", "0.9 ms", "2.6 ms", times.as_slice()),
        series("Open pages", "12", "31", memory.as_slice()),
        series("Memory", "57 MiB", "71 MiB", memory.as_slice()),
    ];
    let facts = [
        ("Database", "work".to_owned()),
        ("Slowest request in the last hour", "48.1 ms".to_owned()),
        ("Games in memory", "17".to_owned()),
        ("Registration", "open".to_owned()),
    ];
    let queue = |kind, waiting, oldest: &str| Queue { kind, waiting, oldest: oldest.into() };
    let queues = [queue("Program moves", 3, "0.4 s"), queue("Hints", 0, "–")];
    let error = |error, text: &str, request: &str| RecentError {
        at: "2026-11-21T12:00:31Z".into(),
        error,
        text: text.into(),
        request: request.into(),
    };
    let errors = [
        error(true, "a request failed error=the database: disk I/O error", "f8k2m1q9"),
        error(false, "the server stalled, or the system’s clock was changed seconds=41", ""),
    ];
    let page = OverviewPage {
        live: Live { version: 7 },
        open: 2,
        facts: &facts,
        series: &all,
        queues: &queues,
        errors: &errors,
    };
    let none = [series("Moves per minute", "–", "–", quiet.as_slice())];
    let quiet = OverviewPage { open: 0, series: &none, errors: &[], ..page };
    vec![Sample::new("admin", page.page()), Sample::new("admin-quiet", quiet.page())]
}

fn reports() -> Vec<Sample> {
    let deeds = deeds();
    let all = [entry(3, "You are stupid", "He goes on like this"), entry(2, "", "")];
    let said = |name: &str, text: &str, reported| Said { name: name.into(), text: text.into(), reported };
    let context = [
        said("Ann", "Good luck", false),
        said("Bob & me", "You are stupid", true),
        said("Ann", "Please do not", false),
    ];
    let one = OneReport {
        entry: &all[0],
        open: 2,
        reporter: "Ann",
        place: ReportedAt::Table(Some(TABLE)),
        context: &context,
        deletable: true,
        standing: Standing { account: true, ..Standing::default() },
        others: 1,
        answer: None,
        before: &[],
        wrong: None,
    };
    let settled = OneReport {
        open: 0,
        reporter: "",
        place: ReportedAt::Table(None),
        context: &[],
        deletable: false,
        standing: Standing { account: true, moderator: false, banned: true, muted: true },
        others: 0,
        answer: Some(&deeds[0]),
        before: &deeds[..1],
        wrong: Some("A reason has at most 200 characters."),
        ..one
    };
    let (title, named) = (entry(4, "Bob is stupid", "The title"), [said("Ann", "Bob is stupid", true)]);
    let of_event = OneReport {
        entry: &title,
        place: ReportedAt::Event("sundaycup000000000"),
        context: &named,
        others: 0,
        ..one
    };
    let list = ReportsPage { open: 2, settled: false, reports: &all, more: true };
    vec![
        Sample::new("admin-reports", list.page()),
        Sample::new("admin-reports-none", ReportsPage { open: 0, reports: &[], more: false, ..list }.page()),
        Sample::new("admin-report", one.page()),
        Sample::new("admin-report-event", of_event.page()),
        Sample::new("admin-report-settled", settled.page()),
        Sample::new("admin-log", LogPage { open: 2, deeds: &deeds, more: true }.page()),
    ]
}

pub(crate) fn samples() -> Vec<Sample> {
    let text =
        Reported::Text { table: TABLE, number: 4, at: 1_795_262_400_000, text: "You are <b>stupid</b>" };
    let report = ReportPage { reported: text, name: "Bob & me", sent: false, blocked: false };
    let person = BlockedPerson { alias: "00ff00ff00ff00ff".into(), name: "Bob & me".into() };
    let password = NewPasswordPage { name: "Ann", code: "abc123", wrong: None };
    let weak = Some("This password is easy to guess: choose a longer or less common one.");
    let mut all = vec![
        Sample::new("report", report.page()),
        Sample::new("report-sent", ReportPage { sent: true, ..report }.page()),
        Sample::new(
            "report-player",
            ReportPage { reported: Reported::Person, blocked: true, ..report }.page(),
        ),
        Sample::new(
            "report-event",
            ReportPage {
                reported: Reported::Event { id: "sundaycup000000000", title: "Bob is <b>stupid</b>" },
                ..report
            }
            .page(),
        ),
        Sample::new("blocked", BlockedPage { people: &[person] }.page()),
        Sample::new("blocked-none", BlockedPage { people: &[] }.page()),
        Sample::new("new-password", password.page()),
        Sample::new("new-password-refused", NewPasswordPage { wrong: weak, ..password }.page()),
    ];
    all.extend(overview());
    all.extend(reports());
    all
}
