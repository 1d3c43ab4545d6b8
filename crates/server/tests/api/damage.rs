//! Damaged rows: the table that they belong to is answered with one clear error, and all others are as
//! before.

use crate::log::Log;
use crate::test_server::{Spectator, TestServer};
use bagatelle_server::{Config, Server, app::ticker};
use serde_json::json;

/// What a damaged table is answered with.
const DAMAGED: &str = "The server’s data for this page is damaged. The server’s log says what’s wrong.";

async fn new_table(visitor: &Spectator, order: serde_json::Value) -> String {
    let reply = visitor.order(order).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

/// A server on which Ann has two tables; returns their ids, the one to damage last.
async fn server() -> (TestServer, Spectator, [String; 2]) {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let mut ids = Vec::new();
    for seed in ["good", "bad"] {
        let order = json!({ "game": "brain-burn", "seed": seed, "wish": { "hole": 12 } });
        let id = new_table(&ann, order).await;
        assert_eq!(ann.try_in(&id, json!({ "text": "R" })).await.status, 200);
        ids.push(id);
    }
    (server, ann, ids.try_into().unwrap())
}

#[tokio::test]
async fn a_damaged_table_is_one_clear_error_and_spoils_nothing_else() {
    let log = Log::listen();
    for statement in [
        "UPDATE tables SET options = '{' WHERE id = 'ID'",
        "UPDATE tables SET options = '{\"size\":6}' WHERE id = 'ID'",
        "UPDATE tables SET setup = '' WHERE id = 'ID'",
        "UPDATE tables SET setup = '{\"position\":\"SA\"}' WHERE id = 'ID'",
        "UPDATE tables SET terms = '{\"pace\":\"slow\"}' WHERE id = 'ID'",
        "UPDATE tables SET seating = '[null' WHERE id = 'ID'",
        "UPDATE tables SET seating = '[null,null]' WHERE id = 'ID'",
        "UPDATE tables SET game = 'tiddlywinks' WHERE id = 'ID'",
        "UPDATE events SET kind = 'dance' WHERE table_id = 'ID'",
        "UPDATE events SET text = 'hop' WHERE table_id = 'ID'",
        "UPDATE events SET seq = 1 WHERE table_id = 'ID'",
    ] {
        let (mut server, ann, [good, bad]) = server().await;
        server.sql(&statement.replace("ID", &bad)).await;
        server.restart().await;
        ticker::resume_all(server.tables()).await.unwrap();
        let ann = ann.at(&server);
        for path in ["", "/table", "/replay", "/record.json", "/picture.svg", "/events"] {
            let page = ann.get(&format!("/g/{bad}{path}")).await;
            assert_eq!(page.status, 500, "{statement}: {path}");
            let html = page.text();
            assert!(html.starts_with("<!DOCTYPE html>") && html.contains("That didn’t work"), "{html}");
            assert!(html.contains(DAMAGED), "{statement}: {path}: {html}");
        }
        for path in ["", "/record", "/stream"] {
            let reply = ann.get(&format!("/api/v1/games/{bad}{path}")).await;
            reply.is_refused(500, "server’s data for this page is damaged");
        }
        ann.try_in(&bad, json!({ "text": "U" })).await.is_refused(500, "damaged");
        let reply = ann.form(&format!("/g/{bad}/act"), &[("kind", "act"), ("text", "U")]).await;
        assert_eq!(reply.status, 500);
        assert!(reply.text().starts_with("The server’s data for this page is damaged"), "{}", reply.text());
        let logged = |line: &String| line.contains("damaged") && line.contains(&bad);
        assert!(log.lines(true).iter().any(logged), "{statement}: nothing is logged");

        assert_eq!(ann.look_at(&good).await.json()["seen"], json!(["R"]), "{statement}");
        for path in ["/".to_owned(), "/games".into(), "/brain-burn".into(), "/tables".into(), "/me".into()] {
            let page = ann.get(&path).await;
            assert_eq!(page.status, 200, "{statement}: {path}");
            if ["/games", "/brain-burn"].contains(&path.as_str()) {
                assert!(page.text().contains(&good), "{statement}: {path}");
            }
        }
        server.advance(60_000).await;
    }
}

#[tokio::test]
async fn an_account_with_a_damaged_table_can_be_exported_and_deleted() {
    let (mut server, ann, [good, bad]) = server().await;
    let fields = [("name", "Ann"), ("password", "a plain password")];
    let signed = ann.form("/me/sign-up", &fields).await;
    let mut cookies = signed.headers.get_all("set-cookie").iter().map(|cookie| cookie.to_str().unwrap());
    let cookie = cookies.find_map(|cookie| cookie.strip_prefix("visitor=")).unwrap();
    let token = cookie.split(';').next().unwrap().to_owned();
    let ann = server.spectator_with(&token);
    let open = new_table(&ann, json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await;
    server.sql(&format!("UPDATE events SET text = 'hop' WHERE table_id = '{bad}'")).await;
    server.sql(&format!("UPDATE tables SET terms = '' WHERE id = '{open}'")).await;
    server.restart().await;
    let ann = ann.at(&server);
    let export = ann.get("/me/export.json").await;
    assert_eq!(export.status, 200, "{}", export.text());
    let games = export.json()["games"].as_array().unwrap().clone();
    let record = |id: &str| games.iter().find(|game| game["id"] == id).map(|game| !game["record"].is_null());
    assert_eq!((record(&good), record(&bad), record(&open)), (Some(true), Some(false), None));
    let deleted = ann.form("/me/delete", &[("password", "a plain password")]).await;
    assert_eq!(deleted.status, 303, "{}", deleted.text());
}

#[tokio::test]
async fn a_damaged_table_whose_clock_runs_out_keeps_no_other_table_waiting() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let mut ids = Vec::new();
    for _ in 0..2 {
        let terms = json!({ "pace": { "real-time": { "start_s": 10, "increment_s": 0 } } });
        let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
        let id = new_table(&ann, order).await;
        assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
        for player in [&ann, &bob] {
            let action = player.look_at(&id).await.json()["legal"][0].clone();
            assert_eq!(player.try_in(&id, json!({ "text": action })).await.status, 200);
        }
        ids.push(id);
    }
    let mut server = server;
    let log = Log::listen();
    server.sql(&format!("UPDATE events SET kind = 'dance' WHERE table_id = '{}'", ids[0])).await;
    server.restart().await;
    server.advance(10_000).await;
    for _ in 0..5 {
        server.advance(500).await;
    }
    let logged = |line: &&String| line.contains("a clock cannot be ended") && line.contains(&ids[0]);
    assert_eq!(log.lines(true).iter().filter(logged).count(), 1, "once, not at each tick");
    ann.at(&server).look_at(&ids[0]).await.is_refused(500, "damaged");
    let state = ann.at(&server).look_at(&ids[1]).await.json();
    assert_eq!(state["outcome"]["reason"], "Ann ran out of time");
}

/// Why a folder cannot be served.
async fn refusal(folder: &std::path::Path) -> String {
    format!("{:#}", Server::open(Config::new(folder)).await.err().unwrap())
}

#[tokio::test]
async fn a_folder_that_is_not_whole_is_not_served_and_the_reason_is_one_sentence() {
    let server = TestServer::in_folder().await;
    server.plain_owner().await;
    server.sql("PRAGMA wal_checkpoint(TRUNCATE)").await;
    let copy = |files: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            std::fs::copy(server.folder().join(file), folder.path().join(file)).unwrap();
        }
        folder
    };
    let lost = copy(&["bagatelle.sqlite"]);
    assert!(refusal(lost.path()).await.contains("--new-secret"));
    assert!(!lost.path().join("secret").exists(), "none is made in silence");
    let new_secret = Config { new_secret: true, ..Config::new(lost.path()) };
    assert!(Server::open(new_secret).await.is_ok());

    let damaged = copy(&["bagatelle.sqlite", "secret"]);
    let file = damaged.path().join("bagatelle.sqlite");
    let mut bytes = std::fs::read(&file).unwrap();
    let pages = bytes.len() / 4096;
    for page in 1..pages {
        bytes[page * 4096..page * 4096 + 64].fill(0xa5);
    }
    std::fs::write(&file, &bytes).unwrap();
    let why = refusal(damaged.path()).await;
    assert!(why.contains("is damaged") && why.matches("damaged").count() == 1, "{why}");
    std::fs::write(&file, "this is no database, but long enough to be looked at".repeat(100)).unwrap();
    assert!(refusal(damaged.path()).await.contains("is damaged"));

    server.sql("INSERT INTO _sqlx_migrations VALUES (9999, 'later', 0, 1, x'00', 0)").await;
    server.sql("PRAGMA wal_checkpoint(TRUNCATE)").await;
    let newer = copy(&["bagatelle.sqlite", "secret"]);
    assert!(
        refusal(newer.path())
            .await
            .ends_with("a newer version of Bagatelle wrote the database: use that version")
    );
}
