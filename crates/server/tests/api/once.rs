//! Forms that are sent twice make one thing, and browsers that keep no cookies make nothing.

use crate::test_server::{Reply, Spectator, TestServer, send};
use axum::body::Body;
use axum::http::Request;
use axum::http::header::{ACCEPT, CONTENT_TYPE, COOKIE, LOCATION, SET_COOKIE};
use serde_json::json;

/// The key of the form on a page that leads to an address.
fn key_of(page: &Reply, action: &str) -> String {
    let text = page.text();
    let form = text.split("<form").find(|form| form.contains(&format!("action=\"{action}\"")));
    let form = form.unwrap_or_else(|| panic!("no form for {action}: {text}"));
    let field = form.split("name=\"key\" value=\"").nth(1).unwrap_or_else(|| panic!("no key: {form}"));
    field.split('"').next().unwrap().to_owned()
}

/// Checks that a page refuses what was asked for, and says why.
#[track_caller]
fn refuses(reply: &Reply, why: &str) {
    assert_eq!(reply.status, 422, "{}", reply.text());
    assert!(reply.text().contains(why), "{}", reply.text());
}

/// Sends a form; gives the address that it leads to.
async fn sent(who: &Spectator, path: &str, fields: &[(&str, &str)]) -> String {
    let reply = who.form(path, fields).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.headers[LOCATION].to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_form_that_is_sent_twice_makes_one_game() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let page = ann.get("/baju-puzzle").await;
    let key = key_of(&page, "/baju-puzzle/new");
    server.advance(1).await;
    assert_ne!(key, key_of(&ann.get("/baju-puzzle").await, "/baju-puzzle/new"), "each page has its own");
    let randomness = ["1", "2"].map(|digit| digit.repeat(64));
    let fields = |key, way, n: usize| [("key", key), ("way", way), ("randomness", &*randomness[n])];
    let first = sent(&ann, "/baju-puzzle/new", &fields(&key, "fresh", 0)).await;
    // What is added to the deal is another one with each click.
    assert_eq!(sent(&ann, "/baju-puzzle/new", &fields(&key, "fresh", 1)).await, first);
    // Going back, choosing something else: another game, as it is for another visitor, and by a form without
    // a key.
    assert_ne!(sent(&ann, "/baju-puzzle/new", &fields(&key, "seed", 0)).await, first);
    assert_ne!(sent(&bob, "/baju-puzzle/new", &fields(&key, "fresh", 0)).await, first);
    let plain = sent(&ann, "/baju-puzzle/new", &[("way", "fresh")]).await;
    assert_ne!(sent(&ann, "/baju-puzzle/new", &[("way", "fresh")]).await, plain);
    // Who goes back after a while wants another one, which is made once as well.
    server.advance(6 * 60 * 1000).await;
    let later = sent(&ann, "/baju-puzzle/new", &fields(&key, "fresh", 0)).await;
    assert_ne!(later, first);
    assert_eq!(sent(&ann, "/baju-puzzle/new", &fields(&key, "fresh", 1)).await, later);
}

#[tokio::test]
async fn two_clicks_at_once_make_one_game() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let key = key_of(&ann.get("/bulbous").await, "/bulbous/new");
    let click = || async {
        sent(&ann, "/bulbous/new", &[("key", &key), ("way", "computer"), ("program", "1")]).await
    };
    let (one, two, three) = tokio::join!(click(), click(), click());
    assert!(one == two && two == three, "{one} {two} {three}");
}

#[tokio::test]
async fn all_forms_that_make_a_game_have_a_key() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "baju-duel", "programs": ["1"], "sit": 0 });
    let made = ann.order(order).await.json();
    let id = made["id"].as_str().unwrap();
    ann.try_in(id, json!({ "text": made["legal"][0] })).await;
    ann.try_in(id, json!({ "kind": "resign", "seat": 0 })).await;
    let record = ann.get(&format!("/g/{id}/record.json")).await.text();
    for (page, action, more) in [
        (format!("/g/{id}"), format!("/g/{id}/again"), vec![]),
        (
            format!("/g/{id}/replay"),
            format!("/g/{id}/play-on"),
            vec![("ply", "1"), ("sit", "0"), ("program", "1")],
        ),
        ("/records".into(), "/records".into(), vec![("record", record.as_str())]),
        ("/baju-duel/learn".into(), "/baju-duel/learn/finale".into(), vec![]),
    ] {
        let key = key_of(&ann.get(&page).await, &action);
        let fields = [&[("key", key.as_str())][..], &more].concat();
        let first = sent(&ann, &action, &fields).await;
        assert_eq!(sent(&ann, &action, &fields).await, first, "{action}");
        assert_ne!(sent(&ann, &action, &more).await, first, "{action}");
    }
}

#[tokio::test]
async fn a_sign_up_or_a_challenge_that_is_sent_twice_is_one() {
    let server = TestServer::new().await;
    let (mut sessions, mut visitors) = (Vec::new(), Vec::new());
    for name in ["Ann", "Bob"] {
        let visitor = server.spectator().await;
        for _ in 0..2 {
            let fields = [("name", name), ("password", "correct horse 9")];
            let reply = visitor.form("/me/sign-up", &fields).await;
            assert_eq!(reply.status, 303, "{}", reply.text());
            let cookies = reply.headers.get_all(SET_COOKIE).iter().map(|cookie| cookie.to_str().unwrap());
            let token = cookies.filter_map(|cookie| cookie.strip_prefix("visitor=")).next().unwrap();
            let token = token.split(';').next().unwrap();
            sessions.push(server.spectator_with(token));
        }
        visitors.push(visitor);
    }
    // Only the same browser, and only at once.
    let stranger = server.spectator().await;
    let other = stranger.form("/me/sign-up", &[("name", "Ann"), ("password", "correct horse 9")]).await;
    refuses(&other, "choose another");
    let ann = &sessions[1];
    assert!(ann.get("/me").await.text().contains("Joined on"));
    let key = key_of(&ann.get("/me/challenges").await, "/me/challenges");
    let fields = [("key", &*key), ("to", "Bob"), ("game", "baju-duel"), ("pace", "0"), ("rated", "")];
    for _ in 0..2 {
        assert_eq!(sent(ann, "/me/challenges", &fields).await, "/me/challenges");
    }
    server.advance(2 * 60 * 1000).await;
    let late = visitors[0].form("/me/sign-up", &[("name", "Ann"), ("password", "correct horse 9")]).await;
    refuses(&late, "choose another");
}

/// Sends a form as a browser does that has these cookies.
async fn by_browser(server: &TestServer, path: &str, cookie: Option<&str>, form: &'static str) -> Reply {
    let request = Request::post(path)
        .header(ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin");
    let request = cookie.into_iter().fold(request, |request, cookie| request.header(COOKIE, cookie));
    send(&server.router(), request.body(Body::from(form)).unwrap()).await
}

#[tokio::test]
async fn a_browser_makes_nothing_before_it_has_brought_its_cookie() {
    let server = TestServer::new().await;
    for (path, form, leads_to) in [
        ("/brain-burn/new", "way=fresh", "/g/"),
        ("/me/sign-up", "name=Ann&password=correct+horse+9", "/me?"),
        ("/baju-duel/learn/finale", "", "/g/"),
    ] {
        let asked = by_browser(&server, path, None, form).await;
        assert_eq!(asked.status, 307, "{path}: {}", asked.text());
        let again = asked.headers[LOCATION].to_str().unwrap().to_owned();
        assert!(again.starts_with(path), "{again}");
        let cookie = asked.headers[SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned();
        // Without it, the visitor is told.
        refuses(&by_browser(&server, &again, None, form).await, "allow cookies for this site");
        let made = by_browser(&server, &again, Some(&cookie), form).await;
        assert_eq!(made.status, 303, "{path}: {}", made.text());
        assert!(made.headers[LOCATION].to_str().unwrap().starts_with(leads_to));
    }
    // Who logs in finds out on the page after it.
    let reply = server.anonymous().get("/me?done=log-in").await;
    assert!(reply.text().contains("doesn’t keep this site’s cookie"), "{}", reply.text());
}
