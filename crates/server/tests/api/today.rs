//! The deals of the day: the same for all and on later days, streaks over midnight, restarts and signing up,
//! help, the leaderboard, and the pages around them. Time is that of the clock that is passed in.

use crate::test_server::{Reply, Spectator, TestServer, eventually, send};
use axum::body::Body;
use axum::http::Request;
use bagatelle_core::program::Budget;
use bagatelle_core::record::Record;
use serde_json::{Value, json};
use std::collections::BTreeSet;

const MINUTE: i64 = 60 * 1000;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// A game with a deal of the day that its solver solves in few moves.
const GAME: &str = "baju-puzzle";

/// Begins the deal of a date, as the page's button does; gives the id of the table.
async fn begin(who: &Spectator, date: &str, game: &str) -> String {
    let reply = who.form(&format!("/today/{date}/{game}"), &[]).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.headers["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned()
}

/// The shortest solution of a table from where it stands.
async fn solution(who: &Spectator, id: &str) -> Vec<String> {
    let record: Record =
        serde_json::from_value(who.get(&format!("/g/{id}/record.json")).await.json()).unwrap();
    let play = bagatelle_catalog::game_of(&record).unwrap().open(&record).unwrap();
    play.solve(&Budget::until(&|| false), &mut |_, _| ()).expect("a solution").line
}

/// Plays these actions.
async fn play(who: &Spectator, id: &str, actions: &[String]) {
    for action in actions {
        let reply = who.try_in(id, json!({ "text": action })).await;
        assert_eq!(reply.status, 200, "{action}: {}", reply.text());
    }
}

pub async fn solve(who: &Spectator, id: &str) {
    let line = solution(who, id).await;
    play(who, id, &line).await;
}

/// The deals of a date in the API, today's for an empty date.
async fn day(who: &Spectator, date: &str) -> Value {
    let path = format!("/api/v1/today/{date}");
    let reply = who.get(path.trim_end_matches('/')).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// What a day says of [`GAME`].
fn deal(day: &Value) -> Value {
    day["deals"].as_array().unwrap().iter().find(|deal| deal["game"] == GAME).unwrap().clone()
}

async fn streak(who: &Spectator) -> (u64, u64) {
    let streak = day(who, "").await["streak"].clone();
    (streak["now"].as_u64().unwrap(), streak["longest"].as_u64().unwrap())
}

/// The token that an answer sets.
fn token(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{}", reply.text());
    let mut cookies = reply.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    let visitor = cookies.find_map(|cookie| cookie.strip_prefix("visitor=")).expect("a token");
    visitor.split(';').next().unwrap().to_owned()
}

#[tokio::test]
async fn the_link_of_a_day_gives_the_same_deal_on_later_days() {
    let mut server = TestServer::new().await;
    let ann = server.spectator().await;
    let link = deal(&day(&ann, "").await)["address"].as_str().unwrap().to_owned();
    assert_eq!(link, "/today/2026-11-21/baju-puzzle");
    let games: Vec<Value> = day(&ann, "").await["deals"].as_array().unwrap().clone();
    let view = async |who: &Spectator, id: &str| who.look_at(id).await.json()["view"].clone();
    let mut first = Vec::new();
    for game in games.iter().filter(|game| game["position"] == false) {
        let game = game["game"].as_str().unwrap();
        let id = begin(&ann, "2026-11-21", game).await;
        // The form of the game and the API lead to the same table.
        let form = ann.form(&format!("/{game}/new"), &[("way", "daily")]).await;
        assert_eq!(form.headers["location"], format!("/g/{id}"));
        assert_eq!(ann.order(json!({ "game": game, "daily": true })).await.json()["id"], id.as_str());
        first.push((game, view(&ann, &id).await, id));
    }
    assert!(first.len() >= 3, "{first:?}");

    // A day later, at a server that has started anew.
    server.pass(DAY);
    server.restart().await;
    let (ann, bob) = (ann.at(&server), server.spectator().await);
    for (game, view_then, id) in &first {
        let link = format!("/today/2026-11-21/{game}");
        let page = bob.get(&link).await;
        assert_eq!(page.status, 200);
        assert!(page.text().contains("This day is over"), "{}", page.text());
        assert_eq!(ann.get(&link).await.headers["location"], format!("/g/{id}"));
        let late = begin(&bob, "2026-11-21", game).await;
        assert_eq!(view(&bob, &late).await, *view_then, "{game}");
        assert_eq!(begin(&bob, "2026-11-21", game).await, late, "one table each");
        let today = begin(&bob, "2026-11-22", game).await;
        assert_ne!(view(&bob, &today).await, *view_then, "{game}");
    }
    // A past deal can be solved, and does not count.
    let late = begin(&bob, "2026-11-21", GAME).await;
    solve(&bob, &late).await;
    let then = deal(&day(&bob, "2026-11-21").await);
    assert_eq!((&then["played"]["state"], &then["played"]["on_time"]), (&json!("solved"), &json!(false)));
    assert_eq!((&then["played"]["counts"], &then["table"]), (&json!(false), &json!([])));
    assert_eq!(streak(&bob).await, (0, 0));
    assert!(bob.get("/today/2026-11-21").await.text().contains(", late"));
}

#[tokio::test]
async fn a_day_to_come_has_no_deals_and_looking_makes_nothing() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for path in
        ["/today/2026-11-22", "/today/2026-11-22/baju-puzzle", "/today/2026-11-22/baju-puzzle/picture.svg"]
    {
        let reply = ann.get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.text().contains("day’s deals aren’t out yet"), "{}", reply.text());
    }
    ann.get("/api/v1/today/2026-11-22").await.is_refused(404, "aren’t out yet");
    ann.get("/api/v1/today/2025-12-31").await.is_refused(404, "no deals");
    ann.get("/api/v1/today/soon").await.is_refused(404, "2026-11-21");
    for path in ["/today/soon", "/today/2026-11-21/nothing/picture.svg", "/today/2026-11-21/nothing"] {
        assert_eq!(ann.get(path).await.status, 404, "{path}");
    }
    // A link is followed by robots, too: only the button makes a table.
    for path in ["/", "/today", "/today/2026-11-21", "/today/2026-11-21/baju-puzzle"] {
        assert_eq!(ann.get(path).await.status, 200, "{path}");
    }
    assert_eq!(deal(&day(&ann, "").await)["played"], Value::Null);
    let picture = ann.get("/today/2026-11-21/baju-puzzle/picture.svg").await;
    assert!(
        picture.text().starts_with("<svg")
            && picture.headers["cache-control"].to_str().unwrap().contains("max-age")
    );
    let preview = ann.get("/today/2026-11-21/baju-puzzle/picture.png").await;
    assert_eq!(preview.headers["content-type"], "image/png");
}

/// Plays a deal a few minutes before midnight of a place this many hours east of UTC, and solves it a few
/// minutes after, on each of three days; between them the server restarts, and the visitor signs up.
async fn over_midnight(east: i64) {
    let mut server = TestServer::new().await;
    let mut ann = server.spectator().await;
    // From noon UTC to ten minutes before midnight there.
    server.pass((12 * HOUR - east * HOUR).rem_euclid(DAY) - 10 * MINUTE);
    for n in 1..=3 {
        let date = day(&ann, "").await["date"].as_str().unwrap().to_owned();
        let id = begin(&ann, &date, GAME).await;
        server.pass(20 * MINUTE);
        assert_eq!(streak(&ann).await, (n - 1, n - 1), "{east}: what is not solved does not count yet");
        solve(&ann, &id).await;
        assert_eq!(streak(&ann).await, (n, n), "{east}: day {n}");
        let own = deal(&day(&ann, &date).await);
        assert_eq!((&own["played"]["counts"], own["table"].as_array().unwrap().len()), (&json!(true), 1));
        match n {
            1 => {
                server.restart().await;
                ann = ann.at(&server);
            }
            2 => {
                let fields = [("name", "Ann"), ("password", "a plain password")];
                let token = token(&ann.form("/me/sign-up", &fields).await);
                ann = server.spectator_with(&token);
            }
            _ => (),
        }
        assert_eq!(streak(&ann).await, (n, n), "{east}: still there");
        server.pass(DAY - 20 * MINUTE);
    }
    // The fourth day goes by, and on the fifth one the streak has ended.
    assert_eq!(streak(&ann).await, (3, 3));
    server.pass(DAY);
    assert_eq!(streak(&ann).await, (0, 3), "{east}");
    assert!(ann.get("/today").await.text().contains("to begin a streak"));
}

#[tokio::test]
async fn a_streak_survives_midnight_ten_hours_west_of_utc() {
    over_midnight(-10).await;
}

#[tokio::test]
async fn a_streak_survives_midnight_in_utc() {
    over_midnight(0).await;
}

#[tokio::test]
async fn a_streak_survives_midnight_thirteen_hours_east_of_utc() {
    over_midnight(13).await;
}

#[tokio::test]
async fn logging_in_brings_the_days_of_a_visitor_along() {
    let server = TestServer::new().await;
    let visitor = server.spectator().await;
    let account = server.spectator().await;
    let fields = [("name", "Ann"), ("password", "a plain password")];
    let ann = server.spectator_with(&token(&account.form("/me/sign-up", &fields).await));
    solve(&ann, &begin(&ann, "2026-11-21", GAME).await).await;
    server.pass(DAY);
    let second = begin(&visitor, "2026-11-22", GAME).await;
    solve(&visitor, &second).await;
    assert_eq!((streak(&ann).await, streak(&visitor).await), ((1, 1), (1, 1)));
    let ann = server.spectator_with(&token(&visitor.form("/me/log-in", &fields).await));
    assert_eq!(streak(&ann).await, (2, 2));
    assert_eq!(deal(&day(&ann, "").await)["played"]["id"], second.as_str());
    let kept = ann.get("/me/export.json").await.json()["dailies"].clone();
    assert_eq!((&kept[0]["date"], &kept[1]["table"]), (&json!("2026-11-21"), &json!(second)));
}

#[tokio::test]
async fn a_deal_that_the_solver_has_played_is_in_no_table_and_says_so() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = begin(&ann, "2026-11-21", GAME).await;
    assert_eq!(ann.form(&format!("/g/{id}/hint"), &[("strength", "3")]).await.status, 200);
    let found = eventually("a solution", async || {
        let page = ann.get(&format!("/g/{id}/table")).await.text();
        Some(page).filter(|page| page.contains("data-play=\""))
    });
    let found = found.await;
    let line = found.split("data-play=\"").last().and_then(|rest| rest.split('"').next()).unwrap();
    let line: Vec<String> = line.split(' ').map(str::to_owned).collect();
    play(&ann, &id, &line).await;

    let told = deal(&day(&ann, "").await);
    let expected = json!({ "id": id, "state": "solved", "moves": line.len(), "marks": null, "helped": true,
        "on_time": true, "counts": false });
    assert_eq!((&told["played"], &told["table"]), (&expected, &json!([])));
    assert_eq!(streak(&ann).await, (0, 0));
    assert_eq!(ann.look_at(&id).await.json()["helped"], true);
    for path in ["/", "/today"] {
        let page = ann.get(path).await.text();
        assert!(page.contains(&format!("olved in {} moves, with help", line.len())), "{path}: {page}");
    }
    assert!(ann.get("/games").await.text().contains(" · help used"));
    ann.form("/today/name", &[("name", "Ann")]).await;
    server.pass(DAY);
    for path in ["/today", "/today/2026-11-21"] {
        let page = ann.get(path).await.text();
        assert!(
            !page.contains("<table class=\"sheet\"") && !page.contains(&format!("/g/{id}/replay")),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_table_of_the_day_has_those_who_want_to_be_in_it() {
    let server = TestServer::new().await;
    let (ann, bob, cleo) = (server.spectator().await, server.spectator().await, server.spectator().await);
    let table = async |who: &Spectator, date: &str| {
        let rows = deal(&day(who, date).await)["table"].as_array().unwrap().clone();
        let row = |row: &Value| (row["name"].as_str().map(str::to_owned), row["yours"].as_bool().unwrap());
        rows.iter().map(row).collect::<Vec<_>>()
    };
    // Ann takes longer than Bob for as many moves, and Cleo takes one move back and another way.
    for (who, pause) in [(&ann, 20 * MINUTE), (&bob, MINUTE)] {
        let id = begin(who, "2026-11-21", GAME).await;
        let line = solution(who, &id).await;
        play(who, &id, &line[..1]).await;
        server.pass(pause);
        play(who, &id, &line[1..]).await;
    }
    assert_eq!(table(&ann, "").await, [(None, false), (None, true)]);
    assert!(!ann.get("/today").await.text().contains("Quiet Heron"));
    assert_eq!(ann.form("/today/name", &[("name", "Quiet Heron")]).await.status, 303);
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(table(&bob, "").await, [(None, true), (name("Quiet Heron"), false)]);
    let page = bob.get("/today").await.text();
    assert!(page.contains("Quiet Heron") && page.contains("Your name on the leaderboard"), "{page}");

    // No visitor goes by the name of an account.
    cleo.form("/me/sign-up", &[("name", "Cleo"), ("password", "a plain password")]).await;
    let refused = bob.form("/today/name", &[("name", "CLEO")]).await;
    assert_eq!(refused.status, 422);
    let page = refused.text();
    assert!(page.contains("That name is taken"), "{page}");
    assert!(page.contains("value=\"CLEO\""), "what was typed stays: {page}");

    // The best solution is shown once the day is over, and not to one who is still at it.
    let best = |page: &str| page.matches("/replay\"").count();
    assert_eq!(best(&ann.get("/today").await.text()), 0);
    let dan = server.spectator().await;
    begin(&dan, "2026-11-21", GAME).await;
    server.pass(DAY);
    for path in ["/today", "/today/2026-11-21"] {
        assert_eq!(best(&ann.get(path).await.text()), 1, "{path}");
        assert_eq!(best(&dan.get(path).await.text()), 0, "{path}");
    }

    // Who is taken off is off all tables.
    ann.form("/today/name", &[("name", "")]).await;
    assert_eq!(table(&ann, "2026-11-21").await, [(None, false), (None, true)]);
}

#[tokio::test]
async fn a_result_tells_the_streak_and_the_place_as_they_were_on_that_day() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let first = begin(&ann, "2026-11-21", GAME).await;
    solve(&ann, &first).await;
    let told = async |who: &Spectator, id: &str| {
        let page = who.get(&format!("/g/{id}")).await.text();
        let shared = page.split("data-text=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
        shared.lines().find(|line| line.contains("-day streak")).map(str::to_owned)
    };
    let first_day = "1-day streak · first to solve it";
    assert_eq!(told(&ann, &first).await.as_deref(), Some(first_day));
    server.pass(DAY);
    server.pass(HOUR);
    for who in [&bob, &ann] {
        let id = begin(who, "2026-11-22", GAME).await;
        server.pass(if std::ptr::eq(who, &ann) { MINUTE } else { HOUR });
        solve(who, &id).await;
        let (one, picture) = (told(who, &id).await, format!("/g/{id}/result.png"));
        assert_eq!(who.get(&picture).await.headers["content-type"], "image/png");
        match std::ptr::eq(who, &ann) {
            true => assert!(one.is_some_and(|told| told.starts_with("2-day streak · place "))),
            false => assert_eq!(one.as_deref(), Some(first_day)),
        }
    }
    server.pass(5 * DAY);
    assert_eq!(
        told(&ann, &first).await.as_deref(),
        Some(first_day),
        "what came later is not told of the first day"
    );
}

#[tokio::test]
async fn what_is_taken_back_after_the_end_changes_no_result() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = begin(&ann, "2026-11-21", GAME).await;
    let line = solution(&ann, &id).await;
    // Another first move makes the first solution longer.
    let legal: Vec<String> = serde_json::from_value(ann.look_at(&id).await.json()["legal"].clone()).unwrap();
    let other = legal.iter().rfind(|action| !line.contains(action)).unwrap().clone();
    play(&ann, &id, &[other]).await;
    let rest = solution(&ann, &id).await;
    play(&ann, &id, &rest).await;
    let moves = rest.len() + 1;
    assert!(moves > line.len());
    assert_eq!(deal(&day(&ann, "").await)["played"]["moves"], moves);
    assert_eq!(ann.try_in(&id, json!({ "kind": "restart" })).await.status, 200);
    play(&ann, &id, &line).await;
    let told = deal(&day(&ann, "").await);
    assert_eq!((&told["played"]["moves"], &told["table"][0]["moves"]), (&json!(moves), &json!(moves)));
}

#[tokio::test]
async fn the_par_is_told_before_a_deal_is_begun_and_gives_its_marks() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    assert_eq!(deal(&day(&ann, "").await)["par"], Value::Null);
    assert_eq!(ann.get("/today").await.status, 200);
    let told = eventually("a par", async || {
        Some(deal(&day(&ann, "").await)).filter(|deal| deal["par"] != Value::Null)
    });
    let par = told.await["par"].as_u64().unwrap();
    assert!(ann.get("/").await.text().contains(&format!("par {par}<")));
    let page = ann.get("/today/2026-11-21/baju-puzzle").await.text();
    assert!(page.contains(&format!("Par: {par} moves")), "{page}");
    solve(&ann, &begin(&ann, "2026-11-21", GAME).await).await;
    assert_eq!(deal(&day(&ann, "").await)["played"]["marks"], 5);
    assert!(ann.get("/").await.text().contains("5 of 5 stars"));
}

#[tokio::test]
async fn a_result_that_was_not_noted_is_noted_at_the_next_look_and_a_damaged_one_spoils_no_page() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = begin(&ann, "2026-11-21", GAME).await;
    solve(&ann, &id).await;
    let then = deal(&day(&ann, "").await)["played"].clone();
    server.sql("DELETE FROM dailies").await;
    assert_eq!(deal(&day(&ann, "").await)["played"], Value::Null);
    server.pass(DAY);
    assert_eq!(begin(&ann, "2026-11-21", GAME).await, id);
    assert_eq!(deal(&day(&ann, "2026-11-21").await)["played"], then);
    assert_eq!(streak(&ann).await, (1, 1));
    server.sql("UPDATE dailies SET date = '2026-11-2x'").await;
    for path in ["/", "/today"] {
        assert_eq!(ann.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn the_deal_of_the_day_is_one_for_all_and_other_rules_make_another_game() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let usual = ann.order(json!({ "game": "brain-burn", "daily": true })).await.json();
    let wished = json!({ "game": "brain-burn", "daily": true, "wish": { "hole": 12 } });
    assert_eq!(bob.order(wished).await.json()["view"], usual["view"]);
    // Other rules make a game of its own, which is not that of the day.
    let ruled = json!({ "game": "burbuja", "daily": true, "options": { "ring": "concentric" } });
    let ruled = bob.order(ruled).await.json()["id"].as_str().unwrap().to_owned();
    let played: Vec<Value> =
        day(&bob, "").await["deals"].as_array().unwrap().iter().map(|deal| deal["played"].clone()).collect();
    assert_eq!(played.iter().filter(|played| **played != Value::Null).count(), 1, "{played:?}");
    assert_ne!(begin(&bob, "2026-11-21", "burbuja").await, ruled);
}

#[tokio::test]
async fn the_first_page_begins_with_todays_deals() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let page = server.anonymous().get("/").await.text();
    let (demo, today) = (page.find("class=\"demo\"").unwrap(), page.find("id=\"today\"").unwrap());
    assert!(demo < today, "a newcomer sees a board first");
    assert!(page.contains("action=\"/today/2026-11-21/baju-puzzle\""));
    let id = begin(&ann, "2026-11-21", GAME).await;
    let line = solution(&ann, &id).await;
    play(&ann, &id, &line[..1]).await;
    let page = ann.get("/").await.text();
    assert!(!page.contains("class=\"demo\""));
    assert!(page.contains("1 move so far") && page.contains(&format!("/g/{id}/picture.svg")), "{page}");
    assert!(!page.contains("Pick up where you left off"), "the tile says it");
    play(&ann, &id, &line[1..]).await;
    let page = ann.get("/").await.text();
    assert!(page.contains(&format!("solved in {} moves", line.len())), "{page}");
    assert!(page.contains("<strong>1</strong> day in a row"), "{page}");
}

/// What a browser that accepts compressed answers gets, in bytes.
async fn weight(server: &TestServer, path: &str) -> (usize, String) {
    let request = |encoding: &str| {
        Request::builder().uri(path).header("accept-encoding", encoding).body(Body::empty()).unwrap()
    };
    let packed = send(&server.router(), request("gzip")).await;
    if packed.status == 307 {
        // The drawing of a position that is still being looked for is that of its game.
        return Box::pin(weight(server, packed.headers["location"].to_str().unwrap())).await;
    }
    assert_eq!(packed.status, 200, "{path}");
    (packed.len(), send(&server.router(), request("identity")).await.text())
}

#[tokio::test]
async fn the_first_page_is_light() {
    let server = TestServer::new().await;
    let (mut whole, page) = weight(&server, "/").await;
    let words: BTreeSet<&str> = page.split('"').collect();
    let (fonts, parts): (Vec<&str>, Vec<&str>) = words
        .into_iter()
        .filter(|word| word.starts_with("/assets/") || word.ends_with("/picture.svg"))
        .partition(|word| word.ends_with(".woff2"));
    assert!(parts.len() > 10 && fonts.len() == 2, "{parts:?} {fonts:?}");
    let mut letters = 0;
    for font in &fonts {
        letters += server.anonymous().get(font).await.bytes().len();
    }
    assert!(letters < 90_000, "{letters} bytes of fonts");
    for part in &parts {
        whole += weight(&server, part).await.0;
    }
    println!("{whole} bytes");
    assert!(whole < 100_000, "{whole} bytes");
    // A drawing that has not changed is not sent again.
    let ann = server.spectator().await;
    let id = begin(&ann, "2026-11-21", GAME).await;
    let drawing = ann.get(&format!("/g/{id}/picture.svg")).await;
    let again = Request::builder()
        .uri(format!("/g/{id}/picture.svg"))
        .header("authorization", format!("Bearer {}", ann.token))
        .header("if-none-match", &drawing.headers["etag"]);
    let again = send(&server.router(), again.body(Body::empty()).unwrap()).await;
    assert_eq!((again.status.as_u16(), again.len()), (304, 0));
    play(&ann, &id, &solution(&ann, &id).await[..1]).await;
    assert_ne!(ann.get(&format!("/g/{id}/picture.svg")).await.headers["etag"], drawing.headers["etag"]);
}

#[tokio::test]
async fn the_board_of_the_first_page_is_played_once_per_form() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let begin = async |game: &str, first: &str| {
        let fields = [("first", first), ("key", "0123456789abcdefghjk")];
        ann.form(&format!("/{game}/demo"), &fields).await
    };
    let begun = begin("brain-burn", "R").await;
    assert_eq!(begun.status, 303, "{}", begun.text());
    assert_eq!(begun.headers["location"], begin("brain-burn", "R").await.headers["location"]);
    // The move can be taken back as any other.
    let id = begun.headers["location"].to_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let actions = async || ann.get(&format!("/g/{id}/record.json")).await.json()["actions"].clone();
    assert_eq!(actions().await, json!(["R"]));
    assert_eq!(ann.try_in(&id, json!({ "kind": "undo" })).await.status, 200);
    assert_eq!(actions().await, json!([]));
    // The deal that comes next is short, too.
    for action in solution(&ann, &id).await {
        assert_eq!(ann.try_in(&id, json!({ "text": action })).await.status, 200);
    }
    let next = ann.post(&format!("/api/v1/games/{id}/again")).await.json();
    let next = format!("/g/{}", next["id"].as_str().unwrap());
    assert!(ann.get(&next).await.text().contains("10 moves"), "the deal is a short one");
    // What is no move begins the game without one, and a game without such a board has none.
    assert_eq!(begin("brain-burn", "nonsense").await.status, 303);
    assert_eq!(begin("bulbous", "R").await.status, 404);
    assert_eq!(begin("no-such-game", "").await.status, 404);
}
