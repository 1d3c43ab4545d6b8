//! Accounts and games are brought from one server to another, while both run.

use crate::admin::served::{PASSWORD, Served};
use bagatelle_testdb::Database;
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

fn in_folder(folder: &Path) -> Served {
    Served::new(["--data".into(), folder.display().to_string()])
}

/// What the API says of a game.
async fn state(server: &Served, cookie: &str, id: &str) -> Value {
    let answer = server.ask("GET", &format!("/api/v1/games/{id}"), cookie, "").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    serde_json::from_str(&answer.text).unwrap()
}

async fn make(server: &Served, cookie: &str, order: Value) -> String {
    let answer = server.ask("POST", "/api/v1/games", cookie, &order.to_string()).await;
    assert_eq!(answer.status, 201, "{}", answer.text);
    let game: Value = serde_json::from_str(&answer.text).unwrap();
    game["id"].as_str().unwrap().to_owned()
}

async fn event(server: &Served, cookie: &str, id: &str, event: Value) {
    let answer = server.ask("POST", &format!("/api/v1/games/{id}/events"), cookie, &event.to_string()).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

/// A rated game of Ann against Bob that Ann resigns, and a game of Ann alone that is not over.
async fn played(server: &Served) -> (String, String, String) {
    let (ann, bob) = (server.sign_up("Ann").await, server.sign_up("Bob").await);
    let order =
        json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": { "rated": true } });
    let duel = make(server, &ann, order).await;
    event(server, &bob, &duel, json!({ "kind": "sit", "text": "Bob" })).await;
    for _ in 0..4 {
        for who in [&ann, &bob] {
            let now = state(server, who, &duel).await;
            if now["yours"] == json!(true) {
                event(server, who, &duel, json!({ "text": now["legal"][0] })).await;
            }
        }
    }
    let said = server.ask("POST", &format!("/g/{duel}/say"), &ann, "text=well+played").await;
    assert_eq!(said.status, 303, "{}", said.text);
    event(server, &ann, &duel, json!({ "kind": "resign" })).await;
    let alone =
        make(server, &ann, json!({ "game": "brain-burn", "seed": "house", "wish": { "hole": 12 } })).await;
    event(server, &ann, &alone, json!({ "text": "R" })).await;
    (duel, alone, ann)
}

#[tokio::test]
async fn an_account_is_brought_with_its_games_once_and_under_a_free_name() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let (here, there) = (in_folder(folders[0].path()), in_folder(folders[1].path()));
    let (duel, alone, ann) = played(&here).await;
    let before = state(&here, "", &duel).await;
    let files = TempDir::new().unwrap();
    let file = |name: &str| files.path().join(name).display().to_string();
    here.run(&["export", "ann", "--output", &file("ann.json")]).unwrap();
    let refused = here.run(&["export", "ann", "--output", &file("ann.json")]).unwrap_err();
    assert!(refused.contains("already exists"), "{refused}");
    let exported = std::fs::read_to_string(file("ann.json")).unwrap();
    // The page gives the same document.
    let downloaded = server_export(&here, &ann).await;
    assert_eq!(serde_json::from_str::<Value>(&exported).unwrap(), downloaded);
    let bob = here.admin(&["accounts", "Bob"]).unwrap();
    let bob = bob.lines().nth(1).unwrap().split_whitespace().find(|word| word.len() == 26).unwrap();
    assert!(!exported.contains(bob) && !exported.contains("argon2"), "{exported}");

    let import = |words: &[&str]| there.run(&[&["import", &file("ann.json")], words].concat());
    let said = import(&[]).unwrap();
    assert!(said.contains("Imported 1 accounts and 1 games"), "{said}");
    let after = state(&there, "", &duel).await;
    for key in ["seen", "view", "outcome", "ending", "seats", "terms", "played_ms"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    assert_eq!(
        there.ask("GET", &format!("/api/v1/games/{alone}"), "", "").await.status,
        404,
        "it is not over"
    );
    assert!(there.ask("GET", &format!("/g/{duel}"), "", "").await.text.contains("well played"));
    assert!(there.admin(&["games", "--account", "Ann"]).unwrap().contains(&duel));
    assert!(there.admin(&["log"]).unwrap().contains("import  1 accounts and 1 games"));

    // Nothing is brought twice.
    let again = import(&[]).unwrap();
    assert!(again.contains("Imported 0 accounts and 0 games; 1 games were already there"), "{again}");
    assert_eq!(there.admin(&["log"]).unwrap().lines().count(), 1, "nothing was done");
    // The owner comes in by a link, and finds all of it.
    let link = there.admin(&["reset-password", "Ann", "--public-url", &there.url]).unwrap();
    let code = link.trim().split("code=").nth(1).unwrap();
    let form = format!("code={code}&password=another+plain+one");
    let cookie = there.ask("POST", "/me/new-password", "", &form).await.cookie;
    let mine = server_export(&there, &cookie).await;
    for key in ["name", "created", "ratings", "rated", "chat"] {
        assert_eq!(mine[key], downloaded[key], "{key}");
    }

    // Another account has the name.
    let other = TempDir::new().unwrap();
    let third = in_folder(other.path());
    third.sign_up("ANN").await;
    let words = ["import", &file("ann.json")];
    let refused = third.run(&words).unwrap_err();
    assert!(refused.contains("nothing was imported") && refused.contains("called Ann"), "{refused}");
    assert!(!third.admin(&["games"]).unwrap().contains(&duel));
    third.run(&[&words[..], &["--as", "Annabel"]].concat()).unwrap();
    assert_eq!(state(&third, "", &duel).await["seats"][0]["name"], json!("Annabel"));

    // A document that no server has written is refused, whole.
    let mut damaged: Value = serde_json::from_str(&exported).unwrap();
    let games = damaged["games"].as_array_mut().unwrap();
    let events =
        games.iter_mut().find_map(|game| game.get_mut("rows")?.get_mut("events")?.as_array_mut()).unwrap();
    let act = events.iter_mut().find(|event| event["kind"] == "act").unwrap();
    act["text"] = json!("z9 z9");
    damaged["id"] = json!("abcdefghijklmnopqrstuvwxyz");
    std::fs::write(file("bad.json"), damaged.to_string()).unwrap();
    let refused = third.run(&["import", &file("bad.json"), "--as", "Eve"]).unwrap_err();
    assert!(refused.contains(&duel), "{refused}");
    assert!(!third.admin(&["accounts"]).unwrap().contains("Eve"));
    std::fs::write(file("none.json"), "{\"bagatelle\": 1}").unwrap();
    assert!(
        third
            .run(&["import", &file("none.json")])
            .unwrap_err()
            .contains("neither a file from `bagatelle export`")
    );
}

async fn server_export(server: &Served, cookie: &str) -> Value {
    let answer = server.ask("GET", "/me/export.json", cookie, "").await;
    serde_json::from_str(&answer.text).unwrap()
}

#[tokio::test]
async fn an_instance_is_brought_to_postgresql_beside_what_is_there() {
    let folder = TempDir::new().unwrap();
    let here = in_folder(folder.path());
    let (duel, alone, _) = played(&here).await;
    let database = Database::new().await;
    let there = Served::new(["--database".into(), database.address()]);
    there.sign_up("Cleo").await;
    let file = folder.path().join("all.jsonl").display().to_string();
    here.admin(&["make-moderator", "Ann"]).unwrap();
    let said = here.run(&["export", "--all", "--output", &file]).unwrap();
    assert!(said.contains("2 accounts and 2 games"), "{said}");
    // A file does not say itself how far it is to be trusted.
    let refused = there.run(&["import", &file]).unwrap_err();
    assert!(refused.contains("--all"), "{refused}");
    assert_eq!(there.admin(&["accounts"]).unwrap().lines().count(), 2, "nothing was imported");
    let said = there.run(&["import", &file, "--all"]).unwrap();
    let (moderator, brought) =
        (said.find("Ann was imported as a moderator."), said.find("Imported 2 accounts and 2 games"));
    assert!(moderator.is_some() && moderator < brought, "{said}");
    let again = there.run(&["import", &file, "--all"]).unwrap();
    assert!(again.contains("Imported 0 accounts and 0 games; 2 games were already there"), "{again}");
    // Ann logs in with her password, and goes on where she was.
    let form = format!("name=Ann&password={}", PASSWORD.replace(' ', "+"));
    let ann = there.ask("POST", "/me/log-in", "", &form).await.cookie;
    let game = state(&there, &ann, &alone).await;
    assert_eq!((&game["seen"], &game["yours"]), (&json!(["R"]), &json!(true)));
    event(&there, &ann, &alone, json!({ "text": game["legal"][0] })).await;
    assert_eq!(state(&there, "", &duel).await["seen"], state(&here, "", &duel).await["seen"]);
    assert_eq!(there.admin(&["accounts"]).unwrap().lines().count(), 4);
}
