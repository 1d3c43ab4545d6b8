//! A server below a base path, behind a proxy that passes paths on as they are: whatever a visitor follows is
//! below it.

use crate::test_server::{Reply, Spectator, TestServer, ask, send};
use axum::body::Body;
use axum::http::{Request, StatusCode};
use bagatelle_pages::base::ATTRIBUTES;
use bagatelle_pages::urls::{PATTERNS, pattern, pattern_of};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A finished game.
const ENDED: &str = include_str!("../../../../tests/formats/records/burbuja-ended.json");

/// The addresses on a page that the visitor's browser asks for, or sends forms to.
fn addresses(page: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for attribute in ATTRIBUTES {
        for (at, before) in page.match_indices(&format!(" {attribute}=\"")) {
            let value = page[at + before.len()..].split('"').next().unwrap_or_default();
            found.insert(value.replace("&amp;", "&"));
        }
    }
    found.retain(|address| !address.is_empty() && !address.starts_with('#'));
    found
}

/// Whether an answer goes on for ever.
fn is_stream(address: &str) -> bool {
    address.ends_with("/events")
}

/// The addresses that a script imports.
fn imports(script: &str) -> impl Iterator<Item = String> {
    let quoted = script.split("\"./").skip(1).filter_map(|rest| rest.split('"').next());
    quoted.filter(|name| name.ends_with(".js")).map(|name| format!("/games/assets/{name}"))
}

async fn make(server: &TestServer, token: &str, path: &str, form: &'static str) -> Reply {
    let request = Request::post(path)
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin");
    send(&server.router(), request.body(Body::from(form)).unwrap()).await
}

#[tokio::test]
async fn every_link_of_every_page_leads_below_the_base_path() {
    let server = TestServer::at("https://example.org/games/").await;
    let visitor = ask(&server.router(), "POST", "/games/api/v1/visitors", None, Value::Null).await;
    let ann: Spectator = server.spectator_with(visitor.json()["token"].as_str().unwrap());
    let order =
        json!({ "game": "bulbous", "programs": ["random"], "options": { "max-rounds": 1 }, "sit": 0 });
    let made = ask(&server.router(), "POST", "/games/api/v1/games", Some(&ann.token), order).await;
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text());
    let ended: Value = serde_json::from_str(ENDED).unwrap();
    let brought = ask(&server.router(), "POST", "/games/api/v1/records", Some(&ann.token), ended).await;
    assert_eq!(brought.status, StatusCode::CREATED, "{}", brought.text());
    let made = make(&server, &ann.token, "/games/baju-duel/new", "way=friend&name=Ann").await;
    assert_eq!(made.status, 303, "{}", made.text());
    let table = made.headers["location"].to_str().unwrap().to_owned();
    assert!(table.starts_with("/games/g/"), "{table}");

    let mut waiting = VecDeque::from(["/games/".to_owned(), table, "/games/nothing".to_owned()]);
    let mut seen: BTreeSet<String> = waiting.iter().cloned().collect();
    // A few of each kind will do: a calendar has many days, and a lesson many steps.
    let mut kinds = BTreeMap::<&str, u32>::new();
    let mut without_card = BTreeSet::new();
    while let Some(address) = waiting.pop_front() {
        let path = address.strip_prefix("/games").unwrap_or_else(|| panic!("{address} is elsewhere"));
        let kind = pattern_of(path);
        let kind = kind.unwrap_or_else(|| panic!("{address} leads to no page"));
        let count = kinds.entry(kind).or_default();
        *count += 1;
        if (*count > 6 && kind != pattern::ASSET) || is_stream(&address) {
            continue;
        }
        let reply = ann.get(&address).await;
        let status = reply.status;
        // What is only for forms, and a record that is sealed, is there; what is not there is a 404.
        let there = !status.is_server_error() && status != StatusCode::NOT_FOUND;
        assert!(there || address == "/games/nothing", "{address}: {status}");
        let media = reply.headers.get("content-type").map_or("", |media| media.to_str().unwrap());
        let found: Vec<String> = match media.split(';').next().unwrap_or_default() {
            "text/html" => {
                let text = reply.text();
                // A page that waits for the solver is there for seconds.
                let settled = text.starts_with("<!DOCTYPE") && !text.contains("The page reloads by itself.");
                if status == StatusCode::OK && settled && !has_card(&text) {
                    without_card.insert(kind);
                }
                // A game names a page beside its own without the path.
                let beside = address.split('?').next().and_then(|path| path.rsplit_once('/'));
                let folder = beside.map_or("", |(folder, _)| folder);
                let whole = |found: String| {
                    if found.contains('/') { found } else { format!("{folder}/{found}") }
                };
                addresses(&reply.text()).into_iter().map(whole).collect()
            }
            "text/javascript" => imports(&reply.text()).collect(),
            _ => continue,
        };
        waiting.extend(found.into_iter().filter(|address| seen.insert(address.clone())));
    }
    let pages = kinds.len();
    assert!(pages > 40, "{pages} of {} kinds: {kinds:?}", PATTERNS.len());
    without_card.retain(|kind| !PERSONAL.contains(kind));
    assert!(without_card.is_empty(), "links to these pages are shown without a card: {without_card:?}");
}

/// The pages that show each visitor something of their own, so that no link to them is sent.
const PERSONAL: [&str; 9] = [
    pattern::ACCOUNT,
    pattern::ARCHIVE,
    pattern::BLOCKED,
    pattern::FRIENDS,
    pattern::OFFLINE,
    pattern::RECORDS,
    pattern::TABLE_REVIEW,
    pattern::RESULTS,
    pattern::SETTINGS,
];

/// Whether other sites have a sentence and a picture to show with a link to a page.
fn has_card(page: &str) -> bool {
    let picture = "property=\"og:image\" content=\"https://example.org/games/";
    page.contains("<meta name=\"description\" content=\"") && page.contains(picture)
}

#[tokio::test]
async fn what_is_no_page_has_the_base_path_too() {
    let server = TestServer::at("https://example.org/games").await;
    let get = async |path: &str| ask(&server.router(), "GET", path, None, Value::Null).await;
    let page = get("/games/brain-burn?seed=x").await.text();
    for tag in [
        "property=\"og:url\" content=\"https://example.org/games/brain-burn?seed=x\"",
        "property=\"og:image\" content=\"https://example.org/games/brain-burn/picture.png?seed=x\"",
    ] {
        assert!(page.contains(tag), "{page}");
    }
    // A link to the first page, or to the deals of the day, is shown with a sentence and a picture, too.
    for path in ["/games/", "/games/today"] {
        let page = get(path).await.text();
        assert!(page.contains("<meta name=\"description\" content=\""), "{page}");
        let picture = page.split("og:image\" content=\"https://example.org").nth(1).expect("a picture");
        let shown = get(picture.split('"').next().unwrap_or_default()).await;
        assert_eq!(shown.status, 200, "{path}");
        assert_eq!(shown.headers["content-type"], "image/png", "{path}");
    }
    let made = make(&server, "", "/games/brain-burn/new", "seed=x").await;
    assert_eq!(made.status, 303);
    for cookie in made.headers.get_all("set-cookie") {
        let cookie = cookie.to_str().unwrap();
        assert!(cookie.contains("; Path=/games/") && cookie.contains("; Secure"), "{cookie}");
    }
    // What the whole host promises is not for this server to say.
    assert!(!made.headers.contains_key("strict-transport-security"));
    assert_eq!(get("/games/api/v1/openapi.json").await.json()["servers"], json!([{ "url": "/games" }]));
    let today = get("/games/api/v1/today").await.json();
    assert!(today["deals"][0]["address"].as_str().unwrap().starts_with("/games/today/"), "{today}");
}

#[tokio::test]
async fn what_is_not_below_the_base_path_is_not_there() {
    let server = TestServer::at("https://example.org/games").await;
    let get = async |path: &str| ask(&server.router(), "GET", path, None, Value::Null).await;
    for path in ["/", "/games"] {
        let reply = get(path).await;
        assert_eq!((reply.status.as_u16(), reply.headers["location"].to_str().unwrap()), (307, "/games/"));
    }
    for path in ["/today", "/gamesx/today", "/brain-burn", "/api/v1/catalog"] {
        let reply = get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert!(reply.text().contains("Bagatelle is at /games/"), "{path}");
    }
    for path in ["/healthz", "/games/healthz", "/readyz", "/games/games", "/games/api/v1/catalog"] {
        assert_eq!(get(path).await.status, 200, "{path}");
    }
    get("/games/api/v1/nothing").await.is_refused(404, "nothing at this address");
    // The page of a game that is not there looks like all others.
    let page = get("/games/nothing").await;
    assert!(page.status == 404 && page.text().contains("href=\"/games/\""), "{}", page.text());
}

#[tokio::test]
async fn a_proxy_that_was_asked_over_https_gets_secure_cookies_and_links() {
    let server = TestServer::new().await;
    let ask = async |scheme: Option<&str>| {
        let mut request = Request::post("/brain-burn/new")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("host", "box.example")
            .header("sec-fetch-site", "same-origin");
        if let Some(scheme) = scheme {
            request = request.header("x-forwarded-proto", scheme);
        }
        let made = send(&server.router(), request.body(Body::from("seed=x")).unwrap()).await;
        let mut page = Request::get("/brain-burn?seed=x").header("host", "box.example");
        if let Some(scheme) = scheme {
            page = page.header("x-forwarded-proto", scheme);
        }
        let page = send(&server.router(), page.body(Body::empty()).unwrap()).await.text();
        (made.headers["set-cookie"].to_str().unwrap().contains("; Secure"), page)
    };
    let (secure, page) = ask(Some("https")).await;
    assert!(secure && page.contains("content=\"https://box.example/brain-burn"), "{page}");
    for scheme in [None, Some("http")] {
        let (secure, page) = ask(scheme).await;
        assert!(!secure && page.contains("content=\"http://box.example/brain-burn"), "{page}");
    }
}
