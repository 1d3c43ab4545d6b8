//! Replays, playing on from a ply, uploaded records, and the pictures of links.

use crate::pages::assert_page;
use crate::test_server::{Reply, Spectator, TestServer, ask, send};
use axum::body::Body;
use axum::http::Request;
use bagatelle_catalog::{AnyPlay, find, games};
use bagatelle_core::record::Record;
use bagatelle_core::{Seat, Seed, Turn, Viewer};
use bagatelle_table::guest_name;
use serde_json::{Value, json};

/// More actions than any game has.
const FOREVER: usize = 4000;

/// A game of which this many actions were taken, or that has ended before.
fn played(game: &str, plies: usize) -> (Record, Box<dyn AnyPlay>) {
    let (entry, seed) = (find(game).unwrap(), Seed::from_text("replay"));
    let mut record = entry.deal(&Value::Null, &Value::Null, &seed).unwrap();
    let mut table = entry.open(&record).unwrap();
    while table.turn() != Turn::Over && record.actions.len() < plies {
        let n = record.actions.len();
        let legal = table.legal();
        let text = table.chance(&seed).unwrap_or_else(|| legal[(n * 7 + 3) % legal.len()].clone());
        record.actions.push(table.play(&text).unwrap());
    }
    (record, table)
}

async fn bring(server: &TestServer, visitor: &Spectator, record: &Record) -> String {
    let record = serde_json::to_value(record).unwrap();
    let reply = ask(&server.router(), "POST", "/api/v1/records", Some(&visitor.token), record).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn look(server: &TestServer, path: &str, visitor: Option<&Spectator>) -> Reply {
    ask(&server.router(), "GET", path, visitor.map(|v| v.token.as_str()), Value::Null).await
}

/// Sends a form; gives the answer and the address it leads to.
async fn form(
    server: &TestServer,
    path: &str,
    fields: &[(&str, &str)],
    visitor: &Spectator,
) -> (Reply, String) {
    let escaped = |text: &str| text.bytes().map(|byte| format!("%{byte:02x}")).collect::<String>();
    let body: Vec<String> = fields.iter().map(|(key, value)| format!("{key}={}", escaped(value))).collect();
    let request = Request::post(path)
        .header("authorization", format!("Bearer {}", visitor.token))
        .header("content-type", "application/x-www-form-urlencoded")
        .body(Body::from(body.join("&")))
        .unwrap();
    let reply = send(&server.router(), request).await;
    let to = reply.headers.get("location").map_or("", |v| v.to_str().unwrap()).to_owned();
    (reply, to)
}

/// Who has brought a game that goes on has its first seat; the others are open where hands are hidden.
fn name_owner(play: &mut dyn AnyPlay, owner: &Spectator) {
    play.name_players(vec![Some(guest_name(owner.id()))]);
}

#[tokio::test]
async fn every_game_can_be_looked_back_at_from_the_first_ply_to_the_last() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for entry in games() {
        let (record, mut table) = played(entry.id(), 30);
        name_owner(table.as_mut(), &ann);
        let (id, plies) = (bring(&server, &ann, &record).await, record.actions.len());
        let viewer = if entry.hidden() { Viewer::Seat(Seat(0)) } else { Viewer::Spectator };
        for ply in [0, 1, plies / 2, plies] {
            let path = format!("/g/{id}/replay?ply={ply}");
            let page = look(&server, &path, Some(&ann)).await;
            assert_page(&page, &path);
            let html = page.text();
            assert!(html.contains(&table.at(ply).svg_from(viewer, Seat(0))), "{path}");
            assert!(html.contains(&format!("data-ply=\"{ply}\" data-plies=\"{plies}\"")), "{path}");
            assert_eq!(html.matches("aria-current=\"step\"").count(), 1, "{path}");
            assert!(!html.contains("data-act="), "nothing can be done in the past");
        }
        let beyond = look(&server, &format!("/g/{id}/replay?ply=99999"), Some(&ann)).await.text();
        assert!(beyond.contains(&format!("data-ply=\"{plies}\"")));
        let game = look(&server, &format!("/g/{id}"), Some(&ann)).await.text();
        assert!(game.contains(&format!("href=\"/g/{id}/replay\"")), "{id}");
    }
}

#[tokio::test]
async fn a_replay_shows_what_its_viewer_saw_until_the_game_is_over() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let (record, mut table) = played("bulbous", 40);
    name_owner(table.as_mut(), &ann);
    assert_ne!(table.turn(), Turn::Over);
    let id = bring(&server, &ann, &record).await;
    for ply in [0, 13, 27, 40] {
        let (then, path) = (table.at(ply), format!("/g/{id}/replay?ply={ply}"));
        let (own, beside) = (then.svg(Viewer::Seat(Seat(0))), then.svg(Viewer::Spectator));
        let page = look(&server, &path, Some(&ann)).await.text();
        assert!(page.contains(&own) && !page.contains(&beside));
        for visitor in [Some(&bob), None] {
            let page = look(&server, &path, visitor).await.text();
            assert!(page.contains(&beside) && !page.contains(&own));
        }
        for (view, visitor) in
            [("1", &ann), ("all", &ann), ("spectator", &ann), ("0", &bob), ("3", &bob), ("all", &bob)]
        {
            let reply = look(&server, &format!("{path}&as={view}"), Some(visitor)).await;
            assert_eq!(reply.status, 403, "{view}");
            assert!(!reply.text().contains("class=\"board\""), "{view}");
        }
    }
    let (reply, _) =
        form(&server, &format!("/g/{id}/play-on"), &[("ply", "3"), ("program", "open")], &ann).await;
    assert_eq!(reply.status, 403);

    let (record, table) = played("bulbous", FOREVER);
    assert_eq!(table.turn(), Turn::Over);
    let id = bring(&server, &ann, &record).await;
    let then = table.at(20);
    for view in ["0", "1", "2", "3", "spectator", "all"] {
        let viewer = view.parse().map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)));
        let drawn = if view == "all" { then.svg_open(Seat(3)).unwrap() } else { then.svg(viewer) };
        let page = look(&server, &format!("/g/{id}/replay?ply=20&as={view}"), None).await;
        assert_eq!(page.status, 200, "{view}");
        assert!(page.text().contains(&drawn), "{view}");
    }
    // With everything open, each card of each hand is there once.
    let open = then.svg_open(Seat(3)).unwrap();
    for seat in Seat::all(then.seats()) {
        let cards = then.svg(Viewer::Seat(seat));
        let names: Vec<&str> =
            cards.split("data-pick=\"card-").skip(1).filter_map(|s| s.split('"').next()).collect();
        assert!(!names.is_empty(), "seat {seat} has cards");
        for name in names {
            assert_eq!(open.matches(&format!("id=\"card-{name}\"")).count(), 1, "{name}");
        }
    }
}

#[tokio::test]
async fn a_game_goes_on_from_any_ply_and_its_beginning_stays() {
    let mut server = TestServer::new().await;
    let ann = server.plain_owner().await;
    for text in ["R", "U", "L"] {
        ann.act(text).await;
    }
    let bob = server.spectator().await;
    let (reply, to) = form(&server, &format!("/g/{}/play-on", ann.game), &[("ply", "2")], &bob).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    let id = to.strip_prefix("/g/").unwrap().to_owned();
    let events = format!("/api/v1/games/{id}/events");
    let state = bob.look_at(&id).await.json();
    assert_eq!(
        (&state["seen"], &state["yours"], &state["played_ms"]),
        (&json!(["R", "U"]), &json!(true), &Value::Null)
    );
    // The inherited actions cannot be taken back, and no player can add to them.
    bob.try_in(&id, json!({ "kind": "undo" })).await.is_refused(422, "nothing to take back");
    bob.try_in(&id, json!({ "kind": "given", "text": "L" }))
        .await
        .is_refused(422, "Unknown kind of event “given”");
    assert_eq!(bob.try_in(&id, json!({ "text": "D" })).await.json()["seen"], json!(["R", "U", "D"]));
    let back = bob.try_in(&id, json!({ "kind": "restart" })).await.json();
    assert_eq!(back["seen"], json!(["R", "U"]));

    server.restart().await;
    let router = server.router();
    let reply = ask(&router, "POST", &events, Some(&bob.token), json!({ "text": "L" })).await;
    assert_eq!(reply.json()["seen"], json!(["R", "U", "L"]));
    let record = ask(&router, "GET", &format!("/api/v1/games/{id}/record"), None, Value::Null).await.json();
    assert_eq!(record["begun"], json!({ "game": ann.game, "ply": 2 }));
    assert_eq!(record.get("seed"), None, "the seed did not deal this");
    let page = ask(&router, "GET", &to, None, Value::Null).await.text();
    assert!(page.contains("continued from another game"));
}

#[tokio::test]
async fn friends_and_programs_join_where_a_game_goes_on() {
    let server = TestServer::new().await;
    let (ann, bob) = (server.spectator().await, server.spectator().await);
    let (record, _) = played("baju-duel", 6);
    let id = bring(&server, &ann, &record).await;
    let path = format!("/g/{id}/play-on");
    let (_, to) =
        form(&server, &path, &[("ply", "5"), ("program", "open"), ("sit", "0"), ("name", "Ann")], &ann).await;
    let game = to.strip_prefix("/g/").unwrap();
    ann.try_in(game, json!({ "text": record.actions[5] })).await.is_refused(422, "every seat is taken");
    let state = bob.try_in(game, json!({ "kind": "sit", "text": "Bob" })).await.json();
    assert_eq!((&state["seen"], &state["turn"]), (&json!(record.actions[..5]), &json!(1)));
    let state = bob.try_in(game, json!({ "text": record.actions[5] })).await.json();
    assert_eq!((state["seen"].as_array().unwrap().len(), &state["turn"]), (6, &json!(0)));

    let program = find("baju-duel").unwrap().programs()[0].name;
    let (_, to) = form(&server, &path, &[("ply", "4"), ("program", program), ("sit", "0")], &bob).await;
    let state = bob.look_at(to.strip_prefix("/g/").unwrap()).await.json();
    assert_eq!((&state["seats"][1]["sitter"], &state["yours"]), (&json!("program"), &json!(true)));
    let (reply, _) = form(&server, &path, &[("ply", "4"), ("program", "unknown")], &bob).await;
    assert_eq!(reply.status, 422);
}

#[tokio::test]
async fn a_record_becomes_a_game_and_a_bad_one_is_told_what_is_wrong() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    assert_page(&look(&server, "/records", None).await, "/records");
    let (record, table) = played("brain-burn", 8);
    let (reply, to) = form(&server, "/records", &[("record", &record.to_json())], &ann).await;
    assert_eq!(reply.status, 303, "{}", reply.text());
    assert!(to.ends_with("/replay?ply=0"), "{to}");
    let id = to.split('/').nth(2).unwrap();
    let state = ann.look_at(id).await.json();
    assert_eq!((&state["seen"], &state["yours"]), (&json!(record.actions), &json!(true)));
    assert_eq!(state["view"], table.view(Viewer::Seat(Seat(0))));

    let wrong = |change: fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        record.to_json()
    };
    for (text, why) in [
        ("<b>hello".to_owned(), "isn’t a Bagatelle record"),
        (wrong(|r| r.actions[5] = "hop".into()), "Move 6: “hop” isn’t understood"),
        (wrong(|r| r.actions.truncate(0)).replace("brain-burn", "chess"), "no game called “chess”"),
        (wrong(|r| r.setup = None), "set-up can’t be used"),
        (wrong(|r| r.actions = vec!["L".into(); 5001]), "5001 actions; the limit is 5000"),
    ] {
        let (reply, _) = form(&server, "/records", &[("record", &text)], &ann).await;
        assert_eq!(reply.status, 422, "{why}");
        let html = reply.text();
        assert!(html.contains(why), "{why}: {html:.3000}");
        let kept = text.lines().next().unwrap().replace('<', "&lt;").replace('>', "&gt;");
        assert!(html.contains(&kept), "what was typed is gone");
        let router = server.router();
        let body = Body::from(text);
        let api = Request::post("/api/v1/records").header("authorization", format!("Bearer {}", ann.token));
        send(&router, api.body(body).unwrap()).await.is_refused(422, why);
    }
    let whole = serde_json::to_value(&record).unwrap();
    server.anonymous().post("/api/v1/records", whole).await.is_refused(401, "This needs a token");
    // A record may be larger than what is sent elsewhere, but not without end.
    for (size, status) in [(3 << 20, 422), (5 << 20, 413)] {
        let body = Value::from("x".repeat(size));
        let reply = ask(&server.router(), "POST", "/api/v1/records", Some(&ann.token), body).await;
        assert_eq!(reply.status, status);
    }
}

#[tokio::test]
async fn a_link_shows_a_picture_that_is_drawn_once() {
    let server = TestServer::new().await;
    let ann = server.plain_owner().await;
    ann.act("R").await;
    for path in [format!("/g/{}", ann.game), format!("/g/{}/replay?ply=0", ann.game)] {
        let request = Request::get(&path).header("host", "games.example").body(Body::empty()).unwrap();
        let html = send(&server.router(), request).await.text();
        let picture =
            format!("<meta property=\"og:image\" content=\"http://games.example/g/{}/picture.png", ann.game);
        assert!(html.contains(&picture), "{path}");
        for part in [
            "property=\"og:title\" content=\"Brain Burn",
            "property=\"og:description\"",
            "summary_large_image",
        ] {
            assert!(html.contains(part), "{path}: {part}");
        }
    }
    let path = format!("/g/{}/picture.png", ann.game);
    let picture = look(&server, &path, None).await;
    assert_eq!(
        (picture.status.as_u16(), &picture.headers["content-type"]),
        (200, &"image/png".parse().unwrap())
    );
    let tag = picture.headers["etag"].clone();
    let again = Request::get(&path).header("if-none-match", &tag).body(Body::empty()).unwrap();
    assert_eq!(send(&server.router(), again).await.status, 304);
    ann.act("U").await;
    assert_ne!(look(&server, &path, None).await.headers["etag"], tag);
}

#[tokio::test]
async fn a_record_is_taken_in_every_form() {
    use bagatelle_catalog::records::{Form, write};
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let (record, _) = played("brain-burn", 6);
    for kind in [Form::Json, Form::Jsonl, Form::Text, Form::Ppn] {
        let text = write(&record, kind).unwrap();
        for text in
            [text.clone(), format!("\u{feff}{text}"), text.replace('\n', "\r\n"), text.replace('\n', " \n\n")]
        {
            // By the API, by the form that opens a record, by the one that verifies it. Records are limited
            // by the hour.
            server.advance(60 * 60 * 1000).await;
            let sent =
                Request::post("/api/v1/records").header("authorization", format!("Bearer {}", ann.token));
            let sent = send(&server.router(), sent.body(Body::from(text.clone())).unwrap()).await;
            assert_eq!(sent.status, 201, "{kind:?}: {}", sent.text());
            let id = sent.json()["id"].as_str().unwrap().to_owned();
            assert_eq!(ann.look_at(&id).await.json()["seen"], json!(record.actions), "{kind:?}");
            let (opened, to) = form(&server, "/records", &[("record", &text)], &ann).await;
            assert!(opened.status == 303 && to.starts_with("/g/"), "{kind:?}: {} {to}", opened.text());
            let (verified, _) = form(&server, "/verify", &[("record", &text)], &ann).await;
            assert_eq!(verified.status, 200, "{kind:?}: {}", verified.text());
        }
    }
    let two = write(&record, Form::Jsonl).unwrap().repeat(2);
    for path in ["/records", "/verify"] {
        let (refused, _) = form(&server, path, &[("record", &two)], &ann).await;
        assert!(refused.status == 422 && refused.text().contains("it holds 2 records"), "{}", refused.text());
    }
}
