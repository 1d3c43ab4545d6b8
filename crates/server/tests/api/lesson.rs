//! Lessons: a step is played by posting tries, the browser keeps what is done, and the last game is a table.

use crate::pages::assert_page;
use crate::test_server::{Reply, Spectator, TestServer, ask, send};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{COOKIE, LOCATION, SET_COOKIE};
use bagatelle_catalog::games;
use serde_json::Value;

/// The first step of the lesson of a game: a right move, a legal one that is wrong, and one that the rules
/// refuse.
const STEP: &str = "/baju-puzzle/learn/4";
const RIGHT: &str = "a4a3";
const WRONG: &str = "a4b4";
const ILLEGAL: &str = "a4d1";

async fn attempt(ann: &Spectator, query: &str, text: &str) -> Reply {
    ann.form(&format!("{STEP}/act{query}"), &[("kind", "act"), ("text", text)]).await
}

/// The part of the cookie that a browser sends back.
fn cookie(reply: &Reply) -> Option<String> {
    let set = reply.headers.get(SET_COOKIE)?.to_str().ok()?;
    Some(set.split(';').next()?.to_owned())
}

async fn get_with(server: &TestServer, path: &str, cookie: &str) -> Reply {
    let request = Request::builder().uri(path).header(COOKIE, cookie);
    send(&server.router(), request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn every_page_of_every_lesson_is_whole_and_safe() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    for game in games() {
        let id = game.id();
        let Some(lesson) = game.lesson() else {
            assert_eq!(anonymous.get(&format!("/{id}/learn")).await.status, 404);
            continue;
        };
        assert_page(&anonymous.get(&format!("/{id}/learn")).await, id);
        for step in 1..=lesson.steps.len() {
            let path = format!("/{id}/learn/{step}");
            let page = anonymous.get(&path).await;
            assert_page(&page, &path);
            assert!(page.text().len() < 70_000, "{path}: {} bytes", page.text().len());
        }
        for step in ["0", "99", "x"] {
            assert_eq!(anonymous.get(&format!("/{id}/learn/{step}")).await.status, 404, "{id} {step}");
        }
        let page = anonymous.get(&format!("/{id}")).await.text();
        assert!(page.contains(&format!("href=\"/{id}/learn\"")), "{id}: the lesson is offered");
    }
}

#[tokio::test]
async fn a_try_is_answered_and_a_step_that_is_done_is_kept_by_the_browser() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let wrong = attempt(&ann, "", WRONG).await;
    assert_eq!(wrong.status, 200);
    assert!(wrong.text().contains("Not this one") && cookie(&wrong).is_none());
    assert!(wrong.text().starts_with("<main"), "the part for the script");
    let refused = attempt(&ann, "", ILLEGAL).await.text();
    assert!(refused.contains("leads there without visiting a space twice"), "{refused}");
    let begin = ann.get(STEP).await.text();
    assert!(begin.contains("data-version=\"0\"") && !begin.contains("id=\"next\""));

    let right = attempt(&ann, "", RIGHT).await;
    assert!(right.text().contains("Right!") && right.text().contains("id=\"next\""));
    assert!(right.text().contains("data-offers=\"[]\""), "nothing can be picked any more");
    let kept = cookie(&right).expect("a cookie");
    assert_eq!(kept, "learned=baju-puzzle_8");
    let list = get_with(&server, "/baju-puzzle/learn", &kept).await.text();
    assert_eq!(list.matches(", done").count(), 1);
    assert!(list.contains("Continue with step 1"));
    assert!(get_with(&server, "/baju-puzzle", &kept).await.text().contains("Continue the lesson"));
    // What a browser sends is read with care.
    for damaged in ["learned=", "learned=x", "learned=baju-puzzle_zzzz", "learned=chess_1"] {
        let list = get_with(&server, "/baju-puzzle/learn", damaged).await;
        assert_eq!((list.status.as_u16(), list.text().matches(", done").count()), (200, 0), "{damaged}");
    }
}

#[tokio::test]
async fn the_page_holds_the_moves_so_far() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let path = "/baju-puzzle/learn/6";
    let act = async |query: &str, kind: &str, text: &str| {
        ann.form(&format!("{path}/act{query}"), &[("kind", kind), ("text", text)]).await.text()
    };
    let first = act("", "act", "c3c4").await;
    assert!(first.contains("data-version=\"1\"") && first.contains("played=c3c4"), "{first}");
    assert!(act("?played=c3c4", "act", "d2a2").await.contains("Right!"));
    assert!(act("?played=c3c4", "again", "").await.contains("data-version=\"0\""));
    // Two moves that lead elsewhere: the step begins anew, and shows the way.
    let astray = act("?played=d4d3", "act", "d3d4").await;
    assert!(astray.contains("Not this one") && astray.contains("data-lead"), "{astray}");
    assert!(!act("", "again", "").await.contains("data-lead"));
    assert!(act("", "show", "").await.contains("data-lead"));
    // Moves that cannot be are left out.
    for played in ["nonsense", "c3c4+c3c4+c3c4+c3c4", &"a1a1+".repeat(500)] {
        let page = ann.get(&format!("{path}?played={played}")).await;
        assert_eq!(page.status, 200, "{played}");
    }
    let unknown = ann.form(&format!("{path}/act"), &[("kind", "resign")]).await;
    assert_eq!(unknown.status, 422);
}

#[tokio::test]
async fn the_rules_say_why_something_cannot_be_picked() {
    let server = TestServer::new().await;
    let ann = server.anonymous();
    let reply = ann.get(&format!("{STEP}/why?picks=button-b1+space-a3")).await;
    assert_eq!((reply.status.as_u16(), reply.text().as_str()), (204, ""), "that is right");
    assert_eq!(ann.get("/baju-puzzle/learn/99/why?picks=x").await.status, 404);
}

#[tokio::test]
async fn a_lesson_ends_with_a_game_and_leads_back() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for game in games().iter().filter(|game| game.lesson().is_some()) {
        let id = game.id();
        let begun = ann.post(&format!("/{id}/learn/finale")).await;
        assert_eq!(begun.status, 303, "{id}");
        let table = begun.headers[LOCATION].to_str().unwrap().to_owned();
        let page = ann.get(&table).await;
        assert_page(&page, &table);
        assert!(page.text().contains("End of the lesson."), "{id}");
        // A game that goes on does not end the lesson.
        let key = table.trim_start_matches("/g/");
        let back = ann.get(&format!("/{id}/learn/done?table={key}")).await;
        assert_eq!((back.status.as_u16(), cookie(&back)), (303, None));
    }
    for path in ["/baju-puzzle/learn/done", "/baju-puzzle/learn/done?table=nothing"] {
        let back = ask(&server.router(), "GET", path, None, Value::Null).await;
        assert_eq!(
            (back.status.as_u16(), back.headers[LOCATION].to_str().unwrap()),
            (303, "/baju-puzzle/learn")
        );
    }
}

#[tokio::test]
async fn the_last_game_of_a_lesson_is_played_with_help_and_counts_when_it_is_over() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let begun = ann.post("/brain-burn/learn/finale").await;
    let table = begun.headers[LOCATION].to_str().unwrap().to_owned();
    for text in ["Ur", "Uu", "L", "Ll", "D", "R", "U"] {
        let reply = ann.form(&format!("{table}/act"), &[("kind", "act"), ("text", text)]).await;
        assert_eq!(reply.status, 200, "{text}: {}", reply.text());
    }
    let page = ann.get(&table).await.text();
    let key = table.trim_start_matches("/g/");
    let done = format!("/brain-burn/learn/done?table={key}");
    assert!(page.contains(&done) && page.contains("Finish the lesson"), "{page}");
    let back = ann.get(&done).await;
    assert_eq!(cookie(&back).as_deref(), Some("learned=brain-burn_40"));
    // Another game's lesson is not finished by it.
    assert_eq!(cookie(&ann.get(&format!("/baju-puzzle/learn/done?table={key}")).await), None);
}
