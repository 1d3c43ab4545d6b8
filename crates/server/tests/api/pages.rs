//! Every page of every game in the catalog: it is there, nothing in it is inline, and its headers are set.

use crate::test_server::{Reply, TestServer, ask, send};
use axum::body::Body;
use axum::http::Request;
use bagatelle_catalog::{AnyGame, games};
use bagatelle_core::record::Record;
use bagatelle_core::{Seed, Turn};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How many actions a game is played on before it is given up.
const LONGEST: usize = 400;

/// Checks that a page is whole and safe: status, headers, and nothing that the policy would refuse.
#[track_caller]
pub fn assert_page(page: &Reply, path: &str) {
    assert_eq!(page.status, 200, "{path}");
    has_headers(page, path);
    let html = page.text();
    assert!(html.starts_with("<!DOCTYPE html>") && html.ends_with("</html>"), "{path}");
    for once in ["<h1", "<main", "<title>", "lang=\"en\"", "name=\"viewport\""] {
        assert!(html.contains(once), "{path}: no {once}");
    }
    assert_eq!(html.matches("<h1").count(), 1, "{path}");
    for tag in html.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap_or_default();
        assert!(!tag.starts_with("script") || tag.contains(" src=\"/assets/"), "{path}: <{tag}>");
        assert!(!tag.starts_with("style"), "{path}: a style sheet inside the page");
        assert!(!tag.contains(" style="), "{path}: <{tag}>");
        let handler = tag.split(' ').skip(1).find(|word| word.starts_with("on") && word.contains("=\""));
        assert!(handler.is_none(), "{path}: <{tag}>");
        assert!(!tag.contains("javascript:"), "{path}: <{tag}>");
    }
}

/// Checks the headers of what a browser may show by itself.
#[track_caller]
fn has_headers(reply: &Reply, path: &str) {
    let header = |name: &str| reply.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default();
    let policy = header("content-security-policy");
    for part in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
        assert!(policy.contains(part), "{path}: {policy}");
    }
    // WebAssembly is no text: nothing that came with a page can become a script.
    let scripts = "script-src 'self' 'wasm-unsafe-eval'; ";
    assert!(policy.contains(scripts) && !policy.replace(scripts, "").contains("unsafe"), "{path}: {policy}");
    assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
    for name in ["referrer-policy", "cross-origin-opener-policy", "cross-origin-resource-policy"] {
        assert_eq!(header(name), "same-origin", "{path}: {name}");
    }
}

/// A game from its deal to its end, or as far as [`LONGEST`].
fn played(game: &dyn AnyGame) -> Record {
    let seed = Seed::from_text("pages");
    let mut record = game.deal(&Value::Null, &Value::Null, &seed).unwrap();
    let mut table = game.open(&record).unwrap();
    while table.turn() != Turn::Over && record.actions.len() < LONGEST {
        let n = record.actions.len();
        let legal = table.legal();
        let text = table.chance(&seed).unwrap_or_else(|| legal[(n * 7 + 3) % legal.len()].clone());
        record.actions.push(table.play(&text).unwrap());
    }
    record
}

#[tokio::test]
async fn every_page_of_every_game_is_whole_and_safe() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    assert_page(&anonymous.get("/").await, "/");
    let ann = server.spectator().await;
    for game in games() {
        let id = game.id();
        for path in [format!("/{id}"), format!("/{id}/rules"), format!("/{id}?seed=a+b")] {
            assert_page(&anonymous.get(&path).await, &path);
        }
        let picture = anonymous.get(&format!("/{id}/picture.svg")).await;
        assert_eq!(picture.status, 200);
        assert_eq!(picture.headers["content-type"], "image/svg+xml");
        has_headers(&picture, id);

        // The table at the start, on the way, and where the game has ended or was given up.
        let whole = played(*game);
        let plies = whole.actions.len();
        for ply in [0, 1, plies / 2, plies - 1, plies] {
            let mut record = whole.clone();
            record.actions.truncate(ply);
            let path = format!("/g/{}", server.insert_game(&ann, &record, "pages").await);
            for token in [Some(ann.token.as_str()), None] {
                assert_page(&ask(&server.router(), "GET", &path, token, Value::Null).await, &path);
            }
            let part = anonymous.get(&format!("{path}/table")).await.text();
            assert!(part.starts_with("<main") && !part.contains(" style=") && !part.contains("<script"));
        }
    }
}

#[tokio::test]
async fn a_page_that_has_the_fixed_parts_of_a_board_is_not_sent_them_again() {
    let server = TestServer::new().await;
    let owner = server.plain_owner().await;
    let part = async |header: Option<&str>| {
        let mut request = Request::builder().uri(format!("/g/{}/table", owner.game));
        if let Some(value) = header {
            request = request.header("x-part", value);
        }
        send(&server.router(), request.body(Body::empty()).unwrap()).await.text()
    };
    let [whole, changes] = [part(Some("table")).await, part(Some("changes")).await];
    assert_eq!(part(None).await, whole, "a client that keeps nothing is sent everything");
    assert!(
        whole.contains("<g data-fixed=\"tray\"><defs>") && changes.contains("<g data-fixed=\"tray\"></g>")
    );
    assert!(changes.len() < whole.len() * 3 / 4, "{} of {} bytes", changes.len(), whole.len());
}

/// The addresses on this server to which the links of a page lead, without fragments.
fn links(html: &str) -> impl Iterator<Item = String> {
    html.split("<a ").skip(1).filter_map(|tag| {
        let address = tag.split('>').next()?.split("href=\"").nth(1)?.split('"').next()?;
        let address = address.split('#').next()?.replace("&amp;", "&");
        // Scripts make what is played on the device.
        let made = ["/assets/", "/offline/"].iter().any(|folder| address.starts_with(folder));
        let here = address.starts_with('/') && !made;
        here.then_some(address)
    })
}

#[tokio::test]
async fn every_link_leads_to_a_page_and_every_page_leads_on() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for game in games() {
        let whole = played(*game);
        let mut begun = whole.clone();
        begun.actions.truncate(2);
        for record in [begun, whole] {
            server.insert_game(&ann, &record, "links").await;
        }
    }
    for who in [Some(ann.token.as_str()), None] {
        let mut found = BTreeSet::from(["/".to_owned()]);
        let mut todo = vec![("/".to_owned(), String::new())];
        while let Some((path, from)) = todo.pop() {
            let page = ask(&server.router(), "GET", &path, who, Value::Null).await;
            assert_eq!(page.status, 200, "{path}, to which {from} leads");
            if !page.headers["content-type"].to_str().unwrap().starts_with("text/html") {
                continue;
            }
            let html = page.text();
            let (_, main) = html.split_once("<main").unwrap();
            let (main, _) = main.split_once("</main>").unwrap();
            assert!(main.contains("<a ") || main.contains("<button"), "{path} is a dead end");
            // A replay has a link to each of its moves, a workshop to all boards, a page for laying a set-up
            // to all set-ups, and the calendar goes back for ever.
            let fresh: Vec<(String, String)> = links(&html)
                .filter(|link| !["ply=", "text=", "/lay", "/today/"].iter().any(|part| link.contains(part)))
                .filter(|link| found.insert(link.clone()))
                .map(|link| (link, path.clone()))
                .collect();
            todo.extend(fresh);
            assert!(found.len() < 1000, "{found:#?}");
        }
        assert!(found.len() > 60, "{found:#?}");
    }
}

#[tokio::test]
async fn what_is_not_there_says_so_in_words() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    for path in [
        "/nowhere",
        "/brain-burn/nowhere",
        "/g/nothing",
        "/g/nothing/table",
        "/assets/nothing.js",
        "/nowhere/rules",
    ] {
        let page = anonymous.get(path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text().contains("Page not found"), "{path}");
        has_headers(&page, path);
    }
}

#[tokio::test]
async fn what_pages_ask_for_is_there_and_kept() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let html = server.anonymous().get(&format!("/g/{}", ann.game)).await.text();
    let mut assets: Vec<&str> = html.split('"').filter(|word| word.starts_with("/assets/")).collect();
    assets.sort_unstable();
    assets.dedup();
    assert!(assets.len() >= 3, "{assets:?}");
    for path in assets {
        let file = server.anonymous().get(path).await;
        assert_eq!(file.status, 200, "{path}");
        assert_eq!(file.headers["x-content-type-options"], "nosniff", "{path}");
        match path.ends_with(".svg") {
            true => has_headers(&file, path),
            false => assert!(!file.headers.contains_key("content-security-policy"), "{path}"),
        }
        assert!(file.headers["cache-control"].to_str().unwrap().contains("immutable"), "{path}");
    }
}

#[tokio::test]
async fn answers_to_programs_are_not_guessed_at_nor_read_by_other_sites() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let path = format!("/api/v1/games/{}", ann.game);
    let state = ask(&server.router(), "GET", &path, Some(ann.token.as_str()), Value::Null).await;
    assert_eq!(state.status, 200);
    assert_eq!(state.headers["x-content-type-options"], "nosniff");
    assert_eq!(state.headers["cross-origin-resource-policy"], "same-origin");
}

#[tokio::test]
async fn the_interface_is_described_by_itself() {
    let server = TestServer::new().await;
    let document = server.anonymous().get("/api/v1/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    // Sorted here: whether JSON keeps the order of its members depends on what else is built.
    let mut list: Vec<String> = paths
        .iter()
        .flat_map(|(path, item)| {
            let item = item.as_object().unwrap();
            item.iter().map(move |(method, what)| {
                let answers: BTreeSet<&String> = what["responses"].as_object().unwrap().keys().collect();
                format!("{path} {} {answers:?}", method.to_uppercase())
            })
        })
        .collect();
    list.sort();
    insta::assert_snapshot!(list.join("\n"));
    // Each path that is described is routed: none answers "no such page".
    let seen = crate::results::account(&server, "Ann").await;
    assert_eq!(seen.form("/me/public", &[("public", "1")]).await.status, 303);
    let order = json!({ "title": "Cup", "game": "baju-duel", "form": "swiss" });
    let made = crate::tokens::bot(&server, "Eve").await.post_json("/api/v1/events", order).await.json();
    let event = made["id"].as_str().unwrap();
    for path in paths.keys() {
        let game = server.plain_owner().await.game;
        let here = path.replace("{id}", if path.starts_with("/api/v1/events/") { event } else { &game });
        let methods = ["GET", "POST", "PUT", "DELETE"];
        let method =
            methods.into_iter().find(|method| paths[path].get(method.to_lowercase()).is_some()).unwrap();
        let game = if method == "GET" || path.ends_with("/tries") { "baju-duel" } else { "brain-burn" };
        let here = here.replace("{date}", "2026-11-21").replace("{game}", game).replace("{name}", "Ann");
        if !path.ends_with("/stream") {
            let reply = ask(&server.router(), method, &here, None, Value::Null).await;
            assert!(![404, 405].contains(&reply.status.as_u16()), "{method} {here}");
            let media = if path.ends_with(".pdf") { "application/pdf" } else { "application/json" };
            assert!(reply.headers["content-type"].to_str().unwrap().starts_with(media), "{here}");
        }
    }
}

#[tokio::test]
async fn the_catalog_lists_what_can_be_played() {
    let server = TestServer::new().await;
    let catalog = server.anonymous().get("/api/v1/catalog").await.json();
    let ids: Vec<&str> =
        catalog.as_array().unwrap().iter().map(|game| game["id"].as_str().unwrap()).collect();
    assert_eq!(ids, games().iter().map(|game| game.id()).collect::<Vec<_>>());
    assert_eq!(server.anonymous().get("/healthz").await.text(), "well\n");
}
