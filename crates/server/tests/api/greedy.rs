//! Those who ask for much, and one who asks for little beside them.

use crate::limits::{listen, post};
use crate::test_server::{Spectator, TestServer, eventually};
use bagatelle_server::system::clock::Stopwatch;
use serde_json::json;
use std::time::Duration;

const GREEDY: &str = "203.0.113.1";
const MODEST: &str = "203.0.113.2";

/// How long the modest one waits at most for a game, on a busy machine without optimization.
const SOON: Duration = Duration::from_secs(9);

/// Makes a game from an address, and returns the status, the id, and how long it took.
async fn make(
    server: &TestServer,
    who: &Spectator,
    address: &str,
    order: &serde_json::Value,
) -> (u16, String, Duration) {
    let begun = Stopwatch::start();
    let reply = post(server, "/api/v1/games", Some(&who.token), address, order.to_string()).await;
    let id = reply.json()["id"].as_str().unwrap_or_default().to_owned();
    (reply.status.as_u16(), id, begun.elapsed())
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_that_are_hard_to_grade_stop_no_one() {
    let server = TestServer::limited("off").await;
    let board = "baju-board 1\nname f\nred b1-d2 d1-d4 a2-c2 a2-d4\nwhite d1-d3\nblack a3-d3\n";
    let options = json!({ "board": board, "goal": 4 });
    let hard = [
        json!({ "game": "baju-puzzle", "options": options, "wish": { "grade": "medium" } }),
        json!({ "game": "baju-puzzle", "options": options, "seed": "medium:x" }),
    ];
    let (mallory, ann) = (server.spectator().await, server.spectator().await);
    let greedy = (0..9).map(|n| make(&server, &mallory, GREEDY, &hard[n % 2]));
    let modest = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        make(&server, &ann, MODEST, &json!({ "game": "brain-burn" })).await
    };
    let (greedy, (status, _, took)) = tokio::join!(futures_util::future::join_all(greedy), modest);
    assert!(status == 201 && took < SOON, "{status} after {took:?}");
    for (status, ..) in greedy {
        assert!([201, 422, 503].contains(&status), "{status}");
    }
    // Nothing goes on behind them.
    let idle = async || (server.tables().jobs().pool().waiting()[0].1 == 0).then_some(());
    eventually("nothing that waits", idle).await;
    let (status, _, took) = make(&server, &mallory, GREEDY, &json!({ "game": "brain-burn" })).await;
    assert!(status == 201 && took < SOON, "{status} after {took:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_take_long_stop_no_one() {
    let server = TestServer::limited("off").await;
    let ann = server.spectator().await;
    let space = |n: usize| format!("{}{}", ["a", "b", "c", "d"][n % 4], n / 4 + 1);
    let bridges = (0..16).flat_map(|a| (0..a).map(move |b| format!("+{}-{}", space(a), space(b))));
    let bridges = bridges.collect::<String>();
    let views = (0..40).map(|n| {
        let path = format!("/baju-duel/workshop?text=baju-board+1%0Aname+b{n}%0Ared{bridges}");
        let server = &server;
        async move { listen(server, &path, None, GREEDY).await.status() }
    });
    let modest = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        make(&server, &ann, MODEST, &json!({ "game": "brain-burn" })).await
    };
    let (views, (status, _, took)) = tokio::join!(futures_util::future::join_all(views), modest);
    assert!(status == 201 && took < SOON, "{status} after {took:?}");
    assert!(views.iter().any(|status| *status == 200));
}

#[tokio::test(flavor = "multi_thread")]
async fn programs_of_one_address_stop_no_one() {
    let server = TestServer::limited("off").await;
    let ann = server.spectator().await;
    // The program begins and thinks for a second.
    let hard = json!({ "game": "baju-duel", "programs": ["7"], "sit": 1 });
    for _ in 0..40 {
        let mallory = server.spectator().await;
        assert_eq!(make(&server, &mallory, GREEDY, &hard).await.0, 201);
    }
    let easy = json!({ "game": "baju-duel", "programs": ["1"], "sit": 1 });
    let (status, id, _) = make(&server, &ann, MODEST, &easy).await;
    assert_eq!(status, 201);
    let begun = Stopwatch::start();
    let moved =
        async || (server.tables().get(&id).await.unwrap().lock().await.table().seq() > 0).then_some(());
    eventually("a move", moved).await;
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
}

#[tokio::test]
async fn the_list_of_open_tables_has_room_for_all() {
    let server = TestServer::new().await;
    let listed = json!({ "game": "baju-duel", "programs": ["open"], "terms": { "listed": true } });
    let ann = server.spectator().await;
    let mut made = Vec::new();
    for _ in 0..4 {
        made.push(make(&server, &ann, MODEST, &listed).await.0);
    }
    assert_eq!(made, [201, 201, 201, 422]);
    let unlisted = json!({ "game": "baju-duel", "programs": ["open"] });
    assert_eq!(make(&server, &ann, MODEST, &unlisted).await.0, 201, "by a link it may be more");
    let mut greedy = Vec::new();
    for n in 0..12 {
        let visitor = server.spectator().await;
        greedy.push(make(&server, &visitor, GREEDY, &listed).await.0);
        assert_eq!(greedy[n], if n < 10 { 201 } else { 429 }, "{n}");
    }
    assert_eq!(make(&server, &server.spectator().await, "203.0.113.3", &listed).await.0, 201);
}

/// How many tables are in the list that anyone sees.
async fn listed(server: &TestServer) -> usize {
    server.spectator().await.get("/api/v1/lobby").await.json()["games"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_at_once_list_no_more_than_three_tables_of_a_visitor() {
    let server = TestServer::new().await;
    let order = json!({ "game": "baju-duel", "programs": ["open"], "terms": { "listed": true } });
    let ann = server.spectator().await;
    let made = futures_util::future::join_all((0..12).map(|_| make(&server, &ann, MODEST, &order))).await;
    assert_eq!(made.iter().filter(|(status, ..)| *status == 201).count(), 3, "{made:?}");
    assert_eq!(listed(&server).await, 3);
}

#[tokio::test]
async fn a_table_is_listed_for_an_hour_after_its_owner_has_gone() {
    const MINUTE: i64 = 60_000;
    let server = TestServer::new().await;
    let order = json!({ "game": "baju-duel", "programs": ["open"], "terms": { "listed": true } });
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let (status, gone, _) = make(&server, &ann, MODEST, &order).await;
    assert_eq!(status, 201);
    let (_, waits, _) = make(&server, &bob, MODEST, &order).await;
    let page = listen(&server, &format!("/g/{waits}/events"), Some(&bob.token), MODEST).await;
    for _ in 0..7 {
        server.advance(9 * MINUTE).await;
    }
    assert_eq!(listed(&server).await, 1, "Bob’s page is open, Ann has gone");
    // Others who look at the table do not keep it in the list.
    assert_eq!(bob.get(&format!("/api/v1/games/{gone}")).await.status, 200);
    assert_eq!(listed(&server).await, 1);
    assert_eq!(ann.get(&format!("/api/v1/games/{gone}")).await.status, 200);
    assert_eq!(listed(&server).await, 2, "Ann is back");
    // One who comes back to many tables has three of them in the list.
    server.advance(61 * MINUTE).await;
    assert_eq!(listed(&server).await, 1);
    for _ in 0..3 {
        assert_eq!(make(&server, &ann, MODEST, &order).await.0, 201);
    }
    assert_eq!(ann.get(&format!("/api/v1/games/{gone}")).await.status, 200);
    assert_eq!(listed(&server).await, 4);
    drop(page);
    server.advance(61 * MINUTE).await;
    assert_eq!(listed(&server).await, 0);
}
