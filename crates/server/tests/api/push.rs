//! Notifications while no page is open, sent to a push service of the test's own.

use crate::events;
use crate::feed::open_duel;
use crate::people;
use crate::push_service::{Browser, Message, PushService};
use crate::test_server::{Reply, Spectator, TestServer, ask, call, eventually};
use crate::tokens::{bot, token};
use axum::body::Body;
use axum::http::Request;
use bagatelle_server::limits::{BROWSERS_NOTIFIED, PUSH_CLAIMED_FOR, PUSH_PAUSES};
use data_encoding::BASE64URL_NOPAD;
use futures_util::StreamExt;
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};

/// How long after it has happened something is sent, and a little more.
const SOON: i64 = 3_100;

/// Where programs see and change their notifications.
const PATH: &str = "/api/v1/notifications";

/// What a program sends for a browser.
fn order(browser: &Browser, turns: bool, invitations: bool) -> Value {
    let [p256dh, auth] = browser.keys();
    json!({ "endpoint": browser.endpoint, "p256dh": p256dh, "auth": auth, "turns": turns,
        "invitations": invitations })
}

async fn put(server: &TestServer, who: &Spectator, order: Value) -> Reply {
    ask(&server.router(), "PUT", PATH, Some(&who.token), order).await
}

/// Has a browser told of turns, of invitations, or of both; returns its id.
async fn told(server: &TestServer, who: &Spectator, browser: &Browser, what: [bool; 2]) -> String {
    let kept = put(server, who, order(browser, what[0], what[1])).await;
    assert_eq!(kept.status, 200, "{}", kept.text());
    kept.json()["id"].as_str().unwrap().to_owned()
}

/// Waits until this many messages have come to a browser, and checks that there are no more.
async fn brings(service: &PushService, browser: &Browser, count: usize) -> Vec<Message> {
    let came = async || Some(service.messages(browser)).filter(|messages| messages.len() >= count);
    let messages = eventually("a message", came).await;
    assert_eq!(messages.len(), count);
    messages
}

/// A duel between two, the one whose turn it is first.
async fn duel(server: &TestServer) -> (Spectator, Spectator, String) {
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let game = duel_between(&ann, &bob).await;
    match ann.look_at(&game).await.json()["yours"] == true {
        true => (ann, bob, game),
        false => (bob, ann, game),
    }
}

async fn duel_between(ann: &Spectator, bob: &Spectator) -> String {
    let game = open_duel(ann, json!({})).await;
    let sat = bob.try_in(&game, json!({ "kind": "sit", "text": "Bob" })).await;
    assert_eq!(sat.status, 200, "{}", sat.text());
    game
}

async fn move_on(who: &Spectator, game: &str) {
    let state = who.look_at(game).await.json();
    assert_eq!(state["yours"], true, "{state}");
    let moved = who.try_in(game, json!({ "text": state["legal"][0], "version": state["version"] })).await;
    assert_eq!(moved.status, 200, "{}", moved.text());
}

async fn browsers(server: &TestServer, who: &Spectator) -> Vec<Value> {
    let listed = ask(&server.router(), "GET", PATH, Some(&who.token), Value::Null).await.json();
    listed["browsers"].as_array().unwrap().clone()
}

async fn test(server: &TestServer, who: &Spectator, id: &str) {
    let sent =
        ask(&server.router(), "POST", &format!("{PATH}/{id}/test"), Some(&who.token), Value::Null).await;
    assert_eq!(sent.status, 202, "{}", sent.text());
}

/// Lets the server send all that is due, and waits until it has: a test to another browser comes after it.
async fn all_is_sent(server: &TestServer, service: &PushService, name: &str) {
    let who = server.spectator().await;
    server.pass(SOON);
    for round in ["one", "two"] {
        let browser = service.browser(&format!("{name}-{round}"));
        let id = told(server, &who, &browser, [true, false]).await;
        test(server, &who, &id).await;
        brings(service, &browser, 1).await;
    }
}

#[tokio::test]
async fn a_turn_is_pushed_once_and_says_nothing_of_the_game() {
    let server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let _sends = server.sends_pushes();
    let (one, other, game) = duel(&server).await;
    let (browser, quiet) = (service.browser("other"), service.browser("quiet"));
    told(&server, &other, &browser, [true, false]).await;
    told(&server, &other, &quiet, [false, true]).await;
    let key = other.get(PATH).await.json()["key"].as_str().unwrap().to_owned();
    move_on(&one, &game).await;
    server.pass(SOON);
    let message = brings(&service, &browser, 1).await.remove(0);
    let header = |name: &str| message.headers[name].to_str().unwrap();
    assert_eq!((header("ttl"), header("content-encoding")), ("86400", "aes128gcm"));
    assert!(!header("topic").contains(&game) && header("topic").len() <= 32);
    // The push service can check who sends, and that it is meant.
    let (token, public) =
        header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(public, key);
    let (signed, signature) = token.rsplit_once('.').unwrap();
    let decode = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
    let verified = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, decode(public));
    verified.verify(signed.as_bytes(), &decode(signature)).unwrap();
    let claims: Value = serde_json::from_slice(&decode(signed.split_once('.').unwrap().1)).unwrap();
    assert!(browser.endpoint.starts_with(claims["aud"].as_str().unwrap()));
    assert_eq!(browser.open(&message), json!({ "kind": "turn", "path": format!("/g/{game}") }));

    // Each turn is told once, and only to those who want it.
    move_on(&other, &game).await;
    move_on(&one, &game).await;
    all_is_sent(&server, &service, "fence").await;
    brings(&service, &service.browser("other"), 2).await;
    brings(&service, &quiet, 0).await;
}

#[tokio::test]
async fn a_turn_is_not_pushed_to_one_who_has_taken_it_or_has_the_table_open() {
    let server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let _sends = server.sends_pushes();
    let (one, other, game) = duel(&server).await;
    let browser = service.browser("other");
    told(&server, &other, &browser, [true, true]).await;
    move_on(&one, &game).await;
    move_on(&other, &game).await;
    all_is_sent(&server, &service, "taken").await;
    brings(&service, &browser, 0).await;

    let request =
        Request::get(format!("/g/{game}/events")).header("authorization", format!("Bearer {}", other.token));
    let open = call(&server.router(), request.body(Body::empty()).unwrap()).await;
    let mut stream = open.into_body().into_data_stream();
    stream.next().await.unwrap().unwrap();
    move_on(&one, &game).await;
    all_is_sent(&server, &service, "open").await;
    brings(&service, &browser, 0).await;
    drop(stream);

    // A game against a program keeps no player waiting.
    let alone = other.order(json!({ "game": "baju-duel", "programs": ["1"] })).await.json();
    move_on(&other, alone["id"].as_str().unwrap()).await;
    all_is_sent(&server, &service, "alone").await;
    brings(&service, &browser, 0).await;
}

#[tokio::test]
async fn an_invitation_is_pushed_unless_it_is_withdrawn() {
    let server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let _sends = server.sends_pushes();
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    let browser = service.browser("bob");
    told(&server, &bob, &browser, [false, true]).await;
    let challenge = async |game: &str| {
        let order = json!({ "to": "Bob", "game": game });
        let made = ask(&server.router(), "POST", "/api/v1/challenges", Some(&ann.token), order).await;
        made.json()["id"].as_str().unwrap().to_owned()
    };
    let id = challenge("bulbous").await;
    let path = format!("/api/v1/challenges/{id}");
    ask(&server.router(), "DELETE", &path, Some(&ann.token), Value::Null).await;
    all_is_sent(&server, &service, "withdrawn").await;
    brings(&service, &browser, 0).await;
    challenge("baju-duel").await;
    server.pass(SOON);
    let message = brings(&service, &browser, 1).await.remove(0);
    assert_eq!(browser.open(&message), json!({ "kind": "invitation", "path": "/me/challenges" }));
    // A guest is told of a table, which is there as long as the seat is open.
    let guest = server.spectator().await;
    let phone = service.browser("guest");
    told(&server, &guest, &phone, [false, true]).await;
    let tables = [open_duel(&ann, json!({})).await, open_duel(&ann, json!({})).await];
    for table in &tables {
        let new = server.tables().store().invite(table, guest.id(), server.tables().now()).await.unwrap();
        assert!(new);
    }
    server.tables().store().decline_invitation(&tables[0], guest.id()).await.unwrap();
    all_is_sent(&server, &service, "invited").await;
    let message = brings(&service, &phone, 1).await.remove(0);
    assert_eq!(phone.open(&message), json!({ "kind": "invitation", "path": format!("/g/{}", tables[1]) }));
    assert_eq!(guest.get(PATH).await.json()["waiting"], 1);
    // The invitation and a turn wait for Bob until he has answered.
    assert_eq!(bob.get(PATH).await.json()["waiting"], 1);
    assert_eq!(ann.get(PATH).await.json()["waiting"], 0);
}

#[tokio::test]
async fn what_is_to_be_pushed_survives_a_kill() {
    let mut server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let (one, other, game) = duel(&server).await;
    let browser = service.browser("other");
    told(&server, &other, &browser, [true, false]).await;
    move_on(&one, &game).await;
    server.restart().await;
    let (sends, one) = (server.sends_pushes(), one.at(&server));
    server.pass(SOON);
    brings(&service, &browser, 1).await;
    drop(sends);
    // A server that ends while it sends has not told what became of it.
    let other = other.at(&server);
    move_on(&other, &game).await;
    move_on(&one, &game).await;
    server.pass(SOON);
    let store = server.store().await;
    let now = server.tables().now();
    assert_eq!(store.claim_pushes(now, now + PUSH_CLAIMED_FOR, 9).await.unwrap().len(), 1);
    assert_eq!(store.claim_pushes(now, now + PUSH_CLAIMED_FOR, 9).await.unwrap(), []);
    server.restart().await;
    let _sends = server.sends_pushes();
    server.pass(PUSH_CLAIMED_FOR);
    brings(&service, &browser, 2).await;
    store.close().await;
}

#[tokio::test]
async fn a_browser_that_is_gone_is_forgotten() {
    let server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let _sends = server.sends_pushes();
    for status in [404, 410] {
        let (one, other, game) = duel(&server).await;
        let browser = service.browser(&format!("other-{status}"));
        told(&server, &other, &browser, [true, false]).await;
        service.answers(status);
        move_on(&one, &game).await;
        server.pass(SOON);
        eventually("an end", async || browsers(&server, &other).await.is_empty().then_some(())).await;
        assert_eq!(service.messages(&browser).len(), 1);
        service.answers(201);
    }
}

#[tokio::test]
async fn a_browser_that_cannot_be_reached_is_forgotten_after_some_tries() {
    let server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let _sends = server.sends_pushes();
    let (one, other, game) = duel(&server).await;
    let browser = service.browser("other");
    told(&server, &other, &browser, [true, false]).await;
    service.answers(500);
    move_on(&one, &game).await;
    server.pass(SOON);
    brings(&service, &browser, 1).await;
    for (pause, tries) in PUSH_PAUSES.into_iter().zip(2..) {
        assert_eq!(browsers(&server, &other).await.len(), 1, "it may come back");
        // What became of the last try is noted a moment after it.
        eventually("another try", async || {
            server.pass(pause);
            tokio::time::sleep(std::time::Duration::from_millis(600)).await;
            (service.messages(&browser).len() >= tries).then_some(())
        })
        .await;
    }
    eventually("an end", async || browsers(&server, &other).await.is_empty().then_some(())).await;
    assert_eq!(service.messages(&browser).len(), 1 + PUSH_PAUSES.len());

    // One that fails for a day is forgotten, too, though each push is another one.
    let second = service.browser("second");
    let id = told(&server, &other, &second, [true, false]).await;
    eventually("an end", async || {
        server.pass(13 * 3_600_000);
        ask(&server.router(), "POST", &format!("{PATH}/{id}/test"), Some(&other.token), Value::Null).await;
        tokio::time::sleep(std::time::Duration::from_millis(600)).await;
        browsers(&server, &other).await.is_empty().then_some(())
    })
    .await;
    let failed = service.messages(&second).len();
    assert!((2..=PUSH_PAUSES.len()).contains(&failed), "{failed}");
}

#[tokio::test]
async fn a_push_service_that_is_slow_holds_up_no_move() {
    let server = TestServer::pushing("").await;
    let (slow, service) = (PushService::new().await, PushService::new().await);
    slow.answers(0);
    let _sends = server.sends_pushes();
    let (one, other, game) = duel(&server).await;
    let (ones, others) = (service.browser("one"), slow.browser("other"));
    told(&server, &one, &ones, [true, false]).await;
    told(&server, &other, &others, [true, false]).await;
    move_on(&one, &game).await;
    server.pass(SOON);
    brings(&slow, &others, 1).await;
    // It has the message and does not answer. The game goes on meanwhile, and so do other pushes.
    move_on(&other, &game).await;
    server.pass(SOON);
    brings(&service, &ones, 1).await;
    assert_eq!(browsers(&server, &other).await.len(), 1);
}

#[tokio::test]
async fn a_visitor_has_five_browsers_and_changes_them_now_and_then() {
    let server = TestServer::pushing("notifications=28").await;
    let service = PushService::new().await;
    let ann = server.spectator().await;
    let mut ids = Vec::new();
    for number in 0..=BROWSERS_NOTIFIED {
        ids.push(told(&server, &ann, &service.browser(&number.to_string()), [true, false]).await);
        server.pass(1);
    }
    let kept: Vec<Value> = browsers(&server, &ann).await.into_iter().map(|one| one["id"].clone()).collect();
    assert_eq!(kept, ids[1..], "the oldest one is forgotten");
    let last = service.browser("last");
    assert_eq!(put(&server, &ann, order(&last, true, false)).await.status, 200);
    let refused = put(&server, &ann, order(&last, true, true)).await;
    refused.is_refused(429, "often");
    let path = format!("{PATH}/{}", ids[1]);
    let gone = ask(&server.router(), "DELETE", &path, Some(&ann.token), Value::Null).await;
    assert_eq!(gone.status, 404, "it was the next to be forgotten");
    let path = format!("{PATH}/{}", ids[2]);
    let bob = server.spectator().await;
    let foreign = ask(&server.router(), "DELETE", &path, Some(&bob.token), Value::Null).await;
    assert_eq!(foreign.status, 404, "it is another visitor's");
    assert_eq!(ask(&server.router(), "DELETE", &path, Some(&ann.token), Value::Null).await.status, 204);
}

#[tokio::test]
async fn what_is_no_push_service_is_refused_and_no_browser_is_taken_over() {
    let server = TestServer::pushing("").await;
    let public = TestServer::new().await;
    let service = PushService::new().await;
    let (ann, eve) = (server.spectator().await, server.spectator().await);
    let browser = service.browser("ann");
    let id = told(&server, &ann, &browser, [true, true]).await;
    let changed = |key: &str, value: &str| {
        let mut order = order(&browser, true, true);
        order[key] = value.into();
        order
    };
    for endpoint in ["http://10.0.0.1/x", "https://push.example/x", "file:///etc/passwd", ""] {
        let refused = put(&server, &eve, changed("endpoint", endpoint)).await;
        assert_eq!(refused.status, 422, "{endpoint}");
    }
    let stranger = public.spectator().await;
    let refused = put(&public, &stranger, order(&browser, true, true)).await;
    refused.is_refused(422, "https address on the Internet");
    put(&server, &eve, changed("p256dh", "AAAA")).await.is_refused(422, "keys");
    put(&server, &eve, order(&browser, false, false)).await.is_refused(422, "Choose turns");
    // Who knows the address of a browser needs its secret, too.
    let other = changed("auth", "BTBZMqHH6r4Tts7J_aSIgg");
    put(&server, &eve, other).await.is_refused(422, "Another browser");
    assert_eq!(browsers(&server, &ann).await.len(), 1);
    assert!(browsers(&server, &eve).await.is_empty());
    // The browser itself may be another visitor's now.
    assert_eq!(put(&server, &eve, order(&browser, true, false)).await.json()["id"], id);
    assert_eq!((browsers(&server, &ann).await.len(), browsers(&server, &eve).await.len()), (0, 1));

    let quiet = TestServer::quiet().await;
    let bob = quiet.spectator().await;
    assert_eq!(bob.get(PATH).await.json()["key"], Value::Null);
    put(&quiet, &bob, order(&browser, true, true)).await.is_refused(422, "sends no notifications");
    assert!(bob.get("/settings").await.text().contains("turned notifications off"));
    assert!(bob.get("/privacy").await.text().contains("Nothing is sent to other sites"));
    assert!(ann.get("/settings").await.text().contains("data-wanted=\"turns\""));
    assert!(ann.get("/privacy").await.text().contains("push service"));
    assert!(server.anonymous().get("/settings").await.text().contains("Play a game with someone first"));
}

#[tokio::test]
async fn notifications_end_with_the_session_that_asked_for_them() {
    let server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let _sends = server.sends_pushes();
    // A visitor asks, and signs up: the browser stays with the account, as long as the session lasts.
    let (visitor, bob) = (server.spectator().await, server.spectator().await);
    let browser = service.browser("ann");
    told(&server, &visitor, &browser, [true, false]).await;
    let game = duel_between(&visitor, &bob).await;
    let mut ann =
        people::Browser { router: server.router(), token: visitor.token.clone(), familiar: String::new() };
    ann.enter("sign-up", "Ann", people::PASSWORD).await;
    let account = server.spectator_with(&ann.token);
    assert_eq!(browsers(&server, &account).await.len(), 1);
    let export = ann.export().await;
    assert_eq!(export["notifications"][0]["service"], "127.0.0.1");
    assert!(!export.to_string().contains("push/ann"), "not what lets its finder send");
    let bots = token(&mut ann, "bot", &["read", "play"]).await;
    let (program, by_token) = (server.spectator_with(&bots), service.browser("token"));
    told(&server, &program, &by_token, [true, false]).await;
    ann.post("/me/log-out", &[]).await;
    assert_eq!(browsers(&server, &program).await.len(), 2);
    if bob.look_at(&game).await.json()["yours"] != true {
        move_on(&program, &game).await;
    }
    move_on(&bob, &game).await;
    server.pass(SOON);
    brings(&service, &by_token, 1).await;
    eventually("an end", async || (browsers(&server, &program).await.len() == 1).then_some(())).await;
    brings(&service, &browser, 0).await;

    // All go with the account.
    ann.enter("log-in", "Ann", people::PASSWORD).await;
    let deleted = ann.post("/me/delete", &[("password", people::PASSWORD)]).await;
    assert_eq!(deleted.status, 303, "{}", deleted.text());
    let now = server.tables().now();
    assert_eq!(server.tables().store().push_subscriptions(visitor.id()).await.unwrap(), []);
    assert_eq!(server.tables().store().claim_pushes(now + 99_999_999, now, 9).await.unwrap(), []);
}

#[tokio::test]
async fn of_several_servers_one_sends_each_push() {
    let one = TestServer::pushing_on_postgres().await;
    let other = one.beside().await;
    let service = PushService::new().await;
    let _sends = (one.sends_pushes(), other.sends_pushes());
    let mut browsers = Vec::new();
    for number in 0..4 {
        let (ann, bob) = (one.spectator().await, other.spectator().await);
        let game = duel_between(&ann, &bob).await;
        for (name, who, server) in [("ann", &ann, &one), ("bob", &bob, &other)] {
            let browser = service.browser(&format!("{name}-{number}"));
            told(server, who, &browser, [true, false]).await;
            browsers.push(browser);
        }
        if bob.look_at(&game).await.json()["yours"] == true {
            move_on(&bob, &game).await;
        }
        move_on(&ann, &game).await;
        move_on(&bob, &game).await;
        // One who has the table open at one server is told by none.
        let reader = format!("/g/{game}/events");
        let request = Request::get(reader).header("authorization", format!("Bearer {}", bob.token));
        let open = call(&other.router(), request.body(Body::empty()).unwrap()).await;
        let mut stream = open.into_body().into_data_stream();
        stream.next().await.unwrap().unwrap();
        move_on(&ann, &game).await;
        all_is_sent(&one, &service, &format!("open-{number}")).await;
        assert!(service.messages(&browsers[browsers.len() - 1]).is_empty(), "Bob sees it");
        drop(stream);
        move_on(&bob, &game).await;
    }
    all_is_sent(&one, &service, "last").await;
    all_is_sent(&other, &service, "very-last").await;
    let told: Vec<usize> = browsers.iter().map(|browser| service.messages(browser).len()).collect();
    assert_eq!(told, [1, 0].repeat(4));
}

#[tokio::test]
async fn a_round_of_an_event_is_told_to_all_who_play_in_it_until_they_come() {
    let server = TestServer::pushing("").await;
    let service = PushService::new().await;
    let _sends = server.sends_pushes();
    for (title, game, form) in [("Cup", "baju-duel", "knock-out"), ("Same", "brain-burn", "duplicate")] {
        let names = ["Ann", "Bob", "Cid", "Dan"].map(|name| format!("{name}{title}"));
        let browsers = names.each_ref().map(|name| service.browser(name));
        let mut players = Vec::new();
        for (name, browser) in names.iter().zip(&browsers) {
            let player = server.spectator_with(&people::Browser::of(&server, name).await.token);
            told(&server, &player, browser, [true, false]).await;
            players.push(player);
        }
        let order = json!({ "title": title, "game": game, "form": form });
        let event = events::begun(&players, order).await;
        // One comes before it is told.
        let early = events::own_game(&players[0], &event).await.unwrap();
        if form == "duplicate" {
            events::resigns(&players[0], &event).await;
        } else {
            players[0].look_at(&early).await;
        }
        all_is_sent(&server, &service, title).await;
        let to_move = players[0].look_at(&early).await.json()["yours"] == true;
        brings(&service, &browsers[0], usize::from(to_move)).await;
        for (browser, player) in browsers.into_iter().zip(&players).skip(1) {
            let message = brings(&service, &browser, 1).await.remove(0);
            let own = events::own_game(player, &event).await.unwrap();
            assert_eq!(browser.open(&message), json!({ "kind": "turn", "path": format!("/g/{own}") }));
            // It counts on every page, also for one who doesn't move first.
            let page = player.get("/games").await.text();
            assert!(page.contains("<title>(1) ") && page.contains(title), "{page}");
            assert!(page.contains("Ready to start"), "{page}");
        }
    }
}

#[tokio::test]
async fn every_page_tells_how_much_waits() {
    let server = TestServer::pushing("").await;
    let (one, other, game) = duel(&server).await;
    let address = "data-at=\"/api/v1/notifications\"";
    for path in
        ["/", "/games", "/tables", "/settings", "/privacy", "/baju-duel", "/me", "/today", "/nonsense"]
    {
        let (waits, calm) = (one.get(path).await.text(), other.get(path).await.text());
        assert!(waits.contains("<title>(1) ") && waits.contains(">1</span>"), "{path}: {waits}");
        assert!(waits.contains(", 1 waiting for you") && waits.contains(address), "{path}");
        assert!(!calm.contains("<title>(") && !calm.contains("waiting for you"), "{path}: {calm}");
        assert!(calm.contains(address) && !calm.contains("class=\"badge\""), "{path}");
        let stranger = server.anonymous().get(path).await.text();
        assert!(!stranger.contains(address), "{path}: nothing waits for a stranger");
    }
    move_on(&one, &game).await;
    assert!(other.get("/fairness").await.text().contains("<title>(1) "));
    assert!(!one.get("/fairness").await.text().contains("<title>("));
}

#[tokio::test]
async fn games_in_which_others_wait_come_first_however_old_they_are() {
    let server = TestServer::pushing("").await;
    let (one, other, game) = duel(&server).await;
    for number in 0..41 {
        server.pass(1_000);
        let order = json!({ "game": "brain-burn", "seed": number.to_string(), "wish": { "hole": 12 } });
        let id = one.order(order).await.json()["id"].as_str().unwrap().to_owned();
        let moved = one.try_in(&id, json!({ "text": "R" })).await;
        assert_eq!(moved.status, 200, "{}", moved.text());
    }
    let page = one.get("/").await.text();
    let strip = page.split("id=\"your-turn\"").nth(1).expect("a strip of games that wait");
    let strip = strip.split("</section>").next().unwrap();
    assert!(strip.contains(&format!("/g/{game}")) && !strip.contains("Brain Burn"), "{strip}");
    assert!(page.find("your-turn") < page.find("unfinished"));
    assert!(!other.get("/").await.text().contains("id=\"your-turn\""));
}
