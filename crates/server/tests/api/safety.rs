//! What keeps visitors safe from each other and from other sites.

use crate::test_server::{Reply, TestServer, ask, send};
use axum::body::Body;
use axum::http::{Method, Request};
use bagatelle_pages::urls::PATTERNS;
use serde_json::{Value, json};

/// A change asked for with a cookie, as a browser does it.
async fn by_browser(
    server: &TestServer,
    path: &str,
    body: &str,
    cookie: &str,
    from: &[(&str, &str)],
) -> Reply {
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .header("host", "games.example")
        .header("cookie", format!("visitor={cookie}"))
        .header("content-type", "application/x-www-form-urlencoded");
    for (name, value) in from {
        request = request.header(*name, *value);
    }
    send(&server.router(), request.body(Body::from(body.to_owned())).unwrap()).await
}

#[tokio::test]
async fn another_site_cannot_act_in_a_visitors_name() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let act = format!("/g/{}/act", ann.game);
    for from in [
        &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")][..],
        &[("sec-fetch-site", "same-site")],
        &[("origin", "https://evil.example")],
        &[("origin", "null")],
        &[],
    ] {
        for path in [act.as_str(), "/brain-burn/new"] {
            let reply = by_browser(&server, path, "kind=act&text=R", &ann.token, from).await;
            assert_eq!(reply.status, 403, "{path} from {from:?}");
        }
    }
    assert_eq!(ann.state().await["version"], json!(0));
    for (n, from) in
        [("sec-fetch-site", "same-origin"), ("origin", "http://games.example")].iter().enumerate()
    {
        let body = format!("kind=act&text={}", ["R", "U"][n]);
        let reply = by_browser(&server, &act, &body, &ann.token, &[*from]).await;
        assert_eq!(reply.status, 303, "{from:?}");
    }
    assert_eq!(ann.state().await["seen"], json!(["R", "U"]));
}

/// A browser sends no cookie with a form of another site, and keeps the one that the answer sets: a guest who
/// got a new one would have lost all games.
#[tokio::test]
async fn no_page_of_another_site_takes_a_visitors_place() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let bodies = [
        "seed=x&way=fresh&kind=sit&text=Bob&name=Bob&theme=dark&motion=less",
        "seed=x&name=Bob&password=correct+horse&kind=act&text=a4a3&ply=0&sit=0&answer=accept",
    ];
    for pattern in PATTERNS {
        let path = pattern
            .replace("{step}", "1")
            .replace("{name}", "ann")
            .replace("{date}", "2026-11-21")
            .replace("{number}", "1")
            .replace("{id}", &id)
            .replace("{game}", "baju-puzzle");
        let foreign: [&[(&str, &str)]; 4] = [
            &[("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")],
            &[("sec-fetch-site", "same-site")],
            &[("origin", "https://evil.example")],
            &[("origin", "null")],
        ];
        for from in foreign.into_iter().chain([&[][..]]) {
            for body in bodies {
                let mut request = Request::post(&path)
                    .header("host", "games.example")
                    .header("content-type", "application/x-www-form-urlencoded");
                for (name, value) in from {
                    request = request.header(*name, *value);
                }
                let reply = send(&server.router(), request.body(Body::from(body)).unwrap()).await;
                assert!(!reply.headers.contains_key("set-cookie"), "{path} from {from:?}");
                assert!(
                    from.is_empty() || reply.status.is_client_error(),
                    "{path} from {from:?}: {}",
                    reply.status
                );
            }
        }
    }
}

#[tokio::test]
async fn tokens_cannot_be_made_up() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let (id, signature) = ann.token.split_once('.').unwrap();
    let path = format!("/api/v1/games/{}/events", ann.game);
    let router = server.router();
    for token in
        ["", "x", id, &format!("{id}."), &format!("{id}.{}", "0".repeat(64)), &format!("x{id}.{signature}")]
    {
        let reply = ask(&router, "POST", &path, Some(token), json!({ "text": "R" })).await;
        reply.is_refused(401, "isn’t valid");
    }
    // A token of another server is worth nothing here.
    let stranger = TestServer::new().await.plain_owner().await;
    ask(&router, "POST", &path, Some(&stranger.token), json!({ "text": "R" }))
        .await
        .is_refused(401, "isn’t valid");
    assert_eq!(ann.state().await["version"], json!(0));
}

#[tokio::test]
async fn the_cookie_is_for_the_server_only() {
    let server = TestServer::new().await;
    let request = Request::post("/brain-burn/new")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin")
        .body(Body::from("seed=x&wish.hole=3"))
        .unwrap();
    let reply = send(&server.router(), request).await;
    assert_eq!(reply.status, 303);
    assert!(reply.headers["location"].to_str().unwrap().starts_with("/g/"));
    let cookie = reply.headers["set-cookie"].to_str().unwrap();
    for part in ["visitor=", "; Path=/", "; HttpOnly", "; SameSite=Lax", "; Max-Age="] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "without https the cookie would be lost");
}

#[tokio::test]
async fn only_a_visitor_who_sits_down_gets_a_cookie_at_a_table() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    for (body, status, cookie) in [
        ("kind=act&text=R", 403, false),
        ("kind=sit&text=", 422, false),
        ("kind=dance", 400, false),
        ("kind=sit&text=Bob", 303, true),
        ("kind=sit&text=Cleo", 422, false),
    ] {
        let request = Request::post(format!("/g/{id}/act"))
            .header("content-type", "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(body))
            .unwrap();
        let reply = send(&server.router(), request).await;
        assert_eq!(reply.status, status, "{body}: {}", reply.text());
        assert_eq!(reply.headers.contains_key("set-cookie"), cookie, "{body}");
    }
}

#[tokio::test]
async fn what_is_too_large_or_no_json_is_refused() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    let path = format!("/api/v1/games/{}/events", ann.game);
    let router = server.router();
    let large = json!({ "text": "R".repeat(300 << 10) });
    let reply = ask(&router, "POST", &path, Some(&ann.token), large.clone()).await;
    assert_eq!(reply.status, 413, "{}", reply.text());
    assert!(reply.json()["error"].is_string());
    let form = format!("kind=act&text={}", "R".repeat(300 << 10));
    let here = [("sec-fetch-site", "same-origin")];
    let reply = by_browser(&server, &format!("/g/{}/act", ann.game), &form, &ann.token, &here).await;
    assert_eq!(reply.status, 413);

    for (body, media, status) in
        [("{", "application/json", 400), ("{}", "text/plain", 415), ("", "application/json", 400)]
    {
        let request = Request::post(&path)
            .header("authorization", format!("Bearer {}", ann.token))
            .header("content-type", media)
            .body(Body::from(body))
            .unwrap();
        let reply = send(&router, request).await;
        assert_eq!(reply.status, status, "{body}: {}", reply.text());
        assert!(reply.json()["error"].is_string());
    }
    assert_eq!(ask(&router, "DELETE", &path, Some(&ann.token), Value::Null).await.status, 405);
    assert_eq!(ann.state().await["version"], json!(0));
}

#[tokio::test]
async fn a_public_server_answers_for_its_host_only_and_asks_for_https() {
    let look = async |server: &TestServer, host: &str| {
        let request = Request::get("/healthz").header("host", host).body(Body::empty()).unwrap();
        send(&server.router(), request).await
    };
    let public = TestServer::at("https://games.example").await;
    let reply = look(&public, "games.example").await;
    assert_eq!(
        (reply.status.as_u16(), reply.headers["strict-transport-security"].to_str().unwrap()),
        (200, "max-age=31536000")
    );
    assert_eq!(look(&public, "127.0.0.1:8080").await.status, 200);
    assert_eq!(look(&public, "evil.example").await.status, 421);
    let private = TestServer::new().await;
    let reply = look(&private, "box.local:8080").await;
    assert!(reply.status == 200 && !reply.headers.contains_key("strict-transport-security"));
    assert_eq!(look(&private, "a/b").await.status, 421);
}
