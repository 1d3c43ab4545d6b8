//! Games of guests are removed after a while, and a page says what is kept.

use crate::test_server::{TestServer, eventually};
use bagatelle_server::tables::retention::{KeepGuests, sweep};
use bagatelle_store::Guests;
use serde_json::{Value, json};

/// The milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

#[tokio::test]
async fn games_of_guests_go_after_a_while_and_those_of_accounts_stay() {
    let server = TestServer::new().await;
    let keep: KeepGuests = "90d".parse().unwrap();
    let (guest, account) = (server.plain_owner().await, server.plain_owner().await);
    let owner = server.spectator_with(&account.token);
    let signed =
        owner.form("/me/sign-up", &[("name", "Eve"), ("password", "a long word about bamboo")]).await;
    assert!(signed.status.is_success() || signed.status.is_redirection(), "{}", signed.text());
    guest.act("R").await;
    server.pass(80 * DAY);
    let late = server.plain_owner().await;
    assert_eq!(sweep(server.tables(), keep).await.unwrap(), Guests::default());

    server.pass(11 * DAY);
    // A game at which a page is open stays, however old it is.
    let open = server.tables().get(&guest.game).await.unwrap();
    assert_eq!(sweep(server.tables(), keep).await.unwrap(), Guests::default());
    drop(open);
    assert_eq!(sweep(server.tables(), keep).await.unwrap().games, 1);
    let anonymous = server.anonymous();
    anonymous.get(&format!("/api/v1/games/{}", guest.game)).await.is_refused(404, "no such game");
    assert_eq!(anonymous.get(&format!("/g/{}", guest.game)).await.status, 404);
    for kept in [&account.game, &late.game] {
        assert_eq!(anonymous.get(&format!("/api/v1/games/{kept}")).await.status, 200);
    }
    // The guest goes on with the same cookie.
    let again = server.spectator_with(&guest.token).order(json!({ "game": "brain-burn" })).await;
    assert_eq!(again.status, 201);

    server.pass(365 * DAY);
    // The server may still be looking at the new game, which then goes the next time.
    let mut games = 0;
    eventually("both games of guests are gone", async || {
        games += sweep(server.tables(), keep).await.unwrap().games;
        (games == 2).then_some(())
    })
    .await;
    assert_eq!(sweep(server.tables(), keep).await.unwrap(), Guests::default());
    assert_eq!(anonymous.get(&format!("/api/v1/games/{}", account.game)).await.status, 200);
}

#[tokio::test]
async fn many_games_go_in_batches() {
    let server = TestServer::in_folder().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "brain-burn", "seed": "1" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let more = "WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 250)";
    server
        .sql(&format!(
            "INSERT INTO tables SELECT id || n, game, options, setup, seed, dealt, daily, owner, seating, \
             created, terms, fairness
                 FROM tables, ({more} SELECT n FROM n) WHERE id = '{id}';
             INSERT INTO summaries SELECT table_id || n, stage, listed, thinking, deadline, changed, events, \
             plies, reason, ending,
                 helped, moves, played, opening, public FROM summaries, ({more} SELECT n FROM n)
                 WHERE table_id = \
                 '{id}'"
        ))
        .await;
    server.pass(2 * DAY);
    let removed = sweep(server.tables(), "1d".parse().unwrap()).await.unwrap();
    assert_eq!((removed.games, removed.visitors), (251, 1));
}

#[tokio::test]
async fn the_privacy_page_follows_the_settings() {
    let page = async |server: &TestServer| server.anonymous().get("/privacy").await.text();
    let usual = page(&TestServer::new().await).await;
    assert!(
        usual.contains("Games are kept for as long as this site exists")
            && usual.contains("If you have an account"),
        "{usual}"
    );
    let other = TestServer::keeping_guests("30d").await;
    let page = page(&other).await;
    assert!(page.contains("after 30 days without activity"), "{page}");
    let home = other.anonymous().get("/").await.text();
    assert!(home.contains("<a href=\"/privacy\">"), "{home}");
    assert_eq!(other.anonymous().post("/privacy", Value::Null).await.status, 405);
}

#[tokio::test]
async fn all_cookies_are_named_on_the_privacy_page() {
    let server = TestServer::new().await;
    let page = server.anonymous().get("/privacy").await.text();
    let ann = server.spectator().await;
    let mut cookies = Vec::new();
    for (path, fields) in [
        ("/me/sign-up", &[("name", "Eve"), ("password", "a long word about bamboo")][..]),
        ("/settings", &[("theme", "dark"), ("motion", "less")]),
        ("/baju-duel/new", &[("way", "friend"), ("name", "Ann")]),
        ("/baju-puzzle/learn/4/act", &[("kind", "act"), ("text", "a4a3")]),
    ] {
        let reply = ann.form(path, fields).await;
        assert!(
            !reply.status.is_client_error() && !reply.status.is_server_error(),
            "{path}: {}",
            reply.text()
        );
        let names = reply.headers.get_all("set-cookie").iter();
        cookies.extend(names.map(|text| text.to_str().unwrap().split('=').next().unwrap().to_owned()));
    }
    for name in ["visitor", "familiar", "look", "choice", "learned"] {
        assert!(cookies.iter().any(|cookie| cookie == name), "{name}: {cookies:?}");
    }
    for cookie in cookies {
        assert!(page.contains(&format!("<code>{cookie}</code>")), "{cookie} is not named");
    }
}
