//! Every address of the program, one line each: those that the server answers and, in [`browser`], those
//! of pages that the browser makes itself. Addresses with a query are below. Ids and queries are encoded
//! here and nowhere else.

pub mod browser;
mod fill;
mod served;

pub use browser::{analyses, analysis, analysis_act, analysis_events, analysis_record, analysis_why};
pub use served::*;

use bagatelle_table::{ReplayView, WorldDate};
use fill::fill;
use form_urlencoded::Serializer;
use std::fmt::Display;

/// An address with a query.
fn with_query<V: Display>(address: String, fields: &[(&str, V)]) -> String {
    let begin = address.len() + 1;
    let mut query = Serializer::for_suffix(address + "?", begin);
    for (key, value) in fields {
        query.append_pair(key, &value.to_string());
    }
    query.finish()
}

/// A page of a set-up that is laid by hand, with the fields of its query; those that are empty are left out.
#[must_use]
pub fn laid(page: String, fields: &[(&str, &str)]) -> String {
    let fields: Vec<_> = fields.iter().filter(|(_, value)| !value.is_empty()).copied().collect();
    if fields.is_empty() { page } else { with_query(page, &fields) }
}

/// The deals of a world date beside the calendar of another month.
#[must_use]
pub fn today_month(date: WorldDate, month: WorldDate) -> String {
    with_query(today_on(date), &[("month", month.first_of_month())])
}

/// The visitor's games with a filter, from a place in the list. Parts that are not asked for are left out.
#[must_use]
pub fn archive_from(game: &str, stage: &str, help: &str, text: &str, skip: u32) -> String {
    let skip = if skip == 0 { String::new() } else { skip.to_string() };
    let mut fields = vec![("game", game), ("phase", stage), ("help", help), ("text", text), ("skip", &skip)];
    fields.retain(|(_, value)| !value.is_empty());
    if fields.is_empty() { archive() } else { with_query(archive(), &fields) }
}

/// The score pad for this many players.
#[must_use]
pub fn pad_for(game: &str, players: u8) -> String {
    with_query(pad(game), &[("players", players)])
}

/// The settings after a choice was kept.
#[must_use]
pub fn settings_done() -> String {
    with_query(settings(), &[("done", "1")])
}

/// What stands before the id of an event to which a visitor returns.
const TO_EVENT: &str = "event-";

/// The visitor's page for a visitor who returns to a table afterwards.
#[must_use]
pub fn account_then(table: &str) -> String {
    with_query(account(), &[("to", table)])
}

/// The visitor's page for a visitor who returns to an event afterwards; without an id, to the list of events.
#[must_use]
pub fn account_then_event(event: &str) -> String {
    with_query(account(), &[("to", &format!("{TO_EVENT}{event}"))])
}

/// Where a visitor goes after logging in, as the address of the visitor's page says: to a table, or to an
/// event. The page sends visitors nowhere else.
#[must_use]
pub fn after_account(to: &str) -> Option<String> {
    let is_id = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match to.strip_prefix(TO_EVENT) {
        Some("") => Some(events()),
        Some(id) => is_id(id).then(|| event(id)),
        None => is_id(to).then(|| table(to)),
    }
}

/// The visitor's page after a form has been followed.
#[must_use]
pub fn account_done(form: crate::account_form::Form) -> String {
    with_query(account(), &[("done", form.word())])
}

/// The address a form of the visitor's page is sent to.
#[must_use]
pub fn account_form(form: crate::account_form::Form) -> String {
    use crate::account_form::Form;
    match form {
        Form::Name => pattern::ACCOUNT_NAME,
        Form::SignUp => pattern::ACCOUNT_SIGN_UP,
        Form::LogIn => pattern::ACCOUNT_LOG_IN,
        Form::LogOut => pattern::ACCOUNT_LOG_OUT,
        Form::Password => pattern::ACCOUNT_PASSWORD,
        Form::Public => pattern::ACCOUNT_PUBLIC,
        Form::Delete => pattern::ACCOUNT_DELETE,
    }
    .into()
}

/// The link by which a new password is set, once.
#[must_use]
pub fn new_password_with(code: &str) -> String {
    with_query(new_password(), &[("code", code)])
}

/// The form of a challenge to a player.
#[must_use]
pub fn challenge_to(name: &str) -> String {
    with_query(challenges(), &[("to", name)])
}

/// The page of friends with past opponents from a place in their list on.
#[must_use]
pub fn friends_from(skip: u32) -> String {
    let address = if skip == 0 { friends() } else { with_query(friends(), &[("skip", skip)]) };
    address + "#opponents"
}

/// The form of a new event of a game, with a form in which players meet if that is chosen.
#[must_use]
pub fn new_event_of(game: &str, form: &str) -> String {
    match form {
        "" => with_query(new_event(), &[("game", game)]),
        form => with_query(new_event(), &[("game", game), ("form", form)]),
    }
}

/// The page on which a text in the chat of a table is reported, by its number.
#[must_use]
pub fn report_said(table: &str, number: usize) -> String {
    with_query(report_text(table), &[("said", number)])
}

/// The reports before one, settled ones or open ones.
#[must_use]
pub fn admin_reports_before(settled: bool, number: i64) -> String {
    let mut fields = Vec::new();
    if settled {
        fields.push(("settled", "1".to_owned()));
    }
    if number < i64::MAX {
        fields.push(("before", number.to_string()));
    }
    with_query(admin_reports(), &fields)
}

/// The acts before an act.
#[must_use]
pub fn admin_log_before(number: i64) -> String {
    with_query(admin_log(), &[("before", number)])
}

/// The way to the public game that follows one.
#[must_use]
pub fn live_after(id: &str) -> String {
    with_query(live_watch(), &[("after", id)])
}

/// The part of the list of public games on a page that goes on to the first of them.
#[must_use]
pub fn live_part_waiting() -> String {
    with_query(live_part(), &[("wait", 1)])
}

/// The drawing of a table in a list that shows it again after each event.
#[must_use]
pub fn thumbnail_at(id: &str, events: u64) -> String {
    with_query(thumbnail(id), &[("at", events)])
}

/// The page of a game with a seed in its form.
#[must_use]
pub fn game_with_seed(id: &str, seed: &str) -> String {
    with_query(game(id), &[("seed", seed)])
}

/// The page of a game with a table that is listed for all visitors chosen.
#[must_use]
pub fn game_for_anyone(id: &str) -> String {
    with_query(game(id), &[("way", "friend"), ("listed", "1")])
}

/// A step of a lesson, counted from 0.
#[must_use]
pub fn lesson_step(game: &str, step: usize) -> String {
    fill(pattern::LESSON_STEP, &[&game, &(step + 1)])
}

/// A step of a lesson after some moves, with the right move lit or not.
#[must_use]
pub fn lesson_at(game: &str, step: usize, played: &[String], lit: bool) -> String {
    with_query(lesson_step(game, step), &[("played", played.join(" ")), ("lit", u8::from(lit).to_string())])
}

/// Where a try is sent after some moves.
#[must_use]
pub fn lesson_act(game: &str, step: usize, played: &[String], lit: bool) -> String {
    let address = fill(pattern::LESSON_ACT, &[&game, &(step + 1)]);
    with_query(address, &[("played", played.join(" ")), ("lit", u8::from(lit).to_string())])
}

/// Where a page asks why something cannot be picked in a step after some moves.
#[must_use]
pub fn lesson_why(game: &str, step: usize, played: &[String]) -> String {
    let address = fill(pattern::LESSON_WHY, &[&game, &(step + 1)]);
    with_query(address, &[("played", played.join(" "))])
}

/// Where the game at the end of a lesson leads when it is over.
#[must_use]
pub fn lesson_done(game: &str, table: &str) -> String {
    with_query(fill(pattern::LESSON_DONE, &[&game]), &[("table", table)])
}

/// A table’s page, or its part, with what can be planned on its board.
#[must_use]
pub fn table_part_planning(id: &str) -> String {
    with_query(table_part(id), &[("plan", 1)])
}

/// The fields of an address about a line at a version of a table.
fn line_of(version: u64, line: &[String]) -> [(&'static str, String); 2] {
    [("at", version.to_string()), ("line", line.join(" "))]
}

/// The page of planned moves after some actions from a version of a table on.
#[must_use]
pub fn plan_at(id: &str, version: u64, line: &[String]) -> String {
    with_query(plan(id), &line_of(version, line))
}

/// Where that page sends what is done.
#[must_use]
pub fn plan_act(id: &str, version: u64, line: &[String]) -> String {
    with_query(fill(pattern::PLAN_ACT, &[&id]), &line_of(version, line))
}

/// Where that page asks why something cannot be picked.
#[must_use]
pub fn plan_why(id: &str, version: u64, line: &[String]) -> String {
    with_query(fill(pattern::PLAN_WHY, &[&id]), &line_of(version, line))
}

/// Where a page asks why something cannot be planned as the next move.
#[must_use]
pub fn planning_why(id: &str) -> String {
    with_query(fill(pattern::TABLE_WHY, &[&id]), &[("plan", 1)])
}

/// A solved position of the day after this many actions of its line.
#[must_use]
pub fn position_at(date: WorldDate, game: &str, at: usize) -> String {
    with_query(daily(date, game), &[("at", at)])
}

/// A turning point of a finished game, counted from 0, after some moves of its better line.
#[must_use]
pub fn review_at(id: &str, turn: usize, step: usize) -> String {
    match step {
        0 => with_query(review(id), &[("turn", turn)]),
        _ => with_query(review(id), &[("turn", turn), ("step", step)]),
    }
}

/// The replay at a ply, through other eyes if that is asked for. With an empty text as `ply`, this is the
/// beginning of an address, which the number follows.
#[must_use]
pub fn replay_at(id: &str, view: Option<ReplayView>, ply: impl Display) -> String {
    let ply = ply.to_string();
    match view {
        None => with_query(replay(id), &[("ply", ply)]),
        Some(view) => with_query(replay(id), &[("as", view.to_string()), ("ply", ply)]),
    }
}

/// The picture that other sites show with a link to a table, at a ply if one is given.
#[must_use]
pub fn preview(id: &str, ply: Option<usize>) -> String {
    let address = fill(pattern::TABLE_PREVIEW, &[&id]);
    match ply {
        None => address,
        Some(ply) => with_query(address, &[("ply", ply)]),
    }
}

/// The picture that other sites show with a link to a game, with the deal of a seed if one is given.
#[must_use]
pub fn game_preview(game: &str, seed: &str) -> String {
    let address = fill(pattern::GAME_PREVIEW, &[&game]);
    if seed.is_empty() { address } else { with_query(address, &[("seed", seed)]) }
}

/// Which parts of a pattern are parameters.
fn parameters(pattern: &str) -> impl Iterator<Item = bool> {
    pattern.split('/').map(|part| part.starts_with('{'))
}

/// The pattern that an address matches, without regard to its query; fixed parts come before parameters, as
/// in the router. `None` if no page is there.
#[must_use]
pub fn pattern_of(address: &str) -> Option<&'static str> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let matches = |pattern: &&str| {
        let (mut left, mut right) = (pattern.split('/'), path.split('/'));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(a), Some(b)) if a == b || (a.starts_with('{') && !b.is_empty()) => (),
                _ => return false,
            }
        }
    };
    PATTERNS.into_iter().filter(matches).min_by(|one, other| parameters(one).cmp(parameters(other)))
}

/// Whether addresses other than those of games begin with a word, so that it is not the id of a game.
#[must_use]
pub fn is_reserved(word: &str) -> bool {
    let first = |pattern: &&'static str| pattern.split('/').nth(1);
    PATTERNS.iter().chain(&browser::PATTERNS).filter_map(first).any(|first| first == word)
}

/// Where the browser shows a page that it makes itself.
#[must_use]
pub fn in_browser(address: &str) -> String {
    format!("{}?{address}", pattern::OFFLINE)
}

/// Whether an address is that of a page that no server makes.
#[must_use]
pub fn is_of_browser(address: &str) -> bool {
    let rest = address
        .strip_prefix(browser::pattern::ANALYSES)
        .or_else(|| address.strip_prefix(browser::pattern::REVIEWS));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
}

/// Where a game of a server is reviewed in the browser.
#[must_use]
pub fn review_of(table: &str) -> String {
    with_query(browser::reviews(), &[("from", table.to_owned())])
}

/// Where the analysis of a game begins, at a ply if that is given.
#[must_use]
pub fn analyse(table: &str, ply: Option<usize>) -> String {
    let mut fields = vec![("from", table.to_owned())];
    fields.extend(ply.map(|ply| ("ply", ply.to_string())));
    with_query(analyses(), &fields)
}

/// Where the analysis of a record in the address begins.
#[must_use]
pub fn analyse_record(record: &str) -> String {
    with_query(analyses(), &[("record", record)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use bagatelle_table::WorldDate;
    use std::collections::BTreeSet;

    fn query(address: &str) -> Vec<(String, String)> {
        let (_, query) = address.split_once('?').unwrap();
        form_urlencoded::parse(query.as_bytes()).into_owned().collect()
    }

    #[test]
    fn a_seed_arrives_whole() {
        for seed in ["Tom & Ann #1 50%", "a+b=c?d", "Übung/…", "", "%41"] {
            let address = game_with_seed("brain-burn", seed);
            assert!(address.starts_with("/brain-burn?seed="), "{address}");
            assert!(address.is_ascii() && !address.contains(['#', ' ']), "{address}");
            assert_eq!(query(&address), [("seed".to_owned(), seed.to_owned())]);
        }
    }

    #[test]
    fn a_search_arrives_whole() {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        let fields =
            [pair("game", "baju"), pair("phase", "over"), pair("text", "Ann & me"), pair("skip", "30")];
        assert_eq!(query(&archive_from("baju", "over", "", "Ann & me", 30)), fields);
        assert_eq!(archive_from("", "", "", "", 0), archive());
    }

    #[test]
    fn replays_are_addressed_by_view_and_ply() {
        assert_eq!(replay_at("abc", None, 4), "/g/abc/replay?ply=4");
        assert_eq!(replay_at("abc", Some(ReplayView::Open), ""), "/g/abc/replay?as=all&ply=");
        assert_eq!(preview("abc", Some(2)), "/g/abc/picture.png?ply=2");
    }

    #[test]
    fn an_id_cannot_leave_its_place_in_the_path() {
        assert_eq!(table("a/b?c"), "/g/a%2Fb%3Fc");
        assert_eq!(pattern_of(&table("a/b?c")), Some(pattern::TABLE));
    }

    #[test]
    fn addresses_match_their_patterns() {
        assert_eq!(BTreeSet::from(PATTERNS).len(), PATTERNS.len());
        for (address, pattern) in [
            (home(), pattern::HOME),
            (today_month(WorldDate::new(2026, 11, 22), WorldDate::new(2026, 10, 31)), pattern::TODAY_ON),
            (daily_picture(WorldDate::new(2026, 11, 22), "x"), pattern::DAILY_PICTURE),
            (archive(), pattern::ARCHIVE),
            (game("bulbous"), pattern::GAME),
            (table_events("x"), pattern::TABLE_EVENTS),
            (account_then("x"), pattern::ACCOUNT),
            (asset("a-b.css"), pattern::ASSET),
        ] {
            assert_eq!(pattern_of(&address), Some(pattern));
        }
        for nothing in ["/g/x/nothing", "/a/b/c/d", "", "g"] {
            assert_eq!(pattern_of(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn no_game_takes_a_fixed_address() {
        assert!(["g", "today", "api", "analysis", "review"].into_iter().all(is_reserved));
        for game in bagatelle_catalog::games() {
            assert_eq!(pattern_of(&super::game(game.id())), Some(pattern::GAME), "{}", game.id());
            assert!(!is_reserved(game.id()), "{}", game.id());
            assert_eq!(pattern_of(&rules(game.id())), Some(pattern::GAME_RULES), "{}", game.id());
        }
    }
}
