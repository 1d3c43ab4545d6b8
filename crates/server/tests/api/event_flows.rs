//! What surrounds the games of an event: the form, the way through an account, deals that are kept from
//! others, and games that end with the event.

use crate::events::{begun, does, duel, make, own_game, resigns, show};
use crate::people::{Browser, PASSWORD};
use crate::test_server::{Spectator, TestServer, ask};
use serde_json::{Value, json};

/// Accounts with these names, each logged in.
pub async fn accounts(server: &TestServer, names: &[&str]) -> Vec<Spectator> {
    let mut all = Vec::new();
    for name in names {
        all.push(server.spectator_with(&Browser::of(server, name).await.token));
    }
    all
}

#[tokio::test]
async fn no_one_else_sees_a_deal_that_others_still_play() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    for (game, seats) in [("brain-burn", 1), ("bulbous", 2)] {
        let order =
            json!({ "title": "Same <&>", "game": game, "form": "duplicate", "deals": 1, "seats": seats });
        let event = begun(&players, order).await;
        let own = own_game(&players[0], &event).await.unwrap();
        let stranger = server.spectator().await;
        let paths = |id: &str| {
            let pages =
                ["", "/part", "/events", "/log", "/replay", "/review", "/drawing.svg", "/preview.png"];
            let pages = pages.map(|page| format!("/g/{id}{page}"));
            let api = ["", "/record", "/moves", "/stream"].map(|path| format!("/api/v1/games/{id}{path}"));
            let lists = [format!("/thumbnails/{id}")];
            pages.into_iter().chain(api).chain(lists)
        };
        for over in [false, true] {
            if over {
                resigns(&players[0], &event).await;
            }
            for path in paths(&own) {
                for other in [&players[1], &stranger] {
                    let reply = other.get(&path).await;
                    assert!(matches!(reply.status.as_u16(), 403 | 404), "{path}: {}", reply.status);
                }
            }
            let page = stranger.get(&format!("/g/{own}")).await;
            assert!(page.text().contains("<h1>This deal isn’t over yet</h1>"), "{}", page.text());
            assert!(page.text().contains("Others are still playing this deal in Same &lt;&amp;&gt;"));
            assert!(page.text().contains(&format!("href=\"/events/{event}\"")), "a way to the event");
            players[1].look_at(&own).await.is_refused(403, "still playing this deal");
            // Whose game it is sees it.
            assert_eq!(players[0].get(&format!("/g/{own}")).await.status, 200);
        }
        for player in &players[1..] {
            resigns(player, &event).await;
        }
        server.advance(1000).await;
        assert_eq!(show(&players[0], &event).await["stage"], "over");
        for who in [&players[1], &stranger] {
            assert_eq!(who.get(&format!("/g/{own}")).await.status, 200);
            assert_eq!(who.look_at(&own).await.status, 200);
        }
    }
    let public = json!({ "title": "x", "game": "bulbous", "form": "duplicate", "public": true });
    players[0].post_json("/api/v1/events", public).await.is_refused(422, "can’t be watched");
}

#[tokio::test]
async fn games_end_with_their_event() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    for order in [
        duel("Cup", "round-robin"),
        json!({ "title": "Same", "game": "burbuja", "form": "duplicate", "days": 2 }),
    ] {
        let event = begun(&players, order).await;
        let mut games = Vec::new();
        for player in &players {
            games.extend(own_game(player, &event).await.map(|game| (player, game)));
        }
        assert!(!games.is_empty());
        does(&players[0], &event, "end").await;
        for (player, game) in games {
            let state = player.look_at(&game).await.json();
            assert_eq!(state["ending"], "aborted", "{state}");
            let page = player.get(&format!("/g/{game}")).await.text();
            assert!(
                page.contains("The event ended before this game was over, so it doesn’t count."),
                "{page}"
            );
        }
        for player in &players {
            assert!(!player.get("/games").await.text().contains("<title>(1) "), "nothing waits");
        }
    }
}

#[tokio::test]
async fn who_resigns_before_the_other_has_come_has_lost_as_the_table_says() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let event = begun(&players, duel("Cup", "round-robin")).await;
    let table = show(&players[0], &event).await["rounds"][0]["tables"][0].clone();
    let game = table["game"].as_str().unwrap();
    let loser = &players[table["seats"][1].as_u64().unwrap() as usize];
    resigns(loser, &event).await;
    let page = loser.get(&format!("/g/{game}")).await.text();
    assert!(page.contains("You resigned, so "), "{page}");
    server.advance(1000).await;
    let state = show(&players[0], &event).await;
    let first = &state["standings"][0];
    assert_eq!((&first["player"], &first["points"]), (&table["seats"][0], &json!(1.0)), "{state:#}");
}

/// The page of a finished game leads its players to the next one, and no one else.
#[tokio::test]
async fn a_finished_game_leads_to_that_of_the_next_round() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    let event = begun(&players, duel("Cup", "round-robin")).await;
    let tables = show(&players[0], &event).await["rounds"][0]["tables"].clone();
    let own = own_game(&players[0], &event).await.unwrap();
    resigns(&players[0], &event).await;
    server.advance(1000).await;
    let page = players[0].get(&format!("/g/{own}")).await.text();
    assert!(!page.contains("your game is ready") && page.contains("Back to Cup"), "{page}");
    let other = tables.as_array().unwrap().iter().find(|table| table["game"] != own.as_str()).unwrap();
    resigns(&players[other["seats"][0].as_u64().unwrap() as usize], &event).await;
    server.advance(1000).await;
    let next = own_game(&players[0], &event).await.unwrap();
    let page = players[0].get(&format!("/g/{own}")).await.text();
    assert!(page.contains("Round 2: your game is ready."), "{page}");
    assert!(page.contains(&format!("href=\"/g/{next}\"")) && page.contains("Back to Cup"), "{page}");
    let page = server.spectator().await.get(&format!("/g/{own}")).await.text();
    assert!(!page.contains("your game is ready"), "{page}");
}

/// Who loses a game of an event without resigning it is not told that he resigned.
#[tokio::test]
async fn a_game_that_is_lost_by_leaving_says_why() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    for (order, leaves, endings) in [
        (duel("Cup", "round-robin"), false, ["The organizer removed you, so ", "The organizer removed Bob."]),
        (duel("Cup", "round-robin"), true, ["You left the event, so ", "Bob left the event."]),
        (
            json!({ "title": "Same", "game": "burbuja", "form": "duplicate", "deals": 1 }),
            false,
            ["The organizer removed you.", "The organizer removed the player."],
        ),
        (
            json!({ "title": "Same", "game": "bulbous", "form": "duplicate", "seats": 4, "deals": 1 }),
            true,
            ["You left the event.", "The player left the event."],
        ),
    ] {
        let event = begun(&players, order).await;
        let game = own_game(&players[1], &event).await.unwrap();
        if leaves {
            does(&players[1], &event, "leave").await;
        } else {
            let remove = json!({ "kind": "remove", "player": 1 });
            let reply = players[0].post_json(&format!("/api/v1/events/{event}/changes"), remove).await;
            assert_eq!(reply.status, 200, "{}", reply.text());
        }
        let page = players[1].get(&format!("/g/{game}")).await.text();
        assert!(page.contains(endings[0]), "{page}");
        assert!(!page.contains("resigned"), "{page}");
        let state = players[1].look_at(&game).await.json();
        let ending = if leaves { "withdrawn" } else { "removed" };
        assert_eq!(state["ending"], ending, "{state}");
        let list = players[1].get("/games").await.text();
        let said = endings[0].split([',', '.']).next().unwrap();
        assert!(list.contains(said) || list.contains("Not solved"), "{list}");
        does(&players[0], &event, "end").await;
        let page = players[0].get(&format!("/g/{game}")).await.text();
        assert!(page.contains(endings[1]), "{page}");
    }
}

#[tokio::test]
async fn a_deal_that_is_played_alone_in_an_event_can_be_given_up() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let order = json!({ "title": "Same", "game": "burbuja", "form": "duplicate", "deals": 1 });
    let event = begun(&players, order).await;
    let own = own_game(&players[0], &event).await.unwrap();
    let page = players[0].get(&format!("/g/{own}")).await.text();
    assert!(page.contains("The deal counts as not solved."), "{page}");
    assert!(page.contains("The server reveals its seed when the event is over."), "{page}");
    resigns(&players[0], &event).await;
    let page = players[0].get(&format!("/g/{own}")).await.text();
    assert!(!page.contains("The deal counts as not solved."), "{page}");
}

#[tokio::test]
async fn a_guest_comes_back_to_the_event_from_signing_up() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann"]).await;
    let event = make(&players[0], duel("Cup", "swiss")).await;
    let mut guest = Browser::new(&server);
    assert!(guest.get("/events").await.text().contains("/me?to=event-\""), "back to the list, too");
    assert!(guest.get("/me?to=event-").await.text().contains("name=\"to\" value=\"event-\""));
    let page = guest.get(&format!("/events/{event}")).await.text();
    let to = format!("event-{event}");
    assert!(page.contains(&format!("/me?to={to}")), "{page}");
    let form = guest.get(&format!("/me?to={to}")).await.text();
    assert!(form.contains(&format!("name=\"to\" value=\"{to}\"")), "{form}");
    let fields = [("name", "Bob"), ("password", PASSWORD), ("to", to.as_str())];
    let reply = guest.post("/me/sign-up", &fields).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert_eq!(reply.headers["location"], format!("/events/{event}"));
    for elsewhere in ["event-a/b", "//example.org", "event-..", "a?b"] {
        let mut other = Browser::new(&server);
        let fields = [("name", "Cid"), ("password", PASSWORD), ("to", elsewhere)];
        let reply = other.post("/me/log-in", &fields).await;
        assert!(reply.status != 303 || reply.headers["location"] != elsewhere, "{elsewhere}");
        assert!(!guest.get(&format!("/me?to={elsewhere}")).await.text().contains("name=\"to\""));
    }
}

#[tokio::test]
async fn the_form_has_clock_and_rules_and_keeps_what_was_filled_in() {
    let server = TestServer::new().await;
    let mut ann = Browser::of(&server, "Ann").await;
    let clock = "{\"real-time\":{\"start_s\":300,\"increment_s\":5}}";
    let page = ann.get("/events/new?game=baju-duel&form=swiss").await.text();
    let clocks = page.split("name=\"pace\"").nth(1).expect("a clock").split("</select>").next().unwrap();
    assert_eq!(clocks.matches("<option").count(), 4, "{clocks}");
    let first = clocks.split("value=\"").nth(2).unwrap().split('"').next().unwrap().replace("&quot;", "\"");
    let pace: Value = serde_json::from_str(&first).expect(clock);
    let filled = [
        ("game", "baju-duel"),
        ("form", "swiss"),
        ("title", "Sunday"),
        ("rounds", "4"),
        ("places", "99"),
        ("when", "live"),
        ("pace", first.as_str()),
        ("public", "1"),
    ];
    let refused = ann.post("/events/new", &filled).await;
    assert_eq!(refused.status, 422);
    let page = refused.text();
    for kept in ["value=\"Sunday\"", "name=\"rounds\" value=\"4\"", "name=\"places\" value=\"99\""] {
        assert!(page.contains(kept), "{kept}: {page}");
    }
    assert!(page.contains("value=\"1\" checked"), "anyone may watch: {page}");
    let mut right = filled;
    right[4] = ("places", "9");
    for (field, wrong) in [(3, ("rounds", "four")), (6, ("pace", "fast"))] {
        let mut all = right;
        all[field] = wrong;
        let refused = ann.post("/events/new", &all).await;
        assert_eq!(refused.status, 422, "{wrong:?}");
        assert!(refused.text().contains("class=\"wrong\""), "{wrong:?}");
    }
    let made = ann.post("/events/new", &right).await;
    assert_eq!(made.status, 303, "{}", made.text());
    let id = made.headers["location"].to_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let export = format!("/api/v1/events/{id}/export");
    let kept = ask(&server.router(), "GET", &export, None, Value::Null).await.json();
    assert_eq!((&kept["terms"]["pace"], &kept["places"]), (&pace, &json!(9)), "{kept}");

    let page = ann.get(&format!("/events/{id}")).await.text();
    assert!(page.contains("No players so far, up to 9. Needs 3 more to start."), "{page}");
    ann.post(&format!("/events/{id}"), &[("act", "end")]).await;

    // With the switch the organizer plays, too, even if the form is sent twice.
    assert!(
        ann.get("/events/new?game=baju-duel&form=swiss")
            .await
            .text()
            .contains("name=\"join\" value=\"1\" checked")
    );
    let joining: Vec<_> = right.into_iter().chain([("join", "1"), ("key", "twice")]).collect();
    let made = ann.post("/events/new", &joining).await;
    let again = ann.post("/events/new", &joining).await;
    assert_eq!(made.status, 303, "{}", made.text());
    assert_eq!(again.status, 303, "{}", again.text());
    let at = made.headers["location"].to_str().unwrap().to_owned();
    let page = ann.get(&at).await.text();
    assert!(page.contains("1 player so far, up to 9. Needs 2 more to start."), "{page}");
    assert!(page.contains("Needs 2 more players.") && !page.contains("value=\"remove\""), "{page}");
    ann.post(&at, &[("act", "end")]).await;

    let page = ann.get("/events/new?game=bulbous&form=duplicate").await.text();
    assert!(page.contains("name=\"option.") && !page.contains("name=\"public\""), "{page}");
    let question = page.split("name=\"option.").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let answers = page.split(&format!("name=\"option.{question}\"")).nth(1).unwrap();
    let last = answers.split("</select>").next().unwrap().rsplit("value=\"").next().unwrap();
    let last = last.split('"').next().unwrap().replace("&quot;", "\"");
    let key = format!("option.{question}");
    let order =
        [("game", "bulbous"), ("form", "duplicate"), ("title", "Other rules"), (key.as_str(), last.as_str())];
    let made = ann.post("/events/new", &order).await;
    assert_eq!(made.status, 303, "{}", made.text());
    let id = made.headers["location"].to_str().unwrap().rsplit('/').next().unwrap().to_owned();
    let kept = ask(&server.router(), "GET", &format!("/api/v1/events/{id}/export"), None, Value::Null).await;
    let kept = kept.json();
    assert!(!kept["options"][&question].is_null(), "{question}={last}: {kept}");
}

#[tokio::test]
async fn before_the_first_result_no_one_has_a_rank_and_too_many_rounds_are_told() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid"]).await;
    let event =
        make(&players[0], json!({ "title": "Swiss", "game": "baju-duel", "form": "swiss", "rounds": 5 }))
            .await;
    for player in &players {
        does(player, &event, "join").await;
    }
    let page = players[0].get(&format!("/events/{event}")).await.text();
    assert!(page.contains("after 3 rounds, so there won’t be 5 rounds"), "{page}");
    let other = players[1].get(&format!("/events/{event}")).await.text();
    assert!(!other.contains("there won’t be"), "only the organizer can do something about it");
    does(&players[0], &event, "start").await;
    let page = players[0].get(&format!("/events/{event}")).await.text();
    assert_eq!(page.matches("<td>–</td>").count(), 3, "{page}");
}

/// At a table of four, one player is removed, one resigns and one does not come. The others play on with
/// programs on the empty seats, and the event goes on.
#[tokio::test]
async fn a_table_of_four_plays_on_when_players_leave_it() {
    let server = TestServer::new().await;
    let players = accounts(&server, &["Ann", "Bob", "Cid", "Dan"]).await;
    let order = json!({ "title": "Bulbs", "game": "bulbous", "form": "swiss", "seats": 4, "rounds": 2 });
    let event = begun(&players, order).await;
    let game = own_game(&players[0], &event).await.unwrap();
    for player in &players[..3] {
        assert_eq!(own_game(player, &event).await.as_ref(), Some(&game));
        assert_eq!(player.look_at(&game).await.status, 200);
    }
    let remove = json!({ "kind": "remove", "player": 1 });
    let reply = players[0].post_json(&format!("/api/v1/events/{event}/changes"), remove).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    let state = players[0].look_at(&game).await.json();
    assert_eq!(state["ending"], Value::Null, "three play on: {state}");
    let log = players[0].get(&format!("/g/{game}")).await.text();
    assert!(!log.contains("Bob resigned"), "{log}");
    resigns(&players[2], &event).await;
    server.advance(5 * 60_000 + 1000).await;
    let table = show(&players[0], &event).await["rounds"][0]["tables"][0].clone();
    let missed: Vec<u64> = table["missed"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert!(missed.contains(&1) && missed.contains(&3), "{table}");
    // The last one leaves, too: programs play on to the end, unless no person is left to play for.
    resigns(&players[0], &event).await;
    for _ in 0..600 {
        server.advance(1000).await;
        let state = show(&players[0], &event).await;
        if state["rounds"].as_array().unwrap().len() == 2 {
            let table = &state["rounds"][0]["tables"][0];
            assert_eq!((&table["decided"], &table["missed"]), (&json!(true), &json!(missed)));
            let second = state["rounds"][1]["tables"][0]["seats"].as_array().unwrap();
            assert!(second.len() == 3 && !second.contains(&json!(1)), "{state}");
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the event does not go on: {:#}", show(&players[0], &event).await);
}
