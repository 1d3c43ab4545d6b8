//! The addresses that the server answers, one line each: a name, the function that fills the address in, and
//! the pattern that a router takes.

use super::fill::addresses;
use bagatelle_table::WorldDate;

addresses! {
    /// The first page.
    HOME home() = "/";
    /// The picture that other sites show with a link to the site.
    SITE_PREVIEW site_preview() = "/picture.png";
    /// A built-in file, by the last part of its address.
    ASSET asset(file: &str) = "/assets/{file}";
    /// What a system reads about the site that it installs.
    MANIFEST manifest() = "/manifest.webmanifest";
    /// The service worker, which keeps the site in the browser.
    WORKER worker() = "/sw.js";
    /// An icon of the installed site.
    ICON icon(file: &str) = "/icons/{file}";
    /// The document that shows pages made in the browser.
    OFFLINE offline() = "/offline/";
    /// Whether the program runs.
    HEALTH = "/healthz";
    /// Whether the server can do its work.
    READY = "/readyz";
    /// Today's deals, with calendar, record and leaderboard.
    TODAY today() = "/today";
    /// Where a visitor chooses the name on the leaderboards.
    TODAY_NAME today_name() = "/today/name";
    /// The deals of a world date.
    TODAY_ON today_on(date: WorldDate) = "/today/{date}";
    /// The daily of a game and a world date: the address to share.
    DAILY daily(date: WorldDate, game: &str) = "/today/{date}/{game}";
    /// The drawing of a deal of the day before it is begun.
    DAILY_PICTURE daily_picture(date: WorldDate, game: &str) = "/today/{date}/{game}/picture.svg";
    /// The way to the page that shows the deal of a day, for laying it out by hand.
    DAILY_LAY_OUT daily_lay_out(date: WorldDate, game: &str) = "/today/{date}/{game}/lay";
    /// The picture that other sites show with a link to a deal of the day.
    DAILY_PREVIEW daily_preview(date: WorldDate, game: &str) = "/today/{date}/{game}/picture.png";
    /// The list of open tables.
    LOBBY lobby() = "/tables";
    /// The part of the list of open tables that live updates replace.
    LOBBY_PART lobby_part() = "/tables/part";
    /// The stream of changes of the list of open tables.
    LOBBY_EVENTS lobby_events() = "/tables/events";
    /// The running games that anyone may watch.
    LIVE live() = "/live";
    /// The part of their list that live updates replace.
    LIVE_PART live_part() = "/live/part";
    /// The stream of changes of their list.
    LIVE_EVENTS live_events() = "/live/events";
    /// The way to the most interesting of them, or to the one that follows a game.
    LIVE_WATCH live_watch() = "/live/watch";
    /// One of them, with a way to the next.
    LIVE_GAME live_game(id: &str) = "/live/watch/{id}";
    /// Where an opponent is asked for.
    SEEK seek() = "/tables/someone";
    /// The page on which a visitor waits for an opponent.
    SEEK_PAGE seek_page(id: &str) = "/tables/someone/{id}";
    /// The part of that page that live updates replace.
    SEEK_PART seek_part(id: &str) = "/tables/someone/{id}/part";
    /// The stream that says how the search stands.
    SEEK_EVENTS seek_events(id: &str) = "/tables/someone/{id}/events";
    /// Where a search is cancelled.
    SEEK_LEAVE leave_seek(id: &str) = "/tables/someone/{id}/leave";
    /// The events by link that the visitor organizes or plays in.
    EVENTS events() = "/events";
    /// Where a new one is made.
    NEW_EVENT new_event() = "/events/new";
    /// An event by link.
    EVENT event(id: &str) = "/events/{id}";
    /// The part of its page that live updates replace.
    EVENT_PART event_part(id: &str) = "/events/{id}/part";
    /// The stream of its changes.
    EVENT_STREAM event_stream(id: &str) = "/events/{id}/stream";
    /// Where its title is reported.
    EVENT_REPORT report_event(id: &str) = "/events/{id}/report";
    /// Where its organizer is blocked.
    EVENT_BLOCK block_organizer(id: &str) = "/events/{id}/block";
    /// The visitor's games.
    ARCHIVE archive() = "/games";
    /// The visitor's results.
    RESULTS results() = "/games/results";
    /// The people who want to be seen, and their records.
    PEOPLE people() = "/people";
    /// The page of a person who wants to be seen.
    PERSON person(name: &str) = "/people/{name}";
    /// The people whom the visitor follows, and past opponents.
    FRIENDS friends() = "/friends";
    /// The ladder of all games, and where a player on it is challenged.
    LADDER ladder() = "/ladder";
    /// The ladder of a game.
    LADDER_OF ladder_of(game: &str) = "/ladder/{game}";
    /// The settings of light, motion and sound.
    SETTINGS settings() = "/settings";
    /// How deals can be checked.
    FAIRNESS fairness() = "/fairness";
    /// What the server keeps about its visitors.
    PRIVACY privacy() = "/privacy";
    /// The page that verifies records.
    VERIFY verify() = "/verify";
    /// The page on which records are uploaded.
    RECORDS records() = "/records";
    /// What a visitor takes along to play without the server, and brings home.
    OFFLINE_GAMES = "/offline/games";
    /// The document that describes the API.
    API_DOCUMENT api_document() = "/api/v1/openapi.json";
    /// The notifications of the visitor, and how much waits, for programs.
    API_NOTIFICATIONS api_notifications() = "/api/v1/notifications";
    /// The visitor's results for programs.
    API_RESULTS api_results() = "/api/v1/results";
    /// The people who want to be seen, and their records, for programs.
    API_PEOPLE api_people() = "/api/v1/people";
    /// A person who wants to be seen, for programs.
    API_PERSON api_person(name: &str) = "/api/v1/people/{name}";
    /// The visitor's page.
    ACCOUNT account() = "/me";
    /// Where a name is given.
    ACCOUNT_NAME = "/me/name";
    /// Where an account is made.
    ACCOUNT_SIGN_UP = "/me/sign-up";
    /// Where a visitor logs in.
    ACCOUNT_LOG_IN = "/me/log-in";
    /// Where a visitor logs out.
    ACCOUNT_LOG_OUT = "/me/log-out";
    /// Where a password is changed.
    ACCOUNT_PASSWORD = "/me/password";
    /// Where a person shows or hides their page.
    ACCOUNT_PUBLIC = "/me/public";
    /// Where an account is deleted.
    ACCOUNT_DELETE = "/me/delete";
    /// The settings that an account keeps.
    ACCOUNT_SETTINGS account_settings() = "/me/settings.json";
    /// All data of an account.
    ACCOUNT_EXPORT account_export() = "/me/export.json";
    /// Where a new password is set.
    ACCOUNT_NEW_PASSWORD new_password() = "/me/new-password";
    /// The tokens of an account for programs.
    TOKENS tokens() = "/me/tokens";
    /// Where a token is revoked.
    TOKENS_REVOKE revoke_token() = "/me/tokens/revoke";
    /// Where an account is marked as that of a bot.
    ACCOUNT_BOT mark_bot() = "/me/bot";
    /// The reference of the API for people.
    PROGRAMS programs() = "/me/programs";
    /// The challenges of an account.
    CHALLENGES challenges() = "/me/challenges";
    /// Where a challenge is answered.
    CHALLENGE_ANSWER answer_challenge(id: &str) = "/me/challenges/{id}";
    /// The people whom the visitor has blocked.
    BLOCKED blocked() = "/me/blocked";
    /// Where a person with a profile is reported.
    PERSON_REPORT report_person(name: &str) = "/people/{name}/report";
    /// Where a person with a profile is blocked.
    PERSON_BLOCK block_person(name: &str) = "/people/{name}/block";
    /// Where an invitation to a table is declined.
    TABLE_DECLINE decline_invitation(table: &str) = "/g/{id}/decline";
    /// Where a text in the chat of a table is reported.
    TABLE_REPORT report_text(table: &str) = "/g/{id}/report";
    /// Where the writer of a text at a table is blocked.
    TABLE_BLOCK block_at(table: &str) = "/g/{id}/block";
    /// How the server is doing, for moderators.
    ADMIN admin() = "/admin";
    /// The part of that page that live updates replace.
    ADMIN_PART admin_part() = "/admin/part";
    /// The stream that says when there are new figures.
    ADMIN_EVENTS admin_events() = "/admin/events";
    /// The open reports.
    ADMIN_REPORTS admin_reports() = "/admin/reports";
    /// A report.
    ADMIN_REPORT admin_report(number: i64) = "/admin/reports/{number}";
    /// What hosts and moderators have done.
    ADMIN_LOG admin_log() = "/admin/log";
    /// Where a try at a position of the day is sent.
    POSITION_ACT position_act(date: WorldDate, game: &str) = "/today/{date}/{game}/act";
    /// Where a page asks why something cannot be picked in a position of the day.
    POSITION_WHY position_why(date: WorldDate, game: &str) = "/today/{date}/{game}/why";
    /// Where a game that goes on from a solved position of the day is begun.
    POSITION_PLAY_ON position_play_on(date: WorldDate, game: &str) = "/today/{date}/{game}/play-on";
    /// The page of a game.
    GAME game(game: &str) = "/{game}";
    /// The rules of a game.
    GAME_RULES rules(game: &str) = "/{game}/rules";
    /// The lesson of a game.
    LESSON lesson(game: &str) = "/{game}/learn";
    /// Where the game at the end of a lesson is begun.
    LESSON_FINALE lesson_finale(game: &str) = "/{game}/learn/finale";
    /// Where the game at the end of a lesson leads when it is over.
    LESSON_DONE = "/{game}/learn/done";
    /// A step of a lesson, counted from 1.
    LESSON_STEP = "/{game}/learn/{step}";
    /// Where a try at a step is sent.
    LESSON_ACT = "/{game}/learn/{step}/act";
    /// Where a page asks why something cannot be picked in a step.
    LESSON_WHY = "/{game}/learn/{step}/why";
    /// The workshop of a game.
    GAME_WORKSHOP workshop(game: &str) = "/{game}/workshop";
    /// The page on which a game is printed.
    GAME_PRINT print(game: &str) = "/{game}/print";
    /// The file that is printed.
    GAME_PRINT_FILE print_file(game: &str) = "/{game}/print.pdf";
    /// A picture of a side of its sheets, by its number and `.svg`.
    GAME_PRINT_SIDE print_side(game: &str, side: &str) = "/{game}/print/{side}";
    /// The page on which a set-up is laid piece by piece.
    GAME_LAY lay(game: &str) = "/{game}/lay";
    /// The page that shows a set-up large, for laying it out by hand.
    GAME_LAY_OUT lay_out(game: &str) = "/{game}/lay/out";
    /// The address of a set-up that is being laid, as a QR code.
    GAME_LAY_QR lay_qr(game: &str) = "/{game}/lay/qr.svg";
    /// The score pad of a game with real pieces.
    GAME_PAD pad(game: &str) = "/{game}/pad";
    /// The timer of a game with real pieces.
    GAME_TIMER timer(game: &str) = "/{game}/timer";
    /// The picture of a game, for lists.
    GAME_PICTURE game_picture(game: &str) = "/{game}/picture.svg";
    /// The picture that other sites show with a link to a game.
    GAME_PREVIEW = "/{game}/picture.png";
    /// Where the game of the board on the first page is begun.
    GAME_DEMO game_demo(game: &str) = "/{game}/demo";
    /// Where new tables are made.
    GAME_NEW new_table(game: &str) = "/{game}/new";
    /// A table.
    TABLE table(id: &str) = "/g/{id}";
    /// The part of a table's page that live updates replace.
    TABLE_PART table_part(id: &str) = "/g/{id}/table";
    /// The stream of changes of a table.
    TABLE_EVENTS table_events(id: &str) = "/g/{id}/events";
    /// Where commands are sent.
    TABLE_ACT act(id: &str) = "/g/{id}/act";
    /// Where a page asks why something cannot be picked at a table.
    TABLE_WHY = "/g/{id}/why";
    /// Where a player of a game plans moves.
    PLAN plan(id: &str) = "/g/{id}/plan";
    /// Where a line is played on, kept and dropped.
    PLAN_ACT = "/g/{id}/plan/act";
    /// Why something cannot be picked in a line.
    PLAN_WHY = "/g/{id}/plan/why";
    /// Where the next move is planned on the board.
    PLAN_NEXT plan_next(id: &str) = "/g/{id}/plan/next";
    /// Where hints are asked for.
    TABLE_HINT hint(id: &str) = "/g/{id}/hint";
    /// Where a hint that the browser has found is sent.
    TABLE_HELPED helped(id: &str) = "/g/{id}/helped";
    /// The table as JSON, for its only player.
    TABLE_OFFLINE table_offline(id: &str) = "/g/{id}/offline.json";
    /// Where the next round of a match, or another game of the same kind, is asked for.
    TABLE_AGAIN again(id: &str) = "/g/{id}/again";
    /// Where a friend is asked to play the deal of a finished game.
    TABLE_SAME_DEAL same_deal(id: &str) = "/g/{id}/deal";
    /// Where chat is sent.
    TABLE_SAY say(id: &str) = "/g/{id}/say";
    /// The review of a finished game.
    TABLE_REVIEW review(id: &str) = "/g/{id}/review";
    /// The replay, at the ply and through the eyes that suit the viewer.
    TABLE_REPLAY replay(id: &str) = "/g/{id}/replay";
    /// The page that verifies how a game was dealt.
    TABLE_VERIFY verify_table(id: &str) = "/g/{id}/verify";
    /// Where a new table that continues from a ply is made.
    TABLE_PLAY_ON play_on(id: &str) = "/g/{id}/play-on";
    /// The way to the page that shows what lies on a table, for laying it out by hand.
    TABLE_LAY_OUT table_lay_out(id: &str) = "/g/{id}/lay";
    /// The record of a table.
    TABLE_RECORD record(id: &str) = "/g/{id}/record.json";
    /// The drawing of a table, as SVG.
    TABLE_PICTURE table_picture(id: &str) = "/g/{id}/picture.svg";
    /// The drawing of a table in a list of tables.
    TABLE_THUMBNAIL thumbnail(id: &str) = "/g/{id}/thumbnail.svg";
    /// The picture that other sites show with a link to a table.
    TABLE_PREVIEW = "/g/{id}/picture.png";
    /// The picture of a table's result, as PNG.
    TABLE_RESULT result_picture(id: &str) = "/g/{id}/result.png";
    /// The link to a table as a QR code.
    TABLE_QR qr(id: &str) = "/g/{id}/qr.svg";
    /// A picture of a won position of a table's game.
    TABLE_GOAL table_goal(id: &str) = "/g/{id}/goal.svg";
}
