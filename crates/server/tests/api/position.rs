//! Positions of the day: found once and kept, tried, counted, and silent about the answer until it is found.

use crate::pages::assert_page;
use crate::test_server::{Reply, Spectator, TestServer, ask, eventually};
use bagatelle_catalog::{Position, find, games};
use bagatelle_core::present::Difficulty;
use bagatelle_core::record::Record;
use bagatelle_core::{Seed, Viewer};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const DATE: &str = "2026-11-21";
const DUEL: &str = "/today/2026-11-21/baju-duel";
const API: &str = "/api/v1/today/2026-11-21/baju-duel";

/// The duel of the lesson in which one action wins at once, and one that loses.
const RIGHT: &str = "d2c3";
const WRONG: &str = "d2c1";

fn duel() -> Position {
    let setup = json!({ "position": "----B3--/----B6W2/W5W7B1W4/--B8---- W -" });
    let record = json!({ "bagatelle": 1, "game": "baju-duel", "setup": setup });
    position(Record::from_json(&record.to_string()).unwrap(), RIGHT)
}

/// A position that asks for `good` at the end of a record.
fn position(record: Record, good: &str) -> Position {
    let play = find(&record.game).unwrap().open(&record).unwrap();
    let legal = play.legal();
    assert!(legal.iter().any(|text| text == good), "{good} is legal");
    let wrong = legal.into_iter().filter(|text| text != good);
    Position {
        seat: 0,
        record,
        task: "Find the move.".into(),
        grade: Difficulty::Medium,
        good: vec![good.into()],
        right: "It is a secret that this wins.".into(),
        line: Vec::new(),
        also: BTreeMap::new(),
        replies: BTreeMap::new(),
        answers: wrong.map(|text| (text, "It is a secret that this does not win.".into())).collect(),
    }
}

async fn keep(server: &TestServer, position: &Position) {
    let store = server.store().await;
    store.keep_position(&position.record.game, DATE, position).await.unwrap();
    store.close().await;
}

async fn attempt(ann: &Spectator, text: &str) -> Reply {
    ann.form(&format!("{DUEL}/act"), &[("kind", "act"), ("text", text)]).await
}

#[tokio::test]
async fn tries_are_answered_counted_and_kept() {
    let mut server = TestServer::new().await;
    keep(&server, &duel()).await;
    let ann = server.spectator().await;
    let page = ann.get(DUEL).await;
    assert_page(&page, DUEL);
    assert!(page.text().contains("Find the move.") && page.text().contains("medium"));
    let dailies = async |server: &TestServer| {
        let all = server.tables().store().dailies(ann.id(), DATE, DATE).await.unwrap();
        all.into_iter().next().expect("the position is begun")
    };
    assert_eq!(dailies(&server).await.ended, None);

    let wrong = attempt(&ann, WRONG).await.text();
    assert!(wrong.starts_with("<main") && wrong.contains("Not this one"), "{wrong}");
    assert!(wrong.contains("It is a secret that this does not win.") && wrong.contains("1 wrong try"));
    assert!(!wrong.contains("It is a secret that this wins."));
    let refused = attempt(&ann, "a1a2").await.text();
    assert!(refused.contains("The rules don’t allow that") && refused.contains("1 wrong try"), "{refused}");
    assert!(attempt(&ann, WRONG).await.text().contains("1 wrong try"), "the same again does not count");
    assert!(ann.form(&format!("{DUEL}/play-on"), &[("program", "1")]).await.status.is_client_error());

    server.restart().await;
    let ann = ann.at(&server);
    assert!(ann.get(DUEL).await.text().contains("1 wrong try"), "a restart forgets nothing");
    server.pass(5_000);
    let right = attempt(&ann, RIGHT).await.text();
    assert!(right.contains("Right!") && right.contains("It is a secret that this wins."), "{right}");
    assert!(right.contains("Solved in 2 tries.") && right.contains("🟥🟩 2 tries"), "{right}");
    assert!(right.contains("data-offers=\"[]\""), "nothing can be picked any more");
    let daily = dailies(&server).await;
    assert!(daily.solved && !daily.helped && daily.on_time);
    assert_eq!((daily.score, daily.took), (2, Some(5_000)));
    let later = ann.get(&format!("{DUEL}?at=0")).await;
    assert_page(&later, DUEL);
    assert!(later.text().contains("Solved in 2 tries."));

    let game = ann.form(&format!("{DUEL}/play-on"), &[("program", "1")]).await;
    let table = game.headers["location"].to_str().unwrap();
    let state = ann.look_at(table.strip_prefix("/g/").unwrap()).await.json();
    assert_eq!(state["legal"].as_array().unwrap().len(), duel().answers.len() + 1, "{state}");
}

#[tokio::test]
async fn the_answer_is_shown_when_it_is_asked_for_which_counts_as_help() {
    let server = TestServer::new().await;
    keep(&server, &duel()).await;
    let ann = server.spectator().await;
    assert!(!ann.get(DUEL).await.text().contains("data-lead"));
    let shown = ann.form(&format!("{DUEL}/act"), &[("kind", "show")]).await.text();
    assert!(shown.contains("data-lead") && shown.contains("Play it to see why."));
    let play = find("baju-duel").unwrap().open(&duel().record).unwrap();
    let told = play.foretell(Viewer::Seat(bagatelle_core::Seat(0)), RIGHT).unwrap();
    assert!(shown.contains(&told), "{told}: {shown}");
    let right = attempt(&ann, RIGHT).await.text();
    assert!(right.contains("Solved with help.") && right.contains("💡🟩 1 try · with help"), "{right}");
    let daily = &server.tables().store().dailies(ann.id(), DATE, DATE).await.unwrap()[0];
    assert!(daily.solved && daily.helped);
    assert_eq!(server.tables().store().table_of_the_day("baju-duel", DATE).await.unwrap(), []);
}

#[tokio::test]
async fn a_hint_says_where_to_look_and_counts_as_help() {
    let server = TestServer::new().await;
    keep(&server, &duel()).await;
    let ann = server.spectator().await;
    assert!(!ann.get(DUEL).await.text().contains("data-hint"));
    let hinted = ann.form(&format!("{DUEL}/act"), &[("kind", "hint")]).await.text();
    assert!(hinted.contains("data-hint=\"") && !hinted.contains("data-lead"), "{hinted}");
    assert!(!hinted.contains("Play it to see why."), "{hinted}");
    let again = ann.get(DUEL).await.text();
    assert!(again.contains("data-hint=\"") && !again.contains("data-lead"), "a reloaded page still has it");
    // The same button narrows it down, and then shows the answer.
    let more = |kind: &str| format!("value=\"{kind}\" data-key=\"h\" title=\"H\">Tell me more<");
    assert!(again.contains(&more("more")), "{again}");
    ann.form(&format!("{DUEL}/act"), &[("kind", "more")]).await;
    let narrowed = ann.get(DUEL).await.text();
    assert!(narrowed.contains("It goes to one of the two marked places."), "{narrowed}");
    assert!(narrowed.contains(&more("show")) && !narrowed.contains("data-lead"), "{narrowed}");
    let right = attempt(&ann, RIGHT).await.text();
    assert!(right.contains("Solved with help.") && right.contains("💡🟩 1 try"), "{right}");
}

/// In a game that hides nothing, a wrong try is seen on the board, and then what is played against it.
#[tokio::test]
async fn a_wrong_try_is_seen_with_the_reply_to_it() {
    let server = TestServer::new().await;
    let one = duel();
    let mut play = find("baju-duel").unwrap().open(&one.record).unwrap();
    play.play(WRONG).unwrap();
    let reply = play.legal().swap_remove(0);
    keep(&server, &Position { replies: [(WRONG.to_owned(), reply)].into(), ..one }).await;
    let ann = server.spectator().await;
    let pictures = |page: &str| page.matches("<template class=\"moment\"").count();
    assert_eq!(pictures(&ann.get(DUEL).await.text()), 0);
    for _ in 0..2 {
        let wrong = attempt(&ann, WRONG).await.text();
        assert_eq!(pictures(&wrong), 2, "the same try again is seen, too: {wrong}");
    }
    assert_eq!(pictures(&ann.get(DUEL).await.text()), 0);
}

#[tokio::test]
async fn the_api_plays_a_position() {
    let server = TestServer::new().await;
    keep(&server, &duel()).await;
    let ann = server.spectator().await;
    let tries = format!("{API}/tries");
    let send = async |body: Value| ask(&server.router(), "POST", &tries, Some(&ann.token), body).await;
    let state = ann.get(API).await.json();
    assert_eq!(state["position"]["grade"], "medium");
    assert_eq!(state["position"]["tried"], json!([]));
    assert!(state["position"]["legal"].as_array().unwrap().contains(&json!(RIGHT)));
    send(json!({ "action": "a1a2" })).await.is_refused(422, "You have no button there.");
    let wrong = send(json!({ "action": WRONG })).await.json();
    assert_eq!(wrong["position"]["tried"][0]["right"], false);
    assert_eq!(wrong["position"]["answer"], Value::Null);
    let shown = send(json!({})).await.json();
    assert_eq!(shown["position"]["answer"], RIGHT);
    let right = send(json!({ "action": RIGHT })).await.json();
    assert_eq!(right["position"]["row"], "🟥💡🟩");
    assert_eq!(right["position"]["why"], "It is a secret that this wins.");
    let anonymous = server.anonymous();
    anonymous.post(&tries, json!({ "action": RIGHT })).await.is_refused(401, "token");
    anonymous.get("/api/v1/today/2026-11-22/baju-duel").await.is_refused(404, "aren’t out yet");
    anonymous.get("/api/v1/today/2026-11-21/brain-burn").await.is_refused(404, "");
}

#[tokio::test]
async fn days_to_come_and_games_without_positions_are_not_found() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    let future = anonymous.get("/today/2026-11-22/baju-duel").await;
    assert_eq!(future.status, 404);
    assert!(future.text().contains("That day’s deals aren’t out yet"), "{}", future.text());
    for path in ["/today/2026-11-21/chess", "/today/2026-02-30/baju-duel", "/today/20261121/baju-duel"] {
        assert_eq!(anonymous.get(path).await.status, 404, "{path}");
    }
}

/// What a visitor can fetch before the position is solved, after one wrong try.
async fn seen(position: &Position, wrong: &str) -> Vec<String> {
    let server = TestServer::new().await;
    keep(&server, position).await;
    let ann = server.spectator().await;
    let page = format!("/today/{DATE}/{}", position.record.game);
    let mut seen = vec![ann.get(&page).await.text(), ann.get(&format!("/api/v1{page}")).await.text()];
    seen.push(server.anonymous().get(&format!("{page}/picture.svg")).await.text());
    let preview = server.anonymous().get(&format!("{page}/picture.png")).await;
    assert_eq!(preview.headers["content-type"], "image/png");
    let tried = ann.form(&format!("{page}/act"), &[("kind", "act"), ("text", wrong)]).await;
    assert!(tried.text().contains("Not this one"), "{}", tried.text());
    seen.extend([tried.text(), ann.get(&format!("/api/v1{page}")).await.text()]);
    seen
}

#[tokio::test]
async fn what_is_sent_before_it_is_solved_does_not_depend_on_the_answer() {
    let one = duel();
    let other = Position {
        good: vec!["b1b2".into()],
        right: "Another secret.".into(),
        line: vec!["x".into()],
        answers: BTreeMap::from([(WRONG.into(), one.answers[WRONG].clone())]),
        ..one.clone()
    };
    assert_eq!(seen(&one, WRONG).await, seen(&other, WRONG).await);
}

/// A table of Bulbous at which the first seat is to bet, and the cards of the deck in order.
fn hands() -> (Record, Vec<String>) {
    let game = find("bulbous").unwrap();
    let mut n = 0;
    loop {
        n += 1;
        let seed = Seed::from_text(&format!("hands {n}"));
        let mut record = game.deal(&Value::Null, &json!({ "seats": 2 }), &seed).unwrap();
        let mut play = game.open(&record).unwrap();
        while !play.legal().iter().any(|text| text.starts_with("swap")) {
            let first = play.legal().remove(0);
            record.actions.push(play.play(&first).unwrap());
        }
        if play.turn() == bagatelle_core::Turn::Seat(bagatelle_core::Seat(0)) {
            let deck = record.setup.as_ref().unwrap()["deck"].as_str().unwrap();
            let deck = deck.split(' ').map(str::to_owned).collect();
            return (record, deck);
        }
    }
}

#[tokio::test]
async fn what_is_sent_does_not_depend_on_hidden_cards() {
    let (record, mut deck) = hands();
    let game = find("bulbous").unwrap();
    let view = |record: &Record, seat| {
        let seat = Viewer::Seat(bagatelle_core::Seat(seat));
        game.open(record).unwrap().view(seat)
    };
    // Cards of the other hand change places with cards of the deck.
    let mut other = record.clone();
    let half = deck.len() / 2;
    let moved = (0..half).rev().find(|&k| {
        let last = deck.len() - 1;
        deck.swap(k, last - k);
        other.setup.as_mut().unwrap()["deck"] = json!(deck.join(" "));
        let unseen = view(&other, 0) == view(&record, 0) && view(&other, 1) != view(&record, 1);
        if !unseen {
            let last = deck.len() - 1;
            deck.swap(k, last - k);
        }
        unseen
    });
    assert!(moved.is_some(), "a card that the first seat does not see");
    let legal = game.open(&record).unwrap().legal();
    let (good, wrong) = (legal[0].clone(), legal[1].clone());
    let one = position(record, &good);
    assert_eq!(seen(&one, &wrong).await, seen(&Position { record: other, ..one.clone() }, &wrong).await);
}

#[tokio::test]
async fn a_position_is_looked_for_once_told_of_and_kept() {
    let server = TestServer::new().await;
    let anonymous = server.anonymous();
    // Neither the page of the day nor the position's own shows another position meanwhile.
    let day = anonymous.get(&format!("/today/{DATE}")).await.text();
    let first = anonymous.get(DUEL).await;
    assert_page(&first, DUEL);
    for game in games().iter().filter(|game| game.has_positions()).map(|game| game.id()) {
        let picture = format!("src=\"/today/{DATE}/{game}/picture.svg\"");
        assert!(day.contains(&picture), "{game}: {day}");
    }
    let picture = anonymous.get(&format!("{DUEL}/picture.svg")).await;
    assert_eq!(picture.status, 200);
    let ready = eventually("the position", async || {
        let page = anonymous.get(DUEL).await.text();
        page.contains("data-offers").then_some(page)
    })
    .await;
    assert!(ready.contains("to play and win in"), "{ready}");
    let kept = server.tables().store().position("baju-duel", DATE).await.unwrap().expect("it is kept");
    assert_eq!(kept.record.game, "baju-duel");
    let play = find("baju-duel").unwrap().open(&kept.record).unwrap();
    assert_eq!(play.legal().len(), kept.good.len() + kept.answers.len());
    let seat = bagatelle_core::Seat(kept.seat);
    assert_eq!(picture.text(), play.svg_from(Viewer::Spectator, seat), "its picture waits for it");
    assert_eq!(server.tables().store().dailies("", DATE, DATE).await.unwrap(), []);
    // Another server finds the same.
    let other = TestServer::new().await;
    let found = eventually("the position", async || {
        other.anonymous().get(DUEL).await;
        other.tables().store().position("baju-duel", DATE).await.unwrap()
    });
    assert_eq!(found.await, kept);
    assert!(games().iter().filter(|game| game.has_positions()).count() >= 3);
}
