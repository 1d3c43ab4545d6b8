//! The review of a finished game: made once, in the background, when it is asked for.

use crate::pages::assert_page;
use crate::test_server::{Reply, Spectator, TestServer, eventually};
use bagatelle_catalog::{AnyPlay, find};
use bagatelle_core::program::Budget;
use bagatelle_core::record::Record;
use bagatelle_core::{Seed, Turn};
use bagatelle_session::ReviewState;
use serde_json::{Value, json};

/// What the page says while the review is being made.
const PREPARED: &str = "Preparing the review…";

/// A text as it stands in a page.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A game from its deal to its end.
fn finished(game: &str, seed: &str) -> (Record, Box<dyn AnyPlay>) {
    let (game, seed) = (find(game).unwrap(), Seed::from_text(seed));
    let options = if game.id() == "bulbous" { json!({ "max-rounds": 4 }) } else { Value::Null };
    let mut record = game.deal(&options, &Value::Null, &seed).unwrap();
    let mut play = game.open(&record).unwrap();
    while play.turn() != Turn::Over {
        let legal = play.legal();
        let text = play.chance(&seed).unwrap_or_else(|| legal[(play.ply() * 7 + 3) % legal.len()].clone());
        record.actions.push(play.play(&text).unwrap());
    }
    (record, play)
}

async fn is_unmade(server: &TestServer, id: &str) -> bool {
    let live = server.tables().get(id).await.unwrap();
    matches!(live.lock().await.session.review(), ReviewState::None | ReviewState::Offered)
}

async fn revision(server: &TestServer, id: &str) -> u64 {
    server.tables().get(id).await.unwrap().version().revision
}

async fn review(who: &Spectator, id: &str) -> Reply {
    who.get(&format!("/g/{id}/review")).await
}

/// Asks until the review is made.
async fn made(who: &Spectator, id: &str) -> String {
    let page = async || {
        let page = review(who, id).await;
        assert_page(&page, "review");
        Some(page.text()).filter(|text| !text.contains(PREPARED))
    };
    eventually("the review", page).await
}

/// What stands beside the board of a page, without its drawings.
fn beside_the_board(page: &str) -> String {
    let (_, beside) = page.split_once("<div class=\"side\"").expect("a page with a board");
    let mut parts = beside.split("<svg");
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.filter_map(|part| Some(part.split_once("</svg>")?.1)).collect::<String>()
}

#[tokio::test]
async fn a_review_is_made_once_when_it_is_asked_for() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for game in ["bulbous", "burbuja", "baju-duel", "bambam-booboo"] {
        let (record, play) = finished(game, "review");
        let id = server.insert_game(&ann, &record, "review").await;
        // Two requests at once begin one job. The one that begins it does not wait; the other may come late
        // enough to find it done.
        let before = revision(&server, &id).await;
        let (one, other) = tokio::join!(review(&ann, &id), review(&ann, &id));
        let is_waiting =
            |page: &Reply| page.text().contains(PREPARED) && page.text().contains("http-equiv=\"refresh\"");
        assert!(is_waiting(&one) || is_waiting(&other), "{game}");
        for page in [one, other] {
            assert_page(&page, game);
            assert!(is_waiting(&page) || page.text().contains("Accuracy"), "{game}");
        }
        let page = made(&ann, &id).await;
        let found = play.review(&[], &Budget::until(&|| false), &mut |_, _| ()).unwrap();
        assert!(page.contains(&escaped(&found.about)) && page.contains("Accuracy"), "{game}: {page}");
        for (n, turn) in found.turns.iter().enumerate() {
            assert!(page.contains(&format!("Move {}", turn.ply + 1)), "{game}: {turn:?}");
            let shown = ann.get(&format!("/g/{id}/review?turn={n}")).await;
            assert_page(&shown, game);
            assert!(shown.text().contains(&escaped(&turn.why)), "{game}: {turn:?}");
        }
        assert!(!page.contains("http-equiv=\"refresh\""), "{game}");
        let done = revision(&server, &id).await;
        assert!(done > before, "{game}: the job tells how far it is, and that it is done");
        // From now on it is there, for all: only its reader is called “You”. Who looks on sees the boards,
        // with the players around them, from the side of the last seat.
        let page = beside_the_board(&page);
        let theirs = server.anonymous().get(&format!("/g/{id}/review")).await.text();
        assert_eq!(beside_the_board(&theirs).replace("<dt>The player</dt>", "<dt>You</dt>"), page, "{game}");
        assert_eq!(revision(&server, &id).await, done);
    }
}

#[tokio::test]
async fn the_page_of_a_finished_game_links_to_the_review_without_making_it() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for game in ["bulbous", "burbuja"] {
        let (record, _) = finished(game, "link");
        let id = server.insert_game(&ann, &record, "link").await;
        for path in [format!("/g/{id}"), format!("/g/{id}/table"), format!("/g/{id}/replay")] {
            assert_eq!(server.anonymous().get(&path).await.status, 200);
            let page = ann.get(&path).await.text();
            let link = page.contains(&format!("href=\"/g/{id}/review\""));
            assert_eq!(link, !path.ends_with("replay"), "{path}");
        }
        assert!(is_unmade(&server, &id).await, "{game}");
    }
}

/// The names in the row of tabs of a page, as a browser that runs scripts shows it.
fn tabs(page: &str) -> Vec<String> {
    let (_, row) = page.split_once("aria-label=\"Pages of this game\">").expect("a row of tabs");
    let row = row.split("</nav>").next().unwrap_or_default();
    let names = row.split('>').filter_map(|part| part.split_once("</")).map(|(name, _)| name.to_owned());
    names.filter(|name| !name.is_empty() && name != "Review without scripts").collect()
}

#[tokio::test]
async fn all_pages_of_a_finished_game_have_one_row_of_tabs() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for game in ["bulbous", "baju-duel"] {
        let (record, _) = finished(game, "tabs");
        let id = server.insert_game(&ann, &record, "tabs").await;
        for who in [&ann, &server.spectator().await] {
            let pages = [String::new(), "/table".into(), "/replay".into(), "/review".into()];
            for path in pages.map(|page| format!("/g/{id}{page}")) {
                let page = who.get(&path).await.text();
                assert_eq!(tabs(&page), ["Game", "Replay", "Review", "Analysis"], "{path}");
            }
        }
    }
    let (record, _) = solved();
    let id = server.insert_game(&ann, &record, "tabs").await;
    assert_eq!(tabs(&ann.get(&format!("/g/{id}")).await.text()), ["Game", "Replay", "Analysis"]);
}

#[tokio::test]
async fn a_record_comes_with_the_seat_that_is_the_readers() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let (record, _) = finished("burbuja", "whose");
    let id = server.insert_game(&ann, &record, "whose").await;
    let path = format!("/g/{id}/record.json");
    let seat = |reply: &Reply| reply.headers.get("x-seat").map(|seat| seat.to_str().unwrap().to_owned());
    assert_eq!(seat(&ann.get(&path).await).as_deref(), Some("0"));
    assert_eq!(seat(&server.spectator().await.get(&path).await), None, "who watches has none");
    assert_eq!(seat(&server.anonymous().get(&path).await), None);
}

/// A solved deal of a game that has no review.
fn solved() -> (Record, Box<dyn AnyPlay>) {
    let game = find("baju-puzzle").unwrap();
    let mut record = game.deal(&Value::Null, &Value::Null, &Seed::from_text("none")).unwrap();
    let mut play = game.open(&record).unwrap();
    let line = play.solve(&Budget::nodes(1_000_000), &mut |_, _| ()).unwrap().line;
    record.actions = line.iter().map(|action| play.play(action).unwrap()).collect();
    assert_eq!(play.turn(), Turn::Over);
    (record, play)
}

#[tokio::test]
async fn there_is_no_review_before_the_end_and_none_of_other_games() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    for game in ["bulbous", "burbuja", "baju-duel", "bambam-booboo", "brain-burn"] {
        let reply = ann.order(json!({ "game": game, "programs": ["random"], "sit": 0 })).await;
        let reply = if reply.status == 201 { reply } else { ann.order(json!({ "game": game })).await };
        let id = reply.json()["id"].as_str().unwrap().to_owned();
        assert_eq!(review(&ann, &id).await.status, 404, "{game}");
        assert!(is_unmade(&server, &id).await, "{game}");
    }
    let (record, _) = solved();
    let id = server.insert_game(&ann, &record, "none").await;
    assert_eq!(review(&ann, &id).await.status, 404);
    assert!(!ann.get(&format!("/g/{id}")).await.text().contains("/review\""));
}

#[tokio::test]
async fn a_review_is_dropped_when_the_game_is_taken_back() {
    let server = TestServer::new().await;
    let ann = server.spectator().await;
    let last_is_free =
        |(record, play): &(Record, Box<dyn AnyPlay>)| play.retractable(record.actions.len() - 1);
    let (mut record, _) =
        (0..50).map(|n| finished("burbuja", &format!("back {n}"))).find(last_is_free).unwrap();
    let last = record.actions.pop().unwrap();
    let id = server.insert_game(&ann, &record, "back").await;
    let act = json!({ "text": last });
    assert_eq!(ann.try_in(&id, act.clone()).await.json()["turn"], "over");
    let first = made(&ann, &id).await;
    let back = ann.try_in(&id, json!({ "kind": "undo" })).await;
    assert_eq!((back.status.as_u16(), &back.json()["turn"]), (200, &json!(0)), "{}", back.text());
    assert!(is_unmade(&server, &id).await);
    assert_eq!(review(&ann, &id).await.status, 404, "the game isn’t over");
    // It is made again for the new end.
    assert_eq!(ann.try_in(&id, act).await.json()["turn"], "over");
    assert!(review(&ann, &id).await.text().contains(PREPARED));
    assert_eq!(made(&ann, &id).await, first);
}
