//! What is handed on: the pictures of links, which leave the end to those who open them, and the picture of a
//! result.

use crate::test_server::{Owner, Reply, Spectator, TestServer, ask, eventually, send};
use axum::body::Body;
use axum::http::Request;
use bagatelle_catalog::game_of;
use bagatelle_core::record::Record;
use bagatelle_core::{Seed, Turn, Viewer};
use bagatelle_server::routes::picture;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs::{read_dir, read_to_string};

/// A board of Brain Burn one slide and one swap from its end.
const NEARLY: &str = "SA S2 S3 S4 S5 MA M2 M3 M4 M5 CA C2 C3 C4 C5 AA A2 -- A4 A5 S0 M0 A3 C0 A0 | \
                      A 2 3 4 5 A 2 3 4 5 A 2 3 4 5 A 3 - 4 5 0 0 2 0 0";

/// What a page says to other sites: the description, and the path of the picture.
async fn card(server: &TestServer, path: &str) -> (String, String) {
    let request = Request::get(path).header("host", "games.example").body(Body::empty()).unwrap();
    let page = send(&server.router(), request).await;
    assert_eq!(page.status, 200, "{path}");
    let html = page.text();
    let content = |property: &str| {
        let (_, rest) = html.split_once(&format!("property=\"{property}\" content=\"")).expect(property);
        rest.split('"').next().unwrap().replace("&amp;", "&")
    };
    let picture = content("og:image").replace("http://games.example", "");
    (content("og:description"), picture)
}

async fn get(server: &TestServer, path: &str) -> Reply {
    ask(&server.router(), "GET", path, None, Value::Null).await
}

async fn bring(visitor: &Spectator, server: &TestServer, record: &Record) -> String {
    let record = serde_json::to_value(record).unwrap();
    let reply = ask(&server.router(), "POST", "/api/v1/records", Some(&visitor.token), record).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    reply.json()["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn no_link_shows_how_a_game_ended() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/formats/records");
    let (mut ended, mut alone, mut seen) = (0, 0, BTreeSet::new());
    for file in read_dir(folder).unwrap() {
        let Ok(text) = read_to_string(file.unwrap().path()) else { continue };
        let Ok(record) = serde_json::from_str::<Record>(&text) else { continue };
        let game = game_of(&record).unwrap();
        let play = game.open(&record).unwrap();
        let (last, over) = (play.ply(), play.turn() == Turn::Over);
        let solitaire = play.seats() == 1;
        let hidden = play.seats() > 1 && game.hidden() && !over;
        // A deal alone shows nothing that was played.
        if last == 0 || hidden || !(over || solitaire) || !seen.insert((record.game.clone(), over)) {
            continue;
        }
        let id = bring(&ann, &server, &record).await;
        let final_board = picture::preview(&play.svg(Viewer::Spectator)).unwrap();
        let deal = picture::preview(&play.at(0).svg(Viewer::Spectator)).unwrap();
        let told = play.log(Viewer::Spectator, last).into_iter().map(|entry| entry.sentence.clone());
        let told: Vec<String> = told.collect();
        for path in [
            format!("/g/{id}"),
            format!("/g/{id}/replay"),
            format!("/g/{id}/replay?ply={last}"),
            format!("/g/{id}/replay?ply=0"),
        ] {
            let (description, picture) = card(&server, &path).await;
            let shown = get(&server, &picture).await;
            assert_eq!(shown.status, 200, "{picture}");
            assert!(shown.bytes() != final_board, "{}: {path} shows the end", record.game);
            if solitaire {
                assert!(shown.bytes() == deal, "{}: {path} shows no deal", record.game);
                assert!(
                    told.iter().all(|told| !description.contains(told.as_str())),
                    "{path}: {description}"
                );
            }
        }
        for query in ["", "?ply=9999", &format!("?ply={last}")] {
            let shown = get(&server, &format!("/g/{id}/picture.png{query}")).await;
            assert!(shown.bytes() != final_board, "{}: picture.png{query} shows the end", record.game);
        }
        ended += usize::from(over);
        alone += usize::from(solitaire);
    }
    assert!(ended > 4 && alone > 2, "{ended} {alone}");
}

#[tokio::test]
async fn a_link_to_a_deal_shows_that_deal() {
    let server = TestServer::new().await;
    for game in bagatelle_catalog::games() {
        let seed = "Tom & Ann #1";
        let record = game.deal(&Value::Null, &Value::Null, &Seed::from_text(seed)).unwrap();
        let deal = picture::preview(&game.open(&record).unwrap().svg(Viewer::Spectator)).unwrap();
        let path = format!("/{}?seed=Tom+%26+Ann+%231", game.id());
        let (_, address) = card(&server, &path).await;
        assert!(get(&server, &address).await.bytes() == deal, "{}", game.id());
        let (_, sample) = card(&server, &format!("/{}", game.id())).await;
        assert!(!sample.contains("seed"), "{sample}");
        assert_eq!(get(&server, &sample).await.headers["content-type"], "image/png");
    }
    let long = format!("/burbuja/picture.png?seed={}", "x".repeat(101));
    assert_eq!(get(&server, &long).await.status, 404);
    assert_eq!(get(&server, "/no-such-game/picture.png").await.status, 404);
}

async fn nearly(server: &TestServer) -> Owner {
    server.owner(json!({ "game": "brain-burn", "setup": { "position": NEARLY } })).await
}

#[tokio::test]
async fn the_picture_of_a_result_is_there_when_the_game_is_over() {
    let server = TestServer::new().await;
    let ann = nearly(&server).await;
    let path = format!("/g/{}/result.png", ann.game);
    assert_eq!(get(&server, &path).await.status, 404);
    ann.act("Ul").await;
    let picture = get(&server, &path).await;
    assert_eq!(
        (picture.status.as_u16(), picture.headers["content-type"].to_str().unwrap()),
        (200, "image/png")
    );
    assert!(picture.headers["cache-control"].to_str().unwrap().contains("public"));
    let tag = picture.headers["etag"].clone();
    let again = Request::get(&path).header("if-none-match", &tag).body(Body::empty()).unwrap();
    assert_eq!(send(&server.router(), again).await.status, 304);
    // Who is not a player sees the same.
    let bob = server.spectator().await;
    assert!(bob.get(&path).await.bytes() == picture.bytes());

    assert_eq!(ann.event(json!({ "kind": "undo" })).await.status, 200);
    assert_eq!(get(&server, &path).await.status, 404);
}

#[tokio::test]
async fn help_is_told_in_what_is_shared() {
    let server = TestServer::new().await;
    let page = async |owner: &Owner| {
        let html = server.spectator_with(&owner.token).get(&format!("/g/{}", owner.game)).await.text();
        let (_, rest) = html.split_once("data-text=\"").expect("a text to share");
        rest.split('"').next().unwrap().to_owned()
    };
    let alone = nearly(&server).await;
    alone.act("Ul").await;
    let text = page(&alone).await;
    assert!(text.starts_with("Bagatelle · Brain Burn · from a position\n"), "{text}");
    assert!(text.contains("1 move") && !text.contains("help"), "{text}");

    let helped = nearly(&server).await;
    let ann = server.spectator_with(&helped.token);
    let hint = ann.form(&format!("/g/{}/hint", helped.game), &[("strength", "1")]).await;
    assert_eq!(hint.status, 200);
    eventually("the nudge", async || helped.state().await["helped"].as_bool().filter(|helped| *helped)).await;
    helped.act("Ul").await;
    let text = page(&helped).await;
    assert!(text.ends_with("\nWith help: 1 nudge."), "{text}");
    assert!(!text.contains('★'), "marks are for the player: {text}");
}

#[tokio::test]
async fn the_link_of_a_daily_challenges_with_its_deal() {
    let server = TestServer::new().await;
    for game in ["brain-burn", "burbuja", "baju-puzzle"] {
        let ann = server.owner(json!({ "game": game, "daily": true })).await;
        let action = ann.state().await["legal"][0].as_str().unwrap().to_owned();
        ann.act(&action).await;
        assert_eq!(ann.event(json!({ "kind": "resign" })).await.status, 200);
        let record: Record = serde_json::from_str(&ann.record().await).unwrap();
        let play = bagatelle_catalog::find(game).unwrap().open(&record).unwrap();
        let deal = picture::preview(&play.at(0).svg(Viewer::Spectator)).unwrap();
        let html = server.spectator_with(&ann.token).get(&format!("/g/{}", ann.game)).await.text();
        let (_, link) = html.split_once("data-link=\"").expect("a link to share");
        let link = link.split('"').next().unwrap();
        assert_eq!(link, format!("/g/{}/deal", ann.game));
        server.pass(24 * 60 * 60 * 1000);
        for path in [link, &format!("/g/{}", ann.game)] {
            let (_, shown) = card(&server, path).await;
            assert!(get(&server, &shown).await.bytes() == deal, "{game}: {path}");
        }
    }
}
