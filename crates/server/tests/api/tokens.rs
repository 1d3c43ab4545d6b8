//! Tokens of accounts for programs: made and revoked on a page, each with scopes, and the mark of a bot.

use crate::people::Browser;
use crate::test_server::{Spectator, TestServer};
use serde_json::json;

/// Makes a token with these scopes on the page; returns it as the page shows it.
pub async fn token(browser: &mut Browser, name: &str, scopes: &[&str]) -> String {
    let mut fields = vec![("name", name)];
    fields.extend(scopes.iter().map(|scope| (*scope, "1")));
    let page = browser.post("/me/tokens", &fields).await;
    assert_eq!(page.status, 200);
    let text = page.text();
    let (_, rest) = text.split_once("value=\"bagatelle_").expect("the page shows the token");
    format!("bagatelle_{}", rest.split('"').next().unwrap())
}

/// A program that uses an account of this name by a token with all scopes.
pub async fn bot(server: &TestServer, name: &str) -> Spectator {
    let mut browser = Browser::of(server, name).await;
    let token = token(&mut browser, "bot", &["read", "play", "challenge", "bot"]).await;
    server.spectator_with(&token)
}

#[tokio::test]
async fn a_token_is_shown_once_allows_its_scopes_and_ends_when_it_is_revoked() {
    let mut server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let reads = token(&mut ann, "reader", &["read"]).await;
    server.pass(1_000);
    let plays = token(&mut ann, "player", &["read", "play"]).await;
    let page = ann.get("/me/tokens").await;
    assert!(!page.text().contains("bagatelle_") && page.text().contains("never used"));
    assert_eq!(page.headers["cache-control"], "private, no-store");
    server.restart().await;
    let (reader, player) = (server.spectator_with(&reads), server.spectator_with(&plays));
    assert_eq!(reader.get("/api/v1/account").await.json()["name"], "Ann");
    reader.order(json!({ "game": "brain-burn" })).await.is_refused(403, "scope `play`");
    let made = player.order(json!({ "game": "brain-burn" })).await;
    assert_eq!(made.status, 201);
    let game = made.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(player.try_in(&game, json!({ "text": made.json()["legal"][0] })).await.status, 200);
    let state = reader.look_at(&game).await.json();
    assert_eq!((&state["yours"], &state["version"]), (&json!(true), &json!(1)), "it is the game of Ann");

    // A token opens the API and no page.
    for page in ["/me/tokens", "/me/export.json"] {
        assert_eq!(player.get(page).await.status, 422, "{page}");
    }
    ann.router = server.router();
    let page = ann.get("/me/tokens").await.text();
    assert!(page.contains("last used on") && !page.contains("never used"), "{page}");
    let export = ann.get("/me/export.json").await;
    assert_eq!(export.json()["tokens"][0]["scopes"], "read");
    assert!(!export.text().contains(&reads));
    let id = page.split("name=\"id\" value=\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let mut bob = Browser::of(&server, "Bob").await;
    assert_eq!(bob.post("/me/tokens/revoke", &[("id", &id)]).await.status, 422, "it is not Bob’s");
    assert_eq!(ann.post("/me/tokens/revoke", &[("id", &id)]).await.status, 303);
    reader.get("/api/v1/account").await.is_refused(401, "revoked");
    assert_eq!(player.get("/api/v1/account").await.status, 200);
    let deleted = ann.post("/me/delete", &[("password", crate::people::PASSWORD)]).await;
    assert_eq!(deleted.status, 303);
    player.get("/api/v1/account").await.is_refused(401, "revoked");
}

#[tokio::test]
async fn a_form_without_a_name_or_a_scope_makes_no_token() {
    let server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    for (fields, why) in [
        (&[("name", " "), ("read", "1")][..], "Give the token a name"),
        (&[("name", "x")][..], "Choose what the token may do"),
        (&[("name", "12345678901234567890123456789012345678901"), ("read", "1")][..], "at most 40"),
    ] {
        let page = ann.post("/me/tokens", fields).await.text();
        assert!(page.contains(why) && !page.contains("Your new token"), "{page}");
    }
    assert_eq!(Browser::new(&server).get("/me/tokens").await.status, 422, "a visitor has no tokens");
}

#[tokio::test]
async fn a_bot_is_told_at_its_tables() {
    let server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, server.spectator().await);
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" });
    let game = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&game, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    assert_eq!(bob.look_at(&game).await.json()["seats"][0]["bot"], false);
    let mark = async |bot: bool| {
        let token = Some(ann.token.as_str());
        crate::test_server::ask(&server.router(), "PUT", "/api/v1/account/bot", token, json!({ "bot": bot }))
            .await
    };
    assert_eq!(mark(true).await.json()["bot"], true);
    let state = bob.look_at(&game).await.json();
    assert_eq!((&state["seats"][0]["bot"], &state["seats"][1]["bot"]), (&json!(true), &json!(false)));
    assert!(bob.get(&format!("/g/{game}")).await.text().contains("<small class=\"bot\">bot</small>"));
    assert_eq!(mark(false).await.json()["bot"], false);
    assert_eq!(bob.look_at(&game).await.json()["seats"][0]["bot"], false);
    let visitor = Some(bob.token.as_str());
    let mark = json!({ "bot": true });
    let refused =
        crate::test_server::ask(&server.router(), "PUT", "/api/v1/account/bot", visitor, mark).await;
    refused.is_refused(403, "needs an account");
}
