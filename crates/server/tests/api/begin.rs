//! The form that begins a game, as a browser without scripts sends it.

use crate::test_server::{Reply, Spectator, TestServer};
use serde_json::json;

/// Sends the form of a game, and gives the answer with the id of the table.
async fn begin(who: &Spectator, game: &str, fields: &[(&str, &str)]) -> (Reply, String) {
    let reply = who.form(&format!("/{game}/new"), fields).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let id = reply.headers["location"].to_str().unwrap().replace("/g/", "");
    (reply, id)
}

/// Who sits where.
async fn sitters(who: &Spectator, id: &str) -> Vec<String> {
    let seats = who.look_at(id).await.json()["seats"].clone();
    let sitter = |seat: &serde_json::Value| match seat["sitter"].as_str().unwrap() {
        "program" => seat["name"].as_str().unwrap().to_owned(),
        other => other.to_owned(),
    };
    seats.as_array().unwrap().iter().map(sitter).collect()
}

#[tokio::test]
async fn each_way_takes_its_own_fields_and_no_others() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    // A form sends the fields of all ways, hidden or not.
    let all = [
        ("program", "3"),
        ("name", "Ann"),
        ("sit", "1"),
        ("seed", "x"),
        ("pace", "{\"days\":3}"),
        ("best_of", "1"),
    ];
    let of = |way| [&[("way", way)][..], &all].concat();
    let (_, computer) = begin(&ann, "baju-duel", &of("computer")).await;
    assert_eq!(sitters(&ann, &computer).await, ["“3”", "person"]);
    assert_eq!(ann.look_at(&computer).await.json()["terms"]["pace"], "free");
    let (_, friend) = begin(&ann, "baju-duel", &of("friend")).await;
    assert_eq!(sitters(&ann, &friend).await, ["open", "person"]);
    let state = ann.look_at(&friend).await.json();
    assert_eq!((&state["terms"]["pace"], &state["seats"][1]["name"]), (&json!({ "days": 3 }), &json!("Ann")));
    assert_eq!(state["terms"]["listed"], false);
    let (_, screen) = begin(&ann, "baju-duel", &of("screen")).await;
    assert_eq!(sitters(&ann, &screen).await, ["person", "person"]);
    // A seed would tell what is hidden, so it belongs to games against programs.
    let (_, hidden) = begin(&ann, "bulbous", &of("friend")).await;
    assert!(sitters(&ann, &hidden).await.contains(&"open".to_owned()));
    let (_, listed) = begin(&ann, "bulbous", &[("way", "friend"), ("listed", "1")]).await;
    assert!(ann.get("/tables").await.text().contains(&listed));
}

#[tokio::test]
async fn a_deal_is_todays_or_fresh_or_that_of_a_seed() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let of = |way| [("way", way), ("seed", "house"), ("wish.hole", "12"), ("program", ""), ("sit", "watch")];
    let (_, daily) = begin(&ann, "brain-burn", &of("daily")).await;
    assert_eq!(begin(&ann, "brain-burn", &of("daily")).await.1, daily);
    let (_, seed) = begin(&ann, "brain-burn", &of("seed")).await;
    let same = server.plain_owner().await.state().await["view"].clone();
    assert_eq!(ann.look_at(&seed).await.json()["view"], same);
    let (_, fresh) = begin(&ann, "brain-burn", &of("fresh")).await;
    assert_ne!(ann.look_at(&fresh).await.json()["view"], same);
}

#[tokio::test]
async fn a_seed_is_the_same_from_every_system() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let mut views = Vec::new();
    for seed in ["Zo\u{eb}", "Zoe\u{308} "] {
        let (_, typed) = begin(&ann, "brain-burn", &[("way", "seed"), ("seed", seed)]).await;
        let ordered = ann.order(json!({ "game": "brain-burn", "seed": seed })).await.json()["id"].clone();
        views.push(ann.look_at(&typed).await.json()["view"].clone());
        views.push(ann.look_at(ordered.as_str().unwrap()).await.json()["view"].clone());
    }
    assert!(views.iter().all(|view| *view == views[0]), "{views:?}");
}

#[tokio::test]
async fn lists_count_moves_as_the_table_does() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = ann.order(json!({ "game": "burbuja", "seed": "x" })).await.json()["id"].clone();
    let id = id.as_str().unwrap();
    // A coin is taken, then its tile is laid: one move.
    for _ in 0..2 {
        let action = ann.look_at(id).await.json()["legal"][0].clone();
        assert_eq!(ann.try_in(id, json!({ "kind": "act", "text": action })).await.status, 200);
    }
    let table = ann.get(&format!("/g/{id}")).await.text();
    assert!(table.contains("<dt>Moves</dt><dd>1</dd>"), "{table}");
    let list = ann.get("/games").await.text();
    assert!(list.contains("1 move<") && !list.contains("2 moves"), "{list}");
}

#[tokio::test]
async fn what_was_chosen_is_kept_for_the_pages_of_the_game() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let (reply, id) = begin(&ann, "baju-duel", &[("way", "computer"), ("program", "5")]).await;
    for (text, found) in [("tomás", true), ("sigrun", false), ("“5”", true)] {
        let text: String = text.bytes().map(|b| format!("%{b:02X}")).collect();
        let page = ann.get(&format!("/games?text={text}")).await.text();
        assert_eq!(page.contains(&id), found, "{text}");
    }
    let cookies: Vec<&str> =
        reply.headers.get_all("set-cookie").iter().map(|c| c.to_str().unwrap()).collect();
    let kept = cookies.iter().find(|cookie| cookie.starts_with("choice=computer.5")).expect("a cookie");
    assert!(
        kept.contains("Path=/baju-duel") && kept.contains("HttpOnly") && kept.contains("SameSite=Lax"),
        "{kept}"
    );
    // A form without a way, as older pages and programs send it, is understood, and keeps nothing.
    let (reply, old) = begin(&ann, "baju-duel", &[("program", "open"), ("name", "")]).await;
    assert!(!reply.headers.contains_key("set-cookie"));
    let name = ann.look_at(&old).await.json()["seats"][0]["name"].as_str().unwrap().to_owned();
    assert_eq!(name.split(' ').count(), 2, "a guest’s name: {name}");
}

#[tokio::test]
async fn a_stranger_is_invited_with_a_name_that_stays() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let (_, id) = begin(&ann, "baju-duel", &[("way", "friend"), ("name", "Ann")]).await;
    let page = async || server.anonymous().get(&format!("/g/{id}")).await.text();
    let name = |page: &str| {
        page.split("name=\"text\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let first = page().await;
    assert!(
        first.contains("Ann invites you") && first.contains("id=\"goal\"") && first.contains("<noscript>")
    );
    assert_eq!(name(&first), name(&page().await));
    assert_eq!(name(&first).split(' ').count(), 2);
    // The requests of these tests come to `localhost`, and the server listens nowhere.
    let own = ann.get(&format!("/g/{id}")).await.text();
    assert!(own.contains("--listen 0.0.0.0:8080"), "{own}");
}
