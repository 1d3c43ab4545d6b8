//! The deal of a finished game, which friends are asked to play: results stand side by side, and nothing
//! shows how the deal was solved.

use crate::test_server::{Spectator, TestServer};
use crate::today::solve;
use serde_json::{Value, json};

/// A game that its solver solves in few moves.
const ORDER: &str = r#"{ "game": "baju-puzzle", "seed": "same deal" }"#;

async fn begin(who: &Spectator) -> String {
    let order: Value = serde_json::from_str(ORDER).unwrap();
    who.order(order).await.json()["id"].as_str().unwrap().to_owned()
}

/// Asks for a deal with a form; returns the id of the table that it leads to.
async fn accept(who: &Spectator, id: &str) -> String {
    let reply = who.form(&format!("/g/{id}/deal"), &[]).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    reply.headers["location"].to_str().unwrap().rsplit('/').next().unwrap().to_owned()
}

async fn setup(who: &Spectator, id: &str) -> Value {
    who.get(&format!("/g/{id}/record.json")).await.json()["setup"].clone()
}

#[tokio::test]
async fn a_friend_plays_the_same_deal_and_both_see_both_results() {
    let server = TestServer::new().await;
    let (ann, bob, cleo) = (server.spectator().await, server.spectator().await, server.spectator().await);
    let id = begin(&ann).await;
    let path = format!("/g/{id}/deal");
    assert_eq!(bob.get(&path).await.status, 404, "a deal under way is no challenge");
    solve(&ann, &id).await;
    assert!(ann.get(&format!("/g/{id}")).await.text().contains(&path), "the page of the result has the link");

    let asked = server.anonymous().get(&path).await;
    assert!(asked.headers.get("set-cookie").is_none(), "following a link makes no visitor and no table");
    let asked = asked.text();
    assert!(asked.contains("challenges you") && asked.contains("solved this deal in"), "{asked}");
    let start = bob.get(&format!("/g/{id}/picture.png?ply=0")).await;
    assert!(asked.contains(&format!("/g/{id}/picture.png?ply=0")) && start.status == 200);

    let own = accept(&bob, &id).await;
    assert_eq!(setup(&bob, &own).await, setup(&ann, &id).await);
    let page = bob.get(&format!("/g/{own}")).await.text();
    assert!(!page.contains(&id), "no link leads to where the solution is seen: {page}");
    assert_eq!(accept(&bob, &id).await, own, "asked again, the game is the same");
    assert!(page.contains("To beat: <strong>"), "{page}");
    assert!(!ann.get(&format!("/g/{id}")).await.text().contains("To beat"));
    assert!(bob.get(&path).await.text().contains("Go to your game"));
    assert_eq!(accept(&ann, &id).await, id, "one’s own deal is one’s own game");

    solve(&bob, &own).await;
    for (who, table) in [(&ann, &id), (&bob, &own)] {
        let page = who.get(&format!("/g/{table}")).await.text();
        assert!(page.contains("needed the same number of moves"), "{page}");
    }
    // A friend of a friend is compared with all.
    let third = accept(&cleo, &own).await;
    cleo.try_in(&third, json!({ "kind": "resign" })).await;
    let page = ann.get(&format!("/g/{id}")).await.text();
    assert!(page.contains("not solved"), "{page}");
    // Who has the deal goes on with it, whichever of its links is followed.
    assert_eq!(accept(&ann, &own).await, id);
    assert_eq!(accept(&bob, &own).await, own);
    assert!(ann.get(&format!("/g/{own}/deal")).await.text().contains("Go to your game"));
    let results = bob.get("/api/v1/results").await.json();
    assert_eq!((results[0]["id"].as_str(), results[0]["result"].as_str()), (Some(&*own), Some("won")));
}

#[tokio::test]
async fn only_the_deal_of_a_finished_solitaire_is_for_others() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let duel = json!({ "game": "baju-duel", "programs": ["3"] });
    let id = ann.order(duel).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(ann.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    assert_eq!(bob.get(&format!("/g/{id}/deal")).await.status, 404);
    assert_eq!(bob.form(&format!("/g/{id}/deal"), &[]).await.status, 404);
    assert!(!ann.get(&format!("/g/{id}")).await.text().contains(&format!("/g/{id}/deal")));
    assert_eq!(bob.get("/g/no-such-table/deal").await.status, 404);
}

/// The deal of a day is compared as others are, and is the friend’s deal of that day as well.
#[tokio::test]
async fn a_friend_who_is_challenged_plays_the_deal_of_the_day() {
    let server = TestServer::new().await;
    let (ann, bob, cleo) = (server.spectator().await, server.spectator().await, server.spectator().await);
    let daily = json!({ "game": "baju-puzzle", "daily": true });
    let order =
        async |who: &Spectator| who.order(daily.clone()).await.json()["id"].as_str().unwrap().to_owned();
    let id = order(&ann).await;
    solve(&ann, &id).await;
    let own = accept(&bob, &id).await;
    assert_eq!(setup(&bob, &own).await, setup(&ann, &id).await);
    assert_eq!(order(&bob).await, own, "it is the deal of the day");
    assert!(bob.get(&format!("/g/{own}/verify")).await.status != 200, "the day’s seed is still secret");
    solve(&bob, &own).await;
    for (who, table) in [(&ann, &id), (&bob, &own)] {
        let page = who.get(&format!("/g/{table}")).await.text();
        assert!(page.contains("needed the same number of moves"), "{page}");
    }
    let today = bob.get("/api/v1/today").await.json();
    let played =
        today["deals"].as_array().unwrap().iter().find(|deal| deal["game"] == "baju-puzzle").unwrap();
    assert_eq!(
        (&played["played"]["state"], &played["played"]["id"]),
        (&json!("solved"), &json!(own)),
        "{played}"
    );
    // Who has begun it already goes on.
    let begun = order(&cleo).await;
    assert!(cleo.get(&format!("/g/{id}/deal")).await.text().contains("Go to your game"));
    assert_eq!(accept(&cleo, &id).await, begun);
}
