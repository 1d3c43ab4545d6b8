//! Several people at one table, through the API and the pages.

use crate::test_server::{Spectator, TestServer, eventually};
use bagatelle_server::live::presence::REQUEST_GRACE;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A duel with an open seat, made by Ann, and Bob who has sat down.
async fn pair(server: &TestServer, terms: Value) -> (Spectator, Spectator, String) {
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let id = table(&ann, json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": terms }))
        .await;
    sit(&bob, &id, "Bob").await;
    (ann, bob, id)
}

async fn table(owner: &Spectator, order: Value) -> String {
    let reply = owner.order(order).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn sit(who: &Spectator, id: &str, name: &str) {
    let state = who.try_in(id, json!({ "kind": "sit", "text": name })).await;
    assert_eq!(state.status, 200, "{}", state.text());
}

/// Lets the player to act take the first legal action.
async fn move_on(people: &[&Spectator], id: &str) {
    for person in people {
        let state = person.look_at(id).await.json();
        if state["yours"] == true {
            let action = json!({ "text": state["legal"][0], "version": state["version"] });
            let reply = person.try_in(id, action).await;
            assert_eq!(reply.status, 200, "{}", reply.text());
            return;
        }
    }
    panic!("no player can move");
}

#[tokio::test]
async fn an_open_seat_is_taken_by_link_and_both_move() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = table(&ann, json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await;
    let state = ann.look_at(&id).await.json();
    assert_eq!((&state["yours"], &state["seats"][1]["sitter"]), (&json!(false), &json!("open")));
    ann.try_in(&id, json!({ "text": "1a1" })).await.is_refused(422, "every seat");

    let (bob, cleo) = (server.spectator().await, server.spectator().await);
    bob.try_in(&id, json!({ "kind": "sit", "text": " " })).await.is_refused(422, "a name");
    sit(&bob, &id, "Bob").await;
    cleo.try_in(&id, json!({ "kind": "sit", "text": "Cleo" })).await.is_refused(422, "seat is taken");
    assert_eq!(ann.look_at(&id).await.json()["yours"], true);
    assert_eq!(bob.look_at(&id).await.json()["yours"], false);
    let first = ann.look_at(&id).await.json()["legal"][0].clone();
    for other in [&bob, &cleo] {
        let reply = other.try_in(&id, json!({ "text": first })).await;
        assert!(reply.status == 422 || reply.status == 403, "{}", reply.text());
    }
    for _ in 0..4 {
        move_on(&[&ann, &bob], &id).await;
    }
    let state = cleo.look_at(&id).await.json();
    assert_eq!((state["seen"].as_array().unwrap().len(), &state["yours"]), (4, &json!(false)));
    let names: Vec<&Value> = state["seats"].as_array().unwrap().iter().map(|seat| &seat["name"]).collect();
    assert_eq!(names, ["Ann", "Bob"]);
}

#[tokio::test]
async fn a_page_that_is_behind_moves_nothing_but_chat_and_questions_do_not_make_it_behind() {
    let server = TestServer::new().await;
    let (ann, bob, id) = pair(&server, json!({})).await;
    let before = ann.look_at(&id).await.json();
    ann.try_in(&id, json!({ "kind": "resume" })).await.is_refused(422, "isn’t paused");
    let action = json!({ "text": before["legal"][0], "version": before["version"] });
    assert_eq!(ann.try_in(&id, action.clone()).await.status, 200);
    ann.try_in(&id, action).await.is_refused(409, "moved on");
    let seen = bob.look_at(&id).await.json();
    assert_eq!(ann.try_in(&id, json!({ "kind": "ask", "text": "draw" })).await.status, 200);
    let action = json!({ "text": seen["legal"][0], "version": seen["version"] });
    assert_eq!(bob.try_in(&id, action).await.status, 200, "a question moves nothing on the board");
    assert_eq!(bob.look_at(&id).await.json()["asked"], Value::Null);
}

#[tokio::test]
async fn takeback_draw_resignation_and_rematch_survive_a_restart() {
    let mut server = TestServer::new().await;
    let (ann, bob, id) = pair(&server, json!({})).await;
    move_on(&[&ann, &bob], &id).await;
    ann.try_in(&id, json!({ "kind": "undo" })).await.is_refused(422, "ask the other players");
    assert_eq!(ann.try_in(&id, json!({ "kind": "ask", "text": "takeback" })).await.status, 200);

    server.restart().await;
    let (ann, bob) = (ann.at(&server), bob.at(&server));
    assert_eq!(bob.look_at(&id).await.json()["asked"], "takeback");
    assert_eq!(bob.try_in(&id, json!({ "kind": "agree" })).await.status, 200);
    assert_eq!(ann.look_at(&id).await.json()["seen"], json!([]));
    move_on(&[&ann, &bob], &id).await;
    assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    let over = ann.look_at(&id).await.json();
    assert_eq!((&over["turn"], &over["outcome"]["winners"]), (&json!("over"), &json!([0])));
    assert_eq!(over["outcome"]["reason"], "Bob resigned");

    assert_eq!(bob.try_in(&id, json!({ "kind": "ask", "text": "rematch" })).await.status, 200);
    server.restart().await;
    let (ann, bob) = (ann.at(&server), bob.at(&server));
    assert_eq!(ann.try_in(&id, json!({ "kind": "agree" })).await.status, 200);
    let next = bob.look_at(&id).await.json()["next"].as_str().unwrap().to_owned();
    let state = bob.look_at(&next).await.json();
    assert_eq!((&state["seats"][0]["name"], &state["seats"][1]["name"]), (&json!("Bob"), &json!("Ann")));
    assert_eq!(state["yours"], true, "who was second is first now");
}

#[tokio::test]
async fn a_clock_that_runs_out_ends_the_game_and_a_stopped_server_takes_no_time() {
    let mut server = TestServer::new().await;
    let terms = json!({ "pace": { "real-time": { "start_s": 10, "increment_s": 0 } } });
    let (ann, bob, id) = pair(&server, terms).await;
    move_on(&[&ann, &bob], &id).await;
    move_on(&[&ann, &bob], &id).await;
    let left = |state: Value| state["seats"][0]["left_ms"].as_i64().unwrap();
    assert_eq!(left(ann.look_at(&id).await.json()), 10_000);
    // The server is down for eleven seconds, as the last heartbeat says.
    server.sleep(11_000).await;
    let (ann, bob) = (ann.at(&server), bob.at(&server));
    assert_eq!(left(ann.look_at(&id).await.json()), 10_000);
    // Ann's clock runs out while the server runs.
    server.advance(9_999).await;
    assert_eq!(bob.look_at(&id).await.json()["outcome"], Value::Null);
    server.advance(1).await;
    let state = bob.look_at(&id).await.json();
    assert_eq!(state["outcome"]["reason"], "Ann ran out of time");
    ann.try_in(&id, json!({ "text": "1a1" })).await.is_refused(422, "over");
}

#[tokio::test]
async fn a_player_who_leaves_is_claimed_after_the_grace_and_not_before() {
    let server = TestServer::new().await;
    let (ann, bob, id) = pair(&server, json!({ "grace_s": 36 })).await;
    ann.try_in(&id, json!({ "kind": "claim" })).await.is_refused(422, "your own turn");
    bob.try_in(&id, json!({ "kind": "claim" })).await.is_refused(422, "o player is away");
    // A player who has no stream has been away since the last request, once that does not count as presence
    // any more.
    server.advance(REQUEST_GRACE - 1).await;
    bob.try_in(&id, json!({ "kind": "claim" })).await.is_refused(422, "o player is away");
    server.advance(1).await;
    bob.try_in(&id, json!({ "kind": "claim" })).await.is_refused(422, "still has time to come back");
    server.advance(36_000 - REQUEST_GRACE - 1).await;
    bob.try_in(&id, json!({ "kind": "claim" })).await.is_refused(422, "still has time to come back");
    server.advance(1).await;
    assert_eq!(bob.try_in(&id, json!({ "kind": "claim" })).await.status, 200);
    assert_eq!(bob.look_at(&id).await.json()["outcome"]["reason"], "Ann left the table");
}

#[tokio::test]
async fn open_tables_are_listed_for_all_and_closed_ones_only_for_those_with_the_link() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let order = |listed| {
        json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann", "terms": {
        "listed": listed } })
    };
    let (listed, hidden) = (table(&ann, order(true)).await, table(&ann, order(false)).await);
    let page = server.anonymous().get("/tables").await.text();
    assert!(page.contains(&listed) && !page.contains(&hidden));
    // Who sits there already is not asked to sit down.
    let asked = async |who: &Spectator| who.get("/tables").await.text().contains("Sit down");
    assert_eq!((asked(&ann).await, asked(&bob).await), (false, true));
    sit(&bob, &listed, "Bob").await;
    assert!(!server.anonymous().get("/tables").await.text().contains(&listed));
    // Both find it among their games, and search by name.
    for (person, text, found) in [(&ann, "Bob", true), (&bob, "ann", true), (&bob, "Cleo", false)] {
        let page = person.get(&format!("/games?text={text}")).await.text();
        assert_eq!(page.contains(&listed), found, "{text}");
    }
    let mine = ann.get("/games?phase=turn").await.text();
    assert!(mine.contains(&listed) && !mine.contains(&hidden));
}

#[tokio::test]
async fn three_people_and_a_program_play_bulbous_and_no_player_takes_two_seats() {
    let server = TestServer::new().await;
    let people = [server.spectator().await, server.spectator().await, server.spectator().await];
    let order = json!({ "game": "bulbous", "wish": { "seats": 4 }, "programs": ["open", "open", "random"],
        "name": "Ann" });
    let id = table(&people[0], order).await;
    people[0].try_in(&id, json!({ "kind": "sit", "text": "Ann again" })).await.is_refused(422, "two seats");
    sit(&people[1], &id, "Bob").await;
    sit(&people[2], &id, "Cleo").await;
    let seeded = json!({ "game": "bulbous", "programs": ["open"], "name": "Ann", "seed": "known" });
    people[0].order(seeded).await.is_refused(422, "new deal");
    // One of them leaves, and a program finishes the game.
    assert_eq!(people[1].try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    let state = people[1].look_at(&id).await.json();
    assert_eq!((&state["seats"][1]["sitter"], &state["turn"] == "over"), (&json!("program"), false));
    sit(&people[1], &id, "Bob").await;
    assert_eq!(people[1].look_at(&id).await.json()["seats"][1]["sitter"], "person");
}

#[tokio::test]
async fn a_game_without_other_people_is_played_again_but_a_round_of_a_match_stands() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "baju-duel", "programs": ["1"], "sit": 1, "name": "Ann" });
    let id = table(&ann, order).await;
    let again = async |who: &Spectator, id: &str| who.form(&format!("/g/{id}/again"), &[]).await;
    assert_eq!(again(&server.spectator().await, &id).await.status, 403);
    let reply = again(&ann, &id).await;
    let next = reply.headers["location"].to_str().unwrap().replace("/g/", "");
    assert_ne!(next, id);
    let seats = ann.look_at(&next).await.json()["seats"].clone();
    assert_eq!((&seats[0]["name"], &seats[1]["yours"]), (&json!("“1”"), &json!(true)));

    // A player who had a seat and left is not seated again without being asked.
    let order =
        json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["open", "1"], "name": "Ann" });
    let id = table(&ann, order).await;
    let bob = server.spectator().await;
    sit(&bob, &id, "Bob").await;
    assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    assert_eq!(again(&ann, &id).await.status, 422);

    let order = json!({ "game": "baju-duel", "programs": ["1"], "best_of": 3 });
    let id = table(&ann, order).await;
    let action = ann.look_at(&id).await.json()["legal"][0].clone();
    assert_eq!(ann.try_in(&id, json!({ "text": action })).await.status, 200);
    assert_eq!(ann.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    ann.try_in(&id, json!({ "kind": "undo" }))
        .await
        .is_refused(422, "can’t change a round of a match after it ends");
    assert_eq!(ann.look_at(&id).await.json()["turn"], "over");
    // What follows is the next round of this match, never the same round anew, and a stranger cannot have it.
    assert_eq!(again(&server.spectator().await, &id).await.status, 403);
    let next = again(&ann, &id).await.headers["location"].to_str().unwrap().to_owned();
    assert_ne!(next, format!("/g/{id}"));
    assert!(ann.get(&next).await.text().contains("Round 2, best of 3"));
}

#[tokio::test]
async fn the_next_round_is_begun_by_the_winner_where_the_game_says_so_and_else_by_turns() {
    let server = TestServer::new().await;
    for (game, first) in [("bambam-booboo", "Ann"), ("baju-duel", "Bob")] {
        let (ann, bob) = (server.spectator().await, server.spectator().await);
        let order = json!({ "game": game, "programs": ["open"], "name": "Ann", "best_of": 3 });
        let mut id = table(&ann, order).await;
        sit(&bob, &id, "Bob").await;
        let again = async |who: &Spectator, id: &str| who.form(&format!("/g/{id}/again"), &[]).await;
        let api = format!("/api/v1/games/{id}/again");
        assert_eq!(again(&ann, &id).await.status, 422, "the round is not over");
        assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
        ann.try_in(&id, json!({ "kind": "ask", "text": "rematch" })).await.is_refused(422, "next round");
        let record = ann.get(&format!("/api/v1/games/{id}/record")).await.json();
        assert_eq!(record["match"], json!({ "round": 1, "best_of": 3, "score": [1, 0] }), "{game}");
        assert_eq!(again(&server.spectator().await, &id).await.status, 403);
        let next = again(&ann, &id).await.headers["location"].to_str().unwrap().replace("/g/", "");
        assert_eq!(ann.post(&api).await.json()["id"], next, "every way leads to the same round");
        assert_eq!(again(&bob, &id).await.headers["location"].to_str().unwrap(), format!("/g/{next}"));
        let seats = ann.look_at(&next).await.json()["seats"].clone();
        assert_eq!(seats[0]["name"], first, "{game}");
        assert_eq!(bob.look_at(&next).await.json()["yours"], first == "Bob", "{game}");
        id = next;
        // The match is decided; now there is a rematch, and no further round.
        assert_eq!(bob.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
        assert_eq!(again(&ann, &id).await.status, 422);
        assert_eq!(ann.try_in(&id, json!({ "kind": "ask", "text": "rematch" })).await.status, 200);
    }
}

#[tokio::test]
async fn no_player_acts_on_the_turn_of_another() {
    let server = TestServer::new().await;
    let people = [server.spectator().await, server.spectator().await, server.spectator().await];
    let order =
        json!({ "game": "bulbous", "wish": { "seats": 3 }, "programs": ["open", "open"], "name": "Ann" });
    let id = table(&people[0], order).await;
    sit(&people[1], &id, "Bob").await;
    sit(&people[2], &id, "Cleo").await;
    let mut movers = BTreeSet::new();
    for turn in 0..24 {
        let state = people[0].look_at(&id).await.json();
        let mover = state["turn"].as_u64().unwrap() as usize;
        movers.insert(mover);
        let own = people[mover].look_at(&id).await.json();
        let legal = own["legal"].as_array().unwrap();
        let action = &legal[turn * 5 % legal.len()];
        for (other, person) in people.iter().enumerate().filter(|(seat, _)| *seat != mover) {
            for text in [action.as_str().unwrap(), "pass"] {
                person.try_in(&id, json!({ "text": text })).await.is_refused(422, "not your turn");
            }
            assert_eq!(person.look_at(&id).await.json()["legal"], json!([]), "what seat {other} may do");
        }
        assert_eq!(people[mover].look_at(&id).await.json()["version"], own["version"], "nothing happened");
        assert_eq!(people[mover].try_in(&id, json!({ "text": action })).await.status, 200);
    }
    assert_eq!(movers.len(), 3);
}

#[tokio::test]
async fn what_was_refused_is_asked_again_only_after_a_move() {
    let mut server = TestServer::new().await;
    let terms = json!({ "pace": { "days": 1 } });
    let (ann, bob, id) = pair(&server, terms).await;
    move_on(&[&ann, &bob], &id).await;
    let ask = |question: &str| json!({ "kind": "ask", "text": question });
    for question in ["takeback", "draw", "pause"] {
        assert_eq!(ann.try_in(&id, ask(question)).await.json()["asked_by"], 0);
        assert_eq!(bob.try_in(&id, json!({ "kind": "decline" })).await.json()["asked_by"], Value::Null);
    }
    server.restart().await;
    let (ann, bob) = (ann.at(&server), bob.at(&server));
    for question in ["takeback", "draw", "pause"] {
        ann.try_in(&id, ask(question)).await.is_refused(422, "ask again after the next move");
    }
    let offers = |page: String| page.contains("Offer a draw") || page.contains("Ask for a");
    assert!(!offers(ann.get(&format!("/g/{id}")).await.text()), "the page offers nothing in vain");
    assert!(offers(bob.get(&format!("/g/{id}")).await.text()), "Bob may ask still");
    // A question that its asker takes back has been asked, too.
    assert_eq!(bob.try_in(&id, ask("draw")).await.status, 200);
    assert_eq!(bob.try_in(&id, json!({ "kind": "decline" })).await.status, 200);
    bob.try_in(&id, ask("draw")).await.is_refused(422, "ask again after the next move");
    move_on(&[&ann, &bob], &id).await;
    for question in ["takeback", "draw", "pause"] {
        assert_eq!(ann.try_in(&id, ask(question)).await.status, 200, "{question}");
        assert_eq!(bob.try_in(&id, json!({ "kind": "decline" })).await.status, 200);
    }
}

#[tokio::test]
async fn namesakes_are_told_apart_by_what_stands_for_them_and_no_page_holds_their_ids() {
    let server = TestServer::new().await;
    let (ann, bob, id) = pair(&server, json!({})).await;
    let other = table(&ann, json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await;
    let namesake = server.spectator().await;
    sit(&namesake, &other, "Bob").await;
    let third = table(&ann, json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await;
    sit(&bob, &third, "Robert").await;
    for (who, table) in [(&bob, &id), (&namesake, &other), (&bob, &third)] {
        assert_eq!(who.form(&format!("/g/{table}/say"), &[("text", "Hello")]).await.status, 200);
    }
    let speaker = async |reader: &Spectator, table: &str| {
        let page = reader.get(&format!("/g/{table}")).await.text();
        for person in [&bob, &namesake, &ann] {
            assert!(!page.contains(person.id()), "{page}");
        }
        page.split("data-person=\"").nth(1).unwrap().split('"').next().unwrap().to_owned()
    };
    let bobs = speaker(&ann, &id).await;
    assert_ne!(speaker(&ann, &other).await, bobs, "a namesake is another person");
    assert_eq!(speaker(&ann, &third).await, bobs, "the same person under another name");
    assert_ne!(speaker(&namesake, &id).await, bobs, "another reader cannot compare");
}

#[tokio::test]
async fn only_those_at_the_table_talk_and_not_too_much() {
    let server = TestServer::new().await;
    let (ann, _, id) = pair(&server, json!({})).await;
    let say = async |who: &Spectator, text: &str| who.form(&format!("/g/{id}/say"), &[("text", text)]).await;
    assert_eq!(say(&ann, "Hello <b>Bob</b>").await.status, 200);
    let page = server.anonymous().get(&format!("/g/{id}")).await.text();
    assert!(page.contains("Hello &lt;b&gt;Bob&lt;/b&gt;"));
    let refused = async |who: &Spectator, text: &str, status: u16, why: &str| {
        let reply = say(who, text).await;
        assert!(reply.status == status && reply.text().contains(why), "{}: {}", reply.status, reply.text());
    };
    refused(&server.spectator().await, "Me too", 403, "have a seat").await;
    refused(&ann, " \u{202e} ", 422, "The message is empty").await;
    refused(&ann, &"x".repeat(301), 422, "at most 300").await;
    for _ in 0..4 {
        assert_eq!(say(&ann, "again").await.status, 200);
    }
    refused(&ann, "once more", 429, "wait").await;
}

#[tokio::test]
async fn a_program_takes_an_open_seat_when_its_owner_says_so() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let id = table(&ann, json!({ "game": "baju-duel", "programs": ["open"], "name": "Ann" })).await;
    let fill = json!({ "kind": "program", "text": "line3", "seat": 1 });
    server.spectator().await.try_in(&id, fill.clone()).await.is_refused(403, "have a seat");
    ann.try_in(&id, json!({ "kind": "program", "text": "unknown", "seat": 1 }))
        .await
        .is_refused(422, "no program");
    assert_eq!(ann.try_in(&id, fill).await.status, 200);
    assert_eq!(ann.look_at(&id).await.json()["yours"], true);
    let code = ann.get(&format!("/g/{id}/qr.svg")).await;
    assert!(code.text().contains("<svg"));
}

#[tokio::test]
async fn who_keeps_a_person_waiting_is_told_so_first() {
    let server = TestServer::new().await;
    let (ann, bob, id) = pair(&server, json!({ "pace": { "days": 1 } })).await;
    let (first, then) =
        match ann.look_at(&id).await.json()["legal"].as_array().is_some_and(|all| !all.is_empty()) {
            true => (&ann, &bob),
            false => (&bob, &ann),
        };
    let page = first.get("/").await.text();
    let (turn, deals) = (page.find("id=\"your-turn\""), page.find("id=\"today\""));
    assert!(turn.is_some() && turn < deals, "{page}");
    assert!(page.contains("1 waiting for you"), "{page}");
    let page = then.get("/").await.text();
    assert!(!page.contains("your-turn") && page.contains("Pick up where you left off"), "{page}");
}

#[tokio::test]
async fn two_who_ask_for_the_same_agree() {
    let server = TestServer::new().await;
    for at_once in [false, true] {
        let (ann, bob, id) = pair(&server, json!({})).await;
        let ask = |who: &Spectator, what: &str| {
            let (who, event) = (who.at(&server), json!({ "kind": "ask", "text": what }));
            let id = id.clone();
            async move { who.try_in(&id, event).await }
        };
        let both = async |what: &str| {
            let replies = match at_once {
                true => {
                    let (one, other) = tokio::join!(ask(&ann, what), ask(&bob, what));
                    [one, other]
                }
                false => [ask(&ann, what).await, ask(&bob, what).await],
            };
            for reply in replies {
                assert_eq!(reply.status, 200, "{what}: {}", reply.text());
            }
        };
        for _ in 0..2 {
            move_on(&[&ann, &bob], &id).await;
        }
        both("draw").await;
        assert_eq!(ann.look_at(&id).await.json()["outcome"]["winners"], json!([]), "a draw");
        both("rematch").await;
        let next =
            [ann.look_at(&id).await.json()["next"].clone(), bob.look_at(&id).await.json()["next"].clone()];
        assert!(next[0].is_string() && next[0] == next[1], "{next:?}");
        assert_eq!(bob.look_at(next[0].as_str().unwrap()).await.json()["game"], "baju-duel");
    }
}

#[tokio::test]
async fn a_game_that_was_left_is_nothing_to_go_on_with() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let order = json!({ "game": "bulbous", "programs": ["1", "1", "1"], "sit": 0 });
    let id = ann.order(order).await.json()["id"].as_str().unwrap().to_owned();
    assert!(!ann.get("/").await.text().contains(&id), "no move was made");
    let legal = async || ann.look_at(&id).await.json()["legal"].get(0).cloned();
    let first = eventually("her turn", legal).await;
    assert_eq!(ann.try_in(&id, json!({ "kind": "act", "text": first })).await.status, 200);
    assert!(ann.get("/").await.text().contains(&id));
    assert_eq!(ann.try_in(&id, json!({ "kind": "resign" })).await.status, 200);
    assert!(!ann.get("/").await.text().contains(&id), "a program plays on for her");
    assert!(ann.get("/games").await.text().contains(&id));
}
