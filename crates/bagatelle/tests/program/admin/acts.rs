//! `bagatelle admin` beside the real server, on SQLite and on PostgreSQL: what it does is seen at once by
//! those who play.

use crate::admin::served::{PATIENCE, Served};
use bagatelle_testdb::Database;
use serde_json::Value;
use std::process::Command;
use std::time::{Duration, Instant};

/// A host looks after a server that runs.
async fn story(server: Served) {
    let (ann, bob) = (server.sign_up("Ann").await, server.sign_up("Bob").await);
    let order = r#"{"game": "baju-duel", "programs": ["open"], "name": "Bob"}"#;
    let game = server.ask("POST", "/api/v1/games", &bob, order).await;
    let game: Value = serde_json::from_str(&game.text).unwrap();
    let id = game["id"].as_str().unwrap();
    let list = server.admin(&["accounts"]).unwrap();
    assert!(list.contains("Ann") && list.contains("Bob") && !list.contains("moderator"), "{list}");
    let games = server.admin(&["games", "--account", "bob", "--stage", "open"]).unwrap();
    assert!(games.contains(id) && games.contains("baju-duel"), "{games}");
    assert!(!server.admin(&["games", "--account", "Ann"]).unwrap().contains(id));

    server.shows("/admin", &ann, 404, "Page not found").await;
    server.admin(&["make-moderator", "Ann"]).unwrap();
    server.shows("/admin", &ann, 200, "This server").await;
    server.admin(&["registration", "closed"]).unwrap();
    server.shows("/me", "", 200, "Log in").await;
    let begun = Instant::now();
    while server.ask("GET", "/me", "", "").await.text.contains("/me/sign-up") {
        assert!(begun.elapsed() < PATIENCE, "registration stays open");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.admin(&["registration", "open"]).unwrap();
    server.shows("/me", "", 200, "/me/sign-up").await;

    let link = server.admin(&["reset-password", "Ann", "--public-url", &server.url]).unwrap();
    let path = link.trim().strip_prefix(&server.url).unwrap().to_owned();
    assert!(server.ask("GET", &path, "", "").await.text.contains("New password for Ann"));
    let code = path.split("code=").nth(1).unwrap();
    let set =
        server.ask("POST", "/me/new-password", "", &format!("code={code}&password=another+plain+one")).await;
    assert_eq!(set.status, 303, "{}", set.text);
    server.shows("/me", &set.cookie, 200, "<h1>Ann</h1>").await;
    server.shows("/me", &ann, 200, "You’re playing as a guest").await;
    assert_eq!(server.ask("GET", &path, "", "").await.status, 422, "it was used");

    server.admin(&["rename", "bob", "Robert"]).unwrap();
    server.shows("/me", &bob, 200, "<h1>Robert</h1>").await;
    server.shows(&format!("/g/{id}"), &ann, 200, "Robert").await;
    let refused = server.admin(&["rename", "Robert", "ann"]).unwrap_err();
    assert!(refused.contains("another account is called"), "{refused}");
    let refused = server.admin(&["ban", "Bob"]).unwrap_err();
    assert!(refused.contains("no account called “Bob”"), "{refused}");
    server.admin(&["ban", "Robert", "--reason", "Insults"]).unwrap();
    server.shows("/me", &bob, 200, "You’re playing as a guest").await;
    assert!(server.admin(&["accounts", "--only", "banned"]).unwrap().contains("Robert"));

    assert!(server.admin(&["delete-game", id]).unwrap_err().contains("--yes"));
    server.admin(&["delete-game", id, "--yes"]).unwrap();
    server.shows(&format!("/g/{id}"), &ann, 404, "no such game").await;
    server.admin(&["delete-account", "Robert", "--yes", "--reason", "As asked"]).unwrap();
    assert!(!server.admin(&["accounts"]).unwrap().contains("Robert"));
    let log = server.admin(&["log"]).unwrap();
    for part in [
        "command  delete-account",
        "“As asked”",
        "command  make-moderator  Ann",
        "close-registration",
        "“Insults”",
    ] {
        assert!(log.contains(part), "no {part} in {log}");
    }
    assert!(
        !log.contains("Robert") && !log.contains(code),
        "names of deleted accounts and links are not kept: {log}"
    );
    assert_eq!(server.admin(&["log", "--about", "Ann"]).unwrap().lines().count(), 2);
}

#[tokio::test]
async fn a_host_looks_after_a_folder_that_is_served() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display().to_string();
    let nothing = ["--data".to_owned(), folder.path().join("none").display().to_string()];
    let mut command = Command::new(env!("CARGO_BIN_EXE_bagatelle"));
    let refused = command.args(["admin", "accounts"]).args(&nothing).output().unwrap();
    assert!(!refused.status.success() && !folder.path().join("none").exists());
    story(Served::new(["--data".into(), data])).await;
}

#[tokio::test]
async fn a_host_looks_after_a_database_of_postgresql_that_is_served() {
    let database = Database::new().await;
    story(Served::new(["--database".into(), database.address()])).await;
}

#[tokio::test]
async fn no_person_gets_the_account_of_a_house_bot() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().display().to_string();
    let server = Served::with_flags(["--data".into(), data], &["--house-bots"]);
    let begun = Instant::now();
    let bot = loop {
        let list = server.admin(&["accounts"]).unwrap();
        let bot = list.lines().find(|line| line.contains("house bot")).map(str::to_owned);
        if let Some(name) =
            bot.as_deref().and_then(|line| line.split("  ").find(|part| part.contains("House")))
        {
            break name.trim().to_owned();
        }
        assert!(begun.elapsed() < PATIENCE, "no house bot in {list}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    for command in ["reset-password", "make-moderator"] {
        let refused = server.admin(&[command, &bot]).unwrap_err();
        assert!(refused.contains(&format!("{bot} is a house bot")), "{command}: {refused}");
    }
    server.admin(&["ban", &bot, "--reason", "It rests"]).unwrap();
    assert!(server.admin(&["accounts", "--only", "banned"]).unwrap().contains(&bot));
}
