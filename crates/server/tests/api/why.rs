//! Why something cannot be done: told in the words of the rules to the player to act, and to no other
//! visitor.

use crate::test_server::{Owner, Reply, TestServer, ask};
use serde_json::{Value, json};

async fn why(owner: &Owner, server: &TestServer, token: Option<&str>, picks: &str) -> Reply {
    ask(&server.router(), "GET", &format!("/g/{}/why?picks={picks}", owner.game), token, Value::Null).await
}

#[tokio::test]
async fn the_rules_say_why_a_place_is_refused() {
    let server = TestServer::new().await;
    let ann = server.owner(json!({ "game": "bambam-booboo" })).await;
    ann.act("H0,0").await;
    for (picks, part) in [
        ("to-H0,0", "here’s already a tile there"),
        ("to-V0,-1", "here’s already a tile there"),
        ("to-H7,7", "touches no tile"),
        ("to-H2,1", "only at a corner"),
        ("to-H1,1", "like bricks"),
        ("tile-0-19+to-H2,0", "place them before you slide"),
        ("tile-0-19", "your opponent"),
    ] {
        let reply = why(&ann, &server, Some(&ann.token), picks).await;
        assert_eq!(reply.status, 200, "{picks}");
        let text = reply.text();
        assert!(text.contains(part) && text.ends_with('.'), "{picks}: “{text}”");
    }
    // What can be done, and what means nothing, need no reason.
    for picks in ["to-V2,0", "", "to-", "to-H1", "tile-9-9+to-H2,0", "keep-3", "to-V2,0+to-V3,0"] {
        let reply = why(&ann, &server, Some(&ann.token), picks).await;
        assert_eq!((reply.status.as_u16(), reply.text().as_str()), (204, ""), "{picks}");
    }
    assert_eq!(why(&ann, &server, Some(&ann.token), &"to-H0,0+".repeat(400)).await.status, 204);
}

#[tokio::test]
async fn a_slide_is_refused_with_its_reason() {
    let server = TestServer::new().await;
    let tiles = ["0 0 H 0", "0 1 H 1", "2 0 V 1", "-1 0 V 1", "2 2 H 0"];
    let setup = json!({ "tiles": tiles, "hands": [0, 0], "to_act": 0 });
    let ann = server.owner(json!({ "game": "bambam-booboo", "setup": setup })).await;
    // The tiles of a set-up are numbered in its order, per seat.
    for (picks, part) in [
        ("tile-0-1+to-H0,1", "here’s already a tile there"),
        ("tile-1-0+to-H0,2", "is your opponent"),
        ("to-H0,2", "Your hand is empty"),
    ] {
        let text = why(&ann, &server, Some(&ann.token), picks).await.text();
        assert!(text.contains(part), "{picks}: “{text}”");
    }
}

#[tokio::test]
async fn only_the_player_to_act_is_told() {
    let server = TestServer::new().await;
    let ann = server.owner(json!({ "game": "bambam-booboo" })).await;
    ann.act("H0,0").await;
    let bob = server.spectator().await;
    for token in [Some(bob.token.as_str()), None] {
        let reply = why(&ann, &server, token, "to-H0,0").await;
        assert_eq!((reply.status.as_u16(), reply.text().as_str()), (204, ""));
    }
    let nowhere = ask(&server.router(), "GET", "/g/nothing/why?picks=to-H0,0", None, Value::Null).await;
    assert_eq!(nowhere.status, 404);
    // A game without a lattice of places has reasons as well.
    let plain = server.plain_owner().await;
    let reply = why(&plain, &server, Some(&plain.token), "ArrowNowhere").await;
    assert_eq!((reply.status.as_u16(), reply.text().as_str()), (204, ""));
    let reply = why(&plain, &server, Some(&plain.token), "tile-SA").await;
    assert!(reply.text().contains("hole"), "{}", reply.text());
}
