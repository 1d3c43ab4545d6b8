//! Every address of the program: the patterns that a router takes, and functions that fill them in. Ids and
//! queries are encoded here and nowhere else.

use bagatelle_table::{ReplayView, WorldDate};
use form_urlencoded::Serializer;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::fmt::Display;

/// The address patterns, as the router of the server writes them.
pub mod pattern {
    #![expect(missing_docs, reason = "each constant is its value")]
    pub const HOME: &str = "/";
    pub const ASSET: &str = "/assets/{file}";
    pub const MANIFEST: &str = "/manifest.webmanifest";
    pub const WORKER: &str = "/sw.js";
    pub const ICON: &str = "/icons/{file}";
    pub const OFFLINE: &str = "/offline/";
    pub const HEALTH: &str = "/healthz";
    pub const READY: &str = "/readyz";
    pub const TODAY: &str = "/today";
    pub const TODAY_NAME: &str = "/today/name";
    pub const TODAY_ON: &str = "/today/{date}";
    pub const DAILY: &str = "/today/{date}/{game}";
    pub const DAILY_PICTURE: &str = "/today/{date}/{game}/picture.svg";
    pub const DAILY_PREVIEW: &str = "/today/{date}/{game}/picture.png";
    pub const LOBBY: &str = "/tables";
    pub const LOBBY_PART: &str = "/tables/part";
    pub const LOBBY_EVENTS: &str = "/tables/events";
    pub const ARCHIVE: &str = "/games";
    pub const RESULTS: &str = "/games/results";
    pub const PEOPLE: &str = "/people";
    pub const PERSON: &str = "/people/{name}";
    pub const LADDER: &str = "/ladder";
    pub const LADDER_OF: &str = "/ladder/{game}";
    pub const SETTINGS: &str = "/settings";
    pub const FAIRNESS: &str = "/fairness";
    pub const PRIVACY: &str = "/privacy";
    pub const VERIFY: &str = "/verify";
    pub const RECORDS: &str = "/records";
    pub const OFFLINE_GAMES: &str = "/offline/games";
    pub const API_DOCUMENT: &str = "/api/v1/openapi.json";
    pub const API_RESULTS: &str = "/api/v1/results";
    pub const API_PEOPLE: &str = "/api/v1/people";
    pub const API_PERSON: &str = "/api/v1/people/{name}";
    pub const ACCOUNT: &str = "/me";
    pub const ACCOUNT_NAME: &str = "/me/name";
    pub const ACCOUNT_SIGN_UP: &str = "/me/sign-up";
    pub const ACCOUNT_LOG_IN: &str = "/me/log-in";
    pub const ACCOUNT_LOG_OUT: &str = "/me/log-out";
    pub const ACCOUNT_PASSWORD: &str = "/me/password";
    pub const ACCOUNT_PUBLIC: &str = "/me/public";
    pub const ACCOUNT_DELETE: &str = "/me/delete";
    pub const ACCOUNT_SETTINGS: &str = "/me/settings.json";
    pub const ACCOUNT_EXPORT: &str = "/me/export.json";
    pub const ACCOUNT_NEW_PASSWORD: &str = "/me/new-password";
    pub const TOKENS: &str = "/me/tokens";
    pub const TOKENS_REVOKE: &str = "/me/tokens/revoke";
    pub const ACCOUNT_BOT: &str = "/me/bot";
    pub const PROGRAMS: &str = "/me/programs";
    pub const CHALLENGES: &str = "/me/challenges";
    pub const CHALLENGE_ANSWER: &str = "/me/challenges/{id}";
    pub const BLOCKED: &str = "/me/blocked";
    pub const PERSON_REPORT: &str = "/people/{name}/report";
    pub const PERSON_BLOCK: &str = "/people/{name}/block";
    pub const TABLE_REPORT: &str = "/g/{id}/report";
    pub const TABLE_BLOCK: &str = "/g/{id}/block";
    pub const ADMIN: &str = "/admin";
    pub const ADMIN_PART: &str = "/admin/part";
    pub const ADMIN_EVENTS: &str = "/admin/events";
    pub const ADMIN_REPORTS: &str = "/admin/reports";
    pub const ADMIN_REPORT: &str = "/admin/reports/{number}";
    pub const ADMIN_LOG: &str = "/admin/log";
    pub const POSITION_ACT: &str = "/today/{date}/{game}/act";
    pub const POSITION_WHY: &str = "/today/{date}/{game}/why";
    pub const POSITION_PLAY_ON: &str = "/today/{date}/{game}/play-on";
    pub const GAME: &str = "/{game}";
    pub const GAME_RULES: &str = "/{game}/rules";
    pub const LESSON: &str = "/{game}/learn";
    pub const LESSON_FINALE: &str = "/{game}/learn/finale";
    pub const LESSON_DONE: &str = "/{game}/learn/done";
    pub const LESSON_STEP: &str = "/{game}/learn/{step}";
    pub const LESSON_ACT: &str = "/{game}/learn/{step}/act";
    pub const LESSON_WHY: &str = "/{game}/learn/{step}/why";
    pub const GAME_WORKSHOP: &str = "/{game}/workshop";
    pub const GAME_PICTURE: &str = "/{game}/picture.svg";
    pub const GAME_PREVIEW: &str = "/{game}/picture.png";
    pub const GAME_NEW: &str = "/{game}/new";
    pub const TABLE: &str = "/g/{id}";
    pub const TABLE_PART: &str = "/g/{id}/table";
    pub const TABLE_EVENTS: &str = "/g/{id}/events";
    pub const TABLE_ACT: &str = "/g/{id}/act";
    pub const TABLE_WHY: &str = "/g/{id}/why";
    pub const TABLE_HINT: &str = "/g/{id}/hint";
    pub const TABLE_HELPED: &str = "/g/{id}/helped";
    pub const TABLE_OFFLINE: &str = "/g/{id}/offline.json";
    pub const TABLE_AGAIN: &str = "/g/{id}/again";
    pub const TABLE_SAY: &str = "/g/{id}/say";
    pub const TABLE_REVIEW: &str = "/g/{id}/review";
    pub const TABLE_REPLAY: &str = "/g/{id}/replay";
    pub const TABLE_VERIFY: &str = "/g/{id}/verify";
    pub const TABLE_PLAY_ON: &str = "/g/{id}/play-on";
    pub const TABLE_RECORD: &str = "/g/{id}/record.json";
    pub const TABLE_PICTURE: &str = "/g/{id}/picture.svg";
    pub const TABLE_THUMBNAIL: &str = "/g/{id}/thumbnail.svg";
    pub const TABLE_PREVIEW: &str = "/g/{id}/picture.png";
    pub const TABLE_RESULT: &str = "/g/{id}/result.png";
    pub const TABLE_QR: &str = "/g/{id}/qr.svg";
    pub const TABLE_GOAL: &str = "/g/{id}/goal.svg";
}

/// All patterns of [`pattern`], those without a parameter first.
pub const PATTERNS: [&str; 97] = {
    use pattern as p;
    [
        p::HOME,
        p::HEALTH,
        p::READY,
        p::TODAY,
        p::TODAY_NAME,
        p::LOBBY,
        p::LOBBY_PART,
        p::LOBBY_EVENTS,
        p::ARCHIVE,
        p::RESULTS,
        p::SETTINGS,
        p::FAIRNESS,
        p::PRIVACY,
        p::VERIFY,
        p::RECORDS,
        p::OFFLINE_GAMES,
        p::PEOPLE,
        p::LADDER,
        p::API_DOCUMENT,
        p::API_RESULTS,
        p::API_PEOPLE,
        p::ACCOUNT,
        p::ACCOUNT_NAME,
        p::ACCOUNT_SIGN_UP,
        p::ACCOUNT_LOG_IN,
        p::ACCOUNT_LOG_OUT,
        p::ACCOUNT_PASSWORD,
        p::ACCOUNT_PUBLIC,
        p::ACCOUNT_DELETE,
        p::ACCOUNT_SETTINGS,
        p::ACCOUNT_EXPORT,
        p::ACCOUNT_NEW_PASSWORD,
        p::TOKENS,
        p::TOKENS_REVOKE,
        p::ACCOUNT_BOT,
        p::PROGRAMS,
        p::CHALLENGES,
        p::BLOCKED,
        p::ADMIN,
        p::ADMIN_PART,
        p::ADMIN_EVENTS,
        p::ADMIN_REPORTS,
        p::ADMIN_LOG,
        p::MANIFEST,
        p::WORKER,
        p::OFFLINE,
        p::ASSET,
        p::ICON,
        p::PERSON,
        p::LADDER_OF,
        p::API_PERSON,
        p::TODAY_ON,
        p::DAILY,
        p::DAILY_PICTURE,
        p::DAILY_PREVIEW,
        p::TABLE,
        p::TABLE_PART,
        p::TABLE_EVENTS,
        p::TABLE_ACT,
        p::TABLE_WHY,
        p::TABLE_HINT,
        p::TABLE_HELPED,
        p::TABLE_OFFLINE,
        p::TABLE_AGAIN,
        p::TABLE_SAY,
        p::TABLE_REVIEW,
        p::TABLE_REPLAY,
        p::TABLE_VERIFY,
        p::TABLE_PLAY_ON,
        p::TABLE_RECORD,
        p::TABLE_PICTURE,
        p::TABLE_THUMBNAIL,
        p::TABLE_PREVIEW,
        p::TABLE_RESULT,
        p::TABLE_QR,
        p::TABLE_GOAL,
        p::PERSON_REPORT,
        p::PERSON_BLOCK,
        p::TABLE_REPORT,
        p::TABLE_BLOCK,
        p::ADMIN_REPORT,
        p::CHALLENGE_ANSWER,
        p::POSITION_ACT,
        p::POSITION_WHY,
        p::POSITION_PLAY_ON,
        p::GAME,
        p::GAME_RULES,
        p::GAME_WORKSHOP,
        p::GAME_PICTURE,
        p::GAME_PREVIEW,
        p::GAME_NEW,
        p::LESSON,
        p::LESSON_FINALE,
        p::LESSON_DONE,
        p::LESSON_STEP,
        p::LESSON_ACT,
        p::LESSON_WHY,
    ]
};

/// What stays as it is in a part of a path.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// A blank of no width. Browsers take a part of a path that is `.` or `..` for a way through folders; older
/// versions let people be called so, and they are found by their names with something behind them that is not
/// seen.
const UNSEEN: &str = "%E2%80%8B";

/// A pattern with its first parameter filled in.
fn fill(pattern: &str, parameter: &str) -> String {
    let place = |bracket| pattern.bytes().position(|byte| byte == bracket);
    match (place(b'{'), place(b'}')) {
        (Some(begin), Some(end)) => {
            let mut path = String::with_capacity(pattern.len() + parameter.len());
            path.push_str(&pattern[..begin]);
            path.extend(utf8_percent_encode(parameter, PLAIN));
            if matches!(parameter, "." | "..") {
                path.push_str(UNSEEN);
            }
            path.push_str(&pattern[end + 1..]);
            path
        }
        _ => pattern.to_owned(),
    }
}

/// An address with a query.
fn with_query<V: Display>(address: String, fields: &[(&str, V)]) -> String {
    let begin = address.len() + 1;
    let mut query = Serializer::for_suffix(address + "?", begin);
    for (key, value) in fields {
        query.append_pair(key, &value.to_string());
    }
    query.finish()
}

/// The first page.
#[must_use]
pub fn home() -> String {
    pattern::HOME.into()
}

/// Today's deals, with calendar, record and table of the day.
#[must_use]
pub fn today() -> String {
    pattern::TODAY.into()
}

/// Where a visitor says under which name the tables of the day list the visitor.
#[must_use]
pub fn today_name() -> String {
    pattern::TODAY_NAME.into()
}

/// The deals of a world date.
#[must_use]
pub fn today_on(date: WorldDate) -> String {
    fill(pattern::TODAY_ON, &date.to_string())
}

/// The deals of a world date beside the calendar of another month.
#[must_use]
pub fn today_month(date: WorldDate, month: WorldDate) -> String {
    with_query(today_on(date), &[("month", month.first_of_month())])
}

/// The daily of a game and a world date: the address that is shared.
#[must_use]
pub fn daily(date: WorldDate, game: &str) -> String {
    of_daily(pattern::DAILY, date, game)
}

/// The drawing of a deal of the day before it is begun.
#[must_use]
pub fn daily_picture(date: WorldDate, game: &str) -> String {
    of_daily(pattern::DAILY_PICTURE, date, game)
}

/// The picture that other sites show with a link to a deal of the day.
#[must_use]
pub fn daily_preview(date: WorldDate, game: &str) -> String {
    of_daily(pattern::DAILY_PREVIEW, date, game)
}

fn of_daily(pattern: &str, date: WorldDate, game: &str) -> String {
    fill(&fill(pattern, &date.to_string()), game)
}

/// A built-in file, by the last part of its address.
#[must_use]
pub fn asset(file: &str) -> String {
    fill(pattern::ASSET, file)
}

/// What a system is told of the site that it installs.
#[must_use]
pub fn manifest() -> String {
    pattern::MANIFEST.into()
}

/// The service worker, which keeps the site in the browser.
#[must_use]
pub fn worker() -> String {
    pattern::WORKER.into()
}

/// An icon of the installed site.
#[must_use]
pub fn icon(file: &str) -> String {
    fill(pattern::ICON, file)
}

/// The document that shows pages made in the browser.
#[must_use]
pub fn offline() -> String {
    pattern::OFFLINE.into()
}

/// A picture of a won position of a table's game.
#[must_use]
pub fn table_goal(id: &str) -> String {
    fill(pattern::TABLE_GOAL, id)
}

/// The list of open tables.
#[must_use]
pub fn lobby() -> String {
    pattern::LOBBY.into()
}

/// The part of the list of open tables that live updates replace.
#[must_use]
pub fn lobby_part() -> String {
    pattern::LOBBY_PART.into()
}

/// The stream of changes of the list of open tables.
#[must_use]
pub fn lobby_events() -> String {
    pattern::LOBBY_EVENTS.into()
}

/// The visitor's games.
#[must_use]
pub fn archive() -> String {
    pattern::ARCHIVE.into()
}

/// The visitor's games with a filter, from a place in the list. What is not asked for is left out.
#[must_use]
pub fn archive_from(game: &str, stage: &str, help: &str, text: &str, skip: u32) -> String {
    let skip = if skip == 0 { String::new() } else { skip.to_string() };
    let mut fields = vec![("game", game), ("phase", stage), ("help", help), ("text", text), ("skip", &skip)];
    fields.retain(|(_, value)| !value.is_empty());
    if fields.is_empty() { archive() } else { with_query(archive(), &fields) }
}

/// The visitor's results.
#[must_use]
pub fn results() -> String {
    pattern::RESULTS.into()
}

/// The settings of light, motion and sound.
#[must_use]
pub fn settings() -> String {
    pattern::SETTINGS.into()
}

/// How deals can be checked.
#[must_use]
pub fn fairness() -> String {
    pattern::FAIRNESS.into()
}

/// What the server keeps of its visitors.
#[must_use]
pub fn privacy() -> String {
    pattern::PRIVACY.into()
}

/// The page that verifies records.
#[must_use]
pub fn verify() -> String {
    pattern::VERIFY.into()
}

/// The page that verifies how a game was dealt.
#[must_use]
pub fn verify_table(id: &str) -> String {
    fill(pattern::TABLE_VERIFY, id)
}

/// The settings after a choice was kept.
#[must_use]
pub fn settings_done() -> String {
    with_query(settings(), &[("done", "1")])
}

/// The people who want to be seen, and their records.
#[must_use]
pub fn people() -> String {
    pattern::PEOPLE.into()
}

/// The page of a person who wants to be seen.
#[must_use]
pub fn person(name: &str) -> String {
    fill(pattern::PERSON, name)
}

/// The ladder of all games, and where a player on it is challenged.
#[must_use]
pub fn ladder() -> String {
    pattern::LADDER.into()
}

/// The ladder of a game.
#[must_use]
pub fn ladder_of(game: &str) -> String {
    fill(pattern::LADDER_OF, game)
}

/// The visitor's results for programs.
#[must_use]
pub fn api_results() -> String {
    pattern::API_RESULTS.into()
}

/// The people who want to be seen, and their records, for programs.
#[must_use]
pub fn api_people() -> String {
    pattern::API_PEOPLE.into()
}

/// A person who wants to be seen, for programs.
#[must_use]
pub fn api_person(name: &str) -> String {
    fill(pattern::API_PERSON, name)
}

/// The page that records are uploaded on.
#[must_use]
pub fn records() -> String {
    pattern::RECORDS.into()
}

/// The visitor's page.
#[must_use]
pub fn account() -> String {
    pattern::ACCOUNT.into()
}

/// The visitor's page for a visitor who returns to a table afterwards.
#[must_use]
pub fn account_then(table: &str) -> String {
    with_query(account(), &[("to", table)])
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

/// The settings that an account keeps.
#[must_use]
pub fn account_settings() -> String {
    pattern::ACCOUNT_SETTINGS.into()
}

/// All data of an account.
#[must_use]
pub fn account_export() -> String {
    pattern::ACCOUNT_EXPORT.into()
}

/// Where a new password is set.
#[must_use]
pub fn new_password() -> String {
    pattern::ACCOUNT_NEW_PASSWORD.into()
}

/// The link by which a new password is set, once.
#[must_use]
pub fn new_password_with(code: &str) -> String {
    with_query(new_password(), &[("code", code)])
}

/// The document that describes the API.
#[must_use]
pub fn api_document() -> String {
    pattern::API_DOCUMENT.into()
}

/// The tokens of an account for programs.
#[must_use]
pub fn tokens() -> String {
    pattern::TOKENS.into()
}

/// Where a token is revoked.
#[must_use]
pub fn revoke_token() -> String {
    pattern::TOKENS_REVOKE.into()
}

/// Where an account is marked as that of a bot.
#[must_use]
pub fn mark_bot() -> String {
    pattern::ACCOUNT_BOT.into()
}

/// The reference of the API for people.
#[must_use]
pub fn programs() -> String {
    pattern::PROGRAMS.into()
}

/// The challenges of an account.
#[must_use]
pub fn challenges() -> String {
    pattern::CHALLENGES.into()
}

/// The form of a challenge to a player.
#[must_use]
pub fn challenge_to(name: &str) -> String {
    with_query(challenges(), &[("to", name)])
}

/// Where a challenge is answered.
#[must_use]
pub fn answer_challenge(id: &str) -> String {
    fill(pattern::CHALLENGE_ANSWER, id)
}

/// The people whom the visitor has blocked.
#[must_use]
pub fn blocked() -> String {
    pattern::BLOCKED.into()
}

/// Where a person with a profile is reported.
#[must_use]
pub fn report_person(name: &str) -> String {
    fill(pattern::PERSON_REPORT, name)
}

/// Where a person with a profile is blocked.
#[must_use]
pub fn block_person(name: &str) -> String {
    fill(pattern::PERSON_BLOCK, name)
}

/// Where a text in the chat of a table is reported.
#[must_use]
pub fn report_text(table: &str) -> String {
    fill(pattern::TABLE_REPORT, table)
}

/// The page on which a text in the chat of a table is reported, by its number.
#[must_use]
pub fn report_said(table: &str, number: usize) -> String {
    with_query(report_text(table), &[("said", number)])
}

/// Where the writer of a text at a table is blocked.
#[must_use]
pub fn block_at(table: &str) -> String {
    fill(pattern::TABLE_BLOCK, table)
}

/// How the server does, for moderators.
#[must_use]
pub fn admin() -> String {
    pattern::ADMIN.into()
}

/// The part of that page that live updates replace.
#[must_use]
pub fn admin_part() -> String {
    pattern::ADMIN_PART.into()
}

/// The stream that says when there are new figures.
#[must_use]
pub fn admin_events() -> String {
    pattern::ADMIN_EVENTS.into()
}

/// The reports that are open.
#[must_use]
pub fn admin_reports() -> String {
    pattern::ADMIN_REPORTS.into()
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

/// A report.
#[must_use]
pub fn admin_report(number: i64) -> String {
    fill(pattern::ADMIN_REPORT, &number.to_string())
}

/// What hosts and moderators have done.
#[must_use]
pub fn admin_log() -> String {
    pattern::ADMIN_LOG.into()
}

/// What they have done before an act.
#[must_use]
pub fn admin_log_before(number: i64) -> String {
    with_query(admin_log(), &[("before", number)])
}

/// The page of a game.
#[must_use]
pub fn game(game: &str) -> String {
    fill(pattern::GAME, game)
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

/// The rules of a game.
#[must_use]
pub fn rules(game: &str) -> String {
    fill(pattern::GAME_RULES, game)
}

/// The lesson of a game.
#[must_use]
pub fn lesson(game: &str) -> String {
    fill(pattern::LESSON, game)
}

/// A step of a lesson, counted from 0.
#[must_use]
pub fn lesson_step(game: &str, step: usize) -> String {
    fill(&fill(pattern::LESSON_STEP, game), &(step + 1).to_string())
}

/// A step of a lesson after some moves, with what is right lit or not.
#[must_use]
pub fn lesson_at(game: &str, step: usize, played: &[String], lit: bool) -> String {
    with_query(lesson_step(game, step), &[("played", played.join(" ")), ("lit", u8::from(lit).to_string())])
}

/// Where a try is sent after some moves.
#[must_use]
pub fn lesson_act(game: &str, step: usize, played: &[String], lit: bool) -> String {
    let address = fill(&fill(pattern::LESSON_ACT, game), &(step + 1).to_string());
    with_query(address, &[("played", played.join(" ")), ("lit", u8::from(lit).to_string())])
}

/// Where it is asked why something cannot be picked in a step after some moves.
#[must_use]
pub fn lesson_why(game: &str, step: usize, played: &[String]) -> String {
    let address = fill(&fill(pattern::LESSON_WHY, game), &(step + 1).to_string());
    with_query(address, &[("played", played.join(" "))])
}

/// Where the game at the end of a lesson is begun.
#[must_use]
pub fn lesson_finale(game: &str) -> String {
    fill(pattern::LESSON_FINALE, game)
}

/// Where the game at the end of a lesson leads when it is over.
#[must_use]
pub fn lesson_done(game: &str, table: &str) -> String {
    with_query(fill(pattern::LESSON_DONE, game), &[("table", table)])
}

/// A solved position of the day after so many actions of its line.
#[must_use]
pub fn position_at(date: WorldDate, game: &str, at: usize) -> String {
    with_query(daily(date, game), &[("at", at)])
}

/// Where a try at a position of the day is sent.
#[must_use]
pub fn position_act(date: WorldDate, game: &str) -> String {
    fill(&fill(pattern::POSITION_ACT, &date.to_string()), game)
}

/// Where it is asked why something cannot be picked in a position of the day.
#[must_use]
pub fn position_why(date: WorldDate, game: &str) -> String {
    fill(&fill(pattern::POSITION_WHY, &date.to_string()), game)
}

/// Where a game is begun that goes on from a solved position of the day.
#[must_use]
pub fn position_play_on(date: WorldDate, game: &str) -> String {
    fill(&fill(pattern::POSITION_PLAY_ON, &date.to_string()), game)
}

/// The workshop of a game.
#[must_use]
pub fn workshop(game: &str) -> String {
    fill(pattern::GAME_WORKSHOP, game)
}

/// The picture of a game, for lists.
#[must_use]
pub fn game_picture(game: &str) -> String {
    fill(pattern::GAME_PICTURE, game)
}

/// Where new tables are made.
#[must_use]
pub fn new_table(game: &str) -> String {
    fill(pattern::GAME_NEW, game)
}

/// A table.
#[must_use]
pub fn table(id: &str) -> String {
    fill(pattern::TABLE, id)
}

/// The part of a table's page that live updates replace.
#[must_use]
pub fn table_part(id: &str) -> String {
    fill(pattern::TABLE_PART, id)
}

/// The stream of changes of a table.
#[must_use]
pub fn table_events(id: &str) -> String {
    fill(pattern::TABLE_EVENTS, id)
}

/// Where commands are sent.
#[must_use]
pub fn act(id: &str) -> String {
    fill(pattern::TABLE_ACT, id)
}

/// Where hints are asked for.
#[must_use]
pub fn hint(id: &str) -> String {
    fill(pattern::TABLE_HINT, id)
}

/// Where a hint is brought that the browser has found.
#[must_use]
pub fn helped(id: &str) -> String {
    fill(pattern::TABLE_HELPED, id)
}

/// The table as JSON, for its only player.
#[must_use]
pub fn table_offline(id: &str) -> String {
    fill(pattern::TABLE_OFFLINE, id)
}

/// Where the next round of a match, or the same game anew, is asked for.
#[must_use]
pub fn again(id: &str) -> String {
    fill(pattern::TABLE_AGAIN, id)
}

/// Where chat is sent.
#[must_use]
pub fn say(id: &str) -> String {
    fill(pattern::TABLE_SAY, id)
}

/// The review of a finished game.
#[must_use]
pub fn review(id: &str) -> String {
    fill(pattern::TABLE_REVIEW, id)
}

/// A turning point of a finished game, counted from 0.
#[must_use]
pub fn review_at(id: &str, turn: usize) -> String {
    with_query(review(id), &[("turn", turn)])
}

/// The replay, at the ply and through the eyes that suit the viewer.
#[must_use]
pub fn replay(id: &str) -> String {
    fill(pattern::TABLE_REPLAY, id)
}

/// The replay at a ply, through other eyes if that is asked for. With an empty text as `ply` this is what an
/// address begins with that the number follows.
#[must_use]
pub fn replay_at(id: &str, view: Option<ReplayView>, ply: impl Display) -> String {
    let ply = ply.to_string();
    match view {
        None => with_query(replay(id), &[("ply", ply)]),
        Some(view) => with_query(replay(id), &[("as", view.to_string()), ("ply", ply)]),
    }
}

/// Where a new table is made that continues from a ply.
#[must_use]
pub fn play_on(id: &str) -> String {
    fill(pattern::TABLE_PLAY_ON, id)
}

/// The record of a table.
#[must_use]
pub fn record(id: &str) -> String {
    fill(pattern::TABLE_RECORD, id)
}

/// The drawing of a table, as SVG.
#[must_use]
pub fn table_picture(id: &str) -> String {
    fill(pattern::TABLE_PICTURE, id)
}

/// The drawing of a table in a list of tables.
#[must_use]
pub fn thumbnail(id: &str) -> String {
    fill(pattern::TABLE_THUMBNAIL, id)
}

/// The picture that other sites show with a link to a table, at a ply if one is given.
#[must_use]
pub fn preview(id: &str, ply: Option<usize>) -> String {
    let address = fill(pattern::TABLE_PREVIEW, id);
    match ply {
        None => address,
        Some(ply) => with_query(address, &[("ply", ply)]),
    }
}

/// The picture of a table's result, as PNG.
#[must_use]
pub fn result_picture(id: &str) -> String {
    fill(pattern::TABLE_RESULT, id)
}

/// The picture that other sites show with a link to a game, with the deal of a seed if one is given.
#[must_use]
pub fn game_preview(game: &str, seed: &str) -> String {
    let address = fill(pattern::GAME_PREVIEW, game);
    if seed.is_empty() { address } else { with_query(address, &[("seed", seed)]) }
}

/// The link to a table as a QR code.
#[must_use]
pub fn qr(id: &str) -> String {
    fill(pattern::TABLE_QR, id)
}

/// The pattern that an address matches, without regard to its query; fixed addresses come before those with a
/// parameter, as in the router. `None` if no page is there.
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
    PATTERNS.into_iter().find(matches)
}

/// Analysis boards are made in the browser: these addresses are those of the pages that its worker makes.
const ANALYSES: &str = "/analysis";
const REVIEWS: &str = "/review";

/// Where the browser shows a page that it makes itself.
#[must_use]
pub fn in_browser(address: &str) -> String {
    format!("{}?{address}", pattern::OFFLINE)
}

/// Whether an address is that of a page that no server makes.
#[must_use]
pub fn is_of_browser(address: &str) -> bool {
    let rest = address.strip_prefix(ANALYSES).or_else(|| address.strip_prefix(REVIEWS));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?']))
}

/// Where an analysis begins.
#[must_use]
pub fn analyses() -> String {
    ANALYSES.to_owned()
}

/// Where a game of a server is reviewed in the browser, for the player of a seat, if it is for one.
#[must_use]
pub fn review_of(table: &str, seat: Option<u8>) -> String {
    let mut fields = vec![("from", table.to_owned())];
    fields.extend(seat.map(|seat| ("sit", seat.to_string())));
    with_query(REVIEWS.to_owned(), &fields)
}

/// Where the analysis of a game begins, at a ply if that is given.
#[must_use]
pub fn analyse(table: &str, ply: Option<usize>) -> String {
    let mut fields = vec![("from", table.to_owned())];
    fields.extend(ply.map(|ply| ("ply", ply.to_string())));
    with_query(analyses(), &fields)
}

/// Where the analysis of a record begins that is in the address.
#[must_use]
pub fn analyse_record(record: &str) -> String {
    with_query(analyses(), &[("record", record)])
}

/// An analysis board.
#[must_use]
pub fn analysis(id: &str) -> String {
    format!("{ANALYSES}/{}", utf8_percent_encode(id, PLAIN))
}

/// Where an analysis is changed.
#[must_use]
pub fn analysis_act(id: &str) -> String {
    format!("{}/act", analysis(id))
}

/// Where it is told why a thing of an analysis board cannot be picked.
#[must_use]
pub fn analysis_why(id: &str) -> String {
    format!("{}/why", analysis(id))
}

/// What tells that an analysis has changed.
#[must_use]
pub fn analysis_events(id: &str) -> String {
    format!("{}/events", analysis(id))
}

/// The record of an analysis with its variations.
#[must_use]
pub fn analysis_record(id: &str) -> String {
    format!("{}/record.json", analysis(id))
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
        for game in bagatelle_catalog::games() {
            assert_eq!(pattern_of(&super::game(game.id())), Some(pattern::GAME), "{}", game.id());
            assert_eq!(pattern_of(&rules(game.id())), Some(pattern::GAME_RULES), "{}", game.id());
        }
    }
}
