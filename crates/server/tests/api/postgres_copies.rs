//! Two servers on one PostgreSQL database: whatever happens at one of them is so at the other one.

use crate::people::{Browser, PASSWORD};
use crate::test_server::{Spectator, TestServer, ask, call, eventually};
use crate::tokens::bot;
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use bagatelle_server::live::presence::DISCONNECT_GRACE;
use bagatelle_store::{Job, Membership, SessionId, Store};
use bagatelle_table::{EventKind, Visitor};
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// How long news may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const HOUR: i64 = 3_600_000;

async fn pair() -> (TestServer, TestServer) {
    let one = TestServer::on_postgres().await;
    let other = one.beside().await;
    (one, other)
}

/// The events of a stream.
struct Stream(BodyDataStream);

impl Stream {
    async fn new(server: &TestServer, who: Option<&Spectator>, path: &str) -> Stream {
        let mut request = Request::get(path);
        if let Some(who) = who {
            request = request.header("authorization", format!("Bearer {}", who.token));
        }
        let response = call(&server.router(), request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), 200);
        let mut stream = Stream(response.into_body().into_data_stream());
        stream.next().await;
        stream
    }

    async fn of_table(server: &TestServer, who: &Spectator, id: &str) -> Stream {
        Stream::new(server, Some(who), &format!("/g/{id}/events")).await
    }

    /// What it tells next.
    async fn next(&mut self) -> String {
        let part = tokio::time::timeout(PATIENCE, self.0.next()).await.expect("no news");
        String::from_utf8(part.unwrap().unwrap().to_vec()).unwrap()
    }

    /// Reads until it tells that there are this many events.
    async fn hears(&mut self, events: u64) {
        while !self.next().await.contains(&format!("data: {events}.")) {}
    }
}

/// A duel that Ann has made at one server, and Bob has joined at the other one. Ann is to act.
async fn duel(one: &TestServer, other: &TestServer, terms: Value) -> (Spectator, Spectator, String) {
    let (ann, bob) = (one.spectator().await, other.spectator().await);
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(bob.try_in(&id, json!({ "kind": "sit", "text": "Bob" })).await.status, 200);
    (ann, bob, id)
}

async fn move_on(who: &Spectator, id: &str) -> Value {
    let state = who.look_at(id).await.json();
    assert_eq!(state["yours"], true, "{state}");
    let action = json!({ "text": state["legal"][0], "version": state["version"] });
    let reply = who.try_in(id, action).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

/// Whether a player is shown as away.
async fn is_away(who: &Spectator, id: &str, name: &str) -> bool {
    let page = page(who, id).await;
    let entry = page.split("<li class=\"").find(|entry| entry.contains(name)).unwrap();
    entry.split("</li>").next().unwrap().contains("away")
}

async fn page(who: &Spectator, id: &str) -> String {
    who.get(&format!("/g/{id}/table")).await.text()
}

#[tokio::test]
async fn what_is_played_at_one_server_is_seen_at_the_other_one() {
    let (one, other) = pair().await;
    let (ann, bob, id) = duel(&one, &other, json!({})).await;
    let mut watch = Stream::of_table(&other, &bob, &id).await;
    let events = move_on(&ann, &id).await["version"].as_u64().unwrap() + 1;
    // By the stream, and by each request that begins later.
    watch.hears(events).await;
    for _ in 0..4 {
        let version = move_on(&bob, &id).await["version"].clone();
        assert_eq!(ann.look_at(&id).await.json()["version"], version);
        move_on(&ann, &id).await;
        assert_eq!(bob.look_at(&id).await.json()["yours"], true);
    }

    // A command without a version is for the newest one; both ask at the same moment.
    let asks = |who: &Spectator, server: &TestServer| {
        let (who, id) = (who.at(server), id.clone());
        tokio::spawn(async move {
            who.try_in(&id, json!({ "kind": "ask", "text": "draw" })).await.status.as_u16()
        })
    };
    let answers = [asks(&ann, &one), asks(&bob, &other)];
    let [first, second] = answers;
    let mut answers = [first.await.unwrap(), second.await.unwrap()];
    answers.sort_unstable();
    assert!(matches!(answers, [200, 422] | [200, 200]), "{answers:?}");
}

#[tokio::test]
async fn a_message_and_a_listed_game_reach_those_who_are_at_the_other_server() {
    let (one, other) = pair().await;
    let (ann, bob, id) = duel(&one, &other, json!({})).await;
    let mut watch = Stream::of_table(&other, &bob, &id).await;
    assert_eq!(ann.form(&format!("/g/{id}/say"), &[("text", "Good luck!")]).await.status, 200);
    watch.next().await;
    assert!(page(&bob, &id).await.contains("Good luck!"));

    let mut lobby = Stream::new(&other, None, "/tables/events").await;
    let order =
        json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": { "listed": true } });
    assert_eq!(ann.order(order).await.status, 201);
    lobby.next().await;
}

#[tokio::test]
async fn a_player_who_is_connected_to_another_server_is_not_away() {
    let (one, other) = pair().await;
    let (ann, bob, id) = duel(&one, &other, json!({ "grace_s": 10 })).await;
    move_on(&ann, &id).await;
    let stream = Stream::of_table(&other, &bob, &id).await;
    one.advance(60_000).await;
    let claim = json!({ "kind": "claim" });
    ann.try_in(&id, claim.clone()).await.is_refused(422, "o player is away");
    assert!(!is_away(&ann, &id, "Bob").await);
    drop(stream);
    let told = async || {
        one.pass(DISCONNECT_GRACE);
        is_away(&ann, &id, "Bob").await.then_some(())
    };
    eventually("the end of the stream", told).await;

    // A program that asks again and again, here and there.
    let _ = bob.look_at(&id).await;
    one.pass(20_000);
    ann.try_in(&id, claim.clone()).await.is_refused(422, "o player is away");
    let _ = bob.at(&one).look_at(&id).await;
    one.pass(20_000);
    ann.try_in(&id, claim.clone()).await.is_refused(422, "o player is away");

    // Who was at a server that ends has the whole grace to come to another one.
    let stream = Stream::of_table(&other, &bob, &id).await;
    one.pass(60_000);
    ann.try_in(&id, claim.clone()).await.is_refused(422, "o player is away");
    drop((stream, bob));
    drop(other);
    let gone = async || one.tables().store().copies().unwrap().is_alone().await.unwrap().then_some(());
    eventually("the end of the server", gone).await;
    one.pass(9_000);
    let refused = ann.try_in(&id, claim.clone()).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    let claimed = async || {
        one.pass(5_000);
        (ann.try_in(&id, claim.clone()).await.status == 200).then_some(())
    };
    eventually("the claim", claimed).await;
}

#[tokio::test]
async fn a_clock_runs_out_once() {
    let (one, other) = pair().await;
    let (ann, bob, id) =
        duel(&one, &other, json!({ "pace": { "real-time": { "start_s": 60, "increment_s": 0 } } })).await;
    move_on(&ann, &id).await;
    move_on(&bob, &id).await;
    move_on(&ann, &id).await;
    one.pass(100_000);
    for _ in 0..3 {
        tokio::join!(one.advance(1), other.advance(1));
    }
    let store = one.store().await;
    let events = store.events(&id).await.unwrap();
    let ends = events.iter().filter(|event| matches!(event.kind, EventKind::TimedOut { .. })).count();
    assert_eq!(ends, 1, "{events:?}");
    assert_eq!(ann.look_at(&id).await.json()["outcome"], bob.look_at(&id).await.json()["outcome"]);
    store.close().await;
}

#[tokio::test]
async fn a_second_server_that_starts_books_no_time_in_which_none_ran() {
    let one = TestServer::on_postgres().await;
    one.pass(5_000);
    let other = one.beside().await;
    assert!(other.store().await.downtimes().await.unwrap().is_empty());
    // Both sleep with the machine; it is noted once, and clocks are the same at both.
    let (ann, bob, id) =
        duel(&one, &other, json!({ "pace": { "real-time": { "start_s": 600, "increment_s": 0 } } })).await;
    move_on(&ann, &id).await;
    move_on(&bob, &id).await;
    one.jump(3_600_000).await;
    assert_eq!(other.store().await.downtimes().await.unwrap().len(), 1);
    let clocks = async |who: &Spectator| who.look_at(&id).await.json()["clocks"].clone();
    let same = async || (clocks(&ann).await == clocks(&bob).await).then_some(());
    eventually("the same clocks", same).await;
    other.jump(0).await;
    assert_eq!(other.store().await.downtimes().await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_program_thinks_at_one_server_and_another_one_goes_on_when_that_ends() {
    let (one, other) = pair().await;
    let ann = one.spectator().await;
    let order = json!({ "game": "baju-duel", "programs": ["1"] });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let there = ann.at(&other);
    let _watch = Stream::of_table(&other, &there, &id).await;
    let store = Store::connect(&one.address()).await.unwrap();
    let copies = Arc::clone(store.copies().unwrap());
    let membership = Membership::begin(Arc::clone(&copies), None).await.unwrap();
    for round in 0..3 {
        let version = ann.look_at(&id).await.json()["version"].as_u64().unwrap();
        let job = Job { kind: "program", subject: id.clone(), version: version + 1 };
        if round == 2 {
            assert!(copies.claim(&job).await.unwrap());
        }
        let after = move_on(&ann, &id).await;
        if round == 2 {
            // Another server has the move in hand, and ends.
            tokio::time::sleep(Duration::from_millis(1500)).await;
            assert_eq!(ann.look_at(&id).await.json()["version"], after["version"], "it is another’s");
            copies.leave().await.unwrap();
        }
        let answered = async || (there.look_at(&id).await.json()["yours"] == true).then_some(());
        eventually("the program’s move", answered).await;
    }
    drop(membership);
    let events = store.events(&id).await.unwrap();
    assert_eq!(events.len(), 6, "{events:?}");
    store.close().await;
}

#[tokio::test]
async fn a_name_that_is_changed_or_deleted_vanishes_everywhere() {
    let (one, other) = pair().await;
    let (ann, bob, id) = duel(&one, &other, json!({})).await;
    assert_eq!(ann.form(&format!("/g/{id}/say"), &[("text", "I was here")]).await.status, 200);
    let shows = async |name: &str, shown: bool| {
        let look = async || (page(&bob, &id).await.contains(name) == shown).then_some(());
        eventually(name, look).await;
    };
    shows("Ann", true).await;
    // As another process does it.
    let store = Store::connect(&one.address()).await.unwrap();
    let visitor = Visitor::anonymous(ann.id());
    store.sign_up(&visitor, "Ann", "$", &SessionId::new("s"), 1).await.unwrap();
    shows("Ann", true).await;
    store.delete_account(ann.id()).await.unwrap();
    shows("Ann", false).await;
    shows("I was here", false).await;
    store.close().await;
}

#[tokio::test]
async fn a_hint_is_asked_for_here_and_cancelled_there() {
    let (one, other) = pair().await;
    let ann = one.spectator().await;
    let order = json!({ "game": "brain-burn", "seed": "1" });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    let there = ann.at(&other);
    let ask =
        async |who: &Spectator, strength| who.form(&format!("/g/{id}/hint"), &[("strength", strength)]).await;
    assert!(!page(&there, &id).await.contains("<progress"));
    assert!(ask(&ann, "3").await.text().contains("<progress"));
    assert!(page(&there, &id).await.contains("<progress"), "it is seen at the other server");
    assert!(!ask(&there, "0").await.text().contains("<progress"));
    assert!(!page(&ann, &id).await.contains("<progress"), "and cancelled there");
    let store = one.store().await;
    assert!(store.events(&id).await.unwrap().is_empty(), "what is cancelled is no help");
    ask(&there, "3").await;
    for who in [&ann, &there] {
        let found = async || page(who, &id).await.contains("data-play=").then_some(());
        eventually("the hint", found).await;
    }
    assert_eq!(store.events(&id).await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn a_server_that_was_cut_off_catches_up() {
    let (one, other) = pair().await;
    let (ann, bob, id) = duel(&one, &other, json!({})).await;
    let mut watch = Stream::of_table(&other, &bob, &id).await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    one.sql(cut).await;
    // Connections that were cut off are found out when they are used.
    let events = {
        let moved = async || {
            let state = ann.look_at(&id).await;
            let state = (state.status == 200).then(|| state.json())?;
            let action = json!({ "text": state["legal"][0], "version": state["version"] });
            let reply = ann.try_in(&id, action).await;
            (reply.status == 200).then(|| reply.json()["version"].as_u64().unwrap() + 1)
        };
        eventually("the move", moved).await
    };
    watch.hears(events).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn all_servers_together_list_no_more_than_three_tables_of_a_visitor() {
    let (one, other) = pair().await;
    let ann = one.spectator().await;
    let there = ann.at(&other);
    let order = json!({ "game": "baju-duel", "programs": ["open"], "terms": { "listed": true } });
    let asked =
        (0..12).map(|n| if n % 2 == 0 { ann.order(order.clone()) } else { there.order(order.clone()) });
    let made = futures_util::future::join_all(asked).await;
    // One that comes while the other server makes one is told to come again.
    let statuses: Vec<u16> = made.iter().map(|reply| reply.status.as_u16()).collect();
    assert!(statuses.iter().all(|status| [201, 422, 429].contains(status)), "{statuses:?}");
    let made = statuses.iter().filter(|status| **status == 201).count();
    assert!((1..=3).contains(&made), "{statuses:?}");
    let listed = ann.get("/api/v1/lobby").await.json()["games"].as_array().unwrap().len();
    assert_eq!(listed, made);
}

#[tokio::test]
async fn a_public_game_is_listed_and_its_watchers_are_counted_at_both_servers() {
    let (one, other) = pair().await;
    let (_ann, bob, id) = duel(&one, &other, json!({ "public": true })).await;
    let cid = one.spectator().await;
    let _watches = Stream::of_table(&one, &cid, &id).await;
    // A third server has not seen the table.
    let third = one.beside().await;
    for server in [&one, &other, &third] {
        let listed = eventually("a watcher", async || {
            let live = cid.at(server).get("/api/v1/live").await.json();
            server.pass(2_000);
            (live["games"][0]["watching"] == 1).then_some(live)
        });
        assert_eq!(listed.await["games"][0]["id"], id);
    }
    let mut news = Stream::new(&third, None, "/live/events").await;
    assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    news.next().await;
    assert_eq!(cid.at(&third).get("/api/v1/live").await.json()["games"], json!([]));
}

#[tokio::test]
async fn a_person_who_is_at_one_server_is_here_for_a_follower_at_the_other_one() {
    let (one, other) = pair().await;
    let (_ann, bob) = (bot(&one, "Ann").await, bot(&other, "Bob").await);
    let mut browser = Browser::new(&one);
    browser.enter("log-in", "Ann", PASSWORD).await;
    let anns = one.spectator_with(&browser.token);
    one.pass(HOUR);
    let follow = ask(&other.router(), "PUT", "/api/v1/friends/Ann", Some(&bob.token), Value::Null).await;
    assert_eq!(follow.status, 204);
    let here = async || {
        let list = ask(&other.router(), "GET", "/api/v1/friends", Some(&bob.token), Value::Null).await;
        list.json()["friends"][0]["last_here"].clone()
    };
    assert_eq!(here().await, Value::Null, "nothing is noted yet");
    let page = Stream::new(&one, Some(&anns), "/tables/events").await;
    // It is noted once a minute.
    eventually("the news that Ann is here", async || {
        one.advance(60_000).await;
        (here().await == "now").then_some(())
    })
    .await;
    drop(page);
    one.pass(10 * 60_000);
    assert_eq!(here().await, "hour");
}
