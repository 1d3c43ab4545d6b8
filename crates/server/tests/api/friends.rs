//! Following people, seeing who is here, past opponents, and inviting them again.

use crate::feed::Lines;
use crate::pages::assert_page;
use crate::people::Browser;
use crate::test_server::{Reply, Spectator, TestServer, ask, call};
use crate::tokens::{bot, token};
use axum::body::{Body, BodyDataStream};
use axum::http::Request;
use serde_json::{Value, json};

const MINUTE: i64 = 60_000;
const HOUR: i64 = 60 * MINUTE;

async fn put(server: &TestServer, who: &Spectator, whom: &str) -> Reply {
    ask(&server.router(), "PUT", &format!("/api/v1/friends/{whom}"), Some(&who.token), Value::Null).await
}

async fn delete(server: &TestServer, who: &Spectator, whom: &str) -> Reply {
    ask(&server.router(), "DELETE", &format!("/api/v1/friends/{whom}"), Some(&who.token), Value::Null).await
}

async fn list(server: &TestServer, who: &Spectator, path: &str) -> Value {
    let reply = ask(&server.router(), "GET", path, Some(&who.token), Value::Null).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

async fn friends(server: &TestServer, who: &Spectator) -> Vec<Value> {
    list(server, who, "/api/v1/friends").await["friends"].as_array().unwrap().clone()
}

async fn names(server: &TestServer, who: &Spectator) -> Vec<String> {
    let all = friends(server, who).await;
    all.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

async fn opponents(server: &TestServer, who: &Spectator) -> Vec<Value> {
    list(server, who, "/api/v1/opponents").await["opponents"].as_array().unwrap().clone()
}

/// A game of two in which each moves once, and the first resigns if that is wanted; its id.
async fn play(one: &Spectator, other: &Spectator, [name, sits]: [&str; 2], resigns: bool) -> String {
    let terms = json!({ "pace": { "days": 3 }, "takebacks": false });
    let order = json!({ "game": "baju-duel", "programs": ["open"], "name": name, "sit": 0, "terms": terms });
    let made = one.order(order).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let id = made.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(other.try_in(&id, json!({ "kind": "sit", "text": sits })).await.status, 200);
    for who in [one, other] {
        let action = who.look_at(&id).await.json()["legal"][0].clone();
        assert_eq!(who.try_in(&id, json!({ "text": action })).await.status, 200);
    }
    if resigns {
        assert_eq!(one.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    }
    id
}

/// The browser of an account with a token.
fn browser(server: &TestServer, who: &Spectator) -> Browser {
    Browser { router: server.router(), token: who.token.clone(), familiar: String::new() }
}

#[tokio::test]
async fn an_account_is_followed_once_and_no_longer() {
    let server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    for _ in 0..2 {
        assert_eq!(put(&server, &bob, "ann").await.status, 204, "twice is once");
    }
    let all = friends(&server, &bob).await;
    let [friend] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!(
        (&friend["name"], &friend["account"], &friend["played"]),
        (&json!("Ann"), &json!(true), &Value::Null)
    );
    assert_eq!(friends(&server, &ann).await, [Value::Null; 0], "she isn’t told");
    put(&server, &bob, "Bob").await.is_refused(422, "can’t follow yourself");
    put(&server, &bob, "Cleo").await.is_refused(404, "no account with this name");
    delete(&server, &bob, "Cleo").await.is_refused(404, "no account with this name");
    delete(&server, &ann, "Bob").await.is_refused(422, "don’t follow this player");
    let id = friend["id"].as_str().unwrap();
    assert_eq!(delete(&server, &bob, id).await.status, 204, "by the id in the list, too");
    delete(&server, &bob, "Ann").await.is_refused(422, "don’t follow this player");
    // What may be asked for follows from the scope.
    let mut cid = Browser::of(&server, "Cid").await;
    let reads = server.spectator_with(&token(&mut cid, "reads", &["read", "play"]).await);
    put(&server, &reads, "Ann").await.is_refused(403, "lacks the scope `challenge`");
    for path in ["/api/v1/friends", "/api/v1/opponents"] {
        ask(&server.router(), "GET", path, None, Value::Null).await.is_refused(401, "needs a token");
    }
    // The export names whom one follows, and an account that is deleted is followed no longer.
    assert_eq!(cid.post("/friends", &[("act", "follow"), ("name", "Ann")]).await.status, 303);
    assert_eq!(cid.export().await["followed"], json!(["Ann"]));
    assert!(cid.get("/friends").await.text().contains("Unfollow Ann"));
    let mut anns = Browser::new(&server);
    anns.enter("log-in", "Ann", crate::people::PASSWORD).await;
    assert_eq!(anns.post("/me/delete", &[("password", crate::people::PASSWORD)]).await.status, 303);
    assert!(!cid.get("/friends").await.text().contains("Unfollow"));
    assert_eq!(cid.export().await["followed"], Value::Null);
}

#[tokio::test]
async fn a_guest_is_followed_after_a_game_and_keeps_followers_as_an_account() {
    let server = TestServer::new().await;
    let (ann, bob, eve) = (server.spectator().await, server.spectator().await, server.spectator().await);
    let game = play(&ann, &bob, ["Ann", "Bob"], false).await;
    assert_eq!(opponents(&server, &ann).await, [Value::Null; 0], "it is not over");
    // At the table, by the seat: for those who play there, and for no stranger.
    let seat = [("act", "follow"), ("game", game.as_str()), ("seat", "1")];
    let refused = browser(&server, &eve).post("/friends", &seat).await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("You can follow a guest once you’ve played with them."),
        "{}",
        refused.text()
    );
    assert_eq!(browser(&server, &ann).post("/friends", &seat).await.status, 303);
    let own = [("act", "follow"), ("game", game.as_str()), ("seat", "0")];
    assert!(
        browser(&server, &ann).post("/friends", &own).await.text().contains("You can’t follow yourself.")
    );
    let none = [("act", "follow"), ("game", game.as_str()), ("seat", "7")];
    assert!(browser(&server, &ann).post("/friends", &none).await.text().contains("No person has this seat."));
    assert_eq!(names(&server, &ann).await, ["Bob"]);
    assert_eq!(ann.try_in(&game, json!({ "kind": "resign" })).await.status, 200);
    play(&bob, &ann, ["Bob", "Ann"], true).await;
    server.pass(1_000);
    let last = play(&ann, &bob, ["Ann", "Bob"], true).await;
    let met = &opponents(&server, &ann).await[0];
    let played = &met["played"];
    assert_eq!(
        (&met["name"], &met["followed"], &met["account"]),
        (&json!("Bob"), &json!(true), &json!(false))
    );
    assert_eq!(
        [&played["games"], &played["won"], &played["lost"], &played["drawn"]],
        [&json!(3), &json!(1), &json!(2), &json!(0)]
    );
    assert_eq!(played["last_game"], json!(last));
    assert_eq!(&friends(&server, &ann).await[0]["played"], played);
    // An id is one in the lists of the one who reads them.
    let alias = opponents(&server, &bob).await[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(put(&server, &bob, &alias).await.status, 204);
    put(&server, &eve, &alias).await.is_refused(404, "no account with this name");
    // The table offers it to its players alone.
    let page = browser(&server, &ann).get(&format!("/g/{last}")).await.text();
    assert!(page.contains("Follow Bob") && !page.contains("Follow Ann"));
    assert!(!browser(&server, &eve).get(&format!("/g/{last}")).await.text().contains("Follow Bob"));

    // Bob signs up; Ann logs in to an account that she has. Both keep whom they follow and who follows them.
    drop(Browser::of(&server, "Annabel").await);
    browser(&server, &bob).enter("sign-up", "Robert", crate::people::PASSWORD).await;
    assert_eq!(names(&server, &ann).await, ["Robert"]);
    let mut anns = browser(&server, &ann);
    anns.enter("log-in", "Annabel", crate::people::PASSWORD).await;
    let (anns, mut bobs) = (server.spectator_with(&anns.token), Browser::new(&server));
    bobs.enter("log-in", "Robert", crate::people::PASSWORD).await;
    let bobs = server.spectator_with(&bobs.token);
    assert_eq!(names(&server, &anns).await, ["Robert"]);
    assert_eq!(names(&server, &bobs).await, ["Annabel"]);
    assert_eq!(opponents(&server, &bobs).await[0]["played"]["won"], json!(2));
}

#[tokio::test]
async fn a_block_wins_over_following_and_inviting() {
    let server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    for who in ["Ann", "Bob"] {
        let mut browser = Browser::new(&server);
        browser.enter("log-in", who, crate::people::PASSWORD).await;
        assert_eq!(browser.post("/me/public", &[("public", "1")]).await.status, 303);
        assert_eq!(browser.post("/me/bot", &[("bot", "")]).await.status, 303);
    }
    play(&ann, &bob, ["Ann", "Bob"], true).await;
    let block = async |who: &Spectator, whom: &str| {
        let reply = who.at(&server).post_json("/api/v1/blocks", json!({ "person": whom })).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        reply.json()["id"].as_str().unwrap().to_owned()
    };
    let unblock = async |who: &Spectator, id: &str| {
        let path = format!("/api/v1/blocks/{id}");
        assert_eq!(ask(&server.router(), "DELETE", &path, Some(&who.token), Value::Null).await.status, 204);
    };
    let mut bobs = Browser::new(&server);
    bobs.enter("log-in", "Bob", crate::people::PASSWORD).await;
    assert_eq!(opponents(&server, &bob).await[0]["name"], "Ann");
    let alias = opponents(&server, &bob).await[0]["id"].as_str().unwrap().to_owned();
    let invites = [("act", "invite"), ("person", alias.as_str())];
    for (blocker, whom) in [(&ann, "Bob"), (&bob, "Ann")] {
        for (one, other) in [(&ann, "Bob"), (&bob, "Ann")] {
            assert_eq!(put(&server, one, other).await.status, 204);
        }
        let id = block(blocker, whom).await;
        for who in [&ann, &bob] {
            assert_eq!(names(&server, who).await, [""; 0], "at once, and both ways");
            assert_eq!(opponents(&server, who).await, [Value::Null; 0]);
        }
        let why = |own: bool| if own { "unblock them to follow them" } else { "can’t follow this player" };
        put(&server, &ann, "Bob").await.is_refused(403, why(whom == "Bob"));
        put(&server, &bob, "Ann").await.is_refused(403, why(whom == "Ann"));
        let refused = bobs.post("/friends", &invites).await;
        assert_eq!(refused.status, 403);
        let page = refused.text();
        assert!(page.contains("This player doesn’t accept challenges from you."), "{page}");
        unblock(blocker, &id).await;
        assert_eq!(names(&server, &bob).await, [""; 0], "it does not come back by itself");
    }
}

#[tokio::test]
async fn a_person_follows_two_hundred_others_at_most() {
    let (server, store) = TestServer::with_store().await;
    let (ann, bob) = (server.spectator().await, bot(&server, "Bob").await);
    for n in 0..200 {
        store.follow(ann.id(), &format!("person {n}"), "Someone", n, 500).await.unwrap();
    }
    put(&server, &ann, "Bob").await.is_refused(422, "You follow 200 people, which is the most");
    store.unfollow(ann.id(), "person 7").await.unwrap();
    assert_eq!(put(&server, &ann, "Bob").await.status, 204);
    let (cid, dan) = (server.spectator().await, server.spectator().await);
    play(&cid, &bob, ["Cid", "Bob"], true).await;
    server.pass(1_000);
    play(&cid, &dan, ["Cid", "Dan"], true).await;
    // A bot is no past opponent.
    let bobs = store.account_named("Bob").await.unwrap().unwrap().id;
    store.mark_bot(&bobs, true).await.unwrap();
    let first = list(&server, &cid, "/api/v1/opponents?limit=1").await;
    assert_eq!((&first["opponents"][0]["name"], &first["more"]), (&json!("Dan"), &json!(false)));
    store.mark_bot(&bobs, false).await.unwrap();
    let first = list(&server, &cid, "/api/v1/opponents?limit=1").await;
    assert_eq!((&first["opponents"][0]["name"], &first["more"]), (&json!("Dan"), &json!(true)));
    let second = list(&server, &cid, "/api/v1/opponents?limit=1&skip=1").await;
    assert_eq!((&second["opponents"][0]["name"], &second["more"]), (&json!("Bob"), &json!(false)));
    for (query, status, why) in [
        ("limit=31", 422, "at most 30 people"),
        ("skip=3000000000", 422, "too many people to skip"),
        ("skip=x", 400, "`skip`"),
    ] {
        let path = format!("/api/v1/opponents?{query}");
        ask(&server.router(), "GET", &path, Some(&cid.token), Value::Null).await.is_refused(status, why);
    }
    let far = browser(&server, &cid).get("/friends?skip=4000000000").await;
    assert_eq!(far.status, 200, "{}", far.text());
}

/// The stream of a page.
async fn open(server: &TestServer, who: &Spectator) -> BodyDataStream {
    let request = Request::get("/tables/events").header("cookie", format!("visitor={}", who.token));
    let response = call(&server.router(), request.body(Body::empty()).unwrap()).await;
    assert_eq!(response.status(), 200);
    response.into_body().into_data_stream()
}

#[tokio::test]
async fn who_is_here_is_shown_to_followers_unless_it_is_hidden() {
    let mut server = TestServer::new().await;
    let (ann, bob) = (bot(&server, "Ann").await, bot(&server, "Bob").await);
    let mut browser = Browser::new(&server);
    browser.enter("log-in", "Ann", crate::people::PASSWORD).await;
    let anns = server.spectator_with(&browser.token);
    server.pass(10 * MINUTE);
    assert_eq!(put(&server, &bob, "Ann").await.status, 204);
    let here = async |server: &TestServer| friends(server, &bob.at(server)).await[0]["last_here"].clone();
    let page = open(&server, &anns).await;
    assert_eq!(here(&server).await, json!("now"));
    server.advance(HOUR).await;
    assert_eq!(here(&server).await, json!("now"), "the page is still open");
    let seen = bobs_page(&server).await;
    assert!(seen.contains("Here now"), "{seen}");
    drop(page);
    server.pass(MINUTE);
    assert_eq!(here(&server).await, json!("now"));
    server.pass(2 * MINUTE);
    assert_eq!(here(&server).await, json!("hour"));
    // Another server, or this one after a restart, knows it, too.
    server.advance(MINUTE).await;
    server.restart().await;
    assert_eq!(here(&server).await, json!("hour"));
    for (passes, told) in [
        (HOUR, json!("day")),
        (24 * HOUR, json!("week")),
        (7 * 24 * HOUR, json!("month")),
        (30 * 24 * HOUR, Value::Null),
    ] {
        server.pass(passes);
        assert_eq!(here(&server).await, told);
    }
    // Who hides it is not seen, whatever is open.
    let choose = async |server: &TestServer, hidden: Value| {
        ask(&server.router(), "PUT", "/api/v1/presence", Some(&ann.token), hidden).await
    };
    let page = open(&server, &anns).await;
    assert_eq!(here(&server).await, json!("now"));
    assert_eq!(choose(&server, json!({ "hidden": true })).await.status, 204);
    assert_eq!(here(&server).await, Value::Null);
    server.advance(MINUTE).await;
    assert_eq!(here(&server).await, Value::Null);
    assert_eq!(list(&server, &ann, "/api/v1/friends").await["hidden"], json!(true));
    choose(&server, json!({ "hidden": "perhaps" })).await.is_refused(422, "doesn’t match the document");
    let mut browser = Browser { router: server.router(), ..browser };
    assert!(browser.get("/friends").await.text().contains("Show my status"));
    assert_eq!(browser.export().await["presence"], json!({ "hidden": true, "seen": null }));
    assert_eq!(browser.post("/friends", &[("act", "show")]).await.status, 303);
    assert_eq!(here(&server).await, json!("now"));
    drop(page);
    assert_eq!(browser.post("/friends", &[("act", "dance")]).await.status, 422);
}

/// What a page says beside *My games*.
async fn badge(who: &Spectator) -> u32 {
    let page = who.get("/settings").await.text();
    let told = page.split_once(" waiting for you").and_then(|(before, _)| before.rsplit_once(", "));
    told.map_or(0, |(_, number)| number.parse().unwrap())
}

#[tokio::test]
async fn an_invitation_is_told_where_one_of_the_two_is_a_guest() {
    let server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let (as_ann, gus) = (server.spectator_with(&ann.token), server.spectator().await);
    play(&as_ann, &gus, ["Ann", "Gus"], true).await;
    let alias = opponents(&server, &as_ann).await[0]["id"].as_str().unwrap().to_owned();
    let mut told = Lines::open(&server.router(), "/api/v1/stream", &gus.token).await;
    assert_eq!(told.told().await.1, "connected");
    assert_eq!(badge(&gus).await, 0);
    let mut invited = async |key: &str| {
        let fields = [("act", "invite"), ("person", alias.as_str()), ("key", key)];
        let answer = ann.post("/friends", &fields).await;
        answer.headers["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned()
    };
    // The same form invites once.
    let table = invited("one").await;
    assert_eq!(invited("one").await, table);
    assert_eq!(badge(&gus).await, 1);
    let news = told.next().await.unwrap();
    assert_eq!((&news["kind"], &news["game"]), (&json!("invited"), &json!(table)));
    let page = gus.get("/games").await;
    assert_page(&page, "/games");
    let page = page.text();
    assert!(page.contains("You’re invited") && page.contains(&format!("/g/{table}\"")), "{page}");
    assert!(page.contains("Decline the invitation from Ann"), "{page}");
    assert_eq!(badge(&as_ann).await, 0, "who invites is told nothing");
    assert!(!as_ann.get("/games").await.text().contains("You’re invited"));

    // Declined, it is gone, for no one else to decline.
    let path = format!("/g/{table}/decline");
    assert_eq!(as_ann.form(&path, &[]).await.status, 303);
    assert_eq!(badge(&gus).await, 1);
    assert_eq!(gus.form(&path, &[]).await.headers["location"], "/games");
    assert_eq!(badge(&gus).await, 0);
    assert!(!gus.get("/games").await.text().contains("You’re invited"));

    // Taken, it is a game like any other.
    let second = invited("two").await;
    assert_eq!(badge(&gus).await, 1);
    assert_eq!(gus.try_in(&second, json!({ "kind": "sit", "text": "Gus" })).await.status, 200);
    assert!(!gus.get("/games").await.text().contains("You’re invited"));

    // A guest invites an account, which is told, too; and a guest who signs up takes invitations along.
    let invites = gus.get("/friends").await.text();
    let of_ann = invites.split("name=\"person\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let before = badge(&as_ann).await;
    let made = gus.form("/friends", &[("act", "invite"), ("person", of_ann), ("key", "three")]).await;
    assert!(made.headers["location"].to_str().unwrap().starts_with("/g/"), "{:?}", made.headers);
    assert_eq!(badge(&as_ann).await, before + 1);
    assert!(as_ann.get("/games").await.text().contains("Decline the invitation from Gus"));
    let third = invited("four").await;
    let mut signed = Browser::new(&server);
    signed.token.clone_from(&gus.token);
    signed.enter("sign-up", "Gustav", crate::people::PASSWORD).await;
    let games = signed.get("/games").await.text();
    assert!(games.contains("You’re invited") && games.contains(&third), "{games}");
    assert_eq!(signed.export().await["invited"], json!([third]));

    // A block ends it.
    let blocked = signed.post(&format!("/g/{third}/block"), &[]).await;
    assert!(blocked.status == 422 || blocked.status == 404, "that takes a text");
    assert_eq!(ann.post("/me/public", &[("public", "1")]).await.status, 303);
    assert_eq!(signed.post("/people/Ann/block", &[]).await.status, 200);
    assert!(!signed.get("/games").await.text().contains("You’re invited"));
}

/// The page of friends of Bob, who logs in.
async fn bobs_page(server: &TestServer) -> String {
    let mut browser = Browser::new(server);
    browser.enter("log-in", "Bob", crate::people::PASSWORD).await;
    browser.get("/friends").await.text()
}

#[tokio::test]
async fn a_tap_invites_to_a_game_like_the_last_one() {
    let server = TestServer::new().await;
    let (mut ann, mut bob) = (Browser::of(&server, "Ann").await, Browser::of(&server, "Bob").await);
    let client = |browser: &Browser| server.spectator_with(&browser.token);
    let alias = async |who: &Browser, name: &str| {
        let all = [friends(&server, &client(who)).await, opponents(&server, &client(who)).await].concat();
        let found = all.iter().find(|one| one["name"] == name).unwrap();
        found["id"].as_str().unwrap().to_owned()
    };
    // Without a game of the two, the form of a challenge is filled in.
    assert_eq!(bob.post("/friends", &[("name", "Ann")]).await.status, 303);
    assert!(bob.get("/friends").await.text().contains("/me/challenges?to=Ann"));
    let to_ann = alias(&bob, "Ann").await;
    let invited = bob.post("/friends", &[("act", "invite"), ("person", &to_ann)]).await;
    assert_eq!(invited.headers["location"], "/me/challenges?to=Ann");
    // With one, the challenge is made.
    play(&client(&ann), &client(&bob), ["Ann", "Bob"], true).await;
    let fields = [("act", "invite"), ("person", to_ann.as_str()), ("key", "one")];
    for _ in 0..2 {
        let invited = bob.post("/friends", &fields).await;
        assert_eq!(
            (invited.status.as_u16(), &invited.headers["location"]),
            (303, &"/me/challenges".parse().unwrap())
        );
    }
    let challenges = list(&server, &client(&ann), "/api/v1/challenges").await;
    assert_eq!(challenges.as_array().unwrap().len(), 1, "the same form makes one");
    let made = &challenges[0];
    assert_eq!((&made["game"], &made["terms"]["pace"]), (&json!("baju-duel"), &json!({ "days": 3 })));
    assert_eq!((&made["terms"]["takebacks"], &made["yours"]), (&json!(false), &json!(false)));
    let again = bob.post("/friends", &[("act", "invite"), ("person", &to_ann), ("key", "two")]).await;
    assert_eq!(again.status, 409);
    assert!(again.text().contains("You’ve already challenged this player"), "{}", again.text());
    // A guest gets a table with an open seat, which no list shows.
    let guest = server.spectator().await;
    play(&client(&ann), &guest, ["Ann", "Gus"], true).await;
    let to_gus = alias(&ann, "Gus").await;
    let invited = ann.post("/friends", &[("act", "invite"), ("person", &to_gus)]).await;
    let table = invited.headers["location"].to_str().unwrap().strip_prefix("/g/").unwrap().to_owned();
    let state = ann.state(&table).await;
    assert_eq!(state["terms"]["pace"], json!({ "days": 3 }), "{state}");
    assert_eq!(list(&server, &guest, "/api/v1/lobby").await["games"], json!([]));
    assert_eq!(guest.try_in(&table, json!({ "kind": "sit", "text": "Gus" })).await.status, 200);
    // What names no one is refused.
    for (fields, status, why) in [
        ([("act", "invite"), ("person", "0123456789abcdef")], 422, "no longer in your lists"),
        ([("act", "follow"), ("name", "Cleo")], 404, "no account with this name"),
        ([("act", "follow"), ("game", "nowhere")], 404, "no such game"),
    ] {
        let refused = ann.post("/friends", &fields).await;
        assert_eq!(refused.status.as_u16(), status);
        assert!(refused.text().contains(why), "{}", refused.text());
    }
    // A profile offers it to others.
    assert_eq!(ann.post("/me/public", &[("public", "1")]).await.status, 303);
    assert!(bob.get("/people/Ann").await.text().contains("Unfollow Ann"));
    assert!(Browser::new(&server).get("/people/Ann").await.text().contains("Follow Ann"));
    assert!(!ann.get("/people/Ann").await.text().contains("Follow Ann"));
    let mut newcomer = Browser::new(&server);
    assert!(newcomer.get("/friends").await.text().contains("No one yet."));
    assert_eq!(newcomer.post("/friends", &[("name", "Ann")]).await.status, 303);
    assert!(newcomer.get("/friends").await.text().contains("Unfollow Ann"));
}
