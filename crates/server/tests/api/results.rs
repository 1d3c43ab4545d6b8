//! Results, profiles, and the lists of people who want to be seen.

use crate::test_server::{Spectator, TestServer, ask, eventually};
use serde_json::{Value, json};

/// A new account; gives its client.
pub async fn account(server: &TestServer, name: &str) -> Spectator {
    let visitor = server.spectator().await;
    let fields = [("name", name), ("password", "correct horse")];
    let reply = visitor.form("/me/sign-up", &fields).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let cookies = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    let token = cookies.filter_map(|cookie| cookie.split(';').next()?.split_once('='));
    let token = token.map(|(_, value)| value).find(|value| value.starts_with("s-")).unwrap();
    server.spectator_with(token)
}

/// A game of two that the client resigns to a program.
async fn lost(client: &Spectator) -> String {
    let programs = bagatelle_catalog::find("baju-duel").unwrap().programs();
    let program = programs.iter().find(|program| program.persona.is_some()).unwrap().name;
    let order = json!({ "game": "baju-duel", "programs": [program], "seed": "results" });
    let id = client.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let state = client.look_at(&id).await.json();
    let action = state["legal"][0].clone();
    client.try_in(&id, json!({ "kind": "act", "text": action })).await;
    eventually("the program’s move", async || {
        let state = client.look_at(&id).await.json();
        (state["yours"] == true).then_some(())
    })
    .await;
    let resigned = client.try_in(&id, json!({ "kind": "resign" })).await;
    assert_eq!(resigned.status, 200, "{}", resigned.text());
    id
}

#[tokio::test]
async fn a_replay_says_who_resigned_to_whom() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = lost(&ann).await;
    let programs = bagatelle_catalog::find("baju-duel").unwrap().programs();
    let winner = programs.iter().find_map(|program| program.persona).unwrap().name;
    let path = format!("/g/{id}/replay");
    let own = ann.get(&path).await.text();
    assert!(own.contains(&format!("You resigned, so {winner} wins.")), "{own}");
    let watched = server.spectator().await.get(&path).await.text();
    assert!(watched.contains(&format!("{winner} (Black) wins. White resigned.")), "{watched}");
}

#[tokio::test]
async fn results_are_listed_drawn_and_exported() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    assert!(ann.get("/games/results").await.text().contains("Finish a game, and its result appears here"));
    assert_eq!(ann.get("/api/v1/results").await.json(), json!([]));
    let id = lost(&ann).await;
    let html = ann.get("/games/results").await.text();
    assert!(!html.contains("aria-label=\"Wins minus losses"), "one value makes no chart: {html}");
    assert!(html.contains("Openings against"), "{html}");
    let json = ann.get("/api/v1/results").await.json();
    assert_eq!(
        (&json[0]["id"], &json[0]["result"], &json[0]["game"]),
        (&json!(id), &json!("lost"), &json!("baju-duel"))
    );
    assert_eq!(json[0]["opening"].as_str().unwrap().split(' ').count(), 2, "{json}");
    let csv = ann.get("/api/v1/results?format=csv").await;
    assert_eq!(csv.headers["content-type"], "text/csv; charset=utf-8");
    let lines: Vec<String> = csv.text().lines().map(str::to_owned).collect();
    assert!(lines[0].starts_with("id,game,ended,"), "{lines:?}");
    assert!(lines.len() == 2 && lines[1].starts_with(&format!("{id},baju-duel,2026-11-21T")), "{lines:?}");
    server.anonymous().get("/api/v1/results").await.is_refused(401, "token");

    // The list finds it by its result, and its links keep the filter.
    let found = async |query: &str| {
        ann.get(&format!("/games?{query}")).await.text().contains(&format!("/g/{id}/thumbnail.svg"))
    };
    assert!(found("").await && found("phase=lost").await && found("phase=lost&help=without").await);
    assert!(
        !found("phase=won").await && !found("phase=lost&help=with").await && !found("game=bulbous").await
    );
}

#[tokio::test]
async fn older_games_are_listed_with_the_same_filter() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for n in 0..31 {
        ann.order(json!({ "game": "burbuja", "seed": format!("page {n}") })).await;
    }
    let html = ann.get("/games?game=burbuja&phase=playing&help=without").await.text();
    let older = "/games?game=burbuja&amp;phase=playing&amp;help=without&amp;skip=30";
    assert!(html.contains(older), "{html}");
    let html = ann.get(&older.replace("&amp;", "&")).await.text();
    assert_eq!(html.matches("thumbnail.svg").count(), 1);
    assert!(html.contains("href=\"/games?game=burbuja&amp;phase=playing&amp;help=without\""), "{html}");
}

#[tokio::test]
async fn a_list_of_boards_is_no_visit_to_them() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    server.advance(120_000).await;
    let picture = ann.get(&format!("/g/{id}/thumbnail.svg")).await;
    assert_eq!(
        (picture.status.as_u16(), picture.headers["content-type"].to_str().unwrap()),
        (200, "image/svg+xml")
    );
    let live = server.tables().get(&id).await.unwrap();
    let away = live.lock().await.presence.away_since(ann.id(), server.tables().now());
    assert!(away.is_some(), "the owner has not come back");
    assert_eq!(ask(&server.router(), "GET", "/g/none/thumbnail.svg", None, Value::Null).await.status, 404);
}

#[tokio::test]
async fn a_profile_is_seen_by_others_only_if_its_owner_says_so() {
    let server = TestServer::new().await;
    let ann = account(&server, "Ann").await;
    let id = lost(&ann).await;
    let pages = ["/people/Ann", "/api/v1/people/Ann", "/api/v1/people/Ann?format=csv"];
    let anonymous = server.anonymous();
    for page in pages {
        assert_eq!(anonymous.get(page).await.status, 404, "{page}");
    }
    assert!(!anonymous.get("/people").await.text().contains("Ann"));
    assert_eq!(anonymous.get("/api/v1/people").await.json()["people"], json!([]));

    assert_eq!(ann.form("/me/public", &[("public", "1")]).await.status, 303);
    for page in pages {
        let reply = anonymous.get(page).await;
        assert_eq!(reply.status, 200, "{page}");
        assert!(!reply.text().contains(&id), "{page}: the address of a table is its key");
    }
    assert!(anonymous.get("/people/ann").await.text().contains("<h1>Ann</h1>"), "in any case");
    assert!(anonymous.get("/people").await.text().contains("/people/Ann"));
    let json = anonymous.get("/api/v1/people/Ann").await.json();
    assert_eq!((&json["name"], &json["results"][0]["result"]), (&json!("Ann"), &json!("lost")));
    assert_eq!(anonymous.get("/api/v1/people").await.json()["people"], json!(["Ann"]));

    assert_eq!(ann.form("/me/public", &[("public", "")]).await.status, 303);
    for page in pages {
        assert_eq!(anonymous.get(page).await.status, 404, "{page}");
    }
    // A visitor has nothing to show.
    let visitor = server.spectator().await;
    assert_eq!(visitor.form("/me/public", &[("public", "1")]).await.status, 422);
}
