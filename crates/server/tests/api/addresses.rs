//! Addresses: each pattern is routed, no game and no table takes the address of another page, and all else is
//! a 404.

use crate::test_server::{Spectator, TestServer, ask, call};
use axum::body::Body;
use axum::http::{Request, StatusCode, Version};
use bagatelle_catalog::games;
use bagatelle_pages::urls::{PATTERNS, is_reserved, pattern, pattern_of};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tower::ServiceExt;

/// The first words of all addresses that do not begin with the id of a game.
fn first_words() -> BTreeSet<&'static str> {
    let words = PATTERNS.into_iter().filter_map(|pattern| pattern.split('/').nth(1));
    words.filter(|word| !word.is_empty() && !word.starts_with('{')).chain(["api"]).collect()
}

/// The status of an answer; its body, which may be a stream, is not read.
async fn status(server: &TestServer, method: &str, path: &str, visitor: &Spectator) -> StatusCode {
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("authorization", format!("Bearer {}", visitor.token))
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded");
    call(&server.router(), request.body(Body::empty()).unwrap()).await.status()
}

#[tokio::test]
async fn every_pattern_is_routed() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order =
        json!({ "game": "bulbous", "programs": ["random"], "options": { "max-rounds": 1 }, "sit": 0 });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let page = ann.get("/").await.text();
    let asset = page.split('"').find_map(|word| word.strip_prefix("/assets/")).unwrap().to_owned();
    for pattern in PATTERNS {
        let mut answered = false;
        for game in games() {
            let path = pattern
                .replace("{step}", "1")
                .replace("{name}", "ann")
                .replace("{date}", "2026-11-21")
                .replace("{number}", "1")
                .replace("{side}", "1.svg")
                .replace("{id}", &id)
                .replace("{file}", if pattern == pattern::ICON { "touch.png" } else { &asset })
                .replace("{game}", game.id());
            assert_eq!(pattern_of(&path), Some(pattern), "{path}");
            // A method that a route does not have is answered with 405, an address without a route with 404.
            let deleted = status(&server, "DELETE", &path, &ann).await;
            assert_eq!(deleted, StatusCode::METHOD_NOT_ALLOWED, "{path}");
            for method in ["GET", "POST"] {
                let status = status(&server, method, &path, &ann).await;
                assert!(!status.is_server_error(), "{method} {path}: {status}");
                answered |= ![StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&status);
            }
        }
        // A game that is not over has no review, no result and no deal for others, a game with hidden hands
        // is not laid out, no account wants to be seen, and there is no event.
        let missing = [
            pattern::TABLE_REVIEW,
            pattern::TABLE_RESULT,
            pattern::TABLE_SAME_DEAL,
            pattern::TABLE_LAY_OUT,
            pattern::EVENT_PART,
            pattern::EVENT_STREAM,
            pattern::EVENT_REPORT,
            pattern::EVENT_BLOCK,
            pattern::PERSON,
            pattern::PERSON_REPORT,
            pattern::PERSON_BLOCK,
            pattern::API_PERSON,
        ];
        // To a visitor the pages of moderators are not there.
        let hidden = missing.contains(&pattern) || pattern.starts_with(pattern::ADMIN);
        assert_eq!(answered, !hidden, "{pattern}");
    }
    assert_eq!(status(&server, "DELETE", "/g/x/nothing", &ann).await, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn no_game_has_the_address_of_another_page() {
    let words = first_words();
    let expected = [
        "admin",
        "api",
        "assets",
        "events",
        "fairness",
        "friends",
        "g",
        "games",
        "healthz",
        "icons",
        "ladder",
        "live",
        "manifest.webmanifest",
        "me",
        "offline",
        "people",
        "picture.png",
        "privacy",
        "readyz",
        "records",
        "settings",
        "sw.js",
        "tables",
        "today",
        "verify",
    ];
    assert_eq!(words, BTreeSet::from(expected));
    assert!(words.iter().all(|word| is_reserved(word)));
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    for game in games() {
        assert!(!words.contains(game.id()), "{}", game.id());
        let page = anonymous.get(&format!("/{}", game.id())).await;
        assert_eq!(page.status, 200, "{}", game.id());
        assert!(page.text().contains(&format!("<h1>{}", game.manifest().name)), "{}", game.id());
        // A longer word that begins with the id is no game.
        assert_eq!(anonymous.get(&format!("/{}s", game.id())).await.status, 404);
    }
    // The pages at the reserved words are those that the words name, or none; none is that of a game.
    for (word, content) in [
        ("today", "<h1>Today’s deals"),
        ("games", "<h1>My games"),
        ("tables", "<h1>Open tables"),
        ("me", "<h1>"),
        ("records", "<h1>"),
        ("healthz", "well"),
        ("readyz", "ready"),
    ] {
        let page = anonymous.get(&format!("/{word}")).await;
        assert_eq!(page.status, 200, "{word}");
        assert!(page.text().contains(content), "{word}: {}", page.text());
        assert!(!page.text().contains(&format!("action=\"/{word}/new\"")), "{word}");
    }
    for word in ["g", "api", "assets", "api/v1"] {
        assert_eq!(anonymous.get(&format!("/{word}")).await.status, 404, "{word}");
    }
    for word in words {
        for part in ["rules", "workshop", "picture.svg"] {
            assert_eq!(anonymous.get(&format!("/{word}/{part}")).await.status, 404, "/{word}/{part}");
        }
        let reply = ask(&server.router(), "POST", &format!("/{word}/new"), None, Value::Null).await;
        assert!([403, 404, 405, 415].contains(&reply.status.as_u16()), "/{word}/new: {}", reply.status);
    }
}

#[tokio::test]
async fn a_table_is_found_by_its_id_alone_whatever_the_id_looks_like() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    // Neither games nor reserved words are ids of tables.
    for word in first_words().into_iter().chain(games().iter().map(|game| game.id())) {
        assert_eq!(anonymous.get(&format!("/g/{word}")).await.status, 404, "{word}");
        anonymous.get(&format!("/api/v1/games/{word}")).await.is_refused(404, "no such game");
    }
    let ann = server.plain_owner().await;
    assert!(
        ann.game.len() == 18 && ann.game.bytes().all(|byte| byte.is_ascii_alphanumeric()),
        "{}",
        ann.game
    );
    assert_eq!(anonymous.get(&format!("/{}", ann.game)).await.status, 404);
}

#[tokio::test]
async fn an_address_without_a_page_is_a_404_in_the_form_that_was_asked_for() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let table = format!("/g/{}", ann.game);
    for path in [
        "/nothing".to_owned(),
        "/nothing/rules".into(),
        "/brain-burn/nothing".into(),
        "/brain-burn/rules/nothing".into(),
        "/me/nothing".into(),
        "/tables/nothing".into(),
        "/games/nothing".into(),
        "/g/nothing/replay".into(),
        format!("{table}/nothing"),
        format!("{table}/table/nothing"),
        "/a/b/c/d".into(),
    ] {
        let page = server.anonymous().get(&path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text().contains("<h1>Page not found</h1>"), "{path}: {}", page.text());
    }
    for path in ["/api/v1/nothing", "/api/nothing", "/api/v1/games/nothing/nothing"] {
        server.anonymous().get(path).await.is_refused(404, "nothing at this address");
    }
    let owner = server.spectator_with(&ann.token);
    let reply = owner.form("/g/nothing/act", &[("kind", "act"), ("text", "R")]).await;
    assert_eq!((reply.status.as_u16(), reply.text().as_str()), (404, "There’s no such game."));
}

#[tokio::test]
async fn a_slash_at_the_end_leads_to_the_address_without_it() {
    let server = TestServer::new().await;
    let ann = server.anonymous();
    for (path, to) in [
        ("/today/", "/today"),
        ("/baju-duel/", "/baju-duel"),
        ("/brain-burn/?seed=a%20b", "/brain-burn?seed=a%20b"),
        ("/people/Ann%2FLee/", "/people/Ann%2FLee"),
    ] {
        let reply = ann.get(path).await;
        assert_eq!((reply.status.as_u16(), reply.headers["location"].to_str().unwrap()), (308, to), "{path}");
    }
    // Nothing leads to another host, and programs are told that there is nothing.
    for path in ["//games.example/", "/today//", "/api/", "/api/v1/games/"] {
        let reply = ann.get(path).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{path}: {:?}", reply.headers.get("location"));
    }
    let sent = ask(&server.router(), "POST", "/today/", None, Value::Null).await;
    assert!(sent.status.is_client_error(), "a form is not sent on");
    let below = TestServer::at("https://games.example/games/").await;
    let reply = below.anonymous().get("/games/today/").await;
    assert_eq!((reply.status.as_u16(), reply.headers["location"].to_str().unwrap()), (308, "/games/today"));
}

/// A page of an analysis or a review is made in the browser; people also write its address as that of a page
/// of the server.
#[tokio::test]
async fn a_page_that_the_browser_makes_is_found_by_its_own_address() {
    let server = TestServer::new().await;
    for path in ["/analysis", "/analysis/abcdefgh", "/analysis?game=baju-duel", "/review?game=abcdefgh"] {
        let reply = server.anonymous().get(path).await;
        let to = format!("/offline/?{path}");
        assert_eq!((reply.status.as_u16(), reply.headers["location"].to_str().unwrap()), (307, &*to));
    }
    let reply = server.anonymous().get("/analysing").await;
    assert_eq!(reply.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let server = TestServer::new().await;
    for path in ["/", "/api/v1/catalog", "/no/such/page"] {
        for (hosts, version, expected) in [
            (&["localhost"][..], Version::HTTP_11, None),
            (&[], Version::HTTP_11, Some(400)),
            (&["localhost", "localhost"], Version::HTTP_11, Some(400)),
            (&["localhost", "evil.example"], Version::HTTP_10, Some(400)),
            // As the check of health of a proxy may ask.
            (&[], Version::HTTP_10, None),
        ] {
            let mut request = Request::get(path).version(version);
            for host in hosts {
                request = request.header("host", *host);
            }
            let answer = server.router().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
            let status = answer.status().as_u16();
            match expected {
                Some(expected) => assert_eq!(status, expected, "{path} {hosts:?}"),
                None => assert_ne!(status, 400, "{path} {hosts:?}"),
            }
        }
    }
}
